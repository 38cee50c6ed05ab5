// Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.
package io.github.hostline

import kotlinx.coroutines.flow.Flow
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject

/** Where connections begin. */
public object Hostline {
    /** The version of Hostline. */
    public const val VERSION: String = "0.1.0"

    /**
     * Connects to a server: an address, or a command line that is split by the platform's rules and
     * never run by a shell.
     *
     * It finds out by itself which protocol versions the server speaks.
     *
     * @param target The server: an address that begins with `https://` or `http://`, or a command
     * line.
     * @param clientName The program's name, which the server is told. Default `hostline`.
     * @param clientVersion The program's version, which the server is told. Default Hostline's own.
     * @param clientTitle The program's name for people.
     * @param protocol Which protocol versions to try. Default `auto`.
     * @param timeoutMs How long a request waits for an answer or for progress, in milliseconds.
     * Default 60,000.
     * @param maxTotalMs How long a request waits in all, whatever progress it reports, in
     * milliseconds. Default 1,800,000. The time that a person takes to answer a question does not
     * count.
     * @param probeTimeoutMs How long a server over stdio may be silent on the first question before
     * it is taken for a legacy one, in milliseconds. Default 5,000.
     * @param startupTimeoutMs How long opening the connection may take in all, in milliseconds.
     * Default 60,000.
     * @param limits What one message of the server may cost.
     * @param logLevel The lowest level of log messages that requests ask for. Default: none are
     * asked for.
     * @param strictSchemas Whether a tool whose output schema cannot be used may not be called.
     * Default: it may, and the result says that it was not checked.
     * @param environment Variables of the environment of a server that is a command. A server
     * inherits only a few that are harmless.
     * @param folder The folder in which a server that is a command is started. Default: this
     * program's.
     * @param shutdown How long the steps of ending a server that is a command wait.
     * @param headers Headers of every request to a server that is an address. They are secret: no
     * log and no error repeats them.
     * @param samplingTools Whether a model may be given tools, where the program answers for one.
     * Default false.
     * @param delegate Answers what is asked. Without one, nobody can be asked.
     * @throws HostlineException If it fails.
     */
    public suspend fun connect(
        target: String,
        clientName: String? = null,
        clientVersion: String? = null,
        clientTitle: String? = null,
        protocol: ProtocolChoice? = null,
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        probeTimeoutMs: Long? = null,
        startupTimeoutMs: Long? = null,
        limits: MessageLimits? = null,
        logLevel: LoggingLevel? = null,
        strictSchemas: Boolean? = null,
        environment: Map<String, String>? = null,
        folder: String? = null,
        shutdown: ShutdownWaits? = null,
        headers: Map<String, String>? = null,
        samplingTools: Boolean? = null,
        delegate: Delegate? = null,
    ): Client {
        val options = membersOf {
            member("target", target)
            member("clientName", clientName)
            member("clientVersion", clientVersion)
            member("clientTitle", clientTitle)
            member("protocol", protocol)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("probeTimeoutMs", probeTimeoutMs)
            member("startupTimeoutMs", startupTimeoutMs)
            member("limits", limits)
            member("logLevel", logLevel)
            member("strictSchemas", strictSchemas)
            member("environment", environment)
            member("folder", folder)
            member("shutdown", shutdown)
            member("headers", headers)
            member("samplingTools", samplingTools)
        }
        return Client(Connection.open("connect", null, options, delegate))
    }
}

/**
 * A connection to one server.
 *
 * It ends when it is closed, or when nothing refers to it any more.
 *
 * Every function may be called from any thread, and as often at once as is wanted. Cancelling the
 * coroutine of a call cancels the call. What nobody holds any more ends when it is collected;
 * `close` ends it in good order.
 */
public class Client internal constructor(internal val connection: Connection) : Opened {
    /** What is known of it. */
    public val info: Connected = connection.info(Connected)

    /**
     * What is said without being asked. It is for one collector at a time; what nobody collects
     * waits here, up to a limit, and the next collector goes on where the last one ended. It
     * completes with the end.
     */
    public val events: Flow<Event> = connection.events(Event)

