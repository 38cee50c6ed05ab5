//! What opens, what does not, and that a state opens once.

use super::*;
use crate::auth::Principal;

const ALICE: &[u8] = b"issuer\0alice";
const TOOL: &[&[u8]] = &[b"send", b"{\"to\":\"bob\"}"];

fn sealer() -> Sealer {
    Sealer::with_keys([[7; 32]]).unwrap()
}

fn bound() -> Bound<'static> {
    Bound::new(ALICE, "tools/call", TOOL)
}

fn at(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000 + seconds)
}

/// Opens a state whose request then has an outcome.
fn open(
    sealer: &Sealer,
    text: &str,
    bound: &Bound<'_>,
    now: SystemTime,
) -> Result<Vec<u8>, Rejected> {
    let unsealed = sealer.open(text, bound, now)?;
    let plain = unsealed.plain().to_vec();
    unsealed.spend();
    Ok(plain)
}

#[test]
fn a_state_opens_for_whom_it_was_sealed() {
    let sealer = Sealer::random().unwrap();
    for state in [&b""[..], b"step 2", &vec![0xFF; MAX_STATE]] {
        let text = sealer.seal(state, &bound(), at(0)).unwrap();
        assert!(text.len() <= MAX_TEXT);
        let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        assert!(text.bytes().all(is_safe), "base64url without padding");
        assert_eq!(open(&sealer, &text, &bound(), at(599)).unwrap(), state);
    }
}

#[test]
fn a_state_shows_nothing_of_itself() {
    let sealer = sealer();
    let [first, second] = [(); 2].map(|()| sealer.seal(b"secret", &bound(), at(0)).unwrap());
    assert_ne!(first, second);
    let bytes = URL_SAFE_NO_PAD.decode(&first).unwrap();
    assert!(!bytes.windows(6).any(|window| window == b"secret"));
}

#[test]
fn a_state_opens_for_nobody_else_and_for_no_other_request() {
    let sealer = sealer();
    let text = sealer.seal(b"state", &bound(), at(0)).unwrap();
    let others = [
        Bound::new(b"issuer\0mallory", "tools/call", TOOL),
        Bound::new(b"", "tools/call", TOOL),
        Bound::new(ALICE, "prompts/get", TOOL),
        Bound::new(ALICE, "tools/call", &[b"send", b"{\"to\":\"eve\"}"]),
        Bound::new(ALICE, "tools/call", &[b"send{\"to\":\"bob\"}", b""]),
        Bound::new(ALICE, "tools/callsend", &[b"{\"to\":\"bob\"}"]),
    ];
    for other in others {
        assert_eq!(open(&sealer, &text, &other, at(1)), Err(Rejected::Forged));
    }
    assert!(open(&sealer, &text, &bound(), at(1)).is_ok(), "those who failed did not use it up");
}

#[test]
fn no_byte_of_a_state_can_be_changed() {
    let sealer = sealer();
    let bytes = URL_SAFE_NO_PAD.decode(sealer.seal(b"state", &bound(), at(0)).unwrap()).unwrap();
    for place in 0..bytes.len() {
        let mut forged = bytes.clone();
        forged[place] ^= 1;
        let expected = if place == 0 { Rejected::Malformed } else { Rejected::Forged };
        let text = URL_SAFE_NO_PAD.encode(forged);
        assert_eq!(open(&sealer, &text, &bound(), at(1)), Err(expected), "byte {place}");
    }
}

#[test]
fn what_no_sealer_writes_is_malformed_or_forged_and_never_panics() {
    let sealer = sealer();
    let text = sealer.seal(b"state", &bound(), at(0)).unwrap();
    for end in 0..text.len() {
        assert!(open(&sealer, &text[..end], &bound(), at(1)).is_err());
    }
    let long = "A".repeat(MAX_TEXT + 1);
    for text in ["", "=", "state", "\u{1F980}", "{}", &format!("{text}="), &long] {
        assert_eq!(open(&sealer, text, &bound(), at(1)), Err(Rejected::Malformed), "{text:.10}");
    }
}

#[test]
fn a_state_opens_once() {
    let sealer = sealer();
    let text = sealer.seal(b"state", &bound(), at(0)).unwrap();
    assert!(open(&sealer, &text, &bound(), at(1)).is_ok());
    assert_eq!(open(&sealer, &text, &bound(), at(2)), Err(Rejected::Replayed));
    let again = sealer.seal(b"state", &bound(), at(3)).unwrap();
    assert!(open(&sealer, &again, &bound(), at(4)).is_ok());
}

#[test]
fn a_state_expires() {
    let sealer = sealer().with_ttl(Duration::from_mins(1));
    let text = sealer.seal(b"state", &bound(), at(0)).unwrap();
    assert_eq!(open(&sealer, &text, &bound(), at(60)), Err(Rejected::Expired));
    assert!(open(&sealer, &text, &bound(), at(59)).is_ok());
    assert_eq!(open(&sealer, &text, &bound(), at(60)), Err(Rejected::Expired));
}

