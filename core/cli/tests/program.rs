//! The program itself. What it does is tested from outside, in the package of the tests; that this
//! file exists makes cargo build the program whenever the workspace is tested.

use std::process::Command;

#[test]
fn the_program_says_which_version_it_is() {
    let output = Command::new(env!("CARGO_BIN_EXE_hostline"))
        .arg("--version")
        .output()
        .expect("the program was built for this test");
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.trim_end(), concat!("hostline ", env!("CARGO_PKG_VERSION")));
}
