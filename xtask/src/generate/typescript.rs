//! The typed API of TypeScript: `api.ts`, `types.ts` and `errors.ts`.
//!
//! They stand on nothing but the interface `Caller`, which whoever carries the calls implements:
//! the package for Node.js over its native library, the desktop app over its window's channel.

use std::collections::{BTreeMap, BTreeSet};

use heck::{ToLowerCamelCase as _, ToPascalCase as _};

use super::{
    File,
    contract::{Contract, Data, Definition, Kind, Member, Named, Operation, Question, Shape},
    words::{MARK, lines},
};

/// How long the formatter lets a line be.
const WIDTH: usize = 100;

/// The files of this language.
pub(super) fn files(contract: &Contract) -> Vec<File> {
    let file = |path, text: String| File { path, text: format!("// {MARK}\n\n{text}") };
    vec![
        file("bindings-node/ts/api.ts", api(contract)),
        file("bindings-node/ts/errors.ts", errors(contract)),
        file("bindings-node/ts/types.ts", types(contract)),
    ]
}

/// The head of `types.ts`: what is said of all types.
const TYPES: &str = r#"/** A list that also says what was left out of it. */
export type Listing<T> = T[] & {
  /** Items, or parts of them, that did not have the right shape. */
  readonly dropped: Dropped[];
};

// No literal can be a member of an enum, so that a comparison with a listed tag leaves the unlisted
// ones out, and what is left after all comparisons are they. At run time there is no such enum.
declare enum Tag {
  Unlisted = "",
}

/** A tag that this version does not list, as a peer of another version may send: any string. */
export type Unlisted = Tag.Unlisted;
"#;

fn types(contract: &Contract) -> String {
    let tags = tags(contract);
    let mut text = TYPES.to_owned();
    for (name, definition) in contract.reachable() {
        text.push('\n');
        text.push_str(&definition_of(name, definition, tags.get(name)));
    }
    text
}

/// The objects that say themselves which variant of a union they are: the tag, and its value.
fn tags(contract: &Contract) -> BTreeMap<&str, (&str, &str)> {
    let unions = contract.types.values().filter_map(|definition| match &definition.kind {
        Kind::Union { tag, variants } => Some((tag, variants)),
        _ => None,
    });
    unions
        .flat_map(|(tag, variants)| {
            variants.iter().map(|it| (it.object.as_str(), (tag.as_str(), it.name.as_str())))
        })
        .collect()
}

fn definition_of(name: &str, definition: &Definition, tag: Option<&(&str, &str)>) -> String {
    let about = &definition.about;
    match &definition.kind {
        Kind::Object(members) if members.is_empty() && tag.is_none() => {
            format!("{}export type {name} = Record<string, unknown>;\n", comment(0, about))
        }
        Kind::Object(members) => {
            let mut text = format!("{}export interface {name} {{\n", comment(0, about));
            if let Some((tag, value)) = tag {
                text.push_str(&format!("  {tag}: \"{value}\";\n"));
            }
            members.iter().for_each(|member| text.push_str(&declared(member)));
            text + "}\n"
        }
        Kind::Names(names) => {
            let quoted = names.iter().map(|name| format!("\"{}\"", name.name));
            let quoted = quoted.chain(["(string & {})".to_owned()]).collect();
            with_names(about, names) + &union(name, quoted)
        }
        Kind::Union { tag, variants } => {
            let unlisted = format!("Unknown{name}");
            let variants = variants.iter().map(|variant| variant.object.clone());
            let variants = variants.chain([unlisted.clone()]).collect();
            let what =
                format!("What no variant of `{name}` is, as a peer of another version sent it.");
            format!(
                "{}{}\n{}export interface {unlisted} {{\n  {tag}: Unlisted;\n  [member: string]: unknown;\n}}\n",
                comment(0, about),
                union(name, variants),
                comment(0, &what),
            )
        }
    }
}

/// A member of an interface.
fn declared(member: &Member) -> String {
    let mark = if member.required { "" } else { "?" };
    let about = comment(2, &member.about);
    format!("{about}  {}{mark}: {};\n", member.name, written(&member.shape))
}

/// A type that is one of several.
fn union(name: &str, variants: Vec<String>) -> String {
    let line = format!("export type {name} = {};\n", variants.join(" | "));
    if line.len() <= WIDTH + 1 {
        return line;
    }
    format!("export type {name} =\n  | {};\n", variants.join("\n  | "))
}

/// A shape, as TypeScript writes it.
fn written(shape: &Shape) -> String {
    match shape {
        Shape::String => "string".into(),
        Shape::Boolean => "boolean".into(),
        Shape::Integer | Shape::Number => "number".into(),
        Shape::Any => "unknown".into(),
        Shape::List(item) => format!("{}[]", written(item)),
        Shape::Map(item) => format!("Record<string, {}>", written(item)),
        Shape::Named(name) => name.clone(),
    }
}

fn errors(contract: &Contract) -> String {
    let codes = &contract.error_codes;
    let about = with_names("The stable name of a kind of failure.", codes);
    let quoted = codes.iter().map(|code| format!("\"{}\"", code.name)).collect();
    let mut text = about + &union("ErrorCode", quoted);
    text.push_str(
        "\n/** The one error of Hostline. Its `message` is the whole sentence for a person. */\n\
         export class HostlineError extends Error {\n",
    );
    let members: &[Member] = match contract.kind(&contract.error) {
        Some(Kind::Object(members)) => members,
        _ => &[],
    };
    for member in members.iter().filter(|member| member.name != "message") {
        let shape = if member.name == "code" { "ErrorCode".into() } else { written(&member.shape) };
        let mark = if member.required { "" } else { "?" };
        text.push_str(&comment(2, &member.about));
        text.push_str(&format!("  declare readonly {}{mark}: {shape};\n", member.name));
    }
    let report = written(&contract.error);
    text.push_str(&format!(
        "\n  constructor(report: {report}) {{\n    const {{ message, ...members }} = report;\n    \
         super(message);\n    Object.assign(this, members);\n  }}\n\n  \
         static {{\n    HostlineError.prototype.name = \"HostlineError\";\n  }}\n}}\n",
    ));
    format!("{}\n{text}", import(contract, &text))
}

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

