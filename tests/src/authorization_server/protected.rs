//! An MCP server that wants tokens of an authorization server. It is Hostline's own.

use std::sync::Arc;

use bytes::Bytes;
use hostline::{
    auth::{BearerCheck, ProtectedResource},
    server::{Context, Failure, HttpBody, HttpOptions, HttpService, NoArguments, Server},
};
use http::{Request, Response, header};
use http_body_util::{BodyExt, Either, Full};
use hyper_server::body::Incoming;
use tower_service::Service;
use url::Url;

use super::{
    AuthorizationServer, Shared, USE, WRITE,
    answers::{Answer, Endpoint, endpoint_at, plain},
    faults::Reply,
    listening::{self, Listening, Seen},
};

/// The path of the endpoint.
const PATH: &str = "/mcp";
const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

type Body = Either<Full<Bytes>, HttpBody>;

/// A protected MCP server on loopback. Its tool `who` says who calls, and `write` needs a scope of
/// its own. It ends when this is dropped.
pub struct ProtectedServer {
    url: Url,
    _listening: Listening,
}

/// How clients learn whom to ask for tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Discovery {
    /// By the challenge and the metadata.
    Metadata,
    /// By nothing at all: the endpoints stand beside the server (2025-03-26 basic/authorization,
    /// "Fallbacks for Servers without Metadata Discovery").
    None,
}

impl ProtectedServer {
    /// Starts one that an authorization server protects.
    pub async fn start(authorization: &AuthorizationServer) -> Self {
        Self::start_with(authorization, Discovery::Metadata).await
    }

    /// Starts one that says nothing of its authorization server, whose endpoints it has itself.
    pub async fn start_without_metadata(authorization: &AuthorizationServer) -> Self {
        Self::start_with(authorization, Discovery::None).await
    }

    async fn start_with(authorization: &AuthorizationServer, discovery: Discovery) -> Self {
        let listener = listening::bind().await;
        let address = listener.local_addr().expect("a bound socket has an address");
        let url = format!("http://{address}{PATH}");
        let shared = authorization.shared.clone();
        let service = service(&shared, &url).expect("the options are valid");
        let site = Site { shared, service, origin: format!("http://{address}"), discovery };
        let listening = Listening::new(listener, move |request| site.clone().answer(request));
        Self { url: Url::parse(&url).expect("it is an address"), _listening: listening }
    }

    /// Where its endpoint is.
    pub fn url(&self) -> &Url {
        &self.url
    }
}

/// The MCP server itself.
fn service(shared: &Arc<Shared>, url: &str) -> hostline::Result<HttpService> {
    let resource = ProtectedResource::new(url)?.authorization_server(&shared.issuer)?;
    let (shared, own) = (shared.clone(), url.to_owned());
    let check = BearerCheck::custom(resource, move |token| {
        let verdict = shared.books().judge(&shared.issuer, token.expose(), &own);
        async move { Ok(verdict) }
    });
    let server = Server::new("protected", "1.0.0")
        .tool("who", "Says who calls", |_: NoArguments, cx: Context| async move {
            cx.principal().subject().unwrap_or("nobody").to_owned()
        })
        .tool("write", "Needs a scope", |_: NoArguments, cx: Context| async move {
            cx.require_scope(WRITE)?;
            Ok::<_, Failure>("written")
        });
    server.build()?.http_service(HttpOptions::new().bearer(check.require_scope(USE)?))
}

#[derive(Clone)]
struct Site {
    shared: Arc<Shared>,
    service: HttpService,
    origin: String,
    discovery: Discovery,
}

impl Site {
    async fn answer(mut self, request: Request<Incoming>) -> Response<Body> {
        let endpoint = self.endpoint(request.uri().path());
        let seen = Seen::read(endpoint, request).await;
        self.shared.note(&seen);
        match endpoint {
            Some(Endpoint::Protected) => self.protected(seen).await,
            Some(Endpoint::ResourceMetadata) => self.metadata(seen).await.map(Either::Left),
            Some(endpoint) => {
                self.shared.play(endpoint, &seen, &self.origin).await.map(Either::Left)
            }
            None => plain(&Reply::status(404)).map(Either::Left),
        }
    }

    fn endpoint(&self, path: &str) -> Option<Endpoint> {
        match self.discovery {
            _ if path == PATH => Some(Endpoint::Protected),
            Discovery::Metadata => {
                path.starts_with(WELL_KNOWN).then_some(Endpoint::ResourceMetadata)
            }
            Discovery::None => endpoint_at(path),
        }
    }

    async fn protected(&mut self, seen: Seen) -> Response<Body> {
        // A token in an address would be in every log on the way.
        if seen.target.contains('?') {
            return plain(&Reply::status(400)).map(Either::Left);
        }
        let instead = self.shared.faults().reply_to(Endpoint::Protected);
        if let Some(reply) = instead {
            return plain(&reply).map(Either::Left);
        }
        let held = self.shared.faults().held_at(Endpoint::Protected);
        let mut answer = self.serve(seen).await;
        if self.discovery == Discovery::None
            && answer.headers_mut().remove(header::WWW_AUTHENTICATE).is_some()
        {
            let bare = header::HeaderValue::from_static("Bearer");
            answer.headers_mut().insert(header::WWW_AUTHENTICATE, bare);
        }
        if let Some(held) = held {
            held.pass().await;
        }
        answer.map(Either::Right)
    }

    async fn metadata(&mut self, seen: Seen) -> Answer {
        let instead = self.shared.faults().reply_to(Endpoint::ResourceMetadata);
        if let Some(reply) = instead {
            return plain(&reply);
        }
        let answer = self.serve(seen).await;
        let status = answer.status().as_u16();
        let body = answer.into_body().collect().await.map(http_body_util::Collected::to_bytes);
        let document = body.ok().and_then(|body| serde_json::from_slice(&body).ok());
        match document {
            Some(document) => self.shared.good(Endpoint::ResourceMetadata, status, document),
            None => plain(&Reply::status(status)),
        }
    }

    async fn serve(&mut self, seen: Seen) -> Response<HttpBody> {
        let mut request = Request::new(Full::new(seen.body));
        *request.method_mut() = seen.method;
        *request.uri_mut() = seen.target.parse().expect("it came as one");
        *request.headers_mut() = seen.headers;
        let Ok(answer) = self.service.call(request).await;
        answer
    }
}
