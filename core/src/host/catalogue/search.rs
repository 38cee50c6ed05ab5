//! Finding tools by words.

use super::CatalogueTool;

/// How much it counts where a word is found: in the name, the title, the description.
const WEIGHTS: [usize; 3] = [9, 3, 1];

/// The tools that have all of these words in their names, titles or descriptions, whatever the case,
/// the best first. Without words all tools are found, in their order.
pub(super) fn search<'a>(tools: &'a [CatalogueTool], words: &str) -> Vec<&'a CatalogueTool> {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let mut found: Vec<(usize, &CatalogueTool)> =
        tools.iter().filter_map(|tool| Some((score(tool, &words)?, tool))).collect();
    // A stable sort keeps tools of the same worth in their order.
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    found.into_iter().map(|(_, tool)| tool).collect()
}

/// How well a tool fits, if it has all of the words.
fn score(tool: &CatalogueTool, words: &[String]) -> Option<usize> {
    let title = tool.tool.title.as_deref().unwrap_or_default();
    let description = tool.tool.description.as_deref().unwrap_or_default();
    let texts = [tool.name.to_lowercase(), title.to_lowercase(), description.to_lowercase()];
    words.iter().try_fold(0, |sum, word| {
        let worth = texts
            .iter()
            .zip(WEIGHTS)
            .map(|(text, weight)| if text.contains(word.as_str()) { weight } else { 0 });
        let worth: usize = worth.sum();
        (worth > 0).then_some(sum + worth)
    })
}
