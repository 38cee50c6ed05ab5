//! What a server needs from its client before it can go on, in whichever era it asks.

use std::marker::PhantomData;

use serde::{Deserializer, Serialize, Serializer, de::MapAccess, ser::SerializeMap};

use super::{
    CreateMessageParams, CreateMessageResult, ElicitParams, ElicitResult, Extra, ListRootsParams,
    ListRootsResult, Map, Meta,
    decode::{Decoded, Misfit, Notes, Object, Tagged, Wire},
    members::Members,
    visit::{ObjectVisitor, TaggedVisitor},
    wire::wire_serde,
};
use crate::{
    error::{Error, ErrorCode},
    jsonrpc::Json,
};

/// A server's request for input.
#[expect(clippy::large_enum_variant, reason = "it is made once a question and never in numbers")]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum InputRequest {
    /// A question to a person: `elicitation/create`.
    Elicit(ElicitParams),
    /// A question to a model: `sampling/createMessage`.
    CreateMessage(CreateMessageParams),
    /// The folders to work in: `roots/list`.
    ListRoots(ListRootsParams),
}

/// What a server's request for input is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InputKind {
    /// A question to a person.
    Elicit,
    /// A question to a model.
    CreateMessage,
    /// The folders to work in.
    ListRoots,
}

/// A client's answer to an [`InputRequest`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum InputResponse {
    /// A person's answer.
    Elicit(ElicitResult),
    /// A model's answer.
    CreateMessage(CreateMessageResult),
    /// The folders to work in.
    ListRoots(ListRootsResult),
}

impl InputKind {
    /// The kind that a method asks for.
    pub fn of_method(method: &str) -> Option<Self> {
        match method {
            "elicitation/create" => Some(Self::Elicit),
            "sampling/createMessage" => Some(Self::CreateMessage),
            "roots/list" => Some(Self::ListRoots),
            _ => None,
        }
    }

    /// The method that asks for it.
    pub fn method(self) -> &'static str {
        match self {
            Self::Elicit => "elicitation/create",
            Self::CreateMessage => "sampling/createMessage",
            Self::ListRoots => "roots/list",
        }
    }
}

impl InputRequest {
    /// Decodes the parameters of a server's own request.
    ///
    /// # Errors
    /// [`ErrorCode::Protocol`] when no such input exists or the parameters do not fit.
    pub fn decode(method: &str, params: Option<&[u8]>) -> crate::Result<Self> {
        let kind = InputKind::of_method(method).ok_or_else(|| {
            Error::new(ErrorCode::Protocol, "the server asks for input of an unknown kind")
                .with_method(method.to_owned())
        })?;
        let params = params.unwrap_or(b"{}");
        Ok(match kind {
            InputKind::Elicit => Self::Elicit(super::decode(method, params)?),
            InputKind::CreateMessage => Self::CreateMessage(super::decode(method, params)?),
            InputKind::ListRoots => Self::ListRoots(super::decode(method, params)?),
        })
    }

    /// What it is about.
    pub fn kind(&self) -> InputKind {
        match self {
            Self::Elicit(_) => InputKind::Elicit,
            Self::CreateMessage(_) => InputKind::CreateMessage,
            Self::ListRoots(_) => InputKind::ListRoots,
        }
    }

    /// Its method.
    pub fn method(&self) -> &'static str {
        self.kind().method()
    }

    fn read<'de, A: MapAccess<'de>>(
        kind: InputKind,
        members: &mut Members<'de, A>,
        notes: &mut Notes,
    ) -> Decoded<Self, A::Error> {
        Ok(match kind {
            InputKind::Elicit => members.value(notes)?.map(Self::Elicit),
            InputKind::CreateMessage => members.value(notes)?.map(Self::CreateMessage),
            InputKind::ListRoots => members
                .value::<Option<ListRootsParams>>(notes)?
                .map(|params| Self::ListRoots(params.unwrap_or_default())),
        })
    }
}

impl From<ElicitParams> for InputRequest {
    fn from(params: ElicitParams) -> Self {
        Self::Elicit(params)
    }
}

impl From<CreateMessageParams> for InputRequest {
    fn from(params: CreateMessageParams) -> Self {
        Self::CreateMessage(params)
    }
}

impl From<ListRootsParams> for InputRequest {
    fn from(params: ListRootsParams) -> Self {
        Self::ListRoots(params)
    }
}

/// Each entry of `inputRequests` is an object with `method` and `params`.
impl Tagged for InputRequest {
    const TAG: &'static str = "method";

    fn dispatch<'de, A: MapAccess<'de>>(
        tag: &str,
        members: &mut Members<'de, A>,
        notes: &mut Notes,
    ) -> Decoded<Self, A::Error> {
        let Some(kind) = InputKind::of_method(tag) else {
            members.ignore_rest()?;
            return Ok(Err(Misfit::new("no known request for input").within("method")));
        };
        let mut request = None;
        while let Some(key) = members.key()? {
            if key == "params" {
                request = Some(Self::read(kind, members, notes)?);
            } else {
                members.ignore()?;
            }
        }
        Ok(match (request, kind) {
            (Some(request), _) => request.map_err(|misfit| misfit.within("params")),
            (None, InputKind::ListRoots) => Ok(Self::ListRoots(ListRootsParams::new())),
            (None, _) => Err(Misfit::missing("params")),
        })
    }
}

