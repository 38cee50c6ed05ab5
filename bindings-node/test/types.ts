// What the types promise. It is checked and never run.

import {
  type CallToolResult,
  type Client,
  type ContentBlock,
  connect,
  type Delegate,
  type ErrorCode,
  type Event,
  HostlineError,
  type Listing,
  type LoggingLevel,
  type Tool,
} from "hostline";

/** Fails to compile where two types differ. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;
function same<A, B>(_: Same<A, B>): void {}

export async function functions(server: Client): Promise<void> {
  const tools = await server.listTools({ maxPages: 2, fresh: true });
  same<typeof tools, Listing<Tool>>(true);
  same<(typeof tools)[number], Tool>(true);
  const result = await server.callTool("a", { b: 1 }, { timeoutMs: 5, onProgress: () => {} });
  same<typeof result, CallToolResult>(true);
  same<Awaited<ReturnType<typeof server.close>>, void>(true);
  await using other = await connect("a", { clientName: "b", signal: AbortSignal.timeout(1) });
  for await (const event of other.events()) same<typeof event, Event>(true);

  // @ts-expect-error an option that does not exist
  await server.listTools({ maxPage: 2 });
  // @ts-expect-error listing reports no progress
  await server.listTools({ onProgress: () => {} });
  // @ts-expect-error what the package sets itself
  await connect("a", { answers: ["elicitation/form"] });
  // @ts-expect-error what the package sets itself
  await server.callTool("a", {}, { progress: true });
  // @ts-expect-error connections are made by `connect`
  new Client();
}

export function tags(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return block.mimeType;
    case "resource_link":
      return block.uri;
    case "resource":
      return block.resource.uri;
    default:
      same<(typeof block)["vendor"], unknown>(true);
      return block.type;
  }
}

export function names(level: LoggingLevel): string {
  const known: LoggingLevel = "warning";
  const unknown: LoggingLevel = "deafening";
  return level === known ? unknown : level;
}

export function codes(error: unknown): ErrorCode | undefined {
  if (!(error instanceof HostlineError)) return undefined;
  same<typeof error.nextStep, string | undefined>(true);
  // @ts-expect-error a code that does not exist
  if (error.code === "odd") return undefined;
  // @ts-expect-error what an error says does not change
  error.code = "rpc";
  return error.code;
}

export const delegates: Delegate[] = [
  {},
  { elicitForm: () => ({ action: "decline" }) },
  { elicitForm: async () => ({ action: "accept", content: { a: [1] } }) },
  {
    elicitUrl(question, { signal }) {
      signal.throwIfAborted();
      same<typeof question.url, string>(true);
      return { action: "cancel" };
    },
  },
  // @ts-expect-error an answer that says nothing
  { elicitForm: () => ({}) },
];
