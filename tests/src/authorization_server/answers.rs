//! What each endpoint answers.

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, header};
use http_body_util::Full;
use hyper_server::body::Incoming;
use serde_json::{Value, json};
use url::Url;

use super::{
    Shared,
    books::{Code, Pair, Refusal},
    faults::Reply,
    listening::Seen,
};

/// What a request can be for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Endpoint {
    /// The metadata of the authorization server (RFC 8414).
    ServerMetadata,
    /// The metadata of a protected server (RFC 9728).
    ResourceMetadata,
    /// Dynamic registration (RFC 7591).
    Registration,
    /// Where the browser goes.
    Authorization,
    /// Codes and refresh tokens for tokens.
    Token,
    /// Tokens to be taken back (RFC 7009).
    Revocation,
    /// A protected server itself.
    Protected,
}

pub(super) type Answer = Response<Full<Bytes>>;

/// Where the metadata stands, in front of the issuer's path.
const WELL_KNOWN: &str = "/.well-known/oauth-authorization-server";

impl Shared {
    /// Answers a request to the authorization server.
    pub(super) async fn answer(&self, request: Request<Incoming>) -> Answer {
        let base = Url::parse(&self.issuer).expect("the issuer is an address");
        let base = base.path().trim_end_matches('/');
        let path = request.uri().path();
        let endpoint = match path.strip_prefix(WELL_KNOWN) {
            Some(rest) => (rest == base).then_some(Endpoint::ServerMetadata),
            None => path.strip_prefix(base).and_then(endpoint_at),
        };
        let seen = Seen::read(endpoint, request).await;
        self.note(&seen);
        match endpoint {
            Some(endpoint) => self.play(endpoint, &seen, &self.issuer).await,
            None => plain(&Reply::status(404)),
        }
    }

    /// Does what an endpoint is asked, or what a test has put in its place. The endpoints' addresses
    /// begin with `base`.
    pub(super) async fn play(&self, endpoint: Endpoint, seen: &Seen, base: &str) -> Answer {
        let instead = self.faults().reply_to(endpoint);
        let answer = match instead {
            Some(reply) => plain(&reply),
            None => self.act(endpoint, seen, base),
        };
        let held = self.faults().held_at(endpoint);
        if let Some(held) = held {
            held.pass().await;
        }
        answer
    }

    fn act(&self, endpoint: Endpoint, seen: &Seen, base: &str) -> Answer {
        let wants = match endpoint {
            Endpoint::ServerMetadata | Endpoint::ResourceMetadata | Endpoint::Authorization => {
                Method::GET
            }
            _ => Method::POST,
        };
        if seen.method != wants {
            return plain(&Reply::status(405));
        }
        match endpoint {
            Endpoint::ServerMetadata => self.good(endpoint, 200, self.metadata(base)),
            Endpoint::Registration => self.register(seen),
            Endpoint::Authorization => self.authorize(seen),
            Endpoint::Token => self.token(seen),
            Endpoint::Revocation => self.revoke(seen),
            Endpoint::ResourceMetadata | Endpoint::Protected => plain(&Reply::status(404)),
        }
    }

