//! Asking the client for input: by requests of the server's own, or by a result that requires it.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

use super::{
    Continuation, Peer, actions::Call, channel::Parcel, lock, script::Action, text::decorate,
};

/// The text of a state that is given where the script names none. It has everything that a client
/// might be tempted to tidy up.
const ODD_STATE: &str = "\u{feff} \"état\" \\ %20+ \u{1f511}/==";

impl Peer {
    /// Legacy: a request of the server's own for each input, and the wait for all answers.
    pub(super) async fn ask_by_request(&self, call: &mut Call, inputs: &Value) {
        let mut waiting = Vec::new();
        for (key, request) in inputs.as_object().into_iter().flatten() {
            let (answer, answered) = oneshot::channel();
            let id = {
                let mut state = lock(&self.state);
                state.asked += 1;
                let id = Value::from(format!("ask-{}", state.asked));
                state.asks.insert(id.to_string(), answer);
                id
            };
            let mut message = self.blanks(call, 1).fill(request);
            message["jsonrpc"] = "2.0".into();
            message["id"] = id;
            call.channel.send(Parcel::new(&message));
            waiting.push((key.clone(), answered));
        }
        let mut answers = Map::new();
        for (key, answered) in waiting {
            let reply = answered.await.unwrap_or_default();
            let error = || json!({"error": reply["error"]});
            answers.insert(key, reply.get("result").cloned().unwrap_or_else(error));
        }
        call.answers = Value::Object(answers);
    }

    /// Modern: a result that asks for input. The rest of the script waits for the retry.
    pub(super) fn ask_by_result(
        &self,
        call: &Call,
        action: &Action,
        actions: &Arc<[Action]>,
        place: usize,
    ) {
        let inputs = self.blanks(call, 1).fill(&action.argument);
        let given = action.options.get("state").cloned();
        let mut state = lock(&self.state);
        state.asked += 1;
        let token = given.unwrap_or_else(|| format!("{}{ODD_STATE}", state.asked).into());
        let mut result = json!({"resultType": "input_required"});
        if inputs.as_object().is_some_and(|inputs| !inputs.is_empty()) {
            result["inputRequests"] = inputs.clone();
        }
        if !token.is_null() {
            result["requestState"] = token.clone();
        }
        let key = continuation_key(&call.method, result.get("requestState"));
        let keys = inputs.as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect();
        let id = call.id.clone().unwrap_or_default();
        let continuation = Continuation { actions: actions.clone(), next: place + 1, keys, id };
        state.continuations.insert(key, continuation);
        drop(state);
        let result = decorate(result, &call.method);
        let message = json!({"jsonrpc": "2.0", "id": call.id, "result": result});
        let mut parcel = Parcel::new(&message);
        parcel.last = true;
        call.channel.send(parcel);
    }
}

/// Under which name the rest of a script waits for the retry with input.
pub(super) fn continuation_key(method: &str, state: Option<&Value>) -> String {
    match state {
        Some(state) => state.to_string(),
        None => format!("without state: {method}"),
    }
}
