//! `cargo xtask test`: runs suites, each with a deadline, and adds up what they say.

use std::{
    fmt::Write as _,
    fs,
    io::{Read as _, Write as _},
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

use crate::{
    counts, languages,
    process::{Group, last_lines},
    setup,
    suites::{ALL, Suite},
    workspace::{Context, Result, Workspace},
};

/// How much of a failed suite's output is repeated.
const SHOWN_LINES: usize = 150;
/// The suites whose output is what they show.
const SHOWN: [&str; 1] = ["languages"];
/// How long continuous integration waits for all suites together.
const ALL_SUITES: Duration = Duration::from_mins(90);
/// A build directory in the cache that has grown beyond this is emptied before the tests: cargo
/// itself never forgets what an earlier checkout has built.
const TARGET_BYTES: u64 = 16 << 30;

enum Outcome {
    Ran { passed: u32, failed: u32 },
    NotRun(String),
}

/// The part of the help text that lists the suites.
pub(crate) fn help() -> String {
    let mut text = String::from("Suites of `test`:\n");
    for suite in ALL {
        let _ = writeln!(text, "  {:<19} {}", suite.name, suite.shows);
    }
    text
}

/// Runs the named suites, or all.
pub(crate) fn run(workspace: &Workspace, names: &[&str]) -> Result<ExitCode> {
    let suites = choose(names)?;
    let logs = workspace.target.join("xtask/logs");
    fs::create_dir_all(&logs).context(logs.display())?;
    empty_if_grown(workspace);

    if let Err(why) = setup::need_web_view() {
        println!("the desktop app is left out: {why}");
    }
    if suites.len() > 1 {
        counts::forget(workspace)?;
        languages::judge::forget(workspace);
    }
    let (mut passed, mut failed) = (0, 0);
    let begun = Instant::now();
    for suite in &suites {
        let log = logs.join(format!("{}.log", suite.name));
        // Who asks for one suite wants to see it work.
        let outcome = run_suite(workspace, suite, &log, suites.len() == 1)?;
        passed += outcome.0;
        failed += outcome.1;
    }
    let left = ALL_SUITES.saturating_sub(begun.elapsed());
    println!("\n{} of {} minutes were left", left.as_secs() / 60, ALL_SUITES.as_secs() / 60);
    println!("\n{passed} passed, {failed} failed");
    // Where nothing could run, nothing was shown.
    let all_well = failed == 0 && passed > 0;
    Ok(if all_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn choose(names: &[&str]) -> Result<Vec<&'static Suite>> {
    if names.is_empty() {
        return Ok(ALL.iter().filter(|suite| suite.by_default).collect());
    }
    let find = |name: &&str| ALL.iter().find(|suite| suite.name == *name);
    let unknown = |name: &&str| format!("no such suite: {name}\n\n{}", help()).into();
    names.iter().map(|name| find(name).ok_or_else(|| unknown(name))).collect()
}

/// Runs one suite, prints its line, and gives how many tests passed and failed.
fn run_suite(workspace: &Workspace, suite: &Suite, log: &Path, follow: bool) -> Result<(u32, u32)> {
    let started = Instant::now();
    let outcome = match (suite.prepare)(workspace) {
        Ok(()) => execute(workspace, suite, log, follow)?,
        Err(error) => Outcome::NotRun(error.to_string()),
    };
    let seconds = started.elapsed().as_secs_f32();
    let line =
        |word: &str, rest: &str| println!("{word:<8} {:<19} {seconds:>7.1} s  {rest}", suite.name);
    match outcome {
        Outcome::Ran { passed, failed } => {
            if SHOWN.contains(&suite.name) && !follow {
                println!("{}", fs::read_to_string(log).unwrap_or_default());
            }
            if failed > 0 && !follow {
                let text = fs::read_to_string(log).unwrap_or_default();
                println!("--- {} ---\n{}\n---", log.display(), last_lines(&text, SHOWN_LINES));
            }
            let word = if failed == 0 { "ok" } else { "FAILED" };
            line(word, &format!("{passed} passed, {failed} failed"));
            Ok((passed, failed))
        }
        Outcome::NotRun(why) if suite.optional || !workspace.ci => {
            line("not run", &why);
            Ok((0, 0))
        }
        Outcome::NotRun(why) => {
            line("FAILED", &format!("0 passed, 1 failed: could not run: {why}"));
            Ok((0, 1))
        }
    }
}

fn execute(workspace: &Workspace, suite: &Suite, log: &Path, follow: bool) -> Result<Outcome> {
    let file = fs::File::create(log).context(log.display())?;
    let mut command = (suite.command)(workspace);
    counts::count(workspace, &mut command);
    command.stdout(file.try_clone().context(log.display())?).stderr(file);

    let mut shown = fs::File::open(log).context(log.display())?;
    let status = Group::start(&mut command)?.wait(suite.deadline, || {
        let mut new = Vec::new();
        if follow && shown.read_to_end(&mut new).is_ok() {
            // A closed terminal is no reason to end the tests.
            let _ = std::io::stdout().write_all(&new);
        }
    })?;

    let bytes = fs::read(log).context(log.display())?;
    let (passed, mut failed) = count(&String::from_utf8_lossy(&bytes));
    let ended_well = status.is_some_and(|status| status.success());
    if status.is_none() {
        println!("{} was not done after {} s", suite.name, suite.deadline.as_secs());
    }
    if ended_well && passed + failed == 0 {
        return Ok(Outcome::Ran { passed: 1, failed: 0 });
    }
    if !ended_well && failed == 0 {
        failed = 1;
    }
    Ok(Outcome::Ran { passed, failed })
}

/// Adds up the closing lines of libtest (`test result: ok. 2 passed; 0 failed; …`) and of our own
/// suites (`client: 2 passed, 0 failed`).
pub(crate) fn count(log: &str) -> (u32, u32) {
    let number_before = |line: &str, word: &str| -> Option<u32> {
        line.split_once(word)?
            .0
            .rsplit(|character: char| !character.is_ascii_digit())
            .next()?
            .parse()
            .ok()
    };
    let closing = |line: &&str| {
        let own = line.split_once(": ").is_some_and(|(name, rest)| {
            name.chars().all(|character| character.is_ascii_lowercase())
                && rest.starts_with(|character: char| character.is_ascii_digit())
        });
        own || line.starts_with("test result: ")
    };
    log.lines().filter(closing).fold((0, 0), |(passed, failed), line| {
        match (number_before(line, " passed"), number_before(line, " failed")) {
            (Some(more_passed), Some(more_failed)) => (passed + more_passed, failed + more_failed),
            _ => (passed, failed),
        }
    })
}

/// Empties the build directory that continuous integration keeps, once it has grown too large.
fn empty_if_grown(workspace: &Workspace) {
    if !workspace.ci || !workspace.target.starts_with(&workspace.cache) {
        return;
    }
    if bytes_in(&workspace.target) > TARGET_BYTES {
        println!("emptying {}", workspace.target.display());
        for folder in ["ci/deps", "ci/build", "ci/.fingerprint", "release", "debug", "doc"] {
            // What cannot be removed is only in the way of the disk.
            let _ = fs::remove_dir_all(workspace.target.join(folder));
        }
    }
}

fn bytes_in(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    entries
        .flatten()
        .map(|entry| match entry.metadata() {
            Ok(metadata) if metadata.is_dir() => bytes_in(&entry.path()),
            Ok(metadata) => metadata.len(),
            Err(_) => 0,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn closing_lines_of_libtest_and_of_our_own_suites_are_added_up() {
        let log = "test a ... ok\n\
                   test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out\n\
                   the server: it failed, 3 passed by\n\
                   test result: FAILED. 2 passed; 1 failed; 0 ignored\n\
                   client: 10 passed, 1 failed\n";
        assert_eq!(count(log), (24, 2));
    }

    #[test]
    fn a_log_without_a_closing_line_counts_nothing() {
        assert_eq!(count("Finished `ci` profile\nwarning: 1 passed\n"), (0, 0));
    }
}
