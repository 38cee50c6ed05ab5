//! The contract as the core prints it (`hostline::facade::contract`), and what is asked of it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// The whole contract.
#[derive(Debug, Deserialize)]
pub(super) struct Contract {
    pub(super) version: String,
    pub(super) openings: Vec<Opening>,
    pub(super) operations: Vec<Operation>,
    /// What can be found out at once.
    pub(super) functions: Vec<Operation>,
    pub(super) questions: Vec<Question>,
    pub(super) notifications: Vec<Notification>,
    pub(super) error: Shape,
    pub(super) error_codes: Vec<Named>,
    pub(super) types: BTreeMap<String, Definition>,
}

/// Something that can be opened: a class.
#[derive(Debug, Deserialize)]
pub(super) struct Opening {
    /// What it is called.
    pub(super) opens: String,
    pub(super) about: String,
    /// What it is opened on; none where it is the first.
    pub(super) on: Option<String>,
    /// What it says without being asked.
    pub(super) event: Option<Shape>,
    /// Whether hearing that is all that it is for.
    pub(super) iterates: bool,
    pub(super) operation: Operation,
}

/// An operation.
#[derive(Debug, Deserialize)]
pub(super) struct Operation {
    /// What it is done on.
    pub(super) on: String,
    pub(super) name: String,
    pub(super) function: String,
    pub(super) about: String,
    pub(super) audience: Audience,
    pub(super) params: Data,
    /// How many members are given by their place.
    pub(super) positional: usize,
    /// The members that the hand-written part sets.
    pub(super) reserved: Vec<String>,
    pub(super) result: Data,
}

/// Who may use an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Audience {
    Public,
    Internal,
    Testing,
}

/// What goes in or comes out.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Data {
    Nothing,
    Value(Shape),
    Listing(Shape),
}

/// A question to the delegate.
#[derive(Debug, Deserialize)]
#[expect(clippy::struct_field_names, reason = "the words of the contract")]
pub(super) struct Question {
    pub(super) name: String,
    pub(super) function: String,
    pub(super) about: String,
    pub(super) question: Shape,
    pub(super) answer: Data,
}

/// Something that the delegate is told.
#[derive(Debug, Deserialize)]
#[expect(clippy::struct_field_names, reason = "the words of the contract")]
pub(super) struct Notification {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) notification: Shape,
}

/// A name and what it means.
#[derive(Debug, Deserialize)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) about: String,
}

/// The shape of a value.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Shape {
    String,
    /// A text that no value shows that it stands in.
    Secret,
    Boolean,
    Integer,
    Number,
    Bytes,
    Any,
    List(Box<Shape>),
    Map(Box<Shape>),
    Named(String),
}

/// A type with a name.
#[derive(Debug, Deserialize)]
pub(super) struct Definition {
    pub(super) about: String,
    #[serde(flatten)]
    pub(super) kind: Kind,
}

/// What a named type is.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Kind {
    Object(Vec<Member>),
    Names(Vec<Named>),
    Union { tag: String, variants: Vec<Variant> },
}

/// A member of an object.
#[derive(Debug, Deserialize)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) required: bool,
    pub(super) shape: Shape,
}

/// One of the objects of a union.
#[derive(Debug, Deserialize)]
pub(super) struct Variant {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) object: String,
}

impl Contract {
    /// The operations that whoever uses a binding sees.
    pub(super) fn public(&self) -> impl Iterator<Item = &Operation> {
        self.operations.iter().filter(|operation| operation.audience == Audience::Public)
    }

    /// Those that are done on what an opening opens.
    pub(super) fn public_on(&self, opening: &Opening) -> impl Iterator<Item = &Operation> {
        self.public().filter(|operation| operation.on == opening.opens)
    }

    /// What is opened on what an opening opens.
    pub(super) fn opened_on(&self, opening: &Opening) -> impl Iterator<Item = &Opening> {
        let opens = opening.opens.as_str();
        self.openings.iter().filter(move |other| other.on.as_deref() == Some(opens))
    }

    /// What is opened first.
    pub(super) fn first_openings(&self) -> impl Iterator<Item = &Opening> {
        self.openings.iter().filter(|opening| opening.on.is_none())
    }

    /// Every operation that takes members by place and by name: those that open something, and those
    /// that whoever uses a binding sees.
    pub(super) fn calls(&self) -> impl Iterator<Item = &Operation> {
        self.openings.iter().map(|opening| &opening.operation).chain(self.public())
    }

