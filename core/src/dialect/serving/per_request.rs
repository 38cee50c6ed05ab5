//! Each request says for itself who asks (2026-07-28 `basic`, "Per-request protocol fields").

use std::sync::Arc;

use super::{Caller, Common, Facts, Profile, Serving, progress_token, unsupported_version};
use crate::{
    Json,
    jsonrpc::{INVALID_PARAMS, RpcError},
    model::{CacheScope, Implementation, LoggingLevel, Meta, Ttl, keys},
    version::{Era, Version},
};

/// The modern era, for a server of this identity.
pub(crate) struct EachRequest {
    profile: &'static Profile,
    /// Who answers, as JSON.
    server_info: Json,
}

impl EachRequest {
    /// The newest version, for a server of this identity.
    pub(crate) fn new(info: &Implementation) -> Self {
        Self {
            profile: Profile::of(Version::LATEST),
            server_info: Json::encode(info).unwrap_or_default(),
        }
    }
}

impl Serving for EachRequest {
    fn profile(&self) -> &'static Profile {
        self.profile
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

/// Every version that is spoken, newest first.
pub(crate) fn supported_versions() -> Vec<String> {
    Version::ALL.iter().rev().map(ToString::to_string).collect()
}

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
        _ => return Err(unsupported_version(&version)),
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
