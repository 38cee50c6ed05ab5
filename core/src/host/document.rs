//! A file of the host: JSON with the number of its format, replaced as a whole.

use std::{fs::File, path::PathBuf, sync::Arc, time::Duration};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tokio::task;

use crate::{
    error::{Error, ErrorCode, Result},
    folder::Folder,
};

/// How long a change waits for another process that is changing the file.
const LOCK_WAIT: Duration = Duration::from_secs(10);
/// What the lock file of a file has behind its name.
const LOCK: &str = ".lock";

/// What the files of one kind are.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// What they hold, for a person: "the approved definitions".
    pub(super) what: &'static str,
    /// The format that this program reads and writes.
    pub(super) format: u32,
    /// The longest file, in bytes.
    pub(super) most_bytes: usize,
}

/// One such file. Whoever changes it holds its lock, so that no change of another is lost.
///
/// A file that cannot be read, is damaged or was written by a newer program is
/// [`ErrorCode::Storage`], and stays as it is.
#[derive(Clone)]
pub(super) struct Document {
    folder: Arc<Folder>,
    file: String,
    kind: Kind,
}

/// The number of the format stands in front, and is read first.
#[derive(Deserialize)]
struct Format {
    #[serde(rename = "version")]
    format: u32,
}

#[derive(Serialize, Deserialize)]
struct Formatted<T> {
    #[serde(rename = "version")]
    format: u32,
    content: T,
}

impl Document {
    pub(super) fn new(folder: Arc<Folder>, file: String, kind: Kind) -> Self {
        Self { folder, file, kind }
    }

    /// What the file holds; the default if there is none.
    pub(super) async fn read<T>(&self) -> Result<T>
    where
        T: DeserializeOwned + Default + Send + 'static,
    {
        let document = self.clone();
        blocking(move || document.read_now()).await
    }

    /// Changes what the file holds, and hands on what it holds then while nobody else can change
    /// it. If the change says with `None` that there is nothing to change, the file stays as it is;
    /// if it fails, nothing is handed on either. Once begun, all of it is done, also if nobody
    /// waits.
    pub(super) async fn change<T, R>(
        &self,
        change: impl FnOnce(&mut T) -> Result<Option<R>> + Send + 'static,
        kept: impl FnOnce(T) + Send + 'static,
    ) -> Result<Option<R>>
    where
        T: Serialize + DeserializeOwned + Default + Send + 'static,
        R: Send + 'static,
    {
        let lock = self.lock().await?;
        let document = self.clone();
        blocking(move || {
            let mut content: T = document.read_now()?;
            let changed = change(&mut content)?;
            if changed.is_some() {
                document.write_now(&content)?;
            }
            kept(content);
            drop(lock);
            Ok(changed)
        })
        .await
    }

    /// Whether there is a file, whatever it holds.
    pub(super) async fn exists(&self) -> Result<bool> {
        let document = self.clone();
        blocking(move || {
            let bytes = document.folder.read(&document.file, document.kind.most_bytes)?;
            Ok(bytes.is_some())
        })
        .await
    }

    /// Removes the file, also one that is damaged. Says whether there was one.
    pub(super) async fn remove(&self) -> Result<bool> {
        let lock = self.lock().await?;
        let document = self.clone();
        blocking(move || {
            let removed = document.folder.remove(&document.file);
            drop(lock);
            removed
        })
        .await
    }

    async fn lock(&self) -> Result<File> {
        self.folder.lock(&format!("{}{LOCK}", self.file), LOCK_WAIT).await
    }

    fn read_now<T: DeserializeOwned + Default>(&self) -> Result<T> {
        let Some(bytes) = self.folder.read(&self.file, self.kind.most_bytes)? else {
            return Ok(T::default());
        };
        let damaged = |error| self.damaged(error);
        let Format { format } = serde_json::from_slice(&bytes).map_err(damaged)?;
        if format != self.kind.format {
            let path = self.path().display().to_string();
            let message = format!("{path} is of format {format}, which this release cannot read");
            return Err(Error::new(ErrorCode::Storage, message)
                .with_next_step("use the newest release, or move the file away"));
        }
        let Formatted { content, .. } = serde_json::from_slice(&bytes).map_err(damaged)?;
        Ok(content)
    }

    fn write_now<T: Serialize>(&self, content: &T) -> Result<()> {
        let formatted = Formatted { format: self.kind.format, content };
        let bytes = serde_json::to_vec(&formatted).map_err(|source| {
            let message = format!("{} cannot be written down", self.kind.what);
            Error::new(ErrorCode::Internal, message).with_source(source)
        })?;
        if bytes.len() > self.kind.most_bytes {
            let (what, most) = (self.kind.what, self.kind.most_bytes);
            let message = format!("{what} would take more than {most} bytes");
            return Err(Error::new(ErrorCode::Limit, message));
        }
        self.folder.write(&self.file, &bytes)
    }

    fn damaged(&self, source: serde_json::Error) -> Error {
        let message = format!("{} is damaged: {source}", self.path().display());
        let what = self.kind.what;
        Error::new(ErrorCode::Storage, message)
            .with_source(source)
            .with_next_step(format!("move the file away to begin anew without {what}"))
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join(&self.file)
    }
}

/// Runs what blocks where it keeps nobody waiting. It runs to its end even if nobody waits for it.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    task::spawn_blocking(work).await.unwrap_or_else(|error| {
        Err(Error::new(ErrorCode::Internal, "storing failed without a word").with_source(error))
    })
}
