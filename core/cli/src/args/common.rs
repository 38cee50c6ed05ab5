//! The flags that every command has which talks to a server.

use std::{env, fmt, path::PathBuf, time::Duration};

use clap::{Args, ValueHint};
use hostline::{Error, Version, client::ProtocolChoice, model::LoggingLevel, net::ProxyPolicy};

use crate::exit::usage;

/// The longest time that a flag can ask for: a century is as good as for ever.
const MAX_SECONDS: f64 = 3_155_760_000.0;

#[derive(Args, Debug)]
pub(crate) struct Common {
    /// The server: an address, the name of one of the configuration, or a quoted command line, which
    /// is never run by a shell
    #[arg(value_name = "TARGET", required = true)]
    pub(crate) target: Option<String>,
    #[command(flatten)]
    pub(crate) reach: Reach,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl Common {
    /// The server, as it was typed; nothing where all of the configuration are meant.
    pub(crate) fn target(&self) -> &str {
        self.target.as_deref().unwrap_or_default()
    }
}

/// How the server is reached.
#[derive(Args, Debug)]
pub(crate) struct Reach {
    /// Give the server's process a variable; KEY alone passes on our own (repeatable)
    #[arg(help_heading = "Server", long, value_name = "KEY[=VALUE]")]
    pub(crate) env: Vec<Variable>,
    /// Start the server's process in this folder
    #[arg(help_heading = "Server", long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) cwd: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) http: Http,
    /// Which protocol versions to try: auto, modern, legacy, or one such as 2025-11-25
    #[arg(help_heading = "Server", long, value_name = "ERA", default_value = "auto", value_parser = era)]
    pub(crate) era: ProtocolChoice,
    /// How long to wait for the server to start, and then for an answer or for progress
    /// [default: 60]
    #[arg(help_heading = "Server", long, value_name = "SECONDS", value_parser = seconds,
        allow_negative_numbers = true)]
    pub(crate) timeout: Option<Duration>,
    /// Let the server see that it may work in this folder (repeatable)
    #[arg(help_heading = "Server", long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) roots: Vec<PathBuf>,
    /// Never ask a person: the server is told that nobody can be asked
    #[arg(help_heading = "Server", long, alias = "yes")]
    pub(crate) no_input: bool,
    /// Show the server's log from this level on: debug, info, notice, warning, error, critical,
    /// alert or emergency
    #[arg(help_heading = "Server", long, value_name = "LEVEL", value_parser = level)]
    pub(crate) log_level: Option<LoggingLevel>,
}

/// How HTTP is spoken.
#[derive(Args, Debug)]
pub(crate) struct Http {
    /// Send a header with each request; `NAME: @env:VAR` takes its value from our environment, and
    /// `NAME: @secret:NAME` from the secrets that are kept, so that no other program sees it
    /// (repeatable)
    #[arg(help_heading = "Server", long, value_name = "NAME: VALUE")]
    pub(crate) header: Vec<Header>,
    /// Use this proxy, or `none`; without it the environment decides (HTTPS_PROXY, NO_PROXY)
    #[arg(help_heading = "Server", long, value_name = "URL|none")]
    pub(crate) proxy: Option<Proxy>,
    /// Trust the certificate authorities in this PEM file too (repeatable)
    #[arg(help_heading = "Server", long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) ca_cert: Vec<PathBuf>,
}

/// How results are shown.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Output {
    /// Print JSON, as it stands in the protocol; errors too
    #[arg(help_heading = "Output", long, global = true)]
    pub(crate) json: bool,
    /// Print results and errors only
    #[arg(help_heading = "Output", long, short, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Show what the server's process writes to its standard error, and the causes of errors
    #[arg(help_heading = "Output", long, short, global = true)]
    pub(crate) verbose: bool,
}

/// A variable for the server's process, as it was typed. It is never shown, and therefore checked
/// late: the parser of the command line repeats what it refuses.
#[derive(Clone)]
pub(crate) struct Variable(String);

/// What a variable is to be.
pub(crate) enum Setting<'a> {
    Given(&'a str, &'a str),
    Inherited(&'a str),
}

