use super::*;
use crate::host::config::Config;

fn entry(table: &str) -> ServerEntry {
    Config::parse(&format!("[servers.a]\n{table}")).unwrap().servers.remove("a").unwrap()
}

#[test]
fn a_command_line_is_shown_exactly() {
    let shown = |command: &str| entry(&format!("command = {command}")).command_line();
    assert_eq!(shown("['npx', '-y', 'some server']"), "npx -y 'some server'");
    assert_eq!(shown("['sh', '-c', 'rm -rf /; echo $HOME']"), "sh -c 'rm -rf /; echo $HOME'");
    assert_eq!(shown("['x', '${env:HOME}/proj']"), "x '${env:HOME}/proj'");
    let long = "a".repeat(10_000);
    assert_eq!(shown(&format!("['x', '{long}']")), format!("x {long}"));
    assert_eq!(entry("address = 'https://x.example/mcp'").command_line(), "https://x.example/mcp");
}

#[test]
fn an_identity_is_that_of_what_is_written() {
    let identity = |table: &str| entry(table).identity().unwrap();
    let one = "command = ['x']\nenvironment = { A = '${env:B}' }\n";
    let same = [
        "command = [\"x\"] # a comment\nenvironment.A = \"${env:B}\"\n",
        "command = ['x']\nenvironment = { A = '${env:B}' }\nposture = 'block'\nenabled = false\n",
    ];
    let others = [
        "command = ['x', '']\nenvironment = { A = '${env:B}' }\n",
        "command = ['x']\nenvironment = { A = '${env:C}' }\n",
        "command = ['x']\n",
        "command = ['x']\nfolder = '/x'\nenvironment = { A = '${env:B}' }\n",
        "address = 'https://x.example'\n",
        "address = 'https://x.example'\nissuer = 'https://id.example'\n",
    ];
    for table in same {
        assert_eq!(identity(one), identity(table), "{table}");
    }
    for table in others {
        assert_ne!(identity(one), identity(table), "{table}");
    }
    assert_ne!(identity(others[4]), identity(others[5]));
}

#[test]
fn a_server_needs_a_program_and_knows_its_secrets() {
    assert!(ServerEntry::of_command(Vec::new()).is_err());
    assert!(ServerEntry::of_command(vec![Template::literal("")]).is_err());
    let table =
        "command = ['x']\nenvironment = { A = '${secret:a}', B = '${secret:b}${secret:a}' }";
    assert_eq!(entry(table).secrets().into_iter().collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn debug_shows_no_value_of_the_environment() {
    let table = "command = ['x']\nenvironment = { A = 'hunter2' }";
    assert!(!format!("{:?}", entry(table)).contains("hunter2"));
}
