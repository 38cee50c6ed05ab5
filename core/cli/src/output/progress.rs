//! How far a call has come: one line that changes on a terminal, plain lines elsewhere.

use std::time::{Duration, Instant};

use hostline::{model::Progress, text::shorten};

use super::{CLEAR_LINE, Console, Paint, columns, write_err};

/// How often the line on a terminal changes at the most.
const TERMINAL_PACE: Duration = Duration::from_millis(50);
/// How many plain lines are printed before their pace counts.
const PLAIN_BURST: u32 = 50;
/// How often a plain line is printed after that.
const PLAIN_PACE: Duration = Duration::from_secs(1);
/// How long the bar is.
const BAR: usize = 20;

/// Keeps a server that reports all the time from filling the screen or the log.
#[derive(Default)]
pub(super) struct Pace {
    last: Option<Instant>,
    lines: u32,
}

impl Pace {
    fn allows(&mut self, now: Instant, on_terminal: bool) -> bool {
        self.lines = self.lines.saturating_add(1);
        let pace = match on_terminal {
            true => TERMINAL_PACE,
            false if self.lines <= PLAIN_BURST => Duration::ZERO,
            false => PLAIN_PACE,
        };
        let due = self.last.is_none_or(|last| now.duration_since(last) >= pace);
        if due {
            self.last = Some(now);
        }
        due
    }
}

impl Console {
    /// Shows how far a call has come.
    pub(crate) fn progress(&self, progress: &Progress) {
        let settings = &self.settings;
        if settings.quiet || (settings.json && !self.moves) {
            return;
        }
        let mut state = self.state();
        if state.asking || !state.progress.allows(Instant::now(), self.moves) {
            return;
        }
        if self.moves {
            let width = self.note_width().unwrap_or(80);
            state.status = self.status_line(progress, width.saturating_sub(1));
            write_err(&format!("{CLEAR_LINE}{}", state.status));
        } else {
            write_err(&format!("progress: {}\n", words(progress, super::MAX_NOTE_CHARS)));
        }
    }

    /// Shows on a terminal what is being waited for, until something else is shown.
    pub(crate) fn waiting(&self, what: &str) {
        let mut state = self.state();
        if self.settings.quiet || !self.moves || state.asking {
            return;
        }
        state.status = self.err_style.paint(Paint::Dim, what);
        write_err(&format!("{CLEAR_LINE}{}", state.status));
    }

    fn status_line(&self, progress: &Progress, width: usize) -> String {
        let style = self.err_style;
        let mut room = width;
        let mut line = String::new();
        if let Some(share) = share(progress) {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_precision_loss,
                reason = "0 to 20"
            )]
            let full = (share * BAR as f64).round() as usize;
            line.push_str(&"━".repeat(full));
            line.push_str(&style.paint(Paint::Dim, &"─".repeat(BAR - full)));
            line.push(' ');
            room = room.saturating_sub(BAR + 1);
        }
        let mut text = words(progress, room);
        // A character may take two columns.
        while columns(&text) > room {
            text.pop();
        }
        line.push_str(&text);
        line
    }
}

/// How much is done, from 0 to 1, if that can be told.
fn share(progress: &Progress) -> Option<f64> {
    let total = progress.total.filter(|total| *total > 0.0)?;
    let share = progress.progress / total;
    share.is_finite().then(|| share.clamp(0.0, 1.0))
}

fn words(progress: &Progress, room: usize) -> String {
    let done = progress.progress;
    let mut text = match (progress.total, share(progress)) {
        (Some(total), Some(share)) => format!("{:.0}% ({done} of {total})", share * 100.0),
        _ => format!("{done}"),
    };
    if let Some(message) = &progress.message {
        text = format!("{text} {message}");
    }
    shorten(&text, room).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(done: f64, total: Option<f64>) -> Progress {
        let progress = Progress::new(1, done);
        match total {
            Some(total) => progress.with_total(total),
            None => progress,
        }
    }

    #[test]
    fn progress_is_told_in_words_whatever_numbers_come() {
        for (done, total, expected) in [
            (1.0, Some(4.0), "25% (1 of 4)"),
            (5.0, Some(4.0), "100% (5 of 4)"),
            (3.0, None, "3"),
            (3.0, Some(0.0), "3"),
            (-1.0, Some(4.0), "0% (-1 of 4)"),
        ] {
            assert_eq!(words(&progress(done, total), 100), expected);
        }
        let message = progress(1.0, None).with_message("a\u{1b}[2Jb");
        assert_eq!(words(&message, 100), "1 a␛[2Jb");
    }

    #[test]
    fn a_flood_of_reports_is_slowed_down() {
        let now = Instant::now();
        let mut pace = Pace::default();
        let shown = (0..1_000).filter(|_| pace.allows(now, false)).count();
        assert_eq!(shown, PLAIN_BURST as usize);
        assert!(pace.allows(now + PLAIN_PACE, false));
    }
}
