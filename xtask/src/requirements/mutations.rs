//! Whether the tests of the ledger turn red: faults put into a copy of the tree, one at a time.
//!
//! Which rules are tried is drawn by a fixed seed from those that cargo's tests account for, so
//! that nobody chooses the easy ones. Each fault must compile, and its test must fail, which is one
//! of those that account for the rule.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Duration,
};

use serde::Deserialize;

use super::{
    evidence::Evidence,
    ledger::{Ledger, Rule, Standing},
};
use crate::{
    faults::{Copy, Edit},
    process,
    test::count,
    workspace::{Context, Result, Workspace},
};

/// The file of the ledger that holds the faults.
pub(super) const FILE: &str = "mutations.toml";
const DRAWN: usize = 20;
const SEED: u64 = 0x0068_6f73_746c_696e;
/// How long building and running a test may take.
const RUN: Duration = Duration::from_mins(40);

/// One fault.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mutation {
    /// The id of the rule that it breaks.
    rule: String,
    file: PathBuf,
    /// The text that is replaced; it stands in the file once.
    find: String,
    replace: String,
    /// What follows `cargo test`, for example `--lib engine::tests::NAME`. Words with `=` before
    /// the first option are put into the environment.
    test: String,
}

impl Mutation {
    /// Whether its test is one of those that account for the rule.
    pub(super) fn runs_a_test_of(&self, rule: &Rule) -> bool {
        let mut words = self.test.split(' ');
        words.any(|word| {
            rule.tests.iter().any(|test| match test {
                Evidence::Rust { path, .. } => word == path,
                Evidence::Scenario(name) => word.strip_prefix("SCENARIO=") == Some(name.as_str()),
                Evidence::Conformance { .. } => false,
            })
        })
    }

    fn edit(&self) -> Edit<'_> {
        Edit { file: &self.file, find: &self.find, replace: self.replace.as_str().into() }
    }

    /// The text of its file, with the fault.
    fn broken(&self, copy: &Copy<'_>) -> Result<String> {
        self.edit().put_into(&copy.read(&self.file)?)
    }
}

/// The rules that are tried. Each has its lot by its own id, so that a new rule disturbs few.
pub(super) fn draw(ledger: &Ledger) -> Vec<&Rule> {
    let mut rules: Vec<&Rule> = ledger
        .rules
        .iter()
        .filter(|rule| rule.standing() == Standing::Tested)
        .filter(|rule| rule.tests.iter().any(Evidence::is_run_by_cargo))
        .collect();
    rules.sort_by_key(|rule| (lot(&rule.id), &rule.id));
    rules.truncate(DRAWN);
    rules
}

/// FNV-1a from the seed, with a last stir (that of SplitMix64) for ids that differ in little.
fn lot(id: &str) -> u64 {
    let hash = id
        .bytes()
        .fold(SEED, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let stirred = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let stirred = (stirred ^ (stirred >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    stirred ^ (stirred >> 31)
}

/// Tries at most so many of the faults.
///
/// # Errors
/// The file does not hold the rules that were drawn, or the copy cannot be made.
pub(super) fn run(
    workspace: &Workspace,
    folder: &Path,
    ledger: &Ledger,
    most: usize,
) -> Result<ExitCode> {
    let mutations = read(&folder.join(FILE))?;
    let drawn = draw(ledger);
    let ids: Vec<&str> = drawn.iter().map(|rule| rule.id.as_str()).collect();
    let written: Vec<&str> = mutations.iter().map(|mutation| mutation.rule.as_str()).collect();
    if ids != written {
        let ids = ids.join("\n  ");
        return Err(format!("{FILE} must break these rules, in this order:\n  {ids}").into());
    }
    let mut pairs = mutations.iter().zip(drawn);
    if let Some((_, rule)) = pairs.find(|(mutation, rule)| !mutation.runs_a_test_of(rule)) {
        return Err(format!("{FILE} runs no test that accounts for {}", rule.id).into());
    }

    let copy = Copy::make(workspace)?;
    let mutations = &mutations[..most.min(mutations.len())];
    // All tests are tried before the first fault, so that the tree without one is built once.
    let passing: Vec<Result<()>> =
        mutations.iter().map(|mutation| try_without(&copy, mutation)).collect();
    let mut passed = 0;
    for (mutation, passing) in mutations.iter().zip(passing) {
        let outcome = passing.and_then(|()| try_with(&copy, mutation));
        passed += usize::from(outcome.is_ok());
        let said = outcome.err().map_or_else(|| "red".to_owned(), |error| error.to_string());
        println!("{}: {said}", mutation.rule);
    }
    let failed = mutations.len() - passed;
    println!("mutations: {passed} passed, {failed} failed");
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Finds where each fault is put, in the tree at `root`.
#[cfg(test)]
pub(super) fn find(root: &Path) -> Result<()> {
    for mutation in read(&root.join("tests/requirements").join(FILE))? {
        let text = fs::read_to_string(root.join(&mutation.file)).context(&mutation.rule)?;
        mutation.edit().put_into(&text).context(&mutation.rule)?;
    }
    Ok(())
}

fn read(file: &Path) -> Result<Vec<Mutation>> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        mutation: Vec<Mutation>,
    }
    let text = fs::read_to_string(file).context(file.display())?;
    let File { mutation } = toml::from_str(&text).context(FILE)?;
    Ok(mutation)
}

/// Success means that the test passes without the fault, and that this can be put in.
fn try_without(copy: &Copy<'_>, mutation: &Mutation) -> Result<()> {
    mutation.broken(copy)?;
    let log = test(copy, mutation).context("the test fails without the fault")?;
    if count(&log).0 == 0 {
        return Err("there is no such test".into());
    }
    Ok(())
}

/// Success means that the test fails with the fault.
fn try_with(copy: &Copy<'_>, mutation: &Mutation) -> Result<()> {
    copy.restore()?;
    copy.write(&mutation.file, &mutation.broken(copy)?)?;
    match test(copy, mutation) {
        Ok(_) => Err("the test stays green".into()),
        Err(error) if error.to_string().contains("error: test failed") => Ok(()),
        // It does not compile, for example.
        Err(error) => Err(error),
    }
}

/// Builds and runs a test.
fn test(copy: &Copy<'_>, mutation: &Mutation) -> Result<String> {
    process::output(&mut command(copy, mutation)?, RUN)
}

fn command(copy: &Copy<'_>, mutation: &Mutation) -> Result<Command> {
    let words = shell_words::split(&mutation.test).context(&mutation.test)?;
    let variables = words.iter().take_while(|word| !word.starts_with('-')).count();
    let (variables, words) = words.split_at(variables);
    let mut command = copy.cargo_test();
    command.args(["--quiet", "--workspace"]).args(copy.left_out()).args(words);
    for variable in variables {
        let (name, value) = variable.split_once('=').ok_or("a variable has no value")?;
        command.env(name, value);
    }
    Ok(command)
}
