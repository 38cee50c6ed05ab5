//! The way of a question to the thread of JavaScript, and of its answer back.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    task::{Context, Poll},
};

use hostline::{
    client::BoxFuture,
    facade::{Delegate, Failure, Notification, Question},
};
use tokio::sync::oneshot;

use crate::{
    environment::{Answer, Environment},
    message::Message,
};

/// The delegate of one connection, as the façade has it: all goes to the thread of JavaScript.
pub(crate) struct Bridge {
    connection: i64,
    environment: Arc<Environment>,
}

impl Bridge {
    pub(crate) fn new(connection: i64, environment: Arc<Environment>) -> Self {
        Self { connection, environment }
    }
}

impl Delegate for Bridge {
    fn ask(&self, asked: Question) -> BoxFuture<'static, Answer> {
        static NUMBERS: AtomicI64 = AtomicI64::new(1);
        let question = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let (environment, connection) = (self.environment.clone(), self.connection);
        let answer = environment.ask(question);
        environment.tell(Message::Asked { question, connection, asked });
        Box::pin(Asking { question, environment, answer })
    }

    fn notify(&self, notification: Notification) {
        self.environment.tell(Message::Told(notification));
    }
}

/// Waits for an answer, and withdraws the question when nobody waits any more.
struct Asking {
    question: i64,
    environment: Arc<Environment>,
    answer: oneshot::Receiver<Answer>,
}

impl Future for Asking {
    type Output = Answer;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Answer> {
        let unanswered = |_| Err(Failure("it was not answered".to_owned()));
        Pin::new(&mut self.answer).poll(context).map(|said| said.unwrap_or_else(unanswered))
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        if !self.answer.is_terminated() {
            self.environment.withdraw(self.question);
        }
    }
}
