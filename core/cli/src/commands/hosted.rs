//! Servers of the configuration, in the commands that talk to any server: they are reached through
//! the host, and what has an effect passes its gate.

use std::{collections::BTreeMap, sync::Arc};

use hostline::{
    Json,
    gateway::Relays,
    host::{
        ServerName,
        config::ConfigFile,
        ops::{CatalogueView, StandingView, ToolView},
    },
    model::{CallToolResult, GetPromptResult, Progress, ReadResourceResult},
    text::{display_safe, shorten},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{advice, call, prompts, resources, select, tools};
use crate::{
    args::{CallArgs, Command, Common, ListArgs, PromptArgs, ReadArgs, ResourcesArgs},
    arguments,
    door::{self, Door},
    drive,
    exit::{Exit, Outcome, usage},
    output::{Cell, Console, Paint, Saver, table},
    target,
};

/// The longest description in a list of all tools, in characters.
const MAX_ABOUT: usize = 160;

/// Which servers of the configuration are meant.
pub(crate) enum Servers {
    All,
    One(ServerName),
}

impl Servers {
    fn name(&self) -> Option<&ServerName> {
        match self {
            Self::All => None,
            Self::One(name) => Some(name),
        }
    }
}

/// The servers of the configuration that a target means, if it means any.
pub(crate) fn servers(common: &Common) -> Outcome<Option<Servers>> {
    let Some(target) = &common.target else { return Ok(Some(Servers::All)) };
    // Without a place for a configuration there is none.
    let (Ok(name), Ok(file)) = (ServerName::parse(target), ConfigFile::standard()) else {
        return Ok(None);
    };
    let reading = drive::block_on(async { Ok(file.read().await?) })?;
    let is_known = reading.config.servers.contains_key(&name);
    Ok(is_known.then_some(Servers::One(name)))
}

/// Runs a command at servers of the configuration.
pub(crate) fn run(
    command: &Command,
    common: &Common,
    servers: &Servers,
    console: &Arc<Console>,
) -> Outcome {
    refuse_flags(common)?;
    let is_known = matches!(
        command,
        Command::Tools(_)
            | Command::Prompts(_)
            | Command::Resources(_)
            | Command::Call(_)
            | Command::Prompt(_)
            | Command::Read(_)
    );
    if !is_known {
        return Err(usage("this command does not go through the configuration")
            .with_next_step("give the server's address or command line, as `hostline list` has it")
            .into());
    }
    let given = super::load(command)?;
    let asks = !common.reach.no_input && console.can_ask();
    door::run(console, asks, Relays::Held, async |door: &Door| {
        let server = servers.name();
        match command {
            Command::Tools(args) => list_tools(door, server, args).await,
            Command::Prompts(args) => list_prompts(door, server, args).await,
            Command::Resources(args) => list_resources(door, server, args).await,
            Command::Call(args) => call_tool(door, server, args, given.as_deref()).await,
            Command::Prompt(args) => get_prompt(door, server, args).await,
            Command::Read(args) => read(door, server, args).await,
            _ => Ok(Exit::OK),
        }
    })
}

/// How a server of the configuration is reached stands there.
fn refuse_flags(common: &Common) -> Outcome<()> {
    let reach = &common.reach;
    target::refuse(
        "an address or a command line",
        &[
            ("--env", !reach.env.is_empty()),
            ("--cwd", reach.cwd.is_some()),
            ("--header", !reach.http.header.is_empty()),
            ("--proxy", reach.http.proxy.is_some()),
            ("--ca-cert", !reach.http.ca_cert.is_empty()),
            ("--roots", !reach.roots.is_empty()),
            ("--log-level", reach.log_level.is_some()),
        ],
    )
}

/// What servers offer, started if need be. What is wrong with one of them is warned of.
async fn catalogue(door: &Door, server: Option<&ServerName>) -> Outcome<CatalogueView> {
    door.console.waiting("waiting for the servers; Ctrl-C gives up");
    let wanted = json!({ "server": server, "start": true });
    let catalogue: CatalogueView = door.call("catalogue", wanted).await?;
    door.console.clear_status();
    for it in catalogue.faults.iter().chain(&catalogue.notes) {
        door.console.warn(&format!("{}: {}", it.server, it.sentence));
    }
    Ok(catalogue)
}

async fn list_tools(door: &Door, server: Option<&ServerName>, args: &ListArgs) -> Outcome {
    let console = &door.console;
    let found = catalogue(door, server).await?.tools;
    let found = select(found, &args.names, |tool| &tool.tool.name, "tool")?;
    if console.settings.json {
        console.print_json(&found)?;
        return Ok(Exit::OK);
    }
    if found.is_empty() {
        console.note("there are no tools");
    }
    let text = match server {
        Some(_) => found
            .iter()
            .map(|tool| tools::describe(console, &tool.tool, !args.names.is_empty()))
            .collect::<Vec<_>>()
            .join("\n"),
        None => of_all(console, &found),
    };
    console.print(&text)?;
    for tool in found.iter().filter(|tool| tool.standing == StandingView::Held) {
        let why = tool.held_because.join("; ");
        let why = if why.is_empty() { "it was never approved".to_owned() } else { why };
        console.warn(&format!(
            "{} of {} is held: {why}",
            display_safe(&tool.tool.name),
            tool.server
        ));
    }
    Ok(Exit::OK)
}

/// The tools of all servers, one a line, as they are called by `hostline call SERVER TOOL`.
fn of_all(console: &Console, tools: &[ToolView]) -> String {
    let mut by_server: BTreeMap<&ServerName, Vec<&ToolView>> = BTreeMap::new();
    for tool in tools {
        by_server.entry(&tool.server).or_default().push(tool);
    }
    let (style, width) = (console.style(), console.width());
    let of_server = |(server, tools): (&ServerName, Vec<&ToolView>)| {
        let tokens: usize = tools.iter().map(|tool| tool.tokens).sum();
        let about = format!("  {} tools, about {tokens} tokens", tools.len());
        let (name, about) =
            (style.paint(Paint::Name, server.as_str()), style.paint(Paint::Dim, &about));
        let rows: Vec<Vec<Cell>> = tools.into_iter().map(row).collect();
        format!("{name}{about}\n{}", table(&rows, 2, style, width))
    };
    by_server.into_iter().map(of_server).collect::<Vec<_>>().join("\n")
}

fn row(tool: &ToolView) -> Vec<Cell> {
    let standing = match tool.standing {
        StandingView::Offered => "",
        StandingView::Off => "off",
        StandingView::Held => "held",
    };
    let about = tool.tool.title.as_deref().or(tool.tool.description.as_deref());
    let about = about.unwrap_or_default().lines().next().unwrap_or_default();
    vec![
        (shorten(&tool.tool.name, 120).into_owned(), Paint::Plain),
        (standing.to_owned(), Paint::Warning),
        (shorten(about, MAX_ABOUT).into_owned(), Paint::Dim),
    ]
}

async fn list_prompts(door: &Door, server: Option<&ServerName>, args: &ListArgs) -> Outcome {
    let console = &door.console;
    let found = catalogue(door, server).await?.prompts;
    let found = select(found, &args.names, |prompt| &prompt.prompt.name, "prompt")?;
    if console.settings.json {
        console.print_json(&found)?;
        return Ok(Exit::OK);
    }
    if found.is_empty() {
        console.note("there are no prompts");
    }
    for (place, prompt) in found.iter().enumerate() {
        let gap = if place > 0 { "\n" } else { "" };
        let of = if server.is_none() { format!("{}:\n", prompt.server) } else { String::new() };
        console.print(&format!("{gap}{of}{}", prompts::describe(console, &prompt.prompt)))?;
    }
    Ok(Exit::OK)
}

async fn list_resources(door: &Door, server: Option<&ServerName>, args: &ResourcesArgs) -> Outcome {
    let console = &door.console;
    let mut found = catalogue(door, server).await?;
    if args.templates {
        found.resources.clear();
    }
    if console.settings.json {
        if args.templates {
            console.print_json(&found.templates)?;
        } else {
            console.print_json(&found.resources)?;
        }
        return Ok(Exit::OK);
    }
    if found.resources.is_empty() && found.templates.is_empty() {
        console.note("there are no resources");
    }
    let of = |name: &ServerName| match server {
        None => format!("{name}: "),
        Some(_) => String::new(),
    };
    for it in &found.resources {
        let text = resources::resource_text(console, &it.item);
        console.print(&format!("{}{text}", of(&it.server)))?;
    }
    for it in &found.templates {
        let text = resources::template_text(console, &it.item);
        console.print(&format!("{}{text}", of(&it.server)))?;
    }
    Ok(Exit::OK)
}

/// The parameters of the operation `call`, in which arguments stay as they are written.
#[derive(Serialize)]
struct Call<'a> {
    server: Option<&'a ServerName>,
    tool: &'a str,
    arguments: &'a Json,
    timeout: Option<f64>,
    /// The number by which progress is told.
    progress: u64,
}

