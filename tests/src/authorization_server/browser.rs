//! The person with a browser, who agrees to everything.

use http_body_util::{BodyExt, Empty};
use hyper_server::{Request, body::Bytes, client::conn::http1, header};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use url::{Position, Url};

/// Opens an address as a browser would, and gives the one that it is sent on to, which is not
/// opened.
///
/// # Errors
/// There is no answer, or it sends the browser nowhere.
pub async fn browse(url: &Url) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let host = url.host_str().ok_or("an address without a host")?;
    let port = url.port_or_known_default().ok_or("an address without a port")?;
    let stream = TcpStream::connect((host, port)).await?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let request = Request::get(&url[Position::BeforePath..])
        .header(header::HOST, format!("{host}:{port}"))
        .body(Empty::<Bytes>::new())?;
    let answering = async move {
        let answer = sender.send_request(request).await?;
        let (head, body) = answer.into_parts();
        let body = body.collect().await?.to_bytes();
        Ok::<_, hyper_server::Error>((head, body))
    };
    let (answer, _) = tokio::join!(answering, connection);
    let (head, body) = answer?;
    let location = head.headers.get(header::LOCATION).ok_or_else(|| {
        let page = String::from_utf8_lossy(&body);
        format!("the browser is sent nowhere: {} {page}", head.status)
    })?;
    Ok(location.to_str()?.to_owned())
}
