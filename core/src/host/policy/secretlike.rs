//! Whether a text looks like a secret. It is a guess, in both directions.

use crate::model::{FormField, FormSchema};

/// The shortest text that can be a secret by its looks alone, in characters, and the longest:
/// beyond it random text is more often data.
const RANDOM_CHARS: std::ops::RangeInclusive<usize> = 24..=512;
/// How random a text must be, in bits for each character. Words have about 3, base64 of random
/// bytes has nearly 5 at this length.
const RANDOM_BITS: f64 = 3.9;
/// Of so many neighbours, one pair must be of a small and a capital letter, or of a letter and a
/// digit. In random text more than half of them are, in names that run words together a quarter.
const TURN_AMONG: usize = 3;

/// How the tokens of well-known services begin, and how many characters stand behind it at least.
const PREFIXES: [(&str, usize); 37] = [
    ("sk-", 20),
    ("sk_live_", 10),
    ("sk_test_", 10),
    ("rk_live_", 10),
    ("pk_live_", 10),
    ("whsec_", 16),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghu_", 20),
    ("ghs_", 20),
    ("ghr_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("gldt-", 16),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xoxa-", 10),
    ("xoxs-", 10),
    ("xapp-", 10),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 30),
    ("ya29.", 16),
    ("GOCSPX-", 16),
    ("npm_", 30),
    ("pypi-", 30),
    ("hf_", 24),
    ("SG.", 24),
    ("dop_v1_", 30),
    ("shpat_", 24),
    ("sbp_", 30),
    ("lin_api_", 24),
    ("figd_", 24),
    ("tskey-", 16),
    ("hvs.", 20),
    ("AGE-SECRET-KEY-", 20),
    ("secret_", 32),
];

/// Words of a name that say that what it names is secret.
const SECRET_WORDS: [&str; 17] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "pwd",
    "secret",
    "secrets",
    "token",
    "credential",
    "credentials",
    "authorization",
    "bearer",
    "otp",
    "totp",
    "cvv",
    "cvc",
    "mnemonic",
];
/// Words that say so together, one behind the other.
const SECRET_PAIRS: [(&str, &str); 15] = [
    ("api", "key"),
    ("access", "key"),
    ("private", "key"),
    ("secret", "key"),
    ("signing", "key"),
    ("encryption", "key"),
    ("account", "key"),
    ("auth", "key"),
    ("session", "cookie"),
    ("card", "number"),
    ("security", "code"),
    ("verification", "code"),
    ("recovery", "code"),
    ("seed", "phrase"),
    ("social", "security"),
];
/// Names of secrets that are written as one word.
const SECRET_RUNS: [&str; 6] =
    ["apikey", "accesskey", "secretkey", "privatekey", "authtoken", "accesstoken"];
/// Words in front of `token` that make it one that leafs through pages, or counts.
const HARMLESS_TOKENS: [&str; 9] =
    ["page", "next", "continuation", "sync", "max", "min", "progress", "start", "end"];

/// Whether what a name names is probably secret: `password`, `apiKey`, `GITHUB_TOKEN`.
pub fn names_secret(name: &str) -> bool {
    let words = words(name);
    let is_harmless = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let after = words.get(at + 1).map(String::as_str);
        words[at] == "token"
            && (before.is_some_and(|before| HARMLESS_TOKENS.contains(&before.as_str()))
                || matches!(after, Some("count" | "limit" | "budget" | "type")))
    };
    let says_so = |(at, word): (usize, &String)| {
        SECRET_RUNS.contains(&word.as_str())
            || (SECRET_WORDS.contains(&word.as_str()) && !is_harmless(at))
    };
    let pair = |pair: &[String]| {
        SECRET_PAIRS.iter().any(|(first, second)| pair[0] == *first && pair[1] == *second)
    };
    words.iter().enumerate().any(says_so) || words.windows(2).any(pair)
}

