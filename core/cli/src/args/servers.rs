//! The arguments of the commands over the configuration.

use clap::{Args, ValueHint};
use hostline::host::{ServerName, config::Template, policy::Posture};

use super::{Header, Output, Variable};

#[derive(Args, Debug)]
#[command(after_help = "\
Nothing is started and nothing is asked of the server by this. Texts may refer to a variable of the
environment, ${env:NAME}, and a header or --env to a secret that is kept, ${secret:name}.

Examples:
  hostline add files \"npx -y @modelcontextprotocol/server-filesystem /home/me/proj\"
  hostline add files --yes -- npx -y @modelcontextprotocol/server-filesystem '${env:HOME}/proj'
  hostline add notes --write /home/me/notes -- /opt/notes/bin/notes-server
  hostline add weather https://weather.example/mcp --header 'X-Api-Key: @secret:weather'")]
pub(crate) struct AddArgs {
    /// What the server is called from now on
    #[arg(value_name = "NAME", value_parser = server_name)]
    pub(crate) name: ServerName,
    /// The server: an address, or a quoted command line, or behind `--` a program and its arguments
    #[arg(value_name = "TARGET", required = true)]
    pub(crate) target: Vec<String>,
    /// Give the server's process a variable; KEY alone passes on our own (repeatable)
    #[arg(long, value_name = "KEY[=VALUE]")]
    pub(crate) env: Vec<Variable>,
    /// Start the server's process in this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = template)]
    pub(crate) cwd: Option<Template>,
    /// Send a header with each request; `NAME: @env:VAR` takes its value from our environment, and
    /// `NAME: @secret:NAME` from the secrets that are kept (repeatable)
    #[arg(long, value_name = "NAME: VALUE")]
    pub(crate) header: Vec<Header>,
    /// Never sign in to the server
    #[arg(long)]
    pub(crate) no_auth: bool,
    /// Keep the server's process to what every program needs, and to --read, --write and --network
    #[arg(long)]
    pub(crate) confine: bool,
    /// Confine the server's process, and let it read this folder (repeatable)
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = template)]
    pub(crate) read: Vec<Template>,
    /// Confine the server's process, and let it read and write this folder (repeatable)
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = template)]
    pub(crate) write: Vec<Template>,
    /// Let the server's process use the network although it is confined
    #[arg(long)]
    pub(crate) network: bool,
    /// How much the server may do without asking: read-only, ask-for-writes, ask-always or block
    #[arg(long, value_name = "POSTURE", default_value = "ask-for-writes", value_parser = posture)]
    pub(crate) posture: Posture,
    /// Add it switched off
    #[arg(long)]
    pub(crate) disabled: bool,
    /// Add it without asking, as scripts do
    #[arg(long, short)]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct ServersArgs {
    #[command(flatten)]
    pub(crate) output: Output,
}

/// A server of the configuration.
#[derive(Args, Debug)]
pub(crate) struct ServerArgs {
    /// The server's name
    #[arg(value_name = "NAME", value_parser = server_name)]
    pub(crate) name: ServerName,
    #[command(flatten)]
    pub(crate) output: Output,
}

pub(super) fn server_name(text: &str) -> Result<ServerName, String> {
    ServerName::parse(text).map_err(|error| error.to_string())
}

fn template(text: &str) -> Result<Template, String> {
    Template::parse(text).map_err(|error| error.to_string())
}

fn posture(text: &str) -> Result<Posture, String> {
    let all = [Posture::ReadOnly, Posture::AskForWrites, Posture::AskAlways, Posture::Block];
    all.into_iter()
        .find(|posture| posture.name() == text)
        .ok_or_else(|| format!("it is one of {}", all.map(Posture::name).join(", ")))
}
