// What is open on the native core, and calls: awaiting, cancelling, asking, and letting go.

import { inspect } from "node:util";
import {
  type CallOptions,
  type Delegate,
  type Progress,
  type ProgressOptions,
  questions,
} from "./api.js";
import { HostlineError } from "./errors.js";
import { type Core, type Message, open as openCore } from "./native.js";
import type { Dropped, Listing } from "./types.js";

/** What opening takes beside what is sent. */
interface OpenOptions extends CallOptions {
  delegate?: Delegate | undefined;
}

/** Opens something of the core, on something else where that is given. */
export async function open(
  on: Opened | undefined,
  operation: string,
  options: object,
  { signal, delegate }: OpenOptions,
): Promise<Link> {
  const link = new Link(delegate ?? {}, on && linkOf(on));
  const answers = delegate && { answers: answered(delegate) };
  await link.open(operation, { ...options, ...answers }, { signal });
  return link;
}

/** The names of the questions that a delegate answers. */
function answered(delegate: Delegate): string[] {
  const functions = Object.entries(questions);
  return functions.filter(([, name]) => delegate[name] !== undefined).map(([question]) => question);
}

/** Makes the list of the language of what comes over the wire. */
export function listing<T>(value: unknown): Listing<T> {
  const { items, dropped } = value as { items: T[]; dropped: Dropped[] };
  // It is no item, so that it is not shown, compared and counted as one.
  return Object.defineProperty(items, "dropped", { value: dropped }) as Listing<T>;
}

/** What a function of the core gives, at once. */
export function evaluate(name: string, params: object): unknown {
  const { result, error } = JSON.parse(core().evaluate(name, JSON.stringify(params)));
  if (error !== undefined) throw new HostlineError(error);
  return result;
}

/** Makes bytes of the members of these names, which came as base64. */
export function withBytes(value: unknown, names: string[]): unknown {
  const members = value as Record<string, unknown>;
  for (const name of names) {
    const text = members[name];
    if (typeof text === "string") members[name] = new Uint8Array(Buffer.from(text, "base64"));
  }
  return members;
}

let linkOf: (opened: Opened) => Link;

/**
 * Something open. What is closed answers `closed`; what nobody holds any more ends by itself, some
 * time later. It keeps no process alive; a call that is under way does.
 */
export class Opened implements AsyncDisposable {
  readonly #link: Link;
  /** What it has said and nobody has read. */
  readonly #arrived: unknown[] = [];

  static {
    linkOf = (opened) => opened.#link;
  }

  /** What is open is made by the function that opens it. */
  constructor(link: Link) {
    this.#link = link;
  }

  /** What the core has said of it. */
  protected get known(): unknown {
    return this.#link.known;
  }

  /** Calls an operation by its name: what the typed functions are made of. */
  call(operation: string, params: object = {}, options: ProgressOptions = {}): Promise<unknown> {
    return this.#link.call(operation, params, options);
  }

  /** Closes it at the end of `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.call("close");
  }

  /** What it says without being asked, until it has ended or the signal is aborted. */
  protected read<Event>({ signal }: CallOptions = {}): AsyncGenerator<Event, void, void> {
    const left = new AbortController();
    const signals = signal ? [signal, left.signal] : [left.signal];
    const events = this.#read<Event>(AbortSignal.any(signals), left.signal);
    // A generator that waits is not told that it was left, so its wait is ended first.
    const leave = events.return.bind(events);
    events.return = (value) => {
      left.abort();
      return leave(value);
    };
    return events;
  }

  async *#read<Event>(signal: AbortSignal, left: AbortSignal): AsyncGenerator<Event, void, void> {
    try {
      const keep = (events: unknown) => this.#arrived.push(...(events as Event[]));
      for (;;) {
        while (this.#arrived.length > 0) {
          signal.throwIfAborted();
          yield this.#arrived.shift() as Event;
        }
        const events = await this.#link.call("events/next", {}, { signal }, keep);
        if (keep(events) === 0) return;
      }
    } catch (error) {
      if (!left.aborted) throw error;
    }
  }
}

