/** What has become of a call: how far it is, what it gave, or why it failed. */

import type { Call, Progress } from "../../app/session";
import { Code } from "../../parts/Code";
import { FailureNote } from "../../parts/FailureNote";
import type { ResultView } from "../../platform/views";
import css from "./call.module.css";

export function CallOutcome({ call }: { call: Call }) {
  return (
    <section className={css.outcome} aria-label="Outcome">
      {call.state === "running" && <Running progress={call.progress} />}
      {call.result && <Result result={call.result} />}
      {call.failure && <FailureNote failure={call.failure} />}
    </section>
  );
}

function Running({ progress }: { progress: Progress | null }) {
  const share = progress?.share ?? undefined;
  return (
    <div className={css.running}>
      <progress aria-label="Progress of the call" value={share} max={1} />
      <p role="status">
        {progress
          ? `${progress.done}${progress.message ? `: ${progress.message}` : ""}`
          : "Running"}
      </p>
    </div>
  );
}

function Result({ result }: { result: ResultView }) {
  const { failed, parts, structured, warnings } = result;
  const empty = parts.length === 0 && structured === null;
  return (
    <>
      <h3 className={failed ? css.failed : css.done} role="status">
        {failed ? "The tool says that it failed" : "Result"}
      </h3>
      {warnings.map((warning) => (
        <p key={warning} className={css.warning}>
          {warning}
        </p>
      ))}
      {parts.map((part, place) =>
        part.kind === "text" ? (
          <Code key={place} label={`Part ${place + 1} of the result`} text={part.text} />
        ) : (
          <p key={place} className={css.note}>
            {part.text}
          </p>
        ),
      )}
      {structured !== null && <Code label="Structured content" text={structured} />}
      {empty && <p className={css.note}>The tool gave nothing.</p>}
    </>
  );
}
