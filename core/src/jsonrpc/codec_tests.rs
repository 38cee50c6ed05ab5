use super::*;
use crate::jsonrpc::id::MAX_ID_BYTES;

fn frame(text: &str) -> Frame {
    decode(&Bytes::copy_from_slice(text.as_bytes()), &Limits::default())
}

fn message(text: &str) -> Message {
    match frame(text) {
        Frame::Message(message) => message,
        other => panic!("{text}: {other:?}"),
    }
}

fn invalid(text: &str) -> Invalid {
    match frame(text) {
        Frame::Invalid(invalid) => invalid,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn finds_the_parts_of_each_kind_of_message() {
    let Message::Request(request) =
        message(r#"{"params":{"a":[1,{"b":"}"}]},"id":"x","method":"m","jsonrpc":"2.0"}"#)
    else {
        panic!("no request")
    };
    assert_eq!(request.id, RequestId::from("x"));
    assert_eq!(&*request.method, "m");
    assert_eq!(request.params.as_deref(), Some(br#"{"a":[1,{"b":"}"}]}"#.as_slice()));

    let Message::Response(response) = message(
        r#"{"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","x":{"resultType":1}}}"#,
    ) else {
        panic!("no response")
    };
    let Outcome::Result(result) = response.outcome else { panic!("no result") };
    assert_eq!(result.tag.as_deref(), Some(br#""complete""#.as_slice()));

    assert!(matches!(message(r#"{"jsonrpc":"2.0","method":"n"}"#), Message::Notification(_)));
}

#[test]
fn null_in_the_place_of_parameters_is_their_absence() {
    let text = r#"{"jsonrpc":"2.0","method":"n","params":null}"#;
    let Message::Notification(notification) = message(text) else { panic!("no notification") };
    assert_eq!(notification.params, None);
    let text = r#"{"jsonrpc":"2.0","method":"n","params":7}"#;
    assert_eq!(invalid(text).kind, InvalidKind::NotARequest);
}

#[test]
fn tolerates_floats_and_strings_as_ids_of_replies_only() {
    for (text, id) in [("7.0", RequestId::Number(7)), (r#""7""#, RequestId::from("7"))] {
        let Message::Response(response) = message(&format!(r#"{{"id":{text},"result":{{}}}}"#))
        else {
            panic!("no response")
        };
        assert_eq!(response.id, Some(id.clone()));
        assert_eq!(response.id.and_then(|id| id.as_integer()), Some(7));
    }
    assert_eq!(
        invalid(r#"{"jsonrpc":"2.0","id":7.5,"method":"m"}"#).kind,
        InvalidKind::NotARequest
    );
    assert_eq!(
        invalid(r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#).kind,
        InvalidKind::NotARequest
    );
}

#[test]
fn an_id_that_is_no_json_makes_a_text_that_is_no_json() {
    for id in ["007", "+5", "-", "01", "-01", "1a", "\"\t\""] {
        let invalid = invalid(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"m"}}"#));
        assert_eq!((invalid.kind, invalid.id), (InvalidKind::NotJson, None), "{id}");
    }
    for (id, number) in [("0", 0), ("-0", 0), ("-7", -7), ("9223372036854775807", i64::MAX)] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"m"}}"#);
        let Message::Request(request) = message(&text) else { panic!("no request") };
        assert_eq!(request.id, RequestId::Number(number));
    }
}

#[test]
fn a_member_that_nobody_knows_is_json_too() {
    for member in ["nonsense", "01", "[1,]", "{\"a\"}", "\"\t\""] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"m","more":{member}}}"#);
        assert_eq!(invalid(&text).kind, InvalidKind::NotJson, "{member}");
    }
    let text = r#"{"jsonrpc":"2.0","id":1,"method":"m","more":{"a":[1,"x"]}}"#;
    assert!(matches!(message(text), Message::Request(_)));
}

#[test]
fn parameters_keep_no_text_in_memory_that_has_much_else() {
    let keeps = |before: usize, params: usize| {
        let (more, own) = ("m".repeat(before), "p".repeat(params));
        let text =
            format!(r#"{{"jsonrpc":"2.0","method":"m","more":"{more}","params":{{"p":"{own}"}}}}"#);
        let text = Bytes::from(text);
        let Frame::Message(Message::Notification(heard)) = decode(&text, &Limits::default()) else {
            panic!("no notification")
        };
        let params = heard.params.unwrap();
        assert!(params.starts_with(b"{\"p\"") && params.len() == own.len() + 8);
        text.as_ptr_range().contains(&params.as_ptr())
    };
    assert!(keeps(10, 10) && keeps(0, LARGE));
    assert!(!keeps(LARGE, 10));
}

#[test]
fn an_id_that_is_too_long_is_none() {
    let request = |length: usize| {
        frame(&format!(r#"{{"jsonrpc":"2.0","id":"{}","method":"m"}}"#, "i".repeat(length)))
    };
    assert!(matches!(request(MAX_ID_BYTES - 2), Frame::Message(Message::Request(_))));
    let Frame::Invalid(invalid) = request(MAX_ID_BYTES) else { panic!("it was taken") };
    assert_eq!((invalid.kind, invalid.id), (InvalidKind::NotARequest, None));
}

#[test]
fn a_reply_that_breaks_the_rules_keeps_its_id() {
    for text in [
        r#"{"jsonrpc":"2.0","id":3,"result":{},"error":{"code":1,"message":""}}"#,
        r#"{"jsonrpc":"2.0","id":3}"#,
        r#"{"jsonrpc":"2.0","id":3,"error":{"code":"x","message":""}}"#,
        r#"{"jsonrpc":"2.0","id":3,"error":{"code":1.5,"message":""}}"#,
        r#"{"jsonrpc":"1.0","id":3,"result":{}}"#,
    ] {
        let Message::Response(response) = message(text) else { panic!("{text}") };
        assert_eq!(response.id, Some(RequestId::Number(3)), "{text}");
        assert!(matches!(response.outcome, Outcome::Malformed(_)), "{text}");
    }
}

#[test]
fn refuses_members_that_stand_twice_also_when_escaped() {
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"id":2,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"\u0069d":2,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{},"result":{}}"#,
    ] {
        assert_eq!(invalid(text).kind, InvalidKind::DuplicateMember, "{text}");
    }
}

#[test]
fn tells_what_is_not_json_from_what_is_no_message() {
    for text in ["", "Server started", "{oops}", r#"{"a":1"#, "[1", r#"{"a":1} x"#] {
        assert_eq!(invalid(text).kind, InvalidKind::NotJson, "{text}");
    }
    for text in ["42", r#""hello""#, "{}", r#"{"jsonrpc":"2.0","method":1,"id":4}"#, "null"] {
        assert_eq!(invalid(text).kind, InvalidKind::NotARequest, "{text}");
    }
    assert_eq!(invalid(r#"{"jsonrpc":"2.0","method":1,"id":4}"#).id, Some(RequestId::Number(4)));
}

#[test]
fn one_bad_member_does_not_lose_a_batch() {
    let Frame::Batch(members) = frame(r#"[{"jsonrpc":"2.0","method":"n"},1,{"id":1,"result":{}}]"#)
    else {
        panic!("no batch")
    };
    assert!(matches!(
        members.as_slice(),
        [Ok(Message::Notification(_)), Err(_), Ok(Message::Response(_))]
    ));
    assert!(matches!(frame("[]"), Frame::Batch(members) if members.is_empty()));
}

#[test]
fn limits_hold() {
    let deep = format!(r#"{{"id":5,"result":{}{}}}"#, "[".repeat(200), "]".repeat(200));
    assert_eq!(
        invalid(&deep),
        Invalid { kind: InvalidKind::TooDeep, id: Some(RequestId::Number(5)) }
    );
    let many = format!("[{}1]", "1,".repeat(200));
    assert_eq!(invalid(&many).kind, InvalidKind::BatchTooLong);
    let limits = Limits { bytes: 4, ..Limits::default() };
    assert!(matches!(
        decode(&Bytes::from_static(b"12345"), &limits),
        Frame::Invalid(Invalid { kind: InvalidKind::TooLong, .. })
    ));
}

#[test]
fn what_is_written_is_read_back() {
    let mut out = Vec::new();
    write_request(&mut out, Some(&RequestId::Number(9)), "tools/\"call", Some(b"{\"a\":1}"));
    let Message::Request(request) = message(std::str::from_utf8(&out).unwrap()) else {
        panic!("no request")
    };
    assert_eq!((&*request.method, request.id), ("tools/\"call", RequestId::Number(9)));

    let mut out = Vec::new();
    write_error(&mut out, None, &RpcError::new(-32700, "no"));
    assert_eq!(out, br#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"no"}}"#);
}