/** Something open that also says things without being asked. */
export class Connection<Event> extends Opened {
  /**
   * What is said without being asked, until the end. One reader at a time; what it leaves is there
   * for the next one.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  events(options: CallOptions = {}): AsyncGenerator<Event, void, void> {
    return this.read(options);
  }
}

/** Something open that is only for hearing what it says. */
export class Stream<Event> extends Opened implements AsyncIterable<Event> {
  /** Reads until the end. One reader at a time. */
  [Symbol.asyncIterator](): AsyncGenerator<Event, void, void> {
    return this.read();
  }
}

/** What ends a call. */
type Ended = Extract<Message, { kind: "result" | "error" }>;

/** One call that the core works on. It holds its connection, so that the end of one waits for it. */
interface Call {
  readonly link: Link;
  end(how: Ended): void;
  progress(report: Progress): void;
}

const calls = new Map<number, Call>();
const asked = new Map<number, AbortController>();
const links = new Map<number, WeakRef<Link>>();

// Keeps the process alive while the core works on a call or waits for an answer: the longest timer
// that there is.
const alive = setInterval(() => {}, 2 ** 31 - 1).unref();

function begun<T>(what: Map<number, T>, number: number, it: T): void {
  what.set(number, it);
  alive.ref();
}

function ended<T>(what: Map<number, T>, number: number): T | undefined {
  const it = what.get(number);
  what.delete(number);
  if (calls.size === 0 && asked.size === 0) alive.unref();
  return it;
}

let opened: Core | undefined;

/** The core of this thread. It is opened by the first who needs it, who hears if it is not there. */
function core(): Core {
  opened ??= openCore(receive);
  return opened;
}

const dropped = new FinalizationRegistry((number: number) => {
  links.delete(number);
  core().release(number);
});

/** Something open in the core. What nobody holds any more, the core lets go of, too. */
class Link {
  #number = 0;
  #known: unknown;
  readonly delegate: Delegate;
  readonly #on: Link | undefined;

  constructor(delegate: Delegate, on: Link | undefined) {
    this.delegate = delegate;
    this.#on = on;
  }

  /** What the core has said of it when it was opened. */
  get known(): unknown {
    return this.#known;
  }

  async open(operation: string, options: object, { signal }: CallOptions): Promise<void> {
    const text = JSON.stringify(options);
    const start = () => {
      this.#number = core().open(operation, this.#on === undefined ? 0 : this.#on.#number, text);
      links.set(this.#number, new WeakRef(this));
      dropped.register(this, this.#number);
      return this.#number;
    };
    this.#known = await this.#run(start, { signal });
  }

  /** Calls an operation. A result that comes after the call was given up is `unclaimed`. */
  call(
    operation: string,
    params: object,
    options: ProgressOptions,
    unclaimed?: (result: unknown) => void,
  ): Promise<unknown> {
    const wanted = options.onProgress ? { ...params, progress: true } : params;
    const start = () => core().call(this.#number, operation, JSON.stringify(wanted));
    return this.#run(start, options, unclaimed);
  }

  async #run(
    start: () => number,
    { signal, onProgress }: ProgressOptions,
    unclaimed?: (result: unknown) => void,
  ): Promise<unknown> {
    signal?.throwIfAborted();
    const number = start();
    const how = await new Promise<Ended>((resolve, reject) => {
      let hearer = onProgress;
      let isGivenUp = false;
      const giveUp = (reason: unknown) => {
        hearer = undefined;
        isGivenUp = true;
        core().cancel(number);
        reject(reason);
      };
      const abort = () => giveUp(signal?.reason);
      signal?.addEventListener("abort", abort);
      const end = (how: Ended) => {
        signal?.removeEventListener("abort", abort);
        if (isGivenUp && how.kind === "result") unclaimed?.(how.result);
        resolve(how);
      };
      const progress = (report: Progress) => {
        try {
          hearer?.(report);
        } catch (thrown) {
          giveUp(thrown);
        }
      };
      begun(calls, number, { link: this, end, progress });
    });
    // Made here, and not where the core says it, so that its stack leads to whoever called.
    if (how.kind === "error") throw new HostlineError(how.error);
    return how.result;
  }
}

/** Takes what the core says. */
function receive(message: Message): void {
  switch (message.kind) {
    case "result":
    case "error":
      ended(calls, message.call)?.end(message);
      break;
    case "told": {
      const { call, ...progress } = message.told;
      calls.get(call)?.progress(progress as Progress);
      break;
    }
    case "asked":
      void answer(message);
      break;
    case "withdrawn":
      ended(asked, message.question)?.abort();
      break;
  }
}

/** Lets a delegate answer a question. */
async function answer(message: Extract<Message, { kind: "asked" }>): Promise<void> {
  const { question, connection, name } = message;
  const delegate = links.get(connection)?.deref()?.delegate;
  const controller = new AbortController();
  begun(asked, question, controller);
  try {
    const method = questions[name as keyof typeof questions];
    const context = { signal: controller.signal };
    // The core asks each function what it answers.
    const given = await delegate?.[method]?.(message.asked as never, context);
    core().answer(question, JSON.stringify(given) ?? "null");
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : thrown;
    core().fail(question, typeof why === "string" ? why : inspect(why));
  } finally {
    ended(asked, question);
  }
}
