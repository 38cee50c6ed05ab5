//! The command line: commands, their arguments, and the words of `--help`.

mod account;
mod common;
mod host;
mod icon;
mod serve;
mod servers;

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
};

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint, builder::NonEmptyStringValueParser};

pub(crate) use account::{
    AuthAction, AuthArgs, LoginArgs, LogoutArgs, SecretAction, SecretArgs, Site,
};
pub(crate) use common::{Common, Header, Http, Output, Reach, Setting, Value, Variable};
pub(crate) use host::{
    AuditArgs, AuditCommand, AuditShowArgs, ConsentArgs, LogsArgs, PinsAction, PinsArgs,
    PolicyAction, PolicyArgs, SimulateArgs, StatusArgs,
};
pub(crate) use icon::{IconArgs, Kind};
pub(crate) use serve::{ClientAction, ServeAction, ServeArgs};
pub(crate) use servers::{AddArgs, ServerArgs, ServersArgs};

use crate::exit;

const EXAMPLES: &str = "\
Examples:
  hostline tools \"npx -y @modelcontextprotocol/server-everything\"
  hostline call \"npx -y @modelcontextprotocol/server-everything\" get-sum a=2 b=3
  hostline call https://example.com/mcp get-sum --args '{\"a\": 2, \"b\": 3}'
  hostline inspect https://example.com/mcp --header 'Authorization: @env:TOKEN'

A TARGET is one word: an address, the name of a server of the configuration, or a quoted command
line, which is never run by a shell.
Text from a server is shown with hidden and control characters made visible.";

/// Talk to Model Context Protocol servers.
#[derive(Debug, Parser)]
#[command(name = "hostline", version, max_term_width = 100, propagate_version = false)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", exit::TABLE))]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List a server's tools, with their arguments; without TARGET those of all servers of the
    /// configuration
    Tools(ListArgs),
    /// Call a tool
    Call(CallArgs),
    /// List a server's resources and resource templates
    Resources(ResourcesArgs),
    /// Read a resource
    Read(ReadArgs),
    /// List a server's prompts, with their arguments
    Prompts(ListArgs),
    /// Get a prompt with its arguments filled in
    Prompt(PromptArgs),
    /// Ask a server to complete an argument of a prompt or of a resource template
    Complete(CompleteArgs),
    /// Print what changes at a server, until Ctrl-C
    Subscribe(SubscribeArgs),
    /// List, read, cancel or wait for a server's tasks (protocol version 2025-11-25)
    Tasks(TasksArgs),
    /// Send any request and print its result as JSON
    Raw(RawArgs),
    /// Tell what a server speaks, what it offers, and where it departs from the specification
    Inspect(TargetArgs),
    /// Sign in to a server, in the browser
    Login(LoginArgs),
    /// Sign out of a server: its tokens are taken back and forgotten
    Logout(LogoutArgs),
    /// Tell how a sign-in stands
    Auth(AuthArgs),
    /// Keep secrets in the system's keychain, for the headers of servers
    Secret(SecretArgs),
    /// Save a server's icon, or that of a thing that it has, as a PNG that is safe to show
    Icon(IconArgs),
    /// Add a server to the configuration, once you have seen what it is
    Add(AddArgs),
    /// List the servers of the configuration
    List(ServersArgs),
    /// Remove a server from the configuration
    Remove(ServerArgs),
    /// Switch a server of the configuration on
    Enable(ServerArgs),
    /// Switch a server of the configuration off; it stays there
    Disable(ServerArgs),
    /// Tell how the servers of the configuration stand
    Status(StatusArgs),
    /// Show what was said with a server of the configuration; secrets are taken out
    Logs(LogsArgs),
    /// List the rules and grants that decide what servers may do, and try them
    Policy(PolicyArgs),
    /// Show and approve what servers say of their own tools
    Pins(PinsArgs),
    /// Show and check the record of what was done
    Audit(AuditArgs),
    /// Answer, in this terminal, what servers and other programs want to do, until Ctrl-C
    Consent(ConsentArgs),
    /// Offer all servers of the configuration as one to another client, behind your consent
    Serve(ServeArgs),
    /// Be a server that shows one of everything, for trying a client
    DemoServer(DemoServerArgs),
    /// Print a script that completes this command's words in a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

