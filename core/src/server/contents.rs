//! What leaves as pictures, sound and resources: bytes are base64, and what they are is said
//! (2026-07-28 `server/prompts`, "PromptMessage"; `server/resources`, "Resource Contents").

use super::{Failure, address::is_address};
use crate::model::{ContentBlock, ResourceContents};

/// Checks the pieces of a message or a result, and says what an embedded resource is where its
/// handler does not.
pub(super) fn check_blocks<'a>(
    blocks: impl IntoIterator<Item = &'a mut ContentBlock>,
) -> Result<(), Failure> {
    for block in blocks {
        match block {
            ContentBlock::Image(image) => check_bytes(&image.data, &image.mime_type)?,
            ContentBlock::Audio(audio) => check_bytes(&audio.data, &audio.mime_type)?,
            ContentBlock::Resource(embedded) => {
                let (kind, usual) = match &mut embedded.resource {
                    ResourceContents::Text(text) => (&mut text.mime_type, "text/plain"),
                    ResourceContents::Blob(blob) => {
                        (&mut blob.mime_type, "application/octet-stream")
                    }
                };
                kind.get_or_insert_with(|| usual.to_owned());
                check_resource(&embedded.resource)?;
            }
            ContentBlock::Text(_) | ContentBlock::ResourceLink(_) | ContentBlock::Unknown(_) => {}
        }
    }
    Ok(())
}

/// Checks what was read of a resource.
pub(super) fn check_resource(contents: &ResourceContents) -> Result<(), Failure> {
    let (uri, blob) = match contents {
        ResourceContents::Text(text) => (&text.uri, None),
        ResourceContents::Blob(blob) => (&blob.uri, Some(&blob.blob)),
    };
    if !is_address(uri) {
        return Err(Failure::internal(format!("`{uri}` is no address of a resource")));
    }
    if blob.is_some_and(|blob| !is_base64(blob)) {
        return Err(Failure::internal(format!("the bytes of {uri} are not in base64")));
    }
    Ok(())
}

fn check_bytes(data: &str, media_type: &str) -> Result<(), Failure> {
    if !is_base64(data) {
        return Err(Failure::internal("the bytes of a picture or of sound are not in base64"));
    }
    if !is_media_type(media_type) {
        return Err(Failure::internal(format!("`{media_type}` is no media type")));
    }
    Ok(())
}

/// Whether this is base64 with its padding (RFC 4648, section 4).
fn is_base64(text: &str) -> bool {
    let digits = text.strip_suffix("==").or_else(|| text.strip_suffix('=')).unwrap_or(text);
    text.len().is_multiple_of(4)
        && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}

fn is_media_type(text: &str) -> bool {
    let essence = text.split(';').next().unwrap_or_default().trim();
    let is_token = |part: &str| {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte);
        !part.is_empty() && part.bytes().all(fits)
    };
    essence.split_once('/').is_some_and(|(kind, name)| is_token(kind) && is_token(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_whole_and_of_the_usual_alphabet() {
        for text in ["", "iVBOR/8A", "YQ==", "YWI="] {
            assert!(is_base64(text), "{text}");
        }
        for text in ["YQ", "YQ=", "Y===", "YW I=", "iVBOR_8A", "Y=Q=", "é==="] {
            assert!(!is_base64(text), "{text}");
        }
    }

    #[test]
    fn a_media_type_has_two_names() {
        for text in ["image/png", "image/svg+xml", "text/plain; charset=utf-8"] {
            assert!(is_media_type(text), "{text}");
        }
        for text in ["", "png", "image/", "/png", "image/p ng", "image png"] {
            assert!(!is_media_type(text), "{text}");
        }
    }
}
