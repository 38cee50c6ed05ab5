// Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.

import type {
  CallToolResult,
  Dropped,
  ElicitationMode,
  ElicitQuestion,
  ElicitResult,
  Listing,
  LoggingLevel,
  MessageLimits,
  ProgressReport,
  Prompt,
  ProtocolChoice,
  ShutdownWaits,
  Tool,
} from "./types.js";

/** The version of Hostline. */
export const version = "0.1.0";

/** What every call takes. */
export interface CallOptions {
  /**
   * Cancels the call when it is aborted. The promise is then rejected with the signal's reason, as
   * it is everywhere on this platform.
   */
  signal?: AbortSignal | undefined;
}

/** What a call takes that reports how far it has come. */
export interface ProgressOptions extends CallOptions {
  /**
   * Hears how far the call has come, always before its result. What it throws cancels the call, and
   * is what the promise is rejected with.
   */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** Carries calls to the core, and their results back. */
export interface Caller {
  /**
   * Calls an operation of the core by its name. `params` are plain data; `progress` is among them
   * where `options` has somebody to hear of it.
   */
  call(operation: string, params: object, options: ProgressOptions): Promise<unknown>;
}

/**
 * How far a call has come. It comes before the call's result. A listener that fails ends the call
 * with its own error.
 */
export type Progress = Omit<ProgressReport, "call">;

/** What `connect` takes by name. */
export interface ConnectOptions extends CallOptions {
  /** The program's name, which the server is told. Default `hostline`. */
  clientName?: string | undefined;
  /** The program's version, which the server is told. Default Hostline's own. */
  clientVersion?: string | undefined;
  /** The program's name for people. */
  clientTitle?: string | undefined;
  /** Which protocol versions to try. Default `auto`. */
  protocol?: ProtocolChoice | undefined;
  /** How long a request waits for an answer or for progress, in milliseconds. Default 60,000. */
  timeoutMs?: number | undefined;
  /**
   * How long a request waits in all, whatever progress it reports, in milliseconds. Default
   * 1,800,000. The time that a person takes to answer a question does not count.
   */
  maxTotalMs?: number | undefined;
  /**
   * How long a server over stdio may be silent on the first question before it is taken for a
   * legacy one, in milliseconds. Default 5,000.
   */
  probeTimeoutMs?: number | undefined;
  /** How long opening the connection may take in all, in milliseconds. Default 60,000. */
  startupTimeoutMs?: number | undefined;
  /** What one message of the server may cost. */
  limits?: MessageLimits | undefined;
  /** The lowest level of log messages that requests ask for. Default: none are asked for. */
  logLevel?: LoggingLevel | undefined;
  /**
   * Whether a tool whose output schema cannot be used may not be called. Default: it may, and the
   * result says that it was not checked.
   */
  strictSchemas?: boolean | undefined;
  /**
   * Variables of the environment of a server that is a command. A server inherits only a few that
   * are harmless.
   */
  environment?: Record<string, string> | undefined;
  /** The folder in which a server that is a command is started. Default: this program's. */
  folder?: string | undefined;
  /** How long the steps of ending a server that is a command wait. */
  shutdown?: ShutdownWaits | undefined;
  /**
   * Headers of every request to a server that is an address. They are secret: no log and no error
   * repeats them.
   */
  headers?: Record<string, string> | undefined;
  /** Answers what the server asks. Without it, it is asked nothing. */
  delegate?: Delegate | undefined;
}

/** What `listTools` takes by name. */
export interface ListToolsOptions extends CallOptions {
  /** How many pages to fetch at the most. Default 1,000. */
  maxPages?: number | undefined;
  /** Whether to fetch anew, also where a result could be reused. Default false. */
  fresh?: boolean | undefined;
  /** How long to wait for an answer, in milliseconds. Default: the connection's. */
  timeoutMs?: number | undefined;
  /** How long to wait in all, in milliseconds. Default: the connection's. */
  maxTotalMs?: number | undefined;
  /** Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`"). */
  meta?: Record<string, unknown> | undefined;
}

/** What `callTool` takes by name. */
export interface CallToolOptions extends ProgressOptions {
  /** Whether the call may be sent again although the first one may have run. Default false. */
  allowRepeat?: boolean | undefined;
  /**
   * Whether to check the arguments against the tool's input schema before sending, with defaults
   * filled in. Default false.
   */
  checkArguments?: boolean | undefined;
  /** The lowest level of log messages that this call wants. */
  logLevel?: LoggingLevel | undefined;
  /** How long to wait for an answer or for progress, in milliseconds. Default: the connection's. */
  timeoutMs?: number | undefined;
  /**
   * How long to wait in all, whatever progress there is, in milliseconds. Default: the
   * connection's.
   */
  maxTotalMs?: number | undefined;
  /** Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`"). */
  meta?: Record<string, unknown> | undefined;
}

/** What `listPrompts` takes by name. */
export interface ListPromptsOptions extends CallOptions {
  /** How many pages to fetch at the most. Default 1,000. */
  maxPages?: number | undefined;
  /** Whether to fetch anew, also where a result could be reused. Default false. */
  fresh?: boolean | undefined;
  /** How long to wait for an answer, in milliseconds. Default: the connection's. */
  timeoutMs?: number | undefined;
  /** How long to wait in all, in milliseconds. Default: the connection's. */
  maxTotalMs?: number | undefined;
  /** Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`"). */
  meta?: Record<string, unknown> | undefined;
}

/**
 * Answers what a server asks: any object with these members. Where it has `elicit` and does not say
 * `elicitation`, it is offered forms.
 */
export interface Delegate {
  /**
   * The ways in which this program can ask a person. The server is told, and nothing else is ever
   * asked.
   */
  elicitation?: ElicitationMode[] | undefined;
  /**
   * A server's question to a person (2026-07-28 `client/elicitation`).
   *
   * All of its text is the server's own and untrusted. Accepting an address means that the person
   * agreed to open it, and no more: the program opens it.
   *
   * The signal is aborted when nobody waits for the answer any more. What is thrown is a failure to
   * answer, and its message is told to the caller.
   */
  elicit?(
    question: ElicitQuestion,
    context: { signal: AbortSignal },
  ): ElicitResult | Promise<ElicitResult>;
}

/** The functions of a delegate, by the names of the questions that they answer. */
export const questions = {
  "elicitation/create": "elicit",
} as const satisfies Record<string, keyof Delegate>;

/** What can be done on a connection. */
export class Operations {
  readonly #caller: Caller;