/// Whether a text looks like a secret wherever it stands: the token of a well-known service, a
/// private key, a password in an address, or a long random text.
pub fn looks_secret(text: &str) -> bool {
    let text = text.trim();
    holds_private_key(text)
        || has_password(text)
        || text.split(|char: char| !is_of_token(char)).any(is_token)
}

/// Whether an argument, a field or a variable of this name and text is probably a secret.
pub fn is_secret(name: &str, text: &str) -> bool {
    (!text.trim().is_empty() && names_secret(name)) || looks_secret(text)
}

/// The fields of a form that seem to ask for a secret, by their names, titles and descriptions. No
/// form may: a server that needs a secret opens a page of its own (2026-07-28
/// `client/elicitation`).
pub fn secret_fields(form: &FormSchema) -> Vec<String> {
    let asks = |name: &str, field: &FormField| {
        let takes_text = matches!(field, FormField::String(_) | FormField::Number(_));
        let texts = [Some(name), field.title(), field.description()];
        takes_text && texts.into_iter().flatten().any(names_secret)
    };
    let fields = form.properties.iter().filter(|(name, field)| asks(name, field));
    fields.map(|(name, _)| name.clone()).collect()
}

/// The words of a name, in lower case: `GITHUB_TOKEN`, `githubToken` and `github-token` have the
/// same.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    let mut chars = name.chars().peekable();
    while let Some(char) = chars.next() {
        let ends_run = before.is_uppercase()
            && char.is_uppercase()
            && chars.peek().is_some_and(|after| after.is_lowercase());
        let begins = (before.is_lowercase() && char.is_uppercase()) || ends_run;
        if begins || !char.is_alphabetic() {
            words.push(String::new());
        }
        if let (true, Some(word)) = (char.is_alphabetic(), words.last_mut()) {
            word.extend(char.to_lowercase());
        }
        before = char;
    }
    words.retain(|word| !word.is_empty());
    words
}

fn holds_private_key(text: &str) -> bool {
    text.contains("-----BEGIN ") && text.contains("PRIVATE KEY-----")
}

/// Whether an address carries a password.
fn has_password(text: &str) -> bool {
    let authority = text.split_once("://").map(|(_, rest)| rest);
    let user = authority
        .map(|rest| rest.split(['/', '?', '#', ' ']).next().unwrap_or_default())
        .and_then(|authority| authority.rsplit_once('@'));
    user.and_then(|(user, _)| user.split_once(':'))
        .is_some_and(|(_, password)| !password.is_empty())
}

/// Whether a character can stand in a token. What separates the parts of a path does not, so that
/// long paths are many short texts.
fn is_of_token(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '-' | '_' | '.' | '+' | '=')
}

fn is_token(text: &str) -> bool {
    let begins = |(prefix, most): &(&str, usize)| {
        text.strip_prefix(prefix).is_some_and(|rest| rest.len() >= *most && !rest.contains('='))
    };
    PREFIXES.iter().any(begins) || is_web_token(text) || text.split('.').any(is_random)
}

/// Three parts in base64, of which the first is an object (RFC 7519).
fn is_web_token(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    parts.len() == 3 && parts[0].starts_with("eyJ") && parts[1].starts_with("eyJ")
}

/// Whether a text is long, and letters of both cases and digits stand in it in no order.
fn is_random(text: &str) -> bool {
    let text = text.trim_matches('=');
    if !RANDOM_CHARS.contains(&text.len()) {
        return false;
    }
    let has = |class: fn(&u8) -> bool| text.as_bytes().iter().any(class);
    let kind = |byte: u8| match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    let turns = text.as_bytes().windows(2).filter(|pair| {
        let (one, other) = (kind(pair[0]), kind(pair[1]));
        one != other && one != 3 && other != 3
    });
    has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_digit)
        && turns.count() * TURN_AMONG >= text.len()
        && bits_per_char(text) >= RANDOM_BITS
}

