//! From flags to settings of a connection.

use std::{fs, sync::Arc, time::Duration};

use hostline::{
    Client,
    client::{ClientBuilder, Target},
    model::Root,
    net::HttpSettings,
    transport::Command,
};

use crate::{
    args::{Common, Reach, Setting},
    exit::{Outcome, file_error, usage},
    input::Person,
    output::Console,
};

/// How long a request waits in all, whatever progress there is, unless its own wait is longer.
const LEAST_TOTAL: Duration = Duration::from_mins(30);

/// The target and the settings that the flags ask for.
pub(crate) fn prepare(common: &Common, console: &Arc<Console>) -> Outcome<(ClientBuilder, Target)> {
    let reach = &common.reach;
    let mut builder = Client::builder().name("hostline-cli").title("Hostline").protocol(reach.era);
    if let Some(timeout) = reach.timeout {
        builder =
            builder.timeout(timeout).startup_timeout(timeout).max_total(timeout.max(LEAST_TOTAL));
    }
    if let Some(level) = &reach.log_level {
        builder = builder.log_level(level.clone());
    }
    let asks = !reach.no_input && console.can_ask();
    let roots = roots(reach)?;
    if asks || !roots.is_empty() {
        builder = builder.input_handler(Person::new(console.clone(), asks, roots));
    }
    if is_address(&common.target) {
        refuse(
            "a command line",
            &[("--env", !reach.env.is_empty()), ("--cwd", reach.cwd.is_some())],
        )?;
        let target = Target::parse(&common.target)?;
        return Ok((builder.http(http(reach)?), target));
    }
    refuse(
        "an address",
        &[
            ("--header", !reach.header.is_empty()),
            ("--proxy", reach.proxy.is_some()),
            ("--ca-cert", !reach.ca_cert.is_empty()),
        ],
    )?;
    Ok((builder, command(&common.target, reach)?.into()))
}

/// The same rule by which the library tells addresses from command lines.
fn is_address(target: &str) -> bool {
    let target = target.trim_start();
    ["http://", "https://"].iter().any(|scheme| {
        target.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// A flag that would have no effect is a mistake worth telling.
fn refuse(only_for: &str, flags: &[(&str, bool)]) -> Outcome<()> {
    match flags.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((flag, _)) => Err(usage(format!("{flag} is for a target that is {only_for}"))
            .with_next_step("leave it out, or give another target")
            .into()),
    }
}

fn command(target: &str, reach: &Reach) -> Outcome<Command> {
    let mut command = Command::parse(target.trim())?;
    for variable in &reach.env {
        command = match variable.setting()? {
            Setting::Given(name, value) => command.env(name, value),
            Setting::Inherited(name) => command.inherit_env(name),
        };
    }
    if let Some(folder) = &reach.cwd {
        command = command.current_dir(folder);
    }
    Ok(command)
}

fn http(reach: &Reach) -> Outcome<HttpSettings> {
    let mut settings = HttpSettings::new();
    for header in &reach.header {
        let (name, value) = header.resolve()?;
        settings = settings.header(name, &value)?;
    }
    if let Some(proxy) = &reach.proxy {
        settings = settings.proxy(proxy.policy()?);
    }
    for path in &reach.ca_cert {
        let pem = fs::read(path).map_err(|error| file_error("read", path, error))?;
        settings = settings.certificate_authority(&pem)?;
    }
    Ok(settings)
}

fn roots(reach: &Reach) -> Outcome<Vec<Root>> {
    let mut roots = Vec::new();
    for folder in &reach.roots {
        let path = folder.canonicalize().map_err(|error| file_error("found", folder, error))?;
        if !path.is_dir() {
            return Err(usage(format!("{} is no folder", folder.display())).into());
        }
        let uri = url::Url::from_directory_path(&path)
            .map_err(|()| usage(format!("{} has no address", path.display())))?;
        let mut root = Root::new(String::from(uri).trim_end_matches('/'));
        if let Some(name) = path.file_name() {
            root = root.with_name(name.to_string_lossy());
        }
        roots.push(root);
    }
    Ok(roots)
}
