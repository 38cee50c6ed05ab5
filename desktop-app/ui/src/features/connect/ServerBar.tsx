/** Which server the window is connected to. */

import { Button } from "../../parts/Button";
import { Chips } from "../../parts/Chips";
import type { ServerView } from "../../platform/views";
import css from "./ServerBar.module.css";

interface ServerBarProps {
  server: ServerView;
  onDisconnect(): void;
}

export function ServerBar({ server, onDisconnect }: ServerBarProps) {
  const spoken = [`Protocol ${server.protocol}`, server.transport];
  const version = server.version ? [`Version ${server.version}`] : [];
  return (
    <header className={css.bar}>
      <div className={css.names}>
        <h1>{server.name}</h1>
        <p className={css.target} title={server.target}>
          {server.target}
        </p>
      </div>
      <Chips label="Connection" words={[...version, ...spoken]} />
      <Button onClick={onDisconnect}>Disconnect</Button>
      {server.instructions && (
        <details className={css.instructions}>
          <summary>What the server says about itself</summary>
          <p tabIndex={0}>{server.instructions}</p>
        </details>
      )}
    </header>
  );
}
