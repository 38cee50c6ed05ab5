//! Tools that need a person.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    future::pending,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use hostline::{
    model::{ElicitAction, ElicitFormParams, ElicitUrlParams},
    server::{
        Context, Failure, JsonSchema, NoArguments, ResourceRequest, ServedResource, Server,
        Structured,
    },
};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::super::filled_in;

const STEP: Duration = Duration::from_millis(20);

#[derive(serde::Deserialize, JsonSchema)]
struct Place {
    env: String,
}

#[derive(serde::Deserialize, JsonSchema)]
struct Account {
    provider: String,
}

#[derive(serde::Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Cart {
    cart_id: String,
}

#[derive(serde::Deserialize, JsonSchema)]
struct NewNote {
    text: String,
}

#[derive(serde::Deserialize, JsonSchema)]
struct OldNote {
    id: String,
}

#[derive(serde::Serialize, JsonSchema)]
struct Added {
    id: String,
    uri: String,
}

#[derive(serde::Serialize, JsonSchema)]
struct Removed {
    removed: bool,
    id: String,
}

#[derive(serde::Serialize, JsonSchema)]
struct Cleared {
    status: &'static str,
    removed: usize,
}

#[derive(serde::Deserialize)]
struct Confirmed {
    confirm: bool,
}

#[derive(serde::Deserialize)]
struct Registration {
    username: String,
    email: String,
    plan: Option<String>,
}

#[derive(serde::Deserialize)]
struct Destination {
    destination: String,
}

#[derive(serde::Deserialize)]
struct Dates {
    departure: String,
    nights: u32,
}

fn form(message: &str, properties: &Value, required: &[&str]) -> ElicitFormParams {
    let schema = json!({ "type": "object", "properties": properties, "required": required });
    ElicitFormParams::new(message, schema)
}

fn confirmation(message: &str) -> ElicitFormParams {
    form(message, &json!({ "confirm": { "type": "boolean" } }), &["confirm"])
}

pub(super) fn deployment() -> Server {
    Server::new("mrtr-example-server", "1.0").tool(
        "deploy",
        "Deploys, if a person agrees and has signed in",
        |place: Place, cx: Context| async move {
            let answer = cx.elicit("confirm", confirmation("Really?")).await?;
            if !filled_in::<Confirmed>(&answer)?.is_some_and(|answer| answer.confirm) {
                return Err(Failure::new("nobody agreed"));
            }
            let page = ElicitUrlParams::new("Sign in", "https://example.com/auth");
            match cx.elicit_url("auth", page).await?.action {
                ElicitAction::Accept => Ok(format!("deployed to {}", place.env)),
                _ => Err(Failure::new("nobody signed in")),
            }
        },
    )
}

pub(super) fn elicitation() -> Server {
    Server::new("elicitation-example", "1.0")
        .tool("register_user", "Registers", |_: NoArguments, cx: Context| register(cx))
        .tool("plan_trip", "Plans a trip", |_: NoArguments, cx: Context| plan(cx))
        .tool("link_account", "Links an account", |account: Account, cx: Context| link(account, cx))
        .tool("confirm_payment", "Needs a page", |cart: Cart, cx: Context| async move {
            let address = format!("https://example.com/confirm-payment?cart={}", cart.cart_id);
            cx.require_url("payment", ElicitUrlParams::new("Pay", address)).await?;
            Ok::<_, Failure>("paid")
        })
}

async fn register(cx: Context) -> Result<String, Failure> {
    let fields = json!({
        "username": { "type": "string", "minLength": 3, "maxLength": 20 },
        "email": { "type": "string", "format": "email" },
        "plan": {
            "type": "string", "enum": ["free", "pro", "team"], "enumNames": ["Free", "Pro", "Team"],
        },
    });
    let answer = cx.elicit("form", form("Who are you?", &fields, &["username", "email"])).await?;
    let Some(Registration { username, email, plan }) = filled_in(&answer)? else {
        return Ok("registration declined".to_owned());
    };
    let plan = plan.as_deref().unwrap_or("free");
    Ok(format!("registered {username} <{email}> (plan: {plan})"))
}

