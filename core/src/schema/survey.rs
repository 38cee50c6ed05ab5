//! What a schema will cost, found before it is compiled.
//!
//! The survey finds every subschema, follows every reference with the validator's own resolver
//! (so that both always agree), and adds up costs along the ways that validation can take.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use jsonschema::{Draft, Registry, Uri, uri};
use serde_json::{Map, Value};

use super::{
    MAX_CHAIN, MAX_COMPILED_SUBSCHEMAS, MAX_COST_PER_VALUE, MAX_SCHEMA_DEPTH, MAX_SUBSCHEMAS,
    SchemaError, declared_draft,
    pattern::{Refuse, needs_backtracking},
};

/// How many subschemas the metaschemas may add when a schema refers to them.
const MAX_METASCHEMA_NODES: usize = 2_000;
/// How much more a subschema costs that is looked through by `unevaluatedProperties` or
/// `unevaluatedItems`, which evaluate what stands beside them once more.
const UNEVALUATED_FACTOR: u64 = 3;
const DEFAULT_BASE: &str = "json-schema:///";

/// What the survey found.
pub(super) struct Survey {
    /// How deeply subschemas are nested.
    pub(super) depth: usize,
    /// The longest way through subschemas that look at the same value.
    pub(super) chain: usize,
    /// How many patterns there are.
    pub(super) patterns: usize,
    /// Whether one of them needs a backtracking engine.
    pub(super) needs_backtracking: bool,
    /// Whether there is any reference.
    pub(super) has_references: bool,
}

impl Survey {
    /// Surveys a schema.
    pub(super) fn of(schema: &Value, draft: Draft) -> Result<Self, SchemaError> {
        let mut survey = Self {
            depth: 0,
            chain: 1,
            patterns: 0,
            needs_backtracking: false,
            has_references: false,
        };
        survey.count(schema, draft)?;
        let resource = draft.create_resource_ref(schema);
        let base = uri::from_str(resource.id().unwrap_or(DEFAULT_BASE).trim_end_matches('#'))?;
        let registry = Registry::new()
            .retriever(Refuse)
            .draft(draft)
            .retrieve_known_draft_meta_schemas(false)
            .add(base.as_str(), draft.create_resource_ref(schema))?
            .prepare()?;
        let mut graph = Graph::new(&registry);
        graph.build(schema, draft, base)?;
        survey.has_references = !graph.targets.is_empty();
        survey.chain = graph.measure()?;
        Ok(survey)
    }

    /// Counts subschemas, their depth and their patterns, and looks at declared dialects.
    fn count(&mut self, schema: &Value, draft: Draft) -> Result<(), SchemaError> {
        let mut count = 0_usize;
        let mut open = vec![(schema, draft, 1)];
        while let Some((schema, draft, depth)) = open.pop() {
            count += 1;
            if count > MAX_SUBSCHEMAS {
                return Err(SchemaError::bound("subschemas", MAX_SUBSCHEMAS));
            }
            if depth > MAX_SCHEMA_DEPTH {
                return Err(SchemaError::bound("nested subschemas", MAX_SCHEMA_DEPTH));
            }
            self.depth = self.depth.max(depth);
            let draft = declared_draft(schema, draft)?;
            if let Value::Object(members) = schema {
                self.count_patterns(members);
            }
            open.extend(draft.subresources_of(schema).map(|inner| (inner, draft, depth + 1)));
        }
        Ok(())
    }

    fn count_patterns(&mut self, members: &Map<String, Value>) {
        let one = members.get("pattern").and_then(Value::as_str);
        let many = members.get("patternProperties").and_then(Value::as_object);
        let many = many.into_iter().flat_map(Map::keys).map(String::as_str);
        for pattern in one.into_iter().chain(many) {
            self.patterns += 1;
            self.needs_backtracking |= needs_backtracking(pattern);
        }
    }
}

/// One subschema.
#[derive(Default)]
struct Node {
    /// Its own keywords and their entries.
    weight: u64,
    /// How often the subschemas that look at the same value are evaluated.
    factor: u64,
    /// The subschemas that look at the same value.
    same_value: Vec<usize>,
    /// The subschemas that are written inside of it.
    inside: Vec<usize>,
    /// The anchors that its `$dynamicRef` and `$recursiveRef` may lead to.
    dynamic: Vec<String>,
}

/// A subschema that was found and not yet looked into.
struct Open<'a> {
    node: usize,
    schema: &'a Value,
    base: Arc<Uri<String>>,
    draft: Draft,
}

/// All subschemas and the ways between them.
struct Graph<'a> {
    registry: &'a Registry<'a>,
    nodes: Vec<Node>,
    /// The node of each subschema, by its address: the schema does not move meanwhile.
    by_address: HashMap<usize, usize>,
    open: Vec<Open<'a>>,
    /// The nodes of each dynamic anchor.
    anchors: HashMap<String, Vec<usize>>,
    /// The targets of references, once for each way to write them.
    targets: Vec<usize>,
    written: HashSet<(Arc<Uri<String>>, &'a str)>,
    /// How many references lead from one resource to another.
    crossings: u32,
}

