//! `policy`: the rules and grants that decide what servers may do.

use std::sync::Arc;

use hostline::{
    Json, Result,
    gateway::Relays,
    host::{
        ServerName,
        config::{ConfigFile, PolicyTable},
        ops::{CatalogueView, GrantView, SimulationView},
        policy::{Effect, Rule, Verdict},
    },
    text::display_safe,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    args::{PolicyAction, PolicyArgs, SimulateArgs},
    arguments,
    door::{self, Door},
    drive,
    exit::{Exit, Outcome, usage},
    output::{Cell, Console, Paint, table},
};

pub(super) fn run(args: &PolicyArgs, console: &Arc<Console>) -> Outcome {
    match &args.action {
        None | Some(PolicyAction::List) => list(console),
        Some(PolicyAction::Simulate(args)) => simulate(args, console),
        Some(PolicyAction::Grants) => {
            door::run(console, false, Relays::Held, async |door: &Door| grants(door).await)
        }
        Some(PolicyAction::Revoke { id }) => {
            door::run(console, false, Relays::Held, async |door: &Door| revoke(door, id).await)
        }
    }
}

fn list(console: &Arc<Console>) -> Outcome {
    drive::block_on(async {
        let config = ConfigFile::standard()?.read().await?.config;
        let rules = config.policy.iter().map(PolicyTable::read);
        let rules: Vec<Rule> = rules.collect::<Result<_>>()?;
        if console.settings.json {
            console.print_json(&rules)?;
            return Ok(Exit::OK);
        }
        if rules.is_empty() {
            console.note("there are no rules; what a server may do, its posture says");
        }
        let rows: Vec<Vec<Cell>> = rules.iter().map(row).collect();
        console.print(&table(&rows, 0, console.style(), console.width()))?;
        Ok(Exit::OK)
    })
}

fn row(rule: &Rule) -> Vec<Cell> {
    let (effect, paint) = match rule.effect {
        Effect::Allow => ("allow", Paint::Plain),
        Effect::Ask => ("ask", Paint::Plain),
        Effect::Deny => ("deny", Paint::Warning),
    };
    let actions: Vec<&str> = rule.actions.iter().map(|kind| kind.name()).collect();
    let mut about = vec![actions.join(" ")];
    for (what, pattern) in
        [("server", &rule.server), ("tool", &rule.tool), ("client", &rule.client)]
    {
        about.extend(pattern.as_ref().map(|pattern| format!("{what} {pattern}")));
    }
    about.extend(rule.constraints.iter().map(|constraint| format!("where {constraint}")));
    vec![
        (display_safe(&rule.name).into_owned(), Paint::Name),
        (effect.to_owned(), paint),
        (about.join(", "), Paint::Dim),
    ]
}

/// The parameters of the operation `simulate`, in which arguments stay as they are written.
#[derive(Serialize)]
struct Call<'a> {
    server: Option<&'a ServerName>,
    tool: &'a str,
    arguments: &'a Json,
}

fn simulate(args: &SimulateArgs, console: &Arc<Console>) -> Outcome {
    let given = args.args.as_deref().map(arguments::load).transpose()?;
    door::run(console, console.can_ask(), Relays::Held, async |door: &Door| {
        let prefix = || args.tool.split_once("__").map(|(server, _)| server);
        let server = args.server.clone().or_else(|| ServerName::parse(prefix()?).ok());
        let wanted = json!({ "server": server, "start": true });
        let catalogue: CatalogueView = door.call("catalogue", wanted).await?;
        let found = catalogue.tools.iter();
        let found = found.filter(|it| it.name == args.tool || it.tool.name == args.tool);
        let schema = found.map(|tool| tool.tool.input_schema.to_value()).next();
        let arguments = arguments::of_tool(given.as_deref(), &args.words, schema.as_ref())?;
        let (server, tool) = (args.server.as_ref(), &*args.tool);
        let call = Call { server, tool, arguments: &arguments };
        let simulation: SimulationView = door.call("simulate", call).await?;
        if console.settings.json {
            console.print_json(&simulation)?;
        } else {
            console.print(&format!("{}\n", display_safe(&simulation.sentence)))?;
        }
        // A script asks whether the call would be made.
        Ok(if matches!(simulation.verdict, Verdict::Deny(_)) { Exit::DENIED } else { Exit::OK })
    })
}

async fn grants(door: &Door) -> Outcome {
    let console = &door.console;
    let result = door.json("grants", &Json::default()).await?;
    if console.settings.json {
        console.print_json(&result)?;
        return Ok(Exit::OK);
    }
    let grants: Vec<GrantView> = super::understood(&result)?;
    if grants.is_empty() {
        console.note("nothing is granted");
    }
    let rows: Vec<Vec<Cell>> = grants
        .iter()
        .map(|it| {
            let sentence = display_safe(&it.sentence).into_owned();
            vec![(it.grant.id.to_string(), Paint::Name), (sentence, Paint::Plain)]
        })
        .collect();
    console.print(&table(&rows, 0, console.style(), console.width()))?;
    Ok(Exit::OK)
}

async fn revoke(door: &Door, id: &str) -> Outcome {
    let console = &door.console;
    if !door.call::<bool>("grant/revoke", json!({ "id": id })).await? {
        return Err(usage(format!("there is no grant `{id}`"))
            .with_next_step("see `hostline policy grants` for those that there are")
            .into());
    }
    if console.settings.json {
        console.print_json(&Value::from_iter([("revoked", id)]))?;
    } else {
        console.note(&format!("revoked {id}"));
    }
    Ok(Exit::OK)
}
