use std::{
    collections::BTreeMap,
    time::{Duration, SystemTime},
};

use proptest::{prelude::*, sample::select};
use serde::Deserialize;
use serde_json::{Value, json};

use super::*;
use crate::{
    host::{
        Digest, ServerIdentity, ServerName,
        grants::{GrantEffect, Granted, NewGrant, Scope},
        policy::{Arguments, ClientName, Constraint, SessionId},
    },
    model::ToolAnnotations,
};

// ---- The table ----------------------------------------------------------------------------------

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    rule: Vec<Rule>,
    grant: Vec<WrittenGrant>,
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGrant {
    id: String,
    effect: Option<GrantEffect>,
    tool: Option<String>,
    action: Option<ActionKind>,
    definition: Option<String>,
    server: Option<String>,
    client: Option<ClientName>,
    #[serde(default, rename = "where")]
    constraints: Vec<Constraint>,
    scope: Option<Scope>,
    #[serde(default)]
    uses: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    says: String,
    expect: String,
    server: Option<ServerName>,
    client: Option<ClientName>,
    #[serde(default)]
    trusted: bool,
    #[serde(default)]
    posture: Posture,
    action: Option<Action>,
    tool: Option<String>,
    standing: Option<String>,
    #[serde(default)]
    classed_read: bool,
    hints: Option<ToolAnnotations>,
    #[serde(default)]
    arguments: Arguments,
    #[serde(default)]
    rules: Vec<String>,
    #[serde(default)]
    grants: Vec<String>,
}

fn at(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
}

fn identity(address: &str) -> ServerIdentity {
    ServerIdentity::of_address(address, None).unwrap()
}

fn definition(text: &str) -> Digest {
    Digest::of(text.as_bytes())
}

impl WrittenGrant {
    fn grant(self) -> Grant {
        let definition = definition(self.definition.as_deref().unwrap_or("approved"));
        let what = match (self.tool, self.action) {
            (Some(tool), None) => Granted::Tool { tool, definition },
            (None, Some(kind)) => Granted::Action(kind),
            _ => panic!("the grant {} is about a tool or about another action", self.id),
        };
        let new = NewGrant {
            effect: self.effect.unwrap_or(GrantEffect::Allow),
            server: identity(self.server.as_deref().unwrap_or("files")),
            server_name: ServerName::parse("files").unwrap(),
            what,
            client: self.client,
            constraints: self.constraints,
            scope: self.scope.unwrap_or(Scope::Always),
            created_by: "test".to_owned(),
        };
        Grant { uses: self.uses, ..Grant::of(self.id.as_str().into(), new, at(500)) }
    }
}

impl Case {
    fn request(&self) -> Request {
        let standing = match self.standing.as_deref() {
            None => PinStanding::Approved,
            Some("new") => PinStanding::New,
            Some("held") => PinStanding::Held(vec!["a field is new".to_owned()]),
            Some(other) => panic!("no definition is {other}"),
        };
        let call = ToolCall {
            tool: self.tool.clone().unwrap_or_else(|| "read_file".to_owned()),
            definition: definition("approved"),
            standing,
            classed_read: self.classed_read,
            annotations: self.hints.clone(),
            arguments: self.arguments.clone(),
        };
        Request {
            server: self.server.clone().unwrap_or_else(|| ServerName::parse("files").unwrap()),
            identity: identity("files"),
            trusted: self.trusted,
            posture: self.posture,
            client: self.client.clone().unwrap_or_else(|| ClientName::parse("editor").unwrap()),
            session: Some(SessionId::from("one")),
            home: Some("/home/me".to_owned()),
            roots: Vec::new(),
            action: self.action.clone().unwrap_or(Action::CallTool(call)),
            now: at(1_000),
        }
    }
}

