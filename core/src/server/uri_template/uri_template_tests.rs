//! The RFC's own examples in both directions, what a template may be, and what an address may do.

use super::*;
use crate::ErrorCode;

/// The values of the RFC's examples that are one text, and the list as segments of a path.
const VALUES: [(&str, &str); 19] = [
    ("var", "value"),
    ("hello", "Hello World!"),
    ("path", "/foo/bar"),
    ("list", "red/green/blue"),
    ("empty", ""),
    ("x", "1024"),
    ("y", "768"),
    ("half", "50%"),
    ("base", "http://example.com/home/"),
    ("who", "fred"),
    ("dub", "me/too"),
    ("v", "6"),
    ("semi", ";"),
    ("dot", "."),
    ("comma", ","),
    ("name", "caf\u{E9}"),
    ("long", "value of 20 letters."),
    ("encoded", "a%20b"),
    ("quote", "it's"),
];

/// Templates with the addresses that they make: RFC 6570, section 1.2, and sections 3.2.2 to 3.2.9
/// for values that are one text.
const EXAMPLES: [(&str, &str); 82] = [
    ("{var}", "value"),
    ("{hello}", "Hello%20World%21"),
    ("{half}", "50%25"),
    ("O{empty}X", "OX"),
    ("O{undef}X", "OX"),
    ("{x,y}", "1024,768"),
    ("{x,hello,y}", "1024,Hello%20World%21,768"),
    ("?{x,empty}", "?1024,"),
    ("?{x,undef}", "?1024"),
    ("?{undef,y}", "?768"),
    ("map?{x,y}", "map?1024,768"),
    ("{var:3}", "val"),
    ("{var:30}", "value"),
    ("{+var}", "value"),
    ("{+hello}", "Hello%20World!"),
    ("{+half}", "50%25"),
    ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
    ("{+base}index", "http://example.com/home/index"),
    ("O{+empty}X", "OX"),
    ("O{+undef}X", "OX"),
    ("{+path}/here", "/foo/bar/here"),
    ("here?ref={+path}", "here?ref=/foo/bar"),
    ("up{+path}{var}/here", "up/foo/barvalue/here"),
    ("{+x,hello,y}", "1024,Hello%20World!,768"),
    ("{+path,x}/here", "/foo/bar,1024/here"),
    ("{+path:6}/here", "/foo/b/here"),
    ("{+encoded}", "a%20b"),
    ("{+encoded:2}", "a%20"),
    ("{encoded}", "a%2520b"),
    ("{#var}", "#value"),
    ("{#hello}", "#Hello%20World!"),
    ("{#half}", "#50%25"),
    ("foo{#empty}", "foo#"),
    ("foo{#undef}", "foo"),
    ("{#x,hello,y}", "#1024,Hello%20World!,768"),
    ("{#path,x}/here", "#/foo/bar,1024/here"),
    ("{#path:6}/here", "#/foo/b/here"),
    ("{.who}", ".fred"),
    ("{.who,who}", ".fred.fred"),
    ("{.half,who}", ".50%25.fred"),
    ("X{.var}", "X.value"),
    ("X{.x,y}", "X.1024.768"),
    ("X{.empty}", "X."),
    ("X{.undef}", "X"),
    ("X{.var:3}", "X.val"),
    ("{/who}", "/fred"),
    ("{/who,who}", "/fred/fred"),
    ("{/half,who}", "/50%25/fred"),
    ("{/who,dub}", "/fred/me%2Ftoo"),
    ("{/var}", "/value"),
    ("{/var,empty}", "/value/"),
    ("{/var,undef}", "/value"),
    ("{/var,x}/here", "/value/1024/here"),
    ("{/var:1,var}", "/v/value"),
    ("{/list*}", "/red/green/blue"),
    ("{/list*,path:4}", "/red/green/blue/%2Ffoo"),
    ("{;who}", ";who=fred"),
    ("{;half}", ";half=50%25"),
    ("{;empty}", ";empty"),
    ("{;v,empty,who}", ";v=6;empty;who=fred"),
    ("{;v,bar,who}", ";v=6;who=fred"),
    ("{;x,y}", ";x=1024;y=768"),
    ("{;x,y,undef}", ";x=1024;y=768"),
    ("{;hello:5}", ";hello=Hello"),
    ("{?who}", "?who=fred"),
    ("{?half}", "?half=50%25"),
    ("{?x,y}", "?x=1024&y=768"),
    ("{?x,y,empty}", "?x=1024&y=768&empty="),
    ("{?x,y,undef}", "?x=1024&y=768"),
    ("{?var:3}", "?var=val"),
    ("{&who}", "&who=fred"),
    ("{&half}", "&half=50%25"),
    ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
    ("{&x,y,empty}", "&x=1024&y=768&empty="),
    ("{&var:3}", "&var=val"),
    ("{semi}{dot}{comma}", "%3B.%2C"),
    ("{name}", "caf%C3%A9"),
    ("{+name:4}", "caf%C3%A9"),
    ("caf\u{E9}/{var}", "caf%C3%A9/value"),
    ("caf%c3%a9/{var}", "caf%c3%a9/value"),
    ("it's/{quote}", "it's/it%27s"),
    ("plain", "plain"),
];

