//! How deep the tables and lists of a text may stand in each other.
//!
//! What is deep is taken apart by functions that call themselves, and would not fit on the stack. So
//! it is found by its signs, before anything is made of it.

use super::fault;
use crate::error::Result;

/// More than anything in the configuration needs: so many brackets in each other, and so many dots
/// in one key.
const MOST: usize = 16;

/// Refuses a text that is too deep.
pub(super) fn check(text: &str) -> Result<()> {
    if let Some(at) = text.find('\r') {
        let fix = "save the file with one kind of line ends";
        return Err(fault::at(text, Some(at..at), "a carriage return stands by itself", fix));
    }
    match too_deep(text.as_bytes()) {
        None => Ok(()),
        Some(at) => {
            let fix = "nothing here needs more than 16 brackets or dots in each other";
            Err(fault::at(text, Some(at..at), "this is nested too deeply", fix))
        }
    }
}

/// Where it is too deep. What stands in strings and comments does not count.
fn too_deep(text: &[u8]) -> Option<usize> {
    let (mut at, mut brackets, mut dots) = (0, 0_usize, 0);
    while let Some(byte) = text.get(at) {
        match byte {
            // The line's end itself is still to come.
            b'#' => at = end_of_line(text, at) - 1,
            b'"' | b'\'' => at = behind_string(text, at) - 1,
            b'{' | b'[' => (brackets, dots) = (brackets + 1, 0),
            b'}' | b']' => brackets = brackets.saturating_sub(1),
            b'.' => dots += 1,
            b'=' | b',' | b'\n' => dots = 0,
            _ => {}
        }
        if brackets.max(dots) > MOST {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// The place behind the string that begins here.
fn behind_string(text: &[u8], start: usize) -> usize {
    let quote = text[start];
    let triple = [quote; 3];
    if !text[start..].starts_with(&triple) {
        let mut at = start + 1;
        // One that is not closed ends with its line, as a mistake.
        while let Some(byte) = text.get(at).filter(|byte| **byte != b'\n') {
            let escapes = *byte == b'\\' && quote == b'"' && text.get(at + 1) != Some(&b'\n');
            at += if escapes { 2 } else { 1 };
            if *byte == quote {
                return at;
            }
        }
        return at.min(text.len());
    }
    let mut at = start + 3;
    while at < text.len() {
        if text[at..].starts_with(&triple) {
            // Two more may belong to the string.
            let more = text[at + 3..].iter().take(2).take_while(|byte| **byte == quote).count();
            return at + 3 + more;
        }
        at += if text[at] == b'\\' && quote == b'"' { 2 } else { 1 };
    }
    text.len()
}

fn end_of_line(text: &[u8], start: usize) -> usize {
    memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |at| start + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_deep_is_refused() {
        let dots = ".".repeat(50);
        for shallow in [
            String::new(),
            "a.b.c = { d.e = [[1.5, 2.5], []] }\n".repeat(100),
            format!("# {dots}[[[[[[[[[[[[[[[[[[\n"),
            format!("a = \"{dots}\\\"{dots}\"\n"),
            format!("a = '{dots}\\'\nb = '{dots}'\n"),
            format!("a = \"\"\"\n{dots}\\\"\"\"\n{dots}\"\"\"\"\"\nb = '''{dots}\n''{dots}'''\n"),
            format!("a = \"\" # {dots}\nb = '' # {dots}\n"),
            "a = \"open".to_owned(),
            "a = \"open\\".to_owned(),
            "a = '''open".to_owned(),
            "# end".to_owned(),
        ] {
            assert!(check(&shallow).is_ok(), "{shallow}");
        }
        for deep in [
            format!("a = {}", "[".repeat(17)),
            format!("{} = 1", "a.".repeat(17)),
            format!("[{}]", "a.".repeat(17)),
            format!("b = \"open\n{} = 1", "a.".repeat(17)),
            format!("b = \"open\\\n{} = 1", "a.".repeat(17)),
            format!("b = '\\'\n{} = 1", "a.".repeat(17)),
            format!("b = '''x'''''\n{} = 1", "a.".repeat(17)),
            format!("b = \"\"\"x\\\"\"\"\"\n{} = 1", "a.".repeat(17)),
        ] {
            assert!(check(&deep).unwrap_err().message().contains("too deeply"), "{deep}");
        }
        assert!(check("# a\rb").is_err());
    }
}
