//! From flags to settings of a connection.

use std::{fs, path::Path, sync::Arc, time::Duration};

use hostline::{
    Client,
    client::{ClientBuilder, Target},
    model::Root,
    net::HttpSettings,
    transport::Command,
};

use crate::{
    args::{Common, Header, Http, Reach, Setting, Value},
    commands::secrets,
    exit::{Outcome, file_error, usage},
    input::Person,
    output::Console,
    sign_in,
};

/// How long a request waits in all, whatever progress there is, unless its own wait is longer.
const LEAST_TOTAL: Duration = Duration::from_mins(30);

/// The target and the settings that the flags ask for.
pub(crate) async fn prepare(
    common: &Common,
    console: &Arc<Console>,
) -> Outcome<(ClientBuilder, Target)> {
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
    if is_address(common.target()) {
        refuse(
            "a command line",
            &[("--env", !reach.env.is_empty()), ("--cwd", reach.cwd.is_some())],
        )?;
        let target = Target::parse(common.target())?;
        builder = builder.http(http(&reach.http).await?);
        if !reach.http.header.iter().any(Header::authorizes) {
            builder = builder.auth(sign_in::on_the_way(console, asks)?);
        }
        return Ok((builder, target));
    }
    refuse(
        "an address",
        &[
            ("--header", !reach.http.header.is_empty()),
            ("--proxy", reach.http.proxy.is_some()),
            ("--ca-cert", !reach.http.ca_cert.is_empty()),
        ],
    )?;
    refuse_meant_address(common.target())?;
    Ok((builder, command(common.target(), reach)?.into()))
}

/// A word that is no program here and looks like an address is a mistake worth telling.
pub(crate) fn refuse_meant_address(target: &str) -> Outcome<()> {
    let Some(address) = meant_address(target) else { return Ok(()) };
    let message = "the target is no program that is here, and no address: it does not begin with \
                   http:// or https://";
    Err(usage(message).with_next_step(format!("write {address} if the server is there")).into())
}

/// The address that was probably meant by a word that has another scheme or none, and that is no
/// program here.
fn meant_address(target: &str) -> Option<String> {
    // A query may hold a secret.
    let target = target.trim().split(['?', '#']).next()?;
    if target.contains(|char: char| char.is_whitespace() || matches!(char, '\'' | '"' | '\\' | '@'))
        || Path::new(target).exists()
    {
        return None;
    }
    let (scheme, rest) = target.split_once("://").unwrap_or(("", target));
    let (host, _) = rest.split_once('/').unwrap_or((rest, ""));
    let has_port = host.rsplit_once(':').is_some_and(|(host, port)| {
        !host.is_empty() && !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit())
    });
    // `server.js` is a program that is not there; `example.com/mcp` has a path behind its dots.
    let has_domain = rest.contains('/') && host.trim_start_matches('.').contains('.');
    if host.is_empty() || !(has_port || has_domain || !scheme.is_empty()) {
        return None;
    }
    let local = host.starts_with("localhost") || host.starts_with("127.");
    Some(format!("{}://{rest}", if local { "http" } else { "https" }))
}

/// The same rule by which the library tells addresses from command lines.
pub(crate) fn is_address(target: &str) -> bool {
    let target = target.trim_start();
    ["http://", "https://"].iter().any(|scheme| {
        target.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// A flag that would have no effect is a mistake worth telling.
pub(crate) fn refuse(only_for: &str, flags: &[(&str, bool)]) -> Outcome<()> {
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

/// The settings of HTTP that the flags ask for.
pub(crate) async fn http(http: &Http) -> Outcome<HttpSettings> {
    let mut settings = HttpSettings::new();
    for header in &http.header {
        let (name, value) = header.resolve()?;
        settings = match value {
            Value::Given(value) => settings.header(name, &value)?,
            Value::Kept(secret) => {
                settings.header(name, secrets::look_up(secret).await?.expose())?
            }
        };
    }
    if let Some(proxy) = &http.proxy {
        settings = settings.proxy(proxy.policy()?);
    }
    for path in &http.ca_cert {
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
            return Err(usage(format!("{} is no folder", folder.display()))
                .with_next_step("name the folder that it is in")
                .into());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_without_its_scheme_is_recognized() {
        for (target, expected) in [
            ("localhost:3000/mcp", Some("http://localhost:3000/mcp")),
            ("127.0.0.1:3000", Some("http://127.0.0.1:3000")),
            ("example.com/mcp", Some("https://example.com/mcp")),
            ("example.com:8080", Some("https://example.com:8080")),
            ("example.com/mcp?key=secret", Some("https://example.com/mcp")),
            ("wss://example.com", Some("https://example.com")),
            ("server", None),
            ("server.js", None),
            ("./bin/server.js", None),
            ("../server.d/run", None),
            ("/usr/lib/server.d/run", None),
            ("c:/server.exe", None),
            ("tools/server", None),
            ("npx -y server@1.2/x", None),
            ("me:secret@example.com/mcp", None),
        ] {
            assert_eq!(meant_address(target).as_deref(), expected, "{target}");
        }
    }
}
