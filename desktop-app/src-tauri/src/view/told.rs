//! What a page is told without having asked.

use std::collections::HashSet;

use hostline::{
    Json,
    facade::types::{Event, LogEvent, NoticeEvent, NoticeKind, ProgressReport},
};
use serde::Serialize;

use super::{FailureView, QuestionView, line};

/// The gravest level of a log message that is nothing to worry about: `notice`.
const NOTICE: usize = 2;

/// One thing that a page is told.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum Told {
    /// A server asks the person something.
    Question { question: Box<QuestionView> },
    /// A question is not asked any more.
    Withdrawn { question: u32 },
    /// How far a call has come.
    Progress {
        call: u32,
        /// How much of it is done, from 0 to 1, where that is known.
        share: Option<f64>,
        /// How far it has come, in words.
        done: String,
        /// What is being done.
        message: Option<String>,
    },
    /// The list of tools has changed.
    ToolsChanged { connection: u32 },
    /// A server, or its connection, said something.
    Said {
        connection: u32,
        /// Who says it: `server` (its standard error), `log` or `connection`.
        source: &'static str,
        text: String,
        /// Whether it is something to worry about.
        grave: bool,
    },
    /// A connection has ended by itself.
    Closed { connection: u32, error: Box<FailureView> },
}

/// How much of what servers say is told to a page at once: as much as it keeps.
const MOST_SAID: usize = 500;

impl Told {
    pub(crate) fn progress(call: u32, report: &ProgressReport) -> Self {
        let total = report.total.filter(|total| *total > 0.0);
        Self::Progress {
            call,
            share: total.map(|total| (report.progress / total).clamp(0.0, 1.0)),
            done: match total {
                Some(total) => format!("{} of {total}", report.progress),
                None => report.progress.to_string(),
            },
            message: report.message.as_deref().map(line),
        }
    }

    /// What an event is to a person.
    pub(crate) fn event(connection: u32, event: &Event) -> Self {
        let said =
            |source, text: &str, grave| Self::Said { connection, source, text: line(text), grave };
        match event {
            Event::ToolsChanged(_) => Self::ToolsChanged { connection },
            Event::Stderr(stderr) => said("server", &stderr.line, false),
            Event::Log(log) => {
                let severity = log.level.severity();
                said("log", &log_words(log), severity.is_some_and(|severity| severity > NOTICE))
            }
            Event::Notice(notice) => {
                said("connection", &notice_words(notice), notice.notice != NoticeKind::Resumed)
            }
            Event::Missed(missed) => {
                said("connection", &format!("{} events were left out", missed.count), true)
            }
            Event::ResourceUpdated(updated) => {
                said("connection", &format!("the resource {} has changed", updated.uri), false)
            }
            Event::ResourcesChanged(_) => said("connection", "the resources have changed", false),
            Event::PromptsChanged(_) => said("connection", "the prompts have changed", false),
            Event::ElicitationComplete(_) => {
                said("connection", "what a page was opened for is done", false)
            }
            Event::UnknownNotification(unknown) => said(
                "connection",
                &format!("the notification {} is unknown", unknown.method),
                false,
            ),
            _ => said("connection", "something that this version of the app does not know", false),
        }
    }

    /// Leaves out progress that newer progress of the same call follows, and what is said beyond
    /// the newest [`MOST_SAID`]: nobody would see it.
    pub(crate) fn latest(told: Vec<Self>) -> Vec<Self> {
        let mut newer = HashSet::new();
        let mut said = 0;
        let mut latest: Vec<Self> = told
            .into_iter()
            .rev()
            .filter(|told| match told {
                Self::Progress { call, .. } => newer.insert(*call),
                Self::Said { .. } => {
                    said += 1;
                    said <= MOST_SAID
                }
                _ => true,
            })
            .collect();
        latest.reverse();
        latest
    }
}

/// A log message is often a text, and else any JSON.
fn log_words(log: &LogEvent) -> String {
    let text = |data: &Json| data.decode().unwrap_or_else(|_| data.to_string());
    let logger = log.logger.as_ref().map(|logger| format!("{logger}: ")).unwrap_or_default();
    format!("{} {logger}{}", log.level.as_str(), text(&log.data))
}

fn notice_words(notice: &NoticeEvent) -> String {
    let words = match &notice.notice {
        NoticeKind::Noise => "the server wrote what is no message",
        NoticeKind::Oversized => "the server sent a message that is too long",
        NoticeKind::StderrDropped => "the server's standard error came too fast",
        NoticeKind::ByteOrderMark => "the server began with a byte order mark",
        NoticeKind::NotSent => "a message could not be sent",
        NoticeKind::StreamGivenUp => "the server's own stream was given up",
        NoticeKind::Resumed => "a broken stream was opened again",
        other => other.as_str(),
    };
    match &notice.detail {
        Some(detail) => format!("{words}: {detail}"),
        None => words.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(call: u32, progress: f64, total: Option<f64>) -> Told {
        let mut report = ProgressReport::new(7_u64, progress);
        report.total = total;
        Told::progress(call, &report)
    }

    #[test]
    fn progress_is_a_share_where_the_whole_is_known() {
        let shares =
            [(1.0, Some(4.0)), (9.0, Some(4.0)), (-1.0, Some(4.0)), (1.0, Some(0.0)), (1.0, None)];
        let shares = shares.map(|(done, total)| match progress(1, done, total) {
            Told::Progress { share, .. } => share,
            _ => None,
        });
        assert_eq!(shares, [Some(0.25), Some(1.0), Some(0.0), None, None]);
    }

    #[test]
    fn only_the_newest_progress_of_a_call_is_told() {
        let told = vec![
            progress(1, 1.0, None),
            Told::Withdrawn { question: 1 },
            progress(2, 1.0, None),
            progress(1, 2.0, None),
        ];
        let kept = Told::latest(told).into_iter().map(|told| match told {
            Told::Progress { call, done, .. } => format!("{call}:{done}"),
            _ => "other".into(),
        });
        assert_eq!(kept.collect::<Vec<_>>(), ["other", "2:1", "1:2"]);
    }
}
