//! The schemas of the single fields of a form.

use super::wire::{open_enum, wire};

wire! {
    /// A line of text (2026-07-28 `schema`, `StringSchema`).
    pub struct StringSchema {
        tag "type" = "string";
        optional {
            /// The fewest characters.
            with_min_length min_length: u64 = "minLength";
            /// The most characters.
            with_max_length max_length: u64 = "maxLength";
            /// What the text must be.
            with_format format: StringFormat = "format";
            /// What the field starts with (since 2025-11-25).
            with_default default: String = "default";
        }
        salvaged {
            /// The title that people see.
            with_title title: String = "title";
            /// What the field is for.
            with_description description: String = "description";
        }
    }
}

open_enum! {
    /// What a text must be (2026-07-28 `schema`, `StringSchema`).
    pub enum StringFormat {
        /// An address of electronic mail.
        Email = "email",
        /// A URI.
        Uri = "uri",
        /// A date.
        Date = "date",
        /// A date with a time.
        DateTime = "date-time",
    }
}

wire! {
    /// A number (2026-07-28 `schema`, `NumberSchema`).
    pub struct NumberSchema {
        required {
            /// Whether it must be whole.
            kind: NumberKind = "type";
        }
        optional {
            /// The least value.
            with_minimum minimum: f64 = "minimum";
            /// The greatest value.
            with_maximum maximum: f64 = "maximum";
            /// What the field starts with.
            with_default default: f64 = "default";
        }
        salvaged {
            /// The title that people see.
            with_title title: String = "title";
            /// What the field is for.
            with_description description: String = "description";
        }
    }
}

open_enum! {
    /// Whether a number must be whole.
    pub enum NumberKind {
        /// It need not.
        Number = "number",
        /// It must.
        Integer = "integer",
    }
}

wire! {
    /// Yes or no (2026-07-28 `schema`, `BooleanSchema`).
    pub struct BooleanSchema {
        tag "type" = "boolean";
        optional {
            /// What the field starts with.
            with_default default: bool = "default";
        }
        salvaged {
            /// The title that people see.
            with_title title: String = "title";
            /// What the field is for.
            with_description description: String = "description";
        }
    }
}

wire! {
    /// One of some values (2026-07-28 `schema`, `UntitledSingleSelectEnumSchema`).
    pub struct UntitledSingleSelectEnumSchema {
        tag "type" = "string";
        required {
            /// The values.
            choices: Vec<String> = "enum";
        }
        optional {
            /// What the field starts with.
            with_default default: String = "default";
        }
        salvaged {
            /// The title that people see.
            with_title title: String = "title";
            /// What the field is for.
            with_description description: String = "description";
        }
    }
}

wire! {
    /// One of some values that have titles (2026-07-28 `schema`, `TitledSingleSelectEnumSchema`).
    pub struct TitledSingleSelectEnumSchema {
        tag "type" = "string";
        required {
            /// The values with their titles.
            one_of: Vec<EnumChoice> = "oneOf";
        }
        optional {
            /// What the field starts with.
            with_default default: String = "default";
        }
        salvaged {
            /// The title that people see.
            with_title title: String = "title";
            /// What the field is for.
            with_description description: String = "description";
        }
    }
}

wire! {
    /// A value and its title.
    pub struct EnumChoice {
        required {
            /// The value.
            value: String = "const";
            /// The title that people see.
            title: String = "title";
        }
    }
}

wire! {
    /// Any of some values (2026-07-28 `schema`, `UntitledMultiSelectEnumSchema`).
    pub struct UntitledMultiSelectEnumSchema {
        tag "type" = "array";
        required {
            /// The values.
            items: EnumItems = "items";
        }
        optional {
            /// The fewest that must be chosen.
            with_min_items min_items: u64 = "minItems";
            /// The most that may be chosen.
            with_max_items max_items: u64 = "maxItems";
            /// What the field starts with.
            with_default default: Vec<String> = "default";
        }
        salvaged {
            /// The title that people see.
            with_title title: String = "title";
            /// What the field is for.
            with_description description: String = "description";
        }
    }
}

wire! {
    /// Values without titles.
    pub struct EnumItems {
        tag "type" = "string";
        required {
            /// The values.
            choices: Vec<String> = "enum";
        }
    }
}

wire! {
    /// Any of some values that have titles (2026-07-28 `schema`, `TitledMultiSelectEnumSchema`).
    pub struct TitledMultiSelectEnumSchema {
        tag "type" = "array";
        required {
            /// The values with their titles.
            items: TitledEnumItems = "items";
        }
        optional {
            /// The fewest that must be chosen.
            with_min_items min_items: u64 = "minItems";
            /// The most that may be chosen.
            with_max_items max_items: u64 = "maxItems";
            /// What the field starts with.
            with_default default: Vec<String> = "default";
        }
        salvaged {
            /// The title that people see.
            with_title title: String = "title";
            /// What the field is for.
            with_description description: String = "description";
        }
    }
}

wire! {
    /// Values with titles.
    pub struct TitledEnumItems {
        required {
            /// The values with their titles.
            any_of: Vec<EnumChoice> = "anyOf";
        }
    }
}

wire! {
    /// One of some values whose titles stand in a list beside them (2026-07-28 `schema`,
    /// `LegacyTitledEnumSchema`; deprecated).
    pub struct LegacyTitledEnumSchema {
        tag "type" = "string";
        required {
            /// The values.
            choices: Vec<String> = "enum";
        }
        optional {
            /// Their titles, in the same order.
            with_enum_names enum_names: Vec<String> = "enumNames";
            /// What the field starts with.
            with_default default: String = "default";
        }
        salvaged {
            /// The title that people see.
            with_title title: String = "title";
            /// What the field is for.
            with_description description: String = "description";
        }
    }
}
