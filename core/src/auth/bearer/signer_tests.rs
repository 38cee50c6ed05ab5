//! An issuer for tests: its keys, its tokens, and a server on loopback.

use std::sync::{Arc, Mutex, PoisonError};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use ring::{
    rand::SystemRandom,
    rsa::{KeyPairComponents, PublicKeyComponents},
    signature::{self as ring_signature, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RsaKeyPair},
};
use serde_json::{Value, json};

use super::{Algorithm, unix_time};
use crate::transport::http::test_server::{Answer, Seen, Server, answer, json as json_answer};

/// The address that tokens are for.
pub(super) const RESOURCE: &str = "https://h.example/mcp";

/// The key that RFC 7515, appendix A.2.1, prints for everybody: `ring` makes no RSA keys.
pub(super) const RSA_N: &str = "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ";
const RSA_D: &str = "Eq5xpGnNCivDflJsRQBXHx1hdR1k6Ulwe2JZD50LpXyWPEAeP88vLNO97IjlA7_GQ5sLKMgvfTeXZx9SE-7YwVol2NXOoAJe46sui395IW_GO-pWJ1O0BkTGoVEn2bKVRUCgu-GjBVaYLU6f3l9kJfFNS3E0QbVdxzubSu3Mkqzjkn439X0M_V51gfpRLI9JYanrC4D4qAdGcopV_0ZHHzQlBjudU2QvXt4ehNYTCBr6XCLQUShb1juUO1ZdiYoFaFQT5Tw8bGUl_x_jTj3ccPDVZFD9pIuhLhBOneufuBiB4cS98l2SR_RQyGWSeWjnczT0QU91p1DhOVRuOopznQ";
const RSA_P: &str = "4BzEEOtIpmVdVEZNCqS7baC4crd0pqnRH_5IB3jw3bcxGn6QLvnEtfdUdiYrqBdss1l58BQ3KhooKeQTa9AB0Hw_Py5PJdTJNPY8cQn7ouZ2KKDcmnPGBY5t7yLc1QlQ5xHdwW1VhvKn-nXqhJTBgIPgtldC-KDV5z-y2XDwGUc";
const RSA_Q: &str = "uQPEfgmVtjL0Uyyx88GZFF1fOunH3-7cepKmtH4pxhtCoHqpWmT8YAmZxaewHgHAjLYsp1ZSe7zFYHj7C6ul7TjeLQeZD_YwD66t62wDmpe_HlB-TnBA-njbglfIsRLtXlnDzQkv5dTltRJ11BKBBypeeF6689rjcJIDEz9RWdc";
const RSA_DP: &str = "BwKfV3Akq5_MFZDFZCnW-wzl-CCo83WoZvnLQwCTeDv8uzluRSnm71I3QCLdhrqE2e9YkxvuxdBfpT_PI7Yz-FOKnu1R6HsJeDCjn12Sk3vmAktV2zb34MCdy7cpdTh_YVr7tss2u6vneTwrA86rZtu5Mbr1C1XsmvkxHQAdYo0";
const RSA_DQ: &str = "h_96-mK1R_7glhsum81dZxjTnYynPbZpHziZjeeHcXYsXaaMwkOlODsWa7I9xXDoRwbKgB719rrmI2oKr6N3Do9U0ajaHF-NKJnwgjMd2w9cjz3_-kyNlxAr2v4IKhGNpmM5iIgOS1VZnOZ68m6_pbLBSp3nssTdlqvd0tIiTHU";
const RSA_QI: &str = "IYd7DHOhrWvxkwPQsRM2tOgrjbcrfvtQJipd-DlcxyVuuM9sQLdgjVk2oy26F0EmpScGLq2MowX7fhd_QJQ3ydy5cY7YIBi87w93IKLEdfnbJtoOPLUW0ITrJReOgo1cq9SbsxYawBgfp_gh6A5603k2-ZQwVK0JKSHuLFkuQ3U";

/// Who signs tokens: a private key with a name.
pub(super) struct Signer {
    id: Option<&'static str>,
    algorithm: Algorithm,
    key: PrivateKey,
}

enum PrivateKey {
    Rsa(RsaKeyPair),
    Ecdsa(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
}

impl Signer {
    /// A signer with a key of its own; with RSA they all have the same one.
    pub(super) fn new(algorithm: Algorithm, id: impl Into<Option<&'static str>>) -> Self {
        let random = SystemRandom::new();
        let ecdsa = |parameters| {
            let document = EcdsaKeyPair::generate_pkcs8(parameters, &random).unwrap();
            let key = EcdsaKeyPair::from_pkcs8(parameters, document.as_ref(), &random).unwrap();
            PrivateKey::Ecdsa(key)
        };
        let key = match algorithm {
            Algorithm::Es256 => ecdsa(&ring_signature::ECDSA_P256_SHA256_FIXED_SIGNING),
            Algorithm::Es384 => ecdsa(&ring_signature::ECDSA_P384_SHA384_FIXED_SIGNING),
            Algorithm::EdDsa => {
                let document = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
                PrivateKey::Ed25519(Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap())
            }
            _ => PrivateKey::Rsa(published_rsa_key()),
        };
        Self { id: id.into(), algorithm, key }
    }

