//! What a tool answered.

use hostline::{
    Json,
    facade::types::{CallToolResult, Validation, ValidationStatus},
    model::{ContentBlock, ResourceContents, ResourceLink},
};
use serde::Serialize;

use super::{json, line, lines};

/// What a tool answered.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ResultView {
    /// Whether the tool says that it failed.
    failed: bool,
    parts: Vec<PartView>,
    /// The answer for programs, as JSON.
    structured: Option<String>,
    /// Sentences about what is not as it should be.
    warnings: Vec<String>,
}

/// One part of an answer.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
enum PartView {
    /// Text of the tool.
    Text { text: String },
    /// What stands for something that is no text.
    Note { text: String },
}

impl ResultView {
    pub(crate) fn of(result: &CallToolResult) -> Self {
        let structured = result.structured_content.as_ref();
        // Looked at only where there is one text, since taking both apart may take long.
        let texts = result.content.iter().filter(|b| matches!(b, ContentBlock::Text(_))).count();
        let once = structured.filter(|_| texts == 1);
        let repeats = |block: &&ContentBlock| !repeats(block, once);
        let dropped = result.dropped.iter().flatten().map(|report| {
            line(&format!("Part {} was left out: {}", report.index + 1, report.reason))
        });
        Self {
            failed: result.is_error == Some(true),
            parts: result.content.iter().filter(repeats).flat_map(parts).collect(),
            structured: structured.map(json),
            warnings: misfits(&result.validation).into_iter().chain(dropped).collect(),
        }
    }
}

/// Whether a text is the structured content over again: servers often give both.
fn repeats(block: &ContentBlock, structured: Option<&Json>) -> bool {
    let (ContentBlock::Text(text), Some(structured)) = (block, structured) else { return false };
    Json::parse(&text.text).is_ok_and(|json| json == *structured)
}

fn misfits(validation: &Validation) -> Vec<String> {
    let sentence = match validation.status {
        ValidationStatus::Unchecked | ValidationStatus::Valid => return Vec::new(),
        ValidationStatus::Mismatch => "The result is not what the tool promises",
        _ => "The result was not checked",
    };
    match validation.findings.as_deref() {
        None | Some([]) => vec![format!("{sentence}.")],
        Some(findings) => {
            findings.iter().map(|finding| line(&format!("{sentence}: {finding}"))).collect()
        }
    }
}

fn parts(block: &ContentBlock) -> Vec<PartView> {
    let note = |text: &str| PartView::Note { text: line(text) };
    let text = |text: &str| PartView::Text { text: lines(text) };
    match block {
        ContentBlock::Text(content) => vec![text(&content.text)],
        ContentBlock::Image(image) => vec![note(&bytes("Image", &image.mime_type, &image.data))],
        ContentBlock::Audio(audio) => vec![note(&bytes("Audio", &audio.mime_type, &audio.data))],
        ContentBlock::ResourceLink(link) => vec![note(&link_words(link))],
        ContentBlock::Resource(embedded) => match &embedded.resource {
            ResourceContents::Text(resource) => vec![note(&resource.uri), text(&resource.text)],
            ResourceContents::Blob(blob) => {
                let kind = blob.mime_type.as_deref().unwrap_or("bytes");
                vec![note(&bytes(&blob.uri, kind, &blob.blob))]
            }
        },
        ContentBlock::Unknown(unknown) => {
            vec![note(&format!("Content of the unknown kind {}", unknown.kind))]
        }
        _ => vec![note("Content of a kind that this version of the app does not know")],
    }
}

/// Bytes are never handed to the page; it is told what they are and how many.
fn bytes(what: &str, kind: &str, base64: &str) -> String {
    let count = base64.trim_ascii().trim_end_matches('=').len() * 3 / 4;
    format!("{what}, {kind}, {count} bytes")
}

fn link_words(link: &ResourceLink) -> String {
    let name = link.title.as_ref().unwrap_or(&link.name);
    let kind = link.mime_type.as_ref().map(|kind| format!(", {kind}")).unwrap_or_default();
    format!("Resource {name}{kind}: {}", link.uri)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn view(result: Value) -> Value {
        let result: CallToolResult = serde_json::from_value(result).unwrap();
        serde_json::to_value(ResultView::of(&result)).unwrap()
    }

    #[test]
    fn text_is_shown_and_bytes_are_described() {
        let shown = view(json!({"validation": {"status": "unchecked"}, "content": [
            {"type": "text", "text": "<img src=x>\u{202E}\nsecond"},
            {"type": "image", "data": "aGVsbG8=", "mimeType": "image/png"},
            {"type": "resource_link", "uri": "file:///a", "name": "a"},
            {"type": "dream", "of": "sheep"},
        ]}));
        assert_eq!(
            shown["parts"][0],
            json!({"kind": "text", "text": "<img src=x>⟦U+202E⟧\nsecond"})
        );
        assert_eq!(shown["parts"][1]["text"], "Image, image/png, 5 bytes");
        assert_eq!(shown["parts"][2]["text"], "Resource a: file:///a");
        assert_eq!(shown["parts"][3]["text"], "Content of the unknown kind dream");
        assert_eq!(shown["failed"], false);
    }

    #[test]
    fn numbers_are_shown_as_the_server_wrote_them_and_once() {
        let shown = view(json!({
            "validation": {"status": "mismatch", "findings": ["/id: too large"]},
            "content": [{"type": "text", "text": "{\"id\": 9007199254740993}"}],
            "structuredContent": {"id": 9_007_199_254_740_993_i64},
        }));
        assert_eq!(shown["structured"], "{\n  \"id\": 9007199254740993\n}");
        assert_eq!(shown["parts"], json!([]));
        let warning = "The result is not what the tool promises: /id: too large";
        assert_eq!(shown["warnings"], json!([warning]));
    }
}
