//! Who asks a host for something.

use std::sync::Arc;

use super::{
    gate::ConsentHandler,
    policy::{ClientName, SessionId},
};
use crate::{
    auth::unguessable,
    client::{Answers, InputCapabilities, InputHandler},
    error::Result,
};

/// One who asks a host for something: a client of the gateway, the command line, an application.
///
/// Consent is bound to its name, and answers that hold for a session hold until the last clone is
/// dropped.
#[derive(Clone)]
pub struct Caller(Arc<Inner>);

struct Inner {
    name: ClientName,
    session: SessionId,
    input: Arc<dyn InputHandler>,
    consent: Option<Arc<dyn ConsentHandler>>,
}

impl Caller {
    /// One of this name, which can answer nothing that servers ask.
    ///
    /// # Errors
    /// [`crate::ErrorCode::InvalidInput`]: it is no name of a client.
    pub fn new(name: &str) -> Result<Self> {
        Ok(Self(Arc::new(Inner {
            name: ClientName::parse(name)?,
            session: SessionId::from(&*unguessable()?),
            input: Arc::new(Answers::new(InputCapabilities::none(), [])),
            consent: None,
        })))
    }

    /// Who answers what servers ask for the sake of its requests: forms, addresses, a model, folders.
    pub fn with_input(self, input: Arc<dyn InputHandler>) -> Self {
        let Inner { name, session, consent, .. } = &*self.0;
        let (name, session, consent) = (name.clone(), session.clone(), consent.clone());
        Self(Arc::new(Inner { name, session, input, consent }))
    }

    /// Who is asked for consent where nothing else shows questions.
    pub fn with_consent(self, consent: Arc<dyn ConsentHandler>) -> Self {
        let Inner { name, session, input, .. } = &*self.0;
        let (name, session, input) = (name.clone(), session.clone(), input.clone());
        Self(Arc::new(Inner { name, session, input, consent: Some(consent) }))
    }

    /// Its name.
    pub fn name(&self) -> &ClientName {
        &self.0.name
    }

    /// Its session.
    pub fn session(&self) -> &SessionId {
        &self.0.session
    }

    pub(super) fn input(&self) -> &Arc<dyn InputHandler> {
        &self.0.input
    }

    pub(super) fn consent(&self) -> Option<&Arc<dyn ConsentHandler>> {
        self.0.consent.as_ref()
    }
}