/// A verdict in the words of the table.
fn shown(verdict: &Verdict) -> String {
    let verdict = serde_json::to_value(verdict).unwrap();
    let one = |because: &Value| {
        let inner = because.get("because").unwrap_or(because);
        let detail = ["rule", "name", "id", "posture", "field"];
        let detail = detail.iter().find_map(|member| inner.get(member)?.as_str());
        let kind = because["kind"].as_str().unwrap();
        detail.map_or_else(|| kind.to_owned(), |detail| format!("{kind} {detail}"))
    };
    let because = match &verdict["because"] {
        Value::Array(reasons) => reasons.iter().map(one).collect::<Vec<_>>().join(", "),
        because => one(because),
    };
    format!("{}: {because}", verdict["verdict"].as_str().unwrap())
}

fn table() -> Table {
    toml_edit::de::from_str(include_str!("cases.toml")).unwrap()
}

#[test]
fn every_case_of_the_table_is_answered_as_it_says() {
    let Table { rule, grant, case } = table();
    crate::host::policy::check_rules(&rule).unwrap();
    assert!(case.len() >= 60);
    let rules: BTreeMap<String, Rule> =
        rule.into_iter().map(|rule| (rule.name.clone(), rule)).collect();
    let grants: BTreeMap<String, Grant> =
        grant.into_iter().map(|grant| (grant.id.clone(), grant.grant())).collect();
    let mut unlike = Vec::new();
    for case in &case {
        let rules: Vec<Rule> = case.rules.iter().map(|name| rules[name].clone()).collect();
        let grants: Vec<Grant> = case.grants.iter().map(|id| grants[id].clone()).collect();
        let request = case.request();
        let answer = shown(&decide(&request, &rules, &grants));
        if answer != case.expect {
            unlike.push(format!("{}:\n  expected {}\n  answered {answer}", case.says, case.expect));
        }
        // A request can be kept and asked again.
        let written = serde_json::to_string(&request).unwrap();
        assert_eq!(serde_json::from_str::<Request>(&written).unwrap(), request, "{}", case.says);
    }
    assert!(unlike.is_empty(), "{}", unlike.join("\n"));
}

#[test]
fn every_verdict_says_itself_in_a_sentence() {
    let Table { rule, grant, case } = table();
    let grants: Vec<Grant> = grant.into_iter().map(WrittenGrant::grant).collect();
    for case in case {
        let request = case.request();
        for verdict in [
            decide(&request, &[], &[]),
            decide(&request, &rule, &[]),
            decide(&request, &[], &grants),
        ] {
            let sentence = verdict.to_string();
            assert!(sentence.len() > 20 && !sentence.ends_with(['.', ' ']), "{sentence}");
        }
    }
}

// ---- What holds of every request ----------------------------------------------------------------

const TOOLS: [&str; 3] = ["read_file", "delete_file", "fetch"];
const PATHS: [&str; 5] =
    ["/home/me/proj/a", "/home/me/proj/../a", "/etc/passwd", "a", "/home/me/PROJ/a"];

fn hints() -> impl Strategy<Value = Option<ToolAnnotations>> {
    let hint = || any::<Option<bool>>();
    proptest::option::of((hint(), hint(), hint()).prop_map(|(reads, destroys, open)| {
        let mut hints = ToolAnnotations::new();
        hints.read_only_hint = reads;
        hints.destructive_hint = destroys;
        hints.open_world_hint = open;
        hints
    }))
}