fn template(text: &str) -> UriTemplate {
    UriTemplate::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn values() -> Variables {
    VALUES.into_iter().collect()
}

/// The values of an address, written out.
fn found(text: &str, uri: &str) -> Option<String> {
    let values = template(text).matches(uri)?;
    Some(values.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" "))
}

#[test]
fn the_examples_of_the_rfc_expand_as_it_says() {
    for (text, uri) in EXAMPLES {
        assert_eq!(template(text).expand(&values()), uri, "{text}");
    }
}

#[test]
fn what_a_template_makes_matches_it_and_makes_the_same_again() {
    // A value that must be there and is not, or that holds what divides it from the next.
    let one_way = ["O{empty}X", "O{undef}X", "O{+empty}X", "O{+undef}X"];
    for (text, uri) in EXAMPLES {
        let template = template(text);
        match template.matches(uri) {
            Some(found) => {
                let again = template.expand(&found);
                let again = again.replace("%C3%A9", "%c3%a9");
                assert_eq!(again, uri.replace("%C3%A9", "%c3%a9"), "{text}");
            }
            None => assert!(one_way.contains(&text), "{text} does not match {uri}"),
        }
    }
}

#[test]
fn the_values_of_an_address_are_found() {
    for (text, uri, expected) in [
        ("file:///{path}", "file:///notes.txt", "path=notes.txt"),
        ("user://{email}", "user://a@b.example", "email=a@b.example"),
        ("{name}{.extension}", "a.b.txt", "name=a.b extension=txt"),
        ("{name}{.extension}", "README", "name=README"),
        ("{host}{.domain*}", "www.example.com", "host=www domain=example.com"),
        ("git://{+path}/blob/{ref}", "git://a/b/blob/main", "path=a/b ref=main"),
        ("file://{/path*}", "file:///a/b/c.txt", "path=a/b/c.txt"),
        ("file://{/path*}", "file:///a//b/", "path=a//b/"),
        ("file://{/path*}", "file://", ""),
        ("db{/table,row}", "db/users/7", "table=users row=7"),
        ("db{/table,row}", "db/users", "table=users"),
        ("find{?text,page}", "find?page=2&text=a+b%26c", "page=2 text=a+b&c"),
        ("find{?text,page}", "find?page", "page="),
        ("find{?text,page}", "find", ""),
        ("find?in=all{&text}", "find?in=all&text=x", "text=x"),
        ("map{;x,y}{?zoom}", "map;y=2;x=1?zoom=3", "y=2 x=1 zoom=3"),
        ("{+path}{?q}{#part}", "a/b?q=1#top", "path=a/b q=1 part=top"),
        ("{a}{b}", "xyz", "a=x b=yz"),
        ("{a}-{b}", "x-y-z", "a=x b=y-z"),
        ("{a:2}{b}", "xyz", "a=x b=yz"),
        ("{a:1}/{b:9}", "%c3%A9/%E2%82%AC", "a=\u{E9} b=\u{20AC}"),
        ("{name}", "caf\u{E9}%C3%A9", "name=caf\u{E9}\u{E9}"),
        ("caf\u{E9}/{x}", "caf\u{E9}/1", "x=1"),
        ("caf\u{E9}/{x}", "caf%c3%A9/1", "x=1"),
        ("{x}/{x}", "1/1", "x=1"),
        ("{?x:3,x}", "?x=val&x=value", "x=value"),
    ] {
        assert_eq!(found(text, uri).as_deref(), Some(expected), "{text} of {uri}");
    }
}

#[test]
fn an_address_that_the_template_does_not_make_has_no_values() {
    for (text, uri) in [
        ("file:///{path}", "file:///a/b"),
        ("file:///{path}", "file:///"),
        ("file:///{path}", "file:///a?b"),
        ("file:///{path}", "file:///a#b"),
        ("file:///{path}", "FILE:///a"),
        ("file:///{path}", "xfile:///a"),
        ("{a}", "50%"),
        ("{a}", "%zz"),
        ("{a}", "%FF"),
        ("find{?text}", "find?text=a&text=b"),
        ("find{?text}", "find?other=a"),
        ("find{?text}", "find?text=a#b"),
        ("find?a={a}&b={b}", "find?a=1&b=2&b=3"),
        ("file://{/path*}", "file:///a%2Fb"),
        ("file://{/path*}", "file:///a%2fb"),
        ("{/a,b}", "/1/2/3"),
        ("{x}/{x}", "1/2"),
        ("{/var:1,var}", "/w/value"),
        ("{a:3}", "four"),
        ("{a:30}", "a value that is longer than thirty characters"),
        ("a.c", "abc"),
    ] {
        assert_eq!(found(text, uri), None, "{text} of {uri}");
    }
}

