//! What a traced program has written, and whether a secret was in it.
//!
//! Reads what `strace -f -y -s 1000000 -e trace=openat,write,writev,pwrite64` prints. With `-y` each
//! descriptor says what it is: a file by its path, everything else by its kind.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use crate::workspace::Result;

/// The arguments that make `strace` say what is read here.
pub(super) const ARGUMENTS: [&str; 6] =
    ["-f", "-y", "-s", "1000000", "-e", "trace=openat,write,writev,pwrite64"];

/// What was written, by file, in order.
#[derive(Debug, Default)]
pub(super) struct Written {
    files: BTreeMap<PathBuf, Vec<u8>>,
    /// Files that were opened for writing.
    opened: BTreeSet<PathBuf>,
}

impl Written {
    /// Reads a trace.
    ///
    /// # Errors
    /// A line is not understood, or leaves a part of what was written out.
    pub(super) fn read(trace: &str) -> Result<Self> {
        let mut written = Self::default();
        for line in trace.lines() {
            let call = without_process(line);
            let Some((name, rest)) = call.split_once('(') else { continue };
            match name {
                "write" | "writev" | "pwrite64" => written.note_write(rest, line)?,
                "openat" => written.note_open(rest),
                _ => {}
            }
        }
        Ok(written)
    }

    /// The files that hold one of the secrets, and which.
    pub(super) fn holding<'a>(&self, secrets: &'a [String]) -> Vec<(&PathBuf, &'a str)> {
        let holds = |bytes: &[u8], secret: &str| {
            bytes.windows(secret.len()).any(|part| part == secret.as_bytes())
        };
        let mut found = Vec::new();
        for (path, bytes) in &self.files {
            let here = secrets.iter().filter(|secret| holds(bytes, secret));
            found.extend(here.map(|secret| (path, secret.as_str())));
        }
        found
    }

    /// The files that anything was written into, or that were opened for it.
    pub(super) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.keys().chain(&self.opened)
    }

    fn note_write(&mut self, rest: &str, line: &str) -> Result<()> {
        let Some((descriptor, data)) = rest.split_once(">, ") else {
            // It was closed already, or is one of a process that is gone.
            return Ok(());
        };
        let target = descriptor.split_once('<').map_or("", |(_, target)| target);
        if !is_file(target) {
            return Ok(());
        }
        let bytes = strings(data).ok_or_else(|| {
            let start: String = line.chars().take(120).collect();
            format!("this line of the trace leaves something out: {start}")
        })?;
        self.files.entry(target.into()).or_default().extend(bytes);
        Ok(())
    }

    fn note_open(&mut self, rest: &str) {
        let writes = ["O_WRONLY", "O_RDWR"].iter().any(|flag| rest.contains(flag));
        let target = rest.rsplit_once(" = ").and_then(|(_, result)| result.split_once('<'));
        if let Some((_, target)) = target.filter(|_| writes) {
            let target = target.trim_end().trim_end_matches('>');
            if is_file(target) {
                self.opened.insert(target.into());
            }
        }
    }
}

/// Sockets, pipes and the like have no path. A device keeps nothing.
fn is_file(target: &str) -> bool {
    target.starts_with('/') && !target.starts_with("/dev/") && !target.starts_with("/proc/")
}

/// A line without the process that it is of: `123 write(…` or `[pid 123] write(…`.
fn without_process(line: &str) -> &str {
    let line = line.strip_prefix("[pid").and_then(|rest| rest.split_once(']')).map_or_else(
        || line.trim_start_matches(|character: char| character.is_ascii_digit()),
        |(_, rest)| rest,
    );
    line.trim_start()
}

/// The bytes of all quoted texts, one after the other. Nothing if one of them was cut off.
fn strings(text: &str) -> Option<Vec<u8>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, quoted)) = rest.split_once('"') {
        rest = unquote(quoted, &mut found)?;
        if rest.starts_with("...") {
            return None;
        }
    }
    Some(found)
}