impl Variable {
    pub(crate) fn setting(&self) -> Result<Setting<'_>, Error> {
        let setting = match self.0.split_once('=') {
            Some((name, value)) => Setting::Given(name, value),
            None => Setting::Inherited(&self.0),
        };
        let (Setting::Given(name, _) | Setting::Inherited(name)) = setting;
        if name.is_empty() {
            return Err(usage("a variable of --env has no name")
                .with_next_step("write KEY=VALUE, or KEY to pass on our own"));
        }
        Ok(setting)
    }
}

/// A header for each request, as it was typed. Like a variable it is never shown.
#[derive(Clone)]
pub(crate) struct Header(String);

/// What a header's value is.
pub(crate) enum Value<'a> {
    Given(String),
    /// The name of a secret that is kept.
    Kept(&'a str),
}

impl Header {
    /// Whether it says who we act for.
    pub(crate) fn authorizes(&self) -> bool {
        let name = self.0.split_once(':').map_or("", |(name, _)| name.trim());
        name.eq_ignore_ascii_case("authorization")
    }

    /// Its name and value, with a reference as the configuration writes it.
    pub(crate) fn reference(&self) -> Result<(&str, String), Error> {
        let (name, value) = self.split()?;
        Ok((
            name,
            match (value.strip_prefix("@secret:"), value.strip_prefix("@env:")) {
                (Some(secret), _) => format!("${{secret:{secret}}}"),
                (_, Some(variable)) => format!("${{env:{variable}}}"),
                _ => value.to_owned(),
            },
        ))
    }

    /// Its name and value; a value `@env:VAR` is looked up.
    pub(crate) fn resolve(&self) -> Result<(&str, Value<'_>), Error> {
        let (name, value) = self.split()?;
        if let Some(secret) = value.strip_prefix("@secret:") {
            return Ok((name, Value::Kept(secret)));
        }
        let Some(variable) = value.strip_prefix("@env:") else {
            return Ok((name, Value::Given(value.to_owned())));
        };
        if variable.is_empty() {
            return Err(wrong_header("names no variable"));
        }
        let value = env::var(variable).map_err(|_| {
            usage(format!("the variable {variable} is not set, or no text"))
                .with_next_step(format!("set it: the header {name} takes its value from it"))
        })?;
        Ok((name, Value::Given(value.trim().to_owned())))
    }

    fn split(&self) -> Result<(&str, &str), Error> {
        let (name, value) = self.0.split_once(':').ok_or_else(|| wrong_header("has no colon"))?;
        Ok((name.trim(), value.trim()))
    }
}

fn wrong_header(what: &str) -> Error {
    usage(format!("a header of --header {what}"))
        .with_next_step("write 'NAME: VALUE', 'NAME: @env:VAR' or 'NAME: @secret:NAME'")
}

/// A proxy's address, which may hold a password, or `none`.
#[derive(Clone)]
pub(crate) struct Proxy(String);

impl Proxy {
    pub(crate) fn policy(&self) -> Result<ProxyPolicy, Error> {
        if self.0.eq_ignore_ascii_case("none") {
            return Ok(ProxyPolicy::off());
        }
        ProxyPolicy::url(&self.0)
    }
}

macro_rules! never_shown {
    ($($name:ident)+) => {$(
        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($name))
            }
        }
    )+};
}
never_shown!(Variable Header Proxy);

fn era(text: &str) -> Result<ProtocolChoice, String> {
    Ok(match text {
        "auto" => ProtocolChoice::Auto,
        "modern" => ProtocolChoice::Modern,
        "legacy" => ProtocolChoice::Legacy,
        version => ProtocolChoice::Exact(version.parse().map_err(|_| {
            let versions = Version::ALL.map(Version::as_str).join(", ");
            format!("it is auto, modern, legacy, or one of {versions}")
        })?),
    })
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "write a number of seconds, such as 2.5")?;
    if !(seconds > 0.0 && seconds <= MAX_SECONDS) {
        return Err(format!("write a number of seconds above 0, {MAX_SECONDS} at the most"));
    }
    Ok(Duration::from_secs_f64(seconds))
}

fn level(text: &str) -> Result<LoggingLevel, String> {
    let level = LoggingLevel::from(text.to_ascii_lowercase().as_str());
    if level.severity().is_none() {
        return Err(format!(
            "it is one of {}",
            LoggingLevel::ALL.map(|l| l.to_string()).join(", ")
        ));
    }
    Ok(level)
}
