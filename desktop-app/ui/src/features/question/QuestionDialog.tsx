/**
 * A server's question, in front of everything else.
 *
 * The focus begins on the heading, so that what a person was typing elsewhere when the question
 * came neither fills it in nor agrees to it. It goes back to where it was when the dialog ends.
 */

import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";

import { Button } from "../../parts/Button";
import type { Action, Entry, ProblemView, QuestionView } from "../../platform/views";
import { entriesOf } from "./entries";
import { FormFields } from "./FormFields";
import { PageAddress } from "./PageAddress";
import css from "./question.module.css";

/** The first place that has to be changed. */
const WRONG = '[aria-invalid="true"]';

interface QuestionDialogProps {
  question: QuestionView;
  /** How many questions wait, with this one. */
  waiting: number;
  onAnswer(action: Action, entries: Entry[]): Promise<ProblemView[]>;
}

export function QuestionDialog({ question, waiting, onAnswer }: QuestionDialogProps) {
  const { body } = question;
  const dialog = useModal();
  const [entries, setEntries] = useState(() => entriesOf(body));
  const [problems, setProblems] = useState<ProblemView[]>([]);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (problems.length > 0) dialog.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [dialog, problems]);

  const answer = async (action: Action) => {
    if (busy) return;
    setBusy(true);
    setProblems(await onAnswer(action, action === "accept" ? entries : []));
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void answer("accept");
  };
  const whole = problems.filter((problem) => problem.field === null);

  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby="question-title"
      aria-describedby="question-message"
      onCancel={(event) => {
        event.preventDefault();
        void answer("cancel");
      }}
    >
      <form className={css.form} onSubmit={submit} noValidate>
        <header className={css.head}>
          <p className={css.from}>
            The server <code>{question.target}</code> asks
            {waiting > 1 && ` (1 of ${waiting} questions)`}
          </p>
          <h2 id="question-title" tabIndex={-1} autoFocus>
            {body.kind === "page" ? "Open a page?" : "Answer a question"}
          </h2>
        </header>
        <div className={css.body} role="group" aria-label="Question" tabIndex={0}>
          <p id="question-message" className={css.message}>
            {question.message}
          </p>
          {body.kind === "form" && (
            <FormFields
              fields={body.fields}
              entries={entries}
              problems={problems}
              onChange={(place, entry) =>
                setEntries(entries.map((one, index) => (index === place ? entry : one)))
              }
            />
          )}
          {body.kind === "page" && <PageAddress page={body} />}
          {body.kind === "unshowable" && <p className={css.warning}>{body.reason}</p>}
          {whole.map((problem) => (
            <p key={problem.reason} className={css.problem} role="alert">
              {problem.reason}
            </p>
          ))}
        </div>
        <footer className={css.buttons}>
          <Button look="quiet" aria-disabled={busy} onClick={() => void answer("cancel")}>
            Not now
          </Button>
          <Button aria-disabled={busy} onClick={() => void answer("decline")}>
            Decline
          </Button>
          {body.kind === "form" && (
            <Button look="primary" type="submit" aria-disabled={busy}>
              Send answer
            </Button>
          )}
          {body.kind === "page" && !body.refused && (
            <Button look="primary" type="submit" aria-disabled={busy}>
              Open in browser
            </Button>
          )}
        </footer>
      </form>
    </dialog>
  );
}

/** Shows a dialog in front of everything, which gets the focus and gives it back. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return dialog;
}
