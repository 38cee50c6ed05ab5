//! The scenarios of authorization: the person who agrees to everything is played here.

use hostline::{
    Client, Error, ErrorCode,
    auth::{Auth, MemoryStore, OAuth, Secret, flow::Visit},
};
use hostline_tests::authorization_server::browse;
use serde_json::json;

use super::{Outcome, Stage, call, close, names};

/// Where the suite's authorization servers send the browser; nobody listens there.
const REDIRECT: &str = "http://127.0.0.1:8765/callback";
/// The address of a client's metadata document that the suite knows of.
const DOCUMENT: &str = "https://conformance-test.local/client-metadata.json";

impl Stage {
    /// Every one of them is the same to a program: it connects, lists the tools and calls them.
    pub(super) async fn sign_in(self, scenario: &str) -> Outcome {
        let server = Client::builder().protocol(self.protocol).auth(self.account(scenario));
        let server = server.connect(&self.url).await?;
        let tools = names(&server).await?;
        let mut outcome = Ok(());
        for tool in &tools {
            outcome = call(&server, tool, json!({})).await.map(drop);
            if outcome.is_err() {
                break;
            }
        }
        close(server).await?;
        outcome
    }

    fn account(&self, scenario: &str) -> OAuth {
        let oauth = Auth::oauth().store(MemoryStore::new()).visit_with(REDIRECT, agree);
        let text = |name: &str| self.context[name].as_str().map(str::to_owned);
        match (scenario, text("client_id")) {
            ("auth/pre-registration", Some(client_id)) => {
                let oauth = oauth.client_id(client_id);
                match text("client_secret") {
                    Some(secret) => oauth.client_secret(Secret::new(secret)),
                    None => oauth,
                }
            }
            _ => oauth.client_document(DOCUMENT),
        }
    }
}

async fn agree(visit: Visit) -> hostline::Result<String> {
    browse(&visit.url)
        .await
        .map_err(|cause| Error::new(ErrorCode::AuthFailed, "no page").with_source(cause))
}
