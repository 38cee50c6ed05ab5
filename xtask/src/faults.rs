//! Faults put into a copy of the tree, to see which tests turn red.

use std::{
    borrow::Cow,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use crate::{
    process,
    workspace::{Context, Result, Workspace},
};

/// A text of a file that is replaced by another. It stands in the file once.
pub(crate) struct Edit<'a> {
    pub(crate) file: &'a Path,
    pub(crate) find: &'a str,
    pub(crate) replace: Cow<'a, str>,
}

impl Edit<'_> {
    /// The text of its file, with the fault.
    pub(crate) fn put_into(&self, text: &str) -> Result<String> {
        if text.matches(self.find).count() != 1 {
            let file = self.file.display();
            return Err(format!("this stands not once in {file}: {}", self.find).into());
        }
        Ok(text.replace(self.find, &self.replace))
    }
}

/// A copy of the tree as it was committed last, with a build directory of its own. Both stay for
/// the next run.
pub(crate) struct Copy<'a> {
    workspace: &'a Workspace,
    pub(crate) tree: PathBuf,
    target: PathBuf,
    commit: String,
}

impl<'a> Copy<'a> {
    /// Makes the copy, or takes that of an earlier run, and takes away every fault.
    pub(crate) fn make(workspace: &'a Workspace) -> Result<Self> {
        let folder = workspace.target.join("copy");
        let (tree, target) = (folder.join("tree"), folder.join("target"));
        let commit = git(&workspace.root, &["rev-parse", "HEAD"])?;
        if !tree.join(".git").exists() {
            let tree = tree.to_string_lossy();
            // A copy whose folder was removed is forgotten first.
            git(&workspace.root, &["worktree", "prune"])?;
            git(&workspace.root, &["worktree", "add", "--detach", &tree, "HEAD"])?;
        }
        let copy = Self { workspace, tree, target, commit: commit.trim().to_owned() };
        copy.restore()?;
        Ok(copy)
    }

    /// Takes away every fault.
    pub(crate) fn restore(&self) -> Result<()> {
        git(&self.tree, &["reset", "--quiet", "--hard", &self.commit]).map(drop)
    }

    /// The text of a file of the tree.
    pub(crate) fn read(&self, file: &Path) -> Result<String> {
        fs::read_to_string(self.tree.join(file)).context(file.display())
    }

    /// Writes a file of the tree.
    pub(crate) fn write(&self, file: &Path, text: &str) -> Result<()> {
        fs::write(self.tree.join(file), text).context(file.display())
    }

    /// The arguments that leave out what cannot be built here.
    pub(crate) fn left_out(&self) -> &'static [&'static str] {
        self.workspace.left_out()
    }

    /// Cargo's tests in the tree. What one fault changes is little of a crate, so that what the
    /// compiler knows of the rest is kept.
    pub(crate) fn cargo_test(&self) -> Command {
        let mut command = self.workspace.cargo(&["test", "--profile", "ci", "--all-features"]);
        command.current_dir(&self.tree).env("CARGO_TARGET_DIR", &self.target);
        command.env("CARGO_INCREMENTAL", "1");
        command
    }
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new("git");
    process::output(command.current_dir(folder).args(arguments), Duration::from_mins(2))
        .context(format!("git {}", arguments.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_put_where_its_text_stands_once() {
        let edit = Edit { file: Path::new("a.rs"), find: "there", replace: "gone".into() };
        assert_eq!(edit.put_into("if there {\n}").expect("it stands there"), "if gone {\n}");
        for text in ["", "if There {", "if there { there"] {
            assert!(edit.put_into(text).is_err(), "{text}");
        }
    }
}
