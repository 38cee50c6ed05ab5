//! Which system calls a confined server is refused: those that open ways out that files are not.
//!
//! Sockets are refused by their family when they are made, so that neither TCP nor UDP nor anything
//! below is left. Unix sockets to others are refused as well, since who listens there is not
//! confined; a pair of two joined ends is not, as programs speak to their children through them.
//! A pair of datagrams could be pointed at others, and is refused. Rings of asynchronous calls open
//! sockets past every filter. Calls in the way of another processor or of x32 have other numbers,
//! and end the process.

use std::collections::BTreeMap;

use libc::{
    AF_INET, AF_INET6, AF_NETLINK, AF_UNIX, NETLINK_ROUTE, SOCK_DGRAM, SOCK_RAW, SYS_add_key,
    SYS_io_uring_setup, SYS_keyctl, SYS_request_key, SYS_socket, SYS_socketpair,
};
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, sock_filter,
};

/// The bits of a socket's type that are not flags.
const TYPE_MASK: u64 = 0xf;

/// The first number of the calls of x32, which the kernel takes from the same processor.
const FIRST_OF_X32: u32 = 0x4000_0000;

/// The filter for a server that may use the network, or may not.
///
/// # Errors
/// There is none for this processor.
pub(super) fn program(network: bool) -> Result<BpfProgram, &'static str> {
    let processor = TargetArch::try_from(std::env::consts::ARCH)
        .map_err(|_| "not available on this processor")?;
    let compiled = compile(network, processor);
    let program = compiled.map_err(|_| "the filter of system calls cannot be made")?;
    let mut whole = if cfg!(target_arch = "x86_64") { kill_x32().to_vec() } else { Vec::new() };
    // All jumps are relative, so what stands in front changes none of them.
    whole.extend(program);
    Ok(whole)
}

fn compile(network: bool, processor: TargetArch) -> Result<BpfProgram, BackendError> {
    // A call without conditions is refused whatever it asks for.
    let calls = BTreeMap::from([
        (SYS_socket, if network { families_but_ip()? } else { Vec::new() }),
        (SYS_socketpair, pairs_that_reach_others()?),
        (SYS_io_uring_setup, Vec::new()),
        (SYS_add_key, Vec::new()),
        (SYS_keyctl, Vec::new()),
        (SYS_request_key, Vec::new()),
    ]);
    let refuse = SeccompAction::Errno(libc::EACCES.unsigned_abs());
    SeccompFilter::new(calls, SeccompAction::Allow, refuse, processor)?.try_into()
}

/// All families but IP, and the one by which programs ask for the computer's own addresses.
fn families_but_ip() -> Result<Vec<SeccompRule>, BackendError> {
    let other = SeccompRule::new(vec![
        argument(0, SeccompCmpOp::Ne, AF_INET)?,
        argument(0, SeccompCmpOp::Ne, AF_INET6)?,
        argument(0, SeccompCmpOp::Ne, AF_NETLINK)?,
    ])?;
    let beyond_addresses = SeccompRule::new(vec![
        argument(0, SeccompCmpOp::Eq, AF_NETLINK)?,
        argument(2, SeccompCmpOp::Ne, NETLINK_ROUTE)?,
    ])?;
    let below_ip = SeccompRule::new(vec![
        argument(0, SeccompCmpOp::Ne, AF_NETLINK)?,
        argument(1, SeccompCmpOp::MaskedEq(TYPE_MASK), SOCK_RAW)?,
    ])?;
    Ok(vec![other, beyond_addresses, below_ip])
}

fn pairs_that_reach_others() -> Result<Vec<SeccompRule>, BackendError> {
    let masked = || SeccompCmpOp::MaskedEq(TYPE_MASK);
    Ok(vec![
        SeccompRule::new(vec![argument(0, SeccompCmpOp::Ne, AF_UNIX)?])?,
        SeccompRule::new(vec![argument(1, masked(), SOCK_DGRAM)?])?,
        // The kernel takes it for the same.
        SeccompRule::new(vec![argument(1, masked(), SOCK_RAW)?])?,
    ])
}

/// An argument of type `int`, of which the kernel looks at the lower half only.
fn argument(
    index: u8,
    operator: SeccompCmpOp,
    value: i32,
) -> Result<SeccompCondition, BackendError> {
    let value = u64::from(value.unsigned_abs());
    SeccompCondition::new(index, SeccompCmpArgLen::Dword, operator, value)
}

/// Ends a process that makes a call of x32, whichever it is.
fn kill_x32() -> [sock_filter; 3] {
    let instruction = |code: u32, jt, jf, k| sock_filter {
        // The codes are of one byte.
        code: u16::try_from(code).unwrap_or_default(),
        jt,
        jf,
        k,
    };
    [
        // The number of the call stands at the beginning.
        instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, FIRST_OF_X32),
        instruction(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_KILL_PROCESS),
    ]
}