    fn metadata(&self, base: &str) -> Value {
        json!({
            "issuer": self.issuer,
            "authorization_endpoint": format!("{base}/authorize"),
            "token_endpoint": format!("{base}/token"),
            "registration_endpoint": format!("{base}/register"),
            "revocation_endpoint": format!("{base}/revoke"),
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_methods_supported":
                ["none", "client_secret_basic", "client_secret_post"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": true,
        })
    }

    fn register(&self, seen: &Seen) -> Answer {
        let Ok(wanted) = serde_json::from_slice::<Value>(&seen.body) else {
            return refusal(("invalid_client_metadata", "that is no JSON"));
        };
        let uris = wanted["redirect_uris"].as_array().cloned().unwrap_or_default();
        let uris: Vec<String> = uris.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        if uris.is_empty() {
            return refusal(("invalid_redirect_uri", "there is nowhere to be sent back to"));
        }
        let method = wanted["token_endpoint_auth_method"].as_str().unwrap_or("client_secret_basic");
        let (client_id, secret) = self.books().register(method, uris);
        let mut answer = wanted.clone();
        answer["client_id"] = json!(client_id);
        answer["token_endpoint_auth_method"] = json!(method);
        if let Some(secret) = secret {
            answer["client_secret"] = json!(secret);
            answer["client_secret_expires_at"] = json!(0);
        }
        self.good(Endpoint::Registration, 201, answer)
    }

    /// Sends the browser back with a code. What does not come from a registered client is shown to
    /// the person, who is sent nowhere.
    fn authorize(&self, seen: &Seen) -> Answer {
        let parameter = |name: &str| seen.parameter(name).unwrap_or_default();
        let (client_id, redirect_uri) = (parameter("client_id"), parameter("redirect_uri"));
        let known = self.books().client(&client_id).cloned();
        let Some(client) = known else { return page(400, "no such client") };
        let Ok(mut back) = Url::parse(&redirect_uri) else { return page(400, "no address") };
        if !client.may_be_sent_to(&redirect_uri) {
            return page(400, "the address is of nobody known");
        }
        if parameter("response_type") != "code"
            || parameter("code_challenge_method") != "S256"
            || parameter("code_challenge").len() != 43
            || parameter("state").is_empty()
        {
            return page(400, "the request is not one for a code with S256 and a state");
        }
        let code = self.books().agree(Code {
            client_id,
            redirect_uri,
            challenge: parameter("code_challenge"),
            resource: seen.parameter("resource"),
            scopes: parameter("scope").split_whitespace().map(str::to_owned).collect(),
        });
        let mut pairs = vec![
            ("code".to_owned(), code),
            ("state".to_owned(), parameter("state")),
            ("iss".to_owned(), self.issuer.clone()),
        ];
        let edit = self.faults().redirect_edit();
        if let Some(edit) = edit {
            edit(&mut pairs);
        }
        back.query_pairs_mut().extend_pairs(pairs);
        plain(&Reply::redirect(302, back.as_str()))
    }

    fn token(&self, seen: &Seen) -> Answer {
        match self.tokens(seen) {
            Ok(Pair { access, refresh, scopes }) => {
                let scopes: Vec<String> = scopes.into_iter().collect();
                let answer = json!({
                    "access_token": access, "refresh_token": refresh, "token_type": "Bearer",
                    "expires_in": 3600, "scope": scopes.join(" "),
                });
                self.good(Endpoint::Token, 200, answer)
            }
            Err(why) => refusal(why),
        }
    }

    fn tokens(&self, seen: &Seen) -> Result<Pair, Refusal> {
        let parameter = |name: &str| seen.parameter(name).unwrap_or_default();
        let client_id = self.client_of(seen)?;
        let resource = seen.parameter("resource");
        let mut books = self.books();
        match parameter("grant_type").as_str() {
            "authorization_code" => books.exchange(
                &client_id,
                &parameter("code"),
                &parameter("redirect_uri"),
                &parameter("code_verifier"),
                resource.as_deref(),
            ),
            "refresh_token" => {
                books.refresh(&client_id, &parameter("refresh_token"), resource.as_deref())
            }
            _ => Err(("unsupported_grant_type", "only codes and refresh tokens are taken")),
        }
    }

    fn revoke(&self, seen: &Seen) -> Answer {
        match self.client_of(seen) {
            Ok(_) => {
                self.books().revoke(&seen.parameter("token").unwrap_or_default());
                plain(&Reply::status(200))
            }
            Err(why) => refusal(why),
        }
    }

    /// The client that has proved who it is.
    fn client_of(&self, seen: &Seen) -> Result<String, Refusal> {
        let refused = |why| Err(("invalid_client", why));
        let (method, client_id, secret) = match (seen.basic(), seen.parameter("client_secret")) {
            (Some(_), Some(_)) => return refused("the secret came twice"),
            (Some((client_id, secret)), None) => ("client_secret_basic", client_id, Some(secret)),
            (None, secret) => {
                let client_id = seen.parameter("client_id").unwrap_or_default();
                let method = if secret.is_some() { "client_secret_post" } else { "none" };
                (method, client_id, secret)
            }
        };
        let books = self.books();
        let Some(client) = books.client(&client_id) else { return refused("no such client") };
        if client.method.as_deref().is_some_and(|registered| registered != method) {
            return refused("another way of saying who it is was registered");
        }
        if client.secret != secret {
            return refused("the secret is wrong");
        }
        drop(books);
        Ok(client_id)
    }

    /// A good answer, with what a test wants changed in it.
    pub(super) fn good(&self, endpoint: Endpoint, status: u16, mut document: Value) -> Answer {
        let edits = self.faults().edits_of(endpoint);
        for edit in edits {
            edit(&mut document);
        }
        plain(&Reply::json(status, &document))
    }
}

/// What stands at a path below the issuer's.
pub(super) fn endpoint_at(path: &str) -> Option<Endpoint> {
    match path {
        "/authorize" => Some(Endpoint::Authorization),
        "/token" => Some(Endpoint::Token),
        "/register" => Some(Endpoint::Registration),
        "/revoke" => Some(Endpoint::Revocation),
        _ => None,
    }
}

fn refusal((error, description): Refusal) -> Answer {
    let status = if error == "invalid_client" { 401 } else { 400 };
    plain(&Reply::error(status, error, description))
}

fn page(status: u16, text: &str) -> Answer {
    plain(&Reply::html(status, text))
}

/// The answer that a reply stands for. Nobody may keep it.
pub(super) fn plain(reply: &Reply) -> Answer {
    let mut answer = Response::new(Full::from(reply.body.clone()));
    *answer.status_mut() =
        StatusCode::from_u16(reply.status).expect("a test names a status that exists");
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    for (name, value) in &reply.headers {
        let value = value.parse().expect("a test names a value that is valid");
        headers.append(*name, value);
    }
    answer
}
