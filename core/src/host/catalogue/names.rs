//! What things of many servers are called in one list.
//!
//! A name is made of what the person calls the server and what the server calls the thing, and of
//! nothing else: another server changes no name, and what a server says of itself none either.

use crate::{
    error::{Error, ErrorCode, Result},
    host::{Digest, ServerName},
};

/// The longest name that the interfaces of models take, in characters.
pub const MAX_PUBLIC_NAME: usize = 64;
/// What stands between the name of a server and that of its tool. No server's name has it inside.
const BETWEEN: &str = "__";
/// The scheme of the addresses of resources, before the name of their server.
const SCHEME: &str = "hostline://";
/// How many digits of a digest set a name apart that had to be changed.
const DIGITS: usize = 8;

/// What stands before the names of a server's things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// The server's own name, as the person gave it.
    Server(ServerName),
    /// Nothing: there is only one server.
    Nothing,
}

impl Prefix {
    /// The name of a tool or prompt in the list of all: `files__read_file`.
    ///
    /// It has 1 to 64 of `A–Z`, `a–z`, `0–9`, `-` and `_`. A name that would have others, or be
    /// longer, has them replaced by `_`, is cut, and ends with eight digits of its digest.
    pub fn name(&self, name: &str) -> String {
        let before = match self {
            Self::Server(server) => format!("{server}{BETWEEN}"),
            Self::Nothing => String::new(),
        };
        let fits = |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_');
        if !name.is_empty()
            && name.chars().all(fits)
            && before.len() + name.len() <= MAX_PUBLIC_NAME
        {
            return before + name;
        }
        let digest = Digest::of(name.as_bytes()).to_string();
        let digits = digest.split_at(digest.len() - 64).1.split_at(DIGITS).0;
        let room = MAX_PUBLIC_NAME - before.len() - DIGITS - 1;
        let kept: String =
            name.chars().map(|char| if fits(char) { char } else { '_' }).take(room).collect();
        format!("{before}{kept}_{digits}")
    }

    /// The address of a resource, or of a template, in the list of all: `hostline://files/` and the
    /// server's own address.
    pub fn address(&self, address: &str) -> String {
        match self {
            Self::Server(server) => format!("{SCHEME}{server}/{address}"),
            Self::Nothing => address.to_owned(),
        }
    }
}

/// Whose resource an address of the list of all means, and the server's own address of it.
///
/// # Errors
/// [`ErrorCode::InvalidInput`]: it is no such address.
pub fn split_address(address: &str) -> Result<(ServerName, &str)> {
    let parts = address.strip_prefix(SCHEME).and_then(|rest| rest.split_once('/'));
    let (server, own) = parts.ok_or_else(|| {
        let message = format!("`{address}` names no server");
        Error::new(ErrorCode::InvalidInput, message)
            .with_next_step(format!("begin it with `{SCHEME}` and the name of a server"))
    })?;
    Ok((ServerName::parse(server)?, own))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Prefix {
        Prefix::Server(ServerName::parse("files").unwrap())
    }

    #[test]
    fn a_plain_name_is_kept_behind_that_of_its_server() {
        assert_eq!(files().name("read_file"), "files__read_file");
        assert_eq!(Prefix::Nothing.name("read_file"), "read_file");
    }

    #[test]
    fn a_name_that_models_would_not_take_is_changed_and_set_apart() {
        let dotted = files().name("admin.tools/list");
        assert!(dotted.starts_with("files__admin_tools_list_"), "{dotted}");
        assert_ne!(dotted, files().name("admin_tools/list"));
        let [one, other] = ["a", "b"].map(|end| files().name(&("x".repeat(100) + end)));
        assert_eq!((one.len(), other.len()), (MAX_PUBLIC_NAME, MAX_PUBLIC_NAME));
        assert_ne!(one, other);
        for name in ["", "é", "a\u{202e}b", "x\ny", "名"] {
            let name = Prefix::Nothing.name(name);
            let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
            assert!((1..=64).contains(&name.len()) && name.bytes().all(allowed), "{name}");
        }
        let longest = Prefix::Server(ServerName::parse(&"s".repeat(32)).unwrap());
        assert_eq!(longest.name(&"x".repeat(200)).len(), MAX_PUBLIC_NAME);
    }

    #[test]
    fn an_address_leads_back_to_its_server() {
        for own in ["file:///home/me/{path}", "weather://{city}?u=1#x", "", "a/b"] {
            let address = files().address(own);
            let (server, found) = split_address(&address).unwrap();
            assert_eq!((server.as_str(), found), ("files", own));
        }
        for wrong in ["file:///x", "hostline://files", "hostline://a b/x", "hostline:///x"] {
            assert_eq!(split_address(wrong).unwrap_err().code(), ErrorCode::InvalidInput);
        }
    }
}
