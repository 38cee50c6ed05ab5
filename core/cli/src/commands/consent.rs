//! `consent`: a surface in a terminal, where a person answers what servers and programs want to do.

use std::sync::Arc;

use hostline::{Json, gateway::Relays};
use serde::Serialize;
use serde_json::json;

use crate::{
    args::ConsentArgs,
    door::{self, Door},
    exit::{Exit, Outcome, usage},
    input::read_lines,
    output::{Console, Paint},
};

pub(super) fn run(args: &ConsentArgs, console: &Arc<Console>) -> Outcome {
    if args.output.json {
        return door::run(console, false, Relays::Served, async |door: &Door| lines(door).await);
    }
    if !console.can_ask() {
        return Err(usage("nobody is here to answer questions")
            .with_next_step("run it in a terminal, or with --json by a program")
            .into());
    }
    door::run(console, true, Relays::Served, async |door: &Door| {
        let console = &door.console;
        let Some(mut events) = door.events() else { return Ok(Exit::OK) };
        door.listen().await?;
        let line = "questions are asked here; Ctrl-C ends it";
        console.note(&console.note_style().paint(Paint::Dim, line));
        // The questions themselves are asked by whoever waits for this.
        while events.recv().await.is_some() {}
        console.note("the program that asks has ended");
        Ok(Exit::OK)
    })
}

/// A question, as it came.
#[derive(Serialize)]
struct Told<'a> {
    asked: &'a Json,
}

/// Tells questions as lines, and takes answers as lines.
async fn lines(door: &Door) -> Outcome {
    let console = &door.console;
    let Some(mut events) = door.events() else { return Ok(Exit::OK) };
    door.listen().await?;
    if console.settings.verbose {
        console.note("listening");
    }
    let mut answers = read_lines();
    loop {
        tokio::select! {
            event = events.recv() => match event {
                None => return Ok(Exit::OK),
                Some((event, data)) => match &*event {
                    "question/asked" => console.print_json_line(&Told { asked: &data })?,
                    "question/settled" => console.print_json_line(&json!({ "settled": data }))?,
                    _ => {}
                },
            },
            line = answers.recv() => match line {
                None => return Ok(Exit::OK),
                Some(line) => {
                    let answer = Json::parse(line.trim());
                    let answer = answer.map_err(|_| usage("an answer is no JSON"));
                    let outcome = match &answer {
                        Ok(answer) => door.json("answer", answer).await.map(drop),
                        Err(error) => Err(error.clone()),
                    };
                    if let Err(error) = outcome {
                        console.warn(&error.to_string());
                    }
                }
            },
        }
    }
}
