//! The algorithms of signatures, and the keys that they take.

use ring::signature as ring;

/// How a token may be signed (RFC 7518, section 3.1; RFC 8037, section 3.1). All of them take a
/// public key: there is no `none`, and no HMAC, with which a public key would be taken for a shared
/// secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Algorithm {
    /// RSA, PKCS #1 1.5, SHA-256.
    Rs256,
    /// RSA, PKCS #1 1.5, SHA-384.
    Rs384,
    /// RSA, PKCS #1 1.5, SHA-512.
    Rs512,
    /// RSA, PSS, SHA-256.
    Ps256,
    /// RSA, PSS, SHA-384.
    Ps384,
    /// RSA, PSS, SHA-512.
    Ps512,
    /// ECDSA on P-256 with SHA-256.
    Es256,
    /// ECDSA on P-384 with SHA-384.
    Es384,
    /// Ed25519.
    EdDsa,
}

impl Algorithm {
    /// All that are supported.
    pub const ALL: [Self; 9] = [
        Self::Rs256,
        Self::Rs384,
        Self::Rs512,
        Self::Ps256,
        Self::Ps384,
        Self::Ps512,
        Self::Es256,
        Self::Es384,
        Self::EdDsa,
    ];

    /// The name in a token's header.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rs256 => "RS256",
            Self::Rs384 => "RS384",
            Self::Rs512 => "RS512",
            Self::Ps256 => "PS256",
            Self::Ps384 => "PS384",
            Self::Ps512 => "PS512",
            Self::Es256 => "ES256",
            Self::Es384 => "ES384",
            Self::EdDsa => "EdDSA",
        }
    }

    /// The algorithm with this name, if it is supported.
    pub(super) fn parse(name: &str) -> Option<Self> {
        // RFC 9864 names the curve.
        if name == "Ed25519" {
            return Some(Self::EdDsa);
        }
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    /// How signatures of this algorithm are verified.
    fn verification(self) -> Verification {
        match self {
            Self::Rs256 => Verification::Rsa(&ring::RSA_PKCS1_2048_8192_SHA256),
            Self::Rs384 => Verification::Rsa(&ring::RSA_PKCS1_2048_8192_SHA384),
            Self::Rs512 => Verification::Rsa(&ring::RSA_PKCS1_2048_8192_SHA512),
            Self::Ps256 => Verification::Rsa(&ring::RSA_PSS_2048_8192_SHA256),
            Self::Ps384 => Verification::Rsa(&ring::RSA_PSS_2048_8192_SHA384),
            Self::Ps512 => Verification::Rsa(&ring::RSA_PSS_2048_8192_SHA512),
            Self::Es256 => Verification::Curve(Curve::P256, &ring::ECDSA_P256_SHA256_FIXED),
            Self::Es384 => Verification::Curve(Curve::P384, &ring::ECDSA_P384_SHA384_FIXED),
            Self::EdDsa => Verification::Curve(Curve::Ed25519, &ring::ED25519),
        }
    }
}

enum Verification {
    Rsa(&'static ring::RsaParameters),
    Curve(Curve, &'static dyn ring::VerificationAlgorithm),
}

/// The curves whose keys can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Curve {
    P256,
    P384,
    Ed25519,
}

/// A public key, in the form that verification wants.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PublicKey {
    /// Modulus and exponent, big-endian, without leading zeros.
    Rsa { n: Vec<u8>, e: Vec<u8> },
    /// An uncompressed point, or the bytes of an Ed25519 key.
    Point(Curve, Vec<u8>),
}

impl PublicKey {
    /// Whether the algorithm takes a key of this kind.
    pub(super) fn suits(&self, algorithm: Algorithm) -> bool {
        match (self, algorithm.verification()) {
            (Self::Rsa { .. }, Verification::Rsa(_)) => true,
            (Self::Point(own, _), Verification::Curve(curve, _)) => *own == curve,
            (Self::Rsa { .. }, Verification::Curve(..))
            | (Self::Point(..), Verification::Rsa(_)) => false,
        }
    }

    /// Whether the signature is of this key and over this message. A key of another kind, or one
    /// that is too weak, has signed nothing.
    pub(super) fn has_signed(
        &self,
        algorithm: Algorithm,
        message: &[u8],
        signature: &[u8],
    ) -> bool {
        let verified = match (self, algorithm.verification()) {
            (Self::Rsa { n, e }, Verification::Rsa(parameters)) => {
                ring::RsaPublicKeyComponents { n, e }.verify(parameters, message, signature)
            }
            (Self::Point(own, point), Verification::Curve(curve, parameters)) if *own == curve => {
                ring::UnparsedPublicKey::new(parameters, point).verify(message, signature)
            }
            (Self::Rsa { .. } | Self::Point(..), _) => return false,
        };
        verified.is_ok()
    }
}
