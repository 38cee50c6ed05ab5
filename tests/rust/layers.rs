//! The layers of the core hold: each uses only what stands to its right.
//!
//! `facade → gateway → host → client | server → peer → engine → dialect → model → jsonrpc`, beside
//! them `transport`, which `peer` and the layers above it drive, `auth`, which says who asks, and six
//! leaves.

mod source;

use std::{collections::BTreeMap, fs, path::Path};

use source::{Source, Token, files};

/// The stack, lowest first. Two modules of the same height do not know each other.
const STACK: [(&str, usize); 10] = [
    ("jsonrpc", 0),
    ("model", 1),
    ("dialect", 2),
    ("engine", 3),
    ("peer", 4),
    ("client", 5),
    ("server", 5),
    ("host", 6),
    ("gateway", 7),
    ("facade", 8),
];
/// Modules that know nothing of the stack but its lowest layer.
const LEAVES: [&str; 7] = ["net", "text", "schema", "icon", "folder", "future", "counting"];
/// The layers that only compute: no runtime, no clock, no input or output.
const PURE: [&str; 5] = ["engine/", "dialect/", "model/", "jsonrpc/", "transport/sse.rs"];
/// What has no place in them.
const IMPURE: [&[&str]; 8] = [
    &["tokio"],
    &["hyper"],
    &["hyper_util"],
    &["http"],
    &["std", "net"],
    &["std", "fs"],
    &["std", "process"],
    &["std", "thread"],
];
/// What `transport` and the layers that only compute tell each other: data without behaviour.
const TRANSPORT_WORDS: [&str; 5] = ["Incoming", "Link", "Notice", "Outgoing", "OutgoingKind"];
/// The only files that may know one version from another.
const KNOW_VERSIONS: [&str; 3] = ["version.rs", "dialect/", "client/connect"];
const MOST_LINES: usize = 600;

#[test]
fn each_layer_uses_only_what_stands_to_its_right() {
    let sources = core();
    let reexports = reexports(&sources);
    expect_none(&sources, |source| leaks(source, &reexports));
}

#[test]
fn layers_that_only_compute_know_no_runtime_and_no_clock() {
    expect_none(&core(), impure_paths);
}

#[test]
fn only_the_dialects_and_the_negotiation_know_one_version_from_another() {
    expect_none(&core(), version_knowledge);
}

#[test]
fn no_task_is_spawned_without_an_owner() {
    expect_none(&core(), |source| {
        let orphans =
            [vec!["tokio", "spawn"], vec!["tokio", "task", "spawn"], vec!["task", "spawn"]];
        let paths = source.paths().into_iter().filter(|(_, path)| orphans.contains(path));
        paths.map(|(line, path)| (line, format!("{} has no owner", path.join("::")))).collect()
    });
}

#[test]
fn every_public_module_says_what_it_is() {
    let sources = core();
    let documented = |path: &str| {
        sources
            .iter()
            .find(|source| source.path == path)
            .map(|source| source.text.starts_with("//!"))
    };
    expect_none(&sources, |source| {
        let parent = match source.path.as_str() {
            "lib.rs" | "main.rs" => String::new(),
            path => {
                path.strip_suffix("mod.rs").map_or_else(|| path.replace(".rs", "/"), str::to_owned)
            }
        };
        let modules = (0..source.tokens.len()).filter(|index| {
            source.word(*index) == Some("pub")
                && source.word(index + 1) == Some("mod")
                && source.at(index + 3) == Some(&Token::Sign(';'))
        });
        let undocumented = modules.filter_map(|index| {
            let name = source.word(index + 2)?;
            let file = format!("{parent}{name}.rs");
            let said = documented(&file).or_else(|| documented(&format!("{parent}{name}/mod.rs")));
            (said != Some(true)).then(|| (source.line(index), format!("{name} has no `//!`")))
        });
        undocumented.collect()
    });
}

#[test]
fn no_file_written_by_hand_is_longer_than_600_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let sources: Vec<Source> = read(&root);
    assert!(
        sources.iter().any(|source| source.path == "core/src/lib.rs"),
        "the checkout was found"
    );
    expect_none(&sources, |source| {
        let generated = source.text.lines().take(5).any(|line| line.contains("@generated"));
        let lines = source.text.lines().count();
        let long = lines > MOST_LINES && !generated;
        long.then(|| (lines, format!("{lines} lines"))).into_iter().collect()
    });
}

/// The sources of the core, without its tests.
fn core() -> Vec<Source> {
    let sources = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src"));
    assert!(sources.iter().any(|source| source.path == "lib.rs"), "the core was found");
    sources.into_iter().filter(|source| !source.path.ends_with("tests.rs")).collect()
}

fn read(root: &Path) -> Vec<Source> {
    let source = |file: std::path::PathBuf| {
        let text =
            fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let path = file.strip_prefix(root).expect("the file stands under the root");
        Source::new(&path.to_string_lossy().replace('\\', "/"), &text)
    };
    files(root).into_iter().map(source).collect()
}

