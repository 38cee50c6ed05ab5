//! What the contract says about itself, for whoever writes it down in another language.

use serde::Serialize;

use crate::{
    facade::types::{Dropped, Listing, PassedOn},
    model::{
        Wire,
        shape::{Kind, Member, Shape, Types, documentation},
    },
};

/// The whole contract, for whoever writes it down in another language.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Contract {
    /// The version of Hostline.
    pub version: &'static str,
    /// What can be opened.
    pub openings: Vec<Opening>,
    /// What can be done on what is open, in the order of the table.
    pub operations: Vec<Operation>,
    /// What can be found out at once, with nothing open.
    pub functions: Vec<Operation>,
    /// What a delegate can be asked.
    pub questions: Vec<Asked>,
    /// What a delegate is told.
    pub notifications: Vec<Told>,
    /// What an error says about itself.
    pub error: Shape,
    /// The stable names of the errors, with what each means.
    pub error_codes: Vec<Code>,
    /// Every type with a name.
    pub types: Types,
}

/// What an operation is done on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub enum On {
    /// Whatever is open.
    Any,
    /// A connection to one server.
    Client,
    /// A subscription to changes.
    Subscription,
    /// Where tokens and secrets are kept.
    Accounts,
    /// Many servers behind one gate.
    Host,
    /// What a host says.
    Watch,
    /// Nothing at all: a function.
    Nothing,
}

/// Something that can be opened.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Opening {
    /// What is opened.
    pub opens: On,
    /// Its documentation.
    pub about: String,
    /// What it is opened on; none where it is the first.
    pub on: Option<On>,
    /// What it says without being asked, where it says anything.
    pub event: Option<Shape>,
    /// Whether hearing that is all that it is for.
    pub iterates: bool,
    /// The operation that opens it.
    pub operation: Operation,
}

/// One operation.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Operation {
    /// What it is done on.
    pub on: On,
    /// Its name on the wire of the façade: the method of the specification where there is one. No
    /// other operation on the same has it.
    pub name: &'static str,
    /// The name of its function, in snake case.
    pub function: &'static str,
    /// Its documentation.
    pub about: String,
    /// Who may use it.
    pub audience: Audience,
    /// What goes in.
    pub params: Data,
    /// How many of the members of `params` are given by their place; the others by their name.
    pub positional: usize,
    /// The members of `params` that the hand-written part of a binding sets, and its user does not.
    pub reserved: Vec<&'static str>,
    /// What comes out.
    pub result: Data,
}

/// Who may use an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Audience {
    /// Whoever uses a binding.
    Public,
    /// The hand-written part of a binding.
    Internal,
    /// The tests of a binding.
    Testing,
}

/// What goes into an operation or comes out of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Data {
    /// Nothing.
    Nothing,
    /// A value.
    Value(Shape),
    /// A list with reports of what was left out of it: `{"items": […], "dropped": […]}`.
    Listing(Shape),
}

/// One question to the delegate.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Asked {
    /// Its name: the method of the specification where there is one.
    pub name: &'static str,
    /// The name of its function, in snake case.
    pub function: &'static str,
    /// Its documentation.
    pub about: String,
    /// What is asked.
    pub question: Shape,
    /// What is answered.
    pub answer: Data,
}

/// One thing that the delegate is told.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Told {
    /// Its name.
    pub name: &'static str,
    /// Its documentation.
    pub about: String,
    /// What is told.
    pub notification: Shape,
}

/// One stable name of an error.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Code {
    /// The name.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// What the table needs to know of a type.
pub(super) trait Described {
    fn describe(types: &mut Types) -> Data;
}

impl<T: Wire> Described for T {
    fn describe(types: &mut Types) -> Data {
        match T::shape(types) {
            shape if types.is_empty_object(&shape) => Data::Nothing,
            shape => Data::Value(shape),
        }
    }
}

impl<T: Wire> Described for PassedOn<T> {
    fn describe(types: &mut Types) -> Data {
        T::describe(types)
    }
}

impl<T: Wire> Described for Listing<T> {
    fn describe(types: &mut Types) -> Data {
        Dropped::shape(types);
        Data::Listing(T::shape(types))
    }
}

impl Types {
    /// The members of what goes into an operation.
    fn members(&self, data: &Data) -> Vec<Member> {
        let Data::Value(Shape::Named(name)) = data else { return Vec::new() };
        match self.find(name).map(|definition| &definition.kind) {
            Some(Kind::Object(members)) => members.clone(),
            _ => Vec::new(),
        }
    }
}

/// The members of requests that a binding sets itself: from the functions that its user gives.
const RESERVED: [&str; 2] = ["progress", "answers"];
/// Members that may be left out and have their places all the same.
const BY_PLACE: [&str; 2] = ["arguments", "params"];

pub(super) fn operation<P: Described, R: Described>(
    types: &mut Types,
    on: On,
    name: &'static str,
    function: &'static str,
    about: &[&str],
    audience: Audience,
) -> Operation {
    let params = P::describe(types);
    let result = R::describe(types);
    let members = types.members(&params);
    let by_place = |member: &&Member| member.required || BY_PLACE.contains(&member.name);
    let positional = members.iter().take_while(by_place).count();
    let names = members.iter().map(|member| member.name);
    let reserved = names.filter(|name| RESERVED.contains(name)).collect();
    let about = documentation(about);
    Operation { on, name, function, about, audience, params, positional, reserved, result }
}
