//! About how many bytes of text a result will be.
//!
//! Room of about the right size is set aside for it once. Growing into it piece by piece would copy
//! a large result several times, and has the system's allocator hand its memory back after each.

use crate::model::{ContentBlock, ResourceContents, Tool};

/// The weight of one piece of content.
pub(super) fn of_block(block: &ContentBlock) -> usize {
    match block {
        ContentBlock::Text(text) => text.text.len(),
        ContentBlock::Image(image) => image.data.len(),
        ContentBlock::Audio(audio) => audio.data.len(),
        ContentBlock::Resource(embedded) => of_contents(&embedded.resource),
        // They are short.
        ContentBlock::ResourceLink(_) | ContentBlock::Unknown(_) => 0,
    }
}

/// The weight of what a resource holds.
pub(super) fn of_contents(contents: &ResourceContents) -> usize {
    match contents {
        ResourceContents::Text(text) => text.text.len(),
        ResourceContents::Blob(blob) => blob.blob.len(),
    }
}

/// The weight of a tool's definition.
pub(super) fn of_tool(tool: &Tool) -> usize {
    let output = tool.output_schema.as_ref().map_or(0, |schema| schema.as_str().len());
    let description = tool.description.as_ref().map_or(0, String::len);
    tool.name.len() + description + tool.input_schema.as_str().len() + output
}
