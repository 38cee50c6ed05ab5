//! Rust source as tokens: enough to see which paths a file names, and no more.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A token that matters here. Comments and what stands under `#[cfg(test)]` are left out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    /// An identifier or a keyword.
    Word(String),
    /// The content of a string.
    Text(String),
    /// `::`.
    Colons,
    /// Any other character.
    Sign(char),
}

/// One file.
pub(crate) struct Source {
    /// Its path from the folder that was read, with `/`.
    pub(crate) path: String,
    /// Its text as it stands.
    pub(crate) text: String,
    /// Its tokens, each with its line.
    pub(crate) tokens: Vec<(usize, Token)>,
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        let tokens = without_tests(&tokenize(text));
        Self { path: path.to_owned(), text: text.to_owned(), tokens }
    }

    /// Every path with at least two segments, with its line. A tree of imports gives one for each
    /// of its leaves.
    pub(crate) fn paths(&self) -> Vec<(usize, Vec<&str>)> {
        let mut found = Vec::new();
        let mut index = 0;
        while index < self.tokens.len() {
            let is_start = matches!(self.at(index), Some(Token::Word(_)))
                && self.at(index + 1) == Some(&Token::Colons);
            index = if is_start { self.path(index, &[], &mut found) } else { index + 1 };
        }
        found
    }

    /// Reads the path that starts at `index` and gives where it ends.
    fn path<'a>(
        &'a self,
        mut index: usize,
        prefix: &[&'a str],
        found: &mut Vec<(usize, Vec<&'a str>)>,
    ) -> usize {
        let mut segments = prefix.to_vec();
        let mut line = self.line(index);
        while let Some(token) = self.at(index) {
            match token {
                Token::Word(word) => {
                    segments.push(word);
                    line = self.line(index);
                    index += 1;
                }
                Token::Sign('{') => return self.group(index + 1, &segments, found),
                _ => break,
            }
            if self.at(index) != Some(&Token::Colons) {
                break;
            }
            index += 1;
        }
        if segments.len() > 1 {
            found.push((line, segments));
        }
        index
    }

    fn group<'a>(
        &'a self,
        mut index: usize,
        prefix: &[&'a str],
        found: &mut Vec<(usize, Vec<&'a str>)>,
    ) -> usize {
        while let Some(token) = self.at(index) {
            index = match token {
                Token::Sign('}') => return index + 1,
                Token::Word(_) => self.path(index, prefix, found),
                _ => index + 1,
            };
        }
        index
    }

    pub(crate) fn at(&self, index: usize) -> Option<&Token> {
        self.tokens.get(index).map(|(_, token)| token)
    }

    pub(crate) fn line(&self, index: usize) -> usize {
        self.tokens.get(index).map_or(0, |(line, _)| *line)
    }

    pub(crate) fn word(&self, index: usize) -> Option<&str> {
        match self.at(index) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }
}

/// Every Rust file under a folder, but for what is built or comes from others.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("a folder of the checkout can be read").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && !name.starts_with('.') && name != "target" && name != "node_modules"
            {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn tokenize(text: &str) -> Vec<(usize, Token)> {
    let characters: Vec<char> = text.chars().collect();
    let at = |index: usize| characters.get(index).copied().unwrap_or('\0');
    let mut tokens = Vec::new();
    let (mut index, mut line) = (0, 1);
    while index < characters.len() {
        let start = index;
        match at(index) {
            '/' if at(index + 1) == '/' => {
                while index < characters.len() && at(index) != '\n' {
                    index += 1;
                }
            }
            '/' if at(index + 1) == '*' => index = after_block_comment(&characters, index),
            '"' => {
                index = after_string(&characters, index);
                tokens.push((line, text_token(&characters[start + 1..index.max(start + 2) - 1])));
            }
            'r' if at(index + 1) == '"'
                || (at(index + 1) == '#' && matches!(at(index + 2), '"' | '#')) =>
            {
                index = after_raw_string(&characters, index + 1);
                tokens.push((line, text_token(&characters[start..index])));
            }
            '\'' => index = after_quote(&characters, index),
            ':' if at(index + 1) == ':' => {
                tokens.push((line, Token::Colons));
                index += 2;
            }
            first if first.is_alphanumeric() || first == '_' => {
                while at(index).is_alphanumeric() || at(index) == '_' {
                    index += 1;
                }
                tokens.push((line, Token::Word(characters[start..index].iter().collect())));
            }
            sign => {
                if !sign.is_whitespace() {
                    tokens.push((line, Token::Sign(sign)));
                }
                index += 1;
            }
        }
        line +=
            characters[start..index.min(characters.len())].iter().filter(|c| **c == '\n').count();
    }
    tokens
}

fn text_token(characters: &[char]) -> Token {
    Token::Text(characters.iter().collect())
}

fn after_block_comment(characters: &[char], mut index: usize) -> usize {
    let mut depth = 0;
    while index < characters.len() {
        match characters[index..] {
            ['/', '*', ..] => (depth, index) = (depth + 1, index + 2),
            ['*', '/', ..] => (depth, index) = (depth - 1, index + 2),
            _ => index += 1,
        }
        if depth == 0 {
            break;
        }
    }
    index
}

fn after_string(characters: &[char], mut index: usize) -> usize {
    index += 1;
    while index < characters.len() && characters[index] != '"' {
        index += if characters[index] == '\\' { 2 } else { 1 };
    }
    index + 1
}

/// `index` stands behind the `r`.
fn after_raw_string(characters: &[char], mut index: usize) -> usize {
    let hashes = characters[index..].iter().take_while(|c| **c == '#').count();
    index += hashes + 1;
    while index < characters.len() {
        let closes = characters[index] == '"'
            && characters[index + 1..].iter().take_while(|c| **c == '#').count() >= hashes;
        if closes {
            return index + 1 + hashes;
        }
        index += 1;
    }
    index
}

/// A character, or the quote of a lifetime.
fn after_quote(characters: &[char], index: usize) -> usize {
    match characters[index..] {
        ['\'', '\\', ..] => {
            let end = characters[index + 3..].iter().position(|c| *c == '\'').unwrap_or(0);
            index + 3 + end + 1
        }
        ['\'', _, '\'', ..] => index + 3,
        _ => index + 1,
    }
}

/// Leaves out each item under `#[cfg(test)]`.
fn without_tests(tokens: &[(usize, Token)]) -> Vec<(usize, Token)> {
    let attribute: Vec<Token> =
        tokenize("#[cfg(test)]").into_iter().map(|(_, token)| token).collect();
    let mut kept = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while index < tokens.len() {
        let rest = &tokens[index..];
        if rest.len() >= attribute.len()
            && rest.iter().zip(&attribute).all(|(token, want)| token.1 == *want)
        {
            index = after_item(tokens, index + attribute.len());
        } else {
            kept.push(tokens[index].clone());
            index += 1;
        }
    }
    kept
}

/// Where the item that starts at `index` ends: at its semicolon or its closing brace.
fn after_item(tokens: &[(usize, Token)], mut index: usize) -> usize {
    let mut depth = 0_usize;
    while let Some((_, token)) = tokens.get(index) {
        index += 1;
        match token {
            Token::Sign('{' | '(' | '[') => depth += 1,
            Token::Sign(')' | ']') => depth = depth.saturating_sub(1),
            Token::Sign('}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    break;
                }
            }
            Token::Sign(';') if depth == 0 => break,
            _ => (),
        }
    }
    index
}
