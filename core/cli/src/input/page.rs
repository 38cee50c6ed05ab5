//! An address that a server wants opened (2026-07-28 `client/elicitation`, "Safe URL Handling").
//!
//! Nothing here fetches anything, and nothing is opened before the person has seen all of the
//! address and agreed.

use hostline::{
    auth::open_reviewed,
    model::{ElicitResult, ElicitUrlParams},
    text::{UrlReview, url_warnings},
};
use url::Url;

use super::{Question, Refusal, say};
use crate::output::Paint;

/// Asks whether the address may be opened, and opens it.
pub(super) async fn ask(
    question: &mut Question<'_>,
    server: &str,
    params: &ElicitUrlParams,
) -> ElicitResult {
    question.head(server, "asks you to open a page:", &params.message);
    let review = url_warnings(&params.url);
    show(question, &review);
    if review.is_refused() {
        say("It is not opened.");
        return ElicitResult::decline();
    }
    match consent(question).await {
        Ok(()) => {}
        Err(Refusal::Decline) => {
            say("declined");
            return ElicitResult::decline();
        }
        Err(Refusal::Cancel) => {
            say("cancelled");
            return ElicitResult::cancel();
        }
    }
    let opened = match Url::parse(&review.url) {
        Ok(url) => open_reviewed(&url).await.map_err(|error| error.message().to_owned()),
        Err(_) => Err("the address is not valid".to_owned()),
    };
    match opened {
        Ok(()) => say("It was handed to your browser."),
        Err(why) => say(&format!("{why}: open the address yourself.")),
    }
    // Where the server will tell when the page is done with, it waits for our answer first;
    // elsewhere asking again too early would only be asked the same.
    if params.elicitation_id.is_none()
        && question.prompt("Press Enter when you are done there, or !cancel:").await.is_err()
    {
        say("cancelled");
        return ElicitResult::cancel();
    }
    ElicitResult::new(hostline::model::ElicitAction::Accept)
}

fn show(question: &Question<'_>, review: &UrlReview) {
    // The whole address, with the host standing out.
    let shown = match review.host_at.clone() {
        Some(host) => {
            let (before, rest) = review.url.split_at(host.start.min(review.url.len()));
            let (host, after) = rest.split_at(host.len().min(rest.len()));
            format!("{before}{}{after}", question.paint(Paint::Strong, host))
        }
        None => review.url.clone(),
    };
    say(&format!("\n  {shown}\n"));
    if let Some(host) = review.host() {
        let as_written = match &review.unicode_host {
            Some(unicode) => format!("  (written {unicode})"),
            None => String::new(),
        };
        let site = question.paint(Paint::Strong, host);
        say(&format!("  site: {site}{as_written}"));
    }
    for warning in &review.warnings {
        say(&format!("  {} {warning}", question.paint(Paint::Warning, "warning:")));
    }
}

async fn consent(question: &mut Question<'_>) -> Result<(), Refusal> {
    loop {
        let line = question.prompt_word("Open it in your browser? y(es), n(o), !cancel:").await?;
        match line.as_str() {
            "y" | "yes" => return Ok(()),
            "n" | "no" => return Err(Refusal::Decline),
            _ => {}
        }
    }
}
