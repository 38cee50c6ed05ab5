//! Tells the linker of macOS that what is missing in the library comes from Python.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
