//! The scenarios of authorization: the person who agrees to everything is played here.

use std::sync::{Arc, Mutex, PoisonError};

use hostline::{
    Client, Error, ErrorCode,
    auth::{
        Auth, AuthEvent, MemoryStore, OAuth, Secret,
        flow::{Purpose, Visit},
    },
};
use hostline_tests::authorization_server::browse;
use serde_json::{Value, json};

use super::{Outcome, Stage, call, close, names};

/// Where the suite's authorization servers send the browser; nobody listens there.
const REDIRECT: &str = "http://127.0.0.1:8765/callback";
/// The address of a client's metadata document that the suite knows of.
const DOCUMENT: &str = "https://conformance-test.local/client-metadata.json";

impl Stage {
    /// Every one of them is the same to a program: it connects, lists the tools and calls them.
    pub(super) async fn sign_in(self, scenario: &str) -> Outcome {
        let account = match self.context["client_secret"].as_str() {
            Some(_) => self.account(scenario).issuer(self.learn_issuer(scenario).await?),
            None => self.account(scenario),
        };
        let server = Client::builder().protocol(self.protocol).auth(account);
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

    /// The issuer of the server, as a person reads it in the error of a sign-in that has named none:
    /// the suite says of a client with a secret only that it is registered.
    async fn learn_issuer(&self, scenario: &str) -> hostline::Result<String> {
        let learnt = Arc::new(Mutex::new(None));
        let learning = learnt.clone();
        let account = self.account(scenario).on_event(move |event| {
            if let AuthEvent::Answered { purpose: Purpose::ServerMetadata, body, .. } = event
                && let Ok(document) = serde_json::from_str::<Value>(body)
            {
                let issuer = document["issuer"].as_str().map(str::to_owned);
                *learning.lock().unwrap_or_else(PoisonError::into_inner) = issuer;
            }
        });
        let refused = Client::builder().protocol(self.protocol).auth(account);
        let refused = refused.connect(&self.url).await;
        let issuer = learnt.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (refused, issuer) {
            (Err(_), Some(issuer)) => Ok(issuer),
            (Err(error), None) => Err(error),
            (Ok(_), _) => {
                let message = "a client's secret was shown to an issuer that nobody has named";
                Err(Error::new(ErrorCode::Internal, message))
            }
        }
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
