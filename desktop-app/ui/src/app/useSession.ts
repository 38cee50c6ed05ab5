/** Joins what the page knows with the host: what the person does becomes an operation. */

import { useEffect, useMemo, useReducer, useRef } from "react";

import { failureOf, type Host } from "../platform/host";
import type { Action, Entry, ProblemView, ServerView } from "../platform/views";
import { next, nothing, type Session } from "./session";

export interface Actions {
  connect(target: string): Promise<void>;
  disconnect(server: ServerView): Promise<void>;
  reload(server: ServerView): Promise<void>;
  select(tool: number): void;
  draft(tool: number, text: string): void;
  run(server: ServerView, tool: number, text: string): Promise<void>;
  cancel(call: number): Promise<void>;
  /** Gives what has to be changed before the answer can be sent. */
  answer(question: number, action: Action, entries: Entry[]): Promise<ProblemView[]>;
}

export function useSession(host: Host): [Session, Actions] {
  const [session, dispatch] = useReducer(next, nothing);
  const numbers = useRef(0);

  useEffect(() => {
    host
      .listen((told) => dispatch({ kind: "told", told }))
      .catch((thrown: unknown) => dispatch({ kind: "failed", failure: failureOf(thrown) }));
  }, [host]);

  const actions = useMemo<Actions>(() => {
    const number = () => ++numbers.current;
    const fail = (thrown: unknown) => dispatch({ kind: "failed", failure: failureOf(thrown) });
    const list = async ({ connection }: ServerView) => {
      dispatch({ kind: "listed", tools: await host.call("tools/list", { connection }) });
    };

    return {
      async connect(target) {
        const call = number();
        dispatch({ kind: "connecting", call, target });
        try {
          const server = await host.call("connect", { call, target });
          dispatch({ kind: "connected", server });
          await list(server);
        } catch (thrown) {
          fail(thrown);
        }
      },
      async disconnect({ connection }) {
        dispatch({ kind: "left" });
        await host.call("close", { connection }).catch(fail);
      },
      async reload(server) {
        dispatch({ kind: "listing" });
        await list(server).catch(fail);
      },
      select: (tool) => dispatch({ kind: "selected", tool }),
      draft: (tool, text) => dispatch({ kind: "drafted", tool, text }),
      async run({ connection }, tool, text) {
        const call = number();
        dispatch({ kind: "called", tool, call });
        try {
          const payload = { call, connection, tool, arguments: text };
          dispatch({ kind: "returned", call, result: await host.call("tools/call", payload) });
        } catch (thrown) {
          dispatch({ kind: "callFailed", call, failure: failureOf(thrown) });
        }
      },
      async cancel(call) {
        await host.call("cancel", { call }).catch(fail);
      },
      async answer(question, action, entries) {
        try {
          const { problems } = await host.call("answer", { question, action, entries });
          if (problems.length === 0) dispatch({ kind: "answered", question });
          return problems;
        } catch (thrown) {
          return [{ field: null, reason: failureOf(thrown).message }];
        }
      },
    };
  }, [host]);

  return [session, actions];
}
