//! One tool that adds. The first half of this story is about the SDK's own inside.

use hostline::server::{Context, Failure, JsonSchema, Server, Structured};

#[derive(serde::Deserialize, JsonSchema)]
pub(super) struct Sum {
    a: i64,
    b: i64,
}

#[derive(serde::Serialize, JsonSchema)]
pub(super) struct Solved {
    result: i64,
}

pub(super) async fn add(sum: Sum, _cx: Context) -> Result<Structured<Solved>, Failure> {
    let result = sum.a.checked_add(sum.b).ok_or_else(|| Failure::new("that is too much"))?;
    Ok(Structured(Solved { result }))
}

pub(super) fn server() -> Server {
    Server::new("serve-one-example", "1.0").tool("add", "Adds", add)
}