impl Wire for InputRequest {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        deserializer.deserialize_any(TaggedVisitor(notes, PhantomData))
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("method", self.method())?;
        match self {
            Self::Elicit(params) => map.serialize_entry("params", params)?,
            Self::CreateMessage(params) => map.serialize_entry("params", params)?,
            Self::ListRoots(params) if *params == ListRootsParams::new() => {}
            Self::ListRoots(params) => map.serialize_entry("params", params)?,
        }
        map.end()
    }
}

wire_serde!(InputRequest);

impl InputResponse {
    /// Decodes the answer to a request whose kind is known.
    ///
    /// # Errors
    /// [`ErrorCode::Protocol`] when the answer does not fit.
    pub fn decode(kind: InputKind, answer: &Json) -> crate::Result<Self> {
        let (method, bytes) = (kind.method(), answer.as_str().as_bytes());
        Ok(match kind {
            InputKind::Elicit => Self::Elicit(super::decode(method, bytes)?),
            InputKind::CreateMessage => Self::CreateMessage(super::decode(method, bytes)?),
            InputKind::ListRoots => Self::ListRoots(super::decode(method, bytes)?),
        })
    }

    /// What it answers.
    pub fn kind(&self) -> InputKind {
        match self {
            Self::Elicit(_) => InputKind::Elicit,
            Self::CreateMessage(_) => InputKind::CreateMessage,
            Self::ListRoots(_) => InputKind::ListRoots,
        }
    }
}

impl Serialize for InputResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Elicit(result) => result.serialize(serializer),
            Self::CreateMessage(result) => result.serialize(serializer),
            Self::ListRoots(result) => result.serialize(serializer),
        }
    }
}

impl From<ElicitResult> for InputResponse {
    fn from(result: ElicitResult) -> Self {
        Self::Elicit(result)
    }
}

impl From<CreateMessageResult> for InputResponse {
    fn from(result: CreateMessageResult) -> Self {
        Self::CreateMessage(result)
    }
}

impl From<ListRootsResult> for InputResponse {
    fn from(result: ListRootsResult) -> Self {
        Self::ListRoots(result)
    }
}

/// A result that says what is missing before there can be a real one (2026-07-28
/// `basic/patterns/mrtr`).
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct InputRequiredResult {
    /// What is missing, each under the key that its answer must have, in the server's order.
    pub input_requests: Vec<(String, InputRequest)>,
    /// The server's own state as it arrived. It must be given back untouched.
    pub request_state: Option<Json>,
    /// What is attached to the result.
    pub meta: Option<Meta>,
    /// The members that no protocol version names.
    pub extra: Extra,
}

impl InputRequiredResult {
    /// A result that asks for this.
    pub fn new(
        input_requests: impl IntoIterator<Item = (impl Into<String>, InputRequest)>,
    ) -> Self {
        let input_requests =
            input_requests.into_iter().map(|(key, request)| (key.into(), request)).collect();
        Self { input_requests, ..Self::default() }
    }

    /// Adds the server's own state, which comes back with the answers.
    pub fn with_request_state(mut self, state: impl Into<Json>) -> Self {
        self.request_state = Some(state.into());
        self
    }

    /// Sets `_meta`.
    pub fn with_meta(mut self, meta: impl Into<Meta>) -> Self {
        self.meta = Some(meta.into());
        self
    }
}

impl Object for InputRequiredResult {
    fn members<'de, A: MapAccess<'de>>(
        members: &mut Members<'de, A>,
        notes: &mut Notes,
    ) -> Decoded<Self, A::Error> {
        let (mut requests, mut request_state, mut meta) = (None, None, None);
        let mut extra = Extra::new();
        let mut trouble = None;
        while let Some(key) = members.key()? {
            match &*key {
                // Whoever decodes this has read the result's type already.
                "resultType" => members.ignore()?,
                "inputRequests" => {
                    members.optional("inputRequests", &mut requests, &mut trouble, notes)?;
                }
                "requestState" => {
                    members.optional("requestState", &mut request_state, &mut trouble, notes)?;
                }
                "_meta" => members.salvaged("_meta", &mut meta, notes)?,
                _ => members.unknown(key, &mut extra, &mut trouble, notes)?,
            }
        }
        let requests: Map<InputRequest> = requests.unwrap_or_default();
        let input_requests = requests.into_iter().collect();
        Ok(trouble.map_or(Ok(Self { input_requests, request_state, meta, extra }), Err))
    }
}

impl Wire for InputRequiredResult {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        deserializer.deserialize_any(ObjectVisitor(notes, PhantomData))
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("resultType", "input_required")?;
        if !self.input_requests.is_empty() {
            map.serialize_entry("inputRequests", &Requests(&self.input_requests))?;
        }
        if let Some(state) = &self.request_state {
            map.serialize_entry("requestState", state)?;
        }
        if let Some(meta) = &self.meta {
            map.serialize_entry("_meta", meta)?;
        }
        for (name, value) in self.extra.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

wire_serde!(InputRequiredResult);

struct Requests<'a>(&'a [(String, InputRequest)]);

impl Serialize for Requests<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, request)| (key, request)))
    }
}
