//! The arguments of the commands over the host: what servers do, may do and have done.

use clap::{Args, Subcommand};
use hostline::host::{
    ServerName,
    audit::{AuditAction, AuditVerdict},
};

use super::{Output, servers::server_name};

#[derive(Args, Debug)]
pub(crate) struct StatusArgs {
    /// Tell all of this server
    #[arg(value_name = "SERVER", value_parser = server_name)]
    pub(crate) server: Option<ServerName>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct LogsArgs {
    /// The server
    #[arg(value_name = "SERVER", value_parser = server_name)]
    pub(crate) server: ServerName,
    /// Go on with what is said from now on, until Ctrl-C
    #[arg(long, short)]
    pub(crate) follow: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hostline policy
  hostline policy simulate files__write_file path=/tmp/a content=b
  hostline policy grants
  hostline policy revoke k3v9x0q2m8ab")]
pub(crate) struct PolicyArgs {
    #[command(subcommand)]
    pub(crate) action: Option<PolicyAction>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PolicyAction {
    /// List the rules of the configuration
    List,
    /// Tell what would come of a call, and why; nobody is asked and nothing is called
    Simulate(SimulateArgs),
    /// List what you have granted
    Grants,
    /// Take a grant back
    Revoke {
        /// The grant, as `hostline policy grants` names it
        #[arg(value_name = "ID")]
        id: String,
    },
}

#[derive(Args, Debug)]
pub(crate) struct SimulateArgs {
    /// The tool, by its name in `hostline tools`, or with --server by its own
    #[arg(value_name = "TOOL")]
    pub(crate) tool: String,
    /// Arguments: KEY=VALUE, typed by the tool's schema, or KEY:=JSON
    #[arg(value_name = "KEY=VALUE")]
    pub(crate) words: Vec<String>,
    /// All arguments as a JSON object: the text itself, @FILE, or - for the standard input
    #[arg(long, value_name = "JSON")]
    pub(crate) args: Option<String>,
    /// The server whose tool it is
    #[arg(long, value_name = "SERVER", value_parser = server_name)]
    pub(crate) server: Option<ServerName>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hostline pins
  hostline pins show files
  hostline pins approve files write_file
  hostline pins forget files write_file")]
pub(crate) struct PinsArgs {
    #[command(subcommand)]
    pub(crate) action: Option<PinsAction>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PinsAction {
    /// Tell how much of each server is approved
    List,
    /// Show what has changed at a server since you approved it, word by word
    Show {
        /// The server
        #[arg(value_name = "SERVER", value_parser = server_name)]
        server: ServerName,
    },
    /// Approve what has changed, once you have seen it
    Approve {
        /// The server
        #[arg(value_name = "SERVER", value_parser = server_name)]
        server: ServerName,
        /// Only these tools and prompts; without, all that waits
        #[arg(value_name = "NAME")]
        names: Vec<String>,
        /// Approve without asking, as scripts do
        #[arg(long, short)]
        yes: bool,
    },
    /// Take approval back. Without a name, of all that the server has
    Forget {
        /// The server
        #[arg(value_name = "SERVER", value_parser = server_name)]
        server: ServerName,
        /// The tool or prompt
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },
}

#[derive(Args, Debug)]
pub(crate) struct AuditArgs {
    #[command(subcommand)]
    pub(crate) action: Option<AuditCommand>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AuditCommand {
    /// Show the record of what was done, the newest last
    Show(AuditShowArgs),
    /// Check that the record is as it was written
    Verify,
}

#[derive(Args, Debug, Default)]
pub(crate) struct AuditShowArgs {
    /// Only what is about this server
    #[arg(long, value_name = "SERVER", value_parser = server_name)]
    pub(crate) server: Option<ServerName>,
    /// Only what this client wanted
    #[arg(long, value_name = "CLIENT")]
    pub(crate) client: Option<String>,
    /// Only this kind of action, such as tools/call or server/start
    #[arg(long, value_name = "ACTION", value_parser = action)]
    pub(crate) action: Option<AuditAction>,
    /// Only what was allowed, or denied: allow or deny
    #[arg(long, value_name = "VERDICT", value_parser = verdict)]
    pub(crate) verdict: Option<AuditVerdict>,
    /// How many lines, the newest
    #[arg(long, short = 'n', value_name = "N")]
    pub(crate) limit: Option<usize>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
With --json each question is a line of the standard output, {\"asked\": …} or {\"settled\":
{\"id\": 1}}, and an answer is a line of the standard input:
  {\"id\": 1, \"decision\": {\"allow\": true}}")]
pub(crate) struct ConsentArgs {
    #[command(flatten)]
    pub(crate) output: Output,
}

fn action(text: &str) -> Result<AuditAction, String> {
    let value = serde_json::Value::from(text);
    serde_json::from_value(value).map_err(|_| {
        "it is one of tools/call, sampling/createMessage, elicitation/create, roots/list, \
         server/start, sign-in and open"
            .to_owned()
    })
}

fn verdict(text: &str) -> Result<AuditVerdict, String> {
    let value = serde_json::Value::from(text);
    serde_json::from_value(value).map_err(|_| "it is allow or deny".to_owned())
}
