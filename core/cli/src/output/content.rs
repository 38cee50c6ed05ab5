//! Content as a person reads it: text as text, everything else described.

use base64::{Engine, prelude::BASE64_STANDARD};
use hostline::{
    Json,
    model::{ContentBlock, ResourceContents, ResourceLink},
    text::{display_safe, display_safe_lines, shorten},
};

use super::{Console, MAX_NOTE_CHARS, Paint, Saver};
use crate::exit::Outcome;

/// A piece of content for a person, one or more lines. Its bytes are saved where that is wanted.
pub(crate) fn content_text(
    block: &ContentBlock,
    console: &Console,
    saver: &mut Saver<'_>,
) -> Outcome<String> {
    Ok(match block {
        ContentBlock::Text(content) => with_end(&display_safe_lines(&content.text)),
        ContentBlock::Image(content) => {
            bytes_text("image", Some(&content.mime_type), &content.data, console, saver)?
        }
        ContentBlock::Audio(content) => {
            bytes_text("audio", Some(&content.mime_type), &content.data, console, saver)?
        }
        ContentBlock::ResourceLink(link) => link_text(link, console),
        ContentBlock::Resource(embedded) => contents_text(&embedded.resource, console, saver)?,
        ContentBlock::Unknown(unknown) => {
            let members = Json::encode(&unknown.members).unwrap_or_default();
            let kind = shorten(&unknown.kind, 60);
            let text = shorten(members.as_str(), MAX_NOTE_CHARS);
            format!("{} {text}\n", dim(console, &format!("[{kind}]")))
        }
        // The type may learn further kinds, which an older command cannot show.
        _ => String::new(),
    })
}

/// A resource for a person.
pub(crate) fn contents_text(
    contents: &ResourceContents,
    console: &Console,
    saver: &mut Saver<'_>,
) -> Outcome<String> {
    let uri = display_safe(contents.uri());
    match contents {
        ResourceContents::Text(text) => {
            let kind = text.mime_type.as_deref().map(|kind| format!(", {}", shorten(kind, 80)));
            let head = dim(console, &format!("[{uri}{}]", kind.unwrap_or_default()));
            Ok(format!("{head}\n{}", with_end(&display_safe_lines(&text.text))))
        }
        ResourceContents::Blob(blob) => {
            bytes_text(&uri, blob.mime_type.as_deref(), &blob.blob, console, saver)
        }
    }
}

fn bytes_text(
    what: &str,
    kind: Option<&str>,
    base64: &str,
    console: &Console,
    saver: &mut Saver<'_>,
) -> Outcome<String> {
    let kind = kind.map_or_else(|| "bytes".into(), |kind| shorten(kind, 80));
    let Ok(bytes) = BASE64_STANDARD.decode(base64.trim_ascii()) else {
        console.warn(&format!("the {what} is no valid base64"));
        return Ok(format!("{}\n", dim(console, &format!("[{what}, {kind}, broken]"))));
    };
    let size = plain_size(bytes.len() as u64);
    let saved = saver.save(&bytes)?.map(|saved| format!(", {saved}")).unwrap_or_default();
    Ok(format!("{}\n", dim(console, &format!("[{what}, {kind}, {size}{saved}]"))))
}

fn link_text(link: &ResourceLink, console: &Console) -> String {
    let mut details = vec![link.title.as_ref().unwrap_or(&link.name).clone()];
    details.extend(link.mime_type.clone());
    details.extend(link.size.map(plain_size));
    details.extend(link.description.clone());
    let details = shorten(&details.join(", "), MAX_NOTE_CHARS).into_owned();
    format!("→ {}  {}\n", display_safe(&link.uri), dim(console, &details))
}

fn dim(console: &Console, text: &str) -> String {
    console.style().paint(Paint::Dim, text)
}

fn with_end(text: &str) -> String {
    if text.ends_with('\n') || text.is_empty() { text.to_owned() } else { format!("{text}\n") }
}

/// A number of bytes as people say it.
#[expect(clippy::cast_precision_loss, reason = "one digit behind the point is shown")]
pub(crate) fn plain_size(bytes: u64) -> String {
    match bytes {
        0..1_024 => format!("{bytes} bytes"),
        1_024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1_024.0),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}
