//! Kotlin: the package, its tests and lints, the walk, and the agent.
//!
//! Maven builds into the target directory and keeps its downloads in the cache; the versions of
//! all of them stand in the `pom.xml`.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Duration,
};

use crate::{
    languages::judge,
    process::{self, Group},
    setup,
    workspace::{Context as _, Result, Workspace},
};

/// Where the sources of the package are.
const SOURCE: &str = "bindings-swift/kotlin";
/// What ktlint reads.
const LINTED: [&str; 5] = [
    "bindings-swift/kotlin/src/main/kotlin/io/**/*.kt",
    "bindings-swift/kotlin/src/test/**/*.kt",
    "bindings-swift/kotlin/examples/*.kt",
    "tests/agents/kotlin/*.kt",
    "tests/bench/bindings/kotlin/*.kt",
];
/// The plugin that fetches a program, and the program.
const COPY: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy";
const KTLINT: &str = "1.7.1";
/// How long Maven may take, which at first fetches all that it needs.
const BUILD: Duration = Duration::from_mins(10);
/// How long any other tool may take.
const TOOL: Duration = Duration::from_mins(3);

/// Installs what the suite needs.
pub(crate) fn prepare(workspace: &Workspace) -> Result<()> {
    setup::need(&[("java", "default-jre-headless"), ("mvn", "maven")])?;
    ktlint(workspace).map(drop)
}

/// Runs the suite.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    workspace.build()?;
    let mut well = lint(workspace)?;
    let package = Package { build: workspace.target.join("xtask/kotlin") };
    well &= package.test(workspace)?;
    well &= package.walk(workspace)?;
    let agent = package.program(workspace, "io.github.hostline.agent.AgentKt")?;
    let words = std::iter::once(agent.get_program()).chain(agent.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    let judged = judge::command(workspace, "kotlin", &shell_words::join(words))?.status();
    well &= judged.context("the judge did not start")?.success();
    Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The package, built in a folder of its own.
struct Package {
    build: PathBuf,
}

impl Package {
    /// Builds the package and runs its tests.
    fn test(&self, workspace: &Workspace) -> Result<bool> {
        // Maven compiles only what has changed itself, and not what stands on it.
        if self.build.exists() {
            fs::remove_dir_all(&self.build).context(self.build.display())?;
        }
        let mut command = self.maven(workspace);
        command.arg(property("hostline.library", &workspace.library("hostline_ffi")));
        let peer = workspace.program("scripted-peer");
        let programs = peer.parent().unwrap_or(&peer);
        command.arg(property("hostline.programs", programs)).arg("test");
        let well = finish(&mut command, BUILD)?;
        // Maven leaves its last line without an end.
        println!();
        let (passed, failed) = totals(&self.build.join("surefire-reports"));
        report("package", passed, failed);
        Ok(well && passed > 0 && failed == 0)
    }

    /// Runs the example, which must print what it prints in every language.
    fn walk(&self, workspace: &Workspace) -> Result<bool> {
        let walk = workspace.root.join("tests/walk");
        let printed =
            process::output(self.program(workspace, "WalkKt")?.arg(walk_target(workspace)), TOOL)?;
        let expected = fs::read_to_string(walk.join("expected.txt")).context(walk.display())?;
        let same = printed == expected;
        if !same {
            println!("the walk printed:\n{printed}");
        }
        report("walk", u32::from(same), u32::from(!same));
        Ok(same)
    }

    /// Maven, for this package.
    fn maven(&self, workspace: &Workspace) -> Command {
        let mut command = maven(workspace);
        command.arg("--file").arg(workspace.root.join(SOURCE).join("pom.xml"));
        command.arg(property("hostline.build", &self.build));
        command
    }

    /// One of the programs that are built with the tests.
    fn program(&self, workspace: &Workspace, main: &str) -> Result<Command> {
        let classes = ["classes", "test-classes"].map(|folder| self.build.join(folder));
        let paths = classes.into_iter().chain(self.dependencies()?);
        let mut command = java(paths)?;
        // Most of these programs are too short for the thorough compiler.
        command.arg("-XX:TieredStopAtLevel=1");
        command.arg(property("hostline.library", &workspace.library("hostline_ffi"))).arg(main);
        Ok(command)
    }

    /// The jars that the package and its tests use.
    fn dependencies(&self) -> Result<Vec<PathBuf>> {
        let file = self.build.join("classpath");
        let paths = fs::read_to_string(&file).context(file.display())?;
        Ok(env::split_paths(paths.trim()).collect())
    }
}

/// Makes the package as users get it, and tries it in a folder with nothing else.
pub(crate) fn bundle(workspace: &Workspace) -> Result<ExitCode> {
    prepare(workspace)?;
    workspace.build()?;
    let mut build = workspace.cargo(&["build", "--release", "--package", "hostline-swift"]);
    if !build.status().context("cargo did not start")?.success() {
        return Err("the library could not be built".into());
    }
    let folder = workspace.target.join("bundle/kotlin");
    if folder.exists() {
        fs::remove_dir_all(&folder).context(folder.display())?;
    }
    let library = workspace.library("hostline_ffi");
    let name = library.file_name().unwrap_or_default();
    let libraries = folder.join("libraries");
    copy(&workspace.target.join("release").join(name), &libraries.join(platform()).join(name))?;

    let package = Package { build: folder.join("build") };
    let mut command = package.maven(workspace);
    command.arg(property("hostline.libraries", &libraries)).args(["-DskipTests", "package"]);
    if !finish(&mut command, BUILD)? {
        return Err("the package could not be built".into());
    }
    let name = |what: &str| format!("hostline-{}{what}.jar", env!("CARGO_PKG_VERSION"));
    for jar in [name(""), name("-sources")] {
        copy(&package.build.join(&jar), &folder.join(&jar))?;
        println!("{}", folder.join(&jar).display());
    }
    try_jar(workspace, &package, &folder.join(name("")))
}

/// Runs the demonstration's server through the jar alone: no property names a library, and none
/// of the package's classes is there but in the jar.
fn try_jar(workspace: &Workspace, package: &Package, jar: &Path) -> Result<ExitCode> {
    let trial = jar.with_file_name("trial");
    let classes = package.build.join("test-classes");
    for entry in fs::read_dir(&classes).context(classes.display())?.flatten() {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with("Walk") {
            copy(&entry.path(), &trial.join(name))?;
        }
    }
    let paths = [trial.clone(), jar.to_owned()].into_iter().chain(package.dependencies()?);
    let mut command = java(paths)?;
    command.current_dir(&trial).arg("WalkKt").arg(walk_target(workspace));
    print!("{}", process::output(&mut command, TOOL)?);
    Ok(ExitCode::SUCCESS)
}

/// The command line of the server that the walk expects.
fn walk_target(workspace: &Workspace) -> String {
    let peer = workspace.program("scripted-peer");
    let scenario = workspace.root.join("tests/walk/server.json");
    let words = ["stdio", "--version", "2026-07-28", "--scenario"];
    let (peer, scenario) = (peer.to_string_lossy(), scenario.to_string_lossy());
    shell_words::join([&[&*peer][..], &words, &[&*scenario]].concat())
}

/// Whether the sources are formatted, and free of what the linter finds.
fn lint(workspace: &Workspace) -> Result<bool> {
    let mut command = Command::new("java");
    command.current_dir(&workspace.root).arg("-jar").arg(ktlint(workspace)?);
    command.arg(format!("--editorconfig={SOURCE}/.editorconfig")).arg("--relative").args(LINTED);
    let well = finish(&mut command, TOOL)?;
    report("lint", u32::from(well), u32::from(!well));
    Ok(well)
}

/// The linter, which is fetched when it is not there.
fn ktlint(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.cache.join("maven");
    let jar = folder.join(format!("ktlint-cli-{KTLINT}-all.jar"));
    if !jar.is_file() {
        let artifact = format!("-Dartifact=com.pinterest.ktlint:ktlint-cli:{KTLINT}:jar:all");
        let mut command = maven(workspace);
        command.current_dir(&workspace.root).arg(COPY).arg(artifact);
        command.arg(property("outputDirectory", &folder));
        process::output(&mut command, BUILD).context("ktlint could not be fetched")?;
    }
    Ok(jar)
}

fn maven(workspace: &Workspace) -> Command {
    let mut command = Command::new("mvn");
    command.args(["--batch-mode", "--quiet", "-Dstyle.color=never"]);
    command.arg(property("maven.repo.local", &workspace.cache.join("maven")));
    command
}

fn java(paths: impl IntoIterator<Item = PathBuf>) -> Result<Command> {
    let mut command = Command::new("java");
    command.arg("-cp").arg(env::join_paths(paths).context("the class path")?);
    Ok(command)
}

fn property(name: &str, path: &Path) -> String {
    format!("-D{name}={}", path.display())
}

/// This platform in the words of JNA, which looks for libraries in folders of these names.
fn platform() -> String {
    let system = match env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        system => system,
    };
    let processor = match env::consts::ARCH {
        "x86_64" => "x86-64",
        processor => processor,
    };
    format!("{system}-{processor}")
}

