//! From the options of a connection to a client.

use std::{sync::Arc, time::Duration};

use super::{
    Delegate,
    types::{ConnectOptions, ProtocolChoice as Chosen},
};
use crate::{
    client::{Client, ClientBuilder, InputHandler, ProtocolChoice, Target},
    error::{Error, ErrorCode, Result},
    jsonrpc::Limits,
    version::Version,
};

/// The settings that the options say, and the server that they name.
pub(super) fn settings(
    options: ConnectOptions,
    input: Option<Arc<dyn InputHandler>>,
    #[cfg_attr(not(feature = "http"), expect(unused_variables, reason = "nobody signs in"))]
    delegate: &Arc<dyn Delegate>,
) -> Result<(ClientBuilder, Target)> {
    let limits = limits(&options);
    let target = Target::parse(&options.target)?;
    #[cfg(feature = "http")]
    let oauth = super::sign_in::oauth(&options, &target.label(), delegate)?;
    let mut builder = Client::builder().limits(limits).steps_aside();
    if let Some(name) = options.client_name {
        builder = builder.name(name);
    }
    if let Some(version) = options.client_version {
        builder = builder.version(version);
    }
    if let Some(title) = options.client_title {
        builder = builder.title(title);
    }
    if let Some(protocol) = options.protocol {
        builder = builder.protocol(choice(&protocol)?);
    }
    if let Some(timeout) = options.timeout_ms {
        builder = builder.timeout(Duration::from_millis(timeout));
    }
    if let Some(most) = options.max_total_ms {
        builder = builder.max_total(Duration::from_millis(most));
    }
    if let Some(timeout) = options.probe_timeout_ms {
        builder = builder.probe_timeout(Duration::from_millis(timeout));
    }
    if let Some(timeout) = options.startup_timeout_ms {
        builder = builder.startup_timeout(Duration::from_millis(timeout));
    }
    if let Some(level) = options.log_level {
        builder = builder.log_level(level);
    }
    if let Some(input) = input {
        builder = builder.shared_input_handler(input);
    }
    builder = builder.strict_schemas(options.strict_schemas == Some(true));

    let target = match target {
        Target(crate::client::Kind::Command(command)) => {
            refuse("headers", options.headers.is_some(), "a command")?;
            refuse("auth", options.auth.is_some() || options.oauth.is_some(), "a command")?;
            refuse("tokenStore", options.token_store.is_some(), "a command")?;
            let mut command = command.limits(limits);
            for (name, value) in options.environment.into_iter().flatten() {
                command = command.env(name, value);
            }
            if let Some(folder) = options.folder {
                command = command.current_dir(folder);
            }
            if let Some(waits) = options.shutdown {
                let wait = |given: Option<u64>| Duration::from_millis(given.unwrap_or(2_000));
                command = command.shutdown_waits(wait(waits.eof_ms), wait(waits.term_ms));
            }
            Target::from(command)
        }
        target => {
            refuse("environment", options.environment.is_some(), "an address")?;
            refuse("folder", options.folder.is_some(), "an address")?;
            refuse("shutdown", options.shutdown.is_some(), "an address")?;
            #[cfg(feature = "http")]
            {
                if let Some(oauth) = oauth {
                    builder = builder.auth(oauth);
                }
                let mut settings = crate::net::HttpSettings::new();
                for (name, value) in options.headers.into_iter().flatten() {
                    settings = settings.header(&name, &value)?;
                }
                builder = builder.http(settings);
            }
            target
        }
    };
    Ok((builder, target))
}

/// An option that would have no effect was meant to have one.
fn refuse(option: &str, given: bool, kind: &str) -> Result<()> {
    if !given {
        return Ok(());
    }
    Err(Error::new(ErrorCode::InvalidInput, format!("{option} has no meaning for {kind}"))
        .with_method("connect")
        .with_next_step("leave it out"))
}

fn limits(options: &ConnectOptions) -> Limits {
    let mut limits = Limits::default();
    if let Some(given) = &options.limits {
        // What does not fit into memory is no limit.
        let size = |given: u64| usize::try_from(given).unwrap_or(usize::MAX);
        limits.bytes = given.bytes.map_or(limits.bytes, size);
        limits.depth = given.depth.map_or(limits.depth, size);
        limits.batch = given.batch.map_or(limits.batch, size);
    }
    limits
}

fn choice(protocol: &Chosen) -> Result<ProtocolChoice> {
    let versions = || Version::ALL.map(Version::as_str).join(", ");
    Ok(match protocol {
        Chosen::Auto => ProtocolChoice::Auto,
        Chosen::Modern => ProtocolChoice::Modern,
        Chosen::Legacy => ProtocolChoice::Legacy,
        Chosen::Other(version) => {
            ProtocolChoice::Exact(version.parse::<Version>().map_err(|_| {
                Error::new(ErrorCode::InvalidInput, format!("there is no protocol {version}"))
                    .with_method("connect")
                    .with_next_step(format!("say auto, modern, legacy, or one of {}", versions()))
            })?)
        }
    })
}
