//! Files that a hostile server might give as icons, made by functions, and what becomes of each.
//!
//! `tests/icons/README.md` says what the files are about. A test runs each in a process of its own
//! and compares; what is drawn costs no more than any icon may.

pub mod costly;
pub mod gif;
pub mod jpeg;
pub mod kinds;
pub mod parts;
pub mod png;
pub mod svg;
pub mod webp;

/// A file, and what becomes of it.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name, which no other file has.
    pub name: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The media type that the server gives.
    pub declared: Option<&'static str>,
    /// What becomes of it.
    pub expected: Expected,
}

/// What becomes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// It is refused, for the reason of this name.
    Refused(&'static str),
    /// It is drawn, and nothing of it is left but pixels.
    Drawn,
}

/// A file of which no type is declared.
fn file(name: &'static str, bytes: Vec<u8>, expected: Expected) -> File {
    File { name, bytes, declared: None, expected }
}

/// A file that breaks the rules of its type.
fn broken(name: &'static str, bytes: Vec<u8>) -> File {
    file(name, bytes, Expected::Refused("broken"))
}

/// A file with more pixels or frames than an icon may have.
fn too_many(name: &'static str, bytes: Vec<u8>) -> File {
    file(name, bytes, Expected::Refused("dimensions"))
}

/// A file that is odd, and harmless once it is drawn.
fn drawn(name: &'static str, bytes: Vec<u8>) -> File {
    file(name, bytes, Expected::Drawn)
}

/// All files.
pub fn all() -> Vec<File> {
    let webp = [webp::files(), costly::files()].concat();
    [kinds::files(), png::files(), jpeg::files(), gif::files(), webp, svg::files()].concat()
}
