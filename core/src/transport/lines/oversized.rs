//! What can be known of a message that is too long to be kept.

use memchr::memchr2;

use super::BYTE_ORDER_MARK;
use crate::{
    jsonrpc::{Frame, Invalid, InvalidKind, RequestId},
    transport::{Incoming, Notice},
};

/// The longest spelling of a member's name that is looked at: `method` with every letter escaped.
const MOST_NAME: usize = 38;

/// The longest spelling of an identifier that is kept.
const MOST_ID: usize = 1 << 10;

/// Reads a message in pieces of any size, keeps nothing of it, and finds its own `id`.
///
/// Only members of the outermost object count: what stands deeper belongs to somebody else.
#[derive(Default)]
pub(crate) struct Oversized {
    bytes: u64,
    root: Root,
    depth: u64,
    in_string: bool,
    escaped: bool,
    behind_colon: bool,
    member: Member,
    /// The spelling of the name or the identifier that is being read.
    token: Option<Vec<u8>>,
    id: Found,
    has_method: bool,
}

/// What the text is as a whole.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Root {
    /// Nothing but white space and a byte order mark so far.
    #[default]
    Unknown,
    Object,
    /// No object, or an object that has ended.
    Other,
}

/// The member of the outermost object whose value is being read.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Member {
    Id,
    #[default]
    Other,
}

#[derive(Default)]
enum Found {
    #[default]
    Nothing,
    Id(Vec<u8>),
    /// An identifier that is ambiguous or no identifier at all.
    Useless,
}

impl Oversized {
    /// Reads on.
    pub(crate) fn feed(&mut self, mut text: &[u8]) {
        self.bytes += text.len() as u64;
        while let Some((&byte, rest)) = text.split_first() {
            if self.root == Root::Other {
                return;
            }
            if self.in_string {
                text = self.feed_string(text);
            } else {
                self.feed_byte(byte);
                text = rest;
            }
        }
    }

    /// What is to be told of the message: an invalid request if it is one, so that it can be
    /// answered, and else a notice that names the request of ours that it answered.
    pub(crate) fn into_incoming(mut self) -> Incoming {
        self.end_literal();
        let token = match &self.id {
            Found::Id(token) => Some(token.as_slice()),
            Found::Nothing | Found::Useless => None,
        };
        if self.has_method {
            let id = token.and_then(RequestId::of_request);
            if id.is_some() {
                let invalid = Invalid { kind: InvalidKind::TooLong, id };
                return Incoming::Frame { frame: Frame::Invalid(invalid), via: None };
            }
            return Incoming::Notice(Notice::Oversized { id: None, bytes: self.bytes });
        }
        let id = token.and_then(RequestId::of_reply);
        Incoming::Notice(Notice::Oversized { id, bytes: self.bytes })
    }

    /// Reads to the string's end, or as far as the text goes.
    fn feed_string<'a>(&mut self, text: &'a [u8]) -> &'a [u8] {
        if self.escaped {
            self.escaped = false;
            self.keep(&text[..1]);
            return &text[1..];
        }
        let Some(at) = memchr2(b'"', b'\\', text) else {
            self.keep(text);
            return &[];
        };
        self.keep(&text[..=at]);
        if text[at] == b'\\' {
            self.escaped = true;
        } else {
            self.in_string = false;
            self.end_string();
        }
        &text[at + 1..]
    }

    fn feed_byte(&mut self, byte: u8) {
        let outermost = self.depth == 1;
        match byte {
            _ if self.root == Root::Unknown => self.begin(byte),
            b'"' => {
                self.in_string = true;
                let is_name = outermost && !self.behind_colon;
                if is_name || self.reads_id() {
                    self.token = Some(vec![byte]);
                }
            }
            b'{' | b'[' => {
                if self.reads_id() {
                    self.id = Found::Useless;
                }
                self.depth += 1;
            }
            b'}' | b']' => {
                self.end_literal();
                self.depth -= 1;
                if self.depth == 0 {
                    self.root = Root::Other;
                }
            }
            b',' if outermost => {
                self.end_literal();
                self.behind_colon = false;
                self.member = Member::Other;
            }
            b':' if outermost => self.behind_colon = true,
            b' ' | b'\t' | b'\r' => self.end_literal(),
            _ if self.reads_id() => {
                self.token.get_or_insert_default();
                self.keep(&[byte]);
            }
            _ => {}
        }
    }

    fn begin(&mut self, byte: u8) {
        match byte {
            b' ' | b'\t' | b'\r' => {}
            b'{' => {
                self.root = Root::Object;
                self.depth = 1;
            }
            _ if BYTE_ORDER_MARK.contains(&byte) => {}
            _ => self.root = Root::Other,
        }
    }

    fn reads_id(&self) -> bool {
        self.depth == 1 && self.behind_colon && self.member == Member::Id
    }

    fn keep(&mut self, piece: &[u8]) {
        let most = if self.behind_colon { MOST_ID } else { MOST_NAME };
        let Some(token) = &mut self.token else { return };
        if token.len() + piece.len() <= most {
            token.extend_from_slice(piece);
            return;
        }
        self.token = None;
        if self.behind_colon {
            self.id = Found::Useless;
            self.member = Member::Other;
        }
    }

    fn end_string(&mut self) {
        if self.behind_colon {
            self.end_literal();
            return;
        }
        let name =
            self.token.take().and_then(|token| serde_json::from_slice::<String>(&token).ok());
        match name.as_deref() {
            Some("id") => self.member = Member::Id,
            Some("method") => self.has_method = true,
            _ => {}
        }
    }

    /// Ends the value of `id`, where that is what was being read.
    fn end_literal(&mut self) {
        if !self.reads_id() {
            return;
        }
        let Some(token) = self.token.take() else { return };
        self.id = match self.id {
            Found::Nothing => Found::Id(token),
            // Two identifiers: neither can be trusted.
            Found::Id(_) | Found::Useless => Found::Useless,
        };
    }
}
