use std::{fs, path::PathBuf, time::Duration};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    task::JoinSet,
};

use super::*;
use crate::{
    Client, Json,
    auth::MemoryStore,
    client::Target,
    error::ErrorCode,
    host::{
        HostSettings,
        config::ConfigFile,
        owner::{Attached, Claim, Place, Taken},
    },
};

const PATIENCE: Duration = Duration::from_secs(20);
const GRACE: Duration = Duration::from_millis(200);

/// A configuration without servers, in a folder of its own.
struct Bench {
    folder: PathBuf,
    place: Place,
}

impl Bench {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("hostline-house-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let place =
            Place::below(&folder.join("data"), None, &folder.join("hostline.toml")).unwrap();
        Self { folder, place }
    }

    async fn house(&self, relays: Relays) -> House {
        let Claim::Owner(owner) = Owner::claim(&self.place).await.unwrap() else {
            panic!("somebody else owns it");
        };
        let file = ConfigFile::at(&self.folder.join("hostline.toml")).unwrap();
        let settings = HostSettings::at(file, self.place.data());
        let settings = settings.store(Arc::new(MemoryStore::new()));
        House::open(owner, Host::open(settings).await.unwrap(), relays)
    }

    async fn taken(&self) -> Option<Taken> {
        match Owner::claim(&self.place).await.unwrap() {
            Claim::Owner(_) => None,
            Claim::Taken(taken) => Some(taken),
        }
    }

    async fn attached(&self) -> Attached {
        self.taken().await.unwrap().attach("desktop").await.unwrap()
    }

    async fn client(&self) -> Client {
        let relay = self.taken().await.unwrap().relay("editor").await.unwrap();
        let target = Target::transport("the gateway", stream::split(relay));
        timeout(PATIENCE, Client::connect(target)).await.unwrap().unwrap()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn is_not_yet(house: &House) -> bool {
    matches!(*lock(&house.rooms.gateway), Stage::NotYet)
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_owns_the_configuration_serves_the_clients_of_others() {
    let bench = Bench::new("serves");
    let house = bench.house(Relays::Served).await;
    assert!(is_not_yet(&house), "nobody needs the servers yet");
    let client = bench.client().await;
    assert!(client.list_tools().await.unwrap().is_empty());
    bench.attached().await.call("servers", &Json::default()).await.unwrap();
    house.close(GRACE).await;
    assert!(client.list_tools().await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_configuration_is_free_only_when_everybody_has_left() {
    let bench = Bench::new("order");
    let house = bench.house(Relays::Served).await;
    let (attached, client, taken) =
        (bench.attached().await, bench.client().await, bench.taken().await.unwrap());
    let mut closing = JoinSet::new();
    let host = house.host().clone();
    // Whoever keeps the gateway's connection open keeps the lock, until the grace is over.
    closing.spawn(house.close(GRACE));
    while bench.taken().await.is_some() {
        if let Err(error) = taken.attach("late").await {
            assert!(matches!(error.code(), ErrorCode::Transport | ErrorCode::Closed), "{error}");
        }
    }
    let error = attached.call("servers", &Json::default()).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Closed);
    assert!(client.list_tools().await.is_err());
    closing.join_next().await.unwrap().unwrap();
    drop(host);
}

#[tokio::test(flavor = "multi_thread")]
async fn held_clients_are_answered_by_nobody_and_start_no_servers() {
    let bench = Bench::new("holds");
    let house = bench.house(Relays::Held).await;
    let mut relay = bench.taken().await.unwrap().relay("editor").await.unwrap();
    relay.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n").await.unwrap();
    // A program that came after the client is served, so the client has been received by now.
    bench.attached().await.call("servers", &Json::default()).await.unwrap();
    assert!(is_not_yet(&house));
    house.close(GRACE).await;
    let mut answer = Vec::new();
    timeout(PATIENCE, relay.read_to_end(&mut answer)).await.unwrap().unwrap();
    assert!(answer.is_empty(), "{}", String::from_utf8_lossy(&answer));
    assert!(bench.taken().await.is_none(), "the client's own process owns it next");
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_no_other_gateway_once_the_end_has_begun() {
    let bench = Bench::new("over");
    for is_used in [false, true] {
        let house = bench.house(Relays::Served).await;
        let gateway = is_used.then(|| house.gateway().unwrap());
        let rooms = house.rooms.clone();
        house.close(GRACE).await;
        assert_eq!(rooms.gateway().err().unwrap().code(), ErrorCode::Closed);
        drop(gateway);
    }
}