/// How many tests passed and failed, by the reports of Maven's plugin.
fn totals(reports: &Path) -> (u32, u32) {
    let (mut passed, mut failed) = (0, 0);
    for entry in fs::read_dir(reports).into_iter().flatten().flatten() {
        let text = fs::read_to_string(entry.path()).unwrap_or_default();
        let Some(suite) = text.split_once("<testsuite ").map(|(_, rest)| rest) else { continue };
        let count = |name: &str| -> u32 {
            let value = suite.split_once(&format!(" {name}=\""));
            let value = value.and_then(|(_, rest)| rest.split('"').next());
            value.and_then(|value| value.parse().ok()).unwrap_or(0)
        };
        let bad = count("failures") + count("errors");
        passed += count("tests").saturating_sub(bad + count("skipped"));
        failed += bad;
    }
    (passed, failed)
}

/// Runs a command, and says whether it ended well.
fn finish(command: &mut Command, deadline: Duration) -> Result<bool> {
    let status = Group::start(command)?.wait(deadline, || ())?;
    Ok(status.is_some_and(|status| status.success()))
}

fn report(what: &str, passed: u32, failed: u32) {
    println!("{what}: {passed} passed, {failed} failed");
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let parent = to.parent().unwrap_or(to);
    fs::create_dir_all(parent).context(parent.display())?;
    fs::copy(from, to).map(drop).context(from.display())
}

#[cfg(test)]
mod tests {
    use super::totals;

    #[test]
    fn the_reports_of_all_classes_are_added_up() {
        let folder = std::env::temp_dir().join(format!("hostline-totals-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let suite = |tests, errors| {
            format!(
                "<?xml?>\n<testsuite name=\"a\" tests=\"{tests}\" errors=\"{errors}\" skipped=\"1\" failures=\"1\">"
            )
        };
        std::fs::write(folder.join("TEST-a.xml"), suite(5, 1)).expect("a file");
        std::fs::write(folder.join("TEST-b.xml"), suite(3, 0)).expect("a file");
        std::fs::write(folder.join("a.txt"), "Tests run: 5").expect("a file");
        let found = totals(&folder);
        std::fs::remove_dir_all(&folder).expect("the folder goes");
        assert_eq!(found, (3, 3));
    }
}
