// Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.

import type {
  AuthMode,
  CreateMessageQuestion,
  CreateMessageResult,
  Decision,
  ElicitFormQuestion,
  ElicitResult,
  ElicitUrlQuestion,
  HostQuestion,
  IconTheme,
  KeptRecord,
  ListRecordsQuestion,
  ListRootsQuestion,
  ListRootsResult,
  LoggingLevel,
  MessageLimits,
  OAuthOptions,
  OpenAddressQuestion,
  OpenedAddress,
  PostureChoice,
  ProgressReport,
  ProtocolChoice,
  RecordNames,
  RecordQuestion,
  RemovedRecord,
  SaveRecordQuestion,
  ShutdownWaits,
  TokenStoreChoice,
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
  /** Who the client acts for at a server that is an address. Default: nobody. */
  auth?: AuthMode | undefined;
  /** How somebody signs in; it says `oauth` for `auth`. */
  oauth?: OAuthOptions | undefined;
  /** Where tokens are kept. Default: in the system's keychain. */
  tokenStore?: TokenStoreChoice | undefined;
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

/** What `openAccounts` takes by name. */
export interface OpenAccountsOptions extends CallOptions {
  /** Where they are kept. Default: in the system's keychain. */
  tokenStore?: TokenStoreChoice | undefined;
  /** Answers what is asked. Without it, nothing is. */
  delegate?: Delegate | undefined;
}

/** What `openHost` takes by name. */
export interface OpenHostOptions extends CallOptions {
  /** The file of the configuration, by its whole path. Default: where it belongs on this system. */
  config?: string | undefined;
  /**
   * What the program is called among those who use the host: consent is bound to it. Default
   * `hostline`.
   */
  clientName?: string | undefined;
  /** Where tokens and secrets are kept. Default: in the system's keychain. */
  tokenStore?: TokenStoreChoice | undefined;
  /** How long a question waits for a person, in milliseconds. Default 300,000. */
  patienceMs?: number | undefined;
  /** Whether servers are started that the configuration starts with the host. Default true. */
  starts?: boolean | undefined;
  /** Answers what is asked. Without it, nothing is. */
  delegate?: Delegate | undefined;
}

/** What `watch` takes by name. */
export interface HostWatchOptions extends CallOptions {
  /** Every change of a server's status. Default false. */
  statuses?: boolean | undefined;
  /** Every question for a person; whoever hears them is one who answers them. Default false. */
  questions?: boolean | undefined;
  /** The logs of these servers, from the oldest entry on that is kept. */
  logs?: string[] | undefined;
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

/** What `icon` takes by name. */
export interface IconOptions extends CallOptions {
  /** The background that it is shown on. Default `light`. */
  theme?: IconTheme | undefined;
}

/** What `servers` takes by name. */
export interface HostServersOptions extends CallOptions {
  /** One of them. Default: all. */
  server?: string | undefined;
}

/** What `addServer` takes by name. */
export interface HostAddServerOptions extends CallOptions {
  /** Variables of the environment of a command; `${secret:NAME}` stands for a secret. */
  environment?: Record<string, string> | undefined;
  /** The folder in which a command is started: a whole path. */
  folder?: string | undefined;
  /** Headers of every request to an address; `${secret:NAME}` stands for a secret. */
  headers?: Record<string, string> | undefined;
  /** How much it may do without asking. Default `ask-for-writes`. */
  posture?: PostureChoice | undefined;
  /** Whether it is used at all. Default true. */
  enabled?: boolean | undefined;
  /** Who the client acts for at an address. Default `oauth`, where the server wants it. */
  auth?: AuthMode | undefined;
  /**
   * Whether a person has seen the command and said yes to it, so that nobody is asked before it is
   * started. Default false.
   */
  approved?: boolean | undefined;
}

/** What `catalogue` takes by name. */
export interface HostCatalogueOptions extends CallOptions {
  /** What this server offers. Default: all. */
  server?: string | undefined;
  /** Only the tools that have all of these words. */
  words?: string | undefined;
  /** Whether servers are started that are not there yet. Default false. */
  start?: boolean | undefined;
}

/** What `openaiTools` takes by name. */
export interface HostOpenaiToolsOptions extends CallOptions {
  /** What this server offers. Default: all. */
  server?: string | undefined;
  /** Only the tools that have all of these words. */
  words?: string | undefined;
  /** Whether servers are started that are not there yet. Default false. */
  start?: boolean | undefined;
}

/** What `callOpenai` takes by name. */
export interface HostCallOpenaiOptions extends CallOptions {
  /** How long to wait for an answer or for progress, in milliseconds. Default: the server's own. */
  timeoutMs?: number | undefined;
}

/** What `callTool` takes by name. */
export interface HostCallToolOptions extends ProgressOptions {
  /** Whose tool it is. Default: the name is one of the catalogue. */
  server?: string | undefined;
  /** How long to wait for an answer or for progress, in milliseconds. Default: the server's own. */
  timeoutMs?: number | undefined;
}

/** What `getPrompt` takes by name. */
export interface HostGetPromptOptions extends CallOptions {
  /** Whose prompt it is. Default: the name is one of the catalogue. */
  server?: string | undefined;
}

/** What `readResource` takes by name. */
export interface HostReadResourceOptions extends CallOptions {
  /** Whose resource it is. Default: the address is one of the catalogue. */
  server?: string | undefined;
}

/** What `simulate` takes by name. */
export interface HostSimulateOptions extends CallOptions {
  /** Whose tool it is. Default: the name is one of the catalogue. */
  server?: string | undefined;
}

/** What `forgetPins` takes by name. */
export interface HostForgetPinsOptions extends CallOptions {
  /** What is defined: `tool`, `prompt` or `instructions`. Default: everything. */
  kind?: string | undefined;
  /** Its name. */
  name?: string | undefined;
}

/** What `readAudit` takes by name. */
export interface HostReadAuditOptions extends CallOptions {
  /** Those about this server. */
  server?: string | undefined;
  /** Those of this client. */
  client?: string | undefined;
  /** The most lines, the newest ones. Default 100. */
  most?: number | undefined;
}

/** What `log` takes by name. */
export interface HostLogOptions extends CallOptions {
  /** Those behind this number. Default: from the oldest on. */
  after?: number | undefined;
}

/** What `displaySafe` takes by name. */
export interface DisplaySafeOptions {
  /** Whether line breaks and tabs stay. Default false. */
  lines?: boolean | undefined;
  /** The most characters to give; what is cut ends with `…`, which counts. Default: all. */
  most?: number | undefined;
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
   * A person should see what is asked, and what is answered. A host asks nobody for it.
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
  /**
   * Decides for a person whether something may happen that a server or a model wants, where the
   * policy of the host says that a person is asked.
   *
   * What came from a server or a model in the question is untrusted text. Whoever cannot decide has
   * said no, and for a term that was not offered the answer holds once.
   *
   * The signal is aborted when nobody waits for the answer any more. What is thrown is a failure to
   * answer, and its message is told to the caller.
   */
  decide?(question: HostQuestion, context: { signal: AbortSignal }): Decision | Promise<Decision>;
  /**
   * Opens an address where a person signs in, in place of the system's browser. A host opens the
   * system's.
   *
   * The signal is aborted when nobody waits for the answer any more. What is thrown is a failure to
   * answer, and its message is told to the caller.
   */
  openAddress?(
    question: OpenAddressQuestion,
    context: { signal: AbortSignal },
  ): OpenedAddress | undefined | Promise<OpenedAddress | undefined>;
  /**
   * Loads a record of tokens or secrets, where the delegate keeps them.
   *
   * The signal is aborted when nobody waits for the answer any more. What is thrown is a failure to
   * answer, and its message is told to the caller.
   */
  loadRecord?(
    question: RecordQuestion,
    context: { signal: AbortSignal },
  ): KeptRecord | undefined | Promise<KeptRecord | undefined>;
  /**
   * Keeps a record of tokens or secrets. After a crash there must be the earlier or the new one.
   *
   * The signal is aborted when nobody waits for the answer any more. What is thrown is a failure to
   * answer, and its message is told to the caller.
   */
  saveRecord?(question: SaveRecordQuestion, context: { signal: AbortSignal }): unknown;
  /**
   * Forgets a record of tokens or secrets.
   *
   * The signal is aborted when nobody waits for the answer any more. What is thrown is a failure to
   * answer, and its message is told to the caller.
   */
  removeRecord?(
    question: RecordQuestion,
    context: { signal: AbortSignal },
  ): RemovedRecord | Promise<RemovedRecord>;
  /**
   * Lists the names of all records, in order.
   *
   * The signal is aborted when nobody waits for the answer any more. What is thrown is a failure to
   * answer, and its message is told to the caller.
   */
  listRecords?(
    question: ListRecordsQuestion,
    context: { signal: AbortSignal },
  ): RecordNames | Promise<RecordNames>;
}

/** The functions of a delegate, by the names of the questions that they answer. */
export const questions = {
  "elicitation/form": "elicitForm",
  "elicitation/url": "elicitUrl",
  "sampling/createMessage": "createMessage",
  "roots/list": "listRoots",
  "consent/decide": "decide",
  "address/open": "openAddress",
  "record/load": "loadRecord",
  "record/save": "saveRecord",
  "record/remove": "removeRecord",
  "record/list": "listRecords",
} as const satisfies Record<string, keyof Delegate>;
