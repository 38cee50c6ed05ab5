// Connections and calls on the native core: awaiting, cancelling, asking, and letting go.

import { inspect } from "node:util";
import {
  type Caller,
  type CallOptions,
  type ConnectOptions,
  type Delegate,
  Operations,
  type Progress,
  type ProgressOptions,
  questions,
} from "./api.js";
import { HostlineError } from "./errors.js";
import { type Core, type Message, open } from "./native.js";
import type { Connected, ElicitQuestion, Event } from "./types.js";

/**
 * Connects to a server: an address, or a command line that is split by the platform's rules and
 * never run by a shell.
 *
 * It finds out by itself which protocol versions the server speaks. A connection keeps no process
 * alive; a call that is under way does.
 *
 * @throws HostlineError, or the reason of the signal.
 */
export async function connect(target: string, options: ConnectOptions = {}): Promise<Client> {
  const { signal, delegate = {}, ...params } = options;
  const elicitation = delegate.elicit && (delegate.elicitation ?? ["form"]);
  const link = new Link(delegate);
  const info = await link.open({ ...params, target, elicitation }, { signal });
  return new Client(link, info);
}

/**
 * A connection to one server. One that is closed answers `closed`; one that nobody holds any more
 * ends by itself, some time later.
 */
export class Client extends Operations implements AsyncDisposable {
  readonly #link: Link;
  /** What is known of the server. */
  readonly info: Connected;

  /** Connections are made by `connect`. */
  constructor(link: Link, info: Connected) {
    super(link);
    this.#link = link;
    this.info = info;
  }

  /** Calls an operation by its name: what the typed functions are made of. */
  call(operation: string, params: object = {}, options: ProgressOptions = {}): Promise<unknown> {
    return this.#link.call(operation, params, options);
  }

  /**
   * What the server says without being asked, until the connection ends. One reader at a time; the
   * events that a reader was given and did not read are gone with it.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  events({ signal }: CallOptions = {}): AsyncGenerator<Event, void, void> {
    const left = new AbortController();
    const signals = signal ? [signal, left.signal] : [left.signal];
    const events = this.#read(AbortSignal.any(signals), left.signal);
    // A generator that waits is not told that it was left, so its wait is ended first.
    const leave = events.return.bind(events);
    events.return = (value) => {
      left.abort();
      return leave(value);
    };
    return events;
  }

  async *#read(signal: AbortSignal, left: AbortSignal): AsyncGenerator<Event, void, void> {
    try {
      for (;;) {
        const events = (await this.#link.call("events/next", {}, { signal })) as Event[];
        if (events.length === 0) return;
        yield* events;
      }
    } catch (error) {
      if (!left.aborted) throw error;
    }
  }

  /** Closes the connection at the end of `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
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
  opened ??= open(receive);
  return opened;
}

const dropped = new FinalizationRegistry((connection: number) => {
  links.delete(connection);
  core().release(connection);
});

/** A connection of the core. What nobody holds any more, the core lets go of, too. */
class Link implements Caller {
  #number = 0;
  readonly delegate: Delegate;

  constructor(delegate: Delegate) {
    this.delegate = delegate;
  }

  open(options: object, { signal }: CallOptions): Promise<Connected> {
    const text = JSON.stringify(options);
    const start = () => {
      this.#number = core().connect(text);
      links.set(this.#number, new WeakRef(this));
      dropped.register(this, this.#number);
      return this.#number;
    };
    return this.#run(start, { signal }) as Promise<Connected>;
  }

  call(operation: string, params: object, options: ProgressOptions): Promise<unknown> {
    const wanted = options.onProgress ? { ...params, progress: true } : params;
    return this.#run(() => core().call(this.#number, operation, JSON.stringify(wanted)), options);
  }

  async #run(start: () => number, { signal, onProgress }: ProgressOptions): Promise<unknown> {
    signal?.throwIfAborted();
    const number = start();
    const how = await new Promise<Ended>((resolve, reject) => {
      let hearer = onProgress;
      const giveUp = (reason: unknown) => {
        hearer = undefined;
        core().cancel(number);
        reject(reason);
      };
      const abort = () => giveUp(signal?.reason);
      signal?.addEventListener("abort", abort);
      const end = (how: Ended) => {
        signal?.removeEventListener("abort", abort);
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
    const given = await delegate?.[method]?.(message.asked as ElicitQuestion, context);
    core().answer(question, JSON.stringify(given) ?? "null");
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : thrown;
    core().fail(question, typeof why === "string" ? why : inspect(why));
  } finally {
    ended(asked, question);
  }
}
