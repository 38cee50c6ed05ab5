//! Work that takes long, out of the way of whoever else uses the thread.

use tokio::{
    runtime::{Handle, RuntimeFlavor},
    task::block_in_place,
};

/// From how many bytes on taking JSON apart, or checking it, is worth stepping aside for.
const LONG: usize = 256 << 10;

/// Does some work on `bytes` of JSON. If it may take long, the other tasks of the thread go on
/// meanwhile in another one, where the runtime has several.
pub(crate) fn aside<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    let several = || {
        Handle::try_current()
            .is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread)
    };
    if bytes >= LONG && several() { block_in_place(work) } else { work() }
}
