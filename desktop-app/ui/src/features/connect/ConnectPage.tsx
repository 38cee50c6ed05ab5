/** The way in: which server to connect to. */

import { type FormEvent, useState } from "react";

import type { Session } from "../../app/session";
import type { Actions } from "../../app/useSession";
import { Button } from "../../parts/Button";
import { FailureNote } from "../../parts/FailureNote";
import mark from "../../../../src-tauri/icons/icon.svg";
import css from "./ConnectPage.module.css";

export function ConnectPage({ session, actions }: { session: Session; actions: Actions }) {
  const [target, setTarget] = useState("");
  const { connecting, failure } = session;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!connecting) void actions.connect(target);
  };

  return (
    <main className={css.page}>
      <form className={css.card} onSubmit={submit} aria-busy={connecting !== null}>
        <img className={css.mark} src={mark} alt="" width={40} height={40} />
        <h1>Connect to a server</h1>
        <p className={css.about}>
          Hostline talks to servers of the Model Context Protocol, and shows you what they can do.
        </p>
        <label htmlFor="target">Server</label>
        <div className={css.row}>
          <input
            id="target"
            className={css.target}
            value={target}
            onChange={(event) => setTarget(event.target.value)}
            placeholder="An address or a command"
            aria-describedby="target-hint"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            autoFocus
            required
          />
          {connecting ? (
            <Button onClick={() => void actions.cancel(connecting.call)}>Cancel</Button>
          ) : (
            <Button look="primary" type="submit" disabled={target.trim() === ""}>
              Connect
            </Button>
          )}
        </div>
        <p id="target-hint" className={css.hint}>
          Such as <code>https://example.com/mcp</code> or <code>npx -y a-package</code>. A command
          runs on this computer with your rights: run only what you trust.
        </p>
        <p className={css.status} role="status">
          {connecting && `Connecting to ${connecting.target} …`}
        </p>
        {failure && <FailureNote failure={failure} />}
      </form>
    </main>
  );
}
