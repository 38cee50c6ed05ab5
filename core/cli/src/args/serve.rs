//! The arguments of `serve`.

use clap::{Args, Subcommand};
use hostline::host::policy::ClientName;

use super::Output;

#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
What a client may do is decided here, by your rules and grants, and by you: `hostline consent` shows
the questions in a terminal. One process serves; all others that run hand their clients on to it.

Examples:
  hostline serve --stdio --client cursor    what a client's configuration starts
  hostline serve client add script          prints a token for a client over HTTP
  hostline serve --http 7777"
)]
pub(crate) struct ServeArgs {
    #[command(subcommand)]
    pub(crate) action: Option<ServeAction>,
    /// Serve the one client that has started this process, over its standard streams
    #[arg(long, required_unless_present = "http", conflicts_with = "http")]
    pub(crate) stdio: bool,
    /// Serve clients of this machine that have a token [default port: that of the configuration, or
    /// any that is free]
    #[arg(long, value_name = "PORT", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "the flag may stand alone")]
    pub(crate) http: Option<Option<u16>>,
    /// What you call the client: consent is bound to it [default: what it calls itself]
    #[arg(long, value_name = "NAME", requires = "stdio", value_parser = client_name)]
    pub(crate) client: Option<ClientName>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ServeAction {
    /// The clients that may come over HTTP
    Client {
        #[command(subcommand)]
        action: ClientAction,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum ClientAction {
    /// Let a client in, and print its token, which is not shown again
    Add {
        /// What you call the client: consent is bound to it
        #[arg(value_name = "NAME", value_parser = client_name)]
        name: ClientName,
        #[command(flatten)]
        output: Output,
    },
    /// Let a client in no more
    Remove {
        /// The client's name
        #[arg(value_name = "NAME", value_parser = client_name)]
        name: ClientName,
        #[command(flatten)]
        output: Output,
    },
    /// List the clients
    List {
        #[command(flatten)]
        output: Output,
    },
}

impl ServeArgs {
    pub(crate) fn output(&self) -> Output {
        match &self.action {
            None => self.output,
            Some(ServeAction::Client { action }) => match action {
                ClientAction::Add { output, .. }
                | ClientAction::Remove { output, .. }
                | ClientAction::List { output } => *output,
            },
        }
    }
}

fn client_name(text: &str) -> Result<ClientName, String> {
    ClientName::parse(text).map_err(|error| error.to_string())
}
