/**
 * What went wrong: the sentence of Hostline, which ends with what to do, and its stable name. What
 * the person cancelled is no alarm.
 */

import type { FailureView } from "../platform/views";
import css from "./FailureNote.module.css";

export function FailureNote({ failure }: { failure: FailureView }) {
  return (
    <div className={`${css.note} ${failure.code === "cancelled" ? css.calm : ""}`} role="alert">
      <p className={css.sentence}>{failure.message}</p>
      <p className={css.code}>
        Error <code>{failure.code}</code>
      </p>
    </div>
  );
}