fn expect_none(sources: &[Source], find: impl Fn(&Source) -> Vec<(usize, String)>) {
    let found: Vec<String> = sources
        .iter()
        .flat_map(|source| {
            let here =
                move |(line, what): (usize, String)| format!("{}:{line}: {what}", source.path);
            find(source).into_iter().map(here)
        })
        .collect();
    assert!(found.is_empty(), "{} found:\n{}", found.len(), found.join("\n"));
}

/// The names that the root of the crate gives to items of its modules.
fn reexports(sources: &[Source]) -> BTreeMap<String, String> {
    let root = sources.iter().find(|source| source.path == "lib.rs");
    let paths = root.map(Source::paths).unwrap_or_default();
    paths
        .into_iter()
        .filter_map(|(_, path)| Some(((*path.last()?).to_owned(), (*path.first()?).to_owned())))
        .collect()
}

fn module_of(path: &str) -> &str {
    let end = path.find('/').unwrap_or(path.len());
    path[..end].trim_end_matches(".rs")
}

/// The paths of a file that lead from the root of the crate: the first two names behind it.
fn from_root(source: &Source) -> Vec<(usize, [&str; 2])> {
    // How many `super` lead from the file's own module to the root.
    let depth = source.path.trim_end_matches("/mod.rs").split('/').count();
    let mut found = Vec::new();
    for (line, path) in source.paths() {
        let up = path.iter().take_while(|segment| **segment == "super").count();
        let behind = match path.as_slice() {
            ["crate", behind @ ..] => behind,
            _ if up > 0 && up >= depth => &path[up..],
            _ => continue,
        };
        if let Some(module) = behind.first() {
            found.push((line, [*module, behind.get(1).copied().unwrap_or_default()]));
        }
    }
    found
}

fn leaks(source: &Source, reexports: &BTreeMap<String, String>) -> Vec<(usize, String)> {
    if source.path == "lib.rs" {
        return Vec::new();
    }
    let user = module_of(&source.path);
    let judge = |(line, [name, item]): (usize, [&str; 2])| {
        let used = reexports.get(name).map_or(name, String::as_str);
        let is_word = used == "transport" && TRANSPORT_WORDS.contains(&item);
        let complaint = match may_use(user, used) {
            None => format!("{user} or {used} has no place among the layers"),
            Some(false) if is_word && ["engine", "dialect"].contains(&user) => return None,
            Some(false) => format!("{user} must not use {used}"),
            Some(true) => return None,
        };
        Some((line, complaint))
    };
    from_root(source).into_iter().filter_map(judge).collect()
}

/// Whether one module may use another; `None` if one of them has no place yet.
fn may_use(user: &str, used: &str) -> Option<bool> {
    let height =
        |module: &str| STACK.iter().find(|(name, _)| *name == module).map(|(_, height)| *height);
    let is_leaf = |module: &str| LEAVES.contains(&module);
    let is_known = |module: &str| {
        height(module).is_some()
            || is_leaf(module)
            || ["error", "version", "transport", "auth"].contains(&module)
    };
    if !is_known(user) || !is_known(used) {
        return None;
    }
    if user == used {
        return Some(true);
    }
    Some(match user {
        "jsonrpc" | "text" | "version" => false,
        "error" => ["jsonrpc", "text"].contains(&used),
        "transport" => ["jsonrpc", "net", "error", "auth"].contains(&used),
        "auth" => ["jsonrpc", "net", "text", "folder", "future", "error"].contains(&used),
        _ if is_leaf(user) => is_leaf(used) || ["jsonrpc", "error"].contains(&used),
        _ if ["error", "version"].contains(&used) || is_leaf(used) => true,
        _ if ["transport", "auth"].contains(&used) => height(user) >= height("peer"),
        _ => height(user) > height(used),
    })
}

fn impure_paths(source: &Source) -> Vec<(usize, String)> {
    let is_pure = PURE.iter().any(|place| source.path.starts_with(place))
        || PURE.iter().any(|place| source.path == place.replace('/', ".rs"));
    if !is_pure {
        return Vec::new();
    }
    let is_impure = |path: &[&str]| {
        let reads_clock = matches!(path, [.., "Instant" | "SystemTime", "now"]);
        reads_clock || IMPURE.iter().any(|impure| path.starts_with(impure))
    };
    let paths = source.paths().into_iter().filter(|(_, path)| is_impure(path));
    paths
        .map(|(line, path)| (line, format!("{} in a layer that only computes", path.join("::"))))
        .collect()
}

