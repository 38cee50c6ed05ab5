//! The functions: opening a connection, the operations on it, the delegate, and the exception.

use std::fmt::Write as _;

use heck::ToLowerCamelCase as _;

use super::{
    super::contract::{Contract, Data, Kind, Member, Opening, Operation, Question},
    WIDTH, documentation, given, name, opening, reader, type_of,
    types::codes,
};

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
    beginnings(&mut text, contract);
    for opening in &contract.openings {
        class(&mut text, contract, opening);
    }
    delegate(&mut text, contract);
    text
}

fn beginnings(text: &mut String, contract: &Contract) {
    text.push('\n');
    documentation(text, "", "Where connections begin.");
    let _ = writeln!(text, "public object Hostline {{");
    documentation(text, "    ", "The version of Hostline.");
    let version = &contract.version;
    let _ = writeln!(text, "    public const val VERSION: String = \"{version}\"");
    for opening in contract.first_openings() {
        text.push('\n');
        open(text, contract, opening, "null");
    }
    for function in &contract.functions {
        text.push('\n');
        at_once(text, contract, function);
    }
    text.push_str("}\n");
}

/// The function that opens something, on what the expression `on` is.
fn open(text: &mut String, contract: &Contract, opening: &Opening, on: &str) {
    let Opening { opens, operation, .. } = opening;
    let members = all_members(contract, operation);
    let takes_delegate = Contract::takes_delegate(operation);
    let asker = "@param delegate Answers what is asked. Without one, nobody can be asked.";
    function_documentation(text, operation, &members, takes_delegate.then_some(asker));
    let function = operation.function.to_lower_camel_case();
    let mut taken = parameters(&members);
    if takes_delegate {
        taken.push("delegate: Delegate? = null".to_owned());
    }
    let head = format!("public suspend fun {function}");
    signature(text, &head, &taken, &format!(": {opens} {{"));
    text.push_str("        val options = membersOf {\n");
    for member in &members {
        let _ = writeln!(text, "            member(\"{}\", {})", member.name, name(&member.name));
    }
    let delegate = if takes_delegate { "delegate" } else { "null" };
    let wire = &operation.name;
    let _ = writeln!(
        text,
        "        }}\n        return {opens}(Connection.open(\"{wire}\", {on}, options, {delegate}))\n    }}"
    );
}

/// A function that gives its result at once.
fn at_once(text: &mut String, contract: &Contract, operation: &Operation) {
    let Data::Value(shape) = &operation.result else { return };
    let members = all_members(contract, operation);
    function_documentation(text, operation, &members, None);
    let function = operation.function.to_lower_camel_case();
    let returned = format!(": {} {{", type_of(shape));
    signature(text, &format!("public fun {function}"), &parameters(&members), &returned);
    text.push_str("        val values = membersOf {\n");
    for member in &members {
        let _ = writeln!(text, "            member(\"{}\", {})", member.name, name(&member.name));
    }
    let (wire, reader) = (&operation.name, reader(shape));
    let _ =
        writeln!(text, "        }}\n        return evaluate(\"{wire}\", values, {reader})\n    }}");
}

/// The class of what is opened.
fn class(text: &mut String, contract: &Contract, opening: &Opening) {
    let opens = &opening.opens;
    text.push('\n');
    let more = "Every function may be called from any thread, and as often at once as is wanted. \
                Cancelling the coroutine of a call cancels the call. What nobody holds any more \
                ends when it is collected; `close` ends it in good order.";
    documentation(text, "", &format!("{}\n\n{more}", opening.about));
    let _ = writeln!(
        text,
        "public class {opens} internal constructor(internal val connection: Connection) : Opened {{"
    );
    if let Data::Value(shape) = &opening.operation.result {
        documentation(text, "    ", "What is known of it.");
        let (info, reader) = (type_of(shape), reader(shape));
        let _ = writeln!(text, "    public val info: {info} = connection.info({reader})");
    }
    let mut is_first = opening.operation.result == Data::Nothing;
    if let Some(event) = &opening.event {
        if !std::mem::take(&mut is_first) {
            text.push('\n');
        }
        documentation(
            text,
            "    ",
            "What is said without being asked. It is for one collector at a time; what nobody \
             collects waits here, up to a limit, and the next collector goes on where the last one \
             ended. It completes with the end.",
        );
        let (event, reader) = (type_of(event), reader(event));
        let _ =
            writeln!(text, "    public val events: Flow<{event}> = connection.events({reader})");
    }
    for operation in contract.public_on(opening) {
        if !std::mem::take(&mut is_first) {
            text.push('\n');
        }
        operate(text, contract, operation);
    }
    for inner in contract.opened_on(opening) {
        text.push('\n');
        open(text, contract, inner, "connection");
    }
    text.push_str("}\n");
}

