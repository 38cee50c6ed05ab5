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
    match matter {
        Matter::CallTool { tool, arguments, before, .. } => {
            let names = [client, &*display_safe(tool), server];
            question.open("{} wants to call {} of {} with", &names);
            question.quote(&pretty(arguments));
            if let Some(before) = before.as_ref().filter(|before| *before != arguments) {
                say("  The last call that was allowed had");
                question.quote(&pretty(before));
            }
        }
        Matter::Definition { what, pinned, now } => {
            let names = [server, &*display_safe(what)];
            question.open("{} says something else than you approved of its {}:", &names);
            if let Some(pinned) = pinned {
                say("  You approved");
                question.quote(&pretty(pinned));
                say("  It says now");
            }
            question.quote(&pretty(now));
        }
        Matter::Start { command, folder, environment, confinement } => {
            question.open("{} is to be started, a program on your machine:", &[server]);
            say("");
            question.block("  ", Paint::Strong, &display_safe(command));
            say("");
            if let Some(folder) = folder {
                question.tell("runs in", Paint::Plain, &display_safe(folder));
            }
            if !environment.is_empty() {
                let environment = environment.join(", ");
                question.tell("is given", Paint::Plain, &display_safe(&environment));
            }
            question.tell("kept within", Paint::Plain, &display_safe(confinement));
        }
        Matter::Sampling { request } => {
            question.open("{} wants a model to answer this, by {}:", &[server, client]);
            question.quote(&pretty(request));
        }
        Matter::SamplingAnswer { answer } => {
            let sentence = "{} is to be given this answer of a model, by {}:";
            question.open(sentence, &[server, client]);
            question.quote(&pretty(answer));
        }
        Matter::Roots { roots } => {
            let sentence = "{} wants to know in which folders to work, and is told:";
            question.open(sentence, &[server]);
            question.quote(&roots.join("\n"));
        }
        Matter::SignIn { address } => {
            question.open("{} wants you to sign in, at this page in your browser:", &[server]);
            say(&format!("\n  {}\n", display_safe(address)));
        }
        other => {
            let sentence = "{} wants something of {} that this release does not know:";
            question.open(sentence, &[client, server]);
            let json = Json::encode(other).unwrap_or_default();
            question.quote(&pretty(&json));
        }
    }
}

/// Says why it is asked, and what is to be thought of.
fn about(question: &Question<'_>, asked: &Asked) {
    for reason in &asked.reasons {
        question.tell("asked since", Paint::Plain, &display_safe(reason));
    }
    for risk in &asked.risks {
        question.tell("think of", Paint::Warning, &risk.to_string());
    }
    question.tell("the server", Paint::Dim, &asked.identity.to_string());
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
