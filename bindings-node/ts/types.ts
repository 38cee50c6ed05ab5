// Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.

/** A list that also says what was left out of it. */
export type Listing<T> = T[] & {
  /** Items, or parts of them, that did not have the right shape. */
  readonly dropped: Dropped[];
};

// No literal can be a member of an enum, so that a comparison with a listed tag leaves the unlisted
// ones out, and what is left after all comparisons are they. At run time there is no such enum.
declare enum Tag {
  Unlisted = "",
}

/** A tag that this version does not list, as a peer of another version may send: any string. */
export type Unlisted = Tag.Unlisted;

/** How an account stands. It holds no token and no secret. */
export interface AccountStatus {
  /** The server's address. */
  target: string;
  /** Where tokens are kept, in words. */
  store: string;
  /** What somebody has signed in to, if anybody has. */
  session?: SessionStatus;
}

/** Hints for whoever shows a thing (2026-07-28 `server/resources`, "Annotations"). */
export interface Annotations {
  /** Whom the thing is meant for. */
  audience?: Role[];
  /** How much the thing matters, from 0 to 1. */
  priority?: number;
  /** When the thing was last changed, by ISO 8601. */
  lastModified?: string;
}

/** There is a question for a person, or more wait for its answer now. */
export interface AskedEvent {
  type: "asked";
  /** The question. */
  question: HostQuestion;
}

/** Sound (2026-07-28 `schema`, `AudioContent`; since 2025-03-26). */
export interface AudioContent {
  type: "audio";
  /** The sound's bytes in base64. */
  data: string;
  /** The sound's media type, as the peer says. */
  mimeType: string;
  /** Hints for the reader's program. */
  annotations?: Annotations;
  /** What is attached to the sound. */
  _meta?: Record<string, unknown>;
}

/** What was found of the record. */
export interface AuditReport {
  /** Whether the record is as it was written. */
  isWhole: boolean;
  /** All that was found. */
  report: unknown;
}

/**
 * How a client shows a server who it acts for.
 *
 * - `oauth`: By OAuth 2.1, as the specification profiles it (2026-07-28 `basic/authorization`):
 *   the first request that the server refuses has a person sign in.
 * - `none`: As nobody.
 */
export type AuthMode = "oauth" | "none" | (string & {});

/**
 * Who may be given a kept result (2026-07-28 `server/utilities/caching`). What is not `public` must
 * be taken as private.
 *
 * - `public`: Anyone.
 * - `private`: Only whoever asked.
 */
export type CacheScope = "public" | "private" | (string & {});

/** What a tool answered (2026-07-28 `server/tools`, "Tool Result"). */
export interface CallToolResult {
  /** The answer for people and models. */
  content: ContentBlock[];
  /**
   * Whether the structured content fits the tool's output schema. It is found here, and not sent.
   */
  validation: Validation;
  /** The answer for programs (since 2025-06-18; an object before 2026-07-28). */
  structuredContent?: unknown;
  /** Whether the tool failed. */
  isError?: boolean;
  /** What is attached to the answer. */
  _meta?: Record<string, unknown>;
  /** What was left out of `content`. */
  dropped?: Dropped[];
}

/** A capability that has no settings. */
export type Capability = Record<string, unknown>;

/** What servers offer. */
export interface Catalogue {
  /** The tools, also those that are off or held. */
  tools: CatalogueTool[];
  /** The prompts, the same way. */
  prompts: CataloguePrompt[];
  /** The resources. */
  resources: CatalogueResource[];
  /** The resource templates. */
  templates: CatalogueTemplate[];
  /** What was left out, and why. */
  notes: ServerNote[];
  /** The servers that could not be started, and why. */
  faults: ServerNote[];
}

/** A prompt of the catalogue. */
export interface CataloguePrompt {
  /** Its name in the catalogue. */
  name: string;
  /** The server that has it. */
  server: string;
  /** Whether it is offered. */
  standing: Standing;
  /** Why it is held, in sentences. */
  heldBecause: string[];
  /** The prompt, with the name that the server has for it. */
  prompt: Prompt;
}

/** A resource of the catalogue. */
export interface CatalogueResource {
  /** Its address in the catalogue. */
  address: string;
  /** The server that has it. */
  server: string;
  /** It, with the address that the server has for it. */
  resource: Resource;
}

/** A resource template of the catalogue. */
export interface CatalogueTemplate {
  /** Its address in the catalogue. */
  address: string;
  /** The server that has it. */
  server: string;
  /** It, with the address that the server has for it. */
  template: ResourceTemplate;
}

/** A tool of the catalogue. */
export interface CatalogueTool {
  /** Its name in the catalogue. */
  name: string;
  /** The server that has it. */
  server: string;
  /** Whether it is offered. */
  standing: Standing;
  /** Why it is held, in sentences. */
  heldBecause: string[];
  /** What consent to it is bound to. */
  definition: string;
  /** About how many tokens its definition takes. */
  tokens: number;
  /** The tool, with the name that the server has for it. */
  tool: Tool;
}

/** The connection has ended. */
export interface ClosedEvent {
  type: "closed";
  /** Why. */
  error: ErrorReport;
}

/** What the argument may become. */
export interface CompleteResult {
  /** The proposals. */
  completion: Completion;
  /** What kind of result this is. */
  resultType?: string;
  /** What is attached to the proposals. */
  _meta?: Record<string, unknown>;
}

/** Proposals, best first. */
export interface Completion {
  /** At most 100 values. */
  values: string[];
  /** How many there are in all. */
  total?: number;
  /** Whether there are more, even if it is not known how many. */
  hasMore?: boolean;
}

/** An argument and what was typed of it. */
export interface CompletionArgument {
  /** The argument's name. */
  name: string;
  /** What was typed. */
  value: string;
}

/**
 * What an argument belongs to.
 *
 * - `ref/prompt`: A prompt.
 * - `ref/resource`: A resource template.
 */
export type CompletionReference =
  | PromptReference
  | ResourceTemplateReference
  | UnknownCompletionReference;

/** What no variant of `CompletionReference` is, as a peer of another version sent it. */
export interface UnknownCompletionReference {
  type: Unlisted;
  [member: string]: unknown;
}

/** What is known of a server once it is connected. */
export interface Connected {
  /**
   * The name of the server, as the user gave it: the address without its query, or the command
   * line.
   */
  target: string;
  /** The protocol version that is spoken. */
  version: string;
  /** The transport: `stdio`, `streamable-http` or `http+sse`. */
  transport: string;
  /** What the server calls itself. It is not verified: show it, and decide nothing by it. */
  server?: Implementation;
  /** What the server offers, where it was asked. */
  capabilities?: ServerCapabilities;
  /** The server's advice on how to use it: untrusted text. */
  instructions?: string;
}

