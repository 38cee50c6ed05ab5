//! Tools whose results are of all kinds.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use hostline::{
    model::{
        AudioContent, ContentBlock, EmbeddedResource, ImageContent, ResourceLink,
        TextResourceContents, ToolAnnotations,
    },
    server::{Context, Failure, JsonSchema, NoArguments, ServedTool, Server, Structured},
};
use serde::{Deserialize, Serialize};

use super::{PICTURE, PICTURE_TYPE, icon, resources::ABOUT, sun};

#[derive(Deserialize, JsonSchema)]
struct Saying {
    /// What to say.
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct Summands {
    /// The first number.
    a: f64,
    /// The second number.
    b: f64,
}

#[derive(Serialize, JsonSchema)]
struct Sum {
    /// Both numbers together.
    sum: f64,
}

pub(super) fn add(server: Server) -> Server {
    server
        .with_tool(
            ServedTool::new("echo", "Says what you say: text", echo)
                .title("Echo")
                .icons([icon()])
                .annotations(harmless()),
        )
        .with_tool(
            ServedTool::new("add", "Adds two numbers: structured content with a schema", sum)
                .title("Addition")
                .icons([sun("light", "#1d4ed8"), sun("dark", "#93c5fd")])
                .annotations(harmless()),
        )
        .tool("picture", "Shows a small picture: an image", picture)
        .tool("sound", "Plays a short tone: audio", sound)
        .tool("link", "Names a resource that can be read: a resource link", link)
        .tool("attach", "Hands a resource over at once: an embedded resource", attach)
        .tool("who-am-i", "Says whom the call acts for: the principal", who_am_i)
        .tool("fail", "Fails, and says why: a result with isError", fail)
}

/// Hints that are true of most tools here.
fn harmless() -> ToolAnnotations {
    ToolAnnotations::new().with_read_only_hint(true).with_open_world_hint(false)
}

async fn echo(saying: Saying, _cx: Context) -> String {
    saying.text
}

async fn sum(summands: Summands, _cx: Context) -> Structured<Sum> {
    Structured(Sum { sum: summands.a + summands.b })
}

async fn picture(_: NoArguments, _cx: Context) -> ContentBlock {
    ContentBlock::Image(ImageContent::new(STANDARD.encode(PICTURE), PICTURE_TYPE))
}

async fn sound(_: NoArguments, _cx: Context) -> ContentBlock {
    ContentBlock::Audio(AudioContent::new(STANDARD.encode(tone()), "audio/wav"))
}

async fn link(_: NoArguments, _cx: Context) -> ContentBlock {
    let link = ResourceLink::new(ABOUT.uri, ABOUT.name)
        .with_title(ABOUT.title)
        .with_mime_type(ABOUT.mime_type);
    ContentBlock::ResourceLink(link)
}

async fn attach(_: NoArguments, _cx: Context) -> Vec<ContentBlock> {
    let contents = TextResourceContents::new(ABOUT.uri, ABOUT.text).with_mime_type(ABOUT.mime_type);
    vec![
        ContentBlock::text("This is what the server says of itself:"),
        ContentBlock::Resource(EmbeddedResource::new(contents)),
    ]
}

async fn who_am_i(_: NoArguments, cx: Context) -> String {
    let principal = cx.principal();
    match (principal.subject(), principal.issuer()) {
        (Some(subject), Some(issuer)) => format!("{subject} of {issuer}"),
        _ => "nobody has signed in".to_owned(),
    }
}

async fn fail(_: NoArguments, _cx: Context) -> Result<(), Failure> {
    Err(Failure::new("this tool always fails, so that you see what that looks like"))
}

/// A quarter of a second of the note A, as the bytes of a WAV file with one byte a sample.
fn tone() -> Vec<u8> {
    const RATE: u32 = 8_000;
    const SAMPLES: u32 = RATE / 4;
    let mut file = Vec::with_capacity(44 + SAMPLES as usize);
    file.extend_from_slice(b"RIFF");
    file.extend_from_slice(&(36 + SAMPLES).to_le_bytes());
    file.extend_from_slice(b"WAVEfmt ");
    file.extend_from_slice(&16_u32.to_le_bytes());
    // Plain samples, of one channel.
    file.extend_from_slice(&[1, 0, 1, 0]);
    file.extend_from_slice(&RATE.to_le_bytes());
    // As many bytes a second as samples, and one byte of eight bits for each.
    file.extend_from_slice(&RATE.to_le_bytes());
    file.extend_from_slice(&[1, 0, 8, 0]);
    file.extend_from_slice(b"data");
    file.extend_from_slice(&SAMPLES.to_le_bytes());
    for sample in 0..SAMPLES {
        let turns = 440.0 * f64::from(sample) / f64::from(RATE);
        let height = (turns * std::f64::consts::TAU).sin();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it lies between 28 and 228"
        )]
        file.push((128.0 + 100.0 * height) as u8);
    }
    file
}
