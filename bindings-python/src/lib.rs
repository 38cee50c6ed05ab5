//! Hostline for Python: the native half of the package, imported as `hostline._native`.
//!
//! It carries calls from the loops of Python to the façade, and what comes of them back. It holds
//! no decision, and no reference to an object of Python longer than a call of it takes, but for the
//! function that wakes a loop without file descriptors.

mod command;
mod delegate;
mod error;
mod handle;
mod queue;
mod values;

/// The native half of the package `hostline`; its Python half is the only one that uses it.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::{
        command::run_command,
        delegate::Question,
        handle::{Cancel, Handle, evaluate, open_handle},
        queue::Queue,
    };

    /// The version of Hostline that this half was built from.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "it is the name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