#[test]
fn a_state_that_was_forgotten_stays_closed_when_the_clock_goes_back() {
    let sealer = sealer();
    let first = sealer.seal(b"first", &bound(), at(0)).unwrap();
    open(&sealer, &first, &bound(), at(1)).unwrap();
    let second = sealer.seal(b"second", &bound(), at(700)).unwrap();
    open(&sealer, &second, &bound(), at(701)).unwrap();
    assert_eq!(sealer.lock().states.len(), 1, "the first is remembered no more");
    assert_eq!(open(&sealer, &first, &bound(), at(2)), Err(Rejected::Expired));
    assert_eq!(open(&sealer, &second, &bound(), at(2)), Err(Rejected::Replayed));
}

#[test]
fn a_clock_that_is_far_from_the_present_does_no_harm() {
    let sealer = sealer().with_ttl(Duration::MAX);
    let before = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
    let text = sealer.seal(b"state", &bound(), before).unwrap();
    assert!(open(&sealer, &text, &bound(), before).is_ok());
}

#[test]
fn an_older_key_opens_and_the_newest_seals() {
    let old = sealer().seal(b"old", &bound(), at(0)).unwrap();
    let both = Sealer::with_keys([[8; 32], [7; 32]]).unwrap();
    assert_eq!(open(&both, &old, &bound(), at(1)).unwrap(), b"old");
    let new = both.seal(b"new", &bound(), at(2)).unwrap();
    assert_eq!(open(&sealer(), &new, &bound(), at(3)), Err(Rejected::Forged));
    let newest = Sealer::with_keys([[8; 32]]).unwrap();
    assert_eq!(open(&newest, &new, &bound(), at(3)).unwrap(), b"new");
    assert_eq!(open(&newest, &old, &bound(), at(3)), Err(Rejected::Forged));
}

#[test]
fn a_sealer_needs_a_key_and_shows_none() {
    assert_eq!(Sealer::with_keys([]).unwrap_err().code(), ErrorCode::InvalidInput);
    assert_eq!(format!("{:?}", sealer()), "Sealer { keys: 1, ttl: 600s, .. }");
}

#[test]
fn a_state_that_is_too_long_is_not_sealed() {
    let refused = sealer().seal(&vec![0; MAX_STATE + 1], &bound(), at(0)).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Limit);
}

#[test]
fn what_was_opened_is_not_forgotten_for_more_but_more_is_refused_until_something_expires() {
    let sealer = sealer();
    let first = sealer.seal(b"state", &bound(), at(0)).unwrap();
    open(&sealer, &first, &bound(), at(1)).unwrap();
    for number in 1..MAX_OPENED as u64 {
        let mut salt = [0; SALT_LEN];
        salt[..8].copy_from_slice(&number.to_be_bytes());
        sealer.lock().note((millis(at(700)), salt), None, millis(at(1))).unwrap();
    }
    let more = sealer.seal(b"state", &bound(), at(10)).unwrap();
    assert_eq!(open(&sealer, &more, &bound(), at(11)), Err(Rejected::Overloaded));
    assert_eq!(open(&sealer, &first, &bound(), at(12)), Err(Rejected::Replayed));
    assert!(open(&sealer, &more, &bound(), at(600)).is_ok(), "the first has expired");
}

#[test]
fn one_principal_cannot_open_so_many_that_nobody_else_can_open_any() {
    let sealer = sealer();
    let owner = |subject: &str| Owner::of(&Principal::new("https://id.example", subject));
    let open_one = |subject: &str, second: u64| {
        let bound = bound().counted_for(owner(subject));
        let text = sealer.seal(b"state", &bound, at(second)).unwrap();
        open(&sealer, &text, &bound, at(second + 1)).map(drop)
    };
    for number in 0..MAX_OPENED_BY_ONE as u64 {
        let mut salt = [0; SALT_LEN];
        salt[..8].copy_from_slice(&number.to_be_bytes());
        sealer.lock().note((millis(at(600)), salt), owner("anna"), millis(at(1))).unwrap();
    }
    assert_eq!(open_one("anna", 10), Err(Rejected::Overloaded));
    assert_eq!(open_one("bob", 10), Ok(()));
    assert_eq!(open_one("anna", 600), Ok(()), "hers have expired");
}

#[test]
fn a_state_whose_request_came_to_nothing_opens_again() {
    let sealer = Sealer::random().unwrap();
    let text = sealer.seal(b"state", &bound(), at(0)).unwrap();
    let unsealed = sealer.open(&text, &bound(), at(1)).unwrap();
    assert!(!unsealed.was_opened_before());
    assert_eq!(sealer.open(&text, &bound(), at(1)).err(), Some(Rejected::Replayed));
    drop(unsealed);
    assert!(sealer.open(&text, &bound(), at(1)).unwrap().was_opened_before());
    assert_eq!(open(&sealer, &text, &bound(), at(1)), Ok(b"state".to_vec()));
    assert_eq!(open(&sealer, &text, &bound(), at(1)), Err(Rejected::Replayed));
}
