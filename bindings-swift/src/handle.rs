//! What is open, and what cancels a call.

use std::sync::Arc;

use hostline::{
    Error, ErrorCode,
    facade::{self, Output},
};

use crate::{Delegate, Failure, delegate::Foreign};

/// Something open, such as a connection to a server.
///
/// When the last reference to it is gone, and the last call on it has ended, it ends.
#[derive(Debug, uniffi::Object)]
pub struct Handle(facade::Handle);

/// Opens something by the name of the operation that does, on something else where that is given;
/// the options are JSON.
///
/// # Errors
/// Those of the operation, and `cancelled` once `cancel` says so.
#[uniffi::export]
pub async fn open(
    operation: String,
    on: Option<Arc<Handle>>,
    options: String,
    delegate: Arc<dyn Delegate>,
    cancel: Arc<Cancel>,
) -> Result<Arc<Handle>, Failure> {
    let delegate = Arc::new(Foreign(delegate));
    let on = on.as_ref().map(|on| &on.0);
    let handle = facade::open(&operation, on, options, delegate, &cancel.0).await?;
    Ok(Arc::new(Handle(handle)))
}

/// Does what a function of the contract does, at once; its parameters and its result are JSON.
///
/// # Errors
/// Those of the function.
#[uniffi::export]
#[expect(clippy::needless_pass_by_value, reason = "what comes from another language is owned")]
pub fn evaluate(function: String, params: String) -> Result<String, Failure> {
    json(&facade::evaluate(&function, params.as_bytes())?)
}

#[uniffi::export]
impl Handle {
    /// What is known of it, as JSON.
    ///
    /// # Errors
    /// `internal`, if it is no JSON.
    pub fn info(&self) -> Result<String, Failure> {
        json(&self.0.info())
    }

    /// Calls an operation; its parameters and its result are JSON.
    ///
    /// # Errors
    /// Those of the operation, and `cancelled` once `cancel` says so.
    pub async fn call(
        &self,
        operation: String,
        params: String,
        cancel: Arc<Cancel>,
    ) -> Result<String, Failure> {
        let output: Output = self.0.call(&operation, params, &cancel.0).await?;
        // Here, where the language itself waits, and not on the worker of the connections.
        serde_json::to_string(&output).map_err(|_| {
            output.unfit(ErrorCode::Internal, "the result could not be written").into()
        })
    }
}

/// Cancels the call that it was given to.
#[derive(Debug, uniffi::Object)]
pub struct Cancel(facade::Cancel);

#[uniffi::export]
impl Cancel {
    /// A cancel for one call.
    #[uniffi::constructor]
    pub fn new() -> Arc<Self> {
        Arc::new(Self(facade::Cancel::new()))
    }

    /// The number of the call, which reports of progress name.
    pub fn number(&self) -> u64 {
        self.0.number()
    }

    /// Cancels the call, before it begins or while it runs.
    pub fn cancel(&self) {
        self.0.cancel();
    }
}

fn json(value: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|source| {
        Error::new(ErrorCode::Internal, "a result could not be written").with_source(source).into()
    })
}
