/** What the scripted server of a browser does, as the app would show it. */

import type {
  Answer,
  FailureView,
  ProblemView,
  QuestionView,
  ResultView,
  ServerView,
  Told,
  ToolsView,
  ToolView,
} from "./views";

type Asked = Omit<QuestionView, "question" | "connection">;

/** One thing that happens in a call. */
export type Step =
  | { kind: "tell"; told(call: number, connection: number): Told[] }
  | { kind: "ask"; question: Asked; check(answer: Answer): ProblemView[] }
  | { kind: "hang" }
  | { kind: "fail"; failure: FailureView }
  | { kind: "give"; result(answer: Answer | null): ResultView };

const TARGET = "demo";

export function server(connection: number, target: string): ServerView {
  return {
    connection,
    target,
    name: "The scripted server",
    version: "1.0.0",
    protocol: "2026-07-28",
    transport: "stdio",
    instructions: "Seven tools to try the window with.",
  };
}

export function connectFailure(target: string): FailureView {
  const message = `${target}: connect: the program was not found; check how it is written, or install it`;
  return { code: "process", message, mayHaveRun: false };
}

const cancelled: FailureView = {
  code: "cancelled",
  message: "the call was cancelled; it may have run",
  mayHaveRun: true,
};

const unknownTool: FailureView = {
  code: "invalid_input",
  message: "there is no tool of this number",
  mayHaveRun: false,
};

const rpc: FailureView = {
  code: "rpc",
  message: `${TARGET}: tools/call: the server answered with error -32000: the shelf is empty`,
  mayHaveRun: false,
};

function tool(name: string, title: string, about: string, more: Partial<ToolView> = {}): ToolView {
  const input = '{\n  "type": "object"\n}';
  const plain = { description: about, hints: [], input, output: null, arguments: "{}" };
  return { tool: 0, name, title, ...plain, ...more };
}

const HOSTILE = '<img src=x onerror="document.title=1"><b>bold</b> txt.⟦U+202E⟧exe ␛[2J';

const tools: ToolsView = {
  leftOut: ["Tool 8 (broken): name: expected a string, found a number"],
  tools: [
    tool("add", "Add two numbers", "Gives the sum of a and b.", {
      hints: ["changes nothing", "stays inside"],
      input:
        '{\n  "type": "object",\n  "properties": {\n    "a": {\n      "type": "number"\n    },\n    "b": {\n      "type": "number"\n    }\n  },\n  "required": [\n    "a",\n    "b"\n  ]\n}',
      output: '{\n  "type": "object"\n}',
      arguments: '{\n  "a": 0,\n  "b": 0\n}',
    }),
    tool("slow", "Take some time", "Works for a moment and tells how far it is."),
    tool("endless", "Never end", "Works until it is cancelled."),
    tool("ask", "Ask the person", "Asks for a city before it answers."),
    tool("visit", "Show a page", "Wants a page opened before it answers."),
    tool("empty", "Fail", "Answers with an error."),
    tool("hostile", "Say something hostile", HOSTILE),
  ].map((one, place) => ({ ...one, tool: place })),
};

function progress(done: number, message: string): Step {
  const told = { kind: "progress" as const, share: done / 4, done: `${done} of 4`, message };
  return { kind: "tell", told: (call) => [{ ...told, call }] };
}

function give(text: string, structured: string | null = null): Step {
  const parts = structured === null ? [{ kind: "text" as const, text }] : [];
  return { kind: "give", result: () => ({ failed: false, parts, structured, warnings: [] }) };
}

const form: Asked = {
  target: TARGET,
  message: `Where do you want to go?\n${HOSTILE}`,
  body: {
    kind: "form",
    fields: [
      {
        label: "City",
        description: "Where the train ends.",
        required: true,
        control: { kind: "text", wanted: "", keyboard: "text", value: "" },
      },
      {
        label: "Nights",
        description: null,
        required: false,
        control: {
          kind: "text",
          wanted: "whole number, at least 1",
          keyboard: "decimal",
          value: "2",
        },
      },
      {
        label: "Class",
        description: null,
        required: true,
        control: {
          kind: "choice",
          choices: ["First (1)", "Second (2)"],
          chosen: [1],
          several: false,
        },
      },
      {
        label: "Breakfast",
        description: null,
        required: false,
        control: { kind: "flag", on: null },
      },
      {
        label: "Extras",
        description: null,
        required: false,
        control: {
          kind: "choice",
          choices: ["Bicycle", "Dog", "Quiet place"],
          chosen: [2],
          several: true,
        },
      },
    ],
  },
};

const page: Asked = {
  target: TARGET,
  message: "Please sign in, so that the trip can be booked.",
  body: {
    kind: "page",
    before: "http://bank.example@",
    host: "trips.example",
    after: "/sign-in?trip=7",
    written: null,
    warnings: [
      "the connection is not encrypted: others can read and change the page",
      "the part in front of the @ is not the site that will open",
    ],
    refused: false,
  },
};

function cityNeeded({ entries: [city] }: Answer): ProblemView[] {
  const given = city?.kind === "text" && city.text !== "";
  return given ? [] : [{ field: 0, reason: "an answer is needed" }];
}

function trip(answer: Answer | null): ResultView {
  const [city] = answer?.entries ?? [];
  const text =
    answer?.action === "accept" && city?.kind === "text"
      ? `The next train to ${city.text} leaves at noon.`
      : `You said: ${answer?.action}`;
  return { failed: false, parts: [{ kind: "text", text }], structured: null, warnings: [] };
}

/** The sum of what was written, for `add`. */
function sum(text: string): number {
  const { a = 0, b = 0 } = JSON.parse(text) as { a?: number; b?: number };
  return a + b;
}

const scenes: Record<string, (text: string) => Step[]> = {
  add: (text) => [give("", `{\n  "sum": ${sum(text)}\n}`)],
  slow: () => [
    progress(1, "opening the box"),
    progress(2, "counting the parts"),
    progress(3, "closing the box"),
    progress(4, "tying the ribbon"),
    give("The box holds seven parts."),
  ],
  endless: () => [progress(1, "opening the box"), { kind: "hang" }],
  ask: () => [
    { kind: "ask", question: form, check: cityNeeded },
    { kind: "give", result: trip },
  ],
  visit: () => [{ kind: "ask", question: page, check: () => [] }, give("You have seen the page.")],
  empty: () => [{ kind: "fail", failure: rpc }],
  hostile: () => [
    {
      kind: "tell",
      told: (_, connection) => [
        { kind: "said", connection, source: "log", text: `error ${HOSTILE}`, grave: true },
      ],
    },
    give(HOSTILE),
  ],
};

export const script = { tools, scenes, cancelled, unknownTool };