/**
 * One piece of a message or a result (2026-07-28 `schema`, `ContentBlock`).
 *
 * - `text`: Text.
 * - `image`: A picture.
 * - `audio`: Sound.
 * - `resource_link`: The address of a resource.
 * - `resource`: A resource itself.
 */
export type ContentBlock =
  | TextContent
  | ImageContent
  | AudioContent
  | ResourceLink
  | EmbeddedResource
  | UnknownContentBlock;

/** What no variant of `ContentBlock` is, as a peer of another version sent it. */
export interface UnknownContentBlock {
  type: Unlisted;
  [member: string]: unknown;
}

/** The parameters of `sampling/createMessage`. */
export interface CreateMessageParams {
  /** The conversation so far. */
  messages: SamplingMessage[];
  /** The most tokens that the answer may have. */
  maxTokens: number;
  /** Which model the server would like. */
  modelPreferences?: ModelPreferences;
  /** What the model is to be told first. */
  systemPrompt?: string;
  /** Whose context is to be added; deprecated. */
  includeContext?: IncludeContext;
  /** How freely the model is to choose its words. */
  temperature?: number;
  /** Words at which the model is to stop. */
  stopSequences?: string[];
  /** What goes to the model's provider as it is. */
  metadata?: unknown;
  /** The tools that the model may use (since 2025-11-25). */
  tools?: Tool[];
  /** Whether it must use them (since 2025-11-25). */
  toolChoice?: ToolChoice;
  /** Asks that the request become a task (2025-11-25 only). */
  task?: TaskMetadata;
  /** What is attached to the request. */
  _meta?: Record<string, unknown>;
}

/** A server's request for a model's answer (2026-07-28 `client/sampling`). */
export interface CreateMessageQuestion {
  /** The server that asks, as the user named it. */
  target: string;
  /** What it asks: untrusted text. */
  params: CreateMessageParams;
}

/** A model's answer. */
export interface CreateMessageResult {
  /** Who says it. */
  role: Role;
  /**
   * What is said: one piece in the protocol's own form, such as `{"type": "text", "text":
   * "hello"}`, or since 2025-11-25 several.
   */
  content: unknown;
  /** The model's name. */
  model: string;
  /** Why the model stopped. */
  stopReason?: StopReason;
  /** What is attached to the answer. */
  _meta?: Record<string, unknown>;
}

/** What a person has decided. */
export interface Decision {
  /** Whether it may happen. */
  allow: boolean;
  /** For how long the answer holds. Default `once`. */
  term?: DecisionTerm;
  /**
   * How many of the identical requests that wait may happen, where it is allowed once. Default 1.
   */
  requests?: number;
  /**
   * What the arguments of later calls must be like, where the answer holds for them: as `where` of
   * a rule (`docs/policy.md`).
   */
  constraints?: unknown[];
  /**
   * What the person made of it, where the matter is a `form`, `sampling` or a `sampling-answer`.
   */
  edited?: unknown;
}

/**
 * For how long an answer holds.
 *
 * - `once`: For one request.
 * - `session`: As long as the client is connected.
 * - `half-day`: For twelve hours.
 * - `always`: Until it is taken back.
 */
export type DecisionTerm = "once" | "session" | "half-day" | "always" | (string & {});

/** Has the delegate keep tokens and secrets, with its functions for records. */
export interface DelegateStore {
  kind: "delegate";
}

/**
 * A report of an item, or of a part of one, that was left out of a list because it did not have the
 * right shape.
 */
export interface Dropped {
  /** The item's place in the list that the server sent, counted from 0. */
  index: number;
  /** What is wrong, with the place inside the item. */
  reason: string;
  /** Whether the item is in the list, without the part that was wrong. */
  kept: boolean;
  /** The item's name or address, where it has one: untrusted text. */
  name?: string;
}

/**
 * What a person did with a question (2026-07-28 `client/elicitation`, "Response Actions").
 *
 * - `accept`: The person answered, or agreed to open the address.
 * - `decline`: The person refused.
 * - `cancel`: The person closed the question without an answer.
 */
export type ElicitAction = "accept" | "decline" | "cancel" | (string & {});

/** A form that the client shows (2026-07-28 `client/elicitation`, "Form Mode"). */
export interface ElicitFormQuestion {
  /** The server that asks, as the user named it. */
  target: string;
  /** What the server says to the person: untrusted text. */
  message: string;
  /** The JSON Schema of the form: an object with flat members. */
  requestedSchema: unknown;
  /** What is attached to the question. */
  _meta?: Record<string, unknown>;
}

/** A person's answer. */
export interface ElicitResult {
  /** What the person did. */
  action: ElicitAction;
  /**
   * What the person filled in: strings, numbers, booleans and, since 2025-11-25, lists of strings.
   */
  content?: Record<string, unknown>;
  /** What is attached to the answer. */
  _meta?: Record<string, unknown>;
}

/** An address that the person opens (2026-07-28 `client/elicitation`, "URL Mode"). */
export interface ElicitUrlQuestion {
  /** The server that asks, as the user named it. */
  target: string;
  /** What the server says to the person: untrusted text. */
  message: string;
  /** The address. It must be shown to the person, and opened only with consent. */
  url: string;
  /** What the event `elicitationComplete` will name (2025-11-25 only). */
  elicitationId?: string;
  /** What is attached to the question. */
  _meta?: Record<string, unknown>;
}

/** A person has finished what an address was opened for. */
export interface ElicitationCompleteEvent {
  type: "elicitationComplete";
  /** The elicitation. */
  elicitationId: string;
}

/** A resource as part of a message (2026-07-28 `schema`, `EmbeddedResource`). */
export interface EmbeddedResource {
  type: "resource";
  /** The resource. */
  resource: ResourceContents;
  /** Hints for the reader's program. */
  annotations?: Annotations;
  /** What is attached to the resource. */
  _meta?: Record<string, unknown>;
}

