//! Where approved definitions are kept.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc, time::SystemTime};

use serde::{Deserialize, Serialize, de};

use super::{
    definition::{Definition, DefinitionKind},
    set::{Difference, compare},
};
use crate::{
    error::{Error, ErrorCode, Result},
    folder::Folder,
    host::{
        Digest, ServerIdentity,
        document::{Document, Kind},
        time,
    },
};

/// The most definitions that can be approved of one server.
pub const MAX_PINS: usize = 10_000;
/// The most bytes that the approved definitions of one server may take.
pub const MAX_PINS_BYTES: usize = 32 * 1024 * 1024;

const KIND: Kind = Kind { what: "the approved definitions", format: 1, most_bytes: MAX_PINS_BYTES };

/// An approved definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pin {
    /// What stands for the definition.
    pub digest: Digest,
    /// When a person approved it, in seconds since 1970.
    #[serde(with = "time")]
    pub approved_at: SystemTime,
    /// The definition.
    pub definition: Definition,
}

impl<'de> Deserialize<'de> for Pin {
    fn deserialize<D: de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Stored {
            digest: Digest,
            #[serde(with = "time")]
            approved_at: SystemTime,
            definition: Definition,
        }
        let Stored { digest, approved_at, definition } = Stored::deserialize(deserializer)?;
        // What was approved is the digest; a definition that is another was put there since.
        if definition.digest() != digest {
            return Err(de::Error::custom("a definition is not the one that was approved"));
        }
        Ok(Self { digest, approved_at, definition })
    }
}

/// The approved definitions of one server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pins(BTreeMap<(DefinitionKind, String), Pin>);

impl Pins {
    /// That of a name; the instructions' name is empty.
    pub fn pin(&self, kind: DefinitionKind, name: &str) -> Option<&Pin> {
        self.0.get(&(kind, name.to_owned()))
    }

    /// Whether this very definition is approved.
    pub fn approves(&self, definition: &Definition) -> bool {
        let pin = self.pin(definition.kind(), definition.name());
        pin.is_some_and(|pin| pin.digest == definition.digest())
    }

    /// All of them, by kind and name.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Pin> {
        self.0.values()
    }

    /// Whether nothing of the server was ever approved.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What has changed since: [`compare`] with what the server gives now.
    pub fn compare(&self, current: &[Definition]) -> Vec<Difference> {
        compare(self.iter().map(|pin| &pin.definition), current)
    }
}

impl FromIterator<Pin> for Pins {
    fn from_iter<I: IntoIterator<Item = Pin>>(pins: I) -> Self {
        let key = |pin: &Pin| (pin.definition.kind(), pin.definition.name().to_owned());
        Self(pins.into_iter().map(|pin| (key(&pin), pin)).collect())
    }
}

/// Keeps approved definitions, in one file for each server, which is found by who the server is and
/// not by what it is called.
///
/// Changes are excluded from each other across processes. Dropping a future may leave its work done
/// or undone, but never half done. A file that is damaged, or was written by a newer release, is
/// [`ErrorCode::Storage`], and stays as it is; so are all failures of the disk.
#[derive(Clone)]
pub struct PinStore {
    folder: Arc<Folder>,
}

impl PinStore {
    /// A store in a folder of its own, which is made when it is needed first. This touches nothing.
    pub fn open(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Arc::new(Folder::new(folder.into())) }
    }

    /// What is approved of a server.
    pub async fn look(&self, server: ServerIdentity) -> Result<Pins> {
        self.document(server).read().await.map(|pins: Vec<Pin>| pins.into_iter().collect())
    }

    /// Whether the server was ever looked at: nothing of it may be approved, all the same.
    pub async fn knows(&self, server: ServerIdentity) -> Result<bool> {
        self.document(server).exists().await
    }

    /// Approves definitions, each in place of the one of its kind and name, and gives all that are
    /// approved then.
    ///
    /// # Errors
    /// [`ErrorCode::Limit`]: they would be more than [`MAX_PINS`], or take more than
    /// [`MAX_PINS_BYTES`]; nothing is approved then.
    pub async fn approve(
        &self,
        server: ServerIdentity,
        definitions: Vec<Definition>,
        now: SystemTime,
    ) -> Result<Pins> {
        let approve = move |stored: &mut Vec<Pin>| {
            let mut pins: Pins = std::mem::take(stored).into_iter().collect();
            for definition in definitions {
                let key = (definition.kind(), definition.name().to_owned());
                let digest = definition.digest();
                pins.0.insert(key, Pin { digest, approved_at: now, definition });
            }
            if pins.0.len() > MAX_PINS {
                let message = format!("more than {MAX_PINS} definitions of a server");
                return Err(Error::new(ErrorCode::Limit, message)
                    .with_next_step("switch some of its tools off first"));
            }
            *stored = pins.iter().cloned().collect();
            Ok(Some(pins))
        };
        let approved = self.document(server).change(approve, drop).await?;
        Ok(approved.unwrap_or_default())
    }

    /// Takes the approval of one definition back. Says whether there was one.
    pub async fn forget(
        &self,
        server: ServerIdentity,
        kind: DefinitionKind,
        name: String,
    ) -> Result<bool> {
        let forget = move |pins: &mut Vec<Pin>| {
            let before = pins.len();
            pins.retain(|pin| (pin.definition.kind(), pin.definition.name()) != (kind, &*name));
            Ok((pins.len() < before).then_some(()))
        };
        self.document(server).change(forget, drop).await.map(|forgotten| forgotten.is_some())
    }

    /// Takes back all that was approved of a server, also from a file that is damaged. Says whether
    /// there was anything. The server stays one that was looked at.
    pub async fn forget_all(&self, server: ServerIdentity) -> Result<bool> {
        let clear = |pins: &mut Vec<Pin>| {
            let had_any = !pins.is_empty();
            pins.clear();
            Ok(Some(had_any))
        };
        if let Ok(had_any) = self.document(server).change(clear, drop).await {
            return Ok(had_any.unwrap_or_default());
        }
        // It is damaged.
        let removed = self.document(server).remove().await?;
        self.document(server).change(clear, drop).await.map(|_| removed)
    }

    fn document(&self, server: ServerIdentity) -> Document {
        let name = server.digest().to_string().replace(':', "-");
        Document::new(self.folder.clone(), format!("{name}.pins.json"), KIND)
    }
}

#[cfg(test)]
#[path = "store_tests.rs"]
mod tests;
