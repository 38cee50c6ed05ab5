//! `serve`: all servers of the configuration as one, for another client.
//!
//! One process owns a configuration. Whoever comes later hands its client's messages on to it, or has
//! it listen for clients over HTTP, and takes over when it ends.

use std::{sync::Arc, time::Duration};

use hostline::{
    Error, ErrorCode, Result,
    gateway::{GatewayClients, House},
    host::{
        Host, HostSettings,
        config::ConfigFile,
        owner::{Attached, Carried, Claim, ClientLines, Owner, Place},
        policy::ClientName,
    },
    server::{HttpOptions, HttpServer},
    transport::stream,
};
use serde::Deserialize;
use serde_json::json;
use tokio::{
    io::{Stdin, Stdout, duplex, stdin, stdout},
    task::JoinSet,
};

use crate::{
    args::{ClientAction, ServeAction, ServeArgs},
    drive,
    exit::{Exit, Failure, Outcome},
    output::Console,
    sign_in,
    signals::Signals,
};

/// What this command is called among the programs that are attached to an owner.
const NAME: &str = "hostline-serve";
/// How long another owner may take to begin or to end.
const CLAIM_WAIT: Duration = Duration::from_secs(10);
/// How long what is running may take once the end is asked for.
const GRACE: Duration = Duration::from_secs(2);
/// How many bytes wait between the client's streams and its connection.
const BUFFER: usize = 256 << 10;

pub(super) fn run(args: &ServeArgs, console: &Arc<Console>) -> Outcome {
    drive::block_on_threads(async {
        if let Some(ServeAction::Client { action }) = &args.action {
            return clients(action, console).await;
        }
        let mut signals = drive::listen()?;
        match args.http {
            Some(port) => over_http(port, console, &mut signals).await,
            None => over_stdio(args.client.as_ref(), &mut signals).await,
        }
    })
}

async fn clients(action: &ClientAction, console: &Console) -> Outcome {
    let clients = GatewayClients::standard()?;
    match action {
        ClientAction::Add { name, .. } => {
            let token = clients.add_client(name.as_str()).await?;
            if console.settings.json {
                console.print_json(&json!({ "client": name, "token": token.expose() }))?;
            } else {
                console.note("it is shown only once; send it as `Authorization: Bearer TOKEN`");
                console.print(&format!("{}\n", token.expose()))?;
            }
        }
        ClientAction::Remove { name, .. } => {
            if !clients.remove_client(name.as_str()).await? {
                let message = format!("no client is called {name}");
                return Err(Error::new(ErrorCode::InvalidInput, message)
                    .with_next_step("see them: hostline serve client list")
                    .into());
            }
            console.note(&format!("removed {name}"));
        }
        ClientAction::List { .. } => {
            let names = clients.clients().await?;
            if console.settings.json {
                console.print_json(&names)?;
            } else {
                for name in names {
                    console.print(&format!("{name}\n"))?;
                }
            }
        }
    }
    Ok(Exit::OK)
}

/// Serves the client of our standard streams, as the owner or through it.
async fn over_stdio(client: Option<&ClientName>, signals: &mut Signals) -> Outcome {
    let place = Place::of(&ConfigFile::standard()?.path())?;
    let mut lines = ClientLines::new(stdin(), stdout());
    let name = client.map_or("", ClientName::as_str);
    loop {
        let claim = tokio::select! {
            exit = signals.next() => return Err(Failure::Stopped(exit)),
            claim = Owner::claim_or_relay(&place, name, CLAIM_WAIT) => claim?,
        };
        let carried = match claim {
            Claim::Owner(owner) => own(owner, client, &mut lines, signals).await?,
            Claim::Taken(relay) => tokio::select! {
                exit = signals.next() => return Err(Failure::Stopped(exit)),
                carried = lines.carry(relay) => carried?,
            },
        };
        if carried == Carried::Client {
            return Ok(Exit::OK);
        }
    }
}