/** What an error says about itself. */
export interface ErrorReport {
  /** The stable name of the kind of failure. */
  code: string;
  /**
   * The whole sentence for a person: the server, the method, what happened, and what to do next.
   * What a server said in it is safe to show.
   */
  message: string;
  /** What happened, alone. */
  reason: string;
  /** Whether the request may have taken effect although it failed. */
  mayHaveRun: boolean;
  /** What to do about it, alone. */
  nextStep?: string;
  /** The server that it happened with, as the user named it. */
  target?: string;
  /** The method of the request that failed. */
  method?: string;
  /** The server's JSON-RPC error, where it sent one. */
  rpc?: RpcErrorReport;
  /** The HTTP status that the server answered with, where that was the failure. */
  httpStatus?: number;
  /** What it came from, each because of the next. What others said in it is safe to show. */
  causes?: string[];
}

/**
 * One thing that a server, or its transport, said without being asked.
 *
 * - `toolsChanged`: The list of tools has changed. Nothing is fetched by itself.
 * - `promptsChanged`: The list of prompts has changed.
 * - `resourcesChanged`: The list of resources has changed.
 * - `resourceUpdated`: A resource has changed.
 * - `log`: A log message.
 * - `elicitationComplete`: A person has finished what an address was opened for.
 * - `taskStatus`: A task has changed.
 * - `signIn`: A step of signing in, renewing or signing out.
 * - `stderr`: A line that the server's process wrote to its standard error.
 * - `notice`: Something else that the transport noticed.
 * - `unknown`: A notification that Hostline does not know.
 * - `missed`: Events were left out, since nobody fetched them.
 * - `closed`: The connection has ended.
 */
export type Event =
  | ToolsChangedEvent
  | PromptsChangedEvent
  | ResourcesChangedEvent
  | ResourceUpdatedEvent
  | LogEvent
  | ElicitationCompleteEvent
  | TaskStatusEvent
  | SignInEvent
  | StderrEvent
  | NoticeEvent
  | UnknownNotificationEvent
  | MissedEvent
  | ClosedEvent
  | UnknownEvent;

/** What no variant of `Event` is, as a peer of another version sent it. */
export interface UnknownEvent {
  type: Unlisted;
  [member: string]: unknown;
}

/** A prompt that was filled in (2026-07-28 `server/prompts`, "Getting a Prompt"). */
export interface GetPromptResult {
  /** The messages, in the order in which a model is given them. */
  messages: PromptMessage[];
  /** What kind of result this is. */
  resultType?: string;
  /** What the prompt is for. */
  description?: string;
  /** What is attached to the prompt. */
  _meta?: Record<string, unknown>;
}

/** What a person has granted. */
export interface Grant {
  /** Its name. */
  id: string;
  /** What it allows or denies, in words. */
  sentence: string;
  /** `allow` or `deny`. */
  effect: string;
  /** What the server was called when it was granted. */
  server: string;
  /** What it is about. */
  what: unknown;
  /** For how long it stands. */
  scope: unknown;
  /** Where the person said it. */
  createdBy: string;
  /** The only client that it is for. */
  client?: string;
}

/** What a tool answered, through the gate (2026-07-28 `server/tools`, "Tool Result"). */
export interface HostCallResult {
  /** The answer for people and models. */
  content: ContentBlock[];
  /** The answer for programs. */
  structuredContent?: unknown;
  /** Whether the tool failed. */
  isError?: boolean;
  /** What is attached to the answer. */
  _meta?: Record<string, unknown>;
}

/**
 * One thing that a host says to whoever watches it.
 *
 * - `status`: A server stands otherwise than before.
 * - `asked`: There is a question for a person, or more wait for its answer now.
 * - `settled`: A question needs no answer any more.
 * - `log`: Something was said between us and a server.
 * - `missed`: Events were left out, since nobody fetched them.
 */
export type HostEvent =
  | StatusEvent
  | AskedEvent
  | SettledEvent
  | HostLogEvent
  | HostMissedEvent
  | UnknownHostEvent;

/** What no variant of `HostEvent` is, as a peer of another version sent it. */
export interface UnknownHostEvent {
  type: Unlisted;
  [member: string]: unknown;
}

/** What is known of a host once it is open. */
export interface HostInfo {
  /** The file of the configuration. */
  config: string;
  /**
   * Whether the host is in this process. Otherwise another process owns the configuration, and
   * everything is done there.
   */
  isOwner: boolean;
}

/** What was said between us and a server, from one entry on. */
export interface HostLog {
  /** The entries, in their order. */
  entries: HostLogEntry[];
  /** How many entries are gone between those that were asked for and the first of these. */
  missed: number;
  /** Whether there are more, to be asked for after the last of these. */
  hasMore: boolean;
}

/** One thing that was said. Secrets are taken out. */
export interface HostLogEntry {
  /** Its place in the order of the server's entries, from 1 on. */
  number: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** What it was: `message`, `http`, `stderr` or `status`. */
  kind: string;
  /** A message's JSON text, or the beginning of it; a line of standard error; a sentence. */
  text?: string;
  /** Whether the text was cut. */
  cut?: boolean;
  /** Whether we have sent the message. */
  sent?: boolean;
  /** The method: of a message, or of HTTP. */
  method?: string;
  /** How long the whole message is, in bytes. */
  bytes?: number;
  /** The address of an exchange over HTTP. */
  address?: string;
  /** The status of the answer. */
  status?: number;
  /** How long it took until the head of the answer was here, in milliseconds. */
  tookMs?: number;
}

/** Something was said between us and a server. */
export interface HostLogEvent {
  type: "log";
  /** The server. */
  server: string;
  /** What was said. */
  entry: HostLogEntry;
}

/** Events were left out, since nobody fetched them. */
export interface HostMissedEvent {
  type: "missed";
  /** How many. */
  count: number;
}

/** A question for a person. What came from a server or a model in it is untrusted text. */
export interface HostQuestion {
  /** Its number, as text: it may be larger than some languages' numbers. */
  id: string;
  /** When it is taken for answered with no, in seconds since 1970. */
  until: number;
  /** Which client wants it. */
  client: string;
  /** What the configuration calls the server. */
  server: string;
  /**
   * What it is about: an object by its `kind`. `call-tool`: `tool`, `definition`, `arguments`, and
   * `before`, those of the last time. `definition`: `what`, `pinned` and `now`. `start`: `command`,
   * `folder`, `environment` and `confinement`. `form`: `message`, `schema`, and `secret`, the
   * fields that seem to ask for one. `address`: `message`, `address` and `warnings`. `sampling`:
   * `request`. `sampling-answer`: `answer`. `roots`: `roots`. `sign-in`: `address`.
   */
  matter: unknown;
  /** Why it is asked, in sentences. */
  reasons: string[];
  /**
   * What is to be thought of: any of `destructive`, `writes`, `unknown`, `open-world`, `secret`,
   * `outside-roots` and `hidden-characters`.
   */
  risks: string[];
  /** For how long an answer can hold, the shortest first: the names of `DecisionTerm`. */
  terms: string[];
  /** How many identical requests of the client wait for the answer. */
  waiting: number;
}

