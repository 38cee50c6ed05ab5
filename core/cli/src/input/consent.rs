//! Consent: whether something may happen, shown in full.
//!
//! The answer by default is no, an empty line never says yes, and an answer that holds for longer
//! has to be typed as a word.

use hostline::{
    Json, Result,
    host::gate::{Decision, Matter, Question as Asked, Term},
    model::{ElicitAction, ElicitFormParams, ElicitUrlParams},
    text::{display_safe, shorten},
};

use super::{Person, Question, form, page, say};
use crate::output::{Paint, pretty};

/// The longest name of a client that is shown, in characters.
const MAX_CLIENT_CHARS: usize = 100;

impl Person {
    /// Whether there is a person to ask.
    pub(crate) fn asks(&self) -> bool {
        self.asks
    }

    /// Asks for consent. Whoever leaves says no.
    pub(crate) async fn consent(&self, asked: &Asked) -> Decision {
        if !self.asks {
            return Decision::deny();
        }
        let Ok(_turn) = self.turn.acquire().await else { return Decision::deny() };
        let mut question = Question::begin(&self.console, &self.lines);
        let decided = decide(&mut question, asked).await;
        decided.unwrap_or_else(|error| {
            say(&format!("{error}"));
            Decision::deny()
        })
    }

    /// Waits for a line, whatever it says: it was typed for a question that has gone.
    pub(crate) async fn turn_over(&self) {
        let Ok(_turn) = self.turn.acquire().await else { return };
        let mut question = Question::begin(&self.console, &self.lines);
        // Who has left is asked all the same, and says no.
        let _ = question.prompt("Press Enter to see the next question.").await;
    }

    /// Asks for a yes to a question of ours. Anything else is a no.
    pub(crate) async fn confirm(&self, prompt: &str) -> bool {
        let Ok(_turn) = self.turn.acquire().await else { return false };
        let mut question = Question::begin(&self.console, &self.lines);
        let word = question.prompt_word(prompt).await;
        matches!(word.as_deref(), Ok("y" | "yes"))
    }
}

async fn decide(question: &mut Question<'_>, asked: &Asked) -> Result<Decision> {
    let server = asked.server.as_str();
    let client = shorten(&asked.client, MAX_CLIENT_CHARS);
    match &asked.matter {
        // A form is its own question: to fill it in is to agree.
        Matter::Form { message, schema, secret } => {
            for field in secret {
                let field = display_safe(field);
                say(&format!("The field {field} of the next form seems to ask for a secret."));
            }
            let params = ElicitFormParams::new(message.clone(), schema.clone());
            let filled = form::ask(question, server, &params).await?;
            let mut decision = by(&filled.action);
            decision.edited = filled.content.and_then(|content| Json::encode(&content).ok());
            Ok(decision)
        }
        Matter::Address { message, address, .. } => {
            let params = ElicitUrlParams::new(message.clone(), address.clone());
            let answer = page::ask(question, server, &params).await;
            Ok(by(&answer.action))
        }
        matter => {
            show(question, &client, server, matter);
            about(question, asked);
            Ok(ask(question, asked).await)
        }
    }
}

fn by(action: &ElicitAction) -> Decision {
    if *action == ElicitAction::Accept { Decision::allow() } else { Decision::deny() }
}