/// Reads up to the closing quote, and gives what is behind it.
fn unquote<'a>(quoted: &'a str, found: &mut Vec<u8>) -> Option<&'a str> {
    let bytes = quoted.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'"' => return quoted.get(at..),
            b'\\' => {
                let escape = *bytes.get(at)?;
                at += 1;
                match escape {
                    b'n' => found.push(b'\n'),
                    b't' => found.push(b'\t'),
                    b'r' => found.push(b'\r'),
                    b'v' => found.push(0x0b),
                    b'f' => found.push(0x0c),
                    b'0'..=b'7' => {
                        let mut value = u32::from(escape - b'0');
                        let end = at + 2;
                        while let Some(digit @ b'0'..=b'7') = bytes.get(at).filter(|_| at < end) {
                            value = value * 8 + u32::from(digit - b'0');
                            at += 1;
                        }
                        found.push(u8::try_from(value).ok()?);
                    }
                    other => found.push(other),
                }
            }
            other => found.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holding(trace: &str, secret: &str) -> Vec<String> {
        let written = Written::read(trace).unwrap();
        let secrets = [secret.to_owned()];
        let found = written.holding(&secrets);
        found.iter().map(|(path, _)| path.display().to_string()).collect()
    }

    #[test]
    fn a_secret_in_a_file_is_found_whichever_call_has_written_it() {
        for call in [
            r#"7 write(3</home/a>, "x token-1 y", 11) = 11"#,
            r#"write(3</home/a>, "token-1", 7) = 7"#,
            r#"[pid    12] pwrite64(3</home/a>, "token-1", 7, 4096) = 7"#,
            r#"12 writev(3</home/a>, [{iov_base="tok", iov_len=3}, {iov_base="en-1", iov_len=4}], 2) = 7"#,
            r#"12 write(3</home/a>, "token-1", 7 <unfinished ...>"#,
            "1 write(3</home/a>, \"tok\", 3) = 3\n2 write(4</home/b>, \"-\", 1) = 1\n1 write(3</home/a>, \"en-1\", 4) = 4",
            r#"1 write(3</home/a>, "\"\\\0\377\x token-1\n", 9) = 9"#,
        ] {
            assert_eq!(holding(call, "token-1"), ["/home/a"], "{call}");
        }
    }

    #[test]
    fn a_secret_in_what_is_no_file_is_not_found() {
        let trace = r#"
7 write(4<socket:[81]>, "token-1", 7) = 7
7 write(4<TCP:[127.0.0.1:1->127.0.0.1:2]>, "token-1", 7) = 7
7 write(5<pipe:[82]>, "token-1", 7) = 7
7 write(6<anon_inode:[eventfd]>, "token-1", 8) = 8
7 write(2</dev/pts/0>, "token-1", 7) = 7
7 openat(AT_FDCWD</home>, "/home/token-1", O_RDONLY) = 9</home/token-1>
7 --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED} ---
7 +++ exited with 0 +++
7 write(3</home/a>, "another", 7) = 7"#;
        assert_eq!(holding(trace, "token-1"), [""; 0]);
    }

    #[test]
    fn files_that_are_opened_for_writing_are_known() {
        let trace = r#"7 openat(AT_FDCWD</home>, "b", O_WRONLY|O_CREAT|O_EXCL, 0600) = 9</home/b>
7 openat(AT_FDCWD</home>, "c", O_RDONLY|O_CLOEXEC) = 10</home/c>
7 openat(AT_FDCWD</home>, "d", O_RDWR) = -1 EACCES (Permission denied)"#;
        let written = Written::read(trace).unwrap();
        assert_eq!(written.paths().collect::<Vec<_>>(), [&PathBuf::from("/home/b")]);
    }

    #[test]
    fn a_trace_that_leaves_something_out_is_no_proof() {
        assert!(Written::read(r#"7 write(3</home/a>, "tok"..., 700) = 700"#).is_err());
        assert!(Written::read(r#"7 write(3</home/a>, "tok"#).is_err());
    }
}
