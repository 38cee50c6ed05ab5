//! The two packages of npm: the one with the JavaScript, and that of this platform.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{
    Profile, Protected, Room, STEP, print_size, programs, says_version, snippets, test_command,
};
use crate::{
    languages::node::{Tools, need, offer_platforms, package, platform, platform_package, write},
    process,
    tally::Tally,
    workspace::{Context, Result, Workspace},
};

/// Makes both packages in a folder, installs them, and tries them as one.
pub(super) fn make_and_try(
    workspace: &Workspace,
    profile: Profile,
    folder: &Path,
    tally: &mut Tally,
) -> Result<()> {
    workspace.build()?;
    let tools = Tools::install(workspace)?;
    if folder.exists() {
        fs::remove_dir_all(folder).context(folder.display())?;
    }
    let library = match profile {
        // What all other tests use; to build it anew without what they need would take minutes.
        Profile::Ci => workspace.library("hostline_node"),
        Profile::Release => build(workspace)?,
    };
    print_size(&library)?;
    package(workspace, &tools, &folder.join("hostline"))?;
    offer_platforms(&folder.join("hostline/package.json"))?;
    platform_package(&library, &folder.join(platform()))?;
    let room = Room::new(workspace, &folder.join("room"))?;
    let packed = pack(workspace, &room, folder)?;
    let trial = Trial { workspace, tools: &tools, room: &room };

    tally.take("node: the package alone says what is missing", || {
        trial.install(&packed[..1])?;
        trial.says_what_is_missing()
    });
    tally.take("node: both packages are installed without a network", || trial.install(&packed));
    tally.take("node: the pages do what they say", || trial.read_me());
    tally.take("node: each operation is used as its page shows", || trial.pages());
    if matches!(profile, Profile::Release) {
        tally.take("node: the operations of tests are not in it", || trial.has_no_tests());
    }
    tally.take("node: npx finds the command", || {
        says_version(room.program("npx").args(["--no", "--", "hostline"]))
    });
    tally.take("node: the command does what the program does", || {
        test_command(workspace, &room, &room.folder.join("node_modules/.bin/hostline"))
    });
    for file in packed {
        println!("{}", file.display());
    }
    Ok(())
}

/// Builds the library of a release, without what only tests use.
fn build(workspace: &Workspace) -> Result<PathBuf> {
    let words = ["build", "--locked", "--release", "--package", "hostline-node"];
    let status = workspace.cargo(&words).status().context("cargo did not start")?;
    if !status.success() {
        return Err("the library could not be built".into());
    }
    let name = workspace.library("hostline_node");
    Ok(workspace.target.join("release").join(name.file_name().unwrap_or_default()))
}

/// The two files that would be published, the package itself first.
fn pack(workspace: &Workspace, room: &Room, folder: &Path) -> Result<Vec<PathBuf>> {
    let pack = |name: &str| -> Result<PathBuf> {
        let mut npm = room.npm(workspace)?;
        npm.current_dir(folder).args(["pack", "--silent"]).arg(format!("./{name}"));
        Ok(folder.join(process::output(&mut npm, STEP).context("npm pack")?.trim()))
    };
    Ok(vec![pack("hostline")?, pack(&platform())?])
}

/// The packages in a room.
struct Trial<'a> {
    workspace: &'a Workspace,
    tools: &'a Tools,
    room: &'a Room,
}

impl Trial<'_> {
    fn install(&self, packed: &[PathBuf]) -> Result<()> {
        let mut install = self.room.npm(self.workspace)?;
        install.args(["install", "--offline", "--no-save", "--omit=dev"]).args(packed);
        process::output(&mut install, STEP).context("npm install").map(drop)
    }

    fn node(&self, script: &str, words: &[&str]) -> Command {
        let mut node = self.room.program("node");
        node.arg(script).args(words);
        node
    }

    /// Runs a program that is written here.
    fn program(&self, name: &str, text: &str, words: &[&str]) -> Result<String> {
        write(&self.room.folder.join(name), text)?;
        process::output(&mut self.node(name, words), STEP)
    }

    fn says_what_is_missing(&self) -> Result<()> {
        let mut command = self.node("node_modules/hostline/dist/command.js", &["--version"]);
        let said = process::said(&mut command, STEP)?;
        let expected = format!("is not installed: npm install {}@", platform());
        if said.code == Some(11) && said.stderr.contains(&expected) {
            return Ok(());
        }
        Err(format!("it ended with {:?} and said: {}", said.code, said.stderr).into())
    }

    /// The snippets of a page are one program, in the order in which they stand there.
    fn read_me(&self) -> Result<()> {
        let programs = self.room.folder.join("pages");
        for (name, page) in [("root", "README.md"), ("package", "bindings-node/README.md")] {
            let page = self.workspace.root.join(page);
            let text = fs::read_to_string(&page).context(page.display())?;
            write(&programs.join(format!("{name}.ts")), &snippets(&text, "ts").concat())?;
        }
        write(&programs.join("package.json"), r#"{"type": "module"}"#)?;
        write(&programs.join("tsconfig.json"), SETTINGS)?;
        need(&mut self.tools.compile(&programs))?;
        for name in ["root", "package"] {
            let mut program = self.node(&format!("pages/{name}.js"), &[]);
            print!("{}", process::output(&mut program, STEP).context(name)?);
        }
        Ok(())
    }

    /// Each section of the page of operations is a program.
    fn pages(&self) -> Result<()> {
        let page = self.workspace.root.join("docs/node.md");
        let text = fs::read_to_string(&page).context(page.display())?;
        let protected = Protected::start(self.workspace)?;
        let sections = programs(&text, "ts", &protected.address);
        let folder = self.room.folder.join("operations");
        for (name, program) in &sections {
            write(&folder.join(format!("{name}.ts")), program)?;
        }
        write(&folder.join("package.json"), r#"{"type": "module"}"#)?;
        write(&folder.join("tsconfig.json"), SETTINGS)?;
        need(&mut self.tools.compile(&folder))?;
        for (name, _) in &sections {
            let mut program = self.node(&format!("operations/{name}.js"), &[]);
            print!("{name}: {}", process::output(&mut program, STEP).context(name)?);
        }
        println!("{} programs of {}", sections.len(), page.display());
        if sections.is_empty() { Err("there are no programs".into()) } else { Ok(()) }
    }

    fn has_no_tests(&self) -> Result<()> {
        let peer = self.workspace.program("scripted-peer");
        let target = shell_words::join([&*peer.to_string_lossy(), "demo", "stdio"]);
        self.program("without-tests.mjs", WITHOUT_TESTS, &[&target]).map(drop)
    }
}

/// How a careful person compiles a program for Node.js 20.
const SETTINGS: &str = r#"{
  "compilerOptions": {
    "target": "es2022",
    "lib": ["es2022", "esnext.disposable"],
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true
  }
}
"#;

/// An operation that only tests use is unknown.
const WITHOUT_TESTS: &str = "\
import { connect } from 'hostline';
const server = await connect(process.argv[2]);
const code = await server.call('testing/live').catch((error) => error.code);
if (code !== 'invalid_input') throw new Error('the operations of tests are there');
await server.close();
";