#[test]
fn a_wrong_template_says_where_it_is_wrong() {
    for (text, at) in [
        ("{/id*", 0),
        ("/id*}", 4),
        ("{/?id}", 2),
        ("{var:prefix}", 5),
        ("{var:0}", 5),
        ("{var:10000}", 5),
        ("{hello:2*}", 6),
        ("{??hello}", 2),
        ("{!hello}", 1),
        ("{=path}", 1),
        ("{|var*}", 1),
        ("{*keys?}", 1),
        ("{?empty=default,var}", 7),
        ("x{?empty|foo=none}", 8),
        ("/h{#hello+}", 9),
        ("{-join}", 1),
        ("/people/{~thing}", 9),
        ("/sparql{?query){&graph*}", 14),
        ("/resolution{?x, y}", 15),
        ("{}", 1),
        ("{a,}", 3),
        ("{a..b}", 3),
        ("{.}", 2),
        ("a b", 1),
        ("a%2", 1),
        ("\u{E9}<", 2),
        ("{{a}}", 1),
    ] {
        let error = UriTemplate::parse(text).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidInput);
        assert!(error.message().contains(&format!("at byte {at}:")), "{text}: {error}");
    }
}

#[test]
fn a_template_tells_its_variables_and_itself() {
    let template = template("{a}/{b.c,d_1}{?%41*}x");
    assert_eq!(template.variables().collect::<Vec<_>>(), ["a", "b.c", "d_1", "%41"]);
    assert_eq!(template.as_str(), "{a}/{b.c,d_1}{?%41*}x");
}

#[test]
fn a_template_is_bounded_in_length_and_variables() {
    assert!(UriTemplate::parse(&"a".repeat(MAX_TEMPLATE)).is_ok());
    assert!(UriTemplate::parse(&"a".repeat(MAX_TEMPLATE + 1)).is_err());
    assert!(UriTemplate::parse(&"{a}".repeat(MAX_VARIABLES)).is_ok());
    assert!(UriTemplate::parse(&"{a}".repeat(MAX_VARIABLES + 1)).is_err());
    let queries = "{?a,b,c,d}{/e*}{f:8}".repeat(MAX_VARIABLES / 6);
    assert!(UriTemplate::parse(&queries).is_ok(), "no ordinary template is too complex");
}

#[test]
fn no_address_and_no_template_cost_more_than_their_lengths() {
    // With an engine that tries all ways, each of these would outlast the test.
    let long = "a".repeat(MAX_URI - 1);
    for text in [
        "{a}{b}{c}{d}{e}{f}{g}{h}!",
        "{/a*}{/b*}{/c*}{/d*}{/e*}{/f*}!",
        "{+a}{+b}{+c}{+d}{+e}{+f}{+g}!",
        "{a:8}{b:8}{c:8}{d:8}{e:8}!",
        "{?a,a,a,a,a,a}{&a,a,a,a,a}!",
    ] {
        let template = template(text);
        for uri in [long.clone(), "/a".repeat(MAX_URI / 2 - 1), format!("?a{}", "&a".repeat(4000))]
        {
            assert_eq!(template.matches(&uri), None, "{text}");
        }
    }
    assert_eq!(template("{a}").matches(&"a".repeat(MAX_URI + 1)), None);
}

#[test]
fn a_segment_of_a_path_leads_nowhere_else() {
    let of = |value: &str| Variables::new().with("name", value).path_segment("name").is_some();
    for good in ["notes.txt", "..a", "a..b", ".profile", "caf\u{E9}", "a b"] {
        assert!(of(good), "{good}");
    }
    for good in
        ["con-fig", "null", "com", "com10", "lpt.txt", "a.nul", "aux1", "conin", "COM\u{B9}0"]
    {
        assert!(of(good), "{good} only looks like a device");
    }
    for device in [
        "NUL",
        "nul",
        "con",
        "PRN",
        "aux.txt",
        "NUL.tar.gz",
        "nul .txt",
        "com1.txt",
        "COM9",
        "lpt0",
        "LPT\u{B3}",
        "com\u{B9}.a",
        "CONIN$",
        "conout$.txt",
    ] {
        assert!(!of(device), "{device} is a device on Windows");
    }
    for ends in ["secret.txt.", "secret.txt ", "secret.txt. .", "..a.", "a.."] {
        assert!(!of(ends), "{ends:?} is another name on Windows");
    }
    for bad in ["", ".", "..", "...", ".. ", " ", "a/b", "/", "..\\a", "C:", "a:b", "a\0b"] {
        assert!(!of(bad), "{bad:?}");
    }
    let found = template("file:///{name}").matches("file:///..%2F..%2Fetc%2Fpasswd").unwrap();
    assert_eq!(found.value("name"), Some("../../etc/passwd"));
    assert_eq!(found.path_segment("name"), None);
    assert_eq!(found.path_segment("other"), None);
}

#[test]
fn variables_keep_their_order_and_one_value_each() {
    let mut values = Variables::new().with("b", "1").with("a", "2");
    values.insert("b", "3");
    assert_eq!(values.iter().collect::<Vec<_>>(), [("b", "3"), ("a", "2")]);
    assert_eq!((values.len(), values.is_empty()), (2, false));
}
