//! Tools whose results are of all kinds.

use hostline::{
    model::{AudioContent, ContentBlock, EmbeddedResource, ImageContent, TextResourceContents},
    server::{Context, Failure, NoArguments, Server},
};

/// A PNG file of one red dot.
pub(super) const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mO4oKAAAALUARHyogz6AAAAAElFTkSuQmCC";
/// A WAV file of one sample.
const SOUND: &str = "UklGRiUAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQEAAACA";

pub(super) fn add(server: Server) -> Server {
    server
        .tool("test_simple_text", "Gives text", |_: NoArguments, _cx: Context| async {
            "This is a simple text response for testing."
        })
        .tool("test_image_content", "Gives a picture", |_: NoArguments, _cx: Context| async {
            picture()
        })
        .tool("test_audio_content", "Gives sound", |_: NoArguments, _cx: Context| async {
            ContentBlock::Audio(AudioContent::new(SOUND, "audio/wav"))
        })
        .tool("test_embedded_resource", "Gives a resource", |_: NoArguments, _cx: Context| async {
            let contents = TextResourceContents::new(
                "test://embedded-resource",
                "This is an embedded resource content.",
            );
            embedded(contents.with_mime_type("text/plain"))
        })
        .tool("test_multiple_content_types", "Gives three kinds of content", mixed)
        .tool("test_error_handling", "Fails", |_: NoArguments, _cx: Context| async {
            Err::<(), _>(Failure::new("This tool intentionally returns an error for testing"))
        })
}

async fn mixed(_: NoArguments, _cx: Context) -> Vec<ContentBlock> {
    let contents = TextResourceContents::new(
        "test://mixed-content-resource",
        r#"{"test":"data","value":123}"#,
    );
    vec![
        ContentBlock::text("Multiple content types test:"),
        picture(),
        embedded(contents.with_mime_type("application/json")),
    ]
}

pub(super) fn picture() -> ContentBlock {
    ContentBlock::Image(ImageContent::new(PICTURE, "image/png"))
}

pub(super) fn embedded(contents: TextResourceContents) -> ContentBlock {
    ContentBlock::Resource(EmbeddedResource::new(contents))
}
