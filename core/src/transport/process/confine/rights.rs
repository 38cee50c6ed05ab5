//! What a confined server keeps of an administrator's rights: those over files, which the rules
//! hold as they hold anybody's, and a few more that lead nowhere. With the others it could look into
//! other programs, load code into the kernel or change the network.

use rustix::{
    io,
    thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities},
};

const KEPT: CapabilitySet = CapabilitySet::CHOWN
    .union(CapabilitySet::DAC_OVERRIDE)
    .union(CapabilitySet::FOWNER)
    .union(CapabilitySet::FSETID)
    .union(CapabilitySet::KILL)
    .union(CapabilitySet::NET_BIND_SERVICE)
    .union(CapabilitySet::SETGID)
    .union(CapabilitySet::SETUID);

/// Gives up all other rights of the calling thread. As no program that it starts can gain rights
/// any more, none of them gets them back, even if it is run by the administrator.
pub(super) fn give_up() -> io::Result<()> {
    let now = capabilities(None)?;
    let kept = CapabilitySets {
        effective: now.effective.intersection(KEPT),
        permitted: now.permitted.intersection(KEPT),
        inheritable: now.inheritable.intersection(KEPT),
    };
    set_capabilities(None, kept)
}
