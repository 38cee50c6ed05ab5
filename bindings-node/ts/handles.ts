// Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.

import type {
  CallOptions,
  CallToolOptions,
  CancelTaskOptions,
  CompleteOptions,
  ConnectOptions,
  DisplaySafeOptions,
  GetPromptOptions,
  GetTaskOptions,
  HostAddServerOptions,
  HostCallOpenaiOptions,
  HostCallToolOptions,
  HostCatalogueOptions,
  HostForgetPinsOptions,
  HostGetPromptOptions,
  HostLogOptions,
  HostOpenaiToolsOptions,
  HostReadAuditOptions,
  HostReadResourceOptions,
  HostServersOptions,
  HostSimulateOptions,
  HostWatchOptions,
  IconOptions,
  ListPromptsOptions,
  ListResourcesOptions,
  ListResourceTemplatesOptions,
  ListTasksOptions,
  ListToolsOptions,
  OpenAccountsOptions,
  OpenHostOptions,
  PingOptions,
  ReadResourceOptions,
  RequestOptions,
  SetLogLevelOptions,
  StartTaskOptions,
  SubscribeOptions,
  TaskResultOptions,
} from "./api.js";
import { Connection, evaluate, listing, Opened, open, Stream, withBytes } from "./runtime.js";
import type {
  AccountStatus,
  AuditReport,
  CallToolResult,
  Catalogue,
  CompleteResult,
  CompletionArgument,
  CompletionReference,
  Connected,
  Decision,
  Event,
  GetPromptResult,
  Grant,
  HostCallResult,
  HostEvent,
  HostInfo,
  HostLog,
  HostQuestion,
  Icon,
  IconPicture,
  Listing,
  LoggingLevel,
  Pins,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
  ServerStatus,
  Simulation,
  Task,
  Tool,
} from "./types.js";

/**
 * A connection to one server.
 *
 * It ends when it is closed, or when nothing refers to it any more.
 */
export class Client extends Connection<Event> {
  /** What is known of it. */
  get info(): Connected {
    return this.known as Connected;
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
    return listing(await this.call("tools/list", params, { signal }));
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
    const result = await this.call("tools/call", request, { signal, onProgress });
    return result as CallToolResult;
  }

  /**
   * Lists the server's resources, through all pages (2026-07-28 `server/resources`).
   *
   * A resource that does not have the shape of one is left out and reported.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async listResources(options: ListResourcesOptions = {}): Promise<Listing<Resource>> {
    const { signal, ...params } = options;
    return listing(await this.call("resources/list", params, { signal }));
  }

  /**
   * Lists the server's resource templates, through all pages (2026-07-28 `server/resources`,
   * "Resource Templates").
   *
   * A template that does not have the shape of one is left out and reported.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async listResourceTemplates(
    options: ListResourceTemplatesOptions = {},
  ): Promise<Listing<ResourceTemplate>> {
    const { signal, ...params } = options;
    return listing(await this.call("resources/templates/list", params, { signal }));
  }

  /**
   * Reads a resource (2026-07-28 `server/resources`, "Reading Resources").
   *
   * @param uri - The resource's address.
   * @throws HostlineError, or the reason of the signal.
   */
  async readResource(uri: string, options: ReadResourceOptions = {}): Promise<ReadResourceResult> {
    const { signal, ...params } = options;
    const request = { ...params, uri };
    const result = await this.call("resources/read", request, { signal });
    return result as ReadResourceResult;
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
    return listing(await this.call("prompts/list", params, { signal }));
  }

  /**
   * Gets a prompt with its arguments filled in (2026-07-28 `server/prompts`, "Getting a Prompt").
   *
   * @param name - The prompt's name.
   * @param args - The arguments, by their names. Default: without any.
   * @throws HostlineError, or the reason of the signal.
   */
  async getPrompt(
    name: string,
    args?: Record<string, string>,
    options: GetPromptOptions = {},
  ): Promise<GetPromptResult> {
    const { signal, ...params } = options;
    const request = { ...params, name, arguments: args };
    const result = await this.call("prompts/get", request, { signal });
    return result as GetPromptResult;
  }

  /**
   * Asks for completions of an argument (2026-07-28 `server/utilities/completion`).
   *
   * @param ref - The prompt or the resource template that has the argument.
   * @param argument - The argument, as far as it is typed.
   * @throws HostlineError, or the reason of the signal.
   */
  async complete(
    ref: CompletionReference,
    argument: CompletionArgument,
    options: CompleteOptions = {},
  ): Promise<CompleteResult> {
    const { signal, ...params } = options;
    const request = { ...params, ref, argument };
    const result = await this.call("completion/complete", request, { signal });
    return result as CompleteResult;
  }

