//! Answering a server's questions: a person at the terminal, and the folders named by flags.
//!
//! Who asks is always said by us, and every line of the server stands behind a bar, so that a
//! server cannot pass its words off as ours (2026-07-28 `client/elicitation`, "Security
//! Considerations").

mod consent;
mod field;
mod form;
mod lines;
mod page;

use std::sync::Arc;

use hostline::{
    Error, ErrorCode, Result,
    client::{BoxFuture, InputCapabilities, InputHandler},
    model::{ElicitParams, InputRequest, InputResponse, List, ListRootsResult, Root},
    text::shorten,
};
use tokio::sync::{Semaphore, mpsc};

use self::lines::Lines;
use crate::output::{Console, Paint, block, most_columns, write_err};

/// The longest name of a server that is shown, in characters.
const MAX_SERVER_CHARS: usize = 200;
/// Where what is told behind a label begins.
const TOLD_AT: usize = 15;

/// The next line of the standard input, whoever types it; nothing at its end.
pub(crate) async fn read_line() -> Option<String> {
    Lines::default().next().await
}

/// The lines of the standard input, as they come.
pub(crate) fn read_lines() -> mpsc::Receiver<String> {
    lines::start()
}

/// Asks for a yes. Anything else is a no, and so is the end of the input.
pub(crate) async fn confirm(console: &Console, prompt: &str) -> bool {
    let lines = Lines::default();
    let mut question = Question::begin(console, &lines);
    let word = question.prompt_word(prompt).await;
    matches!(word.as_deref(), Ok("y" | "yes"))
}

/// The person at the terminal.
pub(crate) struct Person {
    console: Arc<Console>,
    /// Whether there is a person to ask; if not, there are only roots.
    asks: bool,
    roots: Vec<Root>,
    lines: Lines,
    /// One person answers one question at a time.
    turn: Semaphore,
}

impl Person {
    pub(crate) fn new(console: Arc<Console>, asks: bool, roots: Vec<Root>) -> Self {
        Self { console, asks, roots, lines: Lines::default(), turn: Semaphore::new(1) }
    }

    async fn answer(&self, server: &str, request: InputRequest) -> Result<InputResponse> {
        let params = match request {
            InputRequest::ListRoots(_) => {
                let mut roots = List::new();
                self.roots.iter().cloned().for_each(|root| roots.push(root));
                return Ok(ListRootsResult::new(roots).into());
            }
            InputRequest::Elicit(params) => params,
            _ => return Err(Error::new(ErrorCode::Denied, "nobody here answers such a question")),
        };
        let _turn =
            self.turn.acquire().await.map_err(|_| {
                Error::new(ErrorCode::Internal, "the turn to ask a person was closed")
            })?;
        let mut question = Question::begin(&self.console, &self.lines);
        let result = match &params {
            ElicitParams::Form(form) => form::ask(&mut question, server, form).await?,
            ElicitParams::Url(page) => page::ask(&mut question, server, page).await,
            _ => return Err(Error::new(ErrorCode::Denied, "nobody here answers such a question")),
        };
        Ok(result.into())
    }
}

impl InputHandler for Person {
    fn capabilities(&self) -> InputCapabilities {
        let mut capabilities = InputCapabilities::none();
        if self.asks {
            capabilities = capabilities.with_elicitation();
        }
        if !self.roots.is_empty() {
            capabilities = capabilities.with_roots();
        }
        capabilities
    }

    fn input<'a>(
        &'a self,
        server: &'a str,
        request: InputRequest,
    ) -> BoxFuture<'a, Result<InputResponse>> {
        Box::pin(self.answer(server, request))
    }
}

/// The end of a question before it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    /// The person said no.
    Decline,
    /// The person gave up, or left.
    Cancel,
}

/// One question on the screen. While it lives, nothing else is shown; when it is dropped, answered
/// or not, the screen is everybody's again.
struct Question<'a> {
    console: &'a Console,
    lines: &'a Lines,
    /// Whether the cursor stands behind a prompt.
    prompting: bool,
}

