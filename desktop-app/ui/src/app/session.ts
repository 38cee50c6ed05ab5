/**
 * What the page knows: one server, its tools, the last call of each, and the questions that wait.
 * Changes come as events; nothing in here asks for anything.
 */

import type {
  FailureView,
  QuestionView,
  ResultView,
  ServerView,
  Told,
  ToolsView,
} from "../platform/views";

/** The most lines of activity that are kept. */
const MAX_LINES = 500;

export type Progress = Extract<Told, { kind: "progress" }>;

/** One call of a tool, from its start to its end. */
export interface Call {
  number: number;
  tool: number;
  state: "running" | "done" | "failed";
  progress: Progress | null;
  result: ResultView | null;
  failure: FailureView | null;
}

/** One line of what a server says beside its answers. */
export interface Line {
  number: number;
  source: string;
  text: string;
  grave: boolean;
}

export interface Session {
  /** The target that is being connected to, with the number to cancel it by. */
  connecting: { call: number; target: string } | null;
  server: ServerView | null;
  /** Why there is no connection, or why the tools could not be listed. */
  failure: FailureView | null;
  tools: ToolsView | null;
  toolsChanged: boolean;
  selected: number | null;
  /** The arguments that were written for each tool. */
  drafts: Record<number, string>;
  /** The last call of each tool. */
  calls: Record<number, Call>;
  questions: QuestionView[];
  lines: Line[];
}

export type Event =
  | { kind: "connecting"; call: number; target: string }
  | { kind: "connected"; server: ServerView }
  | { kind: "failed"; failure: FailureView }
  | { kind: "listing" }
  | { kind: "listed"; tools: ToolsView }
  | { kind: "selected"; tool: number }
  | { kind: "drafted"; tool: number; text: string }
  | { kind: "called"; tool: number; call: number }
  | { kind: "returned"; call: number; result: ResultView }
  | { kind: "callFailed"; call: number; failure: FailureView }
  | { kind: "answered"; question: number }
  | { kind: "left" }
  | { kind: "told"; told: Told[] };

export const nothing: Session = {
  connecting: null,
  server: null,
  failure: null,
  tools: null,
  toolsChanged: false,
  selected: null,
  drafts: {},
  calls: {},
  questions: [],
  lines: [],
};

export function next(session: Session, event: Event): Session {
  switch (event.kind) {
    case "connecting":
      return { ...nothing, connecting: { call: event.call, target: event.target } };
    case "connected":
      return { ...session, connecting: null, failure: null, server: event.server };
    case "failed":
      return { ...session, connecting: null, failure: event.failure };
    case "listing":
      // The numbers of the tools that are shown are good no more.
      return { ...session, tools: null, selected: null };
    case "listed":
      return listed(session, event.tools);
    case "selected":
      return { ...session, selected: event.tool };
    case "drafted":
      return { ...session, drafts: { ...session.drafts, [event.tool]: event.text } };
    case "called":
      return { ...session, calls: { ...session.calls, [event.tool]: started(event) } };
    case "returned":
      return ended(session, event.call, { state: "done", result: event.result });
    case "callFailed":
      return ended(session, event.call, { state: "failed", failure: event.failure });
    case "answered":
      return withoutQuestion(session, event.question);
    case "left":
      return nothing;
    case "told":
      return event.told.reduce(hear, session);
  }
}

function hear(session: Session, told: Told): Session {
  switch (told.kind) {
    case "question":
      return { ...session, questions: [...session.questions, told.question] };
    case "withdrawn":
      return withoutQuestion(session, told.question);
    case "progress":
      return withCall(session, told.call, (call) => ({ ...call, progress: told }));
    case "toolsChanged":
      return isOurs(session, told) ? { ...session, toolsChanged: true } : session;
    case "said":
      return isOurs(session, told) ? said(session, told) : session;
    case "closed":
      return isOurs(session, told) ? { ...nothing, failure: told.error } : session;
  }
}

/** What a server says while it is being connected to is the one that will be connected. */
function isOurs(session: Session, told: { connection: number }): boolean {
  return session.server ? session.server.connection === told.connection : !!session.connecting;
}

/** A new list numbers its tools anew, so what was written and called belongs to the old one. */
function listed(session: Session, tools: ToolsView): Session {
  const selected = tools.tools[0]?.tool ?? null;
  return {
    ...session,
    failure: null,
    tools,
    toolsChanged: false,
    selected,
    drafts: {},
    calls: {},
  };
}

function started({ call, tool }: { call: number; tool: number }): Call {
  return { number: call, tool, state: "running", progress: null, result: null, failure: null };
}

function ended(session: Session, number: number, end: Partial<Call>): Session {
  return withCall(session, number, (call) => ({ ...call, ...end }));
}

function withCall(session: Session, number: number, change: (call: Call) => Call): Session {
  const call = Object.values(session.calls).find((one) => one.number === number);
  if (call?.state !== "running") return session;
  return { ...session, calls: { ...session.calls, [call.tool]: change(call) } };
}

function withoutQuestion(session: Session, number: number): Session {
  return { ...session, questions: session.questions.filter((one) => one.question !== number) };
}

function said(session: Session, { source, text, grave }: Omit<Line, "number">): Session {
  const last = session.lines.at(-1)?.number ?? 0;
  const lines = [...session.lines, { number: last + 1, source, text, grave }];
  return { ...session, lines: lines.slice(-MAX_LINES) };
}