  /**
   * Asks whether the server is there. Versions without `ping` are asked to discover themselves.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async ping(options: PingOptions = {}): Promise<void> {
    const { signal, ...params } = options;
    await this.call("ping", params, { signal });
  }

  /**
   * Sets the lowest level of log messages that the server sends. Where the version says it with
   * each request, later requests say it.
   *
   * @param level - The lowest level.
   * @throws HostlineError, or the reason of the signal.
   */
  async setLogLevel(level: LoggingLevel, options: SetLogLevelOptions = {}): Promise<void> {
    const { signal, ...params } = options;
    const request = { ...params, level };
    await this.call("logging/setLevel", request, { signal });
  }

  /**
   * Sends any request, and gives its result as it came.
   *
   * Cancelling it tells the server to stop; it may have taken effect all the same.
   *
   * @param method - The method.
   * @param parameters - The parameters: an object without `_meta`. Default: without any.
   * @throws HostlineError, or the reason of the signal.
   */
  async request(
    method: string,
    parameters?: Record<string, unknown>,
    options: RequestOptions = {},
  ): Promise<unknown> {
    const { signal, ...params } = options;
    const request = { ...params, method, params: parameters };
    return await this.call("request", request, { signal });
  }

  /**
   * Calls a tool as a task that the server keeps (2025-11-25 `basic/utilities/tasks`).
   *
   * A server that has not declared tasks for calls of tools, and a tool that does not allow them,
   * are refused before anything is sent.
   *
   * @param name - The tool's name.
   * @param args - The arguments: an object. Default: without any.
   * @throws HostlineError, or the reason of the signal.
   */
  async startTask(
    name: string,
    args?: Record<string, unknown>,
    options: StartTaskOptions = {},
  ): Promise<Task> {
    const { signal, ...params } = options;
    const request = { ...params, name, arguments: args };
    const result = await this.call("tasks/start", request, { signal });
    return result as Task;
  }

  /**
   * Reads a task (2025-11-25 `basic/utilities/tasks`).
   *
   * @param taskId - The task's identifier.
   * @throws HostlineError, or the reason of the signal.
   */
  async getTask(taskId: string, options: GetTaskOptions = {}): Promise<Task> {
    const { signal, ...params } = options;
    const request = { ...params, taskId };
    const result = await this.call("tasks/get", request, { signal });
    return result as Task;
  }

  /**
   * Lists the server's tasks, through all pages (2025-11-25 `basic/utilities/tasks`).
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async listTasks(options: ListTasksOptions = {}): Promise<Listing<Task>> {
    const { signal, ...params } = options;
    return listing(await this.call("tasks/list", params, { signal }));
  }

  /**
   * Cancels a task (2025-11-25 `basic/utilities/tasks`).
   *
   * @param taskId - The task's identifier.
   * @throws HostlineError, or the reason of the signal.
   */
  async cancelTask(taskId: string, options: CancelTaskOptions = {}): Promise<Task> {
    const { signal, ...params } = options;
    const request = { ...params, taskId };
    const result = await this.call("tasks/cancel", request, { signal });
    return result as Task;
  }

  /**
   * Waits for a task to end, polling as often as the server advises, and gives its result as it
   * came: that of the request which the task runs.
   *
   * The longest wait in all bounds the whole of it; the task goes on all the same.
   *
   * @param taskId - The task's identifier.
   * @throws HostlineError, or the reason of the signal.
   */
  async taskResult(taskId: string, options: TaskResultOptions = {}): Promise<unknown> {
    const { signal, ...params } = options;
    const request = { ...params, taskId };
    return await this.call("tasks/result", request, { signal });
  }

  /**
   * Tells the server that the list of roots has changed. Versions that ask for roots whenever they
   * need them are not told.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async rootsChanged(options: CallOptions = {}): Promise<void> {
    await this.call("notifications/roots/list_changed", {}, options);
  }

  /**
   * Makes a picture of whichever of these icons suits best, drawn anew (2026-07-28 `basic`,
   * "`icons`").
   *
   * An icon is `data:`, or stands at the server's own origin and is fetched from there, without
   * credentials. One that is not safe to show is refused, which is no failure.
   *
   * @param icons - The icons that the server gives for something: itself, a tool, a prompt, a
   *   resource.
   * @param size - The length of the picture's sides, in pixels.
   * @throws HostlineError, or the reason of the signal.
   */
  async icon(icons: Icon[], size: number, options: IconOptions = {}): Promise<IconPicture> {
    const { signal, ...params } = options;
    const request = { ...params, icons, size };
    const result = await this.call("icon", request, { signal });
    return withBytes(result, ["png"]) as IconPicture;
  }

