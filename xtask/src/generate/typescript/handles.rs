//! `handles.ts`: a class for each thing that can be opened, with what can be done on it.

use std::fmt::Write as _;

use heck::ToLowerCamelCase as _;

use super::{
    super::{
        contract::{Contract, Data, Member, Opening, Operation},
        words::lines,
    },
    api::options_type,
    text::{WIDTH, block, comment, import, import_from, item, order, written},
};

pub(super) fn handles(contract: &Contract) -> String {
    let mut text = String::new();
    let mut parents = vec!["open"];
    for opening in &contract.openings {
        text.push('\n');
        text.push_str(&class(contract, opening));
        parents.push(parent_of(opening));
    }
    for opening in contract.first_openings() {
        text.push('\n');
        text.push_str(&open(contract, opening, 0));
    }
    if contract.public().any(|operation| matches!(operation.result, Data::Listing(_))) {
        parents.push("listing");
    }
    for function in &contract.functions {
        text.push('\n');
        text.push_str(&at_once(contract, function));
        parents.push("evaluate");
    }
    if text.contains("withBytes(") {
        parents.push("withBytes");
    }
    parents.sort_by_key(|name| order(name));
    parents.dedup();
    let calls = contract.calls().chain(&contract.functions);
    let options: Vec<String> = calls.map(|it| options_type(contract, it).0).collect();
    let mut options: Vec<&str> = options.iter().map(String::as_str).collect();
    options.sort_by_key(|name| order(name));
    options.dedup();
    format!(
        "{}{}{}{text}",
        import_from("type ", &options, "./api.js"),
        import_from("", &parents, "./runtime.js"),
        import(contract, &text)
    )
}

fn parent_of(opening: &Opening) -> &'static str {
    match (&opening.event, opening.iterates) {
        (Some(_), true) => "Stream",
        (Some(_), false) => "Connection",
        (None, _) => "Opened",
    }
}

fn class(contract: &Contract, opening: &Opening) -> String {
    let of = opening.event.as_ref().map_or(String::new(), |it| format!("<{}>", written(it)));
    let about = comment(0, &opening.about);
    let parent = parent_of(opening);
    let mut text = format!("{about}export class {} extends {parent}{of} {{\n", opening.opens);
    let mut parts = Vec::new();
    if let Data::Value(shape) = &opening.operation.result {
        let shape = written(shape);
        parts.push(format!(
            "{}  get info(): {shape} {{\n    return this.known as {shape};\n  }}\n",
            comment(2, "What is known of it.")
        ));
    }
    parts.extend(contract.public_on(opening).map(|operation| method(contract, operation)));
    parts.extend(contract.opened_on(opening).map(|inner| open(contract, inner, 2)));
    text.push_str(&parts.join("\n"));
    text + "}\n"
}

/// The function that opens something: of the module, or of what it is opened on.
fn open(contract: &Contract, opening: &Opening, indent: usize) -> String {
    let operation = &opening.operation;
    let mut wanted = vec!["signal"];
    if Contract::takes_delegate(operation) {
        wanted.push("delegate");
    }
    let call = Call::of(contract, operation, &wanted);
    let opens = &opening.opens;
    let head = if indent == 0 { "export async function " } else { "async " };
    let on = if indent == 0 { "open(undefined, " } else { "open(this, " };
    let Call { params, shared, .. } = &call;
    let opened = format!("await {on}\"{}\", {params}, {shared})", operation.name);
    call.write(operation, indent, head, opens, &format!("return new {opens}({opened});\n"))
}

/// The function of an operation.
fn method(contract: &Contract, operation: &Operation) -> String {
    let mut wanted = vec!["signal"];
    if Contract::reports_progress(operation) {
        wanted.push("onProgress");
    }
    let call = Call::of(contract, operation, &wanted);
    let given = match &operation.result {
        Data::Nothing => "void".into(),
        Data::Value(shape) => written(shape),
        Data::Listing(shape) => format!("Listing<{}>", written(shape)),
    };
    let Call { params, shared, .. } = &call;
    let asked = format!("await this.call(\"{}\", {params}, {shared})", operation.name);
    let body = match &operation.result {
        Data::Nothing => format!("{asked};\n"),
        Data::Value(shape) if !contract.members_of_bytes(shape).is_empty() => {
            let members: Vec<String> =
                contract.members_of_bytes(shape).iter().map(|it| format!("\"{it}\"")).collect();
            let members = members.join(", ");
            format!(
                "const result = {asked};\n    return withBytes(result, [{members}]) as {given};\n"
            )
        }
        Data::Value(_) if given == "unknown" => format!("return {asked};\n"),
        Data::Value(_) => format!("const result = {asked};\n    return result as {given};\n"),
        Data::Listing(_) => format!("return listing({asked});\n"),
    };
    call.write(operation, 2, "async ", &given, &body)
}

