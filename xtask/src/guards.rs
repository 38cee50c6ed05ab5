//! `cargo xtask guards`: turns each guard of icons off in turn, and sees a test turn red.
//!
//! `tests/icons/guards.toml` says of each what turns it off, and what was made for it: a hostile
//! file, or a test. All of them are put into one copy of the tree, each behind a switch that the
//! environment turns, so that the copy is built once, and does what the tree does while no switch
//! is turned.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Duration,
};

use serde::Deserialize;
use serde_json::Value;

use crate::{
    faults::{Copy, Edit},
    process,
    tally::Tally,
    test::count,
    workspace::{Context, Result, Workspace},
};

const FILE: &str = "tests/icons/guards.toml";
/// What stands for the switch of a guard where it is turned off.
const OFF: &str = "OFF";
/// The variable that says which guard is off.
const SWITCH: &str = "HOSTLINE_GUARD_OFF";
/// The test that draws hostile files, and the variable that says which.
const CORPUS: &str =
    "icons::corpus::hostile_files_are_refused_or_drawn_within_bounds_at_the_largest_size";
const ICON: &str = "ICON";
const BUILD: Duration = Duration::from_hours(1);
/// How long a test may take. With a guard off it may compute until it is ended, more than once.
const RUN: Duration = Duration::from_mins(10);

/// One guard.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Guard {
    /// What it is, in a few words that no other guard has.
    #[serde(rename = "guard")]
    name: String,
    made_for: Case,
    file: PathBuf,
    /// The text that is replaced; it stands in the file once.
    find: String,
    /// What turns the guard off where `OFF` is true, and changes nothing where it is false.
    replace: String,
    /// Other lines of defence, which are off with it, since they would hide it.
    #[serde(default)]
    also: Vec<Line>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    file: PathBuf,
    find: String,
    replace: String,
}

/// What was made for a guard.
#[derive(Deserialize)]
#[serde(try_from = "String")]
enum Case {
    /// `icon NAME`: a hostile file.
    Icon(String),
    /// `rust core PATH`: a test of the core.
    Test(String),
}

impl TryFrom<String> for Case {
    type Error = String;

    fn try_from(text: String) -> std::result::Result<Self, String> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["icon", name] => Ok(Self::Icon(name.to_owned())),
            ["rust", "core", path] => Ok(Self::Test(path.to_owned())),
            _ => Err(format!("{text:?} is neither an icon nor a test of the core")),
        }
    }
}

impl Guard {
    fn edits(&self) -> impl Iterator<Item = Edit<'_>> {
        let first = (&self.file, &self.find, &self.replace);
        let others = self.also.iter().map(|line| (&line.file, &line.find, &line.replace));
        let switch = self.switch();
        [first].into_iter().chain(others).map(move |(file, find, replace)| Edit {
            file,
            find,
            replace: replace.replace(OFF, &switch).into(),
        })
    }

    /// An expression that is true where the environment turns this guard off.
    fn switch(&self) -> String {
        let name = &self.name;
        format!(
            "({{ static OFF: std::sync::OnceLock<bool> = std::sync::OnceLock::new(); \
             *OFF.get_or_init(|| std::env::var({SWITCH:?}).is_ok_and(|off| off == {name:?})) }})"
        )
    }
}

/// Tries at most so many of the guards.
///
/// # Errors
/// The file says what is not so, or the copy cannot be built.
pub(crate) fn run(workspace: &Workspace, most: usize) -> Result<ExitCode> {
    let guards = read(&workspace.root)?;
    let copy = Copy::make(workspace)?;
    for (file, text) in with_switches(&guards, |file| copy.read(file))? {
        copy.write(file, &text)?;
    }
    let programs = Programs::build(&copy)?;
    let guards = &guards[..most.min(guards.len())];
    let mut tally = Tally::default();
    for guard in guards {
        tally.take(&guard.name, || programs.attempt(guard));
    }
    Ok(tally.finish("guards"))
}

fn read(root: &Path) -> Result<Vec<Guard>> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        guard: Vec<Guard>,
    }
    let text = fs::read_to_string(root.join(FILE)).context(FILE)?;
    let File { guard } = toml::from_str(&text).context(FILE)?;
    Ok(guard)
}

/// The texts of all files that hold a guard, each with the switches of all its guards.
fn with_switches(
    guards: &[Guard],
    read: impl Fn(&Path) -> Result<String>,
) -> Result<BTreeMap<&Path, String>> {
    let mut texts = BTreeMap::new();
    for guard in guards {
        for edit in guard.edits() {
            let text = match texts.remove(edit.file) {
                Some(text) => text,
                None => read(edit.file)?,
            };
            texts.insert(edit.file, edit.put_into(&text).context(&guard.name)?);
        }
    }
    Ok(texts)
}

/// The tests of the copy, built.
struct Programs {
    core: Program,
    tests: Program,
}

/// A program of tests, and the folder that it runs in.
struct Program {
    path: PathBuf,
    folder: PathBuf,
}

