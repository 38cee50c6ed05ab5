//! What was noticed about a server.

use std::collections::BTreeMap;

use crate::transport::Notice;

/// The most different departures from the specification that are kept.
const MAX_DEPARTURES: usize = 64;

/// What was noticed about a server since the connection was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostics {
    /// How the server left the specification, and how often: untrusted text.
    pub departures: BTreeMap<String, u64>,
    /// Departures of further kinds, which are only counted.
    pub more_departures: u64,
    /// Lines on the server's standard output that are no messages.
    pub noise_lines: u64,
    /// Lines on the server's standard error.
    pub stderr_lines: u64,
    /// Messages that were longer than allowed.
    pub oversized: u64,
    /// Streams that broke and were opened again.
    pub resumed_streams: u64,
}

impl Diagnostics {
    /// Counts a departure; true if it is the first of its kind. Of kinds that are not kept, only
    /// the very first is new.
    pub(crate) fn depart(&mut self, how: &str) -> bool {
        if let Some(count) = self.departures.get_mut(how) {
            *count += 1;
            return false;
        }
        if self.departures.len() < MAX_DEPARTURES {
            self.departures.insert(how.to_owned(), 1);
            return true;
        }
        self.more_departures += 1;
        self.more_departures == 1
    }

    pub(crate) fn note(&mut self, notice: &Notice) {
        match notice {
            Notice::Stderr(_) => self.stderr_lines += 1,
            Notice::StderrDropped { lines } => self.stderr_lines += lines,
            Notice::Noise(_) => {
                self.noise_lines += 1;
                self.depart("it printed lines that are no messages");
            }
            Notice::Oversized { .. } => self.oversized += 1,
            Notice::ByteOrderMark => {
                self.depart("it began with a byte order mark");
            }
            Notice::NotSent(_) | Notice::ReplyNotSent(_) => {}
            Notice::StreamGivenUp(why) => {
                self.depart(why);
            }
            Notice::Resumed => self.resumed_streams += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_departure_of_a_kind_is_new() {
        let mut diagnostics = Diagnostics::default();
        assert!(diagnostics.depart("kind 0"));
        assert!(!diagnostics.depart("kind 0"));
        assert!((1..MAX_DEPARTURES).all(|kind| diagnostics.depart(&format!("kind {kind}"))));
        assert!(diagnostics.depart("one kind more"));
        assert!(!diagnostics.depart("and yet another"));
        assert_eq!((diagnostics.departures["kind 0"], diagnostics.more_departures), (2, 2));
    }
}
