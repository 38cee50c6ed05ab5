//! How a server with an address is reached: HTTP as the person has set it, and the account.

use http::header;

use crate::{
    auth::{Account, Door},
    client::{ClientBuilder, Kind, Target},
    error::{Error, ErrorCode, Result},
    net::HttpClient,
};

/// The way to a server, whichever transport it turns out to speak.
pub(in crate::client) struct Way {
    pub(super) http: HttpClient,
    pub(in crate::client) account: Option<Account>,
}

impl Way {
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is somebody to sign in, and nowhere to sign in to; or the
    /// settings say twice who the client acts for.
    pub(in crate::client) fn new(builder: &ClientBuilder, target: &Target) -> Result<Self> {
        let mut settings = builder.http.clone();
        if let Some(observers) = &builder.observers {
            settings = settings.observer(observers.exchanges.clone());
        }
        let http = HttpClient::new(settings);
        let account = match (&builder.auth, &target.0) {
            (None, _) => None,
            (Some(auth), Kind::Http(url)) => {
                if http.headers().contains_key(header::AUTHORIZATION) {
                    let message = "there is both an authorization header and a way to sign in";
                    return Err(Error::new(ErrorCode::InvalidInput, message)
                        .with_next_step("leave one of them out"));
                }
                Some(auth.account(&http, url)?)
            }
            (Some(_), Kind::Command(_) | Kind::Transport(..)) => {
                let message = "signing in is for servers that have an address";
                return Err(Error::new(ErrorCode::InvalidInput, message)
                    .with_next_step("give the server its credentials in its environment"));
            }
        };
        Ok(Self { http, account })
    }

    pub(super) fn door(&self) -> Door {
        self.account.clone().map_or_else(Door::default, Door::of)
    }
}
