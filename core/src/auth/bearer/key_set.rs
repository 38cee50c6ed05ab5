//! The public keys of an issuer (RFC 7517), and which of them has signed a token.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{
    algorithm::{Algorithm, Curve, PublicKey},
    jwt::Jwt,
};
use crate::error::{Error, ErrorCode, Result};

/// The most keys that are taken from one document; further ones are left out.
const KEYS: usize = 64;
/// The most keys that one signature is tried with.
const TRIED_KEYS: usize = 8;

/// The keys of an issuer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct KeySet(Vec<Key>);

#[derive(Debug, PartialEq, Eq)]
struct Key {
    id: Option<String>,
    /// The only algorithm that it is for, where it says so.
    algorithm: Option<Algorithm>,
    public: PublicKey,
}

/// What a set of keys says of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// One of the keys has signed it.
    Signed,
    /// The key that it names has not.
    Forged,
    /// The key that has signed it is not in the set, though it may be in a newer one.
    UnknownKey,
}

impl KeySet {
    /// Reads a document. A key that cannot be used is left out: an issuer may have others for other
    /// purposes.
    ///
    /// # Errors
    /// [`ErrorCode::Protocol`]: it is no set of keys.
    pub(super) fn parse(document: &[u8]) -> Result<Self> {
        let document: Document<'_> = serde_json::from_slice(document).map_err(|cause| {
            Error::new(ErrorCode::Protocol, "the issuer's keys are not valid").with_source(cause)
        })?;
        let keys =
            document.keys.iter().filter_map(|key| serde_json::from_str::<Jwk>(key.get()).ok());
        Ok(Self(keys.filter_map(Jwk::into_key).take(KEYS).collect()))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Finds the key that has signed a token. The token's `kid` chooses; keys without a name, and
    /// all keys if the token names none, are tried where their kind is right.
    pub(super) fn judge(&self, jwt: &Jwt<'_>) -> Verdict {
        let mut named = false;
        let suiting = self.0.iter().filter(|key| key.suits(jwt)).take(TRIED_KEYS);
        for key in suiting {
            if key.public.has_signed(jwt.algorithm, jwt.signed, &jwt.signature) {
                return Verdict::Signed;
            }
            named |= key.id.is_some() && key.id == jwt.key_id;
        }
        if named { Verdict::Forged } else { Verdict::UnknownKey }
    }
}

impl Key {
    fn suits(&self, jwt: &Jwt<'_>) -> bool {
        let is_named = match (&self.id, &jwt.key_id) {
            (Some(own), Some(wanted)) => own == wanted,
            (None, _) | (_, None) => true,
        };
        is_named
            && self.algorithm.is_none_or(|algorithm| algorithm == jwt.algorithm)
            && self.public.suits(jwt.algorithm)
    }
}

#[derive(Deserialize)]
struct Document<'a> {
    #[serde(borrow)]
    keys: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Jwk {
    kty: String,
    kid: Option<String>,
    alg: Option<String>,
    r#use: Option<String>,
    key_ops: Option<Vec<String>>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

impl Jwk {
    /// The key, if it is one that verifies signatures in a way that is supported.
    fn into_key(self) -> Option<Key> {
        let is_for_signatures = self.r#use.as_deref().is_none_or(|purpose| purpose == "sig");
        let verifies = self.key_ops.as_ref().is_none_or(|ops| ops.iter().any(|op| op == "verify"));
        if !is_for_signatures || !verifies {
            return None;
        }
        let algorithm = match &self.alg {
            Some(name) => Some(Algorithm::parse(name)?),
            None => None,
        };
        let public = self.public()?;
        Some(Key { id: self.kid, algorithm, public })
    }

    fn public(&self) -> Option<PublicKey> {
        match (&*self.kty, self.crv.as_deref()) {
            ("RSA", _) => Some(PublicKey::Rsa {
                n: number(self.n.as_deref())?,
                e: number(self.e.as_deref())?,
            }),
            ("EC", Some("P-256")) => Some(PublicKey::Point(Curve::P256, self.point(32)?)),
            ("EC", Some("P-384")) => Some(PublicKey::Point(Curve::P384, self.point(48)?)),
            ("OKP", Some("Ed25519")) => {
                Some(PublicKey::Point(Curve::Ed25519, bytes(self.x.as_deref(), 32)?))
            }
            _ => None,
        }
    }

    /// The point in the uncompressed form of SEC 1, section 2.3.3.
    fn point(&self, length: usize) -> Option<Vec<u8>> {
        let mut point = vec![4];
        point.extend(bytes(self.x.as_deref(), length)?);
        point.extend(bytes(self.y.as_deref(), length)?);
        Some(point)
    }
}

fn decode(text: Option<&str>) -> Option<Vec<u8>> {
    BASE64_URL_SAFE_NO_PAD.decode(text?.trim_end_matches('=')).ok()
}

fn bytes(text: Option<&str>, length: usize) -> Option<Vec<u8>> {
    decode(text).filter(|bytes| bytes.len() == length)
}

/// A number; some libraries write a sign's zero before it.
fn number(text: Option<&str>) -> Option<Vec<u8>> {
    let bytes = decode(text)?;
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    Some(bytes[zeros..].to_vec())
}

#[cfg(test)]
#[path = "key_set_tests.rs"]
mod tests;
