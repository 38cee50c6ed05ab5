//! Small servers with TLS for tests, and certificates for them.

use std::sync::Arc;

use rustls::{ServerConfig, crypto::ring};
use rustls_pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::TlsAcceptor;

use super::test_server::{Answer, Seen, Server};
use crate::net::{HttpSettings, ProxyPolicy};

/// A server's certificate, and who has issued it.
pub(crate) struct Certificate {
    pub(crate) authority: String,
    pub(crate) config: Arc<ServerConfig>,
}

impl Certificate {
    /// Settings without a proxy that trust it.
    pub(crate) fn settings(&self) -> HttpSettings {
        let settings = HttpSettings::new().proxy(ProxyPolicy::off());
        settings.certificate_authority(self.authority.as_bytes()).unwrap()
    }
}

/// A certificate authority, and a server's setting with a certificate of its for this machine and
/// for names that stand for it.
pub(crate) fn certificate(authority: &str) -> Certificate {
    let authority_key = rcgen::KeyPair::generate().unwrap();
    let mut parameters = rcgen::CertificateParams::new(Vec::new()).unwrap();
    parameters.distinguished_name.push(rcgen::DnType::CommonName, authority);
    parameters.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let authority = parameters.self_signed(&authority_key).unwrap();
    let issuer = rcgen::Issuer::from_params(&parameters, authority_key);
    let key = rcgen::KeyPair::generate().unwrap();
    let names = ["127.0.0.1", "secure.invalid", "mcp.example"].map(str::to_owned).to_vec();
    let server = rcgen::CertificateParams::new(names).unwrap().signed_by(&key, &issuer).unwrap();
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![server.der().clone()], key)
        .unwrap();
    Certificate { authority: authority.pem(), config: Arc::new(config) }
}

/// A server with a certificate. Its address is the number of this machine.
pub(crate) async fn server<F, A>(certificate: &Certificate, serve: F) -> Server
where
    F: Fn(Seen) -> A + Send + Sync + 'static,
    A: Future<Output = Answer> + Send + 'static,
{
    let acceptor = TlsAcceptor::from(certificate.config.clone());
    Server::start_on(serve, "https", move |stream| acceptor.accept(stream)).await
}
