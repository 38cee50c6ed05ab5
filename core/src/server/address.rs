//! What can be the address of a resource (RFC 3986, which 2026-07-28 `server/resources`, "Custom
//! URI Schemes", refers to). It knows no resources.

/// Whether this can be an address: a scheme, a colon, and characters that may stand there. Letters
/// beyond ASCII may stand there too, as people and programs write them.
pub(super) fn is_address(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let mut letters = scheme.bytes();
    let begins = letters.next().is_some_and(|first| first.is_ascii_alphabetic());
    let goes_on = letters.all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    begins && goes_on && rest.chars().all(may_stand) && escapes_are_whole(rest)
}

/// Whether it is an address to the letter.
pub(super) fn is_strict_address(text: &str) -> bool {
    text.is_ascii() && is_address(text)
}

fn may_stand(character: char) -> bool {
    let forbidden = r#""<>\^`{|}"#;
    !(character.is_control() || character.is_whitespace() || forbidden.contains(character))
}

/// Whether each percent sign begins two digits.
fn escapes_are_whole(text: &str) -> bool {
    text.split('%').skip(1).all(|after| {
        let digits = after.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_scheme_and_no_forbidden_character() {
        for text in ["note://one", "file:///a%20b/c", "urn:isbn:1", "a+b-c.1:x?y=[z]#é"] {
            assert!(is_address(text), "{text}");
        }
        for text in [
            "", "note", "/note", ":x", "1a:x", "a b:x", "a:b c", "a:%", "a:%2", "a:%zz", "a:{b}",
            "a:\n",
        ] {
            assert!(!is_address(text), "{text}");
        }
        assert!(is_strict_address("note://one") && !is_strict_address("note://é"));
    }
}
