//! What kind of trouble a character can make.

use unicode_general_category::{GeneralCategory, get_general_category};

/// What a character may do to the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// It is seen as what it is.
    Plain,
    /// A line feed, carriage return or tab.
    Line,
    /// It is drawn on the character before it.
    Combining,
    /// The variation selector that asks for the emoji form.
    EmojiSelector,
    /// The zero-width joiner.
    Joiner,
    /// It is not seen, or changes how other characters are seen.
    Hidden,
}

/// The trouble that `char` can make.
pub(super) fn classify(char: char) -> Class {
    match char {
        ' '..='~' => return Class::Plain,
        '\n' | '\r' | '\t' => return Class::Line,
        '\u{FE0F}' => return Class::EmojiSelector,
        '\u{200D}' => return Class::Joiner,
        _ if is_ignorable(char) || is_blank(char) => return Class::Hidden,
        _ => {}
    }
    match get_general_category(char) {
        GeneralCategory::Control
        | GeneralCategory::Format
        | GeneralCategory::PrivateUse
        | GeneralCategory::Surrogate
        | GeneralCategory::Unassigned
        | GeneralCategory::LineSeparator
        | GeneralCategory::ParagraphSeparator => Class::Hidden,
        GeneralCategory::NonspacingMark
        | GeneralCategory::EnclosingMark
        | GeneralCategory::SpacingMark => Class::Combining,
        _ => Class::Plain,
    }
}

/// Characters that Unicode wants drawn as nothing (`Default_Ignorable_Code_Point`), of which many
/// count as letters or marks by their general category.
fn is_ignorable(char: char) -> bool {
    matches!(u32::from(char),
        0x00AD | 0x034F | 0x061C | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F
        | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F
        | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFFB | 0x1_BCA0..=0x1_BCA3 | 0x1_D173..=0x1_D17A
        | 0xE_0000..=0xE_0FFF)
}

/// Symbols with an empty picture, and the stand-in for an object that is not there.
fn is_blank(char: char) -> bool {
    matches!(u32::from(char), 0x2800 | 0xFFFC | 0x1_D159)
}

/// Whether an emoji variation selector behind `char` has a meaning.
pub(super) fn is_emoji_base(char: char) -> bool {
    matches!(u32::from(char),
        0x23 | 0x2A | 0x30..=0x39 | 0xA9 | 0xAE | 0x203C | 0x2049 | 0x2122 | 0x2139
        | 0x2194..=0x21AA | 0x231A..=0x23FF | 0x24C2 | 0x25AA..=0x25FE | 0x2934..=0x2935
        | 0x2B05..=0x2B55 | 0x3030 | 0x303D | 0x3297 | 0x3299)
        || is_emoji(char)
}

/// Whether `char` is a pictograph that joins with others into one picture.
pub(super) fn is_emoji(char: char) -> bool {
    matches!(u32::from(char),
        0x2194..=0x2195 | 0x2600..=0x27BF | 0x2B1B | 0x1_F000..=0x1_FAFF)
        && get_general_category(char) != GeneralCategory::Unassigned
}
