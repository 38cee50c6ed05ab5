//! What a person is asked, and what they decide.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::{
    Json,
    error::Result,
    future::BoxFuture,
    host::{
        Digest, ServerIdentity, ServerName,
        policy::{Constraint, Risk},
        time,
    },
};

/// The number of a question, which no other question has, neither of this host nor, as surely as by
/// chance, of the owners before and after it.
pub type QuestionId = u64;

/// A question for a person.
///
/// Everything in it that came from a server or a model is untrusted text: show it through
/// [`crate::text::display_safe`], and never as markup.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Question {
    /// Its number.
    pub id: QuestionId,
    /// When it was asked, in seconds since 1970.
    #[serde(with = "time")]
    pub asked: SystemTime,
    /// When it is taken for answered with no, in seconds since 1970.
    #[serde(with = "time")]
    pub until: SystemTime,
    /// Which client wants it.
    pub client: String,
    /// What the person calls the server.
    pub server: ServerName,
    /// Who the server is.
    pub identity: ServerIdentity,
    /// What it is about.
    pub matter: Matter,
    /// Why it is asked, in sentences.
    pub reasons: Vec<String>,
    /// What is to be thought of.
    pub risks: Vec<Risk>,
    /// For how long an answer can hold, the shortest first.
    pub terms: Vec<Term>,
    /// How many identical requests of the client wait for the answer.
    pub waiting: usize,
}

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Matter {
    /// A tool is to be called.
    CallTool {
        /// The tool, by the name that its server has for it.
        tool: String,
        /// The definition that is approved.
        definition: Digest,
        /// The arguments, exactly.
        arguments: Json,
        /// Those of the last call that was allowed, to show what has changed.
        before: Option<Json>,
    },
    /// What a server offers has changed.
    Definition {
        /// What it is that has changed: `tool NAME`, `prompt NAME` or `instructions`.
        what: String,
        /// The definition that is approved, where there is one.
        pinned: Option<Json>,
        /// What the server says now.
        now: Json,
    },
    /// A program is to be started.
    Start {
        /// Its command line, exactly, with what its references lead to; a reference stands as it is
        /// written where it leads to a secret.
        command: String,
        /// The folder that it runs in, where that is known.
        folder: Option<String>,
        /// The names of the environment variables that it is given, and of what their values come
        /// from.
        environment: Vec<String>,
        /// Whether, and how, it is kept to its folders.
        confinement: String,
    },
    /// A server wants the person to fill in a form.
    Form {
        /// What it says.
        message: String,
        /// The fields, as a JSON Schema.
        schema: Json,
        /// The fields that seem to ask for a secret.
        secret: Vec<String>,
    },
    /// A server wants the person to open an address. It must not be fetched before.
    Address {
        /// What the server says.
        message: String,
        /// The whole address.
        address: String,
        /// What is odd about it, in sentences.
        warnings: Vec<String>,
    },
    /// A server wants a model to answer. The first stop: what the model would be given.
    Sampling {
        /// The request, which the answer may change.
        request: Json,
    },
    /// The second stop: what the server would be given.
    SamplingAnswer {
        /// The answer, which the decision may change.
        answer: Json,
    },
    /// A server wants to know in which folders to work.
    Roots {
        /// Their addresses.
        roots: Vec<String>,
    },
    /// A server wants the person to sign in.
    SignIn {
        /// The whole address of the page.
        address: String,
    },
}

/// For how long an answer holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Term {
    /// For one request, or for as many identical ones as the decision says.
    #[default]
    Once,
    /// As long as the client is connected.
    Session,
    /// For twelve hours.
    HalfDay,
    /// Until it is taken back.
    Always,
}

/// What a person has decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// Whether it may happen.
    pub allow: bool,
    /// For how long the answer holds.
    #[serde(default)]
    pub term: Term,
    /// How many of the identical requests that wait may happen, where it is allowed once: 1, or as
    /// many as the person was shown. The others are asked about again.
    #[serde(default = "one")]
    pub requests: usize,
    /// What the arguments of later calls must be like, where the answer holds for them.
    #[serde(default)]
    pub constraints: Vec<Constraint>,
    /// What the person made of the request to a model, of a model's answer, or of a form.
    #[serde(default)]
    pub edited: Option<Json>,
}

fn one() -> usize {
    1
}

impl Decision {
    /// Yes, this once.
    pub fn allow() -> Self {
        Self { allow: true, term: Term::Once, requests: 1, constraints: Vec::new(), edited: None }
    }

    /// No, this once.
    pub fn deny() -> Self {
        Self { allow: false, ..Self::allow() }
    }

    /// The same, for so many of the identical requests that wait.
    pub fn for_requests(mut self, requests: usize) -> Self {
        self.requests = requests;
        self
    }

    /// The same, for longer.
    pub fn for_term(mut self, term: Term) -> Self {
        self.term = term;
        self
    }
}

/// Who answers questions: an application's window, a person at a terminal.
pub trait ConsentHandler: Send + Sync + 'static {
    /// Asks a person. Dropping the future means that nobody waits for the answer any more.
    ///
    /// # Errors
    /// There is nobody to ask: it is taken for a no.
    fn decide(&self, question: Question) -> BoxFuture<'_, Result<Decision>>;
}

/// A [`ConsentHandler`] that always decides the same.
#[derive(Clone, Debug)]
pub struct Always(pub Decision);

impl ConsentHandler for Always {
    fn decide(&self, _question: Question) -> BoxFuture<'_, Result<Decision>> {
        let decision = self.0.clone();
        Box::pin(async move { Ok(decision) })
    }
}