/// Stands for `$recursiveAnchor` among the dynamic anchors, which cannot have this name.
const RECURSIVE: &str = "#";

impl<'a> Graph<'a> {
    fn new(registry: &'a Registry<'a>) -> Self {
        Self {
            registry,
            nodes: Vec::new(),
            by_address: HashMap::new(),
            open: Vec::new(),
            anchors: HashMap::new(),
            targets: Vec::new(),
            written: HashSet::new(),
            crossings: 0,
        }
    }

    fn build(
        &mut self,
        schema: &'a Value,
        draft: Draft,
        base: Uri<String>,
    ) -> Result<(), SchemaError> {
        self.find(schema, &Arc::new(base), draft)?;
        while let Some(open) = self.open.pop() {
            if let Value::Object(members) = open.schema {
                self.look_into(&open, members)?;
            }
        }
        // Where a dynamic reference leads is decided at run time: assume all of its anchors.
        for index in 0..self.nodes.len() {
            for anchor in std::mem::take(&mut self.nodes[index].dynamic) {
                if let Some(anchored) = self.anchors.get(&anchor) {
                    self.nodes[index].same_value.extend(anchored);
                }
            }
        }
        Ok(())
    }

    /// The node of a subschema.
    fn find(
        &mut self,
        schema: &'a Value,
        base: &Arc<Uri<String>>,
        draft: Draft,
    ) -> Result<usize, SchemaError> {
        let address = std::ptr::from_ref(schema).addr();
        if let Some(&node) = self.by_address.get(&address) {
            return Ok(node);
        }
        let node = self.nodes.len();
        if node > MAX_SUBSCHEMAS + MAX_METASCHEMA_NODES {
            return Err(SchemaError::bound("subschemas", MAX_SUBSCHEMAS));
        }
        self.by_address.insert(address, node);
        self.nodes.push(Node { weight: 1, factor: 1, ..Node::default() });
        self.open.push(Open { node, schema, base: base.clone(), draft });
        Ok(node)
    }

