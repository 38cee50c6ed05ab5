//! An authorization server and the MCP server that it protects, on one port of this machine, which
//! misbehave as they are told.

use std::{
    collections::{HashMap, HashSet},
    convert::Infallible,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;
use http::{Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper_server::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::{net::TcpListener, task::JoinSet};
use url::Url;

/// What the server does, and what it has seen.
#[derive(Default)]
pub struct Book {
    /// How long access tokens live, in seconds.
    pub lifetime: Value,
    /// What access tokens look like after their number.
    pub padding: String,
    /// The statuses that the token endpoint answers refreshes with first, instead of doing them.
    pub refresh_failures: Vec<u16>,
    /// Whether no token is ever good enough.
    pub refuses_all: bool,
    /// The scope that calls need, if any.
    pub needs: Option<&'static str>,
    /// How many refreshes were done.
    pub refreshes: usize,
    /// The scopes of each authorization request.
    pub visits: Vec<String>,
    /// Every token that was taken back.
    pub revoked: Vec<String>,
    /// Every token that was ever given.
    pub given: Vec<String>,
    access: HashMap<String, String>,
    refresh: HashMap<String, String>,
    spent: HashSet<String>,
    codes: HashMap<String, String>,
    count: usize,
}

/// The server. It ends when it is dropped.
pub struct AuthorizationServer {
    /// The address of the MCP endpoint.
    pub url: String,
    book: Arc<Mutex<Book>>,
    _tasks: JoinSet<()>,
}

impl AuthorizationServer {
    /// Starts it on a free port.
    pub async fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let origin = format!("http://127.0.0.1:{}", listener.local_addr()?.port());
        let book = Arc::new(Mutex::new(Book { lifetime: json!(3600), ..Book::default() }));
        let mut tasks = JoinSet::new();
        tasks.spawn(accept(listener, origin.clone(), book.clone()));
        Ok(Self { url: format!("{origin}/mcp"), book, _tasks: tasks })
    }

    /// Its book, to be read and changed.
    pub fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many visits and refreshes there were.
    pub fn counts(&self) -> (usize, usize) {
        let book = self.book();
        (book.visits.len(), book.refreshes)
    }

    /// Forgets all access tokens, as a server does that was restarted.
    pub fn forget_access(&self) {
        self.book().access.clear();
    }

    /// Forgets all refresh tokens.
    pub fn forget_refresh(&self) {
        self.book().refresh.clear();
    }

    /// What the person's browser does who agrees to everything: it asks for the page, and gives the
    /// address that it is sent on to.
    pub async fn browse(url: &Url) -> std::io::Result<String> {
        let address =
            (url.host_str().unwrap_or_default(), url.port_or_known_default().unwrap_or(0));
        let stream = tokio::net::TcpStream::connect(address).await?;
        let (mut sender, connection) =
            hyper_server::client::conn::http1::handshake(TokioIo::new(stream))
                .await
                .map_err(std::io::Error::other)?;
        let request = Request::get(&url[url::Position::BeforePath..])
            .header(header::HOST, format!("{}:{}", address.0, address.1))
            .body(Full::<Bytes>::default())
            .map_err(std::io::Error::other)?;
        let asking = async {
            let answer = sender.send_request(request).await;
            drop(sender);
            answer
        };
        let (answer, _) = tokio::join!(asking, connection);
        let answer = answer.map_err(std::io::Error::other)?;
        let location = answer.headers().get(header::LOCATION).and_then(|v| v.to_str().ok());
        location.map(str::to_owned).ok_or_else(|| std::io::Error::other("sent on to nowhere"))
    }
}

async fn accept(listener: TcpListener, origin: String, book: Arc<Mutex<Book>>) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        while connections.try_join_next().is_some() {}
        let (origin, book) = (origin.clone(), book.clone());
        connections.spawn(async move {
            let service = service_fn(|request| answer(request, &origin, &book));
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

async fn answer(
    request: Request<Incoming>,
    origin: &str,
    book: &Mutex<Book>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
    let form: HashMap<String, String> = url::form_urlencoded::parse(&body).into_owned().collect();
    let query = head.uri.query().unwrap_or_default().as_bytes();
    let query: HashMap<String, String> = url::form_urlencoded::parse(query).into_owned().collect();
    let token = head.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let mut book = book.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(match head.uri.path() {
        "/.well-known/oauth-protected-resource/mcp" => reply(
            200,
            &json!({
                "resource": format!("{origin}/mcp"), "authorization_servers": [origin],
            }),
        ),
        "/.well-known/oauth-authorization-server" => reply(
            200,
            &json!({
                "issuer": origin,
                "authorization_endpoint": format!("{origin}/authorize"),
                "token_endpoint": format!("{origin}/token"),
                "registration_endpoint": format!("{origin}/register"),
                "revocation_endpoint": format!("{origin}/revoke"),
                "code_challenge_methods_supported": ["S256"],
                "token_endpoint_auth_methods_supported": ["none"],
                "authorization_response_iss_parameter_supported": true,
            }),
        ),
        "/register" => reply(201, &json!({"client_id": "registered"})),
        "/authorize" => book.authorize(&query, origin),
        "/token" => book.token(&form),
        "/revoke" => {
            book.revoked.extend(form.get("token").cloned());
            reply(200, &Value::Null)
        }
        // A token in an address would be in every log on the way.
        "/mcp" if head.uri.query().is_some() => reply(400, &Value::Null),
        "/mcp" => book.serve(token, &body, origin),
        _ => reply(404, &Value::Null),
    })
}

impl Book {
    fn authorize(
        &mut self,
        query: &HashMap<String, String>,
        origin: &str,
    ) -> Response<Full<Bytes>> {
        let get = |name: &str| query.get(name).cloned().unwrap_or_default();
        self.count += 1;
        let code = format!("code-{}", self.count);
        self.visits.push(get("scope"));
        self.codes.insert(code.clone(), get("scope"));
        let Ok(mut location) = Url::parse(&get("redirect_uri")) else {
            return reply(400, &Value::Null);
        };
        location.query_pairs_mut().extend_pairs([
            ("code", &*code),
            ("state", &get("state")),
            ("iss", origin),
        ]);
        let mut response = reply(302, &Value::Null);
        if let Ok(value) = location.as_str().parse() {
            response.headers_mut().insert(header::LOCATION, value);
        }
        response
    }

    fn token(&mut self, form: &HashMap<String, String>) -> Response<Full<Bytes>> {
        let get = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
        let refused = || reply(400, &json!({"error": "invalid_grant"}));
        let scope = if get("grant_type") == "authorization_code" {
            self.codes.remove(get("code"))
        } else {
            if let Some(status) = self.refresh_failures.pop() {
                return reply(status, &Value::Null);
            }
            let spent = get("refresh_token");
            // A token that is used twice has been stolen from somebody: all of them are over.
            if self.spent.contains(spent) {
                self.refresh.clear();
                self.access.clear();
                return refused();
            }
            let scope = self.refresh.remove(spent);
            if scope.is_some() {
                self.spent.insert(spent.to_owned());
                self.refreshes += 1;
            }
            scope
        };
        let Some(scope) = scope else { return refused() };
        self.count += 1;
        let access = format!("access-{}-{}", self.count, self.padding);
        let refresh = format!("refresh-{}-{}", self.count, self.padding);
        self.given.extend([access.clone(), refresh.clone()]);
        self.access.insert(access.clone(), scope.clone());
        self.refresh.insert(refresh.clone(), scope.clone());
        let mut answer = json!({
            "access_token": access, "token_type": "Bearer", "refresh_token": refresh, "scope": scope,
        });
        if !self.lifetime.is_null() {
            answer["expires_in"] = self.lifetime.clone();
        }
        reply(200, &answer)
    }

    fn serve(&self, token: Option<&str>, body: &[u8], origin: &str) -> Response<Full<Bytes>> {
        let challenge = |status, extra: &str| {
            let mut response = reply(status, &Value::Null);
            let metadata = format!("{origin}/.well-known/oauth-protected-resource/mcp");
            let value = format!("Bearer {extra}resource_metadata=\"{metadata}\"");
            if let Ok(value) = value.parse() {
                response.headers_mut().insert(header::WWW_AUTHENTICATE, value);
            }
            response
        };
        let token = token.and_then(|token| token.strip_prefix("Bearer "));
        let scope = token.and_then(|token| self.access.get(token)).filter(|_| !self.refuses_all);
        let Some(scope) = scope else { return challenge(401, "error=\"invalid_token\", ") };
        let request: Value = serde_json::from_slice(body).unwrap_or_default();
        let result = match request["method"].as_str() {
            Some("server/discover") => json!({
                "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}},
                "resultType": "complete", "ttlMs": 0, "cacheScope": "private",
            }),
            Some("tools/list") => {
                let missing = self.needs.filter(|needs| !scope.split(' ').any(|has| has == *needs));
                if let Some(missing) = missing {
                    let extra = format!("error=\"insufficient_scope\", scope=\"{missing}\", ");
                    return challenge(403, &extra);
                }
                json!({"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"})
            }
            _ => return reply(202, &Value::Null),
        };
        reply(200, &json!({"jsonrpc": "2.0", "id": request["id"], "result": result}))
    }
}

fn reply(status: u16, body: &Value) -> Response<Full<Bytes>> {
    let body = if body.is_null() { Bytes::new() } else { body.to_string().into() };
    let mut response = Response::new(Full::new(body));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::IM_A_TEAPOT);
    let json = header::HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}
