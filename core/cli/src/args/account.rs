//! The arguments of signing in and out, and of secrets.

use clap::{Args, Subcommand, ValueHint, builder::NonEmptyStringValueParser};

use super::{Http, Output};

/// A server that somebody can sign in to.
#[derive(Args, Debug)]
pub(crate) struct Site {
    /// The server: an address, or the name of one of the configuration that has an address
    #[arg(value_name = "TARGET", value_hint = ValueHint::Url)]
    pub(crate) target: String,
    #[command(flatten)]
    pub(crate) http: Http,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hostline login https://example.com/mcp
  hostline login https://example.com/mcp --no-browser
  hostline login weather                      what `hostline add` has called it
  hostline login https://example.com/mcp --client-id my-app --issuer https://id.example.com \
    --client-secret-stdin < secret.txt")]
pub(crate) struct LoginArgs {
    #[command(flatten)]
    pub(crate) site: Site,
    /// The client that was registered for this program, or the https address of its metadata
    /// document; without it the program registers itself
    #[arg(long, value_name = "ID", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) client_id: Option<String>,
    /// Read that client's secret from the standard input, or ask for it
    #[arg(long, requires = "client_id")]
    pub(crate) client_secret_stdin: bool,
    /// The authorization server that has registered that client, as it calls itself; needed where
    /// there is a secret, which nobody else may see
    #[arg(long, value_name = "URL", requires = "client_id", value_hint = ValueHint::Url)]
    pub(crate) issuer: Option<String>,
    /// Ask for this scope, in place of those that the server names (repeatable)
    #[arg(long, value_name = "S")]
    pub(crate) scope: Vec<String>,
    /// Print the address to open, for a browser elsewhere; the address that the browser ends at is
    /// then pasted here
    #[arg(long)]
    pub(crate) no_browser: bool,
    /// The port of this machine that the browser is sent back to, where the client is registered
    /// for one
    #[arg(long, value_name = "PORT", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) redirect_port: Option<u16>,
    /// Leave the parameter `resource` out, for an authorization server that refuses it
    #[arg(long)]
    pub(crate) no_resource: bool,
}

#[derive(Args, Debug)]
pub(crate) struct LogoutArgs {
    #[command(flatten)]
    pub(crate) site: Site,
}

#[derive(Args, Debug)]
pub(crate) struct AuthArgs {
    #[command(subcommand)]
    pub(crate) action: AuthAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AuthAction {
    /// Tell who has signed in to a server, what for and until when; never a token
    Status(Site),
    /// Print the client metadata document to publish at an address, so that it can be the client id
    ClientDocument {
        /// The https address at which it will stand
        #[arg(value_name = "URL", value_hint = ValueHint::Url)]
        url: String,
        /// The program's name on the pages of authorization servers
        #[arg(long, value_name = "NAME", default_value = "Hostline")]
        name: String,
        /// The port of this machine that the browser is sent back to; without it any port
        #[arg(long, value_name = "PORT", value_parser = clap::value_parser!(u16).range(1..))]
        redirect_port: Option<u16>,
        #[command(flatten)]
        output: Output,
    },
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hostline secret set weather-key
  hostline tools https://example.com/mcp --header 'X-Api-Key: @secret:weather-key'")]
pub(crate) struct SecretArgs {
    #[command(subcommand)]
    pub(crate) action: SecretAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SecretAction {
    /// Keep a secret; it is asked for without showing it, or read from the standard input
    Set {
        /// What it is called
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        output: Output,
    },
    /// List the names of the secrets that are kept
    List {
        #[command(flatten)]
        output: Output,
    },
    /// Forget a secret
    Delete {
        /// What it is called
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        output: Output,
    },
}

impl AuthArgs {
    pub(crate) fn output(&self) -> Output {
        match &self.action {
            AuthAction::Status(site) => site.output,
            AuthAction::ClientDocument { output, .. } => *output,
        }
    }
}

impl SecretArgs {
    pub(crate) fn output(&self) -> Output {
        match &self.action {
            SecretAction::Set { output, .. }
            | SecretAction::List { output }
            | SecretAction::Delete { output, .. } => *output,
        }
    }
}