/**
 * A picture that stands for something (2026-07-28 `basic`, "`icons`"). Its address is a peer's
 * word: it must not be shown or fetched as it is.
 */
export interface Icon {
  /** Where the picture is: an `https:` or `data:` address. */
  src: string;
  /** The picture's media type. */
  mimeType?: string;
  /** The sizes that it is made for, such as `48x48` or `any`. */
  sizes?: string[];
  /** The background that it is made for. */
  theme?: IconTheme;
}

/**
 * A picture that is safe to show, or why there is none.
 *
 * - `shown`: A picture.
 * - `refused`: There is none: show a placeholder.
 */
export type IconPicture = SafeIcon | RefusedIcon | UnknownIconPicture;

/** What no variant of `IconPicture` is, as a peer of another version sent it. */
export interface UnknownIconPicture {
  kind: Unlisted;
  [member: string]: unknown;
}

/**
 * The background that an icon is made for (2026-07-28 `schema`, `Icon`).
 *
 * - `light`: A light background.
 * - `dark`: A dark background.
 */
export type IconTheme = "light" | "dark" | (string & {});

/** A picture (2026-07-28 `schema`, `ImageContent`). */
export interface ImageContent {
  type: "image";
  /** The picture's bytes in base64. */
  data: string;
  /** The picture's media type, as the peer says. */
  mimeType: string;
  /** Hints for the reader's program. */
  annotations?: Annotations;
  /** What is attached to the picture. */
  _meta?: Record<string, unknown>;
}

/**
 * A program that speaks the protocol (2026-07-28 `schema`, `Implementation`). It is what the
 * program says of itself, and proves nothing.
 */
export interface Implementation {
  /** The name that programs use. */
  name: string;
  /** The version; empty where a peer sent none. */
  version: string;
  /** The name that people see. */
  title?: string;
  /** What the program is. */
  description?: string;
  /** The address of its page. */
  websiteUrl?: string;
  /** Pictures that stand for the program. */
  icons?: Icon[];
}

/**
 * Whose context is to be added to a conversation; deprecated.
 *
 * - `none`: None.
 * - `thisServer`: That of the server that asks.
 * - `allServers`: That of all servers.
 */
export type IncludeContext = "none" | "thisServer" | "allServers" | (string & {});

/** A record, if there is one. */
export interface KeptRecord {
  /** The record. It holds tokens or secrets. */
  record?: string;
}

/** Keeps tokens and secrets in files that are sealed with a key of the system's keychain. */
export interface KeychainStore {
  kind: "keychain";
  /** The folder of the files. Default: where data of this user belongs. */
  folder?: string;
}

/** A capability that may tell when its list has changed. */
export interface ListCapability {
  /** Whether there are notifications when the list has changed. */
  listChanged?: boolean;
}

/** Which records there are. */
export type ListRecordsQuestion = Record<string, unknown>;

/** A server's question in which folders it may work (2026-07-28 `client/roots`). */
export interface ListRootsQuestion {
  /** The server that asks, as the user named it. */
  target: string;
  /** What is attached to the question. */
  _meta?: Record<string, unknown>;
}

/** The folders that a server may work in. */
export interface ListRootsResult {
  /** The folders. */
  roots: Root[];
  /** What is attached to the answer. */
  _meta?: Record<string, unknown>;
}

/** A log message of the server. */
export interface LogEvent {
  type: "log";
  /** How grave it is. */
  level: LoggingLevel;
  /** What happened, in any form: untrusted. */
  data: unknown;
  /** The part of the server that says it. */
  logger?: string;
  /** What is attached to the message. */
  _meta?: Record<string, unknown>;
}

/**
 * How grave a log message is, by RFC 5424.
 *
 * - `debug`: Details for developers.
 * - `info`: What happens in the usual course.
 * - `notice`: What is usual but worth a look.
 * - `warning`: What may become a fault.
 * - `error`: A fault.
 * - `critical`: A fault of something that others need.
 * - `alert`: A fault that must be dealt with at once.
 * - `emergency`: The system cannot be used.
 */
export type LoggingLevel =
  | "debug"
  | "info"
  | "notice"
  | "warning"
  | "error"
  | "critical"
  | "alert"
  | "emergency"
  | (string & {});

/** A member of a definition, as it was and as it is now. */
export interface MemberDifference {
  /** Its name. */
  member: string;
  /** What was kept, removed and added, safe to show over several lines. */
  runs: TextRun[];
}

/** Keeps tokens and secrets in memory, as long as the program runs. */
export interface MemoryStore {
  kind: "memory";
  /** Which of several: those of one name are the same. Default: the one without a name. */
  name?: string;
}

/** What one message of a server may cost. */
export interface MessageLimits {
  /** The most bytes. Default 16 MiB. */
  bytes?: number;
  /** The deepest nesting of arrays and objects. Default 128. */
  depth?: number;
  /** The most messages of one batch. Default 128. */
  batch?: number;
}

/** Events were left out, since nobody fetched them. */
export interface MissedEvent {
  type: "missed";
  /**
   * How many; 0 where nobody knows, since a broken stream was opened again: fetch anew what
   * matters.
   */
  count: number;
}

/** The name of a model, or a part of it. */
export interface ModelHint {
  /** The name. */
  name?: string;
}

/** Which model a server would like. The client need not follow. */
export interface ModelPreferences {
  /** Names, most wanted first. */
  hints?: ModelHint[];
  /** How much cost matters, from 0 to 1. */
  costPriority?: number;
  /** How much speed matters, from 0 to 1. */
  speedPriority?: number;
  /** How much intelligence matters, from 0 to 1. */
  intelligencePriority?: number;
}

/** Something else that the transport noticed. */
export interface NoticeEvent {
  type: "notice";
  /** What it is. */
  notice: NoticeKind;
  /** More about it: untrusted text. */
  detail?: string;
}

/**
 * What a transport noticed.
 *
 * - `noise`: The server's process wrote a line that is no message.
 * - `oversized`: A message was larger than the limit, and was dropped.
 * - `stderr_dropped`: Lines of standard error were dropped, because they came too fast.
 * - `byte_order_mark`: A message began with a byte order mark.
 * - `not_sent`: A message could not be sent.
 * - `stream_given_up`: A broken stream was not opened again.
 * - `resumed`: A broken stream was resumed.
 */
