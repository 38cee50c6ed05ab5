//! Playing many runs: several at once, and each that misses once more, alone.

use std::{future::Future, sync::Arc};

use tokio::{sync::Semaphore, task::JoinSet};

use super::Said;
use crate::scenario::{Run, Scenario};

/// How many runs are under way at once.
const AT_ONCE: usize = 8;

/// One run of one scenario.
pub type Job = (Scenario, Run);

/// A run that was played.
#[derive(Debug)]
pub struct Played {
    /// What was played.
    pub job: Job,
    /// The errors that were said on the way, or what is wrong.
    pub outcome: Result<Said, String>,
    /// Why it was played twice, where it was.
    pub first_miss: Option<String>,
}

impl Played {
    /// What is wrong with it, in a line.
    pub fn failure(&self) -> Option<String> {
        let why = self.outcome.as_ref().err()?;
        Some(format!("FAILED {} {}: {why}", self.job.0.title(), self.job.1))
    }

    /// A line about a run that only passed at the second try.
    pub fn second_try(&self) -> Option<String> {
        let why = self.first_miss.as_ref().filter(|_| self.outcome.is_ok())?;
        Some(format!("passed at the second try: {} {}: {why}", self.job.0.title(), self.job.1))
    }
}

/// Plays all, several at once, then those that missed once more, one after the other.
pub async fn play_all<P, F>(jobs: Vec<Job>, play: P) -> Vec<Played>
where
    P: Fn(Scenario, Run) -> F + Clone + Send + 'static,
    F: Future<Output = Result<Said, String>> + Send + 'static,
{
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut playing = JoinSet::new();
    for job in jobs {
        let (places, play) = (places.clone(), play.clone());
        playing.spawn(async move {
            let _place = places.acquire_owned().await;
            let outcome = play(job.0.clone(), job.1).await;
            Played { job, outcome, first_miss: None }
        });
    }
    let mut played = Vec::new();
    for once in playing.join_all().await {
        played.push(again(once, &play).await);
    }
    played
}

/// Plays all, one after the other.
pub async fn play_alone<P, F>(jobs: Vec<Job>, play: P) -> Vec<Played>
where
    P: Fn(Scenario, Run) -> F,
    F: Future<Output = Result<Said, String>>,
{
    let mut played = Vec::new();
    for job in jobs {
        let outcome = play(job.0.clone(), job.1).await;
        played.push(again(Played { job, outcome, first_miss: None }, &play).await);
    }
    played
}

/// Plays once more what has missed.
async fn again<P, F>(once: Played, play: &P) -> Played
where
    P: Fn(Scenario, Run) -> F,
    F: Future<Output = Result<Said, String>>,
{
    let Err(why) = once.outcome else { return once };
    let outcome = play(once.job.0.clone(), once.job.1).await;
    Played { outcome, first_miss: Some(why), ..once }
}
