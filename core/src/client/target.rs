//! What a user names to connect to.

use std::sync::Arc;

use url::Url;

use crate::{
    error::{Error, ErrorCode, Result},
    transport::{Command, Transport},
};

/// A server to connect to: an address, a command, or a transport made by the caller.
pub struct Target(pub(crate) Kind);

pub(crate) enum Kind {
    /// Speak HTTP to this address.
    Http(Url),
    /// Start this command and speak over its standard streams.
    Command(Command),
    /// Speak over this.
    Transport(Arc<str>, Box<dyn Transport>),
}

impl Target {
    /// Understands one word: an address that begins with `http://` or `https://`, or a command
    /// line, split by the platform's rules and never run by a shell.
    ///
    /// # Errors
    /// The address is no URL, or the command line is empty or has an open quote.
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        let has_scheme = |scheme: &str| {
            text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        };
        if has_scheme("http://") || has_scheme("https://") {
            let url = Url::parse(text).map_err(|source| {
                // The text may hold a password or a token, so it is not repeated.
                Error::new(ErrorCode::InvalidInput, "the server's address is not valid")
                    .with_next_step("write it like https://host/mcp")
                    .with_source(source)
            })?;
            return Self::http(url);
        }
        Command::parse(text).map(|command| Self(Kind::Command(command)))
    }

    /// Speaks over a transport that the caller has made. `label` names it in errors.
    pub fn transport(label: &str, transport: impl Transport) -> Self {
        Self(Kind::Transport(label.into(), Box::new(transport)))
    }

    fn http(url: Url) -> Result<Self> {
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return Err(Error::new(
                ErrorCode::InvalidInput,
                format!("{} is no address of HTTP", url.scheme()),
            )
            .with_next_step("use an address that begins with https://"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            // The address is shown in errors and logs, so it must hold no secret.
            return Err(Error::new(
                ErrorCode::InvalidInput,
                "the address holds a user name or a password",
            )
            .with_next_step("send them in a header instead"));
        }
        Ok(Self(Kind::Http(url)))
    }

    /// The name that errors give the server.
    pub(crate) fn label(&self) -> Arc<str> {
        match &self.0 {
            // A query may hold a secret.
            Kind::Http(url) => {
                let mut shown = url.clone();
                shown.set_query(None);
                shown.set_fragment(None);
                shown.as_str().into()
            }
            Kind::Command(command) => command.to_string().into(),
            Kind::Transport(label, _) => label.clone(),
        }
    }
}

impl TryFrom<&str> for Target {
    type Error = Error;
    fn try_from(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}

impl TryFrom<String> for Target {
    type Error = Error;
    fn try_from(text: String) -> Result<Self> {
        Self::parse(&text)
    }
}

impl TryFrom<&String> for Target {
    type Error = Error;
    fn try_from(text: &String) -> Result<Self> {
        Self::parse(text)
    }
}

impl TryFrom<Url> for Target {
    type Error = Error;
    fn try_from(url: Url) -> Result<Self> {
        Self::http(url)
    }
}

impl From<Command> for Target {
    fn from(command: Command) -> Self {
        Self(Kind::Command(command))
    }
}

impl std::fmt::Debug for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Target({})", self.label())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_is_not_valid_is_not_repeated() {
        for text in ["https://user:secret@host:99999/", "http://[/?token=secret"] {
            let error = Target::parse(text).unwrap_err();
            assert_eq!(error.code(), ErrorCode::InvalidInput);
            assert!(!format!("{error:?}").contains("secret"), "{error:?}");
        }
    }
}