export type NoticeKind =
  | "noise"
  | "oversized"
  | "stderr_dropped"
  | "byte_order_mark"
  | "not_sent"
  | "stream_given_up"
  | "resumed"
  | (string & {});

/** How somebody signs in. */
export interface OAuthOptions {
  /**
   * The client that the issuer knows the program as, where it was registered beforehand; or the
   * `https` address of the program's own metadata document.
   */
  clientId?: string;
  /**
   * The secret of that client. It is shown to no issuer that nobody has named: say which one it is.
   */
  clientSecret?: string;
  /** The issuer that has registered that client: at any other one signing in is an error. */
  issuer?: string;
  /**
   * What the issuer's pages call the program, where it is registered there on the way. Default
   * `Hostline`.
   */
  clientName?: string;
  /** What to ask for, instead of what the server says that it needs. */
  scopes?: string[];
  /**
   * Whether the issuer is told which server the token is for. Default true; without it a token may
   * be good for more servers than this one.
   */
  sendsResource?: boolean;
  /**
   * The port of this machine that the browser is sent back to. Default: one that is free, or the
   * one of an earlier registration.
   */
  redirectPort?: number;
  /** How long a person may take to sign in, in milliseconds. Default 300,000. */
  patienceMs?: number;
  /**
   * Whether a person may be asked. Default true; without one, what needs a sign-in fails with
   * `auth_required`.
   */
  attended?: boolean;
}

/** An address that a person has to open in a browser, to sign in. */
export interface OpenAddressQuestion {
  /** The server that wants somebody to sign in, as the user named it. */
  target: string;
  /** The address to open: `https`, or `http` on this machine. */
  address: string;
  /** The issuer whose page it is. */
  issuer: string;
  /** Where the browser is sent back to in the end. */
  redirectUri: string;
  /** What the person is asked to allow; none where the issuer decides. */
  scopes: string[];
}

/** That an address is open. */
export interface OpenedAddress {
  /**
   * The whole address that the browser was sent back to, where the program knows it. Without it,
   * this machine waits for the browser to come back.
   */
  returnedTo?: string;
}

/** Keeps tokens and secrets in files that are sealed with a key made of a passphrase. */
export interface PassphraseStore {
  kind: "passphrase";
  /** The passphrase. */
  passphrase: string;
  /** The folder of the files. Default: where data of this user belongs. */
  folder?: string;
}

/** What has become of one definition. */
export interface PinDifference {
  /** What is defined: `tool`, `prompt` or `instructions`. */
  kind: string;
  /** Its name; empty for instructions. */
  name: string;
  /** What has become of it, in words. */
  sentence: string;
  /** Whether it may not be used until it is approved. */
  isHeld: boolean;
  /** The members that differ, word by word. */
  members: MemberDifference[];
  /** What stands for the definition as the server says it now, by which it is approved. */
  digest?: string;
}

/** An approved definition. */
export interface PinnedDefinition {
  /** What is defined: `tool`, `prompt` or `instructions`. */
  kind: string;
  /** Its name; empty for instructions. */
  name: string;
  /** What stands for it. */
  digest: string;
  /** When a person approved it, in seconds since 1970. */
  approvedAt: number;
}

/** What is approved of a server, and what has changed since. */
export interface Pins {
  /** Which server. */
  server: string;
  /** Whether the server has been started, so that what it says now is known. */
  isCompared: boolean;
  /** What is approved. */
  approved: PinnedDefinition[];
  /** What is not as it was approved. */
  differences: PinDifference[];
}

/**
 * How much a server may do without asking.
 *
 * - `ask-for-writes`: Tools that are known to read are called, since you have said so, or its
 *   server says so and you trust it (`docs/policy.md`); anything else is asked for.
 * - `read-only`: Tools that are known to read are called; anything else is not.
 * - `ask-always`: Everything is asked for.
 * - `block`: Nothing is done.
 */
export type PostureChoice = "ask-for-writes" | "read-only" | "ask-always" | "block" | (string & {});

/** How far a call has come (2026-07-28 `basic/patterns/progress`). */
export interface ProgressReport {
  /** The number of the call, which tells calls apart. */
  call: number;
  /** How far it has come, more each time. */
  progress: number;
  /** How far it has to come, where that is known. */
  total?: number;
  /** What is being done, in words for a person: untrusted text. */
  message?: string;
}

/** A prompt that a server can fill in (2026-07-28 `server/prompts`, "Prompt"). */
export interface Prompt {
  /** The name by which it is asked for. */
  name: string;
  /** What it wants to be filled in with. */
  arguments?: PromptArgument[];
  /** The name that people see (since 2025-06-18). */
  title?: string;
  /** What it is for. */
  description?: string;
  /** Pictures that stand for it (since 2025-11-25). */
  icons?: Icon[];
  /** What is attached to it. */
  _meta?: Record<string, unknown>;
}

/** Something that a prompt is filled in with (2026-07-28 `schema`, `PromptArgument`). */
export interface PromptArgument {
  /** Its name. */
  name: string;
  /** The name that people see (since 2025-06-18). */
  title?: string;
  /** What it is. */
  description?: string;
  /** Whether it must be given. */
  required?: boolean;
}

/** One message of a prompt (2026-07-28 `server/prompts`, "PromptMessage"). */
export interface PromptMessage {
  /** Who says it. */
  role: Role;
  /** What is said. */
  content: ContentBlock;
}

/** A prompt, by its name. */
export interface PromptReference {
  type: "ref/prompt";
  /** The prompt's name. */
  name: string;
  /** The name that people see (since 2025-06-18). */
  title?: string;
}

/** The list of prompts has changed. */
export interface PromptsChangedEvent {
  type: "promptsChanged";
}

/**
 * Which protocol versions a client tries: one of these names, or one version such as `2025-11-25`.
 *
 * - `auto`: Find out: the modern one if the server speaks it, else the newest legacy one in
 *   common.
 * - `modern`: The modern version only.
 * - `legacy`: The newest legacy version in common.
 */
export type ProtocolChoice = "auto" | "modern" | "legacy" | (string & {});

/** What was read (2026-07-28 `server/resources`, "Reading Resources"). */
export interface ReadResourceResult {
  /** The resource, or the parts of it. */
  contents: ResourceContents[];
  /** For how long the contents may be kept. */
  ttlMs?: number;
  /** Who may be given the kept contents. */
  cacheScope?: CacheScope;
  /** What kind of result this is. */
  resultType?: string;
  /** What is attached to the contents. */
  _meta?: Record<string, unknown>;
}