async fn call_tool(
    door: &Door,
    server: Option<&ServerName>,
    args: &CallArgs,
    given: Option<&str>,
) -> Outcome {
    let console = &door.console;
    let flags = [("--check", args.check), ("--task", args.task)];
    target::refuse("an address or a command line", &flags)?;
    let mut saver = Saver::new(console, args.save.output.as_deref())?;
    let schema = schema(door, server, &args.name).await?;
    let arguments = arguments::of_tool(given, &args.words, schema.as_ref())?;
    let timeout = args.common.reach.timeout.map(|timeout| timeout.as_secs_f64());
    let call = Call { server, tool: &args.name, arguments: &arguments, timeout, progress: 1 };
    let result = with_progress(door, &super::encoded(&call)?).await?;
    console.clear_status();
    call::show(console, &args.name, &result, &mut saver)
}

/// The schema of a tool's arguments. Whether there is such a tool, the call tells.
async fn schema(door: &Door, server: Option<&ServerName>, name: &str) -> Outcome<Option<Value>> {
    let tools = catalogue(door, server).await?.tools;
    if let Some(found) = tools.iter().find(|it| it.tool.name == name || it.name == name) {
        return Ok(Some(found.tool.input_schema.to_value()));
    }
    let known: Vec<&str> = tools.iter().map(|tool| tool.tool.name.as_str()).collect();
    let name = shorten(name, 100);
    door.console.warn(&format!("the server lists no tool named {name}; {}", advice(&name, &known)));
    Ok(None)
}

