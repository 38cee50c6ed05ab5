//! `cargo xtask requirements`: which of the specification's rules are tested.
//!
//! The ledger in `tests/requirements` accounts for each bold MUST and MUST NOT of the five
//! versions: by tests, by a reason why it does not apply, or by saying what is missing. This module
//! reads it, refuses what is not true of it, and prints the sum.

mod evidence;
mod ledger;
mod mutations;
mod pages;
mod statement;
#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, path::Path, process::ExitCode};

#[cfg(test)]
pub(crate) use evidence::has_test;
use ledger::{Ledger, Standing};
use pages::Pages;

use crate::workspace::{Result, Workspace};

const FOLDER: &str = "tests/requirements";
/// The largest share of a version's statements that may be set aside as not applicable.
const MOST_NOT_APPLICABLE_PERCENT: usize = 15;

/// What one version's statements come to.
#[derive(Clone, Copy, Default)]
struct Sum {
    tested: usize,
    not_applicable: usize,
    open: usize,
}

impl Sum {
    fn add(&mut self, standing: Standing) {
        match standing {
            Standing::Tested => self.tested += 1,
            Standing::NotApplicable => self.not_applicable += 1,
            Standing::Open => self.open += 1,
        }
    }

    fn all(self) -> usize {
        self.tested + self.not_applicable + self.open
    }

    fn sets_too_much_aside(self) -> bool {
        self.not_applicable * 100 > self.all() * MOST_NOT_APPLICABLE_PERCENT
    }
}

/// Runs the command with what follows its name.
///
/// # Errors
/// The ledger cannot be read, or says what is not so.
pub(crate) fn run(workspace: &Workspace, flags: &[&str]) -> Result<ExitCode> {
    let folder = workspace.root.join(FOLDER);
    match flags {
        [] => report(workspace, &folder, None, false),
        ["--open"] => report(workspace, &folder, None, true),
        ["--spec", spec] => report(workspace, &folder, Some(Path::new(spec)), false),
        ["--draw"] => {
            let ledger = checked(workspace, &folder, None)?;
            for rule in mutations::draw(&ledger) {
                println!("{}", rule.id);
            }
            Ok(ExitCode::SUCCESS)
        }
        ["--mutate"] => mutate(workspace, &folder, usize::MAX),
        ["--mutate", most] => {
            let most = most.parse().map_err(|_| format!("{most} is no number of mutations"))?;
            mutate(workspace, &folder, most)
        }
        _ => Err(format!("requirements does not know {}", flags.join(" ")).into()),
    }
}

fn mutate(workspace: &Workspace, folder: &Path, most: usize) -> Result<ExitCode> {
    let ledger = checked(workspace, folder, None)?;
    mutations::run(workspace, folder, &ledger, most)
}

/// Prints the table. Success means that every statement is accounted for.
fn report(
    workspace: &Workspace,
    folder: &Path,
    spec: Option<&Path>,
    list_open: bool,
) -> Result<ExitCode> {
    let ledger = checked(workspace, folder, spec)?;
    if list_open {
        for rule in ledger.rules.iter().filter(|rule| rule.standing() == Standing::Open) {
            println!("{}: {}", rule.id, rule.open.as_deref().unwrap_or_default());
        }
    }
    let sums = sums(&ledger);
    println!("version     statements  by tests  not applicable  open");
    for (version, sum) in &sums {
        let (all, tested, aside, open) = (sum.all(), sum.tested, sum.not_applicable, sum.open);
        println!("{version}  {all:10}  {tested:8}  {aside:14}  {open:4}");
    }
    let aside: Vec<&str> = sums
        .iter()
        .filter_map(|(version, sum)| sum.sets_too_much_aside().then_some(version.as_str()))
        .collect();
    if !aside.is_empty() {
        let versions = aside.join(", ");
        println!(
            "more than {MOST_NOT_APPLICABLE_PERCENT} % are set aside as not applicable: {versions}"
        );
    }
    let total = |part: fn(&Sum) -> usize| sums.values().map(part).sum::<usize>();
    let open = total(|sum| sum.open);
    println!(
        "requirements: {} accounted for, {} not applicable, {open} open",
        total(|sum| sum.tested),
        total(|sum| sum.not_applicable),
    );
    let complete = open == 0 && aside.is_empty();
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The ledger, once nothing in it is found to be wrong.
fn checked(workspace: &Workspace, folder: &Path, spec: Option<&Path>) -> Result<Ledger> {
    let pages = Pages::read(&folder.join(pages::FILE))?;
    let ledger = Ledger::read(folder)?;
    let mut complaints = ledger.complaints(&pages);
    complaints.extend(evidence::complaints(&workspace.root, &ledger)?);
    if let Some(spec) = spec {
        complaints.extend(pages.compare(spec)?);
    }
    if complaints.is_empty() {
        return Ok(ledger);
    }
    Err(format!("the ledger is wrong:\n  {}", complaints.join("\n  ")).into())
}

fn sums(ledger: &Ledger) -> BTreeMap<String, Sum> {
    let mut sums: BTreeMap<String, Sum> = BTreeMap::new();
    for rule in &ledger.rules {
        for statement in &rule.statements {
            sums.entry(statement.version.clone()).or_default().add(rule.standing());
        }
    }
    sums
}
