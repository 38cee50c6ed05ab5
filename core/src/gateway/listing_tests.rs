use super::*;
use crate::{
    Json,
    host::{
        Digest, ServerName,
        catalogue::{Offer, Offered, Prefix, Standing},
    },
};

fn offer(name: &str, tools: &[(&str, Standing)]) -> Offer {
    let server = ServerName::parse(name).unwrap();
    let mut offer = Offer::new(server.clone(), Prefix::Server(server));
    let offered = |(name, standing): &(&str, Standing)| Offered {
        item: Tool::new(*name, Json::parse("{}").unwrap()),
        standing: standing.clone(),
        definition: Digest::of(name.as_bytes()),
    };
    offer.tools = tools.iter().map(offered).collect();
    offer
}

#[test]
fn only_what_is_offered_is_listed_and_by_its_public_name() {
    let mut files = offer(
        "files",
        &[("read", Standing::Offered), ("off", Standing::Off), ("new", Standing::Held(vec![]))],
    );
    files.resources = vec![Resource::new("file:///a", "a")];
    files.templates = vec![ResourceTemplate::new("file:///{path}", "any")];
    let listing = Listing::of(&Catalogue::of(vec![files]));
    assert_eq!(listing.tools.keys().collect::<Vec<_>>(), ["files__read"]);
    assert_eq!(listing.tools["files__read"].name, "files__read");
    let resource = &listing.resources["hostline://files/file:///a"];
    assert_eq!(resource.uri, "hostline://files/file:///a");
    assert_eq!(
        listing.templates.values().next().unwrap().uri_template,
        "hostline://files/file:///{path}"
    );
}

#[test]
fn advice_stands_under_the_name_of_its_server() {
    let [mut one, mut other] = ["b", "a"].map(|name| offer(name, &[]));
    one.instructions = Some("Be brief.\n".to_owned());
    other.instructions = Some("Be kind.".to_owned());
    let advice = Listing::instructions_of(&Catalogue::of(vec![one, other]));
    assert_eq!(advice.unwrap(), "# a\n\nBe kind.\n\n# b\n\nBe brief.");
    assert_eq!(Listing::instructions_of(&Catalogue::of(vec![offer("a", &[])])), None);
}
