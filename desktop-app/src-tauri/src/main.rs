//! The desktop app of Hostline.

fn main() {}
