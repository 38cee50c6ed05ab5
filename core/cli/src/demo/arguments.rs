//! Tools whose arguments have more to them.

use hostline::server::{Context, JsonSchema, Server, Structured};
use serde::{Deserialize, Serialize};

/// What a search may ask for: one of each kind of constraint that a schema can express.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Search {
    /// The words to look for.
    #[schemars(length(min = 1, max = 200))]
    query: String,
    /// How many hits to give.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 50))]
    limit: u32,
    /// What comes first.
    #[serde(default)]
    order: Order,
    /// Only what has all of these labels.
    #[serde(default)]
    #[schemars(length(max = 5), inner(pattern("^[a-z]+$")))]
    labels: Vec<String>,
    /// Only what is from this time.
    between: Option<Period>,
    /// What it may cost: a price, or a word.
    price: Option<Price>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Order {
    #[default]
    Best,
    Newest,
    Cheapest,
}

/// A span of days.
#[derive(Deserialize, Serialize, JsonSchema)]
struct Period {
    /// The first day.
    #[schemars(extend("format" = "date"))]
    from: String,
    /// The last day.
    #[schemars(extend("format" = "date"))]
    to: String,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
enum Price {
    /// The most that it may cost.
    AtMost(#[schemars(range(min = 0))] f64),
    /// A word for it.
    Word(PriceWord),
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum PriceWord {
    Free,
    Any,
}

/// What was understood of a search.
#[derive(Serialize, JsonSchema)]
struct Understood {
    query: String,
    limit: u32,
    order: Order,
    labels: Vec<String>,
    between: Option<Period>,
    price: Option<Price>,
}

#[derive(Deserialize, JsonSchema)]
struct Query {
    /// Where the data lies. Over HTTP a header repeats it, for those who route requests.
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: Region,
    /// The query.
    query: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum Region {
    Europe,
    America,
    Asia,
}

fn ten() -> u32 {
    10
}

pub(super) fn add(server: Server) -> Server {
    server.tool("search", "Searches nothing: arguments with a rich schema", search).tool(
        "query-region",
        "Queries nothing: an argument that HTTP repeats in a header",
        query,
    )
}

async fn search(search: Search, _cx: Context) -> Structured<Understood> {
    let Search { query, limit, order, labels, between, price } = search;
    Structured(Understood { query, limit, order, labels, between, price })
}

async fn query(query: Query, _cx: Context) -> String {
    format!("{:?} knows nothing of {:?}", query.region, query.query)
}