/** How far a call has come. */
export type Progress = Omit<ProgressReport, \"call\">;

/** Carries calls to the core, and their results back. */
export interface Caller {
  /**
   * Calls an operation of the core by its name. `params` are plain data; `progress` is among them
   * where `options` has somebody to hear of it.
   */
  call(operation: string, params: object, options: ProgressOptions): Promise<unknown>;
}
";

fn api(contract: &Contract) -> String {
    let version = &contract.version;
    let mut text = format!(
        "/** The version of Hostline. */\nexport const version = \"{version}\";\n\n{CALLS}"
    );
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
        text.push_str(&format!("{about}  {}?: {shape} | undefined;\n", member.name));
    }
    // Who answers is given where the connection is opened.
    if operation.function == contract.connect.function {
        let about = comment(2, "Answers what the server asks. Without it, it is asked nothing.");
        text.push_str(&format!("{about}  delegate?: Delegate | undefined;\n"));
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
            text.push_str(&format!("{about}  {}?: {shape} | undefined;\n", member.name));
        }
    }
    for Question { function, about, question, answer, .. } in &contract.questions {
        let (question, answer) = (written(question), written(answer));
        let about = format!(
            "{about}\n\nThe signal is aborted when nobody waits for the answer any more. What is \
             thrown is a failure to answer, and its message is told to the caller."
        );
        text.push_str(&comment(2, &about));
        text.push_str(&format!(
            "  {}?(\n    question: {question},\n    context: {{ signal: AbortSignal }},\n  ): \
             {answer} | Promise<{answer}>;\n",
            function.to_lower_camel_case(),
        ));
    }
    text.push_str(
        "}\n\n/** The functions of a delegate, by the names of the questions that they answer. */\n\
         export const questions = {\n",
    );
    for Question { name, function, .. } in &contract.questions {
        text.push_str(&format!("  \"{name}\": \"{}\",\n", function.to_lower_camel_case()));
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
        text.push_str(&format!("  async {function}(\n    {taken},\n  ): Promise<{given}> {{\n"));
    }

    let mut wanted = vec!["signal"];
    if Contract::reports_progress(operation) {
        wanted.push("onProgress");
    }
    let shared = if by_name.is_empty() {
        "options".to_owned()
    } else {
        text.push_str(&format!("    const {{ {}, ...params }} = options;\n", wanted.join(", ")));
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
            text.push_str(&format!("    const request = {{ {} }};\n", members.join(", ")));
            "request"
        }
    };
    let call = format!("await this.#caller.call(\"{}\", {params}, {shared})", operation.name);
    text.push_str(&match &operation.result {
        Data::Nothing => format!("    {call};\n"),
        Data::Value(_) => format!("    const result = {call};\n    return result as {given};\n"),
        Data::Listing(_) => format!("    return listing({call});\n"),
    });
    text + "  }\n"
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

/// The import of the types that a text names.
fn import(contract: &Contract, text: &str) -> String {
    let words: BTreeSet<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let known = |word: &&str| contract.types.contains_key(*word) || *word == "Listing";
    let defined = |word: &&str| text.contains(&format!("export interface {word} "));
    let mut names: Vec<&str> =
        words.into_iter().filter(|word| known(word) && !defined(word)).collect();
    names.sort_by_key(|name| name.to_lowercase());
    let line = format!("import type {{ {} }} from \"./types.js\";\n", names.join(", "));
    if line.len() <= WIDTH + 1 {
        return line;
    }
    format!("import type {{\n  {},\n}} from \"./types.js\";\n", names.join(",\n  "))
}

/// A comment, indented.
fn comment(indent: usize, text: &str) -> String {
    block(indent, &lines(text, WIDTH - indent - 3))
}

/// A comment of lines, in one line where it fits.
fn block(indent: usize, said: &[String]) -> String {
    let space = " ".repeat(indent);
    let said: Vec<String> = said.iter().map(|line| line.replace("*/", "*\\/")).collect();
    if let [line] = said.as_slice()
        && indent + line.chars().count() + "/**  */".len() <= WIDTH
    {
        return format!("{space}/** {line} */\n");
    }
    let said: String =
        said.iter().map(|line| format!("{space} * {line}").trim_end().to_owned() + "\n").collect();
    format!("{space}/**\n{said}{space} */\n")
}

/// A comment that also says what each of some names means.
fn with_names(about: &str, names: &[Named]) -> String {
    let width = WIDTH - 3;
    let mut said = lines(about, width);
    said.push(String::new());
    for Named { name, about } in names {
        said.extend(item(&format!("- `{name}`:"), about, width));
    }
    block(0, &said)
}

/// An item of a list in a comment, whose further lines are indented.
fn item(head: &str, about: &str, width: usize) -> Vec<String> {
    let mut said = lines(&format!("{head} {about}"), width - 2);
    said.iter_mut().skip(1).for_each(|line| line.insert_str(0, "  "));
    said
}