/** The names of all records. */
export interface RecordNames {
  /** The names. */
  names: string[];
}

/** Which record is meant. */
export interface RecordQuestion {
  /** Its name. */
  name: string;
}

/** An icon that is not shown, and why. It stops nothing. */
export interface RefusedIcon {
  kind: "refused";
  /**
   * The stable name of the reason: `missing`, `address`, `origin`, `unreachable`, `busy`,
   * `too_large`, `dimensions`, `unknown_type`, `other_type`, `broken`, `forbidden`, `too_costly`,
   * `size` or `internal`.
   */
  reason: string;
  /** The reason, in a sentence. */
  sentence: string;
}

/**
 * How the client of an issuer came to be known.
 *
 * - `given`: A person, or the program, has given it.
 * - `document`: It is a metadata document.
 * - `dynamic`: It was registered on the way.
 */
export type RegistrationKind = "given" | "document" | "dynamic" | (string & {});

/** Whether there was a record. */
export interface RemovedRecord {
  /** Whether there was one. */
  wasThere: boolean;
}

/** Something that can be read from a server (2026-07-28 `server/resources`, "Resource"). */
export interface Resource {
  /** Its address. */
  uri: string;
  /** The name that programs use. */
  name: string;
  /** The name that people see (since 2025-06-18). */
  title?: string;
  /** What it is. */
  description?: string;
  /** Its media type. */
  mimeType?: string;
  /** Its length in bytes, before any encoding. */
  size?: number;
  /** Hints for the reader's program. */
  annotations?: Annotations;
  /** Pictures that stand for it (since 2025-11-25). */
  icons?: Icon[];
  /** What is attached to it. */
  _meta?: Record<string, unknown>;
}

/** What a resource holds: `text`, or bytes as `blob`. */
export interface ResourceContents {
  /** The address of what was read. */
  uri: string;
  /** The text, where it is text. */
  text?: string;
  /** The bytes in base64, where it is bytes. */
  blob?: string;
  /** The media type, as the peer says. */
  mimeType?: string;
  /** What is attached to the contents. */
  _meta?: Record<string, unknown>;
}

/**
 * The address of a resource that can be read (2026-07-28 `schema`, `ResourceLink`; since
 * 2025-06-18). It need not be in the server's list.
 */
export interface ResourceLink {
  type: "resource_link";
  /** The resource's address. */
  uri: string;
  /** The name that programs use. */
  name: string;
  /** The name that people see. */
  title?: string;
  /** What the resource is. */
  description?: string;
  /** The resource's media type. */
  mimeType?: string;
  /** The resource's length in bytes. */
  size?: number;
  /** Hints for the reader's program. */
  annotations?: Annotations;
  /** Pictures that stand for the resource. */
  icons?: Icon[];
  /** What is attached to the link. */
  _meta?: Record<string, unknown>;
}

/**
 * A pattern of addresses that can be read (2026-07-28 `server/resources`, "Resource Templates").
 */
export interface ResourceTemplate {
  /** The pattern, by RFC 6570. */
  uriTemplate: string;
  /** The name that programs use. */
  name: string;
  /** The name that people see (since 2025-06-18). */
  title?: string;
  /** What the resources are. */
  description?: string;
  /** The media type, if all have the same. */
  mimeType?: string;
  /** Hints for the reader's program. */
  annotations?: Annotations;
  /** Pictures that stand for it (since 2025-11-25). */
  icons?: Icon[];
  /** What is attached to it. */
  _meta?: Record<string, unknown>;
}

/** A resource template, by its pattern. */
export interface ResourceTemplateReference {
  type: "ref/resource";
  /** The pattern, by RFC 6570. */
  uri: string;
}

/** A resource has changed. */
export interface ResourceUpdatedEvent {
  type: "resourceUpdated";
  /** Its address. */
  uri: string;
}

/** What a server can do with resources (2026-07-28 `server/resources`, "Capabilities"). */
export interface ResourcesCapability {
  /** Whether single resources can be watched. */
  subscribe?: boolean;
  /** Whether there are notifications when the list has changed. */
  listChanged?: boolean;
}

/** The list of resources has changed. */
export interface ResourcesChangedEvent {
  type: "resourcesChanged";
}

/**
 * Who speaks, or whom a thing is meant for (2026-07-28 `schema`, `Role`).
 *
 * - `user`: A person.
 * - `assistant`: A model.
 */
export type Role = "user" | "assistant" | (string & {});

/** A folder that a server may work in. */
export interface Root {
  /** Its address, which begins with `file://`. */
  uri: string;
  /** The name that people see. */
  name?: string;
  /** What is attached to it. */
  _meta?: Record<string, unknown>;
}

/** A server's JSON-RPC error: untrusted. */
export interface RpcErrorReport {
  /** The code. */
  code: number;
  /** What the server says. */
  message: string;
  /** What the server adds. */
  data?: unknown;
}

/** A picture that Hostline has drawn anew from a server's icon. */
export interface SafeIcon {
  kind: "shown";
  /** The picture: a PNG. */
  png: Uint8Array;
  /** Its width, in pixels. */
  width: number;
  /** Its height, in pixels. */
  height: number;
}

/** One message of the conversation. */
export interface SamplingMessage {
  /** Who says it. */
  role: Role;
  /**
   * What is said: one piece in the protocol's own form, such as `{"type": "text", "text":
   * "hello"}`, or since 2025-11-25 several.
   */
  content: unknown;
  /** What is attached to the message (since 2025-11-25). */
  _meta?: Record<string, unknown>;
}

/** A record to keep in place of the earlier one of this name. */
export interface SaveRecordQuestion {
  /** Its name. */
  name: string;
  /** The record. It holds tokens or secrets. */
  record: string;
}

/**
 * What a server does now.
 *
 * - `disabled`: The person has turned it off.
 * - `idle`: Nobody has needed it yet, or it was stopped.
 * - `starting`: It is being started.
 * - `ready`: It serves.
 * - `waiting`: It has ended by itself and is started again after a wait.
 * - `failed`: It could not be started, and is not tried again until somebody needs it.
 */
export type ServerActivity =
  | "disabled"
  | "idle"
  | "starting"
  | "ready"
  | "waiting"
  | "failed"
  | (string & {});

