//! A board of notes: tools that change what resources there are, and one that asks first.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use hostline::{
    model::{ElicitAction, ElicitFormParams},
    server::{
        Context, Failure, JsonSchema, NoArguments, ResourceRequest, ServedResource, Server,
        Structured,
    },
};
use serde_json::json;

use super::filled_in;

#[derive(serde::Deserialize, JsonSchema)]
struct NewNote {
    text: String,
}

#[derive(serde::Deserialize, JsonSchema)]
struct OldNote {
    note_id: String,
}

#[derive(serde::Serialize, JsonSchema)]
struct Added {
    id: String,
    uri: String,
}

#[derive(serde::Serialize, JsonSchema)]
struct Removed {
    result: bool,
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

/// The notes by their numbers.
#[derive(Clone, Default)]
struct Board(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    notes: BTreeMap<String, String>,
    given: u32,
}

impl Board {
    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn note(&self, id: &str) -> Result<String, Failure> {
        self.with(|state| state.notes.get(id).cloned()).ok_or_else(Failure::not_found)
    }
}

pub(super) fn server() -> Server {
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
            let board = removing.clone();
            async move { Structured(Removed { result: remove(&board, &old.note_id, &cx) }) }
        })
        .tool("remove_all", "Removes all notes", move |_: NoArguments, cx: Context| {
            clear(clearing.clone(), cx)
        })
}

fn address(id: &str) -> String {
    format!("note:///{id}")
}

fn add(board: &Board, text: String, cx: &Context) -> Result<Structured<Added>, Failure> {
    let id = board.with(|state| {
        state.given += 1;
        let id = state.given.to_string();
        state.notes.insert(id.clone(), text);
        id
    });
    let (board, read) = (board.clone(), id.clone());
    let note = move |_: ResourceRequest, _cx: Context| std::future::ready(board.note(&read));
    let resource = ServedResource::new(address(&id), format!("note-{id}"), note);
    cx.server().add_resource(resource.mime_type("text/plain"))?;
    Ok(Structured(Added { uri: address(&id), id }))
}

fn remove(board: &Board, id: &str, cx: &Context) -> bool {
    cx.server().remove_resource(&address(id));
    board.with(|state| state.notes.remove(id)).is_some()
}

async fn clear(board: Board, cx: Context) -> Result<Structured<Cleared>, Failure> {
    let nothing = |status| Ok(Structured(Cleared { status, removed: 0 }));
    let count = board.with(|state| state.notes.len());
    if count == 0 {
        return nothing("empty");
    }
    let schema = json!({
        "type": "object",
        "properties": { "confirm": { "type": "boolean" } },
        "required": ["confirm"],
    });
    let form = ElicitFormParams::new(format!("Remove {count} notes for good?"), schema);
    let answer = cx.elicit("confirm", form).await?;
    if answer.action == ElicitAction::Cancel {
        return nothing("cancelled");
    }
    if !filled_in::<Confirmed>(&answer)?.is_some_and(|answer| answer.confirm) {
        return nothing("declined");
    }
    let notes = board.with(|state| std::mem::take(&mut state.notes));
    for id in notes.keys() {
        cx.server().remove_resource(&address(id));
    }
    Ok(Structured(Cleared { status: "cleared", removed: notes.len() }))
}