async fn plan(cx: Context) -> Result<String, Failure> {
    let declined = || Failure::new("no trip then");
    let field = json!({ "destination": { "type": "string" } });
    let answer = cx.elicit("destination", form("Where to?", &field, &["destination"])).await?;
    let Destination { destination } = filled_in(&answer)?.ok_or_else(declined)?;
    let fields = json!({
        "departure": { "type": "string", "format": "date" },
        "nights": { "type": "integer", "minimum": 1, "maximum": 30 },
    });
    let answer = cx.elicit("dates", form("When?", &fields, &["departure", "nights"])).await?;
    let Dates { departure, nights } = filled_in(&answer)?.ok_or_else(declined)?;
    Ok(format!("trip planned: {destination} on {departure} for {nights} nights"))
}

async fn link(account: Account, cx: Context) -> Result<String, Failure> {
    let id = format!("link-{}", account.provider);
    let address = format!("https://example.com/oauth/{}", account.provider);
    let page = ElicitUrlParams::new("Sign in", address).with_elicitation_id(&*id);
    let answer = tokio::select! {
        answer = cx.elicit_url("link", page) => answer?,
        never = sign_in(&cx, &id) => match never {},
    };
    match answer.action {
        ElicitAction::Accept => Ok(format!("linked {}", account.provider)),
        _ => Err(Failure::new("nothing was linked")),
    }
}

/// The person, at the page: the client of 2025-11-25 does not answer before it hears of them.
async fn sign_in(cx: &Context, id: &str) -> Infallible {
    while !cx.server().elicitation_complete(id) {
        sleep(STEP).await;
    }
    pending().await
}

/// The notes by their numbers, and how many there have been.
#[derive(Clone, Default)]
struct Board(Arc<Mutex<(BTreeMap<String, String>, u32)>>);

impl Board {
    fn with<T>(&self, work: impl FnOnce(&mut BTreeMap<String, String>, &mut u32) -> T) -> T {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (notes, given) = &mut *state;
        work(notes, given)
    }

    fn note(&self, id: &str) -> Result<String, Failure> {
        self.with(|notes, _| notes.get(id).cloned()).ok_or_else(Failure::not_found)
    }
}

pub(super) fn board() -> Server {
    let board = Board::default();
    let (adding, removing, clearing) = (board.clone(), board.clone(), board.clone());
    Server::new("stickynotes-example", "1.0")
        .resource("note:///{id}", "note", move |asked: ResourceRequest, _cx: Context| {
            let text = board.note(asked.variables.value("id").unwrap_or_default());
            async { text }
        })
        .tool("add_note", "Adds a note", move |new: NewNote, cx: Context| {
            let board = adding.clone();
            async move { add(&board, new.text, &cx) }
        })
        .tool("remove_note", "Removes a note", move |old: OldNote, cx: Context| {
            let removed = removing.with(|notes, _| notes.remove(&old.id)).is_some();
            cx.server().remove_resource(&format!("note:///{}", old.id));
            async move { Structured(Removed { removed, id: old.id }) }
        })
        .tool("remove_all", "Removes all notes", move |_: NoArguments, cx: Context| {
            clear(clearing.clone(), cx)
        })
}

fn add(board: &Board, text: String, cx: &Context) -> Result<Structured<Added>, Failure> {
    let id = board.with(|notes, given| {
        *given += 1;
        notes.insert(given.to_string(), text);
        given.to_string()
    });
    let uri = format!("note:///{id}");
    let (board, read) = (board.clone(), id.clone());
    let note = move |_: ResourceRequest, _cx: Context| std::future::ready(board.note(&read));
    cx.server().add_resource(ServedResource::new(&*uri, format!("note-{id}"), note))?;
    Ok(Structured(Added { id, uri }))
}

async fn clear(board: Board, cx: Context) -> Result<Structured<Cleared>, Failure> {
    let nothing = |status| Ok(Structured(Cleared { status, removed: 0 }));
    if board.with(|notes, _| notes.is_empty()) {
        return nothing("empty");
    }
    let answer = cx.elicit("confirm", confirmation("Remove all notes?")).await?;
    if answer.action == ElicitAction::Cancel {
        return nothing("cancelled");
    }
    if !filled_in::<Confirmed>(&answer)?.is_some_and(|answer| answer.confirm) {
        return nothing("declined");
    }
    let notes = board.with(|notes, _| std::mem::take(notes));
    for id in notes.keys() {
        cx.server().remove_resource(&format!("note:///{id}"));
    }
    Ok(Structured(Cleared { status: "cleared", removed: notes.len() }))
}
