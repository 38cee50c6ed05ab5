//! Which claims let a token through.

use serde_json::{Value, json};

use super::*;

const NOW: f64 = 1_000_000.0;

fn expected() -> Expected {
    Expected {
        issuer: "https://id.example".into(),
        audiences: vec!["https://h.example/mcp".into(), "api://files".into()],
        skew: Duration::from_mins(1),
    }
}

/// Good claims, with these changes; `null` removes one.
fn claims(changes: &Value) -> Claims {
    let mut claims = json!({
        "iss": "https://id.example",
        "aud": "https://h.example/mcp",
        "exp": NOW + 300.0,
        "sub": "anna",
    });
    for (name, value) in changes.as_object().unwrap() {
        let members = claims.as_object_mut().unwrap();
        if value.is_null() {
            members.remove(name)
        } else {
            members.insert(name.clone(), value.clone())
        };
    }
    Claims::parse(claims.to_string().as_bytes()).unwrap()
}

fn signed(changes: &Value) -> Result<Principal, &'static str> {
    claims(changes).judge_signed(&expected(), NOW).map(|accepted| accepted.principal)
}

fn answered(changes: &Value) -> Result<Principal, &'static str> {
    claims(changes).judge_answer(&expected(), NOW).map(|accepted| accepted.principal)
}

#[test]
fn a_token_must_be_for_us() {
    for audience in [
        json!("https://h.example/mcp"),
        json!("HTTPS://H.Example/mcp"),
        json!(["https://other.example", "https://h.example/mcp"]),
        json!("api://files"),
    ] {
        assert!(signed(&json!({"aud": audience})).is_ok(), "{audience}");
    }
    for audience in [
        Value::Null,
        json!([]),
        json!(""),
        json!("https://h.example"),
        json!("https://h.example/mcp/"),
        json!("https://h.example/MCP"),
        json!("https://h.example/mcp/other"),
        json!("https://h.example.evil/mcp"),
        json!("http://h.example/mcp"),
        json!(["https://other.example"]),
    ] {
        let refused = signed(&json!({"aud": audience}));
        assert_eq!(refused, Err("the token is not for this resource"), "{audience}");
    }
}

#[test]
fn the_slash_of_an_empty_path_means_nothing() {
    assert!(is_same_resource("https://h.example", "https://H.example/"));
    assert!(!is_same_resource("https://h.example", "https://h.example/a"));
    assert!(!is_same_resource("h.example", "H.example"));
}

#[test]
fn the_issuer_is_compared_letter_by_letter() {
    for issuer in ["https://id.example/", "https://ID.example", "http://id.example", ""] {
        let refused = signed(&json!({"iss": issuer}));
        assert_eq!(refused, Err("the token is of another issuer"), "{issuer}");
    }
    assert!(signed(&json!({"iss": null})).is_err());
}

#[test]
fn times_hold_within_the_difference_of_clocks() {
    for (changes, outcome) in [
        (json!({"exp": NOW - 59.0}), None),
        (json!({"exp": NOW - 60.0}), Some("the token has expired")),
        (json!({"exp": null}), Some("the token does not say when it expires")),
        (json!({"nbf": NOW + 60.0}), None),
        (json!({"nbf": NOW + 61.0}), Some("the token is not valid yet")),
        (json!({"exp": 1e300}), None),
    ] {
        assert_eq!(signed(&changes).err(), outcome, "{changes}");
    }
}

#[test]
fn a_claim_of_a_wrong_type_is_not_an_absent_one() {
    for claims in [
        r#"{"nbf":"99999999999"}"#,
        r#"{"exp":"never"}"#,
        r#"{"exp":1e999}"#,
        r#"{"iss":["https://id.example"]}"#,
        r#"{"aud":{"a":1}}"#,
        r#"{"aud":["a",1]}"#,
        r#"{"sub":1}"#,
        r#"{"aud":"a","aud":"b"}"#,
        r#"{"active":"true"}"#,
        "[]",
        "",
        "\"\"",
    ] {
        assert!(Claims::parse(claims.as_bytes()).is_err(), "{claims}");
    }
}

#[test]
fn scopes_and_clients_stand_where_issuers_write_them() {
    for (changes, client, scopes) in [
        (json!({"client_id": "a", "scope": "x  y"}), Some("a"), vec!["x", "y"]),
        (json!({"azp": "b", "scp": ["x", "y z"]}), Some("b"), vec!["x", "y", "z"]),
        (json!({"cid": "c", "scp": "x", "scope": "y"}), Some("c"), vec!["x", "y"]),
        (json!({}), None, vec![]),
    ] {
        let principal = signed(&changes).unwrap();
        assert_eq!(principal.client_id(), client);
        assert_eq!(principal.subject(), Some("anna"));
        assert_eq!(principal.scopes().iter().collect::<Vec<_>>(), scopes);
    }
}

#[test]
fn a_token_must_be_of_somebody() {
    let program = signed(&json!({"sub": null, "client_id": "robot"})).unwrap();
    assert_eq!((program.subject(), program.client_id()), (None, Some("robot")));
    let nobody = signed(&json!({"sub": null}));
    assert_eq!(nobody, Err("the token names neither a subject nor a client"));
}

#[test]
fn a_token_that_is_bound_to_a_key_is_no_bearer_token() {
    assert!(signed(&json!({"cnf": {"jkt": "abc"}})).is_err());
    assert!(answered(&json!({"active": true, "token_type": "DPoP"})).is_err());
    assert!(answered(&json!({"active": true, "token_type": "bearer"})).is_ok());
}

#[test]
fn only_an_active_token_is_let_through() {
    let minimal = json!({"active": true, "iss": null, "exp": null});
    assert_eq!(answered(&minimal).unwrap(), Principal::new("https://id.example", "anna"));
    for changes in [json!({}), json!({"active": false})] {
        assert_eq!(answered(&changes), Err("the token is not active"));
    }
    for changes in [
        json!({"active": true, "iss": "https://other.example"}),
        json!({"active": true, "aud": null}),
        json!({"active": true, "exp": NOW - 61.0}),
    ] {
        assert!(answered(&changes).is_err(), "{changes}");
    }
}
