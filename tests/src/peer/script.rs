//! The script of a scenario: which rule takes a message, and the actions that it stands for.

use std::{collections::HashMap, sync::Arc};

use serde_json::{Map, Value};

use crate::matching::matches;

/// The verbs of actions, and the options that each may have beside its argument.
const VERBS: [(&str, &[&str]); 19] = [
    ("reply", &["raw", "id", "eventId", "status", "split", "times"]),
    ("error", &["id", "eventId", "status", "split"]),
    ("message", &["eventId", "split", "times", "standalone"]),
    ("progress", &["token", "eventId"]),
    ("notify", &["times", "standalone", "eventId"]),
    ("changed", &["times"]),
    ("ask", &["state"]),
    ("write", &["split", "standalone"]),
    ("respond", &[]),
    ("sse", &[]),
    ("event", &["standalone"]),
    ("end", &["standalone"]),
    ("close", &[]),
    ("exit", &[]),
    ("stderr", &["times"]),
    ("hang", &[]),
    ("await", &["count"]),
    ("pause", &[]),
    ("child", &["detached", "ignoreTerm", "holdPipes"]),
];

/// Actions that only the demonstration server has.
const DEMO_VERBS: [&str; 1] = ["add"];

const PEER_MEMBERS: [&str; 12] = [
    "capabilities",
    "serverInfo",
    "instructions",
    "versions",
    "negotiates",
    "session",
    "rules",
    "start",
    "onEof",
    "ignoreTerm",
    "strict",
    "why",
];

const RULE_MEMBERS: [&str; 8] = ["on", "params", "headers", "path", "nth", "process", "do", "why"];

/// One step of a rule.
#[derive(Clone, Debug)]
pub(super) struct Action {
    pub(super) verb: &'static str,
    pub(super) argument: Value,
    pub(super) options: Map<String, Value>,
}

impl Action {
    pub(super) fn new(verb: &'static str, argument: Value) -> Self {
        Self { verb, argument, options: Map::new() }
    }

    pub(super) fn with(mut self, option: &str, value: impl Into<Value>) -> Self {
        self.options.insert(option.to_owned(), value.into());
        self
    }

    pub(super) fn flag(&self, option: &str) -> bool {
        self.options.get(option).is_some_and(|value| value == true)
    }

    pub(super) fn number(&self, option: &str) -> Option<usize> {
        self.options.get(option)?.as_u64()?.try_into().ok()
    }

    fn parse(value: &Value) -> Result<Self, String> {
        let map = value.as_object().ok_or_else(|| format!("{value} is no action"))?;
        if let Some(demo) = DEMO_VERBS.into_iter().find(|verb| map.contains_key(*verb)) {
            return Ok(Self::new(demo, Value::Null));
        }
        let found = VERBS.iter().find(|(verb, _)| map.contains_key(*verb));
        let (verb, known) = found.ok_or_else(|| format!("{value} has no known verb"))?;
        let mut options = map.clone();
        let argument = options.remove(*verb).unwrap_or_default();
        if let Some(unknown) = options.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(format!("the action {verb:?} knows no option {unknown:?}"));
        }
        Ok(Self { verb, argument, options })
    }
}

/// What a peer does with the messages that fit.
#[derive(Debug)]
pub(super) struct Rule {
    on: String,
    params: Option<Value>,
    headers: Option<Value>,
    path: Option<String>,
    nth: Option<u64>,
    process: Option<u64>,
    pub(super) actions: Arc<[Action]>,
}

/// The peer's side of a scenario.
#[derive(Debug, Default)]
pub(super) struct Script {
    /// The peer's settings, as they stand in the file.
    pub(super) settings: Map<String, Value>,
    pub(super) rules: Vec<Rule>,
    pub(super) start: Arc<[Action]>,
}

impl Script {
    /// Reads the member `peer` of a scenario.
    pub(super) fn parse(peer: &Value) -> Result<Self, String> {
        let Value::Object(settings) = peer else { return Ok(Self::default()) };
        known_members(settings, &PEER_MEMBERS, "peer")?;
        let rules = items(settings.get("rules")).map(rule).collect::<Result<_, _>>()?;
        let start = items(settings.get("start")).map(Action::parse).collect::<Result<_, _>>()?;
        Ok(Self { settings: settings.clone(), rules, start })
    }

    /// Whether a setting is absent or not false.
    pub(super) fn allows(&self, setting: &str) -> bool {
        self.settings.get(setting).is_none_or(|value| value != false)
    }

    /// The first rule that takes the message, by its place. Each rule counts what fits it, whether
    /// or not an earlier rule has taken it.
    pub(super) fn choose(
        &self,
        what: &Facts<'_>,
        counts: &mut HashMap<usize, u64>,
    ) -> Option<usize> {
        let mut chosen = None;
        for (place, rule) in self.rules.iter().enumerate() {
            if !rule.fits(what) {
                continue;
            }
            let count = counts.entry(place).or_default();
            *count += 1;
            if chosen.is_none() && rule.nth.is_none_or(|nth| nth == *count) {
                chosen = Some(place);
            }
        }
        chosen
    }
}

/// What rules look at.
pub(super) struct Facts<'a> {
    pub(super) method: &'a str,
    pub(super) params: &'a Value,
    pub(super) headers: &'a Value,
    pub(super) path: &'a str,
    pub(super) process: u64,
}

impl Rule {
    fn fits(&self, what: &Facts<'_>) -> bool {
        let fits =
            |pattern: &Option<Value>, value| pattern.as_ref().is_none_or(|p| matches(p, value));
        (self.on == what.method || self.on == "*")
            && fits(&self.params, what.params)
            && fits(&self.headers, what.headers)
            && self.path.as_ref().is_none_or(|path| path == what.path)
            && self.process.is_none_or(|process| process == what.process)
    }
}

fn rule(value: &Value) -> Result<Rule, String> {
    let map = value.as_object().ok_or("a rule is an object")?;
    known_members(map, &RULE_MEMBERS, "rule")?;
    let on = map.get("on").and_then(Value::as_str).ok_or("a rule needs `on`")?;
    let actions = items(map.get("do")).map(Action::parse).collect::<Result<_, _>>()?;
    Ok(Rule {
        on: on.to_owned(),
        params: map.get("params").cloned(),
        headers: map.get("headers").cloned(),
        path: map.get("path").and_then(Value::as_str).map(str::to_owned),
        nth: map.get("nth").and_then(Value::as_u64),
        process: map.get("process").and_then(Value::as_u64),
        actions,
    })
}

fn known_members(map: &Map<String, Value>, known: &[&str], what: &str) -> Result<(), String> {
    match map.keys().find(|key| !known.contains(&key.as_str())) {
        Some(unknown) => Err(format!("{what}: the member {unknown:?} is unknown")),
        None => Ok(()),
    }
}

fn items(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}