    fn look_into(
        &mut self,
        open: &Open<'a>,
        members: &'a Map<String, Value>,
    ) -> Result<(), SchemaError> {
        let draft = declared_draft(open.schema, open.draft)?;
        let base = self.base_of(open, draft)?;
        let node = open.node;
        self.nodes[node].weight += members.values().map(|value| 1 + entries(value)).sum::<u64>();

        for inner in draft.subresources_of(open.schema) {
            let inner = self.find(inner, &base, draft)?;
            self.nodes[node].inside.push(inner);
        }
        let reference = members.get("$ref").and_then(Value::as_str);
        if let Some(reference) = reference {
            self.refer(node, reference, &base)?;
            if draft <= Draft::Draft7 {
                // Up to draft-07 a reference hides all that stands beside it.
                return Ok(());
            }
        }
        if draft == Draft::Draft202012 {
            if let Some(reference) = members.get("$dynamicRef").and_then(Value::as_str) {
                self.refer(node, reference, &base)?;
                if let Some((_, anchor)) = reference.rsplit_once('#') {
                    self.nodes[node].dynamic.push(anchor.to_owned());
                }
            }
            if let Some(Value::String(anchor)) = members.get("$dynamicAnchor") {
                self.anchors.entry(anchor.clone()).or_default().push(node);
            }
        }
        if draft == Draft::Draft201909 {
            if members.contains_key("$recursiveRef") {
                self.refer(node, "#", &base)?;
                self.nodes[node].dynamic.push(RECURSIVE.to_owned());
            }
            if members.get("$recursiveAnchor") == Some(&Value::Bool(true)) {
                self.anchors.entry(RECURSIVE.to_owned()).or_default().push(node);
            }
        }
        for (keyword, value) in members {
            if !draft.is_known_keyword(keyword) {
                continue;
            }
            match (keyword.as_str(), value) {
                ("allOf" | "anyOf" | "oneOf", Value::Array(schemas)) => {
                    for schema in schemas {
                        self.beside(node, schema, &base, draft)?;
                    }
                }
                ("not" | "if" | "then" | "else", schema) => {
                    self.beside(node, schema, &base, draft)?;
                }
                ("dependentSchemas" | "dependencies", Value::Object(schemas)) => {
                    for schema in schemas.values() {
                        self.beside(node, schema, &base, draft)?;
                    }
                }
                ("unevaluatedProperties" | "unevaluatedItems", _) => {
                    self.nodes[node].factor *= UNEVALUATED_FACTOR;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The address that references in a subschema are relative to.
    fn base_of(&self, open: &Open<'a>, draft: Draft) -> Result<Arc<Uri<String>>, SchemaError> {
        let resource = draft.create_resource_ref(open.schema);
        if resource.id().is_none() {
            return Ok(open.base.clone());
        }
        let resolver = self.registry.resolver(open.base.as_ref().clone());
        let inner = resolver.in_subresource(resource)?.base_uri();
        // A subschema that was reached by its own name has its own base already.
        let known = self.registry.contains_resource(inner.as_str());
        Ok(if known { inner } else { open.base.clone() })
    }

    /// Notes that `schema` looks at the same value as `node`.
    fn beside(
        &mut self,
        node: usize,
        schema: &'a Value,
        base: &Arc<Uri<String>>,
        draft: Draft,
    ) -> Result<(), SchemaError> {
        if schema.is_object() {
            let schema = self.find(schema, base, draft)?;
            self.nodes[node].same_value.push(schema);
        }
        Ok(())
    }

    /// Follows a reference.
    fn refer(
        &mut self,
        node: usize,
        reference: &'a str,
        base: &Arc<Uri<String>>,
    ) -> Result<(), SchemaError> {
        let resolver = self.registry.resolver(base.as_ref().clone());
        let (schema, resolver, draft) = resolver.lookup(reference)?.into_inner();
        let target_base = resolver.base_uri();
        let target = self.find(schema, &target_base, draft)?;
        self.nodes[node].same_value.push(target);
        if self.written.insert((base.clone(), reference)) {
            self.targets.push(target);
            if target_base != *base {
                self.crossings += 1;
            }
        }
        Ok(())
    }

    /// Adds up costs; returns the longest way through subschemas that look at the same value.
    fn measure(&self) -> Result<usize, SchemaError> {
        let looping =
            || SchemaError::invalid("a subschema refers to itself without looking into the value");
        let same_value = |node: usize| self.nodes[node].same_value.as_slice();
        let order = post_order(self.nodes.len(), same_value).ok_or_else(looping)?;
        let mut costs = vec![0_u64; self.nodes.len()];
        let mut chains = vec![0_usize; self.nodes.len()];
        for &index in &order {
            let node = &self.nodes[index];
            let below = node.same_value.iter();
            let cost = below.clone().fold(0_u64, |sum, &next| sum.saturating_add(costs[next]));
            costs[index] = cost.saturating_mul(node.factor).saturating_add(node.weight);
            chains[index] = 1 + below.map(|&next| chains[next]).max().unwrap_or(0);
        }
        if costs.iter().any(|&cost| cost > MAX_COST_PER_VALUE) {
            return Err(SchemaError::bound("steps for one value", MAX_COST_PER_VALUE));
        }

        let chain = chains.into_iter().max().unwrap_or(1);
        if chain > MAX_CHAIN {
            return Err(SchemaError::bound("subschemas in a row", MAX_CHAIN));
        }

        let inside = |node: usize| self.nodes[node].inside.as_slice();
        let order = post_order(self.nodes.len(), inside).ok_or_else(looping)?;
        let mut sizes = vec![1_u64; self.nodes.len()];
        for &index in &order {
            let below = self.nodes[index].inside.iter();
            sizes[index] += below.map(|&next| sizes[next]).sum::<u64>();
        }
        // The compiler visits a target once for each way to write the reference, and once for each
        // way through other resources, of which there are at most 3^(n/3) with n references.
        let ways = 3_u64.saturating_pow(self.crossings.div_ceil(3));
        let visits = self
            .targets
            .iter()
            .fold(self.nodes.len() as u64, |sum, &target| sum.saturating_add(sizes[target]));
        if visits.saturating_mul(ways) > MAX_COMPILED_SUBSCHEMAS {
            return Err(SchemaError::bound("subschemas to compile", MAX_COMPILED_SUBSCHEMAS));
        }
        Ok(chain)
    }
}

/// How many entries a keyword has.
fn entries(value: &Value) -> u64 {
    match value {
        Value::Array(items) => items.len() as u64,
        Value::Object(members) => members.len() as u64,
        _ => 0,
    }
}

/// All nodes, each behind those that it leads to; `None` if one leads to itself.
fn post_order<'n>(count: usize, next: impl Fn(usize) -> &'n [usize]) -> Option<Vec<usize>> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; count];
    let mut order = Vec::with_capacity(count);
    let mut stack = Vec::new();
    for start in 0..count {
        if states[start] == State::Done {
            continue;
        }
        states[start] = State::Open;
        stack.push((start, 0));
        while let Some((node, at)) = stack.pop() {
            let Some(&below) = next(node).get(at) else {
                states[node] = State::Done;
                order.push(node);
                continue;
            };
            stack.push((node, at + 1));
            match states[below] {
                State::New => {
                    states[below] = State::Open;
                    stack.push((below, 0));
                }
                State::Open => return None,
                State::Done => {}
            }
        }
    }
    Some(order)
}
