//! The functions: opening a connection, the operations on it, the delegate, and the exception.

use std::fmt::Write as _;

use heck::{ToLowerCamelCase as _, ToShoutySnakeCase as _};

use super::{
    super::contract::{Contract, Data, Kind, Member, Operation, Question, Shape},
    documentation, given, name, opening, reader, type_of,
    types::codes,
};

/// The member of `connect`'s options that the delegate sets.
const ANSWERS: &str = "elicitation";
/// The parameter that is beside the contract's own, where a call reports progress.
const ON_PROGRESS: &str = "@param onProgress Hears of each report of progress, in order and before \
                           the function returns, in the caller's own context. If it throws, the \
                           call is cancelled. A slow one misses reports beyond the last 1,024.";

/// `Api.kt`.
pub(super) fn api(contract: &Contract) -> String {
    let mut text = opening(&[
        "kotlinx.coroutines.flow.Flow",
        "kotlinx.serialization.json.JsonElement",
        "kotlinx.serialization.json.JsonObject",
    ]);
    connect(&mut text, contract);
    server(&mut text, contract);
    delegate(&mut text, contract);
    text
}

fn connect(text: &mut String, contract: &Contract) {
    text.push('\n');
    documentation(text, "", "Where connections begin.");
    let _ = writeln!(text, "public object Hostline {{");
    documentation(text, "    ", "The version of Hostline.");
    let version = &contract.version;
    let _ = writeln!(text, "    public const val VERSION: String = \"{version}\"\n");
    let members = all_members(contract, &contract.connect);
    let asker = "@param delegate Answers what the server asks. Without one, the server is told \
                 that nobody can be asked.";
    function_documentation(text, &contract.connect, &members, Some(asker));
    let _ = writeln!(text, "    public suspend fun connect(");
    parameters(text, &members);
    text.push_str("        delegate: Delegate? = null,\n    ): Client {\n");
    text.push_str("        val options = membersOf {\n");
    for member in &members {
        let _ = writeln!(text, "            member(\"{}\", {})", member.name, name(&member.name));
    }
    text.push_str(
        "        }\n        return Client(Connection.open(options, delegate))\n    }\n}\n",
    );
}

fn server(text: &mut String, contract: &Contract) {
    let info = match &contract.connect.result {
        Data::Value(shape) => type_of(shape),
        _ => "Unit".to_owned(),
    };
    text.push('\n');
    documentation(
        text,
        "",
        "A connection to one server.\n\nEvery function may be called from any thread, and as often \
         at once as is wanted. Cancelling the coroutine of a call cancels the call. A client that \
         nobody holds any more ends its connection when it is collected; `close` ends it in good \
         order.",
    );
    text.push_str(
        "public class Client internal constructor(internal val connection: Connection) {\n",
    );
    documentation(text, "    ", "What is known of the server.");
    let _ = writeln!(text, "    public val info: {info} get() = connection.info\n");
    documentation(
        text,
        "    ",
        "What the server says without being asked. It is for one collector at a time; what nobody \
         collects waits here, up to a limit, and the next collector goes on where the last one \
         ended. It completes when the connection has ended.",
    );
    let event = type_of(&contract.event);
    let _ = writeln!(text, "    public val events: Flow<{event}> get() = connection.events");
    for operation in contract.public() {
        text.push('\n');
        operate(text, contract, operation);
    }
    text.push_str("}\n");
}

/// The function of one operation.
fn operate(text: &mut String, contract: &Contract, operation: &Operation) {
    let members = all_members(contract, operation);
    let reports = Contract::reports_progress(operation);
    function_documentation(text, operation, &members, reports.then_some(ON_PROGRESS));
    let function = operation.function.to_lower_camel_case();
    if members.is_empty() && !reports {
        let _ = writeln!(text, "    public suspend fun {function}(){} {{", returned(operation));
    } else {
        let _ = writeln!(text, "    public suspend fun {function}(");
        parameters(text, &members);
        if reports {
            text.push_str("        onProgress: (suspend (ProgressReport) -> Unit)? = null,\n");
        }
        let _ = writeln!(text, "    ){} {{", returned(operation));
    }
    let params = if members.is_empty() {
        "noMembers"
    } else {
        text.push_str("        val params = membersOf {\n");
        for member in &members {
            let _ =
                writeln!(text, "            member(\"{}\", {})", member.name, name(&member.name));
        }
        text.push_str("        }\n");
        "params"
    };
    let (gives, reader) = match &operation.result {
        Data::Nothing => ("", "AnyJson".to_owned()),
        Data::Value(shape) => ("return ", reader(shape)),
        Data::Listing(shape) => ("return ", format!("ListingOf({})", reader(shape))),
    };
    let progress = if reports { ", onProgress" } else { "" };
    let wire = &operation.name;
    let _ = writeln!(
        text,
        "        {gives}connection.call(\"{wire}\", {params}, {reader}{progress})\n    }}"
    );
}

fn returned(operation: &Operation) -> String {
    match &operation.result {
        Data::Nothing => String::new(),
        Data::Value(shape) => format!(": {}", type_of(shape)),
        Data::Listing(shape) => format!(": Listing<{}>", type_of(shape)),
    }
}

