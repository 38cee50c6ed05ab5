//! What is printed: results on the standard output, everything else on the standard error.
//!
//! A [`Console`] knows both streams. Whatever a server said must have passed `hostline::text`
//! before it comes here.

mod content;
mod events;
mod layout;
mod progress;
mod save;
mod style;

use std::{
    collections::VecDeque,
    error::Error as _,
    io::{self, ErrorKind, IsTerminal, Write},
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
};

use hostline::{
    Error, ErrorCode,
    icon::Refused,
    text::{
        json::{Hidden, Layout, render},
        shorten,
    },
};
use serde::Serialize;
use serde_json::json;

pub(crate) use self::{
    content::{content_text, contents_text, plain_size},
    layout::{Cell, block, columns, most_columns, table},
    save::Saver,
    style::{Paint, Style},
};
use crate::{
    args::Output,
    commands,
    exit::{Exit, Failure, Outcome, exit_code, file_error},
};

/// Text is not made wider than this, since long lines are hard to read.
const WIDEST: usize = 120;
/// How many lines wait while a person is being asked something.
const MAX_HELD: usize = 1_000;
/// The longest line that is shown of what a server says beside its results, in characters.
pub(crate) const MAX_NOTE_CHARS: usize = 2_000;
/// The longest sentence of an error that is shown, in characters.
const MAX_ERROR_CHARS: usize = 4_000;

/// Both streams and what is on them.
pub(crate) struct Console {
    pub(crate) settings: Output,
    out_is_terminal: bool,
    err_is_terminal: bool,
    /// Whether the cursor may be moved on the standard error.
    moves: bool,
    out_style: Style,
    err_style: Style,
    width: Option<usize>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The line that is rewritten as things go on.
    status: String,
    progress: progress::Pace,
    /// Whether a person is being asked something; other lines wait then.
    asking: bool,
    held: VecDeque<String>,
    lost: u64,
}

impl Console {
    pub(crate) fn new(settings: Output) -> Self {
        let out_is_terminal = io::stdout().is_terminal();
        let err_is_terminal = io::stderr().is_terminal();
        let width = out_is_terminal.then(terminal_size::terminal_size).flatten();
        Self {
            settings,
            out_is_terminal,
            err_is_terminal,
            moves: err_is_terminal && style::understands_escapes(),
            out_style: Style::for_stream(out_is_terminal),
            err_style: Style::for_stream(err_is_terminal),
            width: width.map(|(width, _)| usize::from(width.0).min(WIDEST)),
            state: Mutex::default(),
        }
    }

    /// How results are painted.
    pub(crate) fn style(&self) -> Style {
        self.out_style
    }

    /// How everything else is painted.
    pub(crate) fn note_style(&self) -> Style {
        self.err_style
    }

    /// How wide results may be; none where they are not for a terminal.
    pub(crate) fn width(&self) -> Option<usize> {
        self.width
    }

    /// How wide everything else may be.
    pub(crate) fn note_width(&self) -> Option<usize> {
        if !self.err_is_terminal {
            return None;
        }
        let size = terminal_size::terminal_size_of(io::stderr());
        size.map(|(width, _)| usize::from(width.0).min(WIDEST))
    }

    /// Whether there is a person who can be shown a question and can answer it.
    pub(crate) fn can_ask(&self) -> bool {
        self.err_is_terminal && io::stdin().is_terminal()
    }

    pub(crate) fn out_is_terminal(&self) -> bool {
        self.out_is_terminal
    }

    /// Prints a part of the result.
    pub(crate) fn print(&self, text: &str) -> Outcome<()> {
        self.print_bytes(text.as_bytes())
    }

