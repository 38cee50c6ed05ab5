//! What attached programs may ask of a host.

use super::{Host, owner::Session};
use crate::error::{Error, ErrorCode};

/// Serves one attached program until it goes.
pub async fn attached(mut session: Session, host: Host) {
    while let Some(operation) = session.next().await {
        let message = format!("there is no operation `{}`", operation.op());
        operation.reply(Err(Error::new(ErrorCode::InvalidInput, message)));
    }
    drop(host);
}