impl Command {
    /// The settings of every command that talks to a server.
    pub(crate) fn common(&self) -> Option<&Common> {
        Some(match self {
            Self::Tools(args) | Self::Prompts(args) => &args.common,
            Self::Call(args) => &args.common,
            Self::Resources(args) => &args.common,
            Self::Read(args) => &args.common,
            Self::Prompt(args) => &args.common,
            Self::Complete(args) => &args.common,
            Self::Subscribe(args) => &args.common,
            Self::Tasks(args) => &args.common,
            Self::Raw(args) => &args.common,
            Self::Inspect(args) => &args.common,
            Self::Icon(args) => &args.common,
            Self::Login(_)
            | Self::Logout(_)
            | Self::Auth(_)
            | Self::Secret(_)
            | Self::Add(_)
            | Self::List(_)
            | Self::Remove(_)
            | Self::Enable(_)
            | Self::Disable(_)
            | Self::Status(_)
            | Self::Logs(_)
            | Self::Policy(_)
            | Self::Pins(_)
            | Self::Audit(_)
            | Self::Consent(_)
            | Self::Serve(_)
            | Self::DemoServer(_)
            | Self::Completions { .. } => return None,
        })
    }
}

#[derive(Args, Debug)]
pub(crate) struct TargetArgs {
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args, Debug)]
// What is changed goes to the end, and the names stand behind the target.
#[command(mut_arg("target", |target| target.required(false)), mut_arg("names", |names| names))]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Show only these, and all there is to know about them
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Values are typed by the tool's schema: `count=3` is a number where the tool wants one, and text where \
it wants text. `count:=3` is JSON whatever the schema says.

Examples:
  hostline call TARGET get-sum a=2 b=3
  hostline call TARGET search query='red shoes' tags:='[\"new\", \"sale\"]'
  hostline call TARGET search --args @arguments.json limit=5
  hostline call TARGET make-chart --output chart.png")]
pub(crate) struct CallArgs {
    #[command(flatten)]
    pub(crate) common: Common,
    /// The tool's name
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// Arguments: KEY=VALUE, typed by the tool's schema, or KEY:=JSON
    #[arg(value_name = "KEY=VALUE")]
    pub(crate) words: Vec<String>,
    /// All arguments as a JSON object: the text itself, @FILE, or - for the standard input.
    /// KEY=VALUE adds to it
    #[arg(long, value_name = "JSON")]
    pub(crate) args: Option<String>,
    /// Check the arguments against the tool's schema, and fill in its defaults, before sending
    #[arg(long)]
    pub(crate) check: bool,
    /// Let the server run the call as a task, and print the task (protocol version 2025-11-25)
    #[arg(long)]
    pub(crate) task: bool,
    #[command(flatten)]
    pub(crate) save: Save,
}

