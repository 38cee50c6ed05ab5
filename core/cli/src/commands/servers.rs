//! `add`, `list`, `remove`, `enable` and `disable`: the servers of the configuration.

use std::{collections::BTreeMap, ffi::OsString, sync::Arc};

use hostline::{
    Result,
    gateway::Relays,
    host::{
        ServerName,
        config::{
            AuthChoice, Config, ConfigFile, Confine, Launch, ServerEntry, Template, Variables,
        },
    },
    text::display_safe,
    transport,
};
use serde_json::{Value, json};

use crate::{
    args::{AddArgs, ServerArgs, ServersArgs, Setting},
    door::{self, Door},
    drive,
    exit::{Exit, Failure, Outcome, usage},
    input,
    output::{Cell, Console, Paint, table},
    target,
};

/// Adds a server, once a person has seen what it is.
pub(super) fn add(args: &AddArgs, console: &Arc<Console>) -> Outcome {
    let entry = entry(args)?;
    let added = drive::block_on(async {
        let mut signals = drive::listen()?;
        tokio::select! {
            exit = signals.next() => Err(Failure::Stopped(exit)),
            outcome = review_and_add(args, &entry, console) => outcome,
        }
    })?;
    let Some(file) = added else { return Ok(Exit::DENIED) };
    match approve_start(&args.name, &entry, console) {
        Err(Failure::Error(error)) => {
            console.warn(&format!("you will be asked before it starts: {error}"));
        }
        outcome => drop(outcome?),
    }
    if console.settings.json {
        console.print_json(&described(&args.name, &entry)?)?;
    } else {
        console.note(&format!("added {} to {}", args.name, file.path().display()));
    }
    Ok(Exit::OK)
}

/// The configuration that has the server now, if it was added.
async fn review_and_add(
    args: &AddArgs,
    entry: &ServerEntry,
    console: &Console,
) -> Outcome<Option<ConfigFile>> {
    let file = ConfigFile::standard()?;
    // What cannot be added is told before anybody is asked.
    if file.read().await?.config.servers.contains_key(args.name.as_str()) {
        return Err(usage(format!("there is a server named {} already", args.name))
            .with_next_step("take another name, or remove that one first")
            .into());
    }
    if !args.yes {
        if !console.can_ask() {
            return Err(usage("nobody is here to say whether the server may be added")
                .with_next_step("look at its command, and add --yes")
                .into());
        }
        review(&args.name, entry, console);
        if !input::confirm(console, &format!("Add {}? [y/N]", args.name)).await {
            console.note("nothing was added");
            return Ok(None);
        }
    }
    let config = file.add(&args.name, entry).await?.config;
    warn_of_secrets(&config, Some(&args.name), console);
    reload(console).await;
    Ok(Some(file))
}

/// Whoever has added a server has seen its command and said yes to it: that approves its start, for
/// as long as the command is the same, and what its references lead to.
fn approve_start(name: &ServerName, entry: &ServerEntry, console: &Arc<Console>) -> Outcome {
    if !matches!(entry.launch, Launch::Command { .. }) {
        return Ok(Exit::OK);
    }
    let identity = entry.start_identity(&Variables::of_process())?;
    let seen = json!({ "server": name, "identity": identity }).into();
    door::run(console, false, Relays::Held, async |door: &Door| {
        door.json("start/approve", &seen).await?;
        Ok(Exit::OK)
    })
}

/// Has the program that keeps the servers know of a change, if there is one.
async fn reload(console: &Console) {
    if let Err(error) = door::reload().await {
        console.warn(&format!("the program that keeps the servers does not know it yet: {error}"));
    }
}

/// Lists the servers.
pub(super) fn list(_: &ServersArgs, console: &Arc<Console>) -> Outcome {
    drive::block_on(async {
        let config = ConfigFile::standard()?.read().await?.config;
        warn_of_secrets(&config, None, console);
        if console.settings.json {
            let servers = config.servers.iter();
            let servers = servers.map(|(name, entry)| described(name, entry));
            console.print_json(&servers.collect::<Result<Vec<_>>>()?)?;
            return Ok(Exit::OK);
        }
        if config.servers.is_empty() {
            console.note("there are no servers; hostline add NAME TARGET adds one");
        }
        let rows: Vec<Vec<Cell>> =
            config.servers.iter().map(|(name, entry)| row(name, entry)).collect();
        console.print(&table(&rows, 0, console.style(), console.width()))?;
        Ok(Exit::OK)
    })
}

fn row(name: &ServerName, entry: &ServerEntry) -> Vec<Cell> {
    vec![
        (name.to_string(), Paint::Name),
        (if entry.enabled { "on" } else { "off" }.to_owned(), Paint::Plain),
        (entry.posture.to_string(), Paint::Plain),
        (display_safe(&entry.command_line()).into_owned(), Paint::Dim),
    ]
}

