//! Writes the Swift and Kotlin halves of the binding.

fn main() {
    uniffi::uniffi_bindgen_main();
}
