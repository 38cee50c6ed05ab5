//! Each request says for itself who asks (2026-07-28 `basic`, "Per-request protocol fields").

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Attached, Caller, Common, Facts, Profile, Serving, progress_token};
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
struct EachRequest {
    profile: &'static Profile,
    /// Who answers, as JSON.
    server_info: Json,
    /// What is spoken beside, newest first.
    versions: Vec<String>,
}

impl EachRequest {
    /// The error for a version that is not spoken, or not in this way.
    fn unsupported(&self, requested: &str) -> RpcError {
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

/// Those who ask a server. Each of their requests says anew who asks; mostly it is the one that
/// asked last, in the same words, and these are not taken apart again.
pub(crate) struct Callers {
    dialect: Arc<EachRequest>,
    last: Mutex<Option<Known>>,
}

/// Who asked last, and in which words it said so.
struct Known {
    version: Json,
    capabilities: Json,
    info: Option<Json>,
    caller: Arc<Caller>,
}

/// The most bytes of what a client says of itself that are remembered.
const MOST_REMEMBERED: usize = 8 << 10;

impl Callers {
    /// Nobody has asked yet. The server is of this identity, and speaks all versions.
    pub(crate) fn new(info: &Implementation) -> Self {
        Self::of(EachRequest {
            profile: Profile::of(Version::LATEST),
            server_info: Json::encode(info).unwrap_or_default(),
            versions: Version::ALL.iter().rev().map(ToString::to_string).collect(),
        })
    }

    /// Those who ask the same server where no session can be opened.
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP can do without"))]
    pub(crate) fn alone(&self) -> Self {
        let modern = Version::ALL.into_iter().rev().filter(|it| it.era() == Era::Modern);
        Self::of(EachRequest {
            profile: self.dialect.profile,
            server_info: self.dialect.server_info.clone(),
            versions: modern.map(|version| version.to_string()).collect(),
        })
    }

    fn of(dialect: EachRequest) -> Self {
        Self { dialect: Arc::new(dialect), last: Mutex::default() }
    }

    /// The error for a version that is not spoken, or not in this way.
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP has headers"))]
    pub(crate) fn unsupported(&self, requested: &str) -> RpcError {
        self.dialect.unsupported(requested)
    }

    /// The vocabulary of the version that they speak.
    pub(crate) fn profile(&self) -> &'static Profile {
        self.dialect.profile
    }

    /// What a request says of itself.
    pub(crate) fn read_facts(&self, attached: Attached) -> Result<Facts, RpcError> {
        let Attached { meta, round } = attached;
        let caller = self.caller(&meta)?;
        let log_level = match meta.get(keys::LOG_LEVEL) {
            None => None,
            Some(given) => match given.decode::<LoggingLevel>() {
                Ok(level) if level.severity().is_some() => Some(level),
                _ => return Err(malformed(keys::LOG_LEVEL, "a level of the specification")),
            },
        };
        let progress_token = progress_token(&meta)?;
        Ok(Facts { caller, progress_token, log_level, meta, round })
    }

    fn caller(&self, meta: &Meta) -> Result<Arc<Caller>, RpcError> {
        let version =
            meta.get(keys::PROTOCOL_VERSION).ok_or_else(|| missing(keys::PROTOCOL_VERSION))?;
        let capabilities = meta.get(keys::CLIENT_CAPABILITIES);
        let info = meta.get(keys::CLIENT_INFO);
        if let Some(known) = self.last().as_ref()
            && known.said(version, capabilities, info)
        {
            return Ok(known.caller.clone());
        }
        let caller = Arc::new(self.meet(version, capabilities, info)?);
        let length = |text: Option<&Json>| text.map_or(0, |text| text.as_str().len());
        if let Some(capabilities) = capabilities
            && length(Some(capabilities)) + length(info) <= MOST_REMEMBERED
        {
            let (version, capabilities) = (version.clone(), capabilities.clone());
            let known =
                Known { version, capabilities, info: info.cloned(), caller: caller.clone() };
            *self.last() = Some(known);
        }
        Ok(caller)
    }

    fn last(&self) -> MutexGuard<'_, Option<Known>> {
        // A panic while it was held cannot leave it half changed.
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes apart what a client says of itself.
    fn meet(
        &self,
        version: &Json,
        capabilities: Option<&Json>,
        info: Option<&Json>,
    ) -> Result<Caller, RpcError> {
        let Ok(version) = version.decode::<String>() else {
            return Err(malformed(keys::PROTOCOL_VERSION, "a string"));
        };
        match version.parse::<Version>() {
            Ok(known) if known.era() == Era::Modern => {}
            _ => return Err(self.dialect.unsupported(&version)),
        }
        let capabilities = match capabilities {
            None => return Err(missing(keys::CLIENT_CAPABILITIES)),
            Some(given) if given.is_object() => given
                .decode()
                .map_err(|_| malformed(keys::CLIENT_CAPABILITIES, "an object of capabilities"))?,
            Some(_) => return Err(malformed(keys::CLIENT_CAPABILITIES, "an object")),
        };
        let info = match info {
            None => None,
            Some(given) => {
                Some(given.decode().map_err(|_| malformed(keys::CLIENT_INFO, "name and version"))?)
            }
        };
        Ok(Caller { dialect: self.dialect.clone(), capabilities, info })
    }
}

impl Known {
    /// Whether these are the same words.
    fn said(&self, version: &Json, capabilities: Option<&Json>, info: Option<&Json>) -> bool {
        self.version.as_str() == version.as_str()
            && Some(self.capabilities.as_str()) == capabilities.map(Json::as_str)
            && self.info.as_ref().map(Json::as_str) == info.map(Json::as_str)
    }
}

fn missing(key: &str) -> RpcError {
    RpcError::new(INVALID_PARAMS, format!("Invalid params: _meta lacks {key}"))
}

pub(super) fn malformed(key: &str, what: &str) -> RpcError {
    RpcError::new(INVALID_PARAMS, format!("Invalid params: {key} in _meta must be {what}"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{
        dialect::serving::take_attached,
        jsonrpc::{Request, RequestId},
    };

    fn facts(callers: &Callers, name: &str, capabilities: &Value) -> Result<Facts, RpcError> {
        let params = json!({"_meta": {
            keys::PROTOCOL_VERSION: "2026-07-28",
            keys::CLIENT_INFO: {"name": name, "version": "1"},
            keys::CLIENT_CAPABILITIES: capabilities,
        }});
        let params = Some(params.to_string().into());
        let mut request = Request { id: RequestId::Number(1), method: "x".into(), params };
        callers.read_facts(take_attached(&mut request)?)
    }

    #[test]
    fn who_asks_is_known_by_what_each_request_says() {
        let callers = Callers::new(&Implementation::new("server", "1"));
        let asks = |name: &str, capabilities: Value| {
            let caller = facts(&callers, name, &capabilities).unwrap().caller;
            (caller.info.as_ref().unwrap().name.clone(), caller.capabilities.sampling.is_some())
        };
        for _ in 0..2 {
            assert_eq!(asks("anna", json!({})), ("anna".to_owned(), false));
            assert_eq!(asks("anna", json!({"sampling": {}})), ("anna".to_owned(), true));
            assert_eq!(asks("bert", json!({"sampling": {}})), ("bert".to_owned(), true));
        }
        assert!(facts(&callers, "bert", &json!([])).is_err());
        assert_eq!(asks("bert", json!({"sampling": {}})), ("bert".to_owned(), true));
    }

    #[test]
    fn a_client_that_asks_again_is_not_taken_apart_again_unless_it_says_too_much() {
        let callers = Callers::new(&Implementation::new("server", "1"));
        let caller = |name: &str| facts(&callers, name, &json!({})).unwrap().caller;
        assert!(Arc::ptr_eq(&caller("anna"), &caller("anna")));
        let long = "a".repeat(MOST_REMEMBERED);
        assert!(!Arc::ptr_eq(&caller(&long), &caller(&long)));
    }
}