  /**
   * How the account stands that the client acts for, as the store says. Nothing is sent.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async accountStatus(options: CallOptions = {}): Promise<AccountStatus> {
    const result = await this.call("account/status", {}, options);
    return result as AccountStatus;
  }

  /**
   * Lets a person sign in now, whether or not there is a token.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async signIn(options: CallOptions = {}): Promise<void> {
    await this.call("account/signIn", {}, options);
  }

  /**
   * Forgets the tokens of the account, here and in the store, and tells the issuer where it offers
   * that. Gives whether there was anything to forget.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async signOut(options: CallOptions = {}): Promise<boolean> {
    const result = await this.call("account/signOut", {}, options);
    return result as boolean;
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
    await this.call("close", {}, options);
  }

  /**
   * Subscribes to changes (2026-07-28 `basic/patterns/subscriptions`).
   *
   * A stream that breaks is opened again. Older versions send list changes unasked, and changes of
   * resources after `resources/subscribe`; what arrives is the same. A subscription that nothing
   * refers to any more ends.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async subscribe(options: SubscribeOptions = {}): Promise<Subscription> {
    const { signal, ...params } = options;
    return new Subscription(await open(this, "subscribe", params, { signal }));
  }
}

/**
 * A subscription to changes: iterate over it to hear of them, until it is closed or the connection
 * has ended. One reader at a time.
 *
 * An event `missed` stands for changes that may have been lost while a broken stream was opened
 * again.
 */
export class Subscription extends Stream<Event> {
  /**
   * Ends the subscription, and waits until that is on its way to the server. Whoever reads it comes
   * to its end.
   *
   * Closing twice does nothing more.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async close(options: CallOptions = {}): Promise<void> {
    await this.call("close", {}, options);
  }
}

/** Where tokens and secrets are kept: accounts at servers, and secrets by their names. */
export class Accounts extends Opened {
  /**
   * How the account at a server stands. Nothing is sent.
   *
   * @param target - The server's address.
   * @throws HostlineError, or the reason of the signal.
   */
  async status(target: string, options: CallOptions = {}): Promise<AccountStatus> {
    const request = { target };
    const result = await this.call("account/status", request, options);
    return result as AccountStatus;
  }

  /**
   * Forgets the tokens for a server, and tells the issuer where it offers that. Gives whether there
   * was anything to forget.
   *
   * @param target - The server's address.
   * @throws HostlineError, or the reason of the signal.
   */
  async signOut(target: string, options: CallOptions = {}): Promise<boolean> {
    const request = { target };
    const result = await this.call("account/signOut", request, options);
    return result as boolean;
  }

  /**
   * Lists the names of the secrets, in order.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async listSecrets(options: CallOptions = {}): Promise<string[]> {
    const result = await this.call("secret/list", {}, options);
    return result as string[];
  }

  /**
   * Keeps a secret in place of the earlier one of this name. A configuration refers to it as
   * `${secret:NAME}`.
   *
   * @param name - The name: letters, digits, hyphens, underscores and dots.
   * @param value - The secret.
   * @throws HostlineError, or the reason of the signal.
   */
  async setSecret(name: string, value: string, options: CallOptions = {}): Promise<void> {
    const request = { name, value };
    await this.call("secret/set", request, options);
  }

  /**
   * Forgets a secret. Gives whether there was one.
   *
   * @param name - The name: letters, digits, hyphens, underscores and dots.
   * @throws HostlineError, or the reason of the signal.
   */
  async removeSecret(name: string, options: CallOptions = {}): Promise<boolean> {
    const request = { name };
    const result = await this.call("secret/remove", request, options);
    return result as boolean;
  }

  /**
   * Lets go of the store; what is kept stays. Closing twice does nothing more.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async close(options: CallOptions = {}): Promise<void> {
    await this.call("close", {}, options);
  }
}

/**
 * Many servers behind one gate: those of a configuration, what each may do, what a person has
 * allowed, and the record of what was done.
 *
 * It ends when it is closed, or when nothing refers to it any more.
 */
export class Host extends Opened {
  /** What is known of it. */
  get info(): HostInfo {
    return this.known as HostInfo;
  }