  /** The operations, on a connection whose calls the caller carries. */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Lists the server's tools, through all pages (2026-07-28 `server/tools`).
   *
   * A tool that does not have the shape of one is left out and reported.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async listTools(options: ListToolsOptions = {}): Promise<Listing<Tool>> {
    const { signal, ...params } = options;
    return listing(await this.#caller.call("tools/list", params, { signal }));
  }

  /**
   * Calls a tool (2026-07-28 `server/tools`, "Calling Tools").
   *
   * A tool that fails says so in the result (`isError`); that is no error of the call. Cancelling
   * it tells the server to stop; the tool may have run all the same.
   *
   * @param name - The tool's name.
   * @param args - The arguments: an object. Default: without any.
   * @throws HostlineError, or the reason of the signal.
   */
  async callTool(
    name: string,
    args?: Record<string, unknown>,
    options: CallToolOptions = {},
  ): Promise<CallToolResult> {
    const { signal, onProgress, ...params } = options;
    const request = { ...params, name, arguments: args };
    const result = await this.#caller.call("tools/call", request, { signal, onProgress });
    return result as CallToolResult;
  }

  /**
   * Lists the server's prompts, through all pages (2026-07-28 `server/prompts`).
   *
   * A prompt that does not have the shape of one is left out and reported.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async listPrompts(options: ListPromptsOptions = {}): Promise<Listing<Prompt>> {
    const { signal, ...params } = options;
    return listing(await this.#caller.call("prompts/list", params, { signal }));
  }

  /**
   * Ends the connection in good order: what is queued is sent, sessions are deleted, the server's
   * process is asked to end and then made to. Calls that wait fail with `closed`.
   *
   * Closing twice does nothing more.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async close(options: CallOptions = {}): Promise<void> {
    await this.#caller.call("close", {}, options);
  }
}

function listing<T>(value: unknown): Listing<T> {
  const { items, dropped } = value as { items: T[]; dropped: Dropped[] };
  // It is no item, so that it is not shown, compared and counted as one.
  return Object.defineProperty(items, "dropped", { value: dropped }) as Listing<T>;
}
