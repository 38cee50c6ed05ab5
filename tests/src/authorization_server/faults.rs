//! What a test has spoilt.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use serde_json::Value;
use tokio::sync::watch;

use super::answers::Endpoint;

type Edit = Arc<dyn Fn(&mut Value) + Send + Sync>;
type RedirectEdit = Arc<dyn Fn(&mut Vec<(String, String)>) + Send + Sync>;

/// Changes of answers, by endpoint.
#[derive(Default)]
pub(super) struct Faults {
    edits: HashMap<Endpoint, Vec<Edit>>,
    redirect: Option<RedirectEdit>,
    always: HashMap<Endpoint, Reply>,
    once: HashMap<Endpoint, VecDeque<Reply>>,
    held: HashMap<Endpoint, Held>,
}

impl Faults {
    pub(super) fn edit(
        &mut self,
        endpoint: Endpoint,
        change: impl Fn(&mut Value) + Send + Sync + 'static,
    ) {
        self.edits.entry(endpoint).or_default().push(Arc::new(change));
    }

    pub(super) fn edit_redirect(
        &mut self,
        change: impl Fn(&mut Vec<(String, String)>) + Send + Sync + 'static,
    ) {
        self.redirect = Some(Arc::new(change));
    }

    pub(super) fn reply(&mut self, endpoint: Endpoint, reply: Reply) {
        self.always.insert(endpoint, reply);
    }

    pub(super) fn reply_once(&mut self, endpoint: Endpoint, reply: Reply) {
        self.once.entry(endpoint).or_default().push_back(reply);
    }

    pub(super) fn hold(&mut self, endpoint: Endpoint) -> Gate {
        let (arrivals, arrived) = watch::channel(0);
        let (open, opened) = watch::channel(false);
        self.held.insert(endpoint, Held { arrivals, opened });
        Gate { arrived, open }
    }

    /// What to answer in place of doing what was asked.
    pub(super) fn reply_to(&mut self, endpoint: Endpoint) -> Option<Reply> {
        let next = self.once.get_mut(&endpoint).and_then(VecDeque::pop_front);
        next.or_else(|| self.always.get(&endpoint).cloned())
    }

    /// What changes a good answer.
    pub(super) fn edits_of(&self, endpoint: Endpoint) -> Vec<Edit> {
        self.edits.get(&endpoint).cloned().unwrap_or_default()
    }

    pub(super) fn redirect_edit(&self) -> Option<RedirectEdit> {
        self.redirect.clone()
    }

    pub(super) fn held_at(&self, endpoint: Endpoint) -> Option<Held> {
        self.held.get(&endpoint).cloned()
    }
}

/// An answer that is given whatever was asked.
#[derive(Clone)]
pub struct Reply {
    pub(super) status: u16,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: String,
}

impl Reply {
    /// Only a status.
    pub fn status(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: String::new() }
    }

    /// A document of JSON.
    pub fn json(status: u16, document: &Value) -> Self {
        Self::of(status, "application/json", document.to_string())
    }

    /// A page.
    pub fn html(status: u16, page: &str) -> Self {
        Self::of(status, "text/html", page.to_owned())
    }

    /// Another address to go to.
    pub fn redirect(status: u16, address: &str) -> Self {
        Self { headers: vec![("location", address.to_owned())], ..Self::status(status) }
    }

    /// An error of OAuth (RFC 6749, section 5.2).
    pub fn error(status: u16, error: &str, description: &str) -> Self {
        let document = serde_json::json!({"error": error, "error_description": description});
        Self::json(status, &document)
    }

    /// The same with one more header.
    pub fn with_header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    fn of(status: u16, content_type: &str, body: String) -> Self {
        Self { status, headers: vec![("content-type", content_type.to_owned())], body }
    }
}

/// Holds answers back; dropping it lets them go.
pub struct Gate {
    arrived: watch::Receiver<usize>,
    open: watch::Sender<bool>,
}

impl Gate {
    /// Waits until so many answers are held.
    pub async fn holds(&mut self, count: usize) {
        let enough = self.arrived.wait_for(|arrived| *arrived >= count).await;
        enough.expect("the server outlives the test");
    }

    /// Lets them go, and those that would come after them.
    pub fn open(&self) {
        self.open.send_replace(true);
    }
}

/// The server's end of a gate.
#[derive(Clone)]
pub(super) struct Held {
    arrivals: watch::Sender<usize>,
    opened: watch::Receiver<bool>,
}

impl Held {
    pub(super) async fn pass(mut self) {
        self.arrivals.send_modify(|arrived| *arrived += 1);
        // A gate that is gone holds nothing.
        let _ = self.opened.wait_for(|opened| *opened).await;
    }
}
