//! A refund whose amount only the order and a person decide, never the caller.

use hostline::{
    model::ElicitFormParams,
    server::{Context, Failure, JsonSchema, Server, Structured},
};
use serde_json::json;

use super::filled_in;

#[derive(serde::Deserialize, JsonSchema)]
struct Refund {
    order_id: String,
    reason: String,
}

#[derive(serde::Serialize, JsonSchema)]
struct Receipt {
    order_id: String,
    refunded_cents: u32,
    restocked: bool,
    reason: String,
}

struct Line {
    sku: &'static str,
    cents: u32,
    physical: bool,
}

/// What of an order is given back.
#[derive(serde::Deserialize)]
struct Scope {
    full: bool,
    #[serde(default)]
    sku: String,
}

#[derive(serde::Deserialize)]
struct Restock {
    restock: bool,
}

pub(super) fn server() -> Server {
    Server::new("refund-desk", "1.0").tool("refund_order", "Refunds an order", refund)
}

async fn refund(asked: Refund, cx: Context) -> Result<Structured<Receipt>, Failure> {
    let Refund { order_id, reason } = asked;
    let order =
        order(&order_id).ok_or_else(|| Failure::new(format!("unknown order '{order_id}'")))?;
    let scope = scope(&order_id, &order, &cx).await?;
    let lines: Vec<&Line> =
        order.iter().filter(|line| scope.full || line.sku == scope.sku).collect();
    if lines.is_empty() {
        return Err(Failure::new(format!("order has no item '{}'", scope.sku)));
    }
    let restocked = lines.iter().any(|line| line.physical) && restocks(&cx).await?;
    let refunded_cents = lines.iter().map(|line| line.cents).sum();
    Ok(Structured(Receipt { order_id, refunded_cents, restocked, reason }))
}

fn order(id: &str) -> Option<Vec<Line>> {
    let line = |sku, cents, physical| Line { sku, cents, physical };
    match id {
        "ORD-7001" => Some(vec![line("ebook-fieldnotes", 1500, false)]),
        "ORD-7002" => Some(vec![
            line("enamel-mug", 1800, true),
            line("canvas-tote", 2400, true),
            line("sticker-pack", 600, false),
        ]),
        _ => None,
    }
}

/// Asks what to give back, where there is a choice.
async fn scope(order_id: &str, order: &[Line], cx: &Context) -> Result<Scope, Failure> {
    if order.len() == 1 {
        return Ok(Scope { full: true, sku: String::new() });
    }
    let schema = json!({
        "type": "object",
        "properties": { "full": { "type": "boolean" }, "sku": { "type": "string" } },
        "required": ["full"],
    });
    let form = ElicitFormParams::new(format!("Which of {order_id} is given back?"), schema);
    let answer = cx.elicit("scope", form).await?;
    // Without an answer there is nothing to compute; the client knows these words.
    filled_in(&answer)?.ok_or_else(|| {
        Failure::new("Resolver for parameter 'scope' could not resolve: elicitation was declined")
    })
}

/// Asks whether the goods go back on the shelf. Whoever does not answer keeps them off it.
async fn restocks(cx: &Context) -> Result<bool, Failure> {
    let schema = json!({
        "type": "object",
        "properties": { "restock": { "type": "boolean" } },
        "required": ["restock"],
    });
    let form = ElicitFormParams::new("Do the goods go back on the shelf?", schema);
    let answer = filled_in::<Restock>(&cx.elicit("restock", form).await?)?;
    Ok(answer.is_some_and(|answer| answer.restock))
}
