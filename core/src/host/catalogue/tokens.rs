//! About how much of a model's attention a definition takes.

use crate::model::Tool;

/// About how many bytes of text become one token. Models differ; English and JSON come near this.
const BYTES_OF_A_TOKEN: usize = 4;

/// About how many tokens a tool's definition takes when a model is given it: name, description and
/// the schema of its arguments.
pub fn estimate(tool: &Tool) -> usize {
    let description = tool.description.as_ref().map_or(0, String::len);
    let bytes = tool.name.len() + description + tool.input_schema.as_str().len();
    bytes.div_ceil(BYTES_OF_A_TOKEN)
}
