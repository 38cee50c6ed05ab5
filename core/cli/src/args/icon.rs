//! The arguments of `icon`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use hostline::{icon::MAX_SIZE, model::IconTheme};

use super::Common;

/// What an icon stands for, beside the server itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    Tool,
    Prompt,
    Resource,
    Template,
}

/// The background that the picture is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Theme {
    Light,
    Dark,
}

impl From<Theme> for IconTheme {
    fn from(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self::Light,
            Theme::Dark => Self::Dark,
        }
    }
}

#[derive(Args, Debug)]
#[command(after_help = "\
The picture is drawn anew from the server's file, which is never saved itself. An icon is part of the \
server's answer, or stands where the server stands; other hosts must be allowed by name.

Examples:
  hostline icon \"hostline demo-server\" --out icon.png
  hostline icon \"hostline demo-server\" echo --out echo.png --size 128 --theme dark
  hostline icon https://example.com/mcp --out icon.png --icon-host cdn.example.com")]
pub(crate) struct IconArgs {
    #[command(flatten)]
    pub(crate) common: Common,
    /// What the icon stands for: the name of a tool, or of what --kind says; without it the server
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Write the picture to this file. `-` is the standard output
    #[arg(long, short, alias = "output", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: PathBuf,
    /// How wide and high the picture is to be, in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 64,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_SIZE)))]
    pub(crate) size: u32,
    /// The background that the picture is for
    #[arg(long, value_enum, default_value_t = Theme::Light)]
    pub(crate) theme: Theme,
    /// What NAME is the name of; resources and templates have their addresses for names, too
    #[arg(long, value_enum, default_value_t = Kind::Tool)]
    pub(crate) kind: Kind,
    /// Let icons stand at this host too (repeatable)
    #[arg(long, value_name = "HOST")]
    pub(crate) icon_host: Vec<String>,
    /// Let a server of this machine that is spoken to by plain http have its icons there too
    #[arg(long)]
    pub(crate) icon_loopback: bool,
    /// Fetch and draw the picture anew, and keep nothing
    #[arg(long)]
    pub(crate) no_cache: bool,
}