/// Shannon's entropy of a text by its own bytes.
fn bits_per_char(text: &str) -> f64 {
    let mut counts = [0_u32; 256];
    for byte in text.bytes() {
        counts[usize::from(byte)] += 1;
    }
    let length = f64::from(counts.iter().sum::<u32>().max(1));
    let bits = |count: &u32| {
        let share = f64::from(*count) / length;
        -share * share.log2()
    };
    counts.iter().filter(|count| **count > 0).map(bits).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_told_from_other_names() {
        for name in [
            "password",
            "Password",
            "userPassword",
            "GITHUB_TOKEN",
            "apiKey",
            "api-key",
            "API_KEY",
            "APIKey",
            "x-apikey",
            "client_secret",
            "secretAccessKey",
            "privateKey",
            "auth.token",
            "refreshToken",
            "otp",
            "cardNumber",
            "Authorization",
            "credentials",
            "token",
        ] {
            assert!(names_secret(name), "{name}");
        }
        for name in [
            "",
            "path",
            "key",
            "keys",
            "pageToken",
            "next_page_token",
            "max_tokens",
            "tokens",
            "tokenCount",
            "token_limit",
            "author",
            "compass",
            "keyboard",
            "cardinal",
            "message",
            "passenger",
            "publicKey",
            "secretary",
            "tokenizer",
        ] {
            assert!(!names_secret(name), "{name}");
        }
    }

    #[test]
    fn secrets_are_told_from_other_texts_by_their_looks() {
        // Put together here, so that no scanner takes them for lost ones.
        let looks = [
            format!("ghp_{}", "a1B2c3D4".repeat(4)),
            format!("use sk-{} please", "abcdefghij".repeat(3)),
            format!("Bearer {}", "Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZkdI"),
            format!("AKIA{}", "ABCDEFGH12345678"),
            format!("eyJ{}.eyJ{}.c2ln", "hbGciOiJub25lIn0", "zdWIiOiIxIn0"),
            format!("-----BEGIN RSA {}-----\nMII", "PRIVATE KEY"),
            format!("postgres://me:{}@db.example/one", "hunter2"),
            "x9Kq2LmZ7vTpR4sWcY8nBd3f".to_owned(),
        ];
        for text in looks {
            assert!(looks_secret(&text), "{text}");
        }
        for text in [
            "",
            "a plain sentence about a token and a password",
            "/home/me/projects/hostline/core/src/host/policy/secretlike.rs",
            "https://example.com/a/very/long/address?with=many&parameters=of-all-kinds",
            "https://me@example.com/",
            "3f786850e387550fdab836ed7e6dc881de23001b",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "550e8400-e29b-41d4-a716-446655440000",
            "2026-11-30T12:34:56.789012345+01:00",
            "aVeryLongNameOfAFunctionThatSomebodyHasWrittenDown",
            "AbstractSingletonProxyFactoryBean2Implementation3",
            "sk-learn",
            "AKIA",
            "npm_config_registry",
        ] {
            assert!(!looks_secret(text), "{text}");
        }
        assert!(!looks_secret(&"a1B2c3D4e5F6g7H8".repeat(100)));
    }

    #[test]
    fn a_form_asks_for_a_secret_by_any_of_its_words() {
        let schema = serde_json::json!({ "type": "object", "properties": {
            "name": { "type": "string" },
            "a": { "type": "string", "title": "Your API key" },
            "b": { "type": "number", "description": "The security code of your card" },
            "password": { "type": "string" },
            "token": { "type": "boolean" },
            "secret": { "type": "string", "enum": ["yes", "no"] },
        } });
        let form = FormSchema::parse(&schema.into()).unwrap();
        let mut fields = secret_fields(&form);
        fields.sort_unstable();
        assert_eq!(fields, ["a", "b", "password"]);
    }

    #[test]
    fn a_name_makes_a_secret_of_any_text_but_none() {
        assert!(is_secret("password", "hunter2"));
        assert!(!is_secret("password", " "));
        assert!(!is_secret("path", "hunter2"));
    }
}