impl<'a> Question<'a> {
    fn begin(console: &'a Console, lines: &'a Lines) -> Self {
        console.begin_question();
        lines.forget();
        Self { console, lines, prompting: false }
    }

    /// Says who asks what.
    fn head(&self, server: &str, what: &str, message: &str) {
        self.open(&format!("{{}} {what}"), &[&shorten(server, MAX_SERVER_CHARS)]);
        self.quote(message);
    }

    /// Opens with a sentence, in which safe names stand for `{}`. They stand out where it fits into
    /// one line; its further lines stand further in, so that no name reaches the first column.
    fn open(&self, sentence: &str, names: &[&str]) {
        let (mut plain, mut painted) = (String::new(), String::new());
        let mut names = names.iter();
        for (place, piece) in sentence.split("{}").enumerate() {
            if place > 0
                && let Some(name) = names.next()
            {
                plain.push_str(name);
                painted.push_str(&self.paint(Paint::Strong, name));
            }
            plain.push_str(piece);
            painted.push_str(piece);
        }
        let width = self.console.note_width();
        let mark = self.paint(Paint::Warning, "?");
        if width.is_none_or(|width| 2 + most_columns(&plain) <= width) {
            say(&format!("\n{mark} {painted}"));
        } else {
            let lines = block(&plain, "  ", self.console.note_style(), Paint::Plain, width);
            write_err(&format!("\n{mark} {}", lines.trim_start()));
        }
    }

    /// Tells safe text behind a label, all of it further in than that.
    fn tell(&self, label: &str, paint: Paint, text: &str) {
        let (style, width) = (self.console.note_style(), self.console.note_width());
        let lines = block(text, &" ".repeat(TOLD_AT), style, paint, width);
        write_err(&format!("  {label:<11}  {}\n", lines.trim()));
    }

    /// Shows what the server says, behind a bar.
    fn quote(&self, text: &str) {
        self.block("│ ", Paint::Plain, &hostline::text::display_safe_lines(text));
    }

    fn block(&self, margin: &str, paint: Paint, text: &str) {
        let (style, width) = (self.console.note_style(), self.console.note_width());
        write_err(&block(text, margin, style, paint, width));
    }

    fn paint(&self, paint: Paint, text: &str) -> String {
        self.console.note_style().paint(paint, text)
    }

    /// Waits for a line. `!decline` and `!cancel` end the question wherever they are typed, and so
    /// does the end of the input.
    async fn prompt(&mut self, prompt: &str) -> Result<Line, Refusal> {
        write_err(&format!("{prompt} "));
        self.prompting = true;
        let line = self.lines.next().await;
        self.prompting = false;
        let Some(line) = line else {
            say("");
            return Err(Refusal::Cancel);
        };
        let line = line.trim();
        match line {
            "!decline" => Err(Refusal::Decline),
            "!cancel" => Err(Refusal::Cancel),
            "!none" => Ok(Line::Nothing),
            // What begins with a mark can still be said, by doubling it.
            _ if line.starts_with("!!") => Ok(Line::Text(line[1..].to_owned())),
            _ => Ok(Line::Text(line.to_owned())),
        }
    }

    /// Waits for a word of an answer to our own question, in lower case.
    async fn prompt_word(&mut self, prompt: &str) -> Result<String, Refusal> {
        Ok(match self.prompt(prompt).await? {
            Line::Text(text) => text.to_lowercase(),
            Line::Nothing => String::new(),
        })
    }
}

/// Shows a line of ours as a part of a question.
fn say(line: &str) {
    write_err(&format!("{line}\n"));
}

/// What a person typed, trimmed.
enum Line {
    Text(String),
    /// `!none`: what was known is to be left out.
    Nothing,
}

impl Drop for Question<'_> {
    fn drop(&mut self) {
        if self.prompting {
            say("");
        }
        self.console.end_question();
    }
}
