// The agent of Node.js: what the package does when it is told to (`tests/agents/README.md`).

import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  type Client,
  type ConnectOptions,
  connect,
  type Delegate,
  type Event,
  HostlineError,
  type Progress,
  type SubscribeOptions,
  type Subscription,
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
  subscription?: string;
  filter?: SubscribeOptions;
}

/** A prepared answer of the input handler. */
type Prepared = { error?: string; hang?: boolean };

/** For each operation: its typed function, what that takes by place, and what its list is called. */
const functions: Record<string, [keyof Client, string[], string?]> = {
  "tools/list": ["listTools", [], "tools"],
  "tools/call": ["callTool", ["name", "arguments"]],
  "resources/list": ["listResources", [], "resources"],
  "resources/templates/list": ["listResourceTemplates", [], "resourceTemplates"],
  "resources/read": ["readResource", ["uri"]],
  "prompts/list": ["listPrompts", [], "prompts"],
  "prompts/get": ["getPrompt", ["name", "arguments"]],
  "completion/complete": ["complete", ["ref", "argument"]],
  ping: ["ping", []],
  "logging/setLevel": ["setLogLevel", ["level"]],
  request: ["request", ["method", "params"]],
  "tasks/start": ["startTask", ["name", "arguments"]],
  "tasks/get": ["getTask", ["taskId"]],
  "tasks/list": ["listTasks", [], "tasks"],
  "tasks/cancel": ["cancelTask", ["taskId"]],
  "tasks/result": ["taskResult", ["taskId"]],
  "notifications/roots/list_changed": ["rootsChanged", []],
};

/** A connection, and what ends the listening to its events. */
interface Held {
  server: Client;
  listening: AsyncGenerator<Event, void, void>;
  subscriptions: Map<string, Subscribed>;
}

/** A subscription, and when what it says has come to an end. */
interface Subscribed {
  subscription: Subscription;
  ended: Promise<void>;
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
    case "subscribe":
      return subscribe(command, name, signal);
    case "unsubscribe": {
      const { subscription, ended } = subscribed(command, name);
      await subscription.close();
      return ended;
    }
    case "subscriptionEnds":
      return subscribed(command, name).ended;
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
  // Whoever answers for a model can give it tools.
  const samplingTools = command.input?.["sampling"] ? true : undefined;
  const server = await connect(target, { ...options, samplingTools, delegate, signal });
  const listening = server.events();
  connections.set(name, { server, listening, subscriptions: new Map() });
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

async function subscribe(command: Command, name: string, signal: AbortSignal): Promise<void> {
  const { server, subscriptions } = held(name);
  const subscription = await server.subscribe({ ...command.filter, signal });
  const ended = listen(subscription, name);
  subscriptions.set(command.subscription ?? "", { subscription, ended });
}

function subscribed(command: Command, name: string): Subscribed {
  const { subscriptions } = held(name);
  const found = subscriptions.get(command.subscription ?? "");
  if (found === undefined) throw new Error(`there is no subscription ${command.subscription}`);
  subscriptions.delete(command.subscription ?? "");
  return found;
}

async function listen(events: AsyncIterable<Event>, connection: string): Promise<void> {
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
  const asked =
    (kind: string) =>
    (question: object, { signal }: { signal: AbortSignal }) => {
      const { target: _, params, ...members } = question as Record<string, unknown>;
      say({ asked: { kind, ...members, ...(params as object | undefined) }, connection });
      const answers = input[kind] ?? [];
      const place = given[kind] ?? 0;
      given[kind] = place + 1;
      const answer = answers[place] ?? answers.at(-1);
      if (answer?.hang) {
        return new Promise<never>((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
      }
      if (answer === undefined || answer.error !== undefined) {
        throw new Error(answer?.error ?? "no answer was prepared");
      }
      return answer as never;
    };
  const delegate: Delegate = {};
  if (input["form"]) delegate.elicitForm = asked("form");
  if (input["url"]) delegate.elicitUrl = asked("url");
  if (input["sampling"]) delegate.createMessage = asked("sampling");
  if (input["roots"]) delegate.listRoots = asked("roots");
  return delegate;
}

async function call(command: Command, server: Client, signal: AbortSignal): Promise<unknown> {
  const { id: of, operation } = command;
  const onProgress = command.progress ? (progress: Progress) => say({ progress, of }) : undefined;
  const [name, places, list] = functions[operation] ?? [];
  if (name === undefined) throw new Error(`there is no function for ${operation}`);
  const params = { ...command.params };
  const taken = places?.map((place) => params[place]);
  for (const place of places ?? []) delete params[place];
  const options = onProgress ? { ...params, onProgress, signal } : { ...params, signal };
  const typed = server[name] as (...given: unknown[]) => Promise<unknown>;
  const result = await typed.call(server, ...(taken ?? []), options);
  if (list !== undefined) {
    const { dropped } = result as { dropped: unknown };
    return { [list]: result, dropped };
  }
  if (operation !== "tools/call") return result;
  const { validation, ...members } = result as { validation: { status: string } };
  return { ...members, validation: validation.status };
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
  held?.subscriptions.clear();
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
