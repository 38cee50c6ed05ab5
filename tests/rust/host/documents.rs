//! What the pages for people show, taken at its word.

use std::fs;

use hostline::host::{
    config::{Config, PolicyTable},
    policy::{Rule, check_rules},
};

const PAGES: [&str; 3] = ["configuration.md", "gateway.md", "policy.md"];

#[test]
fn every_configuration_that_a_page_shows_can_be_read() {
    let mut read = 0;
    for page in PAGES {
        let path = format!("{}/../docs/{page}", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(path).unwrap();
        for block in text.split("```toml\n").skip(1) {
            let block = block.split("\n```").next().unwrap();
            // A page may show a part only.
            let whole = if block.contains("version = 1") { "" } else { "version = 1\n" };
            let config = Config::parse(&format!("{whole}{block}"));
            let config = config.unwrap_or_else(|error| panic!("{page}: {error}\n{block}"));
            let rules: Vec<Rule> =
                config.policy.iter().map(|table| PolicyTable::read(table).unwrap()).collect();
            check_rules(&rules).unwrap();
            assert!(config.notes().is_empty(), "{page}: {block}");
            read += 1;
        }
    }
    assert!(read >= 4, "{read} were found");
}
