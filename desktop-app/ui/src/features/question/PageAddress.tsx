/** An address that a server wants opened: all of it, with the host standing out. */

import type { BodyView } from "../../platform/views";
import css from "./question.module.css";

type Page = Extract<BodyView, { kind: "page" }>;

export function PageAddress({ page }: { page: Page }) {
  return (
    <>
      <p className={css.address} aria-label="Address" role="group" tabIndex={0}>
        {page.before}
        <strong>{page.host}</strong>
        {page.after}
      </p>
      {page.host !== "" && (
        <p>
          The site is <strong>{page.host}</strong>
          {page.written !== null && <>, which its owner writes {page.written}</>}.
        </p>
      )}
      {page.warnings.length > 0 && (
        <ul className={css.warnings} aria-label="Warnings">
          {page.warnings.map((warning) => (
            <li key={warning} className={css.warning}>
              {sentence(warning)}
            </li>
          ))}
        </ul>
      )}
      {page.refused && <p>Hostline does not open this address.</p>}
    </>
  );
}

/** Hostline's own words are lower case without a full stop, to stand in any sentence. */
function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
