/** Short words beside each other. */

import css from "./Chips.module.css";

export function Chips({ words, label }: { words: string[]; label: string }) {
  if (words.length === 0) return null;
  return (
    <ul className={css.chips} aria-label={label}>
      {words.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </ul>
  );
}