/// Removes a server.
pub(super) fn remove(args: &ServerArgs, console: &Arc<Console>) -> Outcome {
    drive::block_on(async {
        ConfigFile::standard()?.remove(&args.name).await?;
        reload(console).await;
        say(console, &args.name, "removed")
    })
}

/// Switches a server on.
pub(super) fn enable(args: &ServerArgs, console: &Arc<Console>) -> Outcome {
    switch(args, true, console)
}

/// Switches a server off.
pub(super) fn disable(args: &ServerArgs, console: &Arc<Console>) -> Outcome {
    switch(args, false, console)
}

fn switch(args: &ServerArgs, enabled: bool, console: &Arc<Console>) -> Outcome {
    drive::block_on(async {
        ConfigFile::standard()?.set_enabled(&args.name, enabled).await?;
        reload(console).await;
        say(console, &args.name, if enabled { "enabled" } else { "disabled" })
    })
}

fn say(console: &Console, name: &ServerName, done: &str) -> Outcome {
    if console.settings.json {
        let mut said = BTreeMap::new();
        said.insert(done, name.as_str());
        console.print_json(&said)?;
    } else {
        console.note(&format!("{done} {name}"));
    }
    Ok(Exit::OK)
}

/// What the command line describes.
fn entry(args: &AddArgs) -> Outcome<ServerEntry> {
    let mut entry = match args.target.as_slice() {
        [address] if target::is_address(address) => address_entry(args, address)?,
        [line] => {
            target::refuse_meant_address(line)?;
            command_entry(args, words(line)?)?
        }
        words => command_entry(args, words.to_vec())?,
    };
    entry.posture = args.posture;
    entry.enabled = !args.disabled;
    Ok(entry)
}

fn address_entry(args: &AddArgs, address: &str) -> Outcome<ServerEntry> {
    let only_for_commands = [
        ("--env", !args.env.is_empty()),
        ("--cwd", args.cwd.is_some()),
        ("--confine", args.confine),
        ("--read", !args.read.is_empty()),
        ("--write", !args.write.is_empty()),
        ("--network", args.network),
    ];
    target::refuse("a command line", &only_for_commands)?;
    let mut entry = ServerEntry::of_address(Template::parse(address.trim())?);
    if let Launch::Address { headers, auth, .. } = &mut entry.launch {
        for header in &args.header {
            let (name, value) = header.reference()?;
            headers.insert(name.to_owned(), Template::parse(value)?);
        }
        if args.no_auth {
            *auth = AuthChoice::None;
        }
    }
    Ok(entry)
}

fn command_entry(args: &AddArgs, words: Vec<String>) -> Outcome<ServerEntry> {
    let only_for_addresses = [("--header", !args.header.is_empty()), ("--no-auth", args.no_auth)];
    target::refuse("an address", &only_for_addresses)?;
    let words = from_here(words)?.into_iter().map(Template::parse).collect::<Result<Vec<_>>>()?;
    let mut entry = ServerEntry::of_command(words)?;
    entry.confine = confine(args)?;
    if let Launch::Command { folder, environment, .. } = &mut entry.launch {
        folder.clone_from(&args.cwd);
        for variable in &args.env {
            let (name, value) = match variable.setting()? {
                Setting::Given(name, value) => (name, value.to_owned()),
                Setting::Inherited(name) => (name, format!("${{env:{name}}}")),
            };
            environment.insert(name.to_owned(), Template::parse(value)?);
        }
    }
    Ok(entry)
}

/// The words with a program that is named by its way from here named by its whole path: the server
/// does not run here.
fn from_here(mut words: Vec<String>) -> Outcome<Vec<String>> {
    let Some(program) = words.first_mut().filter(|program| program.starts_with("./")) else {
        return Ok(words);
    };
    let here = std::env::current_dir().map_err(|source| {
        usage("the folder that this runs in cannot be found").with_source(source)
    })?;
    *program = here.join(&program[2..]).to_string_lossy().into_owned();
    Ok(words)
}

/// To what the server is confined, if at all.
fn confine(args: &AddArgs) -> Outcome<Option<Confine>> {
    let is_confined = args.confine || !args.read.is_empty() || !args.write.is_empty();
    if !is_confined {
        if args.network {
            return Err(usage("--network is for a server that is confined")
                .with_next_step("add --confine, --read or --write, or leave it out")
                .into());
        }
        return Ok(None);
    }
    let mut confine = Confine::default();
    confine.read.clone_from(&args.read);
    confine.write.clone_from(&args.write);
    confine.network = args.network;
    Ok(Some(confine))
}

