//! Tells the linker what Node.js brings itself.

fn main() {
    napi_build::setup();
}
