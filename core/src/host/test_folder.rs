//! A folder for one test.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::auth::unguessable;

/// A folder that does not exist yet, and is removed with all that is in it.
pub(in crate::host) struct TestFolder(PathBuf);

impl TestFolder {
    pub(in crate::host) fn new() -> Self {
        let name = format!("hostline-host-{}", unguessable().unwrap());
        Self(std::env::temp_dir().join(name))
    }

    pub(in crate::host) fn path(&self) -> &Path {
        &self.0
    }

    /// The only file that ends so.
    pub(in crate::host) fn file(&self, end: &str) -> PathBuf {
        let mut found: Vec<PathBuf> =
            fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path()).collect();
        found.retain(|file| file.to_str().unwrap().ends_with(end));
        assert_eq!(found.len(), 1, "{found:?}");
        found.remove(0)
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
