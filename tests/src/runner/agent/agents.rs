//! The agents of one language: one at a time, started again when it has failed.

use std::sync::Arc;

use tokio::sync::Mutex;

use super::Agent;

/// How to have an agent of a language.
pub struct Agents {
    words: Vec<String>,
    current: Mutex<Option<Arc<Agent>>>,
}

impl Agents {
    /// Agents that are started by a command line.
    ///
    /// # Errors
    /// A quotation in it is not closed.
    pub fn new(command_line: &str) -> Result<Self, String> {
        let words = shell_words::split(command_line).map_err(|error| error.to_string())?;
        Ok(Self { words, current: Mutex::default() })
    }

    /// The agent that runs, or a new one.
    ///
    /// # Errors
    /// It cannot be started.
    pub async fn agent(&self) -> Result<Arc<Agent>, String> {
        let mut current = self.current.lock().await;
        if let Some(agent) = current.as_ref().filter(|agent| !agent.has_ended()) {
            return Ok(agent.clone());
        }
        let agent = Agent::start(&self.words).await?;
        *current = Some(agent.clone());
        Ok(agent)
    }

    /// Ends an agent that takes no commands any more; the next run has a new one.
    pub async fn check(&self, agent: &Agent) {
        if !agent.has_ended() && !agent.is_well().await {
            agent.give_up();
        }
    }
}
