//! A session says once who asks (2025-11-25 `basic/lifecycle`).

use super::{Common, Profile, Serving};
use crate::version::{Era, Version};

/// The legacy era, in the version of one session.
pub(crate) struct AfterHandshake {
    profile: &'static Profile,
}

impl AfterHandshake {
    /// The version that a session has agreed on.
    pub(crate) fn new(version: Version) -> Self {
        Self { profile: Profile::of(version) }
    }
}

impl Serving for AfterHandshake {
    fn profile(&self) -> &'static Profile {
        self.profile
    }

    fn finish(&self, common: Common<'_>) {
        *common.result_type = None;
        if let Some((ttl, scope)) = common.caching {
            *ttl = None;
            *scope = None;
        }
    }
}

/// The version of a session whose client asked for this one: the same where it is spoken, else
/// the newest that opens with a handshake (2025-11-25 `basic/lifecycle`, "Version Negotiation").
pub(crate) fn choose_version(requested: &str) -> Version {
    match requested.parse::<Version>() {
        Ok(version) if version.era() == Era::Legacy => version,
        _ => Version::LATEST_LEGACY,
    }
}