/** What a server can do (2026-07-28 `schema`, `ServerCapabilities`). */
export interface ServerCapabilities {
  /** Capabilities of no version. */
  experimental?: Record<string, unknown>;
  /** The server sends log messages; deprecated by 2026-07-28. */
  logging?: Capability;
  /** The server completes arguments. */
  completions?: Capability;
  /** The server has prompts. */
  prompts?: ListCapability;
  /** The server has resources. */
  resources?: ResourcesCapability;
  /** The server has tools. */
  tools?: ListCapability;
  /** The tasks that the server offers (2025-11-25 only). */
  tasks?: TaskCapability;
  /** The extensions that the server knows, with their settings. */
  extensions?: Record<string, unknown>;
}

/** What is said of a server. */
export interface ServerNote {
  /** Which one. */
  server: string;
  /** What it is, in a sentence. */
  sentence: string;
}

/** How a server stands. */
export interface ServerStatus {
  /** What the configuration calls it. */
  server: string;
  /** What it does now. */
  activity: ServerActivity;
  /** How it stands, in words. */
  sentence: string;
  /** About how many tokens the definitions of its offered tools take. */
  tokens: number;
  /**
   * The last step that it has reached since it was started last: `begun`, `heard`, `negotiated`,
   * `authorized` or `listed`.
   */
  step?: string;
  /** Since when it does that, in seconds since 1970. */
  since?: number;
  /** The protocol version that is spoken. */
  version?: string;
  /** The transport. */
  transport?: string;
  /** How many tools it lists. */
  tools?: number;
  /** How often it has ended by itself in a row. */
  failures?: number;
  /** Why it does not serve. */
  fault?: StatusFault;
}

/** What a sign-in has given. */
export interface SessionStatus {
  /** The issuer of the token. */
  issuer: string;
  /** What the token allows, as far as is known. */
  scopes: string[];
  /** When the sign-in, or the last renewal, was, in seconds since 1970. */
  obtainedAt: number;
  /** Whether the token can be renewed without asking anybody. */
  canBeRenewed: boolean;
  /** The client that the issuer knows the program as. */
  clientId?: string;
  /** How that client came to be known. */
  registration?: RegistrationKind;
  /** When the token is over, in seconds since 1970; none where the issuer did not say. */
  expiresAt?: number;
  /** When it was last renewed, in seconds since 1970. */
  refreshedAt?: number;
}

/** A question needs no answer any more. */
export interface SettledEvent {
  type: "settled";
  /** Its number. */
  id: string;
}

/** How long the steps of ending a server's process wait. */
export interface ShutdownWaits {
  /** After the end of its input, before it is asked to end, in milliseconds. Default 2,000. */
  eofMs?: number;
  /** After it was asked to end, before it is made to, in milliseconds. Default 2,000. */
  termMs?: number;
}

/** A step of signing in, renewing or signing out. It holds no token, code or secret. */
export interface SignInEvent {
  type: "signIn";
  /** Which one. */
  step: SignInStep;
  /** What was sent or answered, where there is a text. */
  detail?: string;
  /** The issuer. */
  issuer?: string;
  /** What is asked for, or allowed. */
  scopes?: string[];
  /** When the token is over, in seconds since 1970. */
  expiresAt?: number;
  /** Why. */
  reason?: ErrorReport;
}

/**
 * A step of signing in, renewing or signing out.
 *
 * - `sending`: Something is sent to the server or an issuer.
 * - `answered`: The answer to it.
 * - `unanswered`: There was no answer.
 * - `visiting`: A person is sent to an issuer's page.
 * - `waiting`: A person must sign in, and could not be asked now.
 * - `signed_in`: Somebody has signed in.
 * - `renewed`: The token was renewed.
 * - `dropped`: The issuer has taken the tokens back, and they are forgotten.
 * - `not_renewed`: The issuer will not renew the token, which is kept.
 * - `not_kept`: A new token could not be stored; it is used while the program lives.
 * - `failed`: A sign-in came to nothing.
 * - `signed_out`: Somebody has signed out.
 */
export type SignInStep =
  | "sending"
  | "answered"
  | "unanswered"
  | "visiting"
  | "waiting"
  | "signed_in"
  | "renewed"
  | "dropped"
  | "not_renewed"
  | "not_kept"
  | "failed"
  | "signed_out"
  | (string & {});

/** What would come of a call. */
export interface Simulation {
  /** The tool's name in the catalogue. */
  tool: string;
  /** The server that has it. */
  server: string;
  /** `allow`, `ask` or `deny`. */
  verdict: string;
  /** The verdict in words. */
  sentence: string;
  /** What it rests on. */
  because: unknown;
}

/**
 * Whether something is offered.
 *
 * - `offered`: It is.
 * - `off`: The person has turned it off.
 * - `held`: It waits for approval.
 */
export type Standing = "offered" | "off" | "held" | (string & {});

/** A server stands otherwise than before. */
export interface StatusEvent {
  type: "status";
  /** How it stands. */
  status: ServerStatus;
}

/** Why a server does not serve. */
export interface StatusFault {
  /** The stable name of the kind of failure. */
  code: string;
  /** The sentence for a person, with what to do. */
  sentence: string;
}

/** A line that the server's process wrote to its standard error. */
export interface StderrEvent {
  type: "stderr";
  /** The line: untrusted text. */
  line: string;
}

/**
 * Why a model stopped.
 *
 * - `endTurn`: It was done.
 * - `stopSequence`: It came to a stop sequence.
 * - `maxTokens`: It had said as much as it may.
 * - `toolUse`: It wants a tool to be called.
 */
export type StopReason = "endTurn" | "stopSequence" | "maxTokens" | "toolUse" | (string & {});

/**
 * A request that runs on its own. It is also the answer to `tasks/get` and `tasks/cancel` and the
 * parameters of `notifications/tasks/status`.
 */
export interface Task {
  /** The task's identifier. */
  taskId: string;
  /** How it stands. */
  status: TaskStatus;
  /** When it was made, by ISO 8601. */
  createdAt: string;
  /** When its status last changed, by ISO 8601. */
  lastUpdatedAt: string;
  /** For how many milliseconds it is kept from its making on; none means without end. */
  ttl?: number;
  /** More about how it stands, in words for a person. */
  statusMessage?: string;
  /** After how many milliseconds it is worth asking again. */
  pollInterval?: number;
  /** What is attached to it. */
  _meta?: Record<string, unknown>;
}

