//! The commands, one file for each kind of thing that a server has.

mod account;
mod audit;
mod call;
mod complete;
mod consent;
pub(crate) mod demo_server;
pub(crate) mod hosted;
pub(crate) mod icon;
mod inspect;
mod logs;
mod pins;
mod policy;
mod prompts;
mod raw;
mod resources;
pub(crate) mod secrets;
mod serve;
mod servers;
mod site;
mod status;
mod subscribe;
mod tasks;
mod tools;

use std::{fmt::Display, sync::Arc};

use hostline::{
    Client, Error, ErrorCode, Json,
    client::{ClientBuilder, Listed},
    model::List,
    text::shorten,
};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    args::Command,
    arguments,
    exit::{Outcome, usage},
    output::Console,
};

/// How many reports of what a list left out are shown.
const MAX_SHOWN_REPORTS: usize = 5;
/// How many names are told to someone who gave another.
const MAX_NAMED: usize = 8;
/// The longest name in a piece of advice, in characters.
const MAX_NAME_CHARS: usize = 100;
/// How many names are compared with a mistyped one, letter by letter.
const MAX_COMPARED: usize = 1_000;
/// How like a name a mistyped one must be, from 0 to 1.
const LEAST_LIKENESS: f64 = 0.7;

/// What every command works with.
pub(crate) struct Session {
    pub(crate) client: Client,
    pub(crate) console: Arc<Console>,
    /// The JSON text that was given as a whole, read before the connection was opened.
    pub(crate) given: Option<String>,
}

/// Reads what the command line says is to be read.
pub(crate) fn load(command: &Command) -> Outcome<Option<String>> {
    let (flag, given) = match command {
        Command::Call(args) => ("--args", &args.args),
        Command::Raw(args) => ("--params", &args.params),
        _ => return Ok(None),
    };
    let Some(given) = given else { return Ok(None) };
    let text = arguments::load(given)?;
    // What is wrong is told before a server is started for it.
    arguments::object(flag, &text)?;
    Ok(Some(text))
}

/// Runs a command that talks to no server, or only to sign in to it, and gives its exit code.
pub(crate) fn without_a_server(command: &Command) -> Option<u8> {
    let output = match command {
        Command::Login(args) => args.site.output,
        Command::Logout(args) => args.site.output,
        Command::Auth(args) => args.output(),
        Command::Secret(args) => args.output(),
        Command::Add(args) => args.output,
        Command::List(args) => args.output,
        Command::Remove(args) | Command::Enable(args) | Command::Disable(args) => args.output,
        Command::Status(args) => args.output,
        Command::Logs(args) => args.output,
        Command::Policy(args) => args.output,
        Command::Pins(args) => args.output,
        Command::Audit(args) => args.output,
        Command::Consent(args) => args.output,
        Command::Serve(args) => args.output(),
        Command::DemoServer(args) => args.output,
        _ => return None,
    };
    let console = Arc::new(Console::new(output));
    let outcome = match command {
        Command::Login(args) => account::login(args, &console),
        Command::Logout(args) => account::logout(args, &console),
        Command::Auth(args) => account::auth(args, &console),
        Command::Secret(args) => secrets::run(args, &console),
        Command::Add(args) => servers::add(args, &console),
        Command::List(args) => servers::list(args, &console),
        Command::Remove(args) => servers::remove(args, &console),
        Command::Enable(args) => servers::enable(args, &console),
        Command::Disable(args) => servers::disable(args, &console),
        Command::Status(args) => status::run(args, &console),
        Command::Logs(args) => logs::run(args, &console),
        Command::Policy(args) => policy::run(args, &console),
        Command::Pins(args) => pins::run(args, &console),
        Command::Audit(args) => audit::run(args, &console),
        Command::Consent(args) => consent::run(args, &console),
        Command::Serve(args) => serve::run(args, &console),
        Command::DemoServer(args) => demo_server::run(args, &console),
        _ => return None,
    };
    Some(crate::ended(outcome, &console))
}

/// Adds to the settings of a connection what only this command needs.
pub(crate) fn configure(command: &Command, builder: ClientBuilder) -> Outcome<ClientBuilder> {
    match command {
        Command::Icon(args) => icon::configure(args, builder),
        _ => Ok(builder),
    }
}

/// Does what the command says.
pub(crate) async fn perform(command: &Command, session: &Session) -> Outcome {
    match command {
        Command::Tools(args) => tools::run(session, args).await,
        Command::Call(args) => call::run(session, args).await,
        Command::Resources(args) => resources::list(session, args).await,
        Command::Read(args) => resources::read(session, args).await,
        Command::Prompts(args) => prompts::list(session, args).await,
        Command::Prompt(args) => prompts::get(session, args).await,
        Command::Complete(args) => complete::run(session, args).await,
        Command::Subscribe(args) => subscribe::run(session, args).await,
        Command::Tasks(args) => tasks::run(session, args).await,
        Command::Raw(args) => raw::run(session, args).await,
        Command::Inspect(args) => inspect::run(session, args).await,
        Command::Icon(args) => icon::run(session, args).await,
        Command::Login(_)
        | Command::Logout(_)
        | Command::Auth(_)
        | Command::Secret(_)
        | Command::Add(_)
        | Command::List(_)
        | Command::Remove(_)
        | Command::Enable(_)
        | Command::Disable(_)
        | Command::Status(_)
        | Command::Logs(_)
        | Command::Policy(_)
        | Command::Pins(_)
        | Command::Audit(_)
        | Command::Consent(_)
        | Command::Serve(_)
        | Command::DemoServer(_)
        | Command::Completions { .. } => Ok(crate::exit::Exit::OK),
    }
}