/// The function of one operation.
fn operate(text: &mut String, contract: &Contract, operation: &Operation) {
    let members = all_members(contract, operation);
    let reports = Contract::reports_progress(operation);
    function_documentation(text, operation, &members, reports.then_some(ON_PROGRESS));
    let function = operation.function.to_lower_camel_case();
    // Whatever is open can be closed.
    let public = if function == "close" { "override" } else { "public" };
    let mut taken = parameters(&members);
    if reports {
        taken.push("onProgress: (suspend (ProgressReport) -> Unit)? = null".to_owned());
    }
    let (gives, reader) = match &operation.result {
        Data::Nothing => ("", "AnyJson".to_owned()),
        Data::Value(shape) => ("return ", reader(shape)),
        Data::Listing(shape) => ("return ", format!("ListingOf({})", reader(shape))),
    };
    let progress = if reports { ", onProgress" } else { "" };
    let (head, wire) = (format!("{public} suspend fun {function}"), &operation.name);
    let returned = returned(operation);
    if members.is_empty() && !gives.is_empty() {
        // What is nothing but an expression is written as one.
        let head = format!("    {head}(){returned} =");
        let body = format!("connection.call(\"{wire}\", noMembers, {reader})");
        let between = if head.len() + 1 + body.len() <= WIDTH { " " } else { "\n        " };
        let _ = writeln!(text, "{head}{between}{body}");
        return;
    }
    signature(text, &head, &taken, &format!("{returned} {{"));
    let values = if members.is_empty() {
        "noMembers"
    } else {
        text.push_str("        val values = membersOf {\n");
        for member in &members {
            let _ =
                writeln!(text, "            member(\"{}\", {})", member.name, name(&member.name));
        }
        text.push_str("        }\n");
        "values"
    };
    let _ = writeln!(
        text,
        "        {gives}connection.call(\"{wire}\", {values}, {reader}{progress})\n    }}"
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

/// The parameters of a function.
fn parameters(members: &[&Member]) -> Vec<String> {
    let parameter = |member: &&Member| {
        let optional = if member.required { "" } else { "? = null" };
        format!("{}: {}{optional}", name(&member.name), given(&member.shape))
    };
    members.iter().map(parameter).collect()
}

/// The beginning of a function: in one line where it fits.
fn signature(text: &mut String, head: &str, taken: &[String], returned: &str) {
    let line = format!("    {head}({}){returned}", taken.join(", "));
    if line.len() <= WIDTH {
        let _ = writeln!(text, "{line}");
        return;
    }
    let _ = writeln!(text, "    {head}(");
    for parameter in taken {
        let _ = writeln!(text, "        {parameter},");
    }
    let _ = writeln!(text, "    ){returned}");
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
    let mut about =
        "Answers what is asked, with any of these functions. What it has not, nobody is \
                     told that it could answer, and nobody asks. They are called on threads that \
                     may be held up; nobody waits any more when the coroutine of one is cancelled. \
                     What one throws ends the request that asks, with its message."
            .to_owned();
    for Question { function, about: what, .. } in &contract.questions {
        let function = function.to_lower_camel_case();
        let _ = write!(about, "\n\n@property {function} {}", one_line(what));
    }
    documentation(text, "", &about);
    text.push_str("public class Delegate(\n");
    for Question { function, question, answer, .. } in &contract.questions {
        let function = function.to_lower_camel_case();
        let (question, answer) = (type_of(question), given_by(answer));
        let _ = writeln!(
            text,
            "    public val {function}: (suspend ({question}) -> {answer})? = null,"
        );
    }
    text.push_str(") {\n    /** The names of the questions that it answers. */\n");
    text.push_str("    internal val answers: List<String> = listOfNotNull(\n");
    for Question { name, function, .. } in &contract.questions {
        let function = function.to_lower_camel_case();
        let _ = writeln!(text, "        {function}?.let {{ \"{name}\" }},");
    }
    text.push_str("    )\n\n    /** Asks the function that answers questions of this name. */\n");
    text.push_str(
        "    internal suspend fun answer(name: String, question: JsonElement): JsonObject? = when (name) {\n",
    );
    for Question { name, function, question, answer, .. } in &contract.questions {
        let function = function.to_lower_camel_case();
        let written = if *answer == Data::Nothing { "let { noMembers }" } else { "toJson()" };
        let question = reader(question);
        let _ = writeln!(text, "        \"{name}\" ->");
        let _ = writeln!(
            text,
            "            {function}?.invoke({question}.fromJson(question))?.{written}"
        );
    }
    text.push_str("        else -> null\n    }\n}\n");
}

/// The type of what a function of the delegate answers.
fn given_by(answer: &Data) -> String {
    match answer {
        Data::Value(shape) => type_of(shape),
        _ => "Unit".to_owned(),
    }
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
