//! Each request says for itself who asks (2026-07-28 `basic`, "Per-request protocol fields").

use std::sync::Arc;

use super::{Caller, Common, Facts, Profile, Serving, progress_token};
use crate::{
    Json,
    jsonrpc::{INVALID_PARAMS, RpcError},
    model::{
        CacheScope, Implementation, LoggingLevel, Meta, Ttl, UNSUPPORTED_PROTOCOL_VERSION,
        UnsupportedVersionData, keys,
    },
    version::{Era, Version},
};

/// The modern era, for a server of this identity.
pub(crate) struct EachRequest {
    profile: &'static Profile,
    /// Who answers, as JSON.
    server_info: Json,
    /// What is spoken beside, newest first.
    versions: Vec<String>,
}

impl EachRequest {
    /// The newest version, for a server of this identity that speaks all others too.
    pub(crate) fn new(info: &Implementation) -> Self {
        Self {
            profile: Profile::of(Version::LATEST),
            server_info: Json::encode(info).unwrap_or_default(),
            versions: Version::ALL.iter().rev().map(ToString::to_string).collect(),
        }
    }

    /// The same where no session can be opened.
    pub(crate) fn alone(&self) -> Self {
        let modern = Version::ALL.into_iter().rev().filter(|it| it.era() == Era::Modern);
        Self {
            profile: self.profile,
            server_info: self.server_info.clone(),
            versions: modern.map(|version| version.to_string()).collect(),
        }
    }

    /// The error for a version that is not spoken, or not in this way.
    pub(crate) fn unsupported(&self, requested: &str) -> RpcError {
        let requested: String = requested.chars().take(MOST_VERSION_CHARS).collect();
        let data = UnsupportedVersionData::new(self.versions.clone()).with_requested(requested);
        RpcError::new(UNSUPPORTED_PROTOCOL_VERSION, "Unsupported protocol version")
            .with_data(Json::encode(&data).unwrap_or_default())
    }
}

impl Serving for EachRequest {
    fn profile(&self) -> &'static Profile {
        self.profile
    }

    fn versions(&self) -> &[String] {
        &self.versions
    }

    fn finish(&self, common: Common<'_>) {
        // Other types are those of extensions, which have to be agreed on.
        *common.result_type = Some("complete".to_owned());
        let meta = common.meta.get_or_insert_default();
        if meta.get(keys::SERVER_INFO).is_none() {
            meta.insert(keys::SERVER_INFO, self.server_info.clone());
        }
        if let Some((ttl, scope)) = common.caching {
            // Whoever says nothing about keeping a result wants it neither kept nor shared.
            ttl.get_or_insert(Ttl::from_millis(0));
            scope.get_or_insert(CacheScope::Private);
        }
    }
}

/// How much of a version's name is repeated to whoever sent it.
const MOST_VERSION_CHARS: usize = 64;

/// What a request says of itself.
pub(crate) fn read_facts(dialect: &Arc<EachRequest>, meta: Meta) -> Result<Facts, RpcError> {
    let Some(version) = meta.get(keys::PROTOCOL_VERSION) else {
        return Err(missing(keys::PROTOCOL_VERSION));
    };
    let Ok(version) = version.decode::<String>() else {
        return Err(malformed(keys::PROTOCOL_VERSION, "a string"));
    };
    match version.parse::<Version>() {
        Ok(known) if known.era() == Era::Modern => {}
        _ => return Err(dialect.unsupported(&version)),
    }
    let capabilities = match meta.get(keys::CLIENT_CAPABILITIES) {
        None => return Err(missing(keys::CLIENT_CAPABILITIES)),
        Some(given) if given.is_object() => given
            .decode()
            .map_err(|_| malformed(keys::CLIENT_CAPABILITIES, "an object of capabilities"))?,
        Some(_) => return Err(malformed(keys::CLIENT_CAPABILITIES, "an object")),
    };
    let info = match meta.get(keys::CLIENT_INFO) {
        None => None,
        Some(given) => {
            Some(given.decode().map_err(|_| malformed(keys::CLIENT_INFO, "name and version"))?)
        }
    };
    let log_level = match meta.get(keys::LOG_LEVEL) {
        None => None,
        Some(given) => match given.decode::<LoggingLevel>() {
            Ok(level) if level.severity().is_some() => Some(level),
            _ => return Err(malformed(keys::LOG_LEVEL, "a level of the specification")),
        },
    };
    let progress_token = progress_token(&meta)?;
    let caller = Caller { dialect: dialect.clone(), capabilities, info };
    Ok(Facts { caller: Arc::new(caller), progress_token, log_level, meta })
}

fn missing(key: &str) -> RpcError {
    RpcError::new(INVALID_PARAMS, format!("Invalid params: _meta lacks {key}"))
}

pub(super) fn malformed(key: &str, what: &str) -> RpcError {
    RpcError::new(INVALID_PARAMS, format!("Invalid params: {key} in _meta must be {what}"))
}