  /**
   * How the servers of the configuration stand.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async servers(options: HostServersOptions = {}): Promise<ServerStatus[]> {
    const { signal, ...params } = options;
    const result = await this.call("servers", params, { signal });
    return result as ServerStatus[];
  }

  /**
   * Starts a server and waits until it serves.
   *
   * @param server - What the configuration calls it.
   * @throws HostlineError, or the reason of the signal.
   */
  async startServer(server: string, options: CallOptions = {}): Promise<void> {
    const request = { server };
    await this.call("server/start", request, options);
  }

  /**
   * Ends a server, with everything that it has started, until it is needed again.
   *
   * @param server - What the configuration calls it.
   * @throws HostlineError, or the reason of the signal.
   */
  async stopServer(server: string, options: CallOptions = {}): Promise<void> {
    const request = { server };
    await this.call("server/stop", request, options);
  }

  /**
   * Starts a server anew, without waiting for it.
   *
   * @param server - What the configuration calls it.
   * @throws HostlineError, or the reason of the signal.
   */
  async restartServer(server: string, options: CallOptions = {}): Promise<void> {
    const request = { server };
    await this.call("server/restart", request, options);
  }

  /**
   * Adds a server to the configuration. It is started when it is needed.
   *
   * @param server - What to call it: at most 32 letters and digits, with single `-` and `_`
   *   between them. The catalogue calls its tools `NAME__TOOL`.
   * @param target - An address that begins with `https://` or `http://`, or a command line.
   * @throws HostlineError, or the reason of the signal.
   */
  async addServer(
    server: string,
    target: string,
    options: HostAddServerOptions = {},
  ): Promise<void> {
    const { signal, ...params } = options;
    const request = { ...params, server, target };
    await this.call("server/add", request, { signal });
  }

  /**
   * Removes a server from the configuration.
   *
   * @param server - What the configuration calls it.
   * @throws HostlineError, or the reason of the signal.
   */
  async removeServer(server: string, options: CallOptions = {}): Promise<void> {
    const request = { server };
    await this.call("server/remove", request, options);
  }

  /**
   * Switches a server of the configuration on.
   *
   * @param server - What the configuration calls it.
   * @throws HostlineError, or the reason of the signal.
   */
  async enableServer(server: string, options: CallOptions = {}): Promise<void> {
    const request = { server };
    await this.call("server/enable", request, options);
  }

  /**
   * Switches a server of the configuration off.
   *
   * @param server - What the configuration calls it.
   * @throws HostlineError, or the reason of the signal.
   */
  async disableServer(server: string, options: CallOptions = {}): Promise<void> {
    const request = { server };
    await this.call("server/disable", request, options);
  }

  /**
   * Reads the configuration and the grants again.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async reload(options: CallOptions = {}): Promise<void> {
    await this.call("reload", {}, options);
  }

  /**
   * What all servers offer, as one list; only those that have been started, unless they are to be
   * started first.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async catalogue(options: HostCatalogueOptions = {}): Promise<Catalogue> {
    const { signal, ...params } = options;
    const result = await this.call("catalogue", params, { signal });
    return result as Catalogue;
  }

  /**
   * The tools that are offered, each as a member of `tools` of a request to a model in the form of
   * OpenAI's interface.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async openaiTools(options: HostOpenaiToolsOptions = {}): Promise<unknown[]> {
    const { signal, ...params } = options;
    const result = await this.call("openai/tools", params, { signal });
    return result as unknown[];
  }

  /**
   * Makes a call that a model wants, a member of `tool_calls` of its message, through the gate.
   * Gives the message for the model with what came of it; a call that may not be made fails with
   * `denied`, and gives none.
   *
   * @param call - A member of `tool_calls` of the model's message.
   * @throws HostlineError, or the reason of the signal.
   */
  async callOpenai(call: unknown, options: HostCallOpenaiOptions = {}): Promise<unknown> {
    const { signal, ...params } = options;
    const request = { ...params, call };
    return await this.call("openai/call", request, { signal });
  }

  /**
   * Calls a tool through the gate: the policy, a person where it says so, and the record.
   *
   * A tool that fails says so in the result (`isError`); that is no error of the call. A call that
   * may not be made fails with `denied`.
   *
   * @param tool - The tool's name: that of the catalogue, or the server's own where the server is
   *   given.
   * @param args - The arguments: an object. Default: without any.
   * @throws HostlineError, or the reason of the signal.
   */
  async callTool(
    tool: string,
    args?: Record<string, unknown>,
    options: HostCallToolOptions = {},
  ): Promise<HostCallResult> {
    const { signal, onProgress, ...params } = options;
    const request = { ...params, tool, arguments: args };
    const result = await this.call("tools/call", request, { signal, onProgress });
    return result as HostCallResult;
  }

