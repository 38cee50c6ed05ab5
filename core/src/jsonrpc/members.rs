//! Members of an object, found and taken out without taking the rest apart.

use std::ops::Range;

use bytes::Bytes;

use super::{ScanError, Scanner, codec::unescape, scan::Key};

/// The value of an object's member, where the object has it. Of several of one name it is the last
/// one, which is also the one that is decoded.
#[cfg(feature = "http")]
pub(crate) fn member(object: &Bytes, name: &str) -> Option<Bytes> {
    let mut found = None;
    walk(object, |key, place| {
        if is_named(object, key, name) {
            found = Some(place);
        }
    })
    .ok()?;
    found.map(|place| object.slice(place))
}

/// An object, and members that were taken out of it.
pub(crate) struct Parted<const N: usize> {
    /// The values that stood under the names.
    pub(crate) taken: [Option<Bytes>; N],
    /// The object without them.
    pub(crate) rest: Bytes,
}

/// Takes the members of these names out of an object.
///
/// # Errors
/// The text is no object, or has a member of one of the names twice.
pub(crate) fn take_members<const N: usize>(
    object: &Bytes,
    names: [&str; N],
) -> Result<Parted<N>, ScanError> {
    let mut taken = [const { None }; N];
    let mut repeated = false;
    let mut rest = Vec::with_capacity(object.len());
    walk(object, |key, place| {
        if let Some(index) = names.iter().position(|name| is_named(object, key, name)) {
            repeated |= taken[index].replace(object.slice(place)).is_some();
            return;
        }
        rest.push(if rest.is_empty() { b'{' } else { b',' });
        rest.push(b'"');
        rest.extend_from_slice(&object[key.range.clone()]);
        rest.extend_from_slice(b"\":");
        rest.extend_from_slice(&object[place]);
    })?;
    if repeated {
        return Err(ScanError::Syntax);
    }
    if taken.iter().all(Option::is_none) {
        return Ok(Parted { taken, rest: object.clone() });
    }
    if rest.is_empty() {
        rest.push(b'{');
    }
    rest.push(b'}');
    Ok(Parted { taken, rest: rest.into() })
}

/// Hands out each member's name and the place of its value.
fn walk(object: &[u8], mut member: impl FnMut(&Key, Range<usize>)) -> Result<(), ScanError> {
    // How deeply it may be nested was seen when the message was.
    let mut scanner = Scanner::new(object, usize::MAX);
    scanner.object(|scanner, key| {
        let place = scanner.value()?;
        member(&key, place);
        Ok(())
    })
}

fn is_named(object: &[u8], key: &Key, name: &str) -> bool {
    let said = &object[key.range.clone()];
    if key.escaped { unescape(said) == name.as_bytes() } else { said == name.as_bytes() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parted(object: &'static str) -> (Option<String>, Option<String>, String) {
        let object = Bytes::from_static(object.as_bytes());
        let Parted { taken: [a, b], rest } = take_members(&object, ["a", "b"]).unwrap();
        let text = |bytes: Bytes| String::from_utf8(bytes.to_vec()).unwrap();
        (a.map(text), b.map(text), text(rest))
    }

    #[cfg(feature = "http")]
    #[test]
    fn a_member_is_found_however_its_name_is_spelled_and_the_last_one_counts() {
        let found = |object: &'static str| member(&Bytes::from_static(object.as_bytes()), "name");
        assert_eq!(found(r#"{"a":{"name":1},"name": "x" }"#).unwrap(), r#""x""#);
        assert_eq!(found(r#"{"name":"x","n\u0061me":["y"]}"#).unwrap(), r#"["y"]"#);
        assert_eq!(found(r#"{"n\u0061me":"y","name":"x"}"#).unwrap(), r#""x""#);
        assert_eq!(found(r#"{"names":1,"nam\\u0065":2}"#), None);
        assert_eq!(found(r#"["name"]"#), None);
    }

    #[test]
    fn what_is_taken_out_leaves_the_other_members_as_they_stood() {
        let (a, b, rest) = parted(r#"{"x": [1, 2] ,"a":{"a":0},"\"y":"z" ,"b" : null}"#);
        assert_eq!(a.unwrap(), r#"{"a":0}"#);
        assert_eq!(b.unwrap(), "null");
        assert_eq!(rest, r#"{"x":[1, 2],"\"y":"z"}"#);
        assert_eq!(parted(r#"{"\u0061":1}"#), (Some("1".into()), None, "{}".into()));
        assert_eq!(parted(r#"{ "x" : 1 }"#), (None, None, r#"{ "x" : 1 }"#.into()));
    }

    #[test]
    fn nothing_is_taken_out_of_what_is_no_object_or_says_it_twice() {
        for text in ["[1]", "1", r#"{"a":1,"a":1}"#, r#"{"\u0061":1,"x":0,"a":2}"#] {
            assert!(take_members(&Bytes::from_static(text.as_bytes()), ["a"]).is_err(), "{text}");
        }
    }
}
