//! A form, field by field (2026-07-28 `client/elicitation`, "Form Mode").

use hostline::{
    Json, Result,
    model::{ElicitFormParams, ElicitResult, Map},
    text::shorten,
};

use super::{Line, Question, Refusal, field::Field, say};
use crate::output::{Paint, columns};

/// How many choices of one field are shown; all can be chosen.
const MAX_SHOWN_CHOICES: usize = 100;

/// Asks until the person sends, declines or cancels.
pub(super) async fn ask(
    question: &mut Question<'_>,
    server: &str,
    params: &ElicitFormParams,
) -> Result<ElicitResult> {
    let form = params.form()?;
    let fields: Vec<Field<'_>> = form
        .properties
        .iter()
        .map(|(name, field)| Field::new(name, field, form.is_required(name)))
        .collect();
    question.head(server, "asks you:", &params.message);
    say(&question.paint(
        Paint::Dim,
        "  Your answers go to this server. Never type a password, a key or a card number here.\n  \
         !decline refuses, !cancel gives up.",
    ));
    Ok(match fill_in(question, server, &fields).await {
        Ok(content) => ElicitResult::accept(content),
        Err(Refusal::Decline) => {
            say("declined");
            ElicitResult::decline()
        }
        Err(Refusal::Cancel) => {
            say("cancelled");
            ElicitResult::cancel()
        }
    })
}

async fn fill_in(
    question: &mut Question<'_>,
    server: &str,
    fields: &[Field<'_>],
) -> Result<Map<Json>, Refusal> {
    let mut answers: Vec<Option<Json>> =
        fields.iter().map(|field| field.kind.default_value()).collect();
    loop {
        for (place, field) in fields.iter().enumerate() {
            show_field(question, field, (place + 1, fields.len()), answers[place].as_ref());
            answers[place] = ask_field(question, field, answers[place].take()).await?;
        }
        if review(question, server, fields, &answers).await? {
            let named = fields.iter().zip(answers);
            let given = named.filter_map(|(field, answer)| Some((field.name, answer?)));
            return Ok(given.collect());
        }
    }
}

fn show_field(
    question: &Question<'_>,
    field: &Field<'_>,
    (place, count): (usize, usize),
    known: Option<&Json>,
) {
    let label = question.paint(Paint::Name, &field.label());
    let mut about = format!("({place} of {count}; {}", field.hint());
    if field.kind.title().is_some() {
        about = format!("{about}; sent as {}", shorten(field.name, 60));
    }
    say(&format!("\n{label} {}", question.paint(Paint::Dim, &format!("{about})"))));
    if let Some(description) = field.kind.description() {
        question.quote(description);
    }
    let choices = field.kind.choices().unwrap_or_default();
    let wide = choices.len().to_string().len();
    for (number, (value, title)) in choices.iter().take(MAX_SHOWN_CHOICES).enumerate() {
        let mut line = format!("  {:>wide$}) {}", number + 1, shorten(title, 120));
        if value != title {
            let value = format!("  {}", shorten(value, 60));
            line.push_str(&question.paint(Paint::Dim, &value));
        }
        say(&line);
    }
    if choices.len() > MAX_SHOWN_CHOICES {
        say(&format!("  … {} more", choices.len() - MAX_SHOWN_CHOICES));
    }
    let without = match known {
        Some(value) if field.required => format!("  Enter takes [{}]", field.show(value)),
        Some(value) => format!("  Enter takes [{}], !none leaves it out", field.show(value)),
        None if field.required => return,
        None => "  Enter leaves it out".into(),
    };
    say(&question.paint(Paint::Dim, &without));
}

/// Asks for one field until the answer fits.
async fn ask_field(
    question: &mut Question<'_>,
    field: &Field<'_>,
    known: Option<Json>,
) -> Result<Option<Json>, Refusal> {
    loop {
        let line = match question.prompt(">").await? {
            Line::Text(line) => line,
            Line::Nothing if field.required => String::new(),
            Line::Nothing => return Ok(None),
        };
        if line.is_empty() && (known.is_some() || !field.required) {
            return Ok(known);
        }
        let answer =
            if line.is_empty() { Err("an answer is needed".to_owned()) } else { field.read(&line) };
        match answer {
            Ok(value) => return Ok(Some(value)),
            Err(reason) => say(&format!("{} {reason}", question.paint(Paint::Error, "✗"))),
        }
    }
}

/// Shows all answers before they are sent. False means that the person wants to change them.
async fn review(
    question: &mut Question<'_>,
    server: &str,
    fields: &[Field<'_>],
    answers: &[Option<Json>],
) -> Result<bool, Refusal> {
    let server = question.paint(Paint::Strong, &shorten(server, super::MAX_SERVER_CHARS));
    say(&format!("\nThis goes to {server}:"));
    let labels: Vec<String> = fields.iter().map(Field::label).collect();
    let wide = labels.iter().map(|label| columns(label)).max().unwrap_or(0).min(40);
    for ((field, label), answer) in fields.iter().zip(&labels).zip(answers) {
        let pad = " ".repeat(wide.saturating_sub(columns(label)) + 2);
        let value = match answer {
            Some(value) => field.show(value),
            None => question.paint(Paint::Dim, "left out"),
        };
        say(&format!("  {}{pad}{value}", question.paint(Paint::Name, label)));
    }
    if fields.is_empty() {
        say("  your agreement, and nothing else");
    }
    loop {
        let line = question.prompt_word("Send it? y(es), e(dit), !decline, !cancel:").await?;
        match line.as_str() {
            "y" | "yes" => return Ok(true),
            "e" | "edit" => return Ok(false),
            "n" | "no" => return Err(Refusal::Decline),
            _ => {}
        }
    }
}
