// Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.

import type {
  CallOptions,
  CallToolOptions,
  CancelTaskOptions,
  CompleteOptions,
  ConnectOptions,
  GetPromptOptions,
  GetTaskOptions,
  ListPromptsOptions,
  ListResourcesOptions,
  ListResourceTemplatesOptions,
  ListTasksOptions,
  ListToolsOptions,
  PingOptions,
  ReadResourceOptions,
  RequestOptions,
  SetLogLevelOptions,
  StartTaskOptions,
  SubscribeOptions,
  TaskResultOptions,
} from "./api.js";
import { Connection, listing, open, Stream } from "./runtime.js";
import type {
  CallToolResult,
  CompleteResult,
  CompletionArgument,
  CompletionReference,
  Connected,
  Event,
  GetPromptResult,
  Listing,
  LoggingLevel,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
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
