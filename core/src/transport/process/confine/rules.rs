//! Which files a confined server may reach, as rules of Landlock.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};

use super::{Confinement, unavailable};
use crate::error::{Error, Result};

/// Without what this version holds, a server could cut off files that it may not write to. It came
/// with Linux 6.2.
const LEAST: ABI = ABI::V3;

/// The newest version whose meaning is known here. What a kernel does not know of it is left out:
/// the network of TCP, which the filter of system calls holds as well, devices, and signals.
const NEWEST: ABI = ABI::V7;

/// What every program may read and run: the system's own files. Those that are missing are not
/// missed.
const SYSTEM: &[&str] = &[
    "/bin",
    "/etc",
    "/gnu/store",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/opt",
    "/proc",
    "/sbin",
    "/snap",
    "/sys/devices/system",
    "/sys/fs/cgroup",
    "/sys/kernel/mm",
    "/usr",
];

/// What is needed to find the addresses of hosts, where the network is allowed: files that `/etc`
/// only points to.
const NAMES_OF_HOSTS: &[&str] =
    &["/run/NetworkManager", "/run/resolvconf", "/run/systemd/resolve", "/mnt/wsl/resolv.conf"];

/// Devices that hold nothing.
const DEVICES: &[&str] = &["/dev/full", "/dev/null", "/dev/random", "/dev/urandom", "/dev/zero"];

/// The names of folders that hold programs and nothing else.
const PROGRAM_FOLDERS: &[&str] = &["bin", "sbin", ".bin"];

/// What of Landlock the running kernel knows.
#[derive(Clone, Copy)]
pub(super) struct Kernel {
    /// Whether signals to programs outside can be refused.
    pub(super) holds_signals: bool,
}

/// # Errors
/// Why it knows too little.
pub(super) fn kernel() -> Result<Kernel, &'static str> {
    static KERNEL: OnceLock<Result<Kernel, &'static str>> = OnceLock::new();
    *KERNEL.get_or_init(|| {
        let files = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(LEAST));
        if files.and_then(Ruleset::create).is_err() {
            return Err("the kernel has no Landlock, or one from before Linux 6.2");
        }
        let signals =
            Ruleset::default().set_compatibility(CompatLevel::HardRequirement).scope(Scope::Signal);
        Ok(Kernel { holds_signals: signals.is_ok() })
    })
}

/// The rules for a server whose program this is.
///
/// # Errors
/// A folder that was named is not there, or may not be looked at.
pub(super) fn ruleset(confinement: &Confinement, program: &Path) -> Result<RulesetCreated> {
    let mut ruleset = empty(confinement.network).map_err(refused)?;
    let read = AccessFs::from_read(NEWEST);
    let devices = read | AccessFs::WriteFile | AccessFs::Truncate | AccessFs::IoctlDev;
    // Nodes of devices lead past folders.
    let write = AccessFs::from_all(NEWEST) & !(AccessFs::MakeChar | AccessFs::MakeBlock);

    let names = if confinement.network { NAMES_OF_HOSTS } else { &[] };
    for place in SYSTEM.iter().chain(names) {
        ruleset = allow_if_there(ruleset, Path::new(place), read)?;
    }
    for place in DEVICES {
        ruleset = allow_if_there(ruleset, Path::new(place), devices)?;
    }
    for place in places_of(program) {
        ruleset = allow_if_there(ruleset, &place, read)?;
    }
    for place in &confinement.read {
        ruleset = allow(ruleset, place, read)?;
    }
    for place in &confinement.write {
        ruleset = allow(ruleset, place, write)?;
    }
    Ok(ruleset)
}

/// Rules that allow nothing.
fn empty(network: bool) -> Result<RulesetCreated, RulesetError> {
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(LEAST))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?;
    if !network {
        ruleset = ruleset.handle_access(AccessNet::from_all(NEWEST))?;
    }
    ruleset.create()
}

fn allow_if_there(
    ruleset: RulesetCreated,
    place: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated> {
    if place.exists() { allow(ruleset, place, access) } else { Ok(ruleset) }
}

/// Allows access to a file, or to all that is in a folder.
fn allow(
    ruleset: RulesetCreated,
    place: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated> {
    let cannot_be_had = |why: &dyn std::fmt::Display| {
        unavailable(format_args!("{} cannot be opened to it: {why}", place.display()))
    };
    let metadata = std::fs::metadata(place).map_err(|error| cannot_be_had(&error))?;
    let opened = PathFd::new(place).map_err(|error| cannot_be_had(&error))?;
    let access = if metadata.is_dir() { access } else { access & AccessFs::from_file(NEWEST) };
    ruleset.add_rule(PathBeneath::new(opened, access)).map_err(refused)
}

/// The program's file and the one that it is a link to, each with its folder where that holds
/// programs only: they start one another. Any other folder may be the person's home.
fn places_of(program: &Path) -> Vec<PathBuf> {
    let mut places = vec![program.to_path_buf()];
    places.extend(program.canonicalize().ok().filter(|resolved| resolved != program));
    let folders: Vec<PathBuf> = places.iter().filter_map(|file| program_folder(file)).collect();
    places.extend(folders);
    places
}

fn program_folder(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    let name = folder.file_name().and_then(OsStr::to_str)?;
    PROGRAM_FOLDERS.contains(&name).then(|| folder.to_path_buf())
}

fn refused(error: RulesetError) -> Error {
    unavailable("the kernel refuses the rules").with_source(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_of_programs_are_opened_with_the_program() {
        let table = [
            ("/home/me/server", None),
            ("/home/me/.local/bin/server", Some("/home/me/.local/bin")),
            ("/home/me/app/node_modules/.bin/server", Some("/home/me/app/node_modules/.bin")),
            ("/bin", None),
            ("/", None),
        ];
        for (program, folder) in table {
            assert_eq!(program_folder(Path::new(program)), folder.map(PathBuf::from), "{program}");
        }
    }
}