/// Says who wants what, in full.
fn show(question: &Question<'_>, client: &str, server: &str, matter: &Matter) {
    let who = question.paint(Paint::Strong, client);
    let server = question.paint(Paint::Strong, server);
    let head = |what: &str| {
        say(&format!("\n{} {what}", question.paint(Paint::Warning, "?")));
    };
    match matter {
        Matter::CallTool { tool, arguments, before, .. } => {
            let tool = question.paint(Paint::Strong, &display_safe(tool));
            head(&format!("{who} wants to call {tool} of {server} with"));
            question.quote(&pretty(arguments));
            if let Some(before) = before.as_ref().filter(|before| *before != arguments) {
                say("  The last call that was allowed had");
                question.quote(&pretty(before));
            }
        }
        Matter::Definition { what, pinned, now } => {
            let what = display_safe(what);
            head(&format!("{server} says something else than you approved of its {what}:"));
            if let Some(pinned) = pinned {
                say("  You approved");
                question.quote(&pretty(pinned));
                say("  It says now");
            }
            question.quote(&pretty(now));
        }
        Matter::Start { command, folder, environment, confinement } => {
            head(&format!("{server} is to be started, a program on your machine:"));
            let command = display_safe(command);
            say(&format!("\n  {}\n", question.paint(Paint::Strong, &command)));
            if let Some(folder) = folder {
                say(&format!("  runs in      {}", display_safe(folder)));
            }
            if !environment.is_empty() {
                let environment = environment.join(", ");
                say(&format!("  is given     {}", display_safe(&environment)));
            }
            say(&format!("  kept within  {}", display_safe(confinement)));
        }
        Matter::Sampling { request } => {
            head(&format!("{server} wants a model to answer this, by {who}:"));
            question.quote(&pretty(request));
        }
        Matter::SamplingAnswer { answer } => {
            head(&format!("{server} is to be given this answer of a model, by {who}:"));
            question.quote(&pretty(answer));
        }
        Matter::Roots { roots } => {
            head(&format!("{server} wants to know in which folders to work, and is told:"));
            question.quote(&roots.join("\n"));
        }
        Matter::SignIn { address } => {
            head(&format!("{server} wants you to sign in, at this page in your browser:"));
            say(&format!("\n  {}\n", display_safe(address)));
        }
        other => {
            head(&format!("{who} wants something of {server} that this release does not know:"));
            let json = Json::encode(other).unwrap_or_default();
            question.quote(&pretty(&json));
        }
    }
}

/// Says why it is asked, and what is to be thought of.
fn about(question: &Question<'_>, asked: &Asked) {
    for reason in &asked.reasons {
        say(&format!("  asked since  {}", display_safe(reason)));
    }
    for risk in &asked.risks {
        let risk = question.paint(Paint::Warning, &risk.to_string());
        say(&format!("  think of     {risk}"));
    }
    let identity = question.paint(Paint::Dim, &asked.identity.to_string());
    say(&format!("  the server   {identity}"));
    if asked.waiting > 1 {
        say(&format!("  waiting      {} requests like this one", asked.waiting));
    }
}

/// Asks until there is an answer. What is not offered is none.
async fn ask(question: &mut Question<'_>, asked: &Asked) -> Decision {
    let (terms, waiting) = (&asked.terms, asked.waiting);
    let longer: Vec<(&str, Term)> =
        [("session", Term::Session), ("half-day", Term::HalfDay), ("always", Term::Always)]
            .into_iter()
            .filter(|(_, term)| terms.contains(term))
            .collect();
    if !longer.is_empty() {
        let words: Vec<&str> = longer.iter().map(|(word, _)| *word).collect();
        let words = words.join(", ");
        let can_never = if terms.contains(&Term::Always) { "; never refuses for good" } else { "" };
        let line =
            format!("  y allows it this once; typed out, {words} allow it for longer{can_never}");
        say(&question.paint(Paint::Dim, &line));
    }
    if waiting > 1 {
        let line = format!("  y allows one of the {waiting} requests; all allows these {waiting}");
        say(&question.paint(Paint::Dim, &line));
    }
    loop {
        let Ok(word) = question.prompt_word("Allow it? [y/N]").await else {
            return Decision::deny();
        };
        let term = longer.iter().find(|(named, _)| *named == word);
        match &*word {
            "" | "n" | "no" => return Decision::deny(),
            "y" | "yes" => return Decision::allow(),
            "all" if waiting > 1 => return Decision::allow().for_requests(waiting),
            "never" if terms.contains(&Term::Always) => {
                return Decision::deny().for_term(Term::Always);
            }
            _ => match term {
                Some((_, term)) => return Decision::allow().for_term(*term),
                None => say("that is no answer"),
            },
        }
    }
}
