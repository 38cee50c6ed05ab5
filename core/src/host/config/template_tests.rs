use super::*;

fn variables() -> Variables {
    Variables::given([("HOME", "/home/me"), ("EMPTY", ""), ("ProgramFiles(x86)", "C:\\x")])
        .with_secret("files-token", Secret::new("hunter2"))
}

fn resolved(text: &str) -> String {
    Template::parse(text).unwrap().resolve(&variables()).unwrap().expose().to_owned()
}

#[test]
fn references_become_what_they_lead_to() {
    for (text, expected) in [
        ("", ""),
        ("plain", "plain"),
        ("${env:HOME}", "/home/me"),
        ("${env:HOME}/proj", "/home/me/proj"),
        ("a${env:HOME}b${env:HOME}", "a/home/meb/home/me"),
        ("${env:NONE:-info}", "info"),
        ("${env:NONE:-}", ""),
        ("${env:EMPTY:-info}", "info"),
        ("${env:EMPTY}", ""),
        ("${env:HOME:-info}", "/home/me"),
        ("${env:NONE:-a:-b}", "a:-b"),
        ("${env:ProgramFiles(x86)}", "C:\\x"),
        ("Bearer ${secret:files-token}", "Bearer hunter2"),
        ("$${env:HOME}", "${env:HOME}"),
        ("$$${env:HOME}", "$${env:HOME}"),
        ("5$ $HOME $", "5$ $HOME $"),
        ("$$", "$$"),
        ("ä${env:HOME}ö", "ä/home/meö"),
    ] {
        assert_eq!(resolved(text), expected, "{text}");
    }
}

#[test]
fn a_reference_that_cannot_be_understood_is_an_error_with_its_fix() {
    for (text, message, fix) in [
        ("${env:HOME", "`${` is not closed", "$${"),
        ("${input:token}", "neither to a variable nor to a secret", "${env:NAME}"),
        ("${HOME}", "neither to a variable nor to a secret", "${env:NAME}"),
        ("${}", "neither to a variable nor to a secret", "${env:NAME}"),
        ("${env:}", "no valid name", "${env:NAME}"),
        ("${env:A B}", "no valid name", "${env:NAME}"),
        ("${env::-x}", "no valid name", "${env:NAME}"),
        ("${secret:}", "no valid name", "${secret:name}"),
        ("${secret:a/b}", "no valid name", "${secret:name}"),
        ("a\0b", "NUL", "leave it out"),
    ] {
        let error = Template::parse(text).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidInput);
        assert!(error.message().contains(message), "{text}: {error}");
        assert!(error.next_step().unwrap().contains(fix), "{text}: {error}");
    }
}

#[test]
fn what_is_not_there_is_an_error_with_its_fix() {
    for (text, fix) in
        [("${env:NONE}", "${env:NONE:-text}"), ("${secret:none}", "hostline secret set none")]
    {
        let error = Template::parse(text).unwrap().resolve(&variables()).unwrap_err();
        assert!(error.next_step().unwrap().contains(fix), "{error}");
    }
}

#[test]
fn literal_text_stays_what_it_is() {
    for text in ["", "plain", "${env:HOME}", "$${env:HOME}", "$", "a${b"] {
        let literal = Template::literal(text);
        assert_eq!(literal.as_plain(), Some(text));
        assert_eq!(resolved(literal.as_str()), text);
        assert_eq!(Template::parse(literal.as_str()).unwrap(), literal);
    }
}

#[test]
fn a_text_with_a_secret_is_a_secret() {
    let template = Template::parse("a ${secret:files-token} ${env:HOME}").unwrap();
    assert!(matches!(template.resolve(&variables()).unwrap(), Resolved::Secret(_)));
    assert!(template.resolve_text(&variables()).is_err());
    assert_eq!(template.secrets().collect::<Vec<_>>(), ["files-token"]);
    assert_eq!(template.variables().collect::<Vec<_>>(), ["HOME"]);
    let plain = Template::parse("${env:HOME}").unwrap();
    assert!(matches!(plain.resolve(&variables()).unwrap(), Resolved::Text(_)));
}

#[test]
fn debug_shows_references_and_no_text() {
    let template = Template::parse("hunter2 ${env:HOME:-hunter2} ${secret:name}").unwrap();
    assert_eq!(format!("{template:?}"), "Template(…${env:HOME}…${secret:name})");
    assert_eq!(
        format!("{:?}", Template::literal("hunter2").resolve(&variables()).unwrap()),
        "Resolved"
    );
}

#[cfg(unix)]
#[test]
fn a_folder_is_an_absolute_path() {
    let folder = |text: &str| Template::parse(text).unwrap().resolve_folder(&variables());
    assert_eq!(folder("${env:HOME}/proj").unwrap(), PathBuf::from("/home/me/proj"));
    for text in ["proj", "~/proj", "${env:NONE:-proj}", ""] {
        assert!(folder(text).unwrap_err().next_step().unwrap().contains("${env:HOME}"), "{text}");
    }
}
