//! A view of a JSON value that counts how often it is looked at.
//!
//! The validator reads values only through this. Once the budget is used up, every array and
//! object looks empty, so that no recursion goes on; the meter then says that the outcome means
//! nothing.

use std::{
    borrow::Cow,
    cell::Cell,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use jsonschema::{
    JsonType,
    json::{self, NodeIdentity, cmp, unique},
};
use serde_json::{Map, Number, Value, map};

/// How many steps a check has before the clock counts: a busy machine may stop a thread for longer
/// than the whole budget, and what is done so soon is not costly.
const STEPS_BEFORE_CLOCK: u64 = 50_000;
/// How many steps there are between two looks at the clock.
const STEPS_BETWEEN_CLOCK: u32 = 64;
/// How many texts a pattern may get between two looks at the clock.
const TEXT_COST: u32 = STEPS_BETWEEN_CLOCK / 16;

/// What one check may cost, and what it has cost.
pub(super) struct Meter {
    steps_left: Cell<u64>,
    steps_before_clock: Cell<u64>,
    until_clock: Cell<u32>,
    deadline: Instant,
    text_limit: usize,
    exhausted: Cell<Option<&'static str>>,
}

impl Meter {
    pub(super) fn new(steps: u64, time: Duration, text_limit: usize) -> Self {
        Self {
            steps_left: Cell::new(steps),
            steps_before_clock: Cell::new(STEPS_BEFORE_CLOCK),
            until_clock: Cell::new(STEPS_BETWEEN_CLOCK),
            deadline: Instant::now() + time,
            text_limit,
            exhausted: Cell::new(None),
        }
    }

    /// Why the check was given up, if it was.
    pub(super) fn exhausted(&self) -> Option<&'static str> {
        self.exhausted.get()
    }

    /// Takes one step that costs `steps`; false when the budget is used up.
    fn step(&self, steps: usize) -> bool {
        if self.exhausted.get().is_some() {
            return false;
        }
        let steps = steps as u64;
        let Some(left) = self.steps_left.get().checked_sub(steps) else {
            self.exhausted.set(Some("it takes too many steps"));
            return false;
        };
        self.steps_left.set(left);
        self.steps_before_clock.set(self.steps_before_clock.get().saturating_sub(steps));
        self.steps_before_clock.get() > 0 || self.in_time(1)
    }

    /// Looks at the clock now and then; false when the time is over.
    fn in_time(&self, cost: u32) -> bool {
        if let Some(left) = self.until_clock.get().checked_sub(cost) {
            self.until_clock.set(left);
            return true;
        }
        self.until_clock.set(STEPS_BETWEEN_CLOCK);
        let in_time = Instant::now() < self.deadline;
        if !in_time {
            self.exhausted.set(Some("it takes too long"));
        }
        in_time
    }

    /// Whether a pattern may look at a property's name of so many bytes: `patternProperties` gets
    /// names straight from the walk over an object.
    fn name(&self, bytes: usize) -> bool {
        if self.text_limit == usize::MAX { self.step(1) } else { self.text(bytes) }
    }

    /// Whether a pattern may look at a text of so many bytes. One match can cost a thousand times
    /// what a step costs, so the clock counts here from the start.
    fn text(&self, bytes: usize) -> bool {
        if bytes > self.text_limit {
            self.exhausted.set(Some("a text is too long for the schema's patterns"));
            return false;
        }
        let cost = if bytes > 1_024 { STEPS_BETWEEN_CLOCK } else { TEXT_COST };
        self.step(1 + bytes / 64) && self.in_time(cost)
    }
}

/// The representation of JSON that the validator is compiled for.
pub(super) struct Metered;

impl json::Json for Metered {
    type Node<'a> = Node<'a>;
    type PreparedKey = Box<str>;
    type StringBuffer = ();

    const KEYS_PER_LOOKUP: usize = 2;
    const ACYCLIC: bool = true;

    fn prepare_key(key: &str) -> Box<str> {
        key.into()
    }

    fn with_string_node<T>((): &mut (), string: &str, f: impl FnOnce(Node<'_>) -> T) -> T {
        f(Node { part: Part::Name(string), meter: None })
    }
}

/// A part of the value, with the meter that counts looks at it.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    part: Part<'a>,
    meter: Option<&'a Meter>,
}

#[derive(Clone, Copy)]
enum Part<'a> {
    Value(&'a Value),
    /// A property's name, which `propertyNames` checks as if it were a value.
    Name(&'a str),
}

impl<'a> Node<'a> {
    pub(super) fn new(value: &'a Value, meter: &'a Meter) -> Self {
        Self { part: Part::Value(value), meter: Some(meter) }
    }

    fn step(self, steps: usize) -> bool {
        self.meter.is_none_or(|meter| meter.step(steps))
    }

    fn text(self) -> Option<&'a str> {
        match self.part {
            Part::Name(text) => Some(text),
            Part::Value(value) => value.as_str(),
        }
    }

    /// The value itself, unless this is a name.
    fn value(self) -> Option<&'a Value> {
        match self.part {
            Part::Value(value) => Some(value),
            Part::Name(_) => None,
        }
    }
}