/// Owns the configuration for as long as our own client is there.
async fn own(
    owner: Owner,
    client: Option<&ClientName>,
    lines: &mut ClientLines<Stdin, Stdout>,
    signals: &mut Signals,
) -> Outcome<Carried> {
    let house = open(owner).await?;
    let gateway = house.gateway()?;
    let (ours, theirs) = duplex(BUFFER);
    let outcome = {
        let mut serving = JoinSet::new();
        let client = client.cloned();
        serving.spawn(async move { gateway.serve(stream::split(theirs), client).await });
        tokio::select! {
            exit = signals.next() => Err(Failure::Stopped(exit)),
            carried = lines.carry(ours) => carried.map_err(Failure::from),
        }
    };
    house.close(GRACE).await;
    outcome
}

/// Listens for clients, as the owner or by having the owner do it, until the person ends it.
async fn over_http(port: Option<u16>, console: &Console, signals: &mut Signals) -> Outcome {
    let file = ConfigFile::standard()?;
    let place = Place::of(&file.path())?;
    let mut port = match port {
        Some(port) => port,
        None => file.read().await?.config.gateway.port.unwrap_or_default(),
    };
    let mut is_told = false;
    loop {
        let claim = tokio::select! {
            exit = signals.next() => return Err(Failure::Stopped(exit)),
            claim = Owner::claim_or_attach(&place, NAME, CLAIM_WAIT) => claim?,
        };
        let way = Way::open(claim, port).await?;
        if !is_told {
            tell(&way.url, console).await?;
        }
        // The next owner listens where this one did.
        (is_told, port) = (true, way.port().unwrap_or(port));
        tokio::select! {
            exit = signals.next() => {
                way.close().await;
                return Err(Failure::Stopped(exit));
            }
            () = way.ended() => {}
        }
    }
}

/// Says where clients find the gateway.
async fn tell(url: &str, console: &Console) -> Outcome<()> {
    if console.settings.json {
        console.print_json_line(&json!({ "url": url }))?;
    } else {
        console.print(&format!("{url}\n"))?;
    }
    console.note(&format!("listening at {url}; Ctrl-C ends it"));
    if GatewayClients::standard()?.clients().await?.is_empty() {
        console.note("no client may come yet; let one in: hostline serve client add NAME");
    }
    Ok(())
}

/// The gateway that listens: ours, or that of the process that owns the configuration.
struct Way {
    url: String,
    listener: Listener,
}

enum Listener {
    Own(Box<House>, HttpServer),
    Owner(Attached),
}

impl Way {
    async fn open(claim: Claim<Attached>, port: u16) -> Outcome<Self> {
        match claim {
            Claim::Owner(owner) => {
                let house = open(owner).await?;
                let bound = house.gateway()?.bind_http(port, HttpOptions::new()).await;
                let server = match bound {
                    Ok(server) => server,
                    Err(error) => {
                        house.close(GRACE).await;
                        return Err(error.into());
                    }
                };
                let url = format!("http://{}/mcp", server.address());
                Ok(Self { url, listener: Listener::Own(Box::new(house), server) })
            }
            Claim::Taken(attached) => {
                let wanted = json!({ "port": port }).into();
                let listening = attached.call("gateway/listen", &wanted).await?;
                let Listening { url } = listening.decode().map_err(|source| {
                    Error::new(ErrorCode::Protocol, "the owner does not say where it listens")
                        .with_source(source)
                })?;
                Ok(Self { url, listener: Listener::Owner(attached) })
            }
        }
    }

    fn port(&self) -> Option<u16> {
        url::Url::parse(&self.url).ok()?.port()
    }

    /// Returns once the owner has ended, if that is somebody else.
    async fn ended(&self) {
        match &self.listener {
            Listener::Own(..) => std::future::pending().await,
            Listener::Owner(attached) => attached.closed().await,
        }
    }

    async fn close(self) {
        if let Listener::Own(house, server) = self.listener {
            server.shut_down(GRACE).await;
            house.close(GRACE).await;
        }
    }
}

/// What the owner says of where it listens.
#[derive(Deserialize)]
struct Listening {
    url: String,
}

/// Owns a configuration, with all who come to it.
async fn open(owner: Owner) -> Result<House> {
    let settings = HostSettings::standard()?.store(sign_in::store()?);
    Ok(House::open(owner, Host::open(settings).await?))
}