fn requests() -> impl Strategy<Value = Request> {
    let posture =
        select(vec![Posture::ReadOnly, Posture::AskForWrites, Posture::AskAlways, Posture::Block]);
    let standing = select(vec![
        PinStanding::Approved,
        PinStanding::Approved,
        PinStanding::Approved,
        PinStanding::New,
        PinStanding::Held(vec![]),
    ]);
    let call = (select(&TOOLS[..]), standing, any::<bool>(), hints(), select(&PATHS[..])).prop_map(
        |(tool, standing, classed_read, annotations, path)| {
            Action::CallTool(ToolCall {
                tool: tool.to_owned(),
                definition: definition("approved"),
                standing,
                classed_read,
                annotations,
                arguments: serde_json::from_value(json!({ "path": path })).unwrap(),
            })
        },
    );
    let address = select(vec!["https://example.com/", "http://a@b.example/", "javascript:1"]);
    let other = (0..8_usize, address, any::<bool>()).prop_map(|(which, address, known)| {
        let address = address.to_owned();
        let secret_like = if known { vec!["password".to_owned()] } else { vec![] };
        match which {
            0 => Action::Sample,
            1 => Action::AnswerSampling,
            2 => Action::Elicit(Elicitation::Form { secret_like }),
            3 => Action::Elicit(Elicitation::Url { address }),
            4 => Action::Roots,
            5 => Action::Start { command_line: "npx pkg".to_owned(), known },
            6 => Action::SignIn { address },
            _ => Action::Open { address },
        }
    });
    let action = prop_oneof![3 => call, 1 => other];
    let names = (select(vec!["files", "web"]), select(vec!["editor", "agent"]));
    (posture, any::<bool>(), names, action).prop_map(|(posture, trusted, names, action)| Request {
        server: ServerName::parse(names.0).unwrap(),
        identity: identity(names.0),
        trusted,
        posture,
        client: ClientName::parse(names.1).unwrap(),
        session: Some(SessionId::from("one")),
        home: Some("/home/me".to_owned()),
        roots: Vec::new(),
        action,
        now: at(1_000),
    })
}

fn constraints() -> impl Strategy<Value = Vec<Constraint>> {
    let below = select(vec!["~/proj", "/etc", "/"])
        .prop_map(|folder| Constraint::below("path", folder).unwrap());
    let one_of =
        select(&PATHS[..]).prop_map(|path| Constraint::one_of("path", [json!(path)]).unwrap());
    let any = prop_oneof![below, one_of, Just(Constraint::NoSecrets), Just(Constraint::Secrets)];
    prop_oneof![3 => Just(vec![]), 2 => proptest::collection::vec(any, 1..3)]
}

fn rules() -> impl Strategy<Value = Vec<Rule>> {
    let effect = select(vec![Effect::Allow, Effect::Ask, Effect::Deny]);
    let tool = proptest::option::of(select(vec!["read_file", "*_file", "fetch", "*"]));
    let server = proptest::option::of(select(vec!["files", "*"]));
    let client = proptest::option::of(select(vec!["editor", "a*"]));
    let of_calls = (effect.clone(), tool, server, client, constraints()).prop_map(
        |(effect, tool, server, client, constraints)| Rule {
            name: String::new(),
            effect,
            actions: BTreeSet::from([ActionKind::CallTool]),
            server: server.map(Into::into),
            tool: tool.map(Into::into),
            client: client.map(Into::into),
            constraints,
        },
    );
    let of_others = (effect, select(vec!["sample", "elicit", "roots", "sign-in", "start", "open"]))
        .prop_filter_map("no such rule is read", |(effect, action)| {
            let rule = json!({ "name": "other", "effect": effect, "action": action });
            serde_json::from_value(rule).ok()
        });
    proptest::collection::vec(prop_oneof![3 => of_calls, 1 => of_others], 0..6).prop_map(named)
}

/// Gives each rule a name of its own, as files must.
fn named(mut rules: Vec<Rule>) -> Vec<Rule> {
    for (at, rule) in rules.iter_mut().enumerate() {
        rule.name = format!("rule-{at}");
    }
    rules
}

fn grants() -> impl Strategy<Value = Vec<Grant>> {
    let effect = select(vec![GrantEffect::Allow, GrantEffect::Allow, GrantEffect::Deny]);
    let what = prop_oneof![
        (select(&TOOLS[..]), select(vec!["approved", "another"])).prop_map(|(tool, text)| {
            Granted::Tool { tool: tool.to_owned(), definition: definition(text) }
        }),
        select(vec![ActionKind::Sample, ActionKind::Elicit, ActionKind::Start, ActionKind::SignIn])
            .prop_map(Granted::Action),
    ];
    let scope = select(vec![
        Scope::Always,
        Scope::Once,
        Scope::Until(at(999)),
        Scope::Until(at(1_001)),
        Scope::Session(SessionId::from("one")),
        Scope::Session(SessionId::from("two")),
    ]);
    let server = select(vec!["files", "web"]);
    let client = proptest::option::of(select(vec!["editor", "agent"]));
    let grant = (effect, what, scope, server, client, constraints()).prop_map(
        |(effect, what, scope, server, client, constraints)| NewGrant {
            effect,
            server: identity(server),
            server_name: ServerName::parse(server).unwrap(),
            constraints: if matches!(what, Granted::Tool { .. }) { constraints } else { vec![] },
            what,
            client: client.map(|client| ClientName::parse(client).unwrap()),
            scope,
            created_by: "test".to_owned(),
        },
    );
    proptest::collection::vec(grant, 0..4).prop_map(|grants| {
        let named =
            |(number, new)| Grant::of(format!("grant-{number}").as_str().into(), new, at(500));
        grants.into_iter().enumerate().map(named).collect()
    })
}

