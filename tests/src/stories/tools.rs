//! Two tools: one with structured output and annotations, one with plain text.

use hostline::{
    model::ToolAnnotations,
    server::{Context, JsonSchema, ServedTool, Server, Structured},
};

#[derive(serde::Deserialize, JsonSchema)]
struct Sum {
    op: Operation,
    a: f64,
    b: f64,
}

#[derive(Clone, Copy, serde::Deserialize, serde::Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Operation {
    Add,
    Sub,
    Mul,
}

#[derive(serde::Serialize, JsonSchema)]
struct Solved {
    op: Operation,
    result: f64,
}

#[derive(serde::Deserialize, JsonSchema)]
struct Said {
    text: String,
}

pub(super) fn server() -> Server {
    let calc = ServedTool::new("calc", "Calculates", |sum: Sum, _cx: Context| async move {
        let result = match sum.op {
            Operation::Add => sum.a + sum.b,
            Operation::Sub => sum.a - sum.b,
            Operation::Mul => sum.a * sum.b,
        };
        Structured(Solved { op: sum.op, result })
    });
    let harmless = ToolAnnotations::new().with_read_only_hint(true).with_idempotent_hint(true);
    Server::new("tools-example", "1.0")
        .with_tool(calc.title("Calculator").annotations(harmless))
        .tool("echo", "Says it again", |said: Said, _cx: Context| async move { said.text })
}
