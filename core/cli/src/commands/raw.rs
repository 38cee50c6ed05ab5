//! `raw`: any request.

use super::Session;
use crate::{
    args::RawArgs,
    arguments,
    exit::{Exit, Outcome},
};

pub(super) async fn run(session: &Session, args: &RawArgs) -> Outcome {
    let params = match &session.given {
        Some(text) => Some(arguments::object("--params", text)?),
        None => None,
    };
    let result = session.client.request(&args.method, params).await?;
    session.console.print_json(&result)?;
    Ok(Exit::OK)
}
