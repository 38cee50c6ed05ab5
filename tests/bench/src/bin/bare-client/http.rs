//! hyper alone: POSTs on kept-alive connections, one connection for each call in flight.

use std::{cell::Cell, rc::Rc};

use bytes::Bytes;
use hostline_bench::{
    Result,
    options::{Options, Workload},
    request::{VERSION, read_operation, read_plain, write_operation, write_plain},
    workload::Subject,
};
use http_body_util::{BodyExt, Full};
use hyper_server::{
    Request, Uri,
    client::conn::http1::{SendRequest, handshake},
    header::{ACCEPT, CONTENT_TYPE, HOST},
};
use hyper_util::rt::TokioIo;
use tokio::{net::TcpStream, task::JoinSet};

pub(crate) struct Http {
    options: Options,
    /// Connections that no call uses just now.
    idle: Vec<Connection>,
    last_id: u64,
}

impl Subject for Http {
    async fn connect(options: &Options) -> Result<Self> {
        let mut connection = Connection::open(options).await?;
        let mut body = Vec::new();
        write_plain("server/discover", 0, &mut body)?;
        read_plain(&connection.post("server/discover", None, body).await?)?;
        Ok(Self { options: options.clone(), idle: vec![connection], last_id: 0 })
    }

    async fn operate(&mut self) -> Result<()> {
        self.last_id += 1;
        let connection = self.idle.first_mut().ok_or("no connection")?;
        if connection.operate(&self.options, self.last_id).await? == self.last_id {
            Ok(())
        } else {
            Err("the reply belongs to another request".into())
        }
    }

    async fn operate_in_flight(&mut self, operations: usize) -> Result<()> {
        while self.idle.len() < self.options.in_flight {
            self.idle.push(Connection::open(&self.options).await?);
        }
        let begun = Rc::new(Cell::new(0));
        let mut lanes = JoinSet::new();
        for mut connection in self.idle.drain(..) {
            let (options, begun) = (self.options.clone(), begun.clone());
            lanes.spawn_local(async move {
                while begun.get() < operations {
                    begun.set(begun.get() + 1);
                    connection.operate(&options, begun.get() as u64).await?;
                }
                Result::Ok(connection)
            });
        }
        while let Some(lane) = lanes.join_next().await {
            self.idle.push(lane??);
        }
        Ok(())
    }

    async fn close(self) -> Result<()> {
        Ok(())
    }
}

struct Connection {
    requests: SendRequest<Full<Bytes>>,
    uri: Uri,
    /// Drives the connection and ends with it.
    _driver: JoinSet<()>,
}

impl Connection {
    async fn open(options: &Options) -> Result<Self> {
        let uri: Uri = options.address()?.parse()?;
        let host = uri.host().ok_or("the address has no host")?;
        let port = uri.port_u16().ok_or("the address has no port")?;
        let stream = TcpStream::connect((host, port)).await?;
        stream.set_nodelay(true)?;
        let (requests, connection) = handshake(TokioIo::new(stream)).await?;
        let mut driver = JoinSet::new();
        driver.spawn_local(async move {
            // A broken connection shows in the request that uses it.
            let _ = connection.await;
        });
        Ok(Self { requests, uri, _driver: driver })
    }

    async fn operate(&mut self, options: &Options, id: u64) -> Result<u64> {
        let mut body = Vec::new();
        write_operation(options, id, &mut body)?;
        let reply = if options.workload == Workload::List {
            self.post("tools/list", None, body).await?
        } else {
            self.post("tools/call", Some(options.tool()), body).await?
        };
        read_operation(options, &reply)
    }

    async fn post(&mut self, method: &str, name: Option<&str>, body: Vec<u8>) -> Result<Bytes> {
        let authority = self.uri.authority().ok_or("the address has no authority")?;
        let mut request = Request::post(self.uri.path())
            .header(HOST, authority.as_str())
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream")
            .header("mcp-protocol-version", VERSION)
            .header("mcp-method", method);
        if let Some(name) = name {
            request = request.header("mcp-name", name);
        }
        self.requests.ready().await?;
        let response = self.requests.send_request(request.body(Full::from(body))?).await?;
        let content_type = response.headers().get(CONTENT_TYPE);
        let sse = content_type.is_some_and(|kind| kind.as_bytes() == b"text/event-stream");
        let body = response.into_body().collect().await?.to_bytes();
        if sse { last_data(&body) } else { Ok(body) }
    }
}

/// The data of an event stream's last event, which our server always writes on one line.
fn last_data(stream: &Bytes) -> Result<Bytes> {
    let mut lines = stream.split(|byte| *byte == b'\n').rev();
    let data = lines.find_map(|line| line.strip_prefix(b"data: ")).ok_or("no event has data")?;
    Ok(stream.slice_ref(data))
}
