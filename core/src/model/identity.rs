//! Who a peer says it is, and the icons that stand for things.

use super::wire::{open_enum, wire};

wire! {
    /// A program that speaks the protocol (2026-07-28 `schema`, `Implementation`). It is what the
    /// program says of itself, and proves nothing.
    pub struct Implementation {
        required {
            /// The name that programs use.
            name: String = "name";
        }
        repaired {
            /// The version; empty where a peer sent none.
            version: String = "version", version_or_empty;
        }
        salvaged {
            /// The name that people see.
            with_title title: String = "title";
            /// What the program is.
            with_description description: String = "description";
            /// The address of its page.
            with_website_url website_url: String = "websiteUrl";
            /// Pictures that stand for the program.
            with_icons icons: Vec<Icon> = "icons";
        }
    }
}

/// A program without a version is still worth talking to.
fn version_or_empty(found: Option<String>, notes: &mut super::decode::Notes) -> String {
    found.unwrap_or_else(|| {
        notes.push(super::decode::Misfit::missing("version"));
        String::new()
    })
}

wire! {
    /// A picture that stands for something (2026-07-28 `basic`, "`icons`"). Its address is a peer's
    /// word: it must not be shown or fetched as it is.
    pub struct Icon {
        required {
            /// Where the picture is: an `https:` or `data:` address.
            src: String = "src";
        }
        salvaged {
            /// The picture's media type.
            with_mime_type mime_type: String = "mimeType";
            /// The sizes that it is made for, such as `48x48` or `any`.
            with_sizes sizes: Vec<String> = "sizes";
            /// The background that it is made for.
            with_theme theme: IconTheme = "theme";
        }
    }
}

open_enum! {
    /// The background that an icon is made for (2026-07-28 `schema`, `Icon`).
    pub enum IconTheme {
        /// A light background.
        Light = "light",
        /// A dark background.
        Dark = "dark",
    }
}
