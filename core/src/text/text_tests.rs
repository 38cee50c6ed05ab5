use super::*;

/// Input and what a person sees on one line.
const TABLE: &[(&str, &str)] = &[
    ("", ""),
    ("plain ASCII ~!@#", "plain ASCII ~!@#"),
    ("Grüße, 世界, שלום, مرحبا, हिन्दी", "Grüße, 世界, שלום, مرحبا, हिन्दी"),
    // C0 controls and DEL.
    ("\u{1b}[31mred", "␛[31mred"),
    ("\u{1b}]8;;https://evil.example\u{7}link", "␛]8;;https://evil.example␇link"),
    ("a\u{8}b\u{0}c\u{7f}d\u{c}", "a␈b␀c␡d␌"),
    ("over\rwritten", "over␍written"),
    ("a\nb\tc", "a␊b␉c"),
    // C1 controls: CSI, OSC, next line.
    ("\u{9b}31m\u{9d}0;t\u{85}", "⟦U+009B⟧31m⟦U+009D⟧0;t⟦U+0085⟧"),
    // Bidirectional controls, isolates and marks.
    ("\u{202A}\u{202E}\u{202C}", "⟦U+202A⟧⟦U+202E⟧⟦U+202C⟧"),
    ("\u{2066}a\u{2069}\u{200E}\u{200F}\u{61C}", "⟦U+2066⟧a⟦U+2069⟧⟦U+200E⟧⟦U+200F⟧⟦U+061C⟧"),
    // Zero-width and other invisible characters.
    (
        "a\u{200B}b\u{200C}c\u{200D}d\u{2060}e\u{FEFF}f",
        "a⟦U+200B⟧b⟦U+200C⟧c⟦U+200D⟧d⟦U+2060⟧e⟦U+FEFF⟧f",
    ),
    ("soft\u{AD}hyphen", "soft⟦U+00AD⟧hyphen"),
    ("\u{3164}\u{FFA0}\u{115F}\u{1160}", "⟦U+3164⟧⟦U+FFA0⟧⟦U+115F⟧⟦U+1160⟧"),
    ("x\u{34F}\u{17B4}\u{180B}\u{180E}\u{2800}", "x⟦U+034F⟧⟦U+17B4⟧⟦U+180B⟧⟦U+180E⟧⟦U+2800⟧"),
    ("a\u{2061}\u{206F}", "a⟦U+2061⟧⟦U+206F⟧"),
    // Separators and annotations.
    ("a\u{2028}b\u{2029}c", "a⟦U+2028⟧b⟦U+2029⟧c"),
    ("\u{FFF9}a\u{FFFA}b\u{FFFB}\u{FFFC}", "⟦U+FFF9⟧a⟦U+FFFA⟧b⟦U+FFFB⟧⟦U+FFFC⟧"),
    // Tags, variation selectors, private use, unassigned, non-characters.
    ("hi\u{E0041}\u{E007F}\u{E0001}", "hi⟦U+E0041⟧⟦U+E007F⟧⟦U+E0001⟧"),
    ("a\u{FE00}b\u{FE0E}c\u{E0100}", "a⟦U+FE00⟧b⟦U+FE0E⟧c⟦U+E0100⟧"),
    ("\u{E000}\u{F0000}\u{10FFFD}", "⟦U+E000⟧⟦U+F0000⟧⟦U+10FFFD⟧"),
    ("\u{378}\u{FFFE}\u{FDD0}\u{10FFFF}", "⟦U+0378⟧⟦U+FFFE⟧⟦U+FDD0⟧⟦U+10FFFF⟧"),
    ("\u{1D173}\u{1BCA0}", "⟦U+1D173⟧⟦U+1BCA0⟧"),
    // Emoji stay whole; their invisible parts do not stay elsewhere.
    ("❤️ ☎️ 1️⃣ ©️", "❤️ ☎️ 1️⃣ ©️"),
    ("👩‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍🚀 ❤️‍🔥", "👩‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍🚀 ❤️‍🔥"),
    ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}⟦U+FE0F⟧"),
    ("a\u{FE0F}", "a⟦U+FE0F⟧"),
    ("👩\u{200D}a", "👩⟦U+200D⟧a"),
    ("a\u{200D}👩", "a⟦U+200D⟧👩"),
    ("👩\u{200D}\u{200D}👩", "👩⟦U+200D⟧⟦U+200D⟧👩"),
    ("👩\u{200D}", "👩⟦U+200D⟧"),
    ("\u{200D}👩", "⟦U+200D⟧👩"),
    // Combining marks.
    ("e\u{301} ñ q\u{323}\u{307}", "e\u{301} ñ q\u{323}\u{307}"),
    (
        "z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}",
        "z\u{300}\u{301}\u{302}\u{303}⟦U+0304⟧⟦U+0305⟧",
    ),
    ("\u{338}start", "⟦U+0338⟧start"),
    ("\u{202E}\u{20DD}", "⟦U+202E⟧⟦U+20DD⟧"),
    // The marks themselves are plain text.
    ("␛ ⟦U+202E⟧", "␛ ⟦U+202E⟧"),
];

