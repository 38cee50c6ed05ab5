// The agent of Node.js: what the package does when it is told to (`tests/agents/README.md`).

import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  type CallToolOptions,
  type Client,
  type ConnectOptions,
  connect,
  type Delegate,
  type ElicitResult,
  type Event,
  HostlineError,
  type ListPromptsOptions,
  type ListToolsOptions,
  type Progress,
  version,
} from "hostline";

/** What the judge writes: any of the members that its `do` has. */
interface Command {
  id: number;
  do: string;
  connection?: string;
  options?: ConnectOptions & { target: string };
  input?: Record<string, Prepared[]>;
  operation: string;
  params?: Record<string, unknown>;
  progress?: boolean;
  of?: number;
  collect?: boolean;
}

/** A prepared answer of the input handler. */
type Prepared = ElicitResult & { error?: string; hang?: boolean };

/** A connection, and what ends the listening to its events. */
interface Held {
  server: Client;
  listening: AsyncGenerator<Event, void, void>;
}

const connections = new Map<string, Held>();
const commands = new Map<number, AbortController>();

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function say(line: object): void {
  const text = Buffer.from(`${JSON.stringify(line)}\n`);
  let written = 0;
  while (written < text.length) {
    try {
      written += writeSync(1, text, written);
    } catch (error) {
      // A pipe that is full is written to again as soon as the judge has read.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}

async function obey(command: Command): Promise<void> {
  const { id } = command;
  const controller = new AbortController();
  commands.set(id, controller);
  try {
    say({ id, ok: (await perform(command, controller.signal)) ?? null });
  } catch (error) {
    say({ id, error: words(error) });
  } finally {
    commands.delete(id);
  }
}

async function perform(command: Command, signal: AbortSignal): Promise<unknown> {
  const { operation, params = {} } = command;
  const name = command.connection ?? "";
  switch (command.do) {
    case "connect":
      return open(command, name, signal);
    case "call":
      return call(command, held(name).server, signal);
    case "cancel":
      return commands.get(command.of ?? 0)?.abort();
    case "close":
      return held(name).server.close();
    case "drop":
      return drop(name, command.collect ?? true);
    case "testing": {
      if (command.connection !== undefined) {
        return held(name).server.call(operation, params, { signal });
      }
      const { target, ...options } = params;
      return (await connect(target as string, { ...options, signal })).close();
    }
    default:
      throw new Error(`there is no command ${command.do}`);
  }
}

function held(name: string): Held {
  const held = connections.get(name);
  if (held === undefined) throw new Error(`there is no connection ${name}`);
  return held;
}

async function open(command: Command, name: string, signal: AbortSignal): Promise<object> {
  const { target = "", ...options } = command.options ?? {};
  const delegate = command.input && prepared(command.input, name);
  const server = await connect(target, { ...options, delegate, signal });
  const listening = server.events();
  connections.set(name, { server, listening });
  void listen(listening, name);
  const { info } = server;
  const { server: its = null, capabilities = null, instructions = null } = info;
  return {
    target: info.target,
    version: info.version,
    transport: info.transport,
    server: its,
    capabilities,
    instructions,
  };
}

async function listen(
  events: AsyncGenerator<Event, void, void>,
  connection: string,
): Promise<void> {
  for await (const event of events) {
    if (event.type === "closed") {
      say({ event: { ...event, error: words(new HostlineError(event.error)) }, connection });
    } else {
      say({ event, connection });
    }
  }
}

/** Gives answers in their order, the last one again and again. */
function prepared(input: Record<string, Prepared[]>, connection: string): Delegate {
  const given: Record<string, number> = {};
  return {
    elicitation: Object.keys(input),
    elicit({ mode, target, ...asked }, { signal }) {
      say({ asked: { kind: mode, ...asked }, connection });
      const answers = input[mode] ?? [];
      const place = given[mode] ?? 0;
      given[mode] = place + 1;
      const answer = answers[place] ?? answers.at(-1);
      if (answer?.hang) {
        return new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
      }
      if (answer === undefined || answer.error !== undefined) {
        throw new Error(answer?.error ?? "no answer was prepared");
      }
      return answer;
    },
  };
}

async function call(command: Command, server: Client, signal: AbortSignal): Promise<object> {
  const { id: of, operation } = command;
  const onProgress = command.progress ? (progress: Progress) => say({ progress, of }) : undefined;
  if (operation === "tools/list") {
    const tools = await server.listTools({ ...(command.params as ListToolsOptions), signal });
    return { tools, dropped: tools.dropped };
  }
  if (operation === "prompts/list") {
    const prompts = await server.listPrompts({ ...(command.params as ListPromptsOptions), signal });
    return { prompts, dropped: prompts.dropped };
  }
  const { name, arguments: args, ...options } = command.params ?? {};
  const result = await server.callTool(name as string, args as Record<string, unknown>, {
    ...(options as CallToolOptions),
    onProgress,
    signal,
  });
  return { ...result, validation: result.validation.status };
}

async function drop(name: string, collect: boolean): Promise<void> {
  const server = await forget(name);
  if (!collect) return;
  // What a wait held that has just ended is let go of a little later.
  for (let tries = 0; tries < 3 || (server?.deref() && tries < 100); tries += 1) {
    collectGarbage();
    await setTimeout(1);
  }
}

/** Lets go of a connection, and gives what says whether it is still there. */
async function forget(name: string): Promise<WeakRef<Client> | undefined> {
  const held = connections.get(name);
  connections.delete(name);
  await held?.listening.return();
  return held && new WeakRef(held.server);
}

/** An error in the form of the scenarios. */
function words(error: unknown): object {
  if (error instanceof HostlineError) {
    const { message: sentence, code, reason, mayHaveRun, nextStep, rpc, httpStatus } = error;
    return { sentence, code, message: reason, mayHaveRun, nextStep, rpc, httpStatus };
  }
  if (error instanceof DOMException && error.name === "AbortError") {
    return { code: "cancelled", message: error.message };
  }
  return { code: "foreign", message: String(error) };
}

say({ agent: "node", hostline: version });
for await (const line of createInterface({ input: process.stdin })) {
  void obey(JSON.parse(line));
}
await Promise.all([...connections.values()].map(({ server }) => server.close()));
