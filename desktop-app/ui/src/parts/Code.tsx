/** Text of a server as it is, in lines of its own. It is text and never markup. */

import css from "./Code.module.css";

export function Code({ text, label }: { text: string; label: string }) {
  return (
    <pre className={css.code} role="group" aria-label={label} tabIndex={0}>
      {text}
    </pre>
  );
}
