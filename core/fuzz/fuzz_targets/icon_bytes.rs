//! Any bytes as an icon: the first says the size, the others are the file.

#![no_main]

use hostline::icon::{MAX_SIZE, sanitize};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((size, file)) = data.split_first() else { return };
    let size = u32::from(*size) * 2 + 1;
    if let Ok(icon) = sanitize(file, None, size.min(MAX_SIZE)) {
        assert_eq!((icon.width(), icon.height()), (size, size));
        assert!(icon.png().starts_with(b"\x89PNG"));
    }
});
