//! Writing the bytes of a result to files that the person named.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use super::Console;
use crate::exit::{Outcome, file_error, usage};

/// How many files one result may be written to.
const MAX_FILES: usize = 1_000;

/// Where the bytes of a result go. The server has no say in any name.
pub(crate) struct Saver<'a> {
    console: &'a Console,
    output: Option<&'a Path>,
    written: usize,
}

impl<'a> Saver<'a> {
    /// # Errors
    /// Bytes are to go to a terminal.
    pub(crate) fn new(console: &'a Console, output: Option<&'a Path>) -> Outcome<Self> {
        let saver = Self { console, output, written: 0 };
        if saver.is_stream() && console.out_is_terminal() {
            return Err(usage("bytes as they are would harm the terminal")
                .with_next_step("redirect the output, or give --output a file")
                .into());
        }
        Ok(saver)
    }

    /// Whether anything is to be saved.
    pub(crate) fn is_wanted(&self) -> bool {
        self.output.is_some()
    }

    /// Whether the bytes take the place of what is printed.
    pub(crate) fn is_stream(&self) -> bool {
        self.output == Some(Path::new("-"))
    }

    /// How much was saved.
    pub(crate) fn written(&self) -> usize {
        self.written
    }

    /// Writes bytes to the file, or to the next one with a number in its name. Returns what to
    /// tell the person.
    pub(crate) fn save(&mut self, bytes: &[u8]) -> Outcome<Option<String>> {
        let Some(output) = self.output else { return Ok(None) };
        self.written += 1;
        if self.is_stream() {
            self.console.print_bytes(bytes)?;
            return Ok(None);
        }
        if self.written > MAX_FILES {
            return Err(usage(format!("the result has more than {MAX_FILES} parts to save")).into());
        }
        let path = numbered(output, self.written);
        // The person named the first file only, so no other may be overwritten.
        let file =
            if self.written == 1 { fs::File::create(&path) } else { fs::File::create_new(&path) };
        file.and_then(|mut file| file.write_all(bytes))
            .map_err(|error| file_error("written", &path, error))?;
        Ok(Some(format!("saved to {}", path.display())))
    }
}

fn numbered(path: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn further_files_get_a_number_in_front_of_their_extension() {
        assert_eq!(numbered(Path::new("a/b.png"), 1), Path::new("a/b.png"));
        assert_eq!(numbered(Path::new("a/b.png"), 2), Path::new("a/b-2.png"));
        assert_eq!(numbered(Path::new("b"), 3), Path::new("b-3"));
    }
}
