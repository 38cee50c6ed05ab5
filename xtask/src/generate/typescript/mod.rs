//! The typed API of TypeScript: `api.ts`, `handles.ts`, `types.ts` and `errors.ts`.
//!
//! All but the classes of `handles.ts` stand on nothing, so that the desktop app has them too.

mod api;
mod handles;
mod text;

use std::{collections::BTreeMap, fmt::Write as _};

use self::text::{comment, import, named, union, with_names};
pub(super) use self::{
    api::options_type,
    handles::{parameter, spelt},
    text::written,
};
use super::{
    File,
    contract::{Contract, Definition, Kind, Member},
    words::MARK,
};

/// The files of this language.
pub(super) fn files(contract: &Contract) -> Vec<File> {
    let file = |path, text: String| File { path, text: format!("// {MARK}\n\n{text}") };
    vec![
        file("bindings-node/ts/api.ts", api::api(contract)),
        file("bindings-node/ts/errors.ts", errors(contract)),
        file("bindings-node/ts/handles.ts", handles::handles(contract)),
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
                let _ = writeln!(text, "  {tag}: \"{value}\";");
            }
            for member in members {
                text.push_str(&declared(member));
            }
            text + "}\n"
        }
        Kind::Names(names) => {
            let quoted = names.iter().map(|name| format!("\"{}\"", name.name));
            let quoted: Vec<String> = quoted.chain(["(string & {})".to_owned()]).collect();
            with_names(about, named(names)) + &union(name, &quoted)
        }
        Kind::Union { tag, variants } => {
            let unlisted = format!("Unknown{name}");
            let names = variants.iter().map(|it| (it.name.as_str(), it.about.as_str()));
            let about = with_names(about, names);
            let variants = variants.iter().map(|variant| variant.object.clone());
            let variants: Vec<String> = variants.chain([unlisted.clone()]).collect();
            let what =
                format!("What no variant of `{name}` is, as a peer of another version sent it.");
            format!(
                "{}{}\n{}export interface {unlisted} {{\n  {tag}: Unlisted;\n  [member: string]: unknown;\n}}\n",
                about,
                union(name, &variants),
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

fn errors(contract: &Contract) -> String {
    let codes = &contract.error_codes;
    let about = with_names("The stable name of a kind of failure.", named(codes));
    let quoted: Vec<String> = codes.iter().map(|code| format!("\"{}\"", code.name)).collect();
    let mut text = about + &union("ErrorCode", &quoted);
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
        let _ = writeln!(text, "  declare readonly {}{mark}: {shape};", member.name);
    }
    let report = written(&contract.error);
    let _ = write!(
        text,
        "\n  constructor(report: {report}) {{\n    const {{ message, ...members }} = report;\n    \
         super(message);\n    Object.assign(this, members);\n  }}\n\n  \
         static {{\n    HostlineError.prototype.name = \"HostlineError\";\n  }}\n}}\n",
    );
    format!("{}\n{text}", import(contract, &text))
}