/// A command line, split as it is when a server is started.
fn words(line: &str) -> Result<Vec<String>> {
    let command = transport::Command::parse(line.trim())?;
    let words = std::iter::once(command.program());
    let words = words.chain(command.arguments().iter().map(OsString::as_os_str));
    Ok(words.map(|word| word.to_string_lossy().into_owned()).collect())
}

/// Shows what is about to be added: the whole command, what it is given and what it reaches.
fn review(name: &ServerName, entry: &ServerEntry, console: &Console) {
    let style = console.note_style();
    let line = display_safe(&entry.command_line()).into_owned();
    let shown = style.paint(Paint::Strong, &line);
    match &entry.launch {
        Launch::Command { folder, environment, .. } => {
            console.say(&format!("{name} is this program on your machine:\n\n  {shown}\n"));
            say_resolved(entry, console);
            if let Some(folder) = folder {
                console.say(&format!("  runs in      {}", display_safe(folder.as_str())));
            }
            say_given(console, "environment", environment);
            say_reach(console, entry.confine.as_ref());
            console.say("  starts       when it is first used, not now\n");
        }
        Launch::Address { headers, auth, .. } => {
            console.say(&format!("{name} is a server at this address:\n\n  {shown}\n"));
            say_given(console, "headers", headers);
            if *auth == AuthChoice::Oauth {
                console.say("  signs in     where the server wants that, in your browser");
            }
            console.say("  reaches      what it is sent, and nothing of this machine\n");
        }
    }
}

/// Says what of the machine the server can reach.
fn say_reach(console: &Console, confine: Option<&Confine>) {
    let Some(confine) = confine else {
        console.say(
            "  reaches      all that you can reach: your files, your programs and the network",
        );
        return;
    };
    let folders = confine.read.iter().map(|folder| ("reads", folder));
    let folders = folders.chain(confine.write.iter().map(|folder| ("writes", folder)));
    for (does, folder) in folders {
        console.say(&format!("  {does:<12} {}", display_safe(folder.as_str())));
    }
    let network = if confine.network { ", and the network" } else { ", and no network" };
    console.say(&format!("  reaches      what every program needs{network}"));
    console.say("  confined     where this system can do that, or it does not start");
}

/// Says what runs where that is not what is written.
fn say_resolved(entry: &ServerEntry, console: &Console) {
    match entry.resolved_command_line(&Variables::of_process()) {
        Ok(line) if line != entry.command_line() => {
            console.say(&format!("  runs as      {}", display_safe(&line)));
        }
        Ok(_) => {}
        Err(error) => console.warn(&error.to_string()),
    }
}

/// Names what the server is given, without the values.
fn say_given(console: &Console, what: &str, given: &BTreeMap<String, Template>) {
    for (index, (name, value)) in given.iter().enumerate() {
        let secrets: Vec<&str> = value.secrets().collect();
        let variables: Vec<&str> = value.variables().collect();
        let origin = match (secrets.is_empty(), variables.is_empty()) {
            (false, _) => format!(", from the secret {}", secrets.join(" and ")),
            (_, false) => format!(", from your variable {}", variables.join(" and ")),
            _ => String::new(),
        };
        let head = if index == 0 { what } else { "" };
        console.say(&format!("  {head:<12} {}{origin}", display_safe(name)));
    }
}

fn warn_of_secrets(config: &Config, server: Option<&ServerName>, console: &Console) {
    let notes = config.notes();
    let notes = notes.iter().filter(|note| server.is_none_or(|server| *server == note.server));
    notes.for_each(|note| console.warn(&note.to_string()));
}

/// A server as JSON. Values of the environment and of headers are not in it.
fn described(name: &ServerName, entry: &ServerEntry) -> Result<Value> {
    let texts = |templates: &[Template]| {
        templates.iter().map(|template| template.as_str().to_owned()).collect::<Vec<_>>()
    };
    let mut described = json!({
        "name": name,
        "identity": entry.identity()?,
        "enabled": entry.enabled,
        "start": entry.start,
        "trusted": entry.trusted,
        "posture": entry.posture,
        "tools": entry.tools,
        "roots": texts(&entry.roots),
        "secrets": entry.secrets(),
        "confined": entry.confine.is_some(),
    });
    let launch = match &entry.launch {
        Launch::Command { command, folder, environment } => json!({
            "command": texts(command),
            "folder": folder,
            "environment": environment.keys().collect::<Vec<_>>(),
        }),
        Launch::Address { address, headers, auth, .. } => json!({
            "address": address,
            "headers": headers.keys().collect::<Vec<_>>(),
            "auth": auth,
        }),
    };
    if let (Value::Object(described), Value::Object(launch)) = (&mut described, launch) {
        described.extend(launch);
    }
    Ok(described)
}
