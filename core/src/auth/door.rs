//! What an HTTP transport knows of authorization: the header that goes with a request, and whether
//! a request that was refused is worth sending again.
//!
//! Owns the bounds on that. How a token is got, renewed and kept is the account's.

use std::time::Duration;

use http::{HeaderMap, HeaderValue, StatusCode};

use super::{
    account::{Account, Pass},
    flow::Demand,
};
use crate::error::{Error, ErrorCode, Result};

/// How often one request asks for more scopes before its refusal counts (2026-07-28
/// basic/authorization, "Step-Up Authorization Flow").
const STEP_UPS: u8 = 3;

/// How often a person signs in for one request. The second time is only for a server that has gone
/// over to another issuer meanwhile.
const SIGN_INS: u8 = 2;

/// The way to one server's endpoint, with or without an account.
#[derive(Clone, Default)]
pub(crate) struct Door(Option<Account>);

/// One request on its way through the door, as often as it is sent.
pub(crate) struct Turn<'a> {
    account: Option<&'a Account>,
    /// Whether a person may be asked.
    attended: bool,
    /// What was sent with the request the last time.
    pass: Option<Pass>,
    renewed: bool,
    sign_ins: u8,
    step_ups: u8,
}

/// Why a request was refused that another token may open the door for.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    demand: Option<Demand>,
}

impl Door {
    /// The way with an account.
    pub(crate) fn of(account: Account) -> Self {
        Self(Some(account))
    }

    /// Does some work within a limit, in which the time does not count that a person is asked.
    /// Nothing if it is over.
    pub(crate) async fn within<T>(
        &self,
        limit: Duration,
        work: impl Future<Output = T>,
    ) -> Option<T> {
        Account::within(self.0.as_ref(), limit, work).await
    }

    /// Begins a request. `attended` says whether a person waits for it.
    pub(crate) fn turn(&self, attended: bool) -> Turn<'_> {
        Turn {
            account: self.0.as_ref(),
            attended,
            pass: None,
            renewed: false,
            sign_ins: 0,
            step_ups: 0,
        }
    }
}

impl Turn<'_> {
    /// The header for the next attempt; none where there is no account, or no token yet.
    ///
    /// # Errors
    /// The token is over and cannot be renewed at the moment.
    pub(crate) async fn pass(&mut self) -> Result<Option<HeaderValue>> {
        let Some(account) = self.account else { return Ok(None) };
        self.pass = account.pass().await?;
        Ok(self.pass.as_ref().map(Pass::header))
    }

    /// Judges an answer: a refusal that [`Self::overcome`] may do something about, or nothing.
    pub(crate) fn judge(&self, status: StatusCode, headers: &HeaderMap) -> Option<Refusal> {
        self.account?;
        let demand = || Demand::read(headers);
        match status {
            StatusCode::UNAUTHORIZED => Some(Refusal { status, demand: demand() }),
            StatusCode::FORBIDDEN => {
                let demand = demand().filter(Demand::asks_for_more)?;
                Some(Refusal { status, demand: Some(demand) })
            }
            _ => None,
        }
    }

    /// Whether a person will be asked, as far as can be told before.
    pub(crate) fn may_ask(&self) -> bool {
        self.attended && self.account.is_some_and(Account::may_ask)
    }

    /// Gets another token. The request may be sent again if there is no error.
    ///
    /// # Errors
    /// [`ErrorCode::AuthRequired`]: a person must sign in, and may not be asked now.
    /// [`ErrorCode::AuthFailed`]: signing in failed, or did not help.
    pub(crate) async fn overcome(&mut self, refusal: Refusal) -> Result<()> {
        let Some(account) = self.account else { return Err(refusal.error()) };
        if refusal.status == StatusCode::FORBIDDEN {
            let Some(demand) = refusal.demand else { return Err(refusal.error()) };
            if self.step_ups == STEP_UPS {
                return Err(refused_again(StatusCode::FORBIDDEN, "the scopes that it asked for"));
            }
            self.step_ups += 1;
            return account.step_up(self.pass.as_ref(), demand, self.attended).await;
        }
        if let Some(pass) = self.pass.as_ref().filter(|_| !self.renewed) {
            self.renewed = true;
            if account.renew(pass).await? {
                return Ok(());
            }
        }
        if self.sign_ins == SIGN_INS {
            return Err(refused_again(StatusCode::UNAUTHORIZED, "a token that it was just given"));
        }
        self.sign_ins += 1;
        let again = self.sign_ins > 1;
        account.admit(self.pass.as_ref(), refusal.demand, self.attended, again).await
    }
}

impl Refusal {
    fn error(&self) -> Error {
        Error::new(ErrorCode::AuthRequired, "the server wants the caller to sign in")
            .with_status(self.status.as_u16())
    }
}

pub(super) fn refused_again(status: StatusCode, what: &str) -> Error {
    Error::new(ErrorCode::AuthFailed, format!("the server refuses {what}"))
        .with_next_step("sign out and in again, or ask whoever runs the server")
        .with_status(status.as_u16())
}
