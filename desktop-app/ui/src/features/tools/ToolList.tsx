/** The tools of the server, to choose one from. */

import { useId, useState } from "react";

import { Button } from "../../parts/Button";
import type { ToolsView, ToolView } from "../../platform/views";
import css from "./ToolList.module.css";

interface ToolListProps {
  tools: ToolsView | null;
  changed: boolean;
  selected: number | null;
  onSelect(tool: number): void;
  onReload(): void;
}

/** With fewer tools than this, there is nothing to search. */
const WORTH_SEARCHING = 8;

export function ToolList({ tools, changed, selected, onSelect, onReload }: ToolListProps) {
  const heading = useId();
  const [search, setSearch] = useState("");
  const all = tools?.tools ?? [];
  const shown = all.filter((tool) => matches(tool, search));
  return (
    <nav className={css.list} aria-labelledby={heading}>
      <div className={css.head}>
        <h2 id={heading}>Tools</h2>
        <span className={css.count}>{tools ? all.length : "…"}</span>
        <Button look="quiet" onClick={onReload}>
          Reload
        </Button>
      </div>
      {changed && (
        <p className={css.note} role="status">
          The server’s tools have changed.
        </p>
      )}
      {all.length >= WORTH_SEARCHING && (
        <input
          type="search"
          aria-label="Search the tools"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <ul>
        {shown.map((tool) => (
          <li key={tool.tool}>
            <button
              type="button"
              className={css.tool}
              aria-current={tool.tool === selected ? "true" : undefined}
              onClick={() => onSelect(tool.tool)}
            >
              <span className={css.title}>{tool.title}</span>
              {tool.name !== tool.title && <code className={css.name}>{tool.name}</code>}
            </button>
          </li>
        ))}
      </ul>
      {tools?.leftOut.map((sentence) => (
        <p key={sentence} className={css.note}>
          Left out: {sentence}
        </p>
      ))}
    </nav>
  );
}

function matches({ name, title }: ToolView, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return [name, title].some((text) => text.toLowerCase().includes(wanted));
}