    /// Prints bytes as they are, which is for what a person asked to be saved.
    pub(crate) fn print_bytes(&self, bytes: &[u8]) -> Outcome<()> {
        self.clear_status();
        let mut out = io::stdout().lock();
        out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe => Failure::NobodyReads,
            _ => file_error("written", Path::new("the standard output"), error).into(),
        })
    }

    /// Prints a value as the JSON document that the result is.
    pub(crate) fn print_json(&self, value: &impl Serialize) -> Outcome<()> {
        let layout = if self.out_is_terminal { Layout::Pretty } else { Layout::Compact };
        self.print_value(value, layout)
    }

    /// Prints a value as one line of JSON among others.
    pub(crate) fn print_json_line(&self, value: &impl Serialize) -> Outcome<()> {
        self.print_value(value, Layout::Compact)
    }

    fn print_value(&self, value: &impl Serialize, layout: Layout) -> Outcome<()> {
        let text = serde_json::to_string(value).map_err(|error| {
            Error::new(ErrorCode::Internal, "the result has no JSON form").with_source(error)
        })?;
        let hidden = if self.out_is_terminal { Hidden::Escape } else { Hidden::Keep };
        self.print(&format!("{}\n", render(&text, layout, hidden)))
    }

    /// Says something beside the result, unless only results are wanted.
    pub(crate) fn note(&self, line: &str) {
        if !self.settings.quiet {
            self.say(line);
        }
    }

    /// Warns of something.
    pub(crate) fn warn(&self, sentence: &str) {
        let sentence = shorten(sentence, MAX_NOTE_CHARS);
        self.note(&format!("{} {sentence}", self.err_style.paint(Paint::Warning, "warning:")));
    }

    /// Tells why the command failed, and returns its exit code.
    pub(crate) fn fail(&self, failure: &Failure) -> Exit {
        self.clear_status();
        let error = match failure {
            Failure::NobodyReads => return Exit::OK,
            Failure::Stopped(exit) => return *exit,
            Failure::Refused(refused) => return self.refuse(refused),
            Failure::Error(error) => error,
        };
        if self.settings.json {
            let rpc = error.rpc();
            let value = json!({
                "code": error.code().name(),
                "message": error.message(),
                "server": error.server(),
                "method": error.method(),
                "nextStep": error.next_step(),
                "mayHaveRun": error.may_have_run(),
                "rpc": rpc,
                "httpStatus": error.http_status(),
            });
            let hidden = if self.err_is_terminal { Hidden::Escape } else { Hidden::Keep };
            self.say(&render(&value.to_string(), Layout::Compact, hidden));
        } else {
            let sentence = error.to_string();
            let sentence = shorten(&sentence, MAX_ERROR_CHARS);
            self.say(&format!("{} {sentence}", self.err_style.paint(Paint::Error, "error:")));
            let mut cause = error.source();
            while let Some(because) = cause.filter(|_| self.settings.verbose) {
                let text = because.to_string();
                let line = format!("  because {}", shorten(&text, MAX_ERROR_CHARS));
                self.say(&self.err_style.paint(Paint::Dim, &line));
                cause = because.source();
            }
        }
        Exit(exit_code(error.code()))
    }

    /// Tells why an icon is not shown.
    fn refuse(&self, refused: &Refused) -> Exit {
        let code = commands::icon::code(refused);
        let sentence = refused.to_string();
        let sentence = shorten(&sentence, MAX_ERROR_CHARS);
        if self.settings.json {
            let reason = refused.reason().name();
            let value = json!({ "code": code.name(), "reason": reason, "message": sentence });
            self.say(&render(&value.to_string(), Layout::Compact, Hidden::Escape));
        } else {
            self.say(&format!("{} {sentence}", self.err_style.paint(Paint::Error, "error:")));
        }
        Exit(exit_code(code))
    }

    /// Writes a line to the standard error, above the status, or later if a person is being asked.
    pub(crate) fn say(&self, line: &str) {
        let mut state = self.state();
        if state.asking {
            if state.held.len() < MAX_HELD {
                state.held.push_back(line.to_owned());
            } else {
                state.lost += 1;
            }
            return;
        }
        let clear = if state.status.is_empty() { "" } else { CLEAR_LINE };
        write_err(&format!("{clear}{line}\n{}", state.status));
    }

    /// From now on the standard error belongs to a question.
    pub(crate) fn begin_question(&self) {
        self.clear_status();
        self.state().asking = true;
    }

    /// The question is over; what waited is shown.
    pub(crate) fn end_question(&self) {
        let (held, lost) = {
            let mut state = self.state();
            state.asking = false;
            (std::mem::take(&mut state.held), std::mem::take(&mut state.lost))
        };
        for line in held {
            self.say(&line);
        }
        if lost > 0 {
            self.say(&format!("({lost} more lines were left out)"));
        }
    }

    /// Takes the status line away.
    pub(crate) fn clear_status(&self) {
        let mut state = self.state();
        if !state.status.is_empty() {
            write_err(CLEAR_LINE);
            state.status.clear();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic while it was held cannot leave the lines half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Goes to the start of the line and empties it.
const CLEAR_LINE: &str = "\r\u{1b}[2K";

/// JSON as a person reads it.
pub(crate) fn pretty(json: &hostline::Json) -> String {
    render(json.as_str(), Layout::Pretty, Hidden::Escape)
}

/// Writes to the standard error, where only a question may. If nobody reads it there is nobody to
/// tell.
pub(crate) fn write_err(text: &str) {
    let mut err = io::stderr().lock();
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}
