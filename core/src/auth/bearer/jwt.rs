//! A signed token in its compact form, taken apart (RFC 7515, section 7.1).
//!
//! Nothing in here is to be believed before a key has verified the signature.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::{Deserialize, de::IgnoredAny};

use super::algorithm::Algorithm;

/// A token that is well-formed.
pub(super) struct Jwt<'a> {
    pub(super) algorithm: Algorithm,
    pub(super) key_id: Option<String>,
    /// What the signature is over.
    pub(super) signed: &'a [u8],
    pub(super) signature: Vec<u8>,
    /// The claims, as JSON that nobody has read yet.
    pub(super) claims: Vec<u8>,
}

impl<'a> Jwt<'a> {
    /// Takes a token apart, or says why it is none.
    pub(super) fn parse(token: &'a str) -> Result<Self, &'static str> {
        const NONE: &str = "the token is not a signed JWT";
        let (signed, signature) = token.rsplit_once('.').ok_or(NONE)?;
        let (header, claims) = signed.split_once('.').ok_or(NONE)?;
        let decode = |part: &str| BASE64_URL_SAFE_NO_PAD.decode(part).map_err(|_| NONE);
        let header: Header = serde_json::from_slice(&decode(header)?).map_err(|_| NONE)?;
        // RFC 7515, section 4.1.11: what must be understood and is not makes the token invalid.
        if header.crit.is_some() {
            return Err("the token has a critical header parameter, and none is understood");
        }
        if !header.typ.as_deref().is_none_or(is_access_token) {
            return Err("the token is of another type than JWT or at+jwt");
        }
        let algorithm =
            Algorithm::parse(&header.alg).ok_or("the token's algorithm is not accepted")?;
        Ok(Self {
            algorithm,
            key_id: header.kid,
            signed: signed.as_bytes(),
            signature: decode(signature)?,
            claims: decode(claims)?,
        })
    }
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    typ: Option<String>,
    kid: Option<String>,
    crit: Option<IgnoredAny>,
}

/// Whether a token of this type can be an access token (RFC 9068, section 2.1). Many issuers say
/// `JWT` only; what else they sign has a type of its own, so that one is not taken for another.
fn is_access_token(typ: &str) -> bool {
    let typ = typ.to_ascii_lowercase();
    matches!(typ.strip_prefix("application/").unwrap_or(&typ), "jwt" | "at+jwt")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(header: &str) -> Result<(), &'static str> {
        let encoded = BASE64_URL_SAFE_NO_PAD.encode(header);
        Jwt::parse(&format!("{encoded}.e30.c2ln")).map(|_| ())
    }

    #[test]
    fn the_types_of_access_tokens_and_no_others() {
        for header in [
            r#"{"alg":"RS256"}"#,
            r#"{"alg":"RS256","typ":"JWT"}"#,
            r#"{"alg":"RS256","typ":"at+JWT"}"#,
            r#"{"alg":"RS256","typ":"application/at+jwt","other":[1]}"#,
        ] {
            assert_eq!(parse(header), Ok(()), "{header}");
        }
        for header in [r#"{"alg":"RS256","typ":"dpop+jwt"}"#, r#"{"alg":"RS256","typ":""}"#] {
            assert!(parse(header).unwrap_err().contains("another type"), "{header}");
        }
    }

    #[test]
    fn algorithms_without_a_public_key_do_not_exist() {
        for name in ["none", "None", "", "HS256", "HS384", "HS512", "rs256", "ES512", "ES256K"] {
            let refused = parse(&format!(r#"{{"alg":"{name}"}}"#)).unwrap_err();
            assert_eq!(refused, "the token's algorithm is not accepted", "{name}");
        }
        for algorithm in Algorithm::ALL {
            assert_eq!(parse(&format!(r#"{{"alg":"{}"}}"#, algorithm.name())), Ok(()));
        }
    }

    #[test]
    fn what_is_no_compact_form_is_refused() {
        for token in ["", "opaque", "a.b", "..", "a.b.c", "a.b.c.d", "e30.e30.e30", "e30=.e30.e30"]
        {
            assert!(Jwt::parse(token).is_err(), "{token}");
        }
        let twice = r#"{"alg":"RS256","alg":"none"}"#;
        let critical = r#"{"alg":"RS256","crit":["b64"],"b64":false}"#;
        for header in [twice, critical, r#"{"alg":null}"#, r#"{"alg":["RS256"]}"#, "[]"] {
            assert!(parse(header).is_err(), "{header}");
        }
    }
}