/// Where the bytes of a result go.
#[derive(Args, Debug)]
pub(crate) struct Save {
    /// Write the bytes of pictures, sound and resources to this file, or text where there is
    /// nothing else; further ones get a number in their name. `-` is the standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(mut_arg("target", |target| target.required(false)))]
pub(crate) struct ResourcesArgs {
    #[command(flatten)]
    pub(crate) common: Common,
    /// List the templates only
    #[arg(long)]
    pub(crate) templates: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ReadArgs {
    #[command(flatten)]
    pub(crate) common: Common,
    /// The resource's address
    #[arg(value_name = "URI")]
    pub(crate) uri: String,
    #[command(flatten)]
    pub(crate) save: Save,
}

#[derive(Args, Debug)]
pub(crate) struct PromptArgs {
    #[command(flatten)]
    pub(crate) common: Common,
    /// The prompt's name
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// What the prompt is filled in with
    #[arg(value_name = "KEY=VALUE")]
    pub(crate) words: Vec<String>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hostline complete TARGET prompt:greet who An
  hostline complete TARGET 'file:///{path}' path src/")]
pub(crate) struct CompleteArgs {
    #[command(flatten)]
    pub(crate) common: Common,
    /// What the argument belongs to: prompt:NAME, or the pattern of a resource template
    #[arg(value_name = "prompt:NAME|URI-TEMPLATE")]
    pub(crate) of: String,
    /// The argument's name
    #[arg(value_name = "ARGUMENT")]
    pub(crate) argument: String,
    /// What was typed of its value
    #[arg(value_name = "VALUE", default_value = "")]
    pub(crate) value: String,
    /// An argument that is known already (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) context: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct SubscribeArgs {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Changes of the list of tools
    #[arg(long)]
    pub(crate) tools: bool,
    /// Changes of the list of prompts
    #[arg(long)]
    pub(crate) prompts: bool,
    /// Changes of the list of resources
    #[arg(long)]
    pub(crate) resources: bool,
    /// Changes of this resource (repeatable). Without any of these: all lists that the server
    /// tells the changes of
    #[arg(long, value_name = "URI")]
    pub(crate) uri: Vec<String>,
    /// End after so many changes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: Option<u64>,
}

/// What to do with tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TaskAction {
    List,
    Get,
    Cancel,
    Result,
}

#[derive(Args, Debug)]
pub(crate) struct TasksArgs {
    #[command(flatten)]
    pub(crate) common: Common,
    /// What to do: `list` them, `get` one, `cancel` one, or wait for the `result` of one
    #[arg(value_enum, hide_possible_values = true, default_value_t = TaskAction::List)]
    pub(crate) action: TaskAction,
    /// The task's identifier
    #[arg(value_name = "ID", required_if_eq_any = [
        ("action", "get"), ("action", "cancel"), ("action", "result"),
    ])]
    pub(crate) id: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct RawArgs {
    #[command(flatten)]
    pub(crate) common: Common,
    /// The request's method, such as tools/list
    #[arg(value_name = "METHOD", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) method: String,
    /// Its parameters as a JSON object: the text itself, @FILE, or - for the standard input
    #[arg(long, value_name = "JSON")]
    pub(crate) params: Option<String>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hostline tools \"hostline demo-server\"
  hostline call \"hostline demo-server\" add a=2 b=3
  hostline subscribe \"hostline demo-server\"
  hostline demo-server --http")]
pub(crate) struct DemoServerArgs {
    /// Listen on HTTP, and print the address. ADDR is an address with a port, or a port of this
    /// machine [default: any free port, for this machine only]
    #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = "0",
        value_parser = listening)]
    pub(crate) http: Option<SocketAddr>,
    /// Serve only who has a token of this authorization server; ADDR must have a port then, since
    /// tokens are for one address
    #[arg(long, value_name = "URL", requires = "http", value_hint = ValueHint::Url)]
    pub(crate) issuer: Option<String>,
    /// With --issuer: a scope that the token must have; may be repeated
    #[arg(long, value_name = "SCOPE", requires = "issuer")]
    pub(crate) scope: Vec<String>,
    #[command(flatten)]
    pub(crate) output: Output,
}

fn listening(text: &str) -> Result<SocketAddr, String> {
    let here = |port: u16| (Ipv4Addr::LOCALHOST, port).into();
    text.parse()
        .map(here)
        .or_else(|_| text.parse())
        .map_err(|_| "write an address with a port, such as 127.0.0.1:8080, or a port".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_secret_in_a_flag_is_not_shown_by_debug() {
        let cli = Cli::try_parse_from([
            "hostline",
            "tools",
            "https://example.com",
            "--header",
            "Authorization: Bearer hush",
            "--env",
            "KEY=hush",
            "--proxy",
            "http://me:hush@proxy.example",
        ]);
        assert!(!format!("{:?}", cli.unwrap()).contains("hush"));
    }
}
