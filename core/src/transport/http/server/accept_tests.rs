use super::*;

fn headers(name: &header::HeaderName, values: &[&str]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for value in values {
        headers.append(name, value.parse().unwrap());
    }
    headers
}

fn takes(accept: &[&str]) -> (bool, bool) {
    let headers = headers(&header::ACCEPT, accept);
    (accepts(&headers, "application/json"), accepts(&headers, "text/event-stream"))
}

#[test]
fn who_accepts_nothing_in_particular_takes_everything() {
    assert_eq!(takes(&[]), (true, true));
    assert_eq!(takes(&["*/*"]), (true, true));
    assert_eq!(takes(&[""]), (true, true));
}

#[test]
fn types_are_taken_by_name_and_by_wildcard_without_regard_to_case() {
    assert_eq!(takes(&["application/json, text/event-stream"]), (true, true));
    assert_eq!(takes(&["application/json", "text/event-stream"]), (true, true));
    assert_eq!(takes(&["Application/JSON"]), (true, false));
    assert_eq!(takes(&["text/*"]), (false, true));
    assert_eq!(takes(&["application/*;q=0.5,text/html"]), (true, false));
    assert_eq!(takes(&["application/jsonl"]), (false, false));
    assert_eq!(takes(&["application/j*"]), (false, false));
}

#[test]
fn a_weight_of_zero_excludes_and_the_more_precise_range_decides() {
    assert_eq!(takes(&["*/*, text/event-stream;q=0"]), (true, false));
    assert_eq!(takes(&["*/*;q=0, application/json"]), (true, false));
    assert_eq!(takes(&["text/*; Q=0.000, text/event-stream ; q=0.001"]), (false, true));
    assert_eq!(takes(&["application/json;q=0."]), (false, false));
    assert_eq!(takes(&["application/json;version=1;q=0, application/json"]), (true, false));
}

#[test]
fn quoted_parameters_do_not_end_a_range() {
    assert_eq!(takes(&[r#"text/html;a=", application/json", text/event-stream"#]), (false, true));
    assert_eq!(takes(&[r#"text/html;a="\", application/json", text/*"#]), (false, true));
}

fn status_of(content_type: &[&str]) -> Option<u16> {
    check_json(&headers(&header::CONTENT_TYPE, content_type))
        .err()
        .map(|refusal| refusal.status().as_u16())
}

#[test]
fn a_body_is_json_in_utf8_and_nothing_else() {
    for good in [
        "application/json",
        "Application/Json",
        "application/json; charset=UTF-8",
        "application/json;charset=\"utf-8\"",
        "application/json; profile=x",
    ] {
        assert_eq!(status_of(&[good]), None, "{good}");
    }
    for bad in ["text/plain", "application/json-rpc", "application/json; charset=utf-16", ""] {
        assert_eq!(status_of(&[bad]), Some(415), "{bad}");
    }
    assert_eq!(status_of(&[]), Some(415));
    assert_eq!(status_of(&["application/json", "application/json"]), Some(415));
}

#[test]
fn a_compressed_body_is_refused() {
    let mut compressed = headers(&header::CONTENT_TYPE, &["application/json"]);
    compressed.insert(header::CONTENT_ENCODING, "gzip".parse().unwrap());
    assert_eq!(check_json(&compressed).unwrap_err().status(), 415);
    compressed.insert(header::CONTENT_ENCODING, "identity".parse().unwrap());
    assert!(check_json(&compressed).is_ok());
}

#[test]
fn what_the_answer_may_be_must_all_be_taken_however_it_is_said() {
    let types = ["application/json", "text/event-stream"];
    let takes = |accept: &[&str]| {
        check_accept(&headers(&header::ACCEPT, accept), &types, "both must be taken").is_ok()
    };
    for good in [
        &["application/json, text/event-stream"][..],
        &["application/json,text/event-stream"],
        &["text/event-stream, application/json"],
        &["application/json", "text/event-stream"],
        &["*/*"],
        &[],
    ] {
        assert!(takes(good), "{good:?}");
    }
    for bad in [
        &["application/json"][..],
        &["application/json, text/event-stream;q=0"],
        &["application/json, text/event-stream-like"],
    ] {
        assert!(!takes(bad), "{bad:?}");
    }
}
