//! To what a server that is started is confined, as the configuration writes it.

use serde::{Deserialize, Serialize};

use super::{
    amount::Size,
    template::{Place, Template},
};
use crate::error::{Error, ErrorCode};

/// To what a server is confined: the table `confine`.
///
/// A server with this table sees the folders that are named here and what every program needs, and
/// nothing else. Whether the system can see to that is found out when the server is started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WrittenConfine", into = "WrittenConfine")]
#[non_exhaustive]
pub struct Confine {
    /// Folders that it may read.
    pub read: Vec<Template>,
    /// Folders that it may read and write.
    pub write: Vec<Template>,
    /// Whether it may use the network. Default: no.
    pub network: bool,
    /// How much memory it may take, in bytes.
    pub memory: Option<u64>,
    /// How many processes it may have, at least 1.
    pub processes: Option<u32>,
}

#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
struct WrittenConfine {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    read: Vec<Place>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    write: Vec<Place>,
    network: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<Size>,
    #[serde(skip_serializing_if = "Option::is_none")]
    processes: Option<u32>,
}

impl TryFrom<WrittenConfine> for Confine {
    type Error = Error;

    fn try_from(written: WrittenConfine) -> Result<Self, Error> {
        if written.processes == Some(0) {
            return Err(Error::new(ErrorCode::InvalidInput, "a server cannot have 0 `processes`")
                .with_next_step("write at least 1, or leave the key out"));
        }
        let folders = |places: Vec<Place>| places.into_iter().map(|place| place.0).collect();
        Ok(Self {
            read: folders(written.read),
            write: folders(written.write),
            network: written.network,
            memory: written.memory.map(|size| size.0),
            processes: written.processes,
        })
    }
}

impl From<Confine> for WrittenConfine {
    fn from(confine: Confine) -> Self {
        let places = |folders: Vec<Template>| folders.into_iter().map(Place).collect();
        Self {
            read: places(confine.read),
            write: places(confine.write),
            network: confine.network,
            memory: confine.memory.map(Size),
            processes: confine.processes,
        }
    }
}