    /// The public key as a JWK.
    pub(super) fn jwk(&self) -> Value {
        let encode = |bytes: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(bytes);
        let mut jwk = match &self.key {
            PrivateKey::Rsa(_) => json!({"kty": "RSA", "n": RSA_N, "e": "AQAB"}),
            PrivateKey::Ecdsa(key) => {
                let point = &key.public_key().as_ref()[1..];
                let (x, y) = point.split_at(point.len() / 2);
                let curve = if x.len() == 32 { "P-256" } else { "P-384" };
                json!({"kty": "EC", "crv": curve, "x": encode(x), "y": encode(y)})
            }
            PrivateKey::Ed25519(key) => {
                json!({"kty": "OKP", "crv": "Ed25519", "x": encode(key.public_key().as_ref())})
            }
        };
        if let Some(id) = self.id {
            jwk["kid"] = id.into();
        }
        jwk
    }

    /// A token with these claims.
    pub(super) fn token(&self, claims: &Value) -> String {
        let mut header = json!({"alg": self.algorithm.name(), "typ": "at+jwt"});
        if let Some(id) = self.id {
            header["kid"] = id.into();
        }
        self.token_with(&header, claims)
    }

    /// A token with this header, signed as this signer signs, whatever the header says.
    pub(super) fn token_with(&self, header: &Value, claims: &Value) -> String {
        let encode = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", encode(header), encode(claims));
        let signature = BASE64_URL_SAFE_NO_PAD.encode(self.sign(signed.as_bytes()));
        format!("{signed}.{signature}")
    }

    fn sign(&self, message: &[u8]) -> Vec<u8> {
        let random = SystemRandom::new();
        match &self.key {
            PrivateKey::Rsa(key) => {
                let padding: &'static dyn ring_signature::RsaEncoding = match self.algorithm {
                    Algorithm::Rs384 => &ring_signature::RSA_PKCS1_SHA384,
                    Algorithm::Rs512 => &ring_signature::RSA_PKCS1_SHA512,
                    Algorithm::Ps256 => &ring_signature::RSA_PSS_SHA256,
                    Algorithm::Ps384 => &ring_signature::RSA_PSS_SHA384,
                    Algorithm::Ps512 => &ring_signature::RSA_PSS_SHA512,
                    _ => &ring_signature::RSA_PKCS1_SHA256,
                };
                let mut signature = vec![0; key.public().modulus_len()];
                key.sign(padding, &random, message, &mut signature).unwrap();
                signature
            }
            PrivateKey::Ecdsa(key) => key.sign(&random, message).unwrap().as_ref().to_vec(),
            PrivateKey::Ed25519(key) => key.sign(message).as_ref().to_vec(),
        }
    }
}

fn published_rsa_key() -> RsaKeyPair {
    let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).unwrap();
    let components = KeyPairComponents {
        public_key: PublicKeyComponents { n: decode(RSA_N), e: vec![1, 0, 1] },
        d: decode(RSA_D),
        p: decode(RSA_P),
        q: decode(RSA_Q),
        dP: decode(RSA_DP),
        dQ: decode(RSA_DQ),
        qInv: decode(RSA_QI),
    };
    RsaKeyPair::from_components(&components).unwrap()
}

/// The document with the keys of these signers.
pub(super) fn key_document(signers: &[&Signer]) -> String {
    let keys: Vec<Value> = signers.iter().map(|signer| signer.jwk()).collect();
    json!({"keys": keys}).to_string()
}

/// What the server says when it is asked for its keys.
#[derive(Clone)]
pub(super) enum Says {
    Document(String),
    Status(u16),
    Nothing,
}

/// An issuer whose metadata and keys stand on loopback.
pub(super) struct TestIssuer {
    pub(super) server: Server,
    says: Arc<Mutex<Says>>,
}

impl TestIssuer {
    pub(super) async fn start(signers: &[&Signer]) -> Self {
        let says = Arc::new(Mutex::new(Says::Document(key_document(signers))));
        let shared = says.clone();
        let server = Server::start(move |seen: Seen| {
            let says = shared.lock().unwrap_or_else(PoisonError::into_inner).clone();
            async move { respond(&seen, says).await }
        })
        .await;
        Self { server, says }
    }

    pub(super) fn url(&self) -> String {
        self.server.url.origin().ascii_serialization()
    }

    pub(super) fn says(&self, says: Says) {
        *self.says.lock().unwrap() = says;
    }

    /// Replaces the keys.
    pub(super) fn publishes(&self, signers: &[&Signer]) {
        self.says(Says::Document(key_document(signers)));
    }

    /// How often it was asked for its keys.
    pub(super) fn fetches(&self) -> usize {
        self.server.seen().iter().filter(|seen| seen.target == "/keys").count()
    }

    /// Claims of a token that is good.
    pub(super) fn claims(&self) -> Value {
        json!({
            "iss": self.url(),
            "aud": RESOURCE,
            "exp": unix_time() + 300.0,
            "sub": "anna",
            "client_id": "editor",
            "scope": "files:read files:list",
        })
    }
}

async fn respond(seen: &Seen, says: Says) -> Answer {
    let issuer = format!("http://{}", seen.header("host").unwrap());
    match &*seen.target {
        "/.well-known/oauth-authorization-server" => {
            json_answer(json!({"issuer": issuer, "jwks_uri": format!("{issuer}/keys")}).to_string())
        }
        "/keys" => match says {
            Says::Document(text) => json_answer(text),
            Says::Status(status) => answer(status, "", ""),
            Says::Nothing => std::future::pending().await,
        },
        _ => answer(404, "", ""),
    }
}
