//! Tools that need input from the client: from a person, a model or the program itself.

use std::time::SystemTime;

use hostline::{
    model::{
        BooleanSchema, CreateMessageParams, ElicitAction, ElicitFormParams, ElicitUrlParams,
        FormField, FormSchema, NumberKind, NumberSchema, Role, SamplingContent, SamplingMessage,
        StringSchema, TextContent, UntitledSingleSelectEnumSchema,
    },
    server::{Context, Failure, JsonSchema, NoArguments, Server},
};
use serde::Deserialize;

/// How long the answer of a model may be.
const MOST_TOKENS: u64 = 400;

#[derive(Deserialize, JsonSchema)]
struct Question {
    /// What to ask the model.
    question: String,
}

pub(super) fn add(server: Server) -> Server {
    server
        .tool("ask-form", "Asks a person to fill in a form: elicitation", ask_form)
        .tool("ask-url", "Asks a person to open an address: elicitation of a URL", ask_url)
        .tool("ask-model", "Asks the client's model: sampling", ask_model)
        .tool("ask-roots", "Asks which folders to work in: roots", ask_roots)
        .tool("ask-twice", "Asks one thing, and then another: input in several rounds", ask_twice)
}

async fn ask_form(_: NoArguments, cx: Context) -> Result<String, Failure> {
    let sizes = ["small", "medium", "large"].map(str::to_owned).to_vec();
    let fields = [
        ("name", FormField::String(StringSchema::new().with_title("Name").with_max_length(80_u64))),
        (
            "cups",
            FormField::Number(NumberSchema::new(NumberKind::Integer).with_title("How many cups")),
        ),
        ("size", FormField::SingleSelect(UntitledSingleSelectEnumSchema::new(sizes))),
        ("sugar", FormField::Boolean(BooleanSchema::new().with_default(false))),
    ];
    let schema = FormSchema::new(fields).with_required(["name"]);
    let form = ElicitFormParams::new("What coffee would you like?", schema);
    let answer = cx.elicit("order", form).await?;
    let Some(order) = answer.accepted() else { return Ok("no coffee then".to_owned()) };
    let fields = order.iter().map(|(name, value)| format!("{name}: {}", value.as_str()));
    Ok(format!("ordered\n{}", fields.collect::<Vec<_>>().join("\n")))
}

async fn ask_url(_: NoArguments, cx: Context) -> Result<&'static str, Failure> {
    let url = "https://modelcontextprotocol.io/";
    let page = ElicitUrlParams::new("Please look at the page of the protocol", url);
    Ok(match cx.elicit_url("page", page).await?.action {
        ElicitAction::Accept => "you agreed to open the page",
        _ => "you did not want to open the page",
    })
}

async fn ask_model(question: Question, cx: Context) -> Result<String, Failure> {
    let text = SamplingContent::Text(TextContent::new(question.question));
    let messages = vec![SamplingMessage::new(Role::User, text)];
    let answer = cx.sample("answer", CreateMessageParams::new(messages, MOST_TOKENS)).await?;
    Ok(format!("{} says: {}", answer.model, answer.text()))
}

async fn ask_roots(_: NoArguments, cx: Context) -> Result<String, Failure> {
    let roots = cx.roots("roots").await?;
    let lines = roots.iter().map(|root| {
        let name = root.name.as_deref().unwrap_or("no name");
        format!("{} ({name})", root.uri)
    });
    Ok(format!("{} folders\n{}", roots.len(), lines.collect::<Vec<_>>().join("\n")))
}

/// Runs from its beginning in each round, but gives out one number only.
async fn ask_twice(_: NoArguments, cx: Context) -> Result<String, Failure> {
    let number = cx.once("number", || async { Ok(booking_number()) }).await?;
    let city = ask_for(&cx, "city", "Where do you want to go?").await?;
    let day = ask_for(&cx, "day", &format!("On which day do you want to go to {city}?")).await?;
    Ok(format!("booking {number}: {city}, {day}"))
}

/// Asks for one line of text.
async fn ask_for(cx: &Context, name: &str, message: &str) -> Result<String, Failure> {
    let field =
        FormField::String(StringSchema::new().with_min_length(1_u64).with_max_length(80_u64));
    let schema = FormSchema::new([(name, field)]).with_required([name]);
    let answer = cx.elicit(name, ElicitFormParams::new(message, schema)).await?;
    let text = answer.accepted().and_then(|content| content.get(name)?.decode().ok());
    text.ok_or_else(|| Failure::new("nothing was booked"))
}

/// A number that is another one each time.
fn booking_number() -> u32 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    now.subsec_nanos()
}
