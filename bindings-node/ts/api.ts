// Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.

import type {
  CreateMessageQuestion,
  CreateMessageResult,
  ElicitFormQuestion,
  ElicitResult,
  ElicitUrlQuestion,
  ListRootsQuestion,
  ListRootsResult,
  LoggingLevel,
  MessageLimits,
  ProgressReport,
  ProtocolChoice,
  ShutdownWaits,
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
  /** Whether a model may be given tools, where the program answers for one. Default false. */
  samplingTools?: boolean | undefined;
  /** Answers what is asked. Without it, nothing is. */
  delegate?: Delegate | undefined;
}

/** What `subscribe` takes by name. */
export interface SubscribeOptions extends CallOptions {
  /** Those of the list of tools. Default false. */
  toolsListChanged?: boolean | undefined;
  /** Those of the list of prompts. Default false. */
  promptsListChanged?: boolean | undefined;
  /** Those of the list of resources. Default false. */
  resourcesListChanged?: boolean | undefined;
  /** Those of the resources of these addresses. Default: of none. */
  resourceSubscriptions?: string[] | undefined;
}

/** What `listTools` takes by name. */
export interface ListToolsOptions extends CallOptions {
  /** How many pages to fetch at the most. Default 1,000. */
  maxPages?: number | undefined;
  /** Whether to fetch anew, also where a result could be reused. Default false. */
  fresh?: boolean | undefined;
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

/** What `listResources` takes by name. */
export interface ListResourcesOptions extends CallOptions {
  /** How many pages to fetch at the most. Default 1,000. */
  maxPages?: number | undefined;
  /** Whether to fetch anew, also where a result could be reused. Default false. */
  fresh?: boolean | undefined;
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

/** What `listResourceTemplates` takes by name. */
export interface ListResourceTemplatesOptions extends CallOptions {
  /** How many pages to fetch at the most. Default 1,000. */
  maxPages?: number | undefined;
  /** Whether to fetch anew, also where a result could be reused. Default false. */
  fresh?: boolean | undefined;
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

/** What `readResource` takes by name. */
export interface ReadResourceOptions extends CallOptions {
  /** Whether to fetch anew, also where a result could be reused. Default false. */
  fresh?: boolean | undefined;
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

/** What `getPrompt` takes by name. */
export interface GetPromptOptions extends CallOptions {
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

/** What `complete` takes by name. */
export interface CompleteOptions extends CallOptions {
  /** Arguments that are known already, by their names (since 2025-06-18). */
  context?: Record<string, string> | undefined;
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

/** What `ping` takes by name. */
export interface PingOptions extends CallOptions {
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

/** What `setLogLevel` takes by name. */
export interface SetLogLevelOptions extends CallOptions {
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

/** What `request` takes by name. */
export interface RequestOptions extends CallOptions {
  /** Whether the request may be sent again although the first one may have run. Default false. */
  allowRepeat?: boolean | undefined;
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

/** What `startTask` takes by name. */
export interface StartTaskOptions extends CallOptions {
  /** How long the server should keep the task, in milliseconds. Default: as it likes. */
  ttlMs?: number | undefined;
  /**
   * Whether to check the arguments against the tool's input schema before sending, with defaults
   * filled in. Default false.
   */
  checkArguments?: boolean | undefined;
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

/** What `getTask` takes by name. */
export interface GetTaskOptions extends CallOptions {
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

/** What `listTasks` takes by name. */
export interface ListTasksOptions extends CallOptions {
  /** How many pages to fetch at the most. Default 1,000. */
  maxPages?: number | undefined;
  /** Whether to fetch anew, also where a result could be reused. Default false. */
  fresh?: boolean | undefined;
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

/** What `cancelTask` takes by name. */
export interface CancelTaskOptions extends CallOptions {
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

/** What `taskResult` takes by name. */
export interface TaskResultOptions extends CallOptions {
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

/**
 * Answers what is asked: any object with some of these functions. What it has not, nobody is told
 * that it could answer, and nobody asks.
 */
export interface Delegate {
  /**
   * A server's question to a person: a form (2026-07-28 `client/elicitation`, "Form Mode").
   *
   * All of its text is the server's own and untrusted.
   *
   * The signal is aborted when nobody waits for the answer any more. What is thrown is a failure to
   * answer, and its message is told to the caller.
   */
  elicitForm?(
    question: ElicitFormQuestion,
    context: { signal: AbortSignal },
  ): ElicitResult | Promise<ElicitResult>;
  /**
   * A server's question to a person: an address to open (2026-07-28 `client/elicitation`, "URL
   * Mode").
   *
   * All of its text is the server's own and untrusted. Accepting the address means that the person
   * agreed to open it, and no more: the program opens it.
   *
   * The signal is aborted when nobody waits for the answer any more. What is thrown is a failure to
   * answer, and its message is told to the caller.
   */
  elicitUrl?(
    question: ElicitUrlQuestion,
    context: { signal: AbortSignal },
  ): ElicitResult | Promise<ElicitResult>;
  /**
   * A server's request for a model's answer (2026-07-28 `client/sampling`).
   *
   * A person should see what is asked, and what is answered.
   *
   * The signal is aborted when nobody waits for the answer any more. What is thrown is a failure to
   * answer, and its message is told to the caller.
   */
  createMessage?(
    question: CreateMessageQuestion,
    context: { signal: AbortSignal },
  ): CreateMessageResult | Promise<CreateMessageResult>;
  /**
   * In which folders a server may work (2026-07-28 `client/roots`).
   *
   * The signal is aborted when nobody waits for the answer any more. What is thrown is a failure to
   * answer, and its message is told to the caller.
   */
  listRoots?(
    question: ListRootsQuestion,
    context: { signal: AbortSignal },
  ): ListRootsResult | Promise<ListRootsResult>;
}

/** The functions of a delegate, by the names of the questions that they answer. */
export const questions = {
  "elicitation/form": "elicitForm",
  "elicitation/url": "elicitUrl",
  "sampling/createMessage": "createMessage",
  "roots/list": "listRoots",
} as const satisfies Record<string, keyof Delegate>;
