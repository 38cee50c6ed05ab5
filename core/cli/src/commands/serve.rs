//! `serve`: all servers of the configuration as one, for another client.
//!
//! One process owns a configuration. Whoever comes later hands its client's messages on to it, and
//! takes over when it ends.

use std::{sync::Arc, time::Duration};

use hostline::{
    Error, ErrorCode,
    gateway::{GatewayClients, House, Relays},
    host::{
        Host, HostSettings,
        config::ConfigFile,
        owner::{Carried, Claim, ClientLines, Owner, Place},
        policy::ClientName,
    },
    jsonrpc::Limits,
    server::HttpOptions,
    transport::{StandardStreams, stream},
};
use serde_json::json;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadHalf, WriteHalf, duplex, split},
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

/// How long another owner may take to begin or to end, with all of its servers.
const CLAIM_WAIT: Duration = Duration::from_secs(30);
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

type Lines = Box<ClientLines<ReadHalf<StandardStreams>, WriteHalf<StandardStreams>>>;

/// The client of our standard streams.
enum OwnClient {
    /// Nothing of it has been read yet.
    New(StandardStreams),
    /// Its messages have been carried to an owner, and go to whoever comes after it.
    Carried(Lines),
}

/// Serves the client of our standard streams, as the owner or through it.
async fn over_stdio(name: Option<&ClientName>, signals: &mut Signals) -> Outcome {
    let place = Place::of(&ConfigFile::standard()?.path())?;
    let mut client = OwnClient::New(StandardStreams::take()?);
    let called = name.map_or("", ClientName::as_str);
    loop {
        let claiming = Owner::claim_or_relay(&place, called, CLAIM_WAIT);
        let left = match signals.unless_stopped(claiming).await?? {
            Claim::Owner(owner) => {
                let house = open(owner, signals).await?;
                let outcome = serve(&house, name.cloned(), client, signals).await;
                close(house, outcome, signals).await?
            }
            Claim::Taken(relay) => carry(client.into_lines(), relay, signals).await?,
        };
        match left {
            Some(left) => client = left,
            None => return Ok(Exit::OK),
        }
    }
}

impl OwnClient {
    fn into_lines(self) -> Lines {
        match self {
            Self::New(streams) => {
                let (input, output) = split(streams);
                Box::new(ClientLines::new(input, output))
            }
            Self::Carried(lines) => lines,
        }
    }
}

/// Serves our own client. Gives it back if it is still there once it is served no more.
async fn serve(
    house: &House,
    name: Option<ClientName>,
    client: OwnClient,
    signals: &mut Signals,
) -> Outcome<Option<OwnClient>> {
    let gateway = house.gateway()?;
    match client {
        OwnClient::New(streams) => {
            let transport = streams.into_transport(Limits::default());
            let serving = async move { gateway.serve(transport, name).await };
            // Nobody but whoever reads our standard error would hear why the connection broke.
            on_thread(serving, signals).await??;
            Ok(None)
        }
        OwnClient::Carried(lines) => {
            let (ours, theirs) = duplex(BUFFER);
            let mut serving = JoinSet::new();
            serving.spawn(async move { gateway.serve(stream::split(theirs), name).await });
            carry(lines, ours, signals).await
        }
    }
}

/// Carries our own client's messages to an owner. Gives it back if it is still there once the owner
/// has ended.
async fn carry(
    mut lines: Lines,
    owner: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    signals: &mut Signals,
) -> Outcome<Option<OwnClient>> {
    let carrying = async move { (lines.carry(owner).await, lines) };
    let (carried, lines) = on_thread(carrying, signals).await?;
    Ok((carried? == Carried::Owner).then_some(OwnClient::Carried(lines)))
}

/// Has the runtime's thread do what belongs to a client, unless the end is asked for. What is done
/// here, on the main thread, would wake that thread and be woken by it for every message.
async fn on_thread<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
    signals: &mut Signals,
) -> Outcome<T> {
    let mut working = JoinSet::new();
    working.spawn(work);
    let done = signals.unless_stopped(working.join_next()).await?.and_then(Result::ok);
    let panicked = || Error::new(ErrorCode::Internal, "serving the client failed without a word");
    done.ok_or_else(|| panicked().into())
}

async fn over_http(port: Option<u16>, console: &Console, signals: &mut Signals) -> Outcome {
    let file = ConfigFile::standard()?;
    let owner = match Owner::claim(&Place::of(&file.path())?).await? {
        Claim::Owner(owner) => owner,
        Claim::Taken(_) => {
            let message = "another process serves this configuration already";
            return Err(Error::new(ErrorCode::Storage, message)
                .with_next_step("end it first; the clients that it serves come here then")
                .into());
        }
    };
    let port = match port {
        Some(port) => port,
        None => file.read().await?.config.gateway.port.unwrap_or_default(),
    };
    let house = open(owner, signals).await?;
    let outcome = listen(&house, port, console, signals).await;
    close(house, outcome, signals).await
}

async fn listen(house: &House, port: u16, console: &Console, signals: &mut Signals) -> Outcome {
    let gateway = house.gateway()?;
    let listening = gateway.bind_http(port, HttpOptions::new()).await?;
    let url = format!("http://{}/mcp", listening.address());
    if console.settings.json {
        console.print_json_line(&json!({ "url": url }))?;
    } else {
        console.print(&format!("{url}\n"))?;
    }
    console.note(&format!("listening at {url}; Ctrl-C ends it"));
    if gateway.clients().clients().await?.is_empty() {
        console.note("no client may come yet; let one in: hostline serve client add NAME");
    }
    let exit = signals.next().await;
    listening.shut_down(GRACE).await;
    Err(Failure::Stopped(exit))
}

/// Owns a configuration, with all who come to it.
async fn open(owner: Owner, signals: &mut Signals) -> Outcome<House> {
    let settings = HostSettings::standard()?.store(sign_in::store()?);
    let host = signals.unless_stopped(Host::open(settings)).await??;
    Ok(House::open(owner, host, Relays::Served))
}

/// Ends everything in good order, whatever has come of it. Where the end is asked for meanwhile, by
/// a second Ctrl-C, what is left ends at once.
async fn close<T>(house: House, outcome: Outcome<T>, signals: &mut Signals) -> Outcome<T> {
    let closed = signals.unless_stopped(house.close(GRACE)).await;
    let value = outcome?;
    closed.map(|()| value)
}
