//! A server's questions and the progress of its calls, on their way to the page.

use std::sync::{Arc, Weak};

use hostline::{
    client::BoxFuture,
    facade::{
        Delegate, Failure, Notification, Question,
        types::{ElicitFormQuestion, ElicitUrlQuestion},
    },
    model::FormSchema,
    text::url_warnings,
};

use crate::{
    session::{Asked, Session},
    view::{BodyView, QuestionView, Told, line, lines, page_view},
};

/// What the servers of a page have to do with a person.
pub(crate) struct Person {
    session: Weak<Session>,
    connection: u32,
}

impl Person {
    /// Whoever looks at the page, for one connection.
    pub(crate) fn before(session: &Arc<Session>, connection: u32) -> Arc<Self> {
        Arc::new(Self { session: Arc::downgrade(session), connection })
    }

    fn show(
        &self,
        asked: Asked,
        view: QuestionView,
    ) -> BoxFuture<'static, Result<String, Failure>> {
        let number = view.question;
        let waiting = self.session.upgrade().ok_or("the window is closed").and_then(|session| {
            let answered = session.wait_for(number, asked).ok_or("too many questions wait")?;
            session.tell(Told::Question { question: Box::new(view) });
            Ok((answered, Withdrawal { session: self.session.clone(), number }))
        });
        Box::pin(async move {
            let (answered, _withdrawal) = waiting.map_err(|why| Failure(why.into()))?;
            answered.await.map_err(|_| Failure("the window was closed".into()))
        })
    }

    fn form(&self, number: u32, question: &ElicitFormQuestion) -> (Asked, QuestionView) {
        let (form, body) = match FormSchema::parse(&question.requested_schema) {
            Ok(form) => {
                let body = BodyView::form(&form);
                (Some(form), body)
            }
            Err(error) => (None, BodyView::Unshowable { reason: error.to_string() }),
        };
        let view = self.view(number, &question.target, &question.message, body);
        (Asked::Form(form), view)
    }

    fn page(&self, number: u32, question: &ElicitUrlQuestion) -> (Asked, QuestionView) {
        let review = url_warnings(&question.url);
        let address = (!review.is_refused()).then(|| review.url.clone());
        let view = self.view(number, &question.target, &question.message, page_view(&review));
        (Asked::Page(address), view)
    }

    fn view(&self, question: u32, target: &str, message: &str, body: BodyView) -> QuestionView {
        let connection = self.connection;
        let (target, message) = (line(target), lines(message));
        QuestionView { question, connection, target, message, body }
    }
}

impl Delegate for Person {
    fn ask(&self, question: Question) -> BoxFuture<'static, Result<String, Failure>> {
        let number = self.session.upgrade().map_or(0, |session| session.number());
        let (asked, view) = match &question {
            Question::ElicitForm(form) => self.form(number, form),
            Question::ElicitUrl(page) => self.page(number, page),
            _ => {
                let why = "this version of the app cannot ask that";
                return Box::pin(async move { Err(Failure(why.into())) });
            }
        };
        self.show(asked, view)
    }

    fn notify(&self, notification: Notification) {
        let Notification::Progress(report, _) = notification else { return };
        let Some(session) = self.session.upgrade() else { return };
        if let Some(call) = session.call_of(report.call) {
            session.tell(Told::progress(call, &report));
        }
    }
}

/// Takes a question off the page when nobody asks it any more.
struct Withdrawal {
    session: Weak<Session>,
    number: u32,
}

impl Drop for Withdrawal {
    fn drop(&mut self) {
        let Some(session) = self.session.upgrade() else { return };
        if session.withdraw(self.number) {
            session.tell(Told::Withdrawn { question: self.number });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver};

    use hostline::Json;
    use serde_json::Value;
    use tauri::{
        async_runtime::block_on,
        ipc::{Channel, InvokeResponseBody},
    };

    use super::*;
    use crate::session::{MAX_QUESTIONS, Sessions};

    const WINDOW: &str = "main";

    /// A page that writes down what it is told.
    fn page() -> (Sessions, Receiver<Value>) {
        let (write, told) = mpsc::channel();
        let sessions = Sessions::default();
        let channel = Channel::new(move |body| {
            if let InvokeResponseBody::Json(text) = body {
                let batch: Vec<Value> = serde_json::from_str(&text)?;
                // A test that has ended hears nothing more.
                for one in batch {
                    drop(write.send(one));
                }
            }
            Ok(())
        });
        sessions.begin(WINDOW, channel);
        (sessions, told)
    }

    fn person(sessions: &Sessions) -> Arc<Person> {
        Person::before(&sessions.of(WINDOW).unwrap(), 1)
    }

    fn question() -> Question {
        let schema = r#"{"type": "object", "properties": {"city": {"type": "string"}}}"#;
        let schema = Json::parse(schema).unwrap();
        Question::ElicitForm(ElicitFormQuestion::new("demo", "Where to?", schema))
    }

    fn next(told: &Receiver<Value>) -> Value {
        told.recv_timeout(std::time::Duration::from_secs(10)).unwrap()
    }

    #[test]
    fn a_question_is_told_and_its_answer_goes_back() {
        let (sessions, told) = page();
        let asking = person(&sessions).ask(question());
        let asked = next(&told);
        assert_eq!(asked["question"]["message"], "Where to?");
        let number = asked["question"]["question"].as_u64().unwrap();
        let session = sessions.of(WINDOW).unwrap();
        let waiting = session.take_question(u32::try_from(number).unwrap()).unwrap();
        waiting.answer("the answer".into()).unwrap();
        assert_eq!(block_on(asking), Ok("the answer".into()));
    }

    #[test]
    fn a_question_that_nobody_asks_any_more_is_withdrawn() {
        let (sessions, told) = page();
        drop(person(&sessions).ask(question()));
        let number = next(&told)["question"]["question"].clone();
        let withdrawn = next(&told);
        assert_eq!((&withdrawn["kind"], &withdrawn["question"]), (&"withdrawn".into(), &number));
        let number = u32::try_from(number.as_u64().unwrap()).unwrap();
        assert!(sessions.of(WINDOW).unwrap().take_question(number).is_err());
    }

    #[test]
    fn a_flood_of_questions_is_refused() {
        let (sessions, _told) = page();
        let person = person(&sessions);
        let waiting: Vec<_> = (0..MAX_QUESTIONS).map(|_| person.ask(question())).collect();
        assert!(block_on(person.ask(question())).is_err());
        drop(waiting);
    }

    #[test]
    fn a_page_that_is_left_answers_nothing() {
        let (sessions, _told) = page();
        let person = person(&sessions);
        let asking = person.ask(question());
        sessions.leave(WINDOW);
        assert!(block_on(asking).is_err());
        assert!(block_on(person.ask(question())).is_err());
    }
}