/// How much stands between a request and what it wants.
fn friction(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Allow(_) => 0,
        Verdict::Ask(_) => 1,
        Verdict::Deny(_) => 2,
    }
}

fn annotated(request: &Request, hints: Option<ToolAnnotations>) -> Request {
    let mut request = request.clone();
    if let Action::CallTool(call) = &mut request.action {
        call.annotations = hints;
    }
    request
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..<_>::default() })]

    #[test]
    fn what_a_rule_denies_is_denied(request in requests(), rules in rules(), grants in grants()) {
        let is_denied =
            rules.iter().any(|rule| rule.effect == Effect::Deny && rule.fit(&request) == Fit::Yes);
        if is_denied {
            prop_assert_eq!(friction(&decide(&request, &rules, &grants)), 2);
        }
    }

    #[test]
    fn what_a_rule_may_deny_is_never_allowed(
        request in requests(), rules in rules(), grants in grants(),
    ) {
        let is_doubtful =
            rules.iter().any(|rule| rule.effect != Effect::Allow && rule.fit(&request) != Fit::No);
        prop_assert!(!is_doubtful || friction(&decide(&request, &rules, &grants)) > 0);
    }

    #[test]
    fn no_further_rule_and_no_further_grant_turns_a_denial_into_anything_else(
        request in requests(), rules in rules(), grants in grants(),
        some in (0..4_usize, 0..3_usize),
    ) {
        let fewer_rules = &rules[..some.0.min(rules.len())];
        let fewer_grants = &grants[..some.1.min(grants.len())];
        if friction(&decide(&request, fewer_rules, fewer_grants)) == 2 {
            prop_assert_eq!(friction(&decide(&request, &rules, &grants)), 2);
        }
    }

    #[test]
    fn the_verdict_and_its_reason_are_the_same_in_any_order(
        request in requests(), rules in rules(), grants in grants(), turn in 0..8_usize,
    ) {
        let verdict = decide(&request, &rules, &grants);
        let (mut rules, mut grants) = (rules, grants);
        let (rules_turn, grants_turn) = (turn % rules.len().max(1), turn % grants.len().max(1));
        rules.rotate_left(rules_turn);
        grants.rotate_left(grants_turn);
        prop_assert_eq!(&decide(&request, &rules, &grants), &verdict);
        rules.reverse();
        grants.reverse();
        prop_assert_eq!(&decide(&request, &rules, &grants), &verdict);
    }

    #[test]
    fn nothing_that_an_untrusted_server_says_makes_anything_easier(
        request in requests(), rules in rules(), grants in grants(), hints in hints(),
    ) {
        let request = Request { trusted: false, ..request };
        let silent = decide(&annotated(&request, None), &rules, &grants);
        let said = decide(&annotated(&request, hints), &rules, &grants);
        prop_assert!(friction(&said) >= friction(&silent), "{} became {}", silent, said);
    }

    #[test]
    fn a_definition_that_is_not_approved_is_never_allowed(
        request in requests(), rules in rules(), grants in grants(),
    ) {
        let is_approved =
            request.action.as_call().is_none_or(|call| call.standing == PinStanding::Approved);
        let verdict = decide(&request, &rules, &grants);
        prop_assert!(is_approved || friction(&verdict) > 0, "{}", verdict);
    }
}
