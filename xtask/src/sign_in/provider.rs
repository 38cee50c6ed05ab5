//! The authorization server of another author, and what it tells of itself.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::Stdio,
    sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc},
    thread,
    time::Duration,
};

use serde_json::Value;

use crate::{
    loopback::without_proxies,
    process::Group,
    setup::Node,
    workspace::{Context, Result},
};

const READINESS: Duration = Duration::from_secs(30);

/// A running authorization server.
pub(super) struct Provider {
    pub(super) issuer: String,
    told: Arc<Mutex<Vec<Value>>>,
    _process: Group,
}

impl Provider {
    /// Starts it for one resource, with access tokens that live for so many seconds.
    pub(super) fn start(node: &Node, folder: &Path, resource: &str, lifetime: u32) -> Result<Self> {
        let mut command = without_proxies(&node.program);
        command.arg(folder.join("provider.mjs")).args(["--resource", resource, "--tell"]);
        command.args(["--lifetime", &lifetime.to_string()]);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = Group::start(&mut command)?;
        let lines = BufReader::new(process.output().ok_or("the provider has no output")?).lines();
        let told = Arc::<Mutex<Vec<Value>>>::default();
        let (ready, readiness) = mpsc::channel();
        let telling = told.clone();
        // It ends with the process, whose output it reads.
        thread::spawn(move || {
            for line in lines.map_while(std::result::Result::ok) {
                let Ok(event) = serde_json::from_str::<Value>(&line) else { continue };
                match event["issuer"].as_str() {
                    Some(issuer) => drop(ready.send(issuer.to_owned())),
                    None => lock(&telling).push(event),
                }
            }
        });
        let issuer = readiness.recv_timeout(READINESS).context("the provider does not start")?;
        Ok(Self { issuer, told, _process: process })
    }

    /// How often it was asked for tokens in this way, and gave them.
    pub(super) fn grants(&self, grant: &str) -> usize {
        let is_one = |event: &&Value| event["grant"] == grant && event["status"] == 200;
        lock(&self.told).iter().filter(is_one).count()
    }

    /// How often something has happened.
    pub(super) fn count(&self, event: &str) -> usize {
        lock(&self.told).iter().filter(|told| told["event"] == event).count()
    }

    /// Every token, code and verifier so far.
    pub(super) fn secrets(&self) -> Vec<String> {
        let told = lock(&self.told);
        let secrets = told.iter().filter_map(|event| event["secrets"].as_array()).flatten();
        secrets.filter_map(Value::as_str).map(str::to_owned).collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