/// Warns of what a list of the server's left out.
fn warn_dropped<T>(console: &Console, what: &str, list: &List<T>) {
    let reports = list.dropped();
    for report in reports.iter().take(MAX_SHOWN_REPORTS) {
        let name = report.name.as_deref().unwrap_or("without a name");
        let fate = if report.kept { "shown without a part of it" } else { "left out" };
        console.warn(&format!("{what} {} ({name}) is {fate}: {}", report.index + 1, report.reason));
    }
    let more = (reports.len().saturating_sub(MAX_SHOWN_REPORTS) as u64) + list.unreported();
    if more > 0 {
        console.warn(&format!("{more} more reports of this kind; `hostline inspect` shows them"));
    }
}

/// Keeps the items with these names; all of them if there are no names.
fn select<T>(
    items: Vec<T>,
    names: &[String],
    name_of: impl Fn(&T) -> &str,
    what: &str,
) -> Result<Vec<T>, Error> {
    if names.is_empty() {
        return Ok(items);
    }
    let known: Vec<&str> = items.iter().map(&name_of).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(usage(format!("the server lists no {what} named {unknown}"))
            .with_next_step(advice(unknown, &known)));
    }
    Ok(items.into_iter().filter(|item| names.iter().any(|name| name == name_of(item))).collect())
}

/// What to try instead of a name that is not known.
fn advice(name: &str, known: &[&str]) -> String {
    let shown = |name: &&str| shorten(name, MAX_NAME_CHARS).into_owned();
    if let Some(close) = closest(name, known) {
        return format!("did you mean {}?", shown(&close));
    }
    let names: Vec<String> = known.iter().take(MAX_NAMED).map(shown).collect();
    match known.len().saturating_sub(names.len()) {
        _ if names.is_empty() => "it lists none at all".into(),
        0 => format!("it lists {}", names.join(", ")),
        more => format!("it lists {} and {more} more", names.join(", ")),
    }
}

/// The name that was probably meant: it differs in how it is written, is longer, or has a letter
/// or two wrong.
fn closest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let simple = |name: &str| name.to_lowercase().replace(['-', '_', '.', '/'], "");
    let wanted: String = simple(name).chars().take(MAX_NAME_CHARS).collect();
    if wanted.is_empty() {
        return None;
    }
    let same = known.iter().find(|known| simple(known) == wanted);
    let longer = || known.iter().find(|known| simple(known).contains(&wanted));
    let mistyped = || {
        let likeness = |known: &&str| {
            let known: String = simple(known).chars().take(MAX_NAME_CHARS).collect();
            strsim::normalized_damerau_levenshtein(&wanted, &known)
        };
        let like = known.iter().take(MAX_COMPARED).map(|known| (likeness(known), known));
        let best = like.max_by(|(one, _), (other, _)| one.total_cmp(other));
        best.filter(|(likeness, _)| *likeness >= LEAST_LIKENESS).map(|(_, known)| known)
    };
    same.or_else(longer).or_else(mistyped).copied()
}

/// Says that a list has nothing in it.
fn note_empty(console: &Console, what: impl Display) {
    console.note(&format!("the server has no {what}"));
}

/// A title that says more than the name does.
fn title<'a>(name: &str, title: Option<&'a str>) -> Option<&'a str> {
    title.filter(|title| !title.trim().is_empty() && *title != name)
}

/// Lists everything of one kind and warns of what was left out.
async fn listed<T: Listed>(
    session: &Session,
    what: &str,
    request: impl IntoFuture<Output = hostline::Result<List<T>>>,
) -> Outcome<List<T>> {
    let list = request.await?;
    warn_dropped(&session.console, what, &list);
    Ok(list)
}

/// The parameters of an operation of the host.
fn encoded(params: &impl Serialize) -> Outcome<Json> {
    Ok(Json::encode(params).map_err(|source| {
        Error::new(ErrorCode::Internal, "what is asked of the host has no JSON form")
            .with_source(source)
    })?)
}

/// Reads what an operation of the host gave.
fn understood<T: DeserializeOwned>(result: &Json) -> Outcome<T> {
    Ok(result.decode().map_err(|source| {
        Error::new(ErrorCode::Internal, "the host's answer is not understood").with_source(source)
    })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_names_what_was_meant_or_what_there_is() {
        let known = ["get-sum", "echo", "get-tiny-image"];
        for (name, expected) in [
            ("GET_SUM", "did you mean get-sum?"),
            ("tiny", "did you mean get-tiny-image?"),
            ("get-sun", "did you mean get-sum?"),
            ("ehco", "did you mean echo?"),
            ("weather", "it lists get-sum, echo, get-tiny-image"),
            ("", "it lists get-sum, echo, get-tiny-image"),
        ] {
            assert_eq!(advice(name, &known), expected, "{name}");
        }
        assert_eq!(advice("add", &[]), "it lists none at all");
        let many: Vec<String> = (0..50).map(|number| format!("\u{1b}{number}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(advice("weather", &many).ends_with("␛7 and 42 more"));
    }
}