  /**
   * Gets a prompt of a server with its arguments filled in.
   *
   * @param name - The prompt's name: that of the catalogue, or the server's own where it is
   *   given.
   * @param args - The arguments, by their names. Default: without any.
   * @throws HostlineError, or the reason of the signal.
   */
  async getPrompt(
    name: string,
    args?: Record<string, string>,
    options: HostGetPromptOptions = {},
  ): Promise<GetPromptResult> {
    const { signal, ...params } = options;
    const request = { ...params, name, arguments: args };
    const result = await this.call("prompts/get", request, { signal });
    return result as GetPromptResult;
  }

  /**
   * Reads a resource of a server.
   *
   * @param address - The resource's address: that of the catalogue, or the server's own where it
   *   is given.
   * @throws HostlineError, or the reason of the signal.
   */
  async readResource(
    address: string,
    options: HostReadResourceOptions = {},
  ): Promise<ReadResourceResult> {
    const { signal, ...params } = options;
    const request = { ...params, address };
    const result = await this.call("resources/read", request, { signal });
    return result as ReadResourceResult;
  }

  /**
   * Says what would come of a call, and why, without making it or asking anybody.
   *
   * @param tool - The tool's name: that of the catalogue, or the server's own where the server is
   *   given.
   * @param args - The arguments: an object. Default: without any.
   * @throws HostlineError, or the reason of the signal.
   */
  async simulate(
    tool: string,
    args?: Record<string, unknown>,
    options: HostSimulateOptions = {},
  ): Promise<Simulation> {
    const { signal, ...params } = options;
    const request = { ...params, tool, arguments: args };
    const result = await this.call("policy/simulate", request, { signal });
    return result as Simulation;
  }

  /**
   * Lists the rules of the policy, as the configuration has them.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async listRules(options: CallOptions = {}): Promise<unknown[]> {
    const result = await this.call("policy/list", {}, options);
    return result as unknown[];
  }

  /**
   * Adds a rule to the policy.
   *
   * @param rule - An object with a `name` that no other rule has, an `effect` (`allow`, `ask` or
   *   `deny`), and any of `server`, `tool`, `client`, `action` and `where`: see `docs/policy.md`.
   * @throws HostlineError, or the reason of the signal.
   */
  async addRule(rule: Record<string, unknown>, options: CallOptions = {}): Promise<void> {
    const request = { rule };
    await this.call("policy/add", request, options);
  }

  /**
   * Removes a rule of the policy.
   *
   * @param name - Its name.
   * @throws HostlineError, or the reason of the signal.
   */
  async removeRule(name: string, options: CallOptions = {}): Promise<void> {
    const request = { name };
    await this.call("policy/remove", request, options);
  }

  /**
   * Lists what a person has granted.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async listGrants(options: CallOptions = {}): Promise<Grant[]> {
    const result = await this.call("grants/list", {}, options);
    return result as Grant[];
  }

  /**
   * Takes back what a person has granted. Gives whether it was there.
   *
   * @param grant - Its name.
   * @throws HostlineError, or the reason of the signal.
   */
  async revokeGrant(grant: string, options: CallOptions = {}): Promise<boolean> {
    const request = { grant };
    const result = await this.call("grants/revoke", request, options);
    return result as boolean;
  }

  /**
   * What is approved of a server, and what has changed since, word by word.
   *
   * @param server - What the configuration calls it.
   * @throws HostlineError, or the reason of the signal.
   */
  async pins(server: string, options: CallOptions = {}): Promise<Pins> {
    const request = { server };
    const result = await this.call("pins", request, options);
    return result as Pins;
  }

  /**
   * Approves definitions that a person has seen. Gives how many are approved now.
   *
   * @param server - The server.
   * @param digests - What stands for them, so that nothing is approved that was not seen.
   * @throws HostlineError, or the reason of the signal.
   */
  async approvePins(server: string, digests: string[], options: CallOptions = {}): Promise<number> {
    const request = { server, digests };
    const result = await this.call("pins/approve", request, options);
    return result as number;
  }