/// A function of the module that gives its result at once.
fn at_once(contract: &Contract, operation: &Operation) -> String {
    let Data::Value(shape) = &operation.result else { return String::new() };
    let (given, name) = (written(shape), &operation.name);
    let by_place = contract.members(operation).0;
    let mut taken: Vec<String> = by_place.iter().map(|member| parameter(member)).collect();
    taken.push(format!("options: {} = {{}}", options_type(contract, operation).0));
    let sent: Vec<String> = by_place.iter().map(|member| sent(member)).collect();
    format!(
        "{}export function {}({}): {given} {{\n  \
         return evaluate(\"{name}\", {{ ...options, {} }}) as {given};\n}}\n",
        documentation(operation, &by_place, 0),
        operation.function.to_lower_camel_case(),
        taken.join(", "),
        sent.join(", "),
    )
}

/// How a function calls the core: what it takes, and what it makes of that.
struct Call<'a> {
    by_place: Vec<&'a Member>,
    options: String,
    /// What stands before the call.
    before: Vec<String>,
    /// What is sent.
    params: String,
    /// What is not sent.
    shared: String,
}

impl<'a> Call<'a> {
    fn of(contract: &'a Contract, operation: &'a Operation, wanted: &[&str]) -> Self {
        let (by_place, by_name) = contract.members(operation);
        let (options, is_own) = options_type(contract, operation);
        let mut before = Vec::new();
        let shared = if is_own {
            before.push(format!("const {{ {}, ...params }} = options;", wanted.join(", ")));
            format!("{{ {} }}", wanted.join(", "))
        } else {
            "options".to_owned()
        };
        let params = match (by_place.is_empty(), by_name.is_empty()) {
            (true, true) => "{}",
            (true, false) => "params",
            (false, nothing_by_name) => {
                let mut members: Vec<String> = by_place.iter().map(|member| sent(member)).collect();
                if !nothing_by_name {
                    members.insert(0, "...params".into());
                }
                before.push(format!("const request = {{ {} }};", members.join(", ")));
                "request"
            }
        };
        Self { by_place, options, before, params: params.into(), shared }
    }

    fn write(
        &self,
        operation: &Operation,
        indent: usize,
        head: &str,
        given: &str,
        body: &str,
    ) -> String {
        let space = " ".repeat(indent);
        let mut text = documentation(operation, &self.by_place, indent);
        let mut taken: Vec<String> = self.by_place.iter().map(|member| parameter(member)).collect();
        taken.push(format!("options: {} = {{}}", self.options));
        let function = operation.function.to_lower_camel_case();
        let line = format!("{space}{head}{function}({}): Promise<{given}> {{\n", taken.join(", "));
        if line.len() <= WIDTH + 1 {
            text.push_str(&line);
        } else {
            let taken = taken.join(&format!(",\n{space}  "));
            let _ = write!(
                text,
                "{space}{head}{function}(\n{space}  {taken},\n{space}): Promise<{given}> {{\n"
            );
        }
        for line in &self.before {
            let _ = writeln!(text, "{space}  {line}");
        }
        let body = body.replace("\n    ", &format!("\n{space}  "));
        let _ = writeln!(text, "{space}  {body}{space}}}");
        text
    }
}

/// What is said of an operation and of what it takes by place.
fn documentation(operation: &Operation, by_place: &[&Member], indent: usize) -> String {
    let width = WIDTH - 3 - indent;
    let mut said = lines(&operation.about, width);
    said.push(String::new());
    for member in by_place {
        said.extend(item(&format!("@param {} -", spelt(member)), &member.about, width));
    }
    said.extend(item("@throws", "HostlineError, or the reason of the signal.", width));
    block(indent, &said)
}

/// A member as a parameter of a function.
pub(in crate::generate) fn parameter(member: &Member) -> String {
    let mark = if member.required { "" } else { "?" };
    format!("{}{mark}: {}", spelt(member), written(&member.shape))
}

/// A parameter as a member of what is sent.
fn sent(member: &Member) -> String {
    match spelt(member) {
        name if name == member.name => name.into(),
        name => format!("{}: {name}", member.name),
    }
}

/// The name of a parameter: the member's, but where the language or the function has that word for
/// itself.
pub(in crate::generate) fn spelt(member: &Member) -> &str {
    match member.name.as_str() {
        "arguments" => "args",
        "params" => "parameters",
        name => name,
    }
}
