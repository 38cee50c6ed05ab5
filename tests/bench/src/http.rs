//! One kept-alive HTTP connection of the client without a library: hyper alone.

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper_server::{
    Request, Response, Uri,
    body::Incoming,
    client::conn::http1::{SendRequest, handshake},
    header::{ACCEPT, CONTENT_TYPE, HOST, HeaderValue},
};
use hyper_util::rt::TokioIo;
use tokio::{net::TcpStream, task::JoinSet};

use crate::{
    Result,
    options::Era,
    request::{read_plain, write_initialized, write_opening},
};

const SESSION: &str = "mcp-session-id";

/// A connection on which one exchange is made after the other.
#[derive(Debug)]
pub struct Connection {
    era: Era,
    requests: SendRequest<Full<Bytes>>,
    uri: Uri,
    session: Option<HeaderValue>,
    /// Drives the connection and ends with it.
    _driver: JoinSet<()>,
}

impl Connection {
    /// Connects, and says nothing yet. In the legacy era it then belongs to this session, if there
    /// is one.
    ///
    /// # Errors
    /// Nobody listens at the address.
    pub async fn open(address: &str, era: Era, session: Option<HeaderValue>) -> Result<Self> {
        let uri: Uri = address.parse()?;
        let host = uri.host().ok_or("the address has no host")?;
        let port = uri.port_u16().ok_or("the address has no port")?;
        let stream = TcpStream::connect((host, port)).await?;
        stream.set_nodelay(true)?;
        let (requests, connection) = handshake(TokioIo::new(stream)).await?;
        let mut driver = JoinSet::new();
        driver.spawn(async move {
            // A broken connection shows in the request that uses it.
            let _ = connection.await;
        });
        Ok(Self { era, requests, uri, session, _driver: driver })
    }

    /// Makes the first exchanges of the era: finds out what the server is, or opens a session.
    ///
    /// # Errors
    /// The server refuses.
    pub async fn greet(&mut self) -> Result<()> {
        let mut body = Vec::new();
        let method = write_opening(self.era, 0, &mut body)?;
        let response = self.send(method, None, body).await?;
        self.session = response.headers().get(SESSION).cloned();
        read_plain(&read(response).await?)?;
        if self.era == Era::Legacy {
            let mut body = Vec::new();
            write_initialized(&mut body)?;
            self.send("notifications/initialized", None, body).await?.into_body().collect().await?;
        }
        Ok(())
    }

    /// The session that was opened, for further connections.
    pub fn session(&self) -> Option<HeaderValue> {
        self.session.clone()
    }

    /// Posts a request, and gives the text of its reply.
    ///
    /// # Errors
    /// The connection broke, or the answer has no JSON.
    pub async fn post(&mut self, method: &str, name: Option<&str>, body: Vec<u8>) -> Result<Bytes> {
        read(self.send(method, name, body).await?).await
    }

    /// Posts a message, and gives the answer whose body is still to come.
    ///
    /// # Errors
    /// The connection broke.
    pub async fn send(
        &mut self,
        method: &str,
        name: Option<&str>,
        body: Vec<u8>,
    ) -> Result<Response<Incoming>> {
        let authority = self.uri.authority().ok_or("the address has no authority")?;
        let mut request = Request::post(self.uri.path())
            .header(HOST, authority.as_str())
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream")
            .header("mcp-protocol-version", self.era.version());
        if self.era == Era::Modern {
            request = request.header("mcp-method", method);
            if let Some(name) = name {
                request = request.header("mcp-name", name);
            }
        }
        if let Some(session) = &self.session {
            request = request.header(SESSION, session);
        }
        self.requests.ready().await?;
        Ok(self.requests.send_request(request.body(Full::from(body))?).await?)
    }
}

/// The text of the reply: the body, or the last event of a stream that ends with it.
async fn read(response: Response<Incoming>) -> Result<Bytes> {
    let content_type = response.headers().get(CONTENT_TYPE);
    let sse = content_type.is_some_and(|kind| kind.as_bytes() == b"text/event-stream");
    let (status, body) = (response.status(), response.into_body().collect().await?.to_bytes());
    if sse {
        last_data(&body)
    } else if status.is_success() {
        Ok(body)
    } else {
        Err(format!("{status}: {}", String::from_utf8_lossy(&body)).into())
    }
}

/// The data of an event stream's last event, which all servers measured write on one line.
fn last_data(stream: &Bytes) -> Result<Bytes> {
    let mut lines = stream.split(|byte| *byte == b'\n').rev();
    let data = lines.find_map(|line| line.strip_prefix(b"data: ")).ok_or("no event has data")?;
    Ok(stream.slice_ref(data))
}