  /**
   * Takes approval back: of one definition by its kind and name, of the `instructions` by that kind
   * alone, or of everything. Gives whether there was any.
   *
   * @param server - The server.
   * @throws HostlineError, or the reason of the signal.
   */
  async forgetPins(server: string, options: HostForgetPinsOptions = {}): Promise<boolean> {
    const { signal, ...params } = options;
    const request = { ...params, server };
    const result = await this.call("pins/forget", request, { signal });
    return result as boolean;
  }

  /**
   * Reads the record of what was done, the oldest line first. In the place of a line that is
   * damaged stands why, as `unreadable`.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async readAudit(options: HostReadAuditOptions = {}): Promise<unknown[]> {
    const { signal, ...params } = options;
    const result = await this.call("audit/read", params, { signal });
    return result as unknown[];
  }

  /**
   * Looks at the whole record, whether it is as it was written.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async verifyAudit(options: CallOptions = {}): Promise<AuditReport> {
    const result = await this.call("audit/verify", {}, options);
    return result as AuditReport;
  }

  /**
   * What was said between us and a server, as far as it is kept.
   *
   * @param server - The server.
   * @throws HostlineError, or the reason of the signal.
   */
  async log(server: string, options: HostLogOptions = {}): Promise<HostLog> {
    const { signal, ...params } = options;
    const request = { ...params, server };
    const result = await this.call("log", request, { signal });
    return result as HostLog;
  }

  /**
   * The questions that wait for a person.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async listQuestions(options: CallOptions = {}): Promise<HostQuestion[]> {
    const result = await this.call("questions/list", {}, options);
    return result as HostQuestion[];
  }

  /**
   * Answers a question for a person.
   *
   * @param question - The question's number, as text: it may be larger than some languages'
   *   numbers.
   * @param decision - What a person has decided.
   * @throws HostlineError, or the reason of the signal.
   */
  async answerQuestion(
    question: string,
    decision: Decision,
    options: CallOptions = {},
  ): Promise<void> {
    const request = { question, decision };
    await this.call("questions/answer", request, options);
  }

  /**
   * Ends the host in good order, with its servers, where it is in this process; otherwise it goes
   * on. Closing twice does nothing more.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async close(options: CallOptions = {}): Promise<void> {
    await this.call("close", {}, options);
  }

  /**
   * Listens to a host: how its servers stand, questions, and what is said.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async watch(options: HostWatchOptions = {}): Promise<Watch> {
    const { signal, ...params } = options;
    return new Watch(await open(this, "watch", params, { signal }));
  }
}

/**
 * What a host says: iterate over it to hear it, until it is closed or the host has ended. One
 * reader at a time.
 */
export class Watch extends Stream<HostEvent> {
  /**
   * Hears no more. Whoever reads it comes to its end.
   *
   * @throws HostlineError, or the reason of the signal.
   */
  async close(options: CallOptions = {}): Promise<void> {
    await this.call("close", {}, options);
  }
}

/**
 * Connects to a server: an address, or a command line that is split by the platform's rules and
 * never run by a shell.
 *
 * It finds out by itself which protocol versions the server speaks.
 *
 * @param target - The server: an address that begins with `https://` or `http://`, or a command
 *   line.
 * @throws HostlineError, or the reason of the signal.
 */
export async function connect(target: string, options: ConnectOptions = {}): Promise<Client> {
  const { signal, delegate, ...params } = options;
  const request = { ...params, target };
  return new Client(await open(undefined, "connect", request, { signal, delegate }));
}

/**
 * Opens the place where tokens and secrets are kept.
 *
 * @throws HostlineError, or the reason of the signal.
 */
export async function openAccounts(options: OpenAccountsOptions = {}): Promise<Accounts> {
  const { signal, delegate, ...params } = options;
  return new Accounts(await open(undefined, "accounts/open", params, { signal, delegate }));
}

/**
 * Opens a configuration and its servers. Where another process owns the configuration, everything
 * is done there.
 *
 * @throws HostlineError, or the reason of the signal.
 */
export async function openHost(options: OpenHostOptions = {}): Promise<Host> {
  const { signal, delegate, ...params } = options;
  return new Host(await open(undefined, "host/open", params, { signal, delegate }));
}

/**
 * Makes a text from a server or a model safe to show: nothing in it can write over other text,
 * change its direction or hide. What could is made visible.
 *
 * @param text - The text.
 * @throws HostlineError, or the reason of the signal.
 */
export function displaySafe(text: string, options: DisplaySafeOptions = {}): string {
  return evaluate("display_safe", { ...options, text }) as string;
}