impl Programs {
    fn build(copy: &Copy<'_>) -> Result<Self> {
        let mut command = copy.cargo_test();
        command.args(["-p", "hostline", "-p", "hostline-tests", "--lib", "--test", "rust"]);
        command.args(["--no-run", "--message-format", "json-render-diagnostics"]);
        let messages = process::output(&mut command, BUILD).context("the copy does not compile")?;
        let program = |name: &str, folder: &str| {
            let path = executable(&messages, name).ok_or("cargo named no program of tests")?;
            Ok::<_, Box<dyn std::error::Error>>(Program { path, folder: copy.tree.join(folder) })
        };
        Ok(Self { core: program("hostline", "core")?, tests: program("rust", "tests")? })
    }

    /// Success means that the test passes with all guards on, and fails with this one off.
    fn attempt(&self, guard: &Guard) -> Result<()> {
        let on = self.run(guard, None).context("all guards are on")?;
        if on.code != Some(0) || count(&on.stdout).0 != 1 {
            return Err("the test does not pass with all guards on".into());
        }
        let off = self.run(guard, Some(&guard.name)).context("the guard is off")?;
        if off.code == Some(0) { Err("the test stays green".into()) } else { Ok(()) }
    }

    fn run(&self, guard: &Guard, off: Option<&str>) -> Result<process::Said> {
        let (program, path) = match &guard.made_for {
            Case::Icon(_) => (&self.tests, CORPUS),
            Case::Test(path) => (&self.core, path.as_str()),
        };
        let mut command = Command::new(&program.path);
        command.current_dir(&program.folder).args(["--exact", path]);
        command.env_remove(SWITCH).env_remove(ICON);
        command.envs(off.map(|name| (SWITCH, name)));
        if let Case::Icon(name) = &guard.made_for {
            command.env(ICON, name);
        }
        process::said(&mut command, RUN)
    }
}

/// The program of tests of this name, by what cargo says that it has built.
fn executable(messages: &str, name: &str) -> Option<PathBuf> {
    let built = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut programs = built.filter(|message| message["profile"]["test"] == true);
    let program = programs.find(|message| message["target"]["name"] == name)?;
    Some(program["executable"].as_str()?.into())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::requirements::has_test;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace is around it")
    }

    #[test]
    fn each_guard_stands_where_the_table_says_and_has_a_name_of_its_own() {
        let guards = read(root()).expect("the table can be read");
        let read = |file: &Path| fs::read_to_string(root().join(file)).context(file.display());
        with_switches(&guards, read).expect("each text stands once");
        let names: BTreeSet<&str> = guards.iter().map(|guard| guard.name.as_str()).collect();
        assert_eq!(names.len(), guards.len());
        for guard in &guards {
            let mut off = guard.also.iter().map(|line| &line.replace).chain([&guard.replace]);
            assert!(off.any(|replace| replace.contains(OFF)), "{}", guard.name);
        }
    }

    #[test]
    fn what_was_made_for_a_guard_is_there() {
        let folder = root().join("tests/src/icons");
        let files = fs::read_dir(folder).expect("the folder is there");
        let icons: String = files
            .map(|file| fs::read_to_string(file.expect("it can be listed").path()))
            .map(|text| text.expect("it can be read"))
            .collect();
        let tests = root().join("tests/rust/main.rs");
        assert!(has_test(&tests, CORPUS));
        for guard in read(root()).expect("the table can be read") {
            let (name, is_there) = match guard.made_for {
                Case::Icon(name) => (format!("{name:?}"), icons.contains(&format!("{name:?}"))),
                Case::Test(path) => {
                    (path.clone(), has_test(&root().join("core/src/lib.rs"), &path))
                }
            };
            assert!(is_there, "{}: there is no {name}", guard.name);
        }
    }

    #[test]
    fn two_guards_at_one_place_have_a_switch_each() {
        let guard = |name: &str, find: &str, replace: &str| Guard {
            name: name.to_owned(),
            made_for: Case::Icon("a".to_owned()),
            file: "a.rs".into(),
            find: find.to_owned(),
            replace: replace.to_owned(),
            also: Vec::new(),
        };
        let guards = [guard("one", "a > b", "!OFF && a > b"), guard("two", "if c", "if !OFF && c")];
        let texts = with_switches(&guards, |_| Ok("if c && a > b {}".to_owned()));
        let text = texts.expect("both stand there").remove(Path::new("a.rs"));
        let text = text.expect("the file has switches");
        assert!(text.starts_with("if !({ static OFF"), "{text}");
        assert!(text.contains("== \"one\"") && text.contains("== \"two\""), "{text}");
        let twice = [guard("one", "a", "OFF || a")];
        assert!(with_switches(&twice, |_| Ok("a a".to_owned())).is_err());
    }

    #[test]
    fn a_program_of_tests_is_found_by_its_name() {
        let messages = "{\"target\":{\"name\":\"rust\"},\"profile\":{\"test\":false},\
                        \"executable\":\"/no\"}\nno JSON\n\
                        {\"target\":{\"name\":\"rust\"},\"profile\":{\"test\":true},\
                        \"executable\":\"/yes\"}";
        assert_eq!(executable(messages, "rust"), Some("/yes".into()));
        assert_eq!(executable(messages, "other"), None);
    }
}