fn version_knowledge(source: &Source) -> Vec<(usize, String)> {
    if KNOW_VERSIONS.iter().any(|place| source.path.starts_with(place)) {
        return Vec::new();
    }
    let is_version = |text: &str| {
        let dates = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
        dates.iter().any(|date| text.contains(date))
    };
    // There, `version` is the version of JSON-RPC.
    let is_json_rpc = source.path.starts_with("jsonrpc/");
    let judge = |index: usize| {
        let complaint = match source.at(index)? {
            Token::Word(word) if word.starts_with("V20") => format!("names {word}"),
            Token::Text(text) if is_version(text) => format!("names a version: {text:?}"),
            Token::Word(word)
                if word == "version" && !is_json_rpc && is_compared(source, index) =>
            {
                "compares versions".to_owned()
            }
            _ => return None,
        };
        Some((source.line(index), complaint))
    };
    (0..source.tokens.len()).filter_map(judge).collect()
}

/// Whether the `version` at `index` is compared with something, or matched.
fn is_compared(source: &Source, index: usize) -> bool {
    let is_call = source.at(index + 1) == Some(&Token::Sign('('));
    let after = index + if is_call { 3 } else { 1 };
    let sign = |at: usize| match source.at(at) {
        Some(Token::Sign(sign)) => *sign,
        _ => ' ',
    };
    let operator =
        matches!((sign(after), sign(after + 1)), ('=' | '!' | '<' | '>', '=') | ('<' | '>', _));
    let matched = sign(after) == '{'
        && (index.saturating_sub(8)..index).any(|before| source.word(before) == Some("match"));
    operator || matched
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaks_of(path: &str, text: &str) -> Vec<String> {
        let reexports = BTreeMap::from([("Json".to_owned(), "jsonrpc".to_owned())]);
        leaks(&Source::new(path, text), &reexports).into_iter().map(|(_, what)| what).collect()
    }

    #[test]
    fn a_leak_is_found_in_a_tree_of_imports_and_in_a_plain_path() {
        let tree = "use crate::{error::Result, peer::{Peer, Handle}};";
        assert_eq!(
            leaks_of("engine/mod.rs", tree),
            ["engine must not use peer", "engine must not use peer"]
        );
        let plain = "fn f() { crate::client::connect(); }";
        assert_eq!(leaks_of("peer/driver.rs", plain), ["peer must not use client"]);
        assert_eq!(
            leaks_of("model/mod.rs", "use super::engine::Engine;"),
            ["model must not use engine"]
        );
    }

    #[test]
    fn what_is_allowed_is_not_found() {
        let text = "use crate::{Json, engine::Engine, text}; /* crate::host */ // crate::host
                    const T: &str = \"crate::host::x\";
                    #[cfg(test)] mod tests { use crate::host::Host; }
                    fn f(c: char) -> bool { c == '\"' && super::other::x() }";
        assert_eq!(leaks_of("peer/driver.rs", text), Vec::<String>::new());
    }

    #[test]
    fn siblings_and_unknown_modules_are_found() {
        assert_eq!(
            leaks_of("client/mod.rs", "use crate::server::Router;"),
            ["client must not use server"]
        );
        assert_eq!(leaks_of("client/mod.rs", "use crate::helper::x;").len(), 1);
        assert_eq!(
            leaks_of("transport/sse.rs", "use crate::text::x;"),
            ["transport must not use text"]
        );
    }

    #[test]
    fn who_asks_is_known_to_the_transport_and_above_it_and_knows_neither() {
        let text = "use crate::auth::Principal;";
        for user in ["transport/http/mod.rs", "server/mod.rs", "peer/mod.rs"] {
            assert_eq!(leaks_of(user, text), Vec::<String>::new());
        }
        for user in ["engine/mod.rs", "model/mod.rs", "net/mod.rs"] {
            assert_eq!(leaks_of(user, text).len(), 1, "{user}");
        }
        assert_eq!(leaks_of("auth/mod.rs", "use crate::{net::Body, model::Tool};").len(), 1);
    }

    #[test]
    fn a_clock_or_a_runtime_in_a_pure_layer_is_found() {
        let text = "use std::{fmt, net::IpAddr, time::Instant}; fn f() { Instant::now(); tokio::join!(); }";
        assert_eq!(impure_paths(&Source::new("engine/mod.rs", text)).len(), 3);
        assert_eq!(impure_paths(&Source::new("peer/mod.rs", text)).len(), 0);
    }

    #[test]
    fn knowledge_of_versions_is_found() {
        for text in [
            "Version::V2025_06_18",
            "const A: &str = \"2025-11-25\";",
            "if version >= other {}",
            "if self.version() == other {}",
            "match self.version { _ => () }",
        ] {
            assert_eq!(version_knowledge(&Source::new("peer/mod.rs", text)).len(), 1, "{text}");
        }
        let innocent = "let version: Option<Version> = version; /// 2025-11-25\nf(version);";
        assert_eq!(version_knowledge(&Source::new("peer/mod.rs", innocent)).len(), 0);
        assert_eq!(
            version_knowledge(&Source::new("dialect/mod.rs", "Version::V2025_06_18")).len(),
            0
        );
    }
}
