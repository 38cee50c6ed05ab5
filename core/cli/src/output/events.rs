//! What a server says beside its results.

use hostline::{
    Json, auth::AuthEvent, client::Event, model::LoggingMessage, text::shorten, transport::Notice,
};

use super::{Console, MAX_NOTE_CHARS, Paint};

impl Console {
    /// Shows what matters of an event. `logs` says whether the person asked for the server's log.
    pub(crate) fn event(&self, event: &Event, logs: bool) {
        let verbose = self.settings.verbose;
        match event {
            Event::Log(message) if logs || verbose => self.log(message),
            Event::Stderr(line) if verbose => self.dim("server", line),
            Event::Notice(notice) if verbose => {
                if let Some(text) = notice_words(notice) {
                    self.dim("notice", &text);
                }
            }
            Event::Auth(event) if verbose => self.dim("sign-in", &auth_words(event)),
            Event::Missed(count) if verbose && *count > 0 => {
                self.dim("notice", &format!("{count} events were left out"));
            }
            _ => {}
        }
    }

    /// Shows one line that is not ours.
    pub(crate) fn dim(&self, from: &str, line: &str) {
        let line = shorten(line, MAX_NOTE_CHARS);
        self.note(&self.note_style().paint(Paint::Dim, &format!("{from} │ {line}")));
    }

    fn log(&self, message: &LoggingMessage) {
        let grave = message.level.severity().is_some_and(|severity| severity >= 3);
        let paint = if grave { Paint::Warning } else { Paint::Dim };
        let level = shorten(message.level.as_str(), 20);
        let data = log_text(&message.data);
        let text = match &message.logger {
            Some(logger) => format!("{logger}: {data}"),
            None => data,
        };
        let text = shorten(&text, MAX_NOTE_CHARS);
        self.note(&format!("{} {text}", self.note_style().paint(paint, &format!("log {level} │"))));
    }
}

/// A log message is often a text, and else any JSON.
fn log_text(data: &Json) -> String {
    data.decode::<String>().unwrap_or_else(|_| data.as_str().to_owned())
}

/// A step of signing in, on one line.
fn auth_words(event: &AuthEvent) -> String {
    match event {
        AuthEvent::Sending { request, .. } => format!("→ {request}"),
        AuthEvent::Answered { status, body, .. } => format!("← {status} {body}"),
        AuthEvent::Unanswered { reason, .. } => format!("← nothing: {reason}"),
        AuthEvent::Visiting { issuer, host, .. } => {
            format!("a person is sent to {host} by {issuer}")
        }
        AuthEvent::Waiting { .. } => "somebody must sign in".into(),
        AuthEvent::SignedIn { issuer, .. } => format!("signed in at {issuer}"),
        AuthEvent::Renewed { .. } => "the token was renewed".into(),
        AuthEvent::Dropped { reason } => format!("the issuer has taken the token back: {reason}"),
        AuthEvent::NotKept { reason } => format!("the token could not be kept: {reason}"),
        AuthEvent::Failed { reason } => format!("signing in failed: {reason}"),
        AuthEvent::SignedOut => "signed out".into(),
        _ => "something else happened".into(),
    }
}

fn notice_words(notice: &Notice) -> Option<String> {
    Some(match notice {
        Notice::StderrDropped { lines } => {
            format!("{lines} lines of the server's standard error came too fast")
        }
        Notice::Noise(text) => format!("the server printed what is no message: {text}"),
        Notice::Oversized { bytes, .. } => {
            format!("the server sent a message of {bytes} bytes, which was dropped")
        }
        Notice::ByteOrderMark => "the server began with a byte order mark".into(),
        Notice::NotSent(error) | Notice::ReplyNotSent(error) => {
            format!("a message could not be sent: {error}")
        }
        Notice::StreamGivenUp(why) => format!("the server's own stream was given up: {why}"),
        Notice::Resumed => "a broken stream was opened again".into(),
        _ => return None,
    })
}
