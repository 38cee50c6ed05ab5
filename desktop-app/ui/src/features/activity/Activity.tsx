/** What a server says beside its answers: its standard error, its log, its connection. */

import type { Line } from "../../app/session";
import css from "./Activity.module.css";

export function Activity({ lines }: { lines: Line[] }) {
  const grave = lines.filter((line) => line.grave).length;
  return (
    <details className={css.activity}>
      <summary>
        Activity <span className={css.count}>{lines.length}</span>
        {grave > 0 && <span className={css.grave}>{grave} to look at</span>}
      </summary>
      <ol className={css.lines} role="log" aria-label="Activity" tabIndex={0}>
        {lines.map((line) => (
          <li key={line.number} className={line.grave ? css.grave : undefined}>
            <span className={css.source}>{line.source}</span> {line.text}
          </li>
        ))}
      </ol>
    </details>
  );
}
