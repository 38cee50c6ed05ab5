//! `api.ts`: what functions take by name, and who answers questions.

use std::fmt::Write as _;

use heck::{ToLowerCamelCase as _, ToPascalCase as _};

use super::{
    super::contract::{Contract, Data, Notification, Operation, Question},
    text::{WIDTH, comment, import, written},
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
    for operation in contract.calls().chain(&contract.functions) {
        text.push_str(&options(contract, operation));
    }
    text.push_str(&delegate(contract));
    format!("{}\n{text}", import(contract, &text))
}

/// The name of the options of an operation, and whether they are an interface of their own.
pub(in crate::generate) fn options_type(
    contract: &Contract,
    operation: &Operation,
) -> (String, bool) {
    let has_own = !contract.members(operation).1.is_empty() || Contract::takes_delegate(operation);
    if has_own {
        // What is done on a connection has the plain names.
        let on = match operation.on.as_str() {
            "Any" | "Client" | "Nothing" => "",
            on => on,
        };
        (format!("{on}{}Options", operation.function.to_pascal_case()), true)
    } else {
        (shared(operation).into(), false)
    }
}

fn shared(operation: &Operation) -> &'static str {
    if Contract::reports_progress(operation) { "ProgressOptions" } else { "CallOptions" }
}

/// The options of an operation: what is given by its name.
fn options(contract: &Contract, operation: &Operation) -> String {
    let (name, true) = options_type(contract, operation) else { return String::new() };
    let function = operation.function.to_lower_camel_case();
    let mut text = format!(
        "\n{}export interface {name}{} {{\n",
        comment(0, &format!("What `{function}` takes by name.")),
        // What gives its result at once cannot be cancelled.
        if operation.on == "Nothing" {
            String::new()
        } else {
            format!(" extends {}", shared(operation))
        },
    );
    for member in contract.members(operation).1 {
        let about = comment(2, &member.about);
        let shape = written(&member.shape);
        let _ = writeln!(text, "{about}  {}?: {shape} | undefined;", member.name);
    }
    if Contract::takes_delegate(operation) {
        let about = comment(2, "Answers what is asked. Without it, nothing is.");
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
            "Answers what is asked: any object with some of these functions. What it has not, \
             nobody is told that it could answer, and nobody asks.",
        ),
    );
    for Question { function, about, question, answer, .. } in &contract.questions {
        let question = written(question);
        let answer = match answer {
            Data::Value(shape) => {
                let answer = written(shape);
                let or = if contract.may_be_empty(shape) { " | undefined" } else { "" };
                format!("{answer}{or} | Promise<{answer}{or}>")
            }
            // Nothing is read of it.
            _ => "unknown".to_owned(),
        };
        let about = format!(
            "{about}\n\nThe signal is aborted when nobody waits for the answer any more. What is \
             thrown is a failure to answer, and its message is told to the caller."
        );
        text.push_str(&comment(2, &about));
        let function = function.to_lower_camel_case();
        let taken = [format!("question: {question}"), "context: { signal: AbortSignal }".into()];
        let line = format!("  {function}?({}): {answer};\n", taken.join(", "));
        if line.len() <= WIDTH + 1 {
            text.push_str(&line);
        } else {
            let taken = taken.join(",\n    ");
            let _ = write!(text, "  {function}?(\n    {taken},\n  ): {answer};\n");
        }
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