impl<'a> json::Node<'a, Metered> for Node<'a> {
    type Object = Members<'a>;
    type Array = Elements<'a>;
    type Number = &'a Number;

    fn as_object(&self) -> Option<Members<'a>> {
        let Value::Object(members) = self.value()? else { return None };
        self.step(1);
        Some(Members { members, meter: self.meter })
    }

    fn as_array(&self) -> Option<Elements<'a>> {
        let Value::Array(elements) = self.value()? else { return None };
        self.step(1);
        Some(Elements { elements, meter: self.meter })
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        let text = self.text()?;
        let allowed = self.meter.is_none_or(|meter| meter.text(text.len()));
        Some(Cow::Borrowed(if allowed { text } else { "" }))
    }

    fn as_number(&self) -> Option<&'a Number> {
        let Value::Number(number) = self.value()? else { return None };
        self.step(1);
        Some(number)
    }

    fn as_boolean(&self) -> Option<bool> {
        self.value()?.as_bool()
    }

    fn is_null(&self) -> bool {
        self.value().is_some_and(Value::is_null)
    }

    fn is_number(&self) -> bool {
        self.value().is_some_and(Value::is_number)
    }

    fn is_string(&self) -> bool {
        self.text().is_some()
    }

    fn json_type(&self) -> JsonType {
        self.step(1);
        match self.part {
            Part::Name(_) | Part::Value(Value::String(_)) => JsonType::String,
            Part::Value(Value::Null) => JsonType::Null,
            Part::Value(Value::Bool(_)) => JsonType::Boolean,
            Part::Value(Value::Number(_)) => JsonType::Number,
            Part::Value(Value::Array(_)) => JsonType::Array,
            Part::Value(Value::Object(_)) => JsonType::Object,
        }
    }

    fn string_length(&self) -> Option<u64> {
        let text = self.text()?;
        if self.step(1 + text.len() / 64) { Some(text.chars().count() as u64) } else { Some(0) }
    }

    fn string_length_within(&self, min: u64, max: u64) -> Option<bool> {
        let bytes = self.text()?.len() as u64;
        // A character takes one to four bytes, which often decides it without counting.
        if bytes < min || bytes.div_ceil(4) > max {
            return Some(false);
        }
        self.string_length().map(|length| (min..=max).contains(&length))
    }

    fn equals_value(&self, expected: &Value) -> bool {
        let cost = match expected {
            Value::String(text) => 1 + text.len() / 256,
            Value::Array(elements) => 1 + elements.len(),
            Value::Object(members) => 1 + members.len(),
            _ => 1,
        };
        self.step(cost)
            && match self.part {
                Part::Value(value) => cmp::equal(value, expected),
                Part::Name(name) => expected.as_str() == Some(name),
            }
    }

    fn to_value(&self) -> Cow<'a, Value> {
        match self.part {
            Part::Value(value) => Cow::Borrowed(value),
            Part::Name(name) => Cow::Owned(Value::String(name.to_owned())),
        }
    }

    fn identity(&self) -> Option<NodeIdentity> {
        Some(match self.part {
            Part::Value(value) => NodeIdentity::new(std::ptr::from_ref(value).addr()),
            Part::Name(name) => NodeIdentity::tagged(name.as_ptr().addr(), 1),
        })
    }
}

/// An object's members.
pub(super) struct Members<'a> {
    members: &'a Map<String, Value>,
    meter: Option<&'a Meter>,
}

impl<'a> json::Object<'a, Metered> for Members<'a> {
    type Node = Node<'a>;
    type MemberName = &'a str;
    type MembersIter = MembersIter<'a>;

    fn len(&self) -> usize {
        if self.meter.is_none_or(|meter| meter.step(1)) { self.members.len() } else { 0 }
    }

    fn get(&self, key: &Box<str>) -> Option<Node<'a>> {
        if self.meter.is_some_and(|meter| !meter.step(1)) {
            return None;
        }
        let value = self.members.get(&**key)?;
        Some(Node { part: Part::Value(value), meter: self.meter })
    }

    fn members(&self) -> MembersIter<'a> {
        MembersIter { members: self.members.iter(), meter: self.meter }
    }

    fn try_for_each_name_node<B>(
        &self,
        (): &mut (),
        mut f: impl FnMut(Node<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.members()
            .try_for_each(|(name, _)| f(Node { part: Part::Name(name), meter: self.meter }))
    }
}

/// A walk over an object's members.
pub(super) struct MembersIter<'a> {
    members: map::Iter<'a>,
    meter: Option<&'a Meter>,
}

impl<'a> Iterator for MembersIter<'a> {
    type Item = (&'a str, Node<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, value) = self.members.next()?;
        if self.meter.is_some_and(|meter| !meter.name(name.len())) {
            return None;
        }
        Some((name, Node { part: Part::Value(value), meter: self.meter }))
    }
}

/// An array's elements.
pub(super) struct Elements<'a> {
    elements: &'a [Value],
    meter: Option<&'a Meter>,
}

impl<'a> json::Array<'a, Metered> for Elements<'a> {
    type Node = Node<'a>;
    type ElementsIter = ElementsIter<'a>;

    fn len(&self) -> usize {
        if self.meter.is_none_or(|meter| meter.step(1)) { self.elements.len() } else { 0 }
    }

    fn elements(&self) -> ElementsIter<'a> {
        ElementsIter { elements: self.elements.iter(), meter: self.meter }
    }

    fn is_unique(&self) -> bool {
        let paid = self.meter.is_none_or(|meter| meter.step(1 + self.elements.len()));
        !paid || unique::is_unique(self.elements)
    }
}

/// A walk over an array's elements.
pub(super) struct ElementsIter<'a> {
    elements: std::slice::Iter<'a, Value>,
    meter: Option<&'a Meter>,
}

impl<'a> Iterator for ElementsIter<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        if self.meter.is_some_and(|meter| !meter.step(1)) {
            return None;
        }
        let value = self.elements.next()?;
        Some(Node { part: Part::Value(value), meter: self.meter })
    }
}
