//! An authorization server on loopback: its metadata, its key, and the tokens that it has signed.

use std::{
    net::SocketAddr,
    time::{Duration, SystemTime},
};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinSet,
};

/// Who signs tokens.
pub(super) struct Signer(EcdsaKeyPair);

impl Signer {
    pub(super) fn new() -> Self {
        let (kind, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let document = EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
        Self(EcdsaKeyPair::from_pkcs8(kind, document.as_ref(), &random).unwrap())
    }

    fn jwk(&self) -> Value {
        let (x, y) = self.0.public_key().as_ref()[1..].split_at(32);
        let [x, y] = [x, y].map(|part| BASE64_URL_SAFE_NO_PAD.encode(part));
        json!({"kty": "EC", "crv": "P-256", "kid": "key", "x": x, "y": y})
    }

    /// A token with these claims.
    pub(super) fn token(&self, claims: &Value) -> String {
        let header = json!({"alg": "ES256", "typ": "at+jwt", "kid": "key"});
        let [header, claims] =
            [&header, claims].map(|part| BASE64_URL_SAFE_NO_PAD.encode(part.to_string()));
        let signed = format!("{header}.{claims}");
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes()).unwrap();
        format!("{signed}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature.as_ref()))
    }
}

/// An authorization server.
pub(super) struct Issuer {
    address: SocketAddr,
    signer: Signer,
    _serving: JoinSet<()>,
}

impl Issuer {
    pub(super) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let signer = Signer::new();
        let url = format!("http://{address}");
        let metadata = json!({"issuer": url, "jwks_uri": format!("{url}/keys")}).to_string();
        let keys = json!({"keys": [signer.jwk()]}).to_string();
        let mut serving = JoinSet::new();
        serving.spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                answer(stream, &metadata, &keys).await;
            }
        });
        Self { address, signer, _serving: serving }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The claims of a good token for a resource.
    pub(super) fn claims(&self, resource: &str, scope: &str) -> Value {
        json!({
            "iss": self.url(),
            "aud": resource,
            "exp": in_seconds(300),
            "sub": "anna",
            "client_id": "editor",
            "scope": scope,
        })
    }

    /// A token with these claims.
    pub(super) fn token(&self, claims: &Value) -> String {
        self.signer.token(claims)
    }
}

/// The time in so many seconds, as tokens count it.
pub(super) fn in_seconds(seconds: i64) -> i64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    i64::try_from(now.unwrap_or(Duration::ZERO).as_secs()).unwrap() + seconds
}

async fn answer(mut stream: TcpStream, metadata: &str, keys: &str) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let Ok(byte) = stream.read_u8().await else { return };
        head.push(byte);
    }
    let head = String::from_utf8(head).unwrap();
    let (status, body) = match head.split(' ').nth(1) {
        Some("/.well-known/oauth-authorization-server") => ("200 OK", metadata),
        Some("/keys") => ("200 OK", keys),
        _ => ("404 Not Found", ""),
    };
    let length = body.len();
    let text = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         connection: close\r\n\r\n{body}"
    );
    // Whoever asked may have left.
    let _ = stream.write_all(text.as_bytes()).await;
}