/// Calls a tool, and shows how far it is.
async fn with_progress(door: &Door, params: &Json) -> Outcome<CallToolResult> {
    #[derive(Deserialize)]
    struct Told {
        progress: Progress,
    }
    let mut events = door.events();
    let calling = door.json("call", params);
    tokio::pin!(calling);
    loop {
        let event = async {
            match &mut events {
                Some(events) => events.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            result = &mut calling => return super::understood(&result?),
            event = event => match event {
                Some((event, data)) if event == "progress" => {
                    if let Ok(told) = data.decode::<Told>() {
                        door.console.progress(&told.progress);
                    }
                }
                Some(_) => {}
                None => events = None,
            },
        }
    }
}

async fn get_prompt(door: &Door, server: Option<&ServerName>, args: &PromptArgs) -> Outcome {
    let arguments = arguments::of_prompt(&args.words)?;
    let arguments: BTreeMap<String, String> = arguments.into_iter().collect();
    let params = json!({ "server": server, "name": args.name, "arguments": arguments });
    let result: GetPromptResult = door.call("prompt", params).await?;
    prompts::show(&door.console, &result)
}

async fn read(door: &Door, server: Option<&ServerName>, args: &ReadArgs) -> Outcome {
    let console = &door.console;
    let mut saver = Saver::new(console, args.save.output.as_deref())?;
    let params = json!({ "server": server, "address": args.uri });
    let result: ReadResourceResult = door.call("read", params).await?;
    resources::show(console, &result, &mut saver)
}
