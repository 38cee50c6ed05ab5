//! What may be done without a question, what is asked, and what is not done.
//!
//! [`decide`] is a pure function of a [`Request`], the rules of the configuration and what a person
//! has granted before. It reads no file, asks nobody and knows no clock.

mod arguments;
mod constraint;
mod decide;
mod fit;
mod paths;
mod posture;
mod request;
mod risk;
mod rule;
pub mod secretlike;
mod verdict;

pub use self::{
    arguments::Arguments,
    constraint::{Constraint, MAX_VALUES},
    decide::decide,
    posture::Posture,
    request::{
        Action, ActionKind, ClientName, Elicitation, MAX_CLIENT_NAME, PinStanding, Request,
        SessionId, ToolCall,
    },
    risk::{Risk, risks},
    rule::{Effect, MAX_CONSTRAINTS, MAX_RULE_NAME, MAX_RULES, Pattern, Rule, check_rules},
    verdict::{Because, Reason, Verdict},
};
pub(in crate::host) use self::{constraint::fit, fit::Fit};
