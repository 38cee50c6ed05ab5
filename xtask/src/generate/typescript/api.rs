//! `api.ts`: the functions, what they take by name, and who answers questions.

use std::fmt::Write as _;

use heck::{ToLowerCamelCase as _, ToPascalCase as _};

use super::{
    super::{
        contract::{Contract, Data, Kind, Member, Notification, Operation, Question},
        words::lines,
    },
    text::{WIDTH, block, comment, import, item, written},
};

/// What is said of all calls.
const CALLS: &str = "/** What every call takes. */
export interface CallOptions {
  /**
   * Cancels the call when it is aborted. The promise is then rejected with the signal's reason, as
   * it is everywhere on this platform.
   */
  signal?: AbortSignal | undefined;
}

/** What a call takes that reports how far it has come. */
export interface ProgressOptions extends CallOptions {
  /**
   * Hears how far the call has come, always before its result. What it throws cancels the call, and
   * is what the promise is rejected with.
   */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** Carries calls to the core, and their results back. */
export interface Caller {
  /**
   * Calls an operation of the core by its name. `params` are plain data; `progress` is among them
   * where `options` has somebody to hear of it.
   */
  call(operation: string, params: object, options: ProgressOptions): Promise<unknown>;
}
";

pub(super) fn api(contract: &Contract) -> String {
    let version = &contract.version;
    let mut text = format!(
        "/** The version of Hostline. */\nexport const version = \"{version}\";\n\n{CALLS}"
    );
    for Notification { name, about, notification } in &contract.notifications {
        let (name, whole) = (name.to_pascal_case(), written(notification));
        let about = comment(0, about);
        // Which call it is about, its hearer knows.
        let _ = write!(text, "\n{about}export type {name} = Omit<{whole}, \"call\">;\n");
    }
    for operation in std::iter::once(&contract.connect).chain(contract.public()) {
        text.push_str(&options(contract, operation));
    }
    text.push_str(&delegate(contract));
    text.push_str(
        "\n/** What can be done on a connection. */\nexport class Operations {\n  \
         readonly #caller: Caller;\n\n  /** The operations, on a connection whose calls the caller \
         carries. */\n  constructor(caller: Caller) {\n    this.#caller = caller;\n  }\n",
    );
    for operation in contract.public() {
        text.push('\n');
        text.push_str(&method(contract, operation));
    }
    text.push_str("}\n");
    if contract.public().any(|operation| matches!(operation.result, Data::Listing(_))) {
        text.push_str(LISTING);
    }
    format!("{}\n{text}", import(contract, &text))
}

/// Makes the list of the language of what comes over the wire.
const LISTING: &str = r#"
function listing<T>(value: unknown): Listing<T> {
  const { items, dropped } = value as { items: T[]; dropped: Dropped[] };
  // It is no item, so that it is not shown, compared and counted as one.
  return Object.defineProperty(items, "dropped", { value: dropped }) as Listing<T>;
}
"#;

/// The name of the options of an operation, and whether they are an interface of their own.
fn options_type(contract: &Contract, operation: &Operation) -> (String, bool) {
    let has_own = !contract.members(operation).1.is_empty();
    let shared =
        if Contract::reports_progress(operation) { "ProgressOptions" } else { "CallOptions" };
    if has_own {
        (format!("{}Options", operation.function.to_pascal_case()), true)
    } else {
        (shared.into(), false)
    }
}

/// The options of an operation: what is given by its name.
fn options(contract: &Contract, operation: &Operation) -> String {
    let (name, true) = options_type(contract, operation) else { return String::new() };
    let function = operation.function.to_lower_camel_case();
    let shared =
        if Contract::reports_progress(operation) { "ProgressOptions" } else { "CallOptions" };
    let mut text = format!(
        "\n{}export interface {name} extends {shared} {{\n",
        comment(0, &format!("What `{function}` takes by name.")),
    );
    for member in contract.members(operation).1 {
        let about = comment(2, &member.about);
        let shape = written(&member.shape);
        let _ = writeln!(text, "{about}  {}?: {shape} | undefined;", member.name);
    }
    // Who answers is given where the connection is opened.
    if operation.function == contract.connect.function {
        let about = comment(2, "Answers what the server asks. Without it, it is asked nothing.");
        let _ = writeln!(text, "{about}  delegate?: Delegate | undefined;");
    }
    text + "}\n"
}

/// The interface of who answers questions, and the table of its functions.
fn delegate(contract: &Contract) -> String {
    let mut text = format!(
        "\n{}export interface Delegate {{\n",
        comment(
            0,
            "Answers what a server asks: any object with these members. Where it has `elicit` and \
             does not say `elicitation`, it is offered forms.",
        ),
    );
    if let Data::Value(shape) = &contract.connect.params
        && let Some(Kind::Object(members)) = contract.kind(shape)
    {
        let reserved = |member: &&Member| contract.connect.reserved.contains(&member.name);
        for member in members.iter().filter(reserved) {
            let about = comment(2, &member.about);
            let shape = written(&member.shape);
            let _ = writeln!(text, "{about}  {}?: {shape} | undefined;", member.name);
        }
    }
    for Question { function, about, question, answer, .. } in &contract.questions {
        let (question, answer) = (written(question), written(answer));
        let about = format!(
            "{about}\n\nThe signal is aborted when nobody waits for the answer any more. What is \
             thrown is a failure to answer, and its message is told to the caller."
        );
        text.push_str(&comment(2, &about));
        let _ = write!(
            text,
            "  {}?(\n    question: {question},\n    context: {{ signal: AbortSignal }},\n  ): \
             {answer} | Promise<{answer}>;\n",
            function.to_lower_camel_case(),
        );
    }
    text.push_str(
        "}\n\n/** The functions of a delegate, by the names of the questions that they answer. */\n\
         export const questions = {\n",
    );
    for Question { name, function, .. } in &contract.questions {
        let _ = writeln!(text, "  \"{name}\": \"{}\",", function.to_lower_camel_case());
    }
    text + "} as const satisfies Record<string, keyof Delegate>;\n"
}

/// The function of an operation.
fn method(contract: &Contract, operation: &Operation) -> String {
    let (by_place, by_name) = contract.members(operation);
    let (options, _) = options_type(contract, operation);
    let mut text = documentation(operation, &by_place);

    let mut taken: Vec<String> = by_place.iter().map(|member| parameter(member)).collect();
    taken.push(format!("options: {options} = {{}}"));
    let given = match &operation.result {
        Data::Nothing => "void".into(),
        Data::Value(shape) => written(shape),
        Data::Listing(shape) => format!("Listing<{}>", written(shape)),
    };
    let function = operation.function.to_lower_camel_case();
    let signature = format!("  async {function}({}): Promise<{given}> {{\n", taken.join(", "));
    if signature.len() <= WIDTH + 1 {
        text.push_str(&signature);
    } else {
        let taken = taken.join(",\n    ");
        let _ = write!(text, "  async {function}(\n    {taken},\n  ): Promise<{given}> {{\n");
    }

    let mut wanted = vec!["signal"];
    if Contract::reports_progress(operation) {
        wanted.push("onProgress");
    }
    let shared = if by_name.is_empty() {
        "options".to_owned()
    } else {
        let _ = writeln!(text, "    const {{ {}, ...params }} = options;", wanted.join(", "));
        format!("{{ {} }}", wanted.join(", "))
    };
    let params = match (by_place.is_empty(), by_name.is_empty()) {
        (true, true) => "{}",
        (true, false) => "params",
        (false, nothing_by_name) => {
            let mut members: Vec<String> = by_place.iter().map(|member| sent(member)).collect();
            if !nothing_by_name {
                members.insert(0, "...params".into());
            }
            let _ = writeln!(text, "    const request = {{ {} }};", members.join(", "));
            "request"
        }
    };
    let call = format!("await this.#caller.call(\"{}\", {params}, {shared})", operation.name);
    let ends = match &operation.result {
        Data::Nothing => format!("    {call};\n"),
        Data::Value(_) => format!("    const result = {call};\n    return result as {given};\n"),
        Data::Listing(_) => format!("    return listing({call});\n"),
    };
    text + &ends + "  }\n"
}

/// What is said of an operation and of what it takes by place.
fn documentation(operation: &Operation, by_place: &[&Member]) -> String {
    let width = WIDTH - 5;
    let mut said = lines(&operation.about, width);
    said.push(String::new());
    for member in by_place {
        said.extend(item(&format!("@param {} -", spelt(member)), &member.about, width));
    }
    said.extend(item("@throws", "HostlineError, or the reason of the signal.", width));
    block(2, &said)
}

/// A member as a parameter of a function.
fn parameter(member: &Member) -> String {
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

/// The name of a parameter: the member's, but where the language has that word for itself.
fn spelt(member: &Member) -> &str {
    if member.name == "arguments" { "args" } else { &member.name }
}