/** What a peer can do with tasks (2025-11-25 `basic/utilities/tasks`, "Capabilities"). */
export interface TaskCapability {
  /** Tasks can be listed. */
  list?: Capability;
  /** Tasks can be cancelled. */
  cancel?: Capability;
  /** The requests that can become tasks. */
  requests?: TaskRequests;
}

/** The requests for a person's answer that can become tasks. */
export interface TaskElicitationRequests {
  /** `elicitation/create`. */
  create?: Capability;
}

/** What a request says that asks to become a task. */
export interface TaskMetadata {
  /** For how many milliseconds the task is to be kept. */
  ttl?: number;
}

/** The requests that can become tasks (2025-11-25 `basic/utilities/tasks`, "Capabilities"). */
export interface TaskRequests {
  /** Requests about tools, to a server. */
  tools?: TaskToolRequests;
  /** Requests for a model's answer, to a client. */
  sampling?: TaskSamplingRequests;
  /** Requests for a person's answer, to a client. */
  elicitation?: TaskElicitationRequests;
}

/** The requests for a model's answer that can become tasks. */
export interface TaskSamplingRequests {
  /** `sampling/createMessage`. */
  createMessage?: Capability;
}

/**
 * How a task stands (2025-11-25 `basic/utilities/tasks`, "Task Status Lifecycle").
 *
 * - `working`: It runs.
 * - `input_required`: It waits for an answer to a request of the server.
 * - `completed`: It has ended well, and its result can be fetched.
 * - `failed`: It has ended badly.
 * - `cancelled`: It was given up.
 */
export type TaskStatus =
  | "working"
  | "input_required"
  | "completed"
  | "failed"
  | "cancelled"
  | (string & {});

/** A task has changed. */
export interface TaskStatusEvent {
  type: "taskStatus";
  /** The task. */
  task: Task;
}

/**
 * Whether calls of a tool can become tasks (2025-11-25 `basic/utilities/tasks`, "Tool-Level
 * Negotiation").
 *
 * - `forbidden`: They cannot.
 * - `optional`: They can.
 * - `required`: They must.
 */
export type TaskSupport = "forbidden" | "optional" | "required" | (string & {});

/** The requests about tools that can become tasks. */
export interface TaskToolRequests {
  /** `tools/call`. */
  call?: Capability;
}

/** Text (2026-07-28 `schema`, `TextContent`). */
export interface TextContent {
  type: "text";
  /** The text: a peer's own words. */
  text: string;
  /** Hints for the reader's program. */
  annotations?: Annotations;
  /** What is attached to the text. */
  _meta?: Record<string, unknown>;
}

/** A run of words. */
export interface TextRun {
  /** `kept`, `removed` or `added`. */
  kind: string;
  /** The words. */
  text: string;
}

/**
 * Where tokens and secrets are kept.
 *
 * - `keychain`: In files that are sealed with a key of the system's keychain: the default.
 * - `passphrase`: In files that are sealed with a key made of a passphrase.
 * - `memory`: In memory, as long as the program runs.
 * - `delegate`: With the delegate.
 */
export type TokenStoreChoice =
  | KeychainStore
  | PassphraseStore
  | MemoryStore
  | DelegateStore
  | UnknownTokenStoreChoice;

/** What no variant of `TokenStoreChoice` is, as a peer of another version sent it. */
export interface UnknownTokenStoreChoice {
  kind: Unlisted;
  [member: string]: unknown;
}

/** Something that a server can do (2026-07-28 `server/tools`, "Tool"). */
export interface Tool {
  /** The name by which it is called. */
  name: string;
  /** The JSON Schema of its arguments; any object where a peer sent none. */
  inputSchema: unknown;
  /** The JSON Schema of its structured content (since 2025-06-18). */
  outputSchema?: unknown;
  /** The name that people see (since 2025-06-18). */
  title?: string;
  /** What it does, in words that a model reads. */
  description?: string;
  /** Hints about what it does (since 2025-03-26). They are the server's own word. */
  annotations?: ToolAnnotations;
  /** How it can be run (2025-11-25 only). */
  execution?: ToolExecution;
  /** Pictures that stand for it (since 2025-11-25). */
  icons?: Icon[];
  /** What is attached to it. */
  _meta?: Record<string, unknown>;
}

/**
 * Hints about what a tool does (2026-07-28 `schema`, `ToolAnnotations`). They must not be trusted
 * unless the server is.
 */
export interface ToolAnnotations {
  /** The name that people see. */
  title?: string;
  /** The tool changes nothing. Taken as false when absent. */
  readOnlyHint?: boolean;
  /** The tool may destroy something. Taken as true when absent. */
  destructiveHint?: boolean;
  /** Calling the tool again with the same arguments does no more. Taken as false when absent. */
  idempotentHint?: boolean;
  /** The tool reaches the world outside. Taken as true when absent. */
  openWorldHint?: boolean;
}

/** Whether a model must use tools. */
export interface ToolChoice {
  /** Whether it must; taken as `auto` when absent. */
  mode?: ToolChoiceMode;
}

/**
 * Whether a model must use tools.
 *
 * - `auto`: As it likes.
 * - `required`: At least one.
 * - `none`: None.
 */
export type ToolChoiceMode = "auto" | "required" | "none" | (string & {});

/** How a tool can be run (2025-11-25 `schema`, `ToolExecution`). */
export interface ToolExecution {
  /** Whether calls of it can become tasks. Taken as forbidden when absent. */
  taskSupport?: TaskSupport;
}

/** The list of tools has changed. Nothing is fetched by itself. */
export interface ToolsChangedEvent {
  type: "toolsChanged";
}

/** A notification that Hostline does not know. */
export interface UnknownNotificationEvent {
  type: "unknown";
  /** The method. */
  method: string;
  /** The parameters. */
  params?: unknown;
}

/** What was found about a result's structured content. */
export interface Validation {
  /** Whether it fits. */
  status: ValidationStatus;
  /** What does not fit: sentences that name a place and a rule. */
  findings?: string[];
}

/**
 * Whether a result's structured content fits the schema that the tool promised.
 *
 * - `unchecked`: It was not checked: there is no schema, no content, or nobody asked.
 * - `valid`: It fits.
 * - `mismatch`: It does not fit.
 * - `unsupported_dialect`: The schema's dialect is unknown, so that nothing can be said.
 * - `invalid_schema`: The schema itself is invalid.
 * - `external_ref`: The schema refers to another document, which is never fetched.
 */
export type ValidationStatus =
  | "unchecked"
  | "valid"
  | "mismatch"
  | "unsupported_dialect"
  | "invalid_schema"
  | "external_ref"
  | (string & {});
