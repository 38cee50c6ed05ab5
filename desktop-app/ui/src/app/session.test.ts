import { describe, expect, test } from "vitest";

import type { FailureView, QuestionView, ServerView, Told, ToolsView } from "../platform/views";
import { type Event, next, nothing, type Session } from "./session";

const server: ServerView = {
  connection: 1,
  target: "demo",
  name: "Demo",
  version: "1",
  protocol: "2026-07-28",
  transport: "stdio",
  instructions: null,
};
const plain = { description: null, hints: [], input: "{}", output: null, arguments: "{}" };
const tools: ToolsView = {
  leftOut: [],
  tools: ["add", "slow"].map((name, place) => ({ tool: place + 7, name, title: name, ...plain })),
};
const result = { failed: false, parts: [], structured: null, warnings: [] };
const failure: FailureView = { code: "closed", message: "it ended", mayHaveRun: false };

function after(...events: Event[]): Session {
  return events.reduce(next, nothing);
}

function told(...told: Told[]): Event {
  return { kind: "told", told };
}

function progress(call: number, done: string): Told {
  return { kind: "progress", call, share: null, done, message: null };
}

function question(number: number): Told {
  const view: QuestionView = {
    question: number,
    connection: 1,
    target: "demo",
    message: "?",
    body: { kind: "form", fields: [] },
  };
  return { kind: "question", question: view };
}

const connected: Event[] = [
  { kind: "connecting", call: 1, target: "demo" },
  { kind: "connected", server },
  { kind: "listed", tools },
];

describe("a connection", () => {
  test("begins with the first tool", () => {
    const session = after(...connected);
    const selected = tools.tools[0]?.tool;
    expect(selected).toBeGreaterThan(0);
    expect(session).toMatchObject({ connecting: null, failure: null, selected });
  });

  test("that fails says why and nothing else", () => {
    const session = after(
      { kind: "connecting", call: 1, target: "x" },
      { kind: "failed", failure },
    );
    expect(session).toEqual({ ...nothing, failure });
  });

  test("that ends by itself says why, and its questions are gone", () => {
    const ended = told(question(1), { kind: "closed", connection: 1, error: failure });
    expect(after(...connected, ended)).toEqual({ ...nothing, failure });
  });

  test("that ended long ago does not end the one that is open", () => {
    const session = after(...connected, told({ kind: "closed", connection: 7, error: failure }));
    expect(session.server).toEqual(server);
  });

  test("hears what the server says before it is connected", () => {
    const said = {
      kind: "said",
      connection: 1,
      source: "server",
      text: "x",
      grave: false,
    } as const;
    const [connecting, ...rest] = connected as [Event, ...Event[]];
    expect(after(connecting, told(said), ...rest).lines).toHaveLength(1);
  });

  test("keeps only the newest lines", () => {
    const said = Array.from({ length: 700 }, (_, number) => ({
      kind: "said" as const,
      connection: 1,
      source: "server",
      text: String(number),
      grave: false,
    }));
    const { lines } = after(...connected, told(...said));
    expect(lines).toHaveLength(500);
    expect(lines.at(-1)).toMatchObject({ number: 700, text: "699" });
  });
});

describe("a call", () => {
  const called: Event = { kind: "called", tool: 1, call: 5 };

  test("shows its progress until it returns", () => {
    const running = after(...connected, called, told(progress(5, "1 of 2")));
    expect(running.calls[1]).toMatchObject({ state: "running", progress: { done: "1 of 2" } });
    const done = next(running, { kind: "returned", call: 5, result });
    expect(done.calls[1]).toMatchObject({ state: "done", result });
  });

  test("takes nothing from progress that comes late or belongs to another", () => {
    const done = after(...connected, called, { kind: "returned", call: 5, result });
    expect(next(done, told(progress(5, "late"), progress(6, "other")))).toEqual(done);
  });

  test("that was replaced by a newer one does not answer for it", () => {
    const session = after(...connected, called, { kind: "called", tool: 1, call: 6 });
    expect(next(session, { kind: "returned", call: 5, result })).toEqual(session);
  });

  test("ends with a new list, whose tools have new numbers", () => {
    const session = after(...connected, called, { kind: "listed", tools });
    expect(session.calls).toEqual({});
  });
});

describe("a list of tools", () => {
  test("is not shown while it is asked for anew", () => {
    const session = after(...connected, { kind: "listed", tools }, { kind: "listing" });
    expect(session).toMatchObject({ tools: null, selected: null });
  });
});

describe("questions", () => {
  test("wait in the order in which they came", () => {
    const session = after(...connected, told(question(1), question(2)));
    expect(session.questions.map((one) => one.question)).toEqual([1, 2]);
  });

  test("go when they are answered or withdrawn", () => {
    const session = after(
      ...connected,
      told(question(1), question(2), { kind: "withdrawn", question: 1 }),
      { kind: "answered", question: 2 },
    );
    expect(session.questions).toEqual([]);
  });
});
