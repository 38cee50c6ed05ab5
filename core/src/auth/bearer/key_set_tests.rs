//! Which key has signed a token: the vectors of the RFCs, and sets of many keys.

use serde_json::{Value, json};

use super::{
    super::signer::{RSA_N, Signer, key_document},
    *,
};

fn judge(keys: &Value, token: &str) -> Verdict {
    let keys = KeySet::parse(json!({ "keys": keys }).to_string().as_bytes()).unwrap();
    keys.judge(&Jwt::parse(token).unwrap())
}

#[test]
fn the_tokens_that_the_rfcs_print_are_signed() {
    const CLAIMS: &str = "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
    let vectors = [
        // RFC 7515, appendix A.2.
        (
            json!({"kty": "RSA", "n": RSA_N, "e": "AQAB"}),
            format!(
                "eyJhbGciOiJSUzI1NiJ9.{CLAIMS}.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
            ),
        ),
        // RFC 7515, appendix A.3.
        (
            json!({"kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}),
            format!(
                "eyJhbGciOiJFUzI1NiJ9.{CLAIMS}.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
            ),
        ),
        // RFC 8037, appendix A.4.
        (
            json!({"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}),
            "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg".to_owned(),
        ),
    ];
    for (key, token) in &vectors {
        assert_eq!(judge(&json!([key]), token), Verdict::Signed, "{token}");
        let all: Vec<&Value> = vectors.iter().map(|(key, _)| key).collect();
        assert_eq!(judge(&json!(all), token), Verdict::Signed, "among others: {token}");
        let forged = token.replacen(".eyJpc3Mi", ".eyJpc3Nj", 1).replacen(".RXhh", ".RXhi", 1);
        assert_eq!(judge(&json!([key]), &forged), Verdict::UnknownKey, "{forged}");
    }
}

#[test]
fn the_name_chooses_the_key() {
    let [one, two] = ["one", "two"].map(|id| Signer::new(Algorithm::Es256, id));
    let nameless = Signer::new(Algorithm::Es256, None);
    let claims = json!({});
    let header = |id: &str| json!({"alg": "ES256", "kid": id});
    let both = json!([one.jwk(), two.jwk()]);
    for (keys, token, verdict) in [
        (&both, two.token(&claims), Verdict::Signed),
        (&both, two.token_with(&json!({"alg": "ES256"}), &claims), Verdict::Signed),
        (&both, two.token_with(&header("one"), &claims), Verdict::Forged),
        (&both, two.token_with(&header("three"), &claims), Verdict::UnknownKey),
        (&both, nameless.token(&claims), Verdict::UnknownKey),
        (&json!([nameless.jwk()]), nameless.token_with(&header("x"), &claims), Verdict::Signed),
        (&json!([nameless.jwk()]), one.token(&claims), Verdict::UnknownKey),
        (&json!([]), one.token(&claims), Verdict::UnknownKey),
    ] {
        assert_eq!(judge(keys, &token), verdict, "{token}");
    }
}

#[test]
fn a_key_for_something_else_is_not_used() {
    let signer = Signer::new(Algorithm::Rs256, "a");
    let token = signer.token(&json!({}));
    let with = |name: &str, value: Value| {
        let mut key = signer.jwk();
        key[name] = value;
        judge(&json!([key]), &token)
    };
    assert_eq!(with("use", json!("sig")), Verdict::Signed);
    assert_eq!(with("alg", json!("RS256")), Verdict::Signed);
    assert_eq!(with("key_ops", json!(["sign", "verify"])), Verdict::Signed);
    // A sign's zero before the modulus.
    let mut modulus = vec![0];
    modulus.extend(BASE64_URL_SAFE_NO_PAD.decode(RSA_N).unwrap());
    assert_eq!(with("n", json!(BASE64_URL_SAFE_NO_PAD.encode(modulus))), Verdict::Signed);
    for (name, value) in [
        ("use", json!("enc")),
        ("alg", json!("RS384")),
        ("alg", json!("RSA-OAEP")),
        ("key_ops", json!(["encrypt"])),
        ("kty", json!("oct")),
        ("kty", json!("EC")),
        ("n", json!("")),
        ("n", json!("AQAB")),
        ("n", json!(1)),
        ("e", json!("not base64!")),
    ] {
        assert_ne!(with(name, value.clone()), Verdict::Signed, "{name} {value}");
    }
}

#[test]
fn a_weak_key_has_signed_nothing() {
    let short = BASE64_URL_SAFE_NO_PAD.encode([0xFF; 128]);
    let key = PublicKey::Rsa { n: BASE64_URL_SAFE_NO_PAD.decode(short).unwrap(), e: vec![1, 0, 1] };
    assert!(!key.has_signed(Algorithm::Rs256, b"message", &[0; 128]));
}

#[test]
fn a_bad_key_is_left_out_and_the_others_stay() {
    let signer = Signer::new(Algorithm::EdDsa, "good");
    let keys = json!([1, {"kty": "new"}, {"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"}, signer.jwk()]);
    assert_eq!(judge(&keys, &signer.token(&json!({}))), Verdict::Signed);
    for document in ["", "[]", "{}", r#"{"keys":{}}"#, r#"{"keys":null}"#] {
        assert!(KeySet::parse(document.as_bytes()).is_err(), "{document}");
    }
}

#[test]
fn the_number_of_keys_has_a_limit() {
    let [first, last] = ["first", "last"].map(|id| Signer::new(Algorithm::EdDsa, id));
    let mut keys = vec![&first; KEYS];
    keys.push(&last);
    let set = KeySet::parse(key_document(&keys).as_bytes()).unwrap();
    let token = last.token(&json!({}));
    assert_eq!(set.judge(&Jwt::parse(&token).unwrap()), Verdict::UnknownKey);
    let token = first.token(&json!({}));
    assert_eq!(set.judge(&Jwt::parse(&token).unwrap()), Verdict::Signed);
}
