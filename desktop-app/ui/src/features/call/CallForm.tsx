/** The arguments of a call, and the buttons that start and stop it. */

import type { FormEvent, KeyboardEvent } from "react";

import { Button } from "../../parts/Button";
import css from "./call.module.css";

interface CallFormProps {
  draft: string;
  /** The number of the call that runs. */
  running: number | null;
  onDraft(text: string): void;
  onRun(text: string): void;
  onCancel(call: number): void;
}

const MOST_ROWS = 16;

export function CallForm({ draft, running, onDraft, onRun, onCancel }: CallFormProps) {
  const run = () => {
    if (running === null) onRun(draft);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run();
  };
  const runOnKeys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run();
    }
  };
  const rows = Math.min(MOST_ROWS, draft.split("\n").length + 1);
  return (
    <form className={css.form} onSubmit={submit}>
      <label htmlFor="arguments">Arguments</label>
      <textarea
        id="arguments"
        rows={Math.max(3, rows)}
        value={draft}
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={runOnKeys}
        aria-describedby="arguments-hint"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <div className={css.row}>
        {/* A button that is disabled would lose the focus, which a question has to give back. */}
        <Button look="primary" type="submit" aria-disabled={running !== null}>
          Call
        </Button>
        {running !== null && <Button onClick={() => onCancel(running)}>Cancel</Button>}
        <p id="arguments-hint" className={css.hint}>
          JSON, sent as you wrote it. Ctrl+Enter calls.
        </p>
      </div>
    </form>
  );
}
