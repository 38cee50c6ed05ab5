//! One TLS setting for all connections of a client, made when the first of them needs it.

use std::sync::Arc;

use rustls::{ClientConfig, RootCertStore, crypto::ring};
use rustls_pki_types::CertificateDer;
use tokio::sync::OnceCell;

use crate::error::{Error, ErrorCode, Result};

/// Reading the system's certificate authorities costs milliseconds and megabytes, so a client that
/// speaks plain HTTP never does it.
pub(super) struct Tls {
    authorities: Vec<CertificateDer<'static>>,
    configs: OnceCell<Configs>,
}

/// One setting for servers, and one for proxies, which speak HTTP/1.1 only.
#[derive(Clone)]
pub(super) struct Configs {
    pub(super) server: Arc<ClientConfig>,
    pub(super) proxy: Arc<ClientConfig>,
}

impl Tls {
    pub(super) fn new(authorities: Vec<CertificateDer<'static>>) -> Self {
        Self { authorities, configs: OnceCell::new() }
    }

    pub(super) async fn configs(&self) -> Result<Configs> {
        let load = || async {
            let authorities = self.authorities.clone();
            // The system's store is files or a system service: neither may hold up other tasks.
            tokio::task::spawn_blocking(move || build(authorities)).await.map_err(|cause| {
                Error::new(ErrorCode::Internal, "TLS could not be set up").with_source(cause)
            })?
        };
        self.configs.get_or_try_init(load).await.cloned()
    }
}

fn build(authorities: Vec<CertificateDer<'static>>) -> Result<Configs> {
    let mut roots = RootCertStore::empty();
    for authority in authorities {
        roots.add(authority).map_err(|cause| {
            let message = "a given certificate authority cannot be used";
            Error::new(ErrorCode::InvalidInput, message).with_source(cause)
        })?;
    }
    // Single unreadable certificates in a system's store are common and harm nothing.
    let found = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        let message = "this system has no certificate authorities to check servers with";
        let mut error = Error::new(ErrorCode::Transport, message)
            .with_next_step("install the system's CA certificates, or give an authority");
        if let Some(cause) = found.errors.into_iter().next() {
            error = error.with_source(cause);
        }
        return Err(error);
    }
    let broken = |cause: rustls::Error| {
        Error::new(ErrorCode::Internal, "TLS could not be set up").with_source(cause)
    };
    let mut server = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(broken)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let mut proxy = server.clone();
    server.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    proxy.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Configs { server: Arc::new(server), proxy: Arc::new(proxy) })
}
