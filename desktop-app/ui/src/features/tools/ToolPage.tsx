/** One tool: what it is, what it takes, and its last call. */

import type { Call } from "../../app/session";
import { Chips } from "../../parts/Chips";
import { Code } from "../../parts/Code";
import type { ToolView } from "../../platform/views";
import { CallForm } from "../call/CallForm";
import { CallOutcome } from "../call/CallOutcome";
import css from "./ToolPage.module.css";

interface ToolPageProps {
  tool: ToolView;
  draft: string;
  call: Call | null;
  onDraft(text: string): void;
  onRun(text: string): void;
  onCancel(call: number): void;
}

export function ToolPage({ tool, draft, call, onDraft, onRun, onCancel }: ToolPageProps) {
  return (
    <article className={css.page} aria-labelledby="tool-title">
      <header className={css.head}>
        <h2 id="tool-title">{tool.title}</h2>
        {tool.name !== tool.title && <code>{tool.name}</code>}
        {tool.description && (
          <p className={css.description} tabIndex={0}>
            {tool.description}
          </p>
        )}
        {tool.hints.length > 0 && (
          <div className={css.hints}>
            <span>The server says that it</span>
            <Chips label="What the server says about the tool" words={tool.hints} />
          </div>
        )}
      </header>
      <CallForm
        draft={draft}
        running={call?.state === "running" ? call.number : null}
        onDraft={onDraft}
        onRun={onRun}
        onCancel={onCancel}
      />
      {call && <CallOutcome call={call} />}
      <section className={css.schemas} aria-label="Schemas">
        <Schema title="What it takes" text={tool.input} />
        {tool.output && <Schema title="What it gives" text={tool.output} />}
      </section>
    </article>
  );
}

function Schema({ title, text }: { title: string; text: string }) {
  return (
    <details>
      <summary>{title}</summary>
      <Code label={title} text={text} />
    </details>
  );
}
