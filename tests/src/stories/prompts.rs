//! Two prompts, one of which proposes values for an argument.

use hostline::{
    model::{ContentBlock, PromptMessage, Role},
    server::{CompletionRequest, Context, JsonSchema, ServedPrompt, Server},
};

const LANGUAGES: [&str; 5] = ["python", "pytorch", "rust", "go", "typescript"];

#[derive(serde::Deserialize, JsonSchema)]
struct Person {
    name: String,
}

#[derive(serde::Deserialize, JsonSchema)]
struct Code {
    language: String,
    code: String,
}

pub(super) fn server() -> Server {
    let greet =
        ServedPrompt::new("greet", "Greets someone", |person: Person, _cx: Context| async move {
            format!("Greet {} in one line.", person.name)
        });
    let review =
        ServedPrompt::new("code_review", "Reviews code", |code: Code, _cx: Context| async move {
            let task = format!("What is wrong with this {}?\n\n{}", code.language, code.code);
            vec![
                PromptMessage::new(Role::User, ContentBlock::text(task)),
                PromptMessage::new(Role::Assistant, ContentBlock::text("Let me see.")),
            ]
        })
        .complete("language", |asked: CompletionRequest, _cx: Context| async move {
            let begins = |language: &&str| language.starts_with(&asked.value);
            LANGUAGES.into_iter().filter(begins).collect::<Vec<_>>()
        });
    Server::new("prompts-example", "1.0")
        .with_prompt(greet.title("Greeting"))
        .with_prompt(review.title("Code Review"))
}