#[test]
fn whatever_can_fool_a_person_becomes_a_mark() {
    for (input, shown) in TABLE {
        assert_eq!(display_safe(input), *shown, "for {input:?}");
    }
}

#[test]
fn cleaning_twice_changes_nothing_more() {
    for (input, _) in TABLE {
        let once = display_safe(input).into_owned();
        assert_eq!(display_safe(&once), once);
        let lines = display_safe_lines(input).into_owned();
        assert_eq!(display_safe_lines(&lines), lines);
        for max in 0..12 {
            let short = shorten(input, max).into_owned();
            assert_eq!(shorten(&short, max), short, "{input:?} to {max}");
            assert_eq!(display_safe(&short), short);
        }
    }
}

#[test]
fn text_that_needs_no_change_is_borrowed() {
    for text in ["", "plain", "Grüße", "👩‍👩‍👧‍👦"] {
        assert!(matches!(display_safe(text), Cow::Borrowed(_)));
        assert!(matches!(shorten(text, 100), Cow::Borrowed(_)));
    }
    assert!(matches!(display_safe_lines("a\n\tb"), Cow::Borrowed(_)));
    assert!(matches!(display_safe("a\n"), Cow::Owned(_)));
}

#[test]
fn several_lines_keep_line_feeds_and_tabs_only() {
    let table = [
        ("a\nb\tc", "a\nb\tc"),
        ("a\r\nb\r\n", "a\nb\n"),
        ("a\rb", "a␍b"),
        ("a\r\r\nb", "a␍\nb"),
        ("a\u{b}b\u{c}c\u{1b}", "a␋b␌c␛"),
        ("a\n\u{301}b", "a\n⟦U+0301⟧b"),
    ];
    for (input, shown) in table {
        assert_eq!(display_safe_lines(input), shown, "for {input:?}");
    }
}

#[test]
fn no_control_or_invisible_character_survives_anywhere() {
    let all: Vec<char> = (0..=0x0010_FFFF).filter_map(char::from_u32).collect();
    let mut text = String::new();
    for char in all {
        text.clear();
        text.push('a');
        text.push(char);
        text.push('b');
        let shown = display_safe(&text);
        for out in shown.chars() {
            assert!(!out.is_control(), "U+{:04X} gave a control", u32::from(char));
            assert!(
                !matches!(out, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
                    | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E0FFF}'),
                "U+{:04X} stayed",
                u32::from(char)
            );
        }
    }
}

#[test]
fn shortening_counts_what_is_shown() {
    let table = [
        ("", 0, ""),
        ("a", 0, ""),
        ("a", 1, "a"),
        ("ab", 1, "…"),
        ("abc", 2, "a…"),
        ("abc", 3, "abc"),
        ("\u{1b}\u{1b}\u{1b}", 2, "␛…"),
        // A mark is eight characters, and whole or absent.
        ("a\u{202E}b", 9, "a…"),
        ("a\u{202E}b", 10, "a⟦U+202E⟧b"),
        ("a\u{202E}bc", 10, "a⟦U+202E⟧…"),
        ("👩\u{200D}👩\u{200D}👩", 3, "👩…"),
    ];
    for (input, max, shown) in table {
        assert_eq!(shorten(input, max), shown, "{input:?} to {max}");
        assert!(shorten(input, max).chars().count() <= max);
    }
}

#[test]
fn shortening_a_huge_text_looks_only_at_its_beginning() {
    let huge = "\u{202E}".repeat(5_000_000);
    let started = std::time::Instant::now();
    for _ in 0..1_000 {
        assert_eq!(shorten(&huge, 10), "⟦U+202E⟧…");
    }
    assert!(started.elapsed() < std::time::Duration::from_secs(2));
}
