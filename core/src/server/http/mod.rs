//! A server over HTTP: a service for every HTTP stack, and a listener for who has none.
//!
//! The service serves both eras on one address (2026-07-28 `basic/versioning`, "Backward
//! Compatibility") and, on two more, HTTP+SSE. A modern request is served within its answer and
//! ends with it; a legacy session has a connection that outlives its requests. What the messages
//! mean is known to the core of the server alone.

mod admission;
mod era;
mod lasting;
mod legacy;
mod listener;
mod modern;
mod options;
mod pairs;
mod reading;
mod repeated;
mod room;
mod service;
mod sessions;
mod stall;
mod tasks;

use std::net::SocketAddr;

pub use self::{
    listener::{HttpAddress, HttpServer},
    options::HttpOptions,
    service::HttpService,
};
pub use crate::transport::http::server::HttpBody;

use super::{Server, ServerHandle};
use crate::error::Result;

impl ServerHandle {
    /// The server as a [`tower_service::Service`], to be mounted in whatever speaks HTTP: hyper,
    /// axum, or anything else that is built on the same traits. All clones of the service share
    /// their sessions, which end with the last of them.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`](crate::ErrorCode::InvalidInput): an option cannot be used.
    pub fn http_service(&self, options: HttpOptions) -> Result<HttpService> {
        HttpService::new(self.core().clone(), options)
    }

    /// Begins to serve over HTTP/1.1 and HTTP/2, in the clear. An address that is only a port is one
    /// of this machine that no other machine reaches.
    ///
    /// # Errors
    /// The address cannot be listened on, or an option cannot be used.
    pub async fn bind_http(
        &self,
        address: impl Into<HttpAddress>,
        options: HttpOptions,
    ) -> Result<HttpServer> {
        let address: SocketAddr = address.into().into();
        HttpServer::bind(self, address, options).await
    }

    /// Serves over HTTP/1.1 and HTTP/2 until the future is dropped: [`Self::bind_http`] with the
    /// default options. Dropping it ends everything at once, and nothing ends it in good order: for
    /// that there is [`HttpServer::shut_down`].
    ///
    /// # Errors
    /// The address cannot be listened on.
    pub async fn serve_http(&self, address: impl Into<HttpAddress>) -> Result<()> {
        self.bind_http(address, HttpOptions::default()).await?.ended().await;
        Ok(())
    }
}

impl Server {
    /// The server as a service for HTTP, with the default options: [`ServerHandle::http_service`].
    ///
    /// # Errors
    /// Those of [`Self::build`].
    pub fn into_http_service(self) -> Result<HttpService> {
        self.build()?.http_service(HttpOptions::default())
    }

    /// Serves over HTTP until the future is dropped: [`ServerHandle::serve_http`].
    ///
    /// # Errors
    /// Those of [`Self::build`], and those of the address.
    pub async fn serve_http(self, address: impl Into<HttpAddress>) -> Result<()> {
        self.build()?.serve_http(address).await
    }
}

#[cfg(test)]
#[path = "bench_tests.rs"]
mod bench;
#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod legacy_tests;
#[cfg(test)]
mod listener_tests;
#[cfg(test)]
mod modern_tests;
#[cfg(test)]
mod pairs_tests;
#[cfg(test)]
mod service_tests;