fn all_members<'a>(contract: &'a Contract, operation: &'a Operation) -> Vec<&'a Member> {
    let (mut by_place, by_name) = contract.members(operation);
    by_place.extend(by_name);
    by_place
}

fn parameters(text: &mut String, members: &[&Member]) {
    for member in members {
        let optional = if member.required { "" } else { "? = null" };
        let shape = given(&member.shape);
        let _ = writeln!(text, "        {}: {shape}{optional},", name(&member.name));
    }
}

fn function_documentation(
    text: &mut String,
    operation: &Operation,
    members: &[&Member],
    beside: Option<&str>,
) {
    let mut about = operation.about.clone();
    for member in members {
        let _ = write!(about, "\n\n@param {} {}", name(&member.name), one_line(&member.about));
    }
    if let Some(beside) = beside {
        let _ = write!(about, "\n\n{beside}");
    }
    about.push_str("\n\n@throws HostlineException If it fails.");
    documentation(text, "    ", &about);
}

/// A text whose paragraphs do not part it from its tag.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn delegate(text: &mut String, contract: &Contract) {
    text.push('\n');
    documentation(
        text,
        "",
        "Answers what servers ask. It is called on threads that may be held up; nobody waits any \
         more when its coroutine is cancelled. What it throws ends the server's request, with its \
         message.",
    );
    let functional = if contract.questions.len() == 1 { "fun " } else { "" };
    let _ = writeln!(text, "public {functional}interface Delegate {{");
    if let Some(member) = answers(contract) {
        documentation(
            text,
            "    ",
            "The ways in which this delegate can ask a person. The server is told, and nothing \
             else is ever asked.",
        );
        let shape = type_of(&member.shape);
        let _ = writeln!(
            text,
            "    public val {}: {shape} get() = listOf({})",
            name(&member.name),
            first_of(contract, &member.shape)
        );
    }
    for Question { function, about, question, answer, .. } in &contract.questions {
        text.push('\n');
        documentation(text, "    ", about);
        let function = function.to_lower_camel_case();
        let (question, answer) = (type_of(question), type_of(answer));
        let _ = writeln!(text, "    public suspend fun {function}(question: {question}): {answer}");
    }
    text.push_str("}\n\n");
    documentation(text, "", "Asks the function that answers questions of this name.");
    text.push_str(
        "internal suspend fun Delegate.answer(name: String, question: JsonElement): JsonObject =\n    \
         when (name) {\n",
    );
    for Question { name, function, question, .. } in &contract.questions {
        let function = function.to_lower_camel_case();
        let question = reader(question);
        let _ = writeln!(
            text,
            "        \"{name}\" -> {function}({question}.fromJson(question)).toJson()"
        );
    }
    text.push_str(
        "        else -> throw IllegalArgumentException(\"there is nobody to answer $name\")\n    }\n",
    );
}

/// The option of `connect` that says what a delegate answers.
fn answers(contract: &Contract) -> Option<&Member> {
    let Data::Value(shape) = &contract.connect.params else { return None };
    let Some(Kind::Object(members)) = contract.kind(shape) else { return None };
    members.iter().find(|member| member.name == ANSWERS)
}

/// The first name of the open enum that a list holds.
fn first_of(contract: &Contract, list: &Shape) -> String {
    let Shape::List(item) = list else { return String::new() };
    let Some(Kind::Names(names)) = contract.kind(item) else { return String::new() };
    let first = names.first().map(|name| name.name.to_shouty_snake_case()).unwrap_or_default();
    format!("{}.{first}", type_of(item))
}

/// `Errors.kt`.
pub(super) fn errors(contract: &Contract) -> String {
    let mut text = opening(&["kotlinx.serialization.json.JsonElement"]);
    text.push('\n');
    codes(&mut text, &contract.error_codes);
    let report = type_of(&contract.error);
    let members = match contract.kind(&contract.error) {
        Some(Kind::Object(members)) => members.as_slice(),
        _ => &[],
    };
    text.push('\n');
    documentation(
        &mut text,
        "",
        "Why something did not work. Its message is a whole sentence for a person.",
    );
    let _ = writeln!(text, "public class HostlineException(");
    documentation(&mut text, "    ", "What the error says about itself.");
    let _ =
        writeln!(text, "    public val report: {report},\n) : RuntimeException(report.message) {{");
    let mut first = true;
    for member in members.iter().filter(|member| member.name != "message") {
        if !std::mem::take(&mut first) {
            text.push('\n');
        }
        documentation(&mut text, "    ", &member.about);
        let property = name(&member.name);
        let optional = if member.required { "" } else { "?" };
        let (shape, value) = if member.name == "code" {
            ("ErrorCode".to_owned(), "ErrorCode(report.code)".to_owned())
        } else {
            (type_of(&member.shape), format!("report.{property}"))
        };
        let _ = writeln!(text, "    public val {property}: {shape}{optional} get() = {value}");
    }
    text.push_str("}\n");
    text
}
