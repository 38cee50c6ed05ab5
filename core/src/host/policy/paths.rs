//! Whether a path stands below a folder, as far as its text can tell.
//!
//! The text cannot tell where links lead, nor where a server's working folder is. So only a path
//! that leads from a root, without a step up, is surely anywhere.

use super::fit::Fit;

/// Whether `path` is `folder` or stands below it.
///
/// `~` in front of the folder is the person's home. What is not surely an absolute path is
/// [`Fit::Unsure`]; so is one that differs from the folder in nothing but capital letters, which
/// some systems do not tell apart.
pub(super) fn below(path: &str, folder: &str, home: Option<&str>) -> Fit {
    let expanded = expand(folder, home);
    let folder = expanded.as_deref().and_then(Place::parse);
    let (Some(folder), Some(path)) = (folder, Place::parse(path)) else { return Fit::Unsure };
    let is_other_drive = match (folder.drive, path.drive) {
        (Some(one), Some(other)) => !one.eq_ignore_ascii_case(&other),
        (one, other) => one != other,
    };
    if is_other_drive || path.steps.len() < folder.steps.len() {
        return Fit::No;
    }
    let fits = |same: fn(&str, &str) -> bool| {
        folder.steps.iter().zip(&path.steps).all(|(one, other)| same(one, other))
    };
    if fits(|one, other| one == other) {
        Fit::Yes
    } else if fits(|one, other| one.to_lowercase() == other.to_lowercase()) {
        Fit::Unsure
    } else {
        Fit::No
    }
}

/// Whether a folder can be told from its text: it is absolute, or begins with `~`.
pub(super) fn is_folder(folder: &str) -> bool {
    expand(folder, Some("/home")).as_deref().and_then(Place::parse).is_some()
}

/// Whether a text looks like a path or the address of a file.
pub(super) fn looks_like_path(text: &str) -> bool {
    let has_step_up =
        text.split(['/', '\\']).any(|step| step == "..") && text.contains(['/', '\\']);
    text.starts_with(['/', '~', '\\'])
        || has_step_up
        || drive(text).is_some()
        || text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("file:"))
}

fn expand(folder: &str, home: Option<&str>) -> Option<String> {
    match folder.strip_prefix('~') {
        None => Some(folder.to_owned()),
        Some(rest) if rest.is_empty() || rest.starts_with(['/', '\\']) => {
            home.map(|home| format!("{home}{rest}"))
        }
        // The home of somebody else.
        Some(_) => None,
    }
}

/// An absolute path that leads down only.
struct Place<'a> {
    /// The letter of a drive, on Windows.
    drive: Option<char>,
    steps: Vec<&'a str>,
}

impl<'a> Place<'a> {
    fn parse(path: &'a str) -> Option<Self> {
        if path.contains(char::is_control) {
            return None;
        }
        let drive = drive(path);
        let steps: Vec<&str> = if drive.is_some() {
            path[2..].split(['/', '\\']).collect()
        } else if path.starts_with('/') && !path.starts_with("//") && !path.contains('\\') {
            path.split('/').collect()
        } else {
            return None;
        };
        let steps: Vec<&str> =
            steps.into_iter().filter(|step| !step.is_empty() && *step != ".").collect();
        let is_plain =
            |step: &&str| *step != ".." && (drive.is_none() || is_plain_on_windows(step));
        steps.iter().all(is_plain).then_some(Self { drive, steps })
    }
}

/// The letter of the drive that a Windows path begins with.
fn drive(path: &str) -> Option<char> {
    match path.as_bytes() {
        [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic() => {
            Some(char::from(*letter))
        }
        _ => None,
    }
}

/// Whether Windows takes a name as it is: not as a short name, a stream or a device, and without
/// dropping its end.
fn is_plain_on_windows(step: &str) -> bool {
    !step.contains(['~', ':', '*', '?', '"', '<', '>', '|']) && !step.ends_with(['.', ' '])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_below_a_folder_only_where_its_text_leaves_no_doubt() {
        for (path, folder, fit) in [
            ("/home/me/proj", "~/proj", Fit::Yes),
            ("/home/me/proj/", "~/proj/", Fit::Yes),
            ("/home/me//proj/./a/b", "~/proj", Fit::Yes),
            ("/home/me/a", "~", Fit::Yes),
            ("/etc/passwd", "/", Fit::Yes),
            ("/home/me/proj/a~1", "~/proj", Fit::Yes),
            ("/home/me/project", "~/proj", Fit::No),
            ("/home/me", "~/proj", Fit::No),
            ("/home/you/proj/a", "~/proj", Fit::No),
            ("C:\\proj\\a", "~/proj", Fit::No),
            ("/home/me/proj/../a", "~/proj", Fit::Unsure),
            ("/home/me/proj/a/../b", "~/proj", Fit::Unsure),
            ("/home/me/Proj/a", "~/proj", Fit::Unsure),
            ("proj/a", "~/proj", Fit::Unsure),
            ("~/proj/a", "~/proj", Fit::Unsure),
            ("~you/proj", "~/proj", Fit::Unsure),
            ("file:///home/me/proj/a", "~/proj", Fit::Unsure),
            ("//home/me/proj", "~/proj", Fit::Unsure),
            ("/home/me/proj/a\\..\\b", "~/proj", Fit::Unsure),
            ("/home/me/proj/a\0b", "~/proj", Fit::Unsure),
            ("", "~/proj", Fit::Unsure),
            ("c:/Proj/a", "C:\\Proj", Fit::Yes),
            ("C:\\PROJ\\a", "C:\\Proj", Fit::Unsure),
            ("D:\\Proj\\a", "C:\\Proj", Fit::No),
            ("C:\\Proj\\..\\a", "C:\\Proj", Fit::Unsure),
            ("C:\\Proj\\a.txt:stream", "C:\\Proj", Fit::Unsure),
            ("C:\\Proj.\\a", "C:\\Proj", Fit::Unsure),
            ("C:\\PROJ~1\\a", "C:\\Proj", Fit::Unsure),
            ("\\\\server\\share\\a", "C:\\Proj", Fit::Unsure),
        ] {
            assert_eq!(below(path, folder, Some("/home/me")), fit, "{path:?} below {folder:?}");
        }
        assert_eq!(below("/home/me/proj", "~/proj", None), Fit::Unsure);
        assert_eq!(below("/home/me/proj", "~you/proj", Some("/home/me")), Fit::Unsure);
    }

    #[test]
    fn a_folder_of_a_rule_is_absolute_or_at_home() {
        for folder in ["/", "/srv/data", "~", "~/proj", "C:\\Users", "c:/"] {
            assert!(is_folder(folder), "{folder}");
        }
        for folder in ["", "proj", "./proj", "~you", "/a/../b", "~/..", "//host/share", "C:"] {
            assert!(!is_folder(folder), "{folder}");
        }
    }

    #[test]
    fn paths_are_told_from_other_texts() {
        for path in ["/a", "~/.ssh/id", "../a", "a/../b", "C:\\a", "\\\\host\\a", "file:///a", "/"]
        {
            assert!(looks_like_path(path), "{path}");
        }
        for text in ["", "..", "a/b", "https://example.com/a", "one, two... three", "C:", "a:b"] {
            assert!(!looks_like_path(text), "{text}");
        }
    }
}