    /// The members of what goes into an operation: those by place, then those by name. What the
    /// hand-written part sets is not among them.
    pub(super) fn members(&self, operation: &Operation) -> (Vec<&Member>, Vec<&Member>) {
        let Data::Value(Shape::Named(name)) = &operation.params else {
            return (Vec::new(), Vec::new());
        };
        let Some(Kind::Object(members)) = self.types.get(name).map(|found| &found.kind) else {
            return (Vec::new(), Vec::new());
        };
        let (by_place, by_name) = members.split_at(operation.positional.min(members.len()));
        let open = |member: &&Member| !operation.reserved.contains(&member.name);
        (by_place.iter().collect(), by_name.iter().filter(open).collect())
    }

    /// Whether an operation reports progress.
    pub(super) fn reports_progress(operation: &Operation) -> bool {
        operation.reserved.iter().any(|name| name == "progress")
    }

    /// Whether an operation is told which questions a delegate answers.
    pub(super) fn takes_delegate(operation: &Operation) -> bool {
        operation.reserved.iter().any(|name| name == "answers")
    }

    /// The types that public operations, questions, notifications, events and errors lead to, in
    /// the order of their names. What goes into an operation is not among them, since it is spelt
    /// out in the operation's function.
    pub(super) fn reachable(&self) -> Vec<(&str, &Definition)> {
        let mut found = BTreeSet::new();
        for operation in self.calls() {
            let (by_place, by_name) = self.members(operation);
            by_place.into_iter().chain(by_name).for_each(|m| self.reach(&m.shape, &mut found));
            if let Data::Value(shape) | Data::Listing(shape) = &operation.result {
                self.reach(shape, &mut found);
            }
        }
        for question in &self.questions {
            self.reach(&question.question, &mut found);
            if let Data::Value(answer) = &question.answer {
                self.reach(answer, &mut found);
            }
        }
        for notification in &self.notifications {
            self.reach(&notification.notification, &mut found);
        }
        self.reach(&Shape::Named("Dropped".into()), &mut found);
        for event in self.openings.iter().filter_map(|opening| opening.event.as_ref()) {
            self.reach(event, &mut found);
        }
        self.reach(&self.error, &mut found);
        self.types
            .iter()
            .filter(|(name, _)| found.contains(name.as_str()))
            .map(|(name, definition)| (name.as_str(), definition))
            .collect()
    }

    /// Whether any object has a member of this name.
    pub(super) fn has_member(&self, name: &str) -> bool {
        self.types.values().any(|definition| match &definition.kind {
            Kind::Object(members) => members.iter().any(|member| member.name == name),
            _ => false,
        })
    }

    /// What kind of type a shape names.
    pub(super) fn kind(&self, shape: &Shape) -> Option<&Kind> {
        let Shape::Named(name) = shape else { return None };
        self.types.get(name).map(|definition| &definition.kind)
    }

    /// Whether an object may be without any member, so that saying nothing says it.
    pub(super) fn may_be_empty(&self, shape: &Shape) -> bool {
        let Some(Kind::Object(members)) = self.kind(shape) else { return false };
        members.iter().all(|member| !member.required)
    }

    /// The members of a value that hold bytes: its own, or those of the objects of a union.
    pub(super) fn members_of_bytes(&self, shape: &Shape) -> Vec<&str> {
        match self.kind(shape) {
            Some(Kind::Object(members)) => {
                let of_bytes = members.iter().filter(|member| member.shape == Shape::Bytes);
                of_bytes.map(|member| member.name.as_str()).collect()
            }
            Some(Kind::Union { variants, .. }) => {
                let objects = variants.iter().map(|it| Shape::Named(it.object.clone()));
                objects.flat_map(|object| self.members_of_bytes(&object)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn reach<'a>(&'a self, shape: &Shape, found: &mut BTreeSet<&'a str>) {
        let name = match shape {
            Shape::List(item) | Shape::Map(item) => return self.reach(item, found),
            Shape::Named(name) => name,
            _ => return,
        };
        let Some((name, definition)) = self.types.get_key_value(name) else { return };
        if !found.insert(name) {
            return;
        }
        match &definition.kind {
            Kind::Object(members) => members.iter().for_each(|m| self.reach(&m.shape, found)),
            Kind::Names(_) => {}
            Kind::Union { variants, .. } => variants
                .iter()
                .for_each(|variant| self.reach(&Shape::Named(variant.object.clone()), found)),
        }
    }
}