    /**
     * Lists the server's tools, through all pages (2026-07-28 `server/tools`).
     *
     * A tool that does not have the shape of one is left out and reported.
     *
     * @param maxPages How many pages to fetch at the most. Default 1,000.
     * @param fresh Whether to fetch anew, also where a result could be reused. Default false.
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the connection's.
     * @param maxTotalMs How long to wait in all, whatever progress there is, in milliseconds.
     * Default: the connection's.
     * @param meta Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
     * @throws HostlineException If it fails.
     */
    public suspend fun listTools(
        maxPages: Long? = null,
        fresh: Boolean? = null,
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        meta: Map<String, Any?>? = null,
    ): Listing<Tool> {
        val values = membersOf {
            member("maxPages", maxPages)
            member("fresh", fresh)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("tools/list", values, ListingOf(Tool))
    }

    /**
     * Calls a tool (2026-07-28 `server/tools`, "Calling Tools").
     *
     * A tool that fails says so in the result (`isError`); that is no error of the call. Cancelling
     * it tells the server to stop; the tool may have run all the same.
     *
     * @param name The tool's name.
     * @param arguments The arguments: an object. Default: without any.
     * @param allowRepeat Whether the call may be sent again although the first one may have run.
     * Default false.
     * @param checkArguments Whether to check the arguments against the tool's input schema before
     * sending, with defaults filled in. Default false.
     * @param logLevel The lowest level of log messages that this call wants.
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the connection's.
     * @param maxTotalMs How long to wait in all, whatever progress there is, in milliseconds.
     * Default: the connection's.
     * @param meta Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
     * @param onProgress Hears of each report of progress, in order and before the function returns,
     * in the caller's own context. If it throws, the call is cancelled. A slow one misses reports
     * beyond the last 1,024.
     * @throws HostlineException If it fails.
     */
    public suspend fun callTool(
        name: String,
        arguments: Map<String, Any?>? = null,
        allowRepeat: Boolean? = null,
        checkArguments: Boolean? = null,
        logLevel: LoggingLevel? = null,
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        meta: Map<String, Any?>? = null,
        onProgress: (suspend (ProgressReport) -> Unit)? = null,
    ): CallToolResult {
        val values = membersOf {
            member("name", name)
            member("arguments", arguments)
            member("allowRepeat", allowRepeat)
            member("checkArguments", checkArguments)
            member("logLevel", logLevel)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("tools/call", values, CallToolResult, onProgress)
    }

    /**
     * Lists the server's resources, through all pages (2026-07-28 `server/resources`).
     *
     * A resource that does not have the shape of one is left out and reported.
     *
     * @param maxPages How many pages to fetch at the most. Default 1,000.
     * @param fresh Whether to fetch anew, also where a result could be reused. Default false.
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the connection's.
     * @param maxTotalMs How long to wait in all, whatever progress there is, in milliseconds.
     * Default: the connection's.
     * @param meta Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
     * @throws HostlineException If it fails.
     */
    public suspend fun listResources(
        maxPages: Long? = null,
        fresh: Boolean? = null,
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        meta: Map<String, Any?>? = null,
    ): Listing<Resource> {
        val values = membersOf {
            member("maxPages", maxPages)
            member("fresh", fresh)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("resources/list", values, ListingOf(Resource))
    }

    /**
     * Lists the server's resource templates, through all pages (2026-07-28 `server/resources`,
     * "Resource Templates").
     *
     * A template that does not have the shape of one is left out and reported.
     *
     * @param maxPages How many pages to fetch at the most. Default 1,000.
     * @param fresh Whether to fetch anew, also where a result could be reused. Default false.
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the connection's.
     * @param maxTotalMs How long to wait in all, whatever progress there is, in milliseconds.
     * Default: the connection's.
     * @param meta Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
     * @throws HostlineException If it fails.
     */
    public suspend fun listResourceTemplates(
        maxPages: Long? = null,
        fresh: Boolean? = null,
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        meta: Map<String, Any?>? = null,
    ): Listing<ResourceTemplate> {
        val values = membersOf {
            member("maxPages", maxPages)
            member("fresh", fresh)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("resources/templates/list", values, ListingOf(ResourceTemplate))
    }

    /**
     * Reads a resource (2026-07-28 `server/resources`, "Reading Resources").
     *
     * @param uri The resource's address.
     * @param fresh Whether to fetch anew, also where a result could be reused. Default false.
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the connection's.
     * @param maxTotalMs How long to wait in all, whatever progress there is, in milliseconds.
     * Default: the connection's.
     * @param meta Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
     * @throws HostlineException If it fails.
     */
    public suspend fun readResource(
        uri: String,
        fresh: Boolean? = null,
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        meta: Map<String, Any?>? = null,
    ): ReadResourceResult {
        val values = membersOf {
            member("uri", uri)
            member("fresh", fresh)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("resources/read", values, ReadResourceResult)
    }

    /**
     * Lists the server's prompts, through all pages (2026-07-28 `server/prompts`).
     *
     * A prompt that does not have the shape of one is left out and reported.
     *
     * @param maxPages How many pages to fetch at the most. Default 1,000.
     * @param fresh Whether to fetch anew, also where a result could be reused. Default false.
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the connection's.
     * @param maxTotalMs How long to wait in all, whatever progress there is, in milliseconds.
     * Default: the connection's.
     * @param meta Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
     * @throws HostlineException If it fails.
     */
    public suspend fun listPrompts(
        maxPages: Long? = null,
        fresh: Boolean? = null,
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        meta: Map<String, Any?>? = null,
    ): Listing<Prompt> {
        val values = membersOf {
            member("maxPages", maxPages)
            member("fresh", fresh)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("prompts/list", values, ListingOf(Prompt))
    }

    /**
     * Gets a prompt with its arguments filled in (2026-07-28 `server/prompts`, "Getting a Prompt").
     *
     * @param name The prompt's name.
     * @param arguments The arguments, by their names. Default: without any.
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the connection's.
     * @param maxTotalMs How long to wait in all, whatever progress there is, in milliseconds.
     * Default: the connection's.
     * @param meta Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
     * @throws HostlineException If it fails.
     */
    public suspend fun getPrompt(
        name: String,
        arguments: Map<String, String>? = null,
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        meta: Map<String, Any?>? = null,
    ): GetPromptResult {
        val values = membersOf {
            member("name", name)
            member("arguments", arguments)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("prompts/get", values, GetPromptResult)
    }

    /**
     * Asks for completions of an argument (2026-07-28 `server/utilities/completion`).
     *
     * @param ref The prompt or the resource template that has the argument.
     * @param argument The argument, as far as it is typed.
     * @param context Arguments that are known already, by their names (since 2025-06-18).
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the connection's.
     * @param maxTotalMs How long to wait in all, whatever progress there is, in milliseconds.
     * Default: the connection's.
     * @param meta Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
     * @throws HostlineException If it fails.
     */
    public suspend fun complete(
        ref: CompletionReference,
        argument: CompletionArgument,
        context: Map<String, String>? = null,
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        meta: Map<String, Any?>? = null,
    ): CompleteResult {
        val values = membersOf {
            member("ref", ref)
            member("argument", argument)
            member("context", context)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("completion/complete", values, CompleteResult)
    }

    /**
     * Asks whether the server is there. Versions without `ping` are asked to discover themselves.
     *
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the connection's.
     * @param maxTotalMs How long to wait in all, whatever progress there is, in milliseconds.
     * Default: the connection's.
     * @param meta Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
     * @throws HostlineException If it fails.
     */
    public suspend fun ping(
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        meta: Map<String, Any?>? = null,
    ) {
        val values = membersOf {
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        connection.call("ping", values, AnyJson)
    }

    /**
     * Sets the lowest level of log messages that the server sends. Where the version says it with
     * each request, later requests say it.
     *
     * @param level The lowest level.
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the connection's.
     * @param maxTotalMs How long to wait in all, whatever progress there is, in milliseconds.
     * Default: the connection's.
     * @param meta Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
     * @throws HostlineException If it fails.
     */
    public suspend fun setLogLevel(
        level: LoggingLevel,
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        meta: Map<String, Any?>? = null,
    ) {
        val values = membersOf {
            member("level", level)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        connection.call("logging/setLevel", values, AnyJson)
    }

    /**
     * Sends any request, and gives its result as it came.
     *
     * Cancelling it tells the server to stop; it may have taken effect all the same.
     *
     * @param method The method.
     * @param params The parameters: an object without `_meta`. Default: without any.
     * @param allowRepeat Whether the request may be sent again although the first one may have run.
     * Default false.
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the connection's.
     * @param maxTotalMs How long to wait in all, whatever progress there is, in milliseconds.
     * Default: the connection's.
     * @param meta Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
     * @throws HostlineException If it fails.
     */
    public suspend fun request(
        method: String,
        params: Map<String, Any?>? = null,
        allowRepeat: Boolean? = null,
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        meta: Map<String, Any?>? = null,
    ): JsonElement {
        val values = membersOf {
            member("method", method)
            member("params", params)
            member("allowRepeat", allowRepeat)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("request", values, AnyJson)
    }

    /**
     * Calls a tool as a task that the server keeps (2025-11-25 `basic/utilities/tasks`).
     *
     * A server that has not declared tasks for calls of tools, and a tool that does not allow them,
     * are refused before anything is sent.
     *
     * @param name The tool's name.
     * @param arguments The arguments: an object. Default: without any.
     * @param ttlMs How long the server should keep the task, in milliseconds. Default: as it likes.
     * @param checkArguments Whether to check the arguments against the tool's input schema before
     * sending, with defaults filled in. Default false.
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the connection's.
     * @param maxTotalMs How long to wait in all, whatever progress there is, in milliseconds.
     * Default: the connection's.
     * @param meta Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
     * @throws HostlineException If it fails.
     */
    public suspend fun startTask(
        name: String,
        arguments: Map<String, Any?>? = null,
        ttlMs: Long? = null,
        checkArguments: Boolean? = null,
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        meta: Map<String, Any?>? = null,
    ): Task {
        val values = membersOf {
            member("name", name)
            member("arguments", arguments)
            member("ttlMs", ttlMs)
            member("checkArguments", checkArguments)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("tasks/start", values, Task)
    }

    /**
     * Reads a task (2025-11-25 `basic/utilities/tasks`).
     *
     * @param taskId The task's identifier.
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the connection's.
     * @param maxTotalMs How long to wait in all, whatever progress there is, in milliseconds.
     * Default: the connection's.
     * @param meta Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
     * @throws HostlineException If it fails.
     */
    public suspend fun getTask(
        taskId: String,
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        meta: Map<String, Any?>? = null,
    ): Task {
        val values = membersOf {
            member("taskId", taskId)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("tasks/get", values, Task)
    }

    /**
     * Lists the server's tasks, through all pages (2025-11-25 `basic/utilities/tasks`).
     *
     * @param maxPages How many pages to fetch at the most. Default 1,000.
     * @param fresh Whether to fetch anew, also where a result could be reused. Default false.
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the connection's.
     * @param maxTotalMs How long to wait in all, whatever progress there is, in milliseconds.
     * Default: the connection's.
     * @param meta Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
     * @throws HostlineException If it fails.
     */
    public suspend fun listTasks(
        maxPages: Long? = null,
        fresh: Boolean? = null,
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        meta: Map<String, Any?>? = null,
    ): Listing<Task> {
        val values = membersOf {
            member("maxPages", maxPages)
            member("fresh", fresh)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("tasks/list", values, ListingOf(Task))
    }

    /**
     * Cancels a task (2025-11-25 `basic/utilities/tasks`).
     *
     * @param taskId The task's identifier.
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the connection's.
     * @param maxTotalMs How long to wait in all, whatever progress there is, in milliseconds.
     * Default: the connection's.
     * @param meta Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
     * @throws HostlineException If it fails.
     */
    public suspend fun cancelTask(
        taskId: String,
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        meta: Map<String, Any?>? = null,
    ): Task {
        val values = membersOf {
            member("taskId", taskId)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("tasks/cancel", values, Task)
    }

    /**
     * Waits for a task to end, polling as often as the server advises, and gives its result as it
     * came: that of the request which the task runs.
     *
     * The longest wait in all bounds the whole of it; the task goes on all the same.
     *
     * @param taskId The task's identifier.
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the connection's.
     * @param maxTotalMs How long to wait in all, whatever progress there is, in milliseconds.
     * Default: the connection's.
     * @param meta Members of the request's `_meta` (2026-07-28 `basic`, "`_meta`").
     * @throws HostlineException If it fails.
     */
    public suspend fun taskResult(
        taskId: String,
        timeoutMs: Long? = null,
        maxTotalMs: Long? = null,
        meta: Map<String, Any?>? = null,
    ): JsonElement {
        val values = membersOf {
            member("taskId", taskId)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("tasks/result", values, AnyJson)
    }

    /**
     * Tells the server that the list of roots has changed. Versions that ask for roots whenever
     * they need them are not told.
     *
     * @throws HostlineException If it fails.
     */
    public suspend fun rootsChanged() {
        connection.call("notifications/roots/list_changed", noMembers, AnyJson)
    }

    /**
     * Ends the connection in good order: what is queued is sent, sessions are deleted, the server's
     * process is asked to end and then made to. Calls that wait fail with `closed`.
     *
     * Closing twice does nothing more.
     *
     * @throws HostlineException If it fails.
     */
    override suspend fun close() {
        connection.call("close", noMembers, AnyJson)
    }

    /**
     * Subscribes to changes (2026-07-28 `basic/patterns/subscriptions`).
     *
     * A stream that breaks is opened again. Older versions send list changes unasked, and changes
     * of resources after `resources/subscribe`; what arrives is the same. A subscription that
     * nothing refers to any more ends.
     *
     * @param toolsListChanged Those of the list of tools. Default false.
     * @param promptsListChanged Those of the list of prompts. Default false.
     * @param resourcesListChanged Those of the list of resources. Default false.
     * @param resourceSubscriptions Those of the resources of these addresses. Default: of none.
     * @throws HostlineException If it fails.
     */
    public suspend fun subscribe(
        toolsListChanged: Boolean? = null,
        promptsListChanged: Boolean? = null,
        resourcesListChanged: Boolean? = null,
        resourceSubscriptions: List<String>? = null,
    ): Subscription {
        val options = membersOf {
            member("toolsListChanged", toolsListChanged)
            member("promptsListChanged", promptsListChanged)
            member("resourcesListChanged", resourcesListChanged)
            member("resourceSubscriptions", resourceSubscriptions)
        }
        return Subscription(Connection.open("subscribe", connection, options, null))
    }
}

/**
 * A subscription to changes: iterate over it to hear of them, until it is closed or the connection
 * has ended. One reader at a time.
 *
 * An event `missed` stands for changes that may have been lost while a broken stream was opened
 * again.
 *
 * Every function may be called from any thread, and as often at once as is wanted. Cancelling the
 * coroutine of a call cancels the call. What nobody holds any more ends when it is collected;
 * `close` ends it in good order.
 */
public class Subscription internal constructor(internal val connection: Connection) : Opened {
    /**
     * What is said without being asked. It is for one collector at a time; what nobody collects
     * waits here, up to a limit, and the next collector goes on where the last one ended. It
     * completes with the end.
     */
    public val events: Flow<Event> = connection.events(Event)

    /**
     * Ends the subscription, and waits until that is on its way to the server. Whoever reads it
     * comes to its end.
     *
     * Closing twice does nothing more.
     *
     * @throws HostlineException If it fails.
     */
    override suspend fun close() {
        connection.call("close", noMembers, AnyJson)
    }
}

/**
 * Answers what is asked, with any of these functions. What it has not, nobody is told that it could
 * answer, and nobody asks. They are called on threads that may be held up; nobody waits any more
 * when the coroutine of one is cancelled. What one throws ends the request that asks, with its
 * message.
 *
 * @property elicitForm A server's question to a person: a form (2026-07-28 `client/elicitation`,
 * "Form Mode"). All of its text is the server's own and untrusted.
 * @property elicitUrl A server's question to a person: an address to open (2026-07-28
 * `client/elicitation`, "URL Mode"). All of its text is the server's own and untrusted. Accepting
 * the address means that the person agreed to open it, and no more: the program opens it.
 * @property createMessage A server's request for a model's answer (2026-07-28 `client/sampling`). A
 * person should see what is asked, and what is answered.
 * @property listRoots In which folders a server may work (2026-07-28 `client/roots`).
 */
public class Delegate(
    public val elicitForm: (suspend (ElicitFormQuestion) -> ElicitResult)? = null,
    public val elicitUrl: (suspend (ElicitUrlQuestion) -> ElicitResult)? = null,
    public val createMessage: (suspend (CreateMessageQuestion) -> CreateMessageResult)? = null,
    public val listRoots: (suspend (ListRootsQuestion) -> ListRootsResult)? = null,
) {
    /** The names of the questions that it answers. */
    internal val answers: List<String> = listOfNotNull(
        elicitForm?.let { "elicitation/form" },
        elicitUrl?.let { "elicitation/url" },
        createMessage?.let { "sampling/createMessage" },
        listRoots?.let { "roots/list" },
    )

    /** Asks the function that answers questions of this name. */
    internal suspend fun answer(name: String, question: JsonElement): JsonObject? =
        when (name) {
            "elicitation/form" ->
                elicitForm?.invoke(ElicitFormQuestion.fromJson(question))?.toJson()
            "elicitation/url" ->
                elicitUrl?.invoke(ElicitUrlQuestion.fromJson(question))?.toJson()
            "sampling/createMessage" ->
                createMessage?.invoke(CreateMessageQuestion.fromJson(question))?.toJson()
            "roots/list" ->
                listRoots?.invoke(ListRootsQuestion.fromJson(question))?.toJson()
            else -> null
        }
}
