//! The scenarios of authorization: the person who agrees to everything is played here.

use hostline::{
    Client, Error, ErrorCode,
    auth::{Auth, MemoryStore, OAuth, Secret, flow::Visit},
};
use http_body_util::{BodyExt, Empty};
use hyper_server::{Request, body::Bytes, header};
use hyper_util::rt::TokioIo;
use serde_json::json;
use tokio::net::TcpStream;

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

/// Opens an address as a browser would, and gives the one that it is sent on to.
async fn agree(visit: Visit) -> hostline::Result<String> {
    let failed = |what: String| Error::new(ErrorCode::AuthFailed, what);
    let going = async {
        let host = visit.url.host_str().ok_or("an address without a host")?;
        let port = visit.url.port_or_known_default().ok_or("an address without a port")?;
        let stream = TcpStream::connect((host, port)).await?;
        let (mut sender, connection) =
            hyper_server::client::conn::http1::handshake(TokioIo::new(stream)).await?;
        let path = &visit.url[url::Position::BeforePath..];
        let request = Request::get(path)
            .header(header::HOST, format!("{host}:{port}"))
            .body(Empty::<Bytes>::new())?;
        let answering = async move {
            let answer = sender.send_request(request).await?;
            let location = answer.headers().get(header::LOCATION).cloned();
            let _ = answer.into_body().collect().await;
            drop(sender);
            Ok::<_, hyper_server::Error>(location)
        };
        let (answer, _) = tokio::join!(answering, connection);
        let location = answer?.ok_or("the authorization server sends the browser nowhere")?;
        Ok::<_, Box<dyn std::error::Error + Send + Sync>>(location.to_str()?.to_owned())
    };
    going.await.map_err(|error| failed(error.to_string()))
}
