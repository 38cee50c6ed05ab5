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
     * @param auth Who the client acts for at a server that is an address. Default: nobody.
     * @param oauth How somebody signs in; it says `oauth` for `auth`.
     * @param tokenStore Where tokens are kept. Default: in the system's keychain.
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
        auth: AuthMode? = null,
        oauth: OAuthOptions? = null,
        tokenStore: TokenStoreChoice? = null,
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
            member("auth", auth)
            member("oauth", oauth)
            member("tokenStore", tokenStore)
            member("samplingTools", samplingTools)
        }
        return Client(Connection.open("connect", null, options, delegate))
    }

    /**
     * Opens the place where tokens and secrets are kept.
     *
     * @param tokenStore Where they are kept. Default: in the system's keychain.
     * @param delegate Answers what is asked. Without one, nobody can be asked.
     * @throws HostlineException If it fails.
     */
    public suspend fun openAccounts(
        tokenStore: TokenStoreChoice? = null,
        delegate: Delegate? = null,
    ): Accounts {
        val options = membersOf {
            member("tokenStore", tokenStore)
        }
        return Accounts(Connection.open("accounts/open", null, options, delegate))
    }

    /**
     * Opens a configuration and its servers. Where another process owns the configuration,
     * everything is done there.
     *
     * @param config The file of the configuration, by its whole path. Default: where it belongs on
     * this system.
     * @param clientName What the program is called among those who use the host: consent is bound
     * to it. Default `hostline`.
     * @param tokenStore Where tokens and secrets are kept. Default: in the system's keychain.
     * @param patienceMs How long a question waits for a person, in milliseconds. Default 300,000.
     * @param starts Whether servers are started that the configuration starts with the host.
     * Default true.
     * @param delegate Answers what is asked. Without one, nobody can be asked.
     * @throws HostlineException If it fails.
     */
    public suspend fun openHost(
        config: String? = null,
        clientName: String? = null,
        tokenStore: TokenStoreChoice? = null,
        patienceMs: Long? = null,
        starts: Boolean? = null,
        delegate: Delegate? = null,
    ): Host {
        val options = membersOf {
            member("config", config)
            member("clientName", clientName)
            member("tokenStore", tokenStore)
            member("patienceMs", patienceMs)
            member("starts", starts)
        }
        return Host(Connection.open("host/open", null, options, delegate))
    }

    /**
     * Makes a text from a server or a model safe to show: nothing in it can write over other text,
     * change its direction or hide. What could is made visible.
     *
     * @param text The text.
     * @param lines Whether line breaks and tabs stay. Default false.
     * @param most The most characters to give; what is cut ends with `…`, which counts. Default:
     * all.
     * @throws HostlineException If it fails.
     */
    public fun displaySafe(text: String, lines: Boolean? = null, most: Long? = null): String {
        val values = membersOf {
            member("text", text)
            member("lines", lines)
            member("most", most)
        }
        return evaluate("display_safe", values, Text)
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
     * Makes a picture of whichever of these icons suits best, drawn anew (2026-07-28 `basic`,
     * "`icons`").
     *
     * An icon is `data:`, or stands at the server's own origin and is fetched from there, without
     * credentials. One that is not safe to show is refused, which is no failure.
     *
     * @param icons The icons that the server gives for something: itself, a tool, a prompt, a
     * resource.
     * @param size The length of the picture's sides, in pixels.
     * @param theme The background that it is shown on. Default `light`.
     * @throws HostlineException If it fails.
     */
    public suspend fun icon(icons: List<Icon>, size: Long, theme: IconTheme? = null): IconPicture {
        val values = membersOf {
            member("icons", icons)
            member("size", size)
            member("theme", theme)
        }
        return connection.call("icon", values, IconPicture)
    }

    /**
     * How the account stands that the client acts for, as the store says. Nothing is sent.
     *
     * @throws HostlineException If it fails.
     */
    public suspend fun accountStatus(): AccountStatus =
        connection.call("account/status", noMembers, AccountStatus)

    /**
     * Lets a person sign in now, whether or not there is a token.
     *
     * @throws HostlineException If it fails.
     */
    public suspend fun signIn() {
        connection.call("account/signIn", noMembers, AnyJson)
    }

    /**
     * Forgets the tokens of the account, here and in the store, and tells the issuer where it
     * offers that. Gives whether there was anything to forget.
     *
     * @throws HostlineException If it fails.
     */
    public suspend fun signOut(): Boolean = connection.call("account/signOut", noMembers, Truth)

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
 * Where tokens and secrets are kept: accounts at servers, and secrets by their names.
 *
 * Every function may be called from any thread, and as often at once as is wanted. Cancelling the
 * coroutine of a call cancels the call. What nobody holds any more ends when it is collected;
 * `close` ends it in good order.
 */
public class Accounts internal constructor(internal val connection: Connection) : Opened {
    /**
     * How the account at a server stands. Nothing is sent.
     *
     * @param target The server's address.
     * @throws HostlineException If it fails.
     */
    public suspend fun status(target: String): AccountStatus {
        val values = membersOf {
            member("target", target)
        }
        return connection.call("account/status", values, AccountStatus)
    }

    /**
     * Forgets the tokens for a server, and tells the issuer where it offers that. Gives whether
     * there was anything to forget.
     *
     * @param target The server's address.
     * @throws HostlineException If it fails.
     */
    public suspend fun signOut(target: String): Boolean {
        val values = membersOf {
            member("target", target)
        }
        return connection.call("account/signOut", values, Truth)
    }

    /**
     * Lists the names of the secrets, in order.
     *
     * @throws HostlineException If it fails.
     */
    public suspend fun listSecrets(): List<String> =
        connection.call("secret/list", noMembers, ListOf(Text))

    /**
     * Keeps a secret in place of the earlier one of this name. A configuration refers to it as
     * `${secret:NAME}`.
     *
     * @param name The name: letters, digits, hyphens, underscores and dots.
     * @param value The secret.
     * @throws HostlineException If it fails.
     */
    public suspend fun setSecret(name: String, value: String) {
        val values = membersOf {
            member("name", name)
            member("value", value)
        }
        connection.call("secret/set", values, AnyJson)
    }

    /**
     * Forgets a secret. Gives whether there was one.
     *
     * @param name The name: letters, digits, hyphens, underscores and dots.
     * @throws HostlineException If it fails.
     */
    public suspend fun removeSecret(name: String): Boolean {
        val values = membersOf {
            member("name", name)
        }
        return connection.call("secret/remove", values, Truth)
    }

    /**
     * Lets go of the store; what is kept stays. Closing twice does nothing more.
     *
     * @throws HostlineException If it fails.
     */
    override suspend fun close() {
        connection.call("close", noMembers, AnyJson)
    }
}

/**
 * Many servers behind one gate: those of a configuration, what each may do, what a person has
 * allowed, and the record of what was done.
 *
 * It ends when it is closed, or when nothing refers to it any more.
 *
 * Every function may be called from any thread, and as often at once as is wanted. Cancelling the
 * coroutine of a call cancels the call. What nobody holds any more ends when it is collected;
 * `close` ends it in good order.
 */
public class Host internal constructor(internal val connection: Connection) : Opened {
    /** What is known of it. */
    public val info: HostInfo = connection.info(HostInfo)

    /**
     * How the servers of the configuration stand.
     *
     * @param server One of them. Default: all.
     * @throws HostlineException If it fails.
     */
    public suspend fun servers(server: String? = null): List<ServerStatus> {
        val values = membersOf {
            member("server", server)
        }
        return connection.call("servers", values, ListOf(ServerStatus))
    }

    /**
     * Starts a server and waits until it serves.
     *
     * @param server What the configuration calls it.
     * @throws HostlineException If it fails.
     */
    public suspend fun startServer(server: String) {
        val values = membersOf {
            member("server", server)
        }
        connection.call("server/start", values, AnyJson)
    }

    /**
     * Ends a server, with everything that it has started, until it is needed again.
     *
     * @param server What the configuration calls it.
     * @throws HostlineException If it fails.
     */
    public suspend fun stopServer(server: String) {
        val values = membersOf {
            member("server", server)
        }
        connection.call("server/stop", values, AnyJson)
    }

    /**
     * Starts a server anew, without waiting for it.
     *
     * @param server What the configuration calls it.
     * @throws HostlineException If it fails.
     */
    public suspend fun restartServer(server: String) {
        val values = membersOf {
            member("server", server)
        }
        connection.call("server/restart", values, AnyJson)
    }

    /**
     * Adds a server to the configuration. It is started when it is needed.
     *
     * @param server What to call it: at most 32 letters and digits, with single `-` and `_` between
     * them. The catalogue calls its tools `NAME__TOOL`.
     * @param target An address that begins with `https://` or `http://`, or a command line.
     * @param environment Variables of the environment of a command; `${secret:NAME}` stands for a
     * secret.
     * @param folder The folder in which a command is started: a whole path.
     * @param headers Headers of every request to an address; `${secret:NAME}` stands for a secret.
     * @param posture How much it may do without asking. Default `ask-for-writes`.
     * @param enabled Whether it is used at all. Default true.
     * @param auth Who the client acts for at an address. Default `oauth`, where the server wants
     * it.
     * @param approved Whether a person has seen the command and said yes to it, so that nobody is
     * asked before it is started. Default false.
     * @throws HostlineException If it fails.
     */
    public suspend fun addServer(
        server: String,
        target: String,
        environment: Map<String, String>? = null,
        folder: String? = null,
        headers: Map<String, String>? = null,
        posture: PostureChoice? = null,
        enabled: Boolean? = null,
        auth: AuthMode? = null,
        approved: Boolean? = null,
    ) {
        val values = membersOf {
            member("server", server)
            member("target", target)
            member("environment", environment)
            member("folder", folder)
            member("headers", headers)
            member("posture", posture)
            member("enabled", enabled)
            member("auth", auth)
            member("approved", approved)
        }
        connection.call("server/add", values, AnyJson)
    }

    /**
     * Removes a server from the configuration.
     *
     * @param server What the configuration calls it.
     * @throws HostlineException If it fails.
     */
    public suspend fun removeServer(server: String) {
        val values = membersOf {
            member("server", server)
        }
        connection.call("server/remove", values, AnyJson)
    }

    /**
     * Switches a server of the configuration on.
     *
     * @param server What the configuration calls it.
     * @throws HostlineException If it fails.
     */
    public suspend fun enableServer(server: String) {
        val values = membersOf {
            member("server", server)
        }
        connection.call("server/enable", values, AnyJson)
    }

    /**
     * Switches a server of the configuration off.
     *
     * @param server What the configuration calls it.
     * @throws HostlineException If it fails.
     */
    public suspend fun disableServer(server: String) {
        val values = membersOf {
            member("server", server)
        }
        connection.call("server/disable", values, AnyJson)
    }

    /**
     * Reads the configuration and the grants again.
     *
     * @throws HostlineException If it fails.
     */
    public suspend fun reload() {
        connection.call("reload", noMembers, AnyJson)
    }

    /**
     * What all servers offer, as one list; only those that have been started, unless they are to be
     * started first.
     *
     * @param server What this server offers. Default: all.
     * @param words Only the tools that have all of these words.
     * @param start Whether servers are started that are not there yet. Default false.
     * @throws HostlineException If it fails.
     */
    public suspend fun catalogue(
        server: String? = null,
        words: String? = null,
        start: Boolean? = null,
    ): Catalogue {
        val values = membersOf {
            member("server", server)
            member("words", words)
            member("start", start)
        }
        return connection.call("catalogue", values, Catalogue)
    }

    /**
     * The tools that are offered, each as a member of `tools` of a request to a model in the form
     * of OpenAI's interface.
     *
     * @param server What this server offers. Default: all.
     * @param words Only the tools that have all of these words.
     * @param start Whether servers are started that are not there yet. Default false.
     * @throws HostlineException If it fails.
     */
    public suspend fun openaiTools(
        server: String? = null,
        words: String? = null,
        start: Boolean? = null,
    ): List<JsonElement> {
        val values = membersOf {
            member("server", server)
            member("words", words)
            member("start", start)
        }
        return connection.call("openai/tools", values, ListOf(AnyJson))
    }

    /**
     * Makes a call that a model wants, a member of `tool_calls` of its message, through the gate.
     * Gives the message for the model with what came of it; a call that may not be made fails with
     * `denied`, and gives none.
     *
     * @param call A member of `tool_calls` of the model's message.
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the server's own.
     * @throws HostlineException If it fails.
     */
    public suspend fun callOpenai(call: Any, timeoutMs: Long? = null): JsonElement {
        val values = membersOf {
            member("call", call)
            member("timeoutMs", timeoutMs)
        }
        return connection.call("openai/call", values, AnyJson)
    }

    /**
     * Calls a tool through the gate: the policy, a person where it says so, and the record.
     *
     * A tool that fails says so in the result (`isError`); that is no error of the call. A call
     * that may not be made fails with `denied`.
     *
     * @param tool The tool's name: that of the catalogue, or the server's own where the server is
     * given.
     * @param arguments The arguments: an object. Default: without any.
     * @param server Whose tool it is. Default: the name is one of the catalogue.
     * @param timeoutMs How long to wait for an answer or for progress, in milliseconds. Default:
     * the server's own.
     * @param onProgress Hears of each report of progress, in order and before the function returns,
     * in the caller's own context. If it throws, the call is cancelled. A slow one misses reports
     * beyond the last 1,024.
     * @throws HostlineException If it fails.
     */
    public suspend fun callTool(
        tool: String,
        arguments: Map<String, Any?>? = null,
        server: String? = null,
        timeoutMs: Long? = null,
        onProgress: (suspend (ProgressReport) -> Unit)? = null,
    ): HostCallResult {
        val values = membersOf {
            member("tool", tool)
            member("arguments", arguments)
            member("server", server)
            member("timeoutMs", timeoutMs)
        }
        return connection.call("tools/call", values, HostCallResult, onProgress)
    }

    /**
     * Gets a prompt of a server with its arguments filled in.
     *
     * @param name The prompt's name: that of the catalogue, or the server's own where it is given.
     * @param arguments The arguments, by their names. Default: without any.
     * @param server Whose prompt it is. Default: the name is one of the catalogue.
     * @throws HostlineException If it fails.
     */
    public suspend fun getPrompt(
        name: String,
        arguments: Map<String, String>? = null,
        server: String? = null,
    ): GetPromptResult {
        val values = membersOf {
            member("name", name)
            member("arguments", arguments)
            member("server", server)
        }
        return connection.call("prompts/get", values, GetPromptResult)
    }

    /**
     * Reads a resource of a server.
     *
     * @param address The resource's address: that of the catalogue, or the server's own where it is
     * given.
     * @param server Whose resource it is. Default: the address is one of the catalogue.
     * @throws HostlineException If it fails.
     */
    public suspend fun readResource(address: String, server: String? = null): ReadResourceResult {
        val values = membersOf {
            member("address", address)
            member("server", server)
        }
        return connection.call("resources/read", values, ReadResourceResult)
    }

    /**
     * Says what would come of a call, and why, without making it or asking anybody.
     *
     * @param tool The tool's name: that of the catalogue, or the server's own where the server is
     * given.
     * @param arguments The arguments: an object. Default: without any.
     * @param server Whose tool it is. Default: the name is one of the catalogue.
     * @throws HostlineException If it fails.
     */
    public suspend fun simulate(
        tool: String,
        arguments: Map<String, Any?>? = null,
        server: String? = null,
    ): Simulation {
        val values = membersOf {
            member("tool", tool)
            member("arguments", arguments)
            member("server", server)
        }
        return connection.call("policy/simulate", values, Simulation)
    }

    /**
     * Lists the rules of the policy, as the configuration has them.
     *
     * @throws HostlineException If it fails.
     */
    public suspend fun listRules(): List<JsonElement> =
        connection.call("policy/list", noMembers, ListOf(AnyJson))

    /**
     * Adds a rule to the policy.
     *
     * @param rule An object with a `name` that no other rule has, an `effect` (`allow`, `ask` or
     * `deny`), and any of `server`, `tool`, `client`, `action` and `where`: see `docs/policy.md`.
     * @throws HostlineException If it fails.
     */
    public suspend fun addRule(rule: Map<String, Any?>) {
        val values = membersOf {
            member("rule", rule)
        }
        connection.call("policy/add", values, AnyJson)
    }

    /**
     * Removes a rule of the policy.
     *
     * @param name Its name.
     * @throws HostlineException If it fails.
     */
    public suspend fun removeRule(name: String) {
        val values = membersOf {
            member("name", name)
        }
        connection.call("policy/remove", values, AnyJson)
    }

    /**
     * Lists what a person has granted.
     *
     * @throws HostlineException If it fails.
     */
    public suspend fun listGrants(): List<Grant> =
        connection.call("grants/list", noMembers, ListOf(Grant))

    /**
     * Takes back what a person has granted. Gives whether it was there.
     *
     * @param grant Its name.
     * @throws HostlineException If it fails.
     */
    public suspend fun revokeGrant(grant: String): Boolean {
        val values = membersOf {
            member("grant", grant)
        }
        return connection.call("grants/revoke", values, Truth)
    }

    /**
     * What is approved of a server, and what has changed since, word by word.
     *
     * @param server What the configuration calls it.
     * @throws HostlineException If it fails.
     */
    public suspend fun pins(server: String): Pins {
        val values = membersOf {
            member("server", server)
        }
        return connection.call("pins", values, Pins)
    }

    /**
     * Approves definitions that a person has seen. Gives how many are approved now.
     *
     * @param server The server.
     * @param digests What stands for them, so that nothing is approved that was not seen.
     * @throws HostlineException If it fails.
     */
    public suspend fun approvePins(server: String, digests: List<String>): Long {
        val values = membersOf {
            member("server", server)
            member("digests", digests)
        }
        return connection.call("pins/approve", values, Whole)
    }

    /**
     * Takes approval back: of one definition by its kind and name, of the `instructions` by that
     * kind alone, or of everything. Gives whether there was any.
     *
     * @param server The server.
     * @param kind What is defined: `tool`, `prompt` or `instructions`. Default: everything.
     * @param name Its name.
     * @throws HostlineException If it fails.
     */
    public suspend fun forgetPins(
        server: String,
        kind: String? = null,
        name: String? = null,
    ): Boolean {
        val values = membersOf {
            member("server", server)
            member("kind", kind)
            member("name", name)
        }
        return connection.call("pins/forget", values, Truth)
    }

    /**
     * Reads the record of what was done, the oldest line first. In the place of a line that is
     * damaged stands why, as `unreadable`.
     *
     * @param server Those about this server.
     * @param client Those of this client.
     * @param most The most lines, the newest ones. Default 100.
     * @throws HostlineException If it fails.
     */
    public suspend fun readAudit(
        server: String? = null,
        client: String? = null,
        most: Long? = null,
    ): List<JsonElement> {
        val values = membersOf {
            member("server", server)
            member("client", client)
            member("most", most)
        }
        return connection.call("audit/read", values, ListOf(AnyJson))
    }

    /**
     * Looks at the whole record, whether it is as it was written.
     *
     * @throws HostlineException If it fails.
     */
    public suspend fun verifyAudit(): AuditReport =
        connection.call("audit/verify", noMembers, AuditReport)

    /**
     * What was said between us and a server, as far as it is kept.
     *
     * @param server The server.
     * @param after Those behind this number. Default: from the oldest on.
     * @throws HostlineException If it fails.
     */
    public suspend fun log(server: String, after: Long? = null): HostLog {
        val values = membersOf {
            member("server", server)
            member("after", after)
        }
        return connection.call("log", values, HostLog)
    }

    /**
     * The questions that wait for a person.
     *
     * @throws HostlineException If it fails.
     */
    public suspend fun listQuestions(): List<HostQuestion> =
        connection.call("questions/list", noMembers, ListOf(HostQuestion))

    /**
     * Answers a question for a person.
     *
     * @param question The question's number, as text: it may be larger than some languages'
     * numbers.
     * @param decision What a person has decided.
     * @throws HostlineException If it fails.
     */
    public suspend fun answerQuestion(question: String, decision: Decision) {
        val values = membersOf {
            member("question", question)
            member("decision", decision)
        }
        connection.call("questions/answer", values, AnyJson)
    }

    /**
     * Ends the host in good order, with its servers, where it is in this process; otherwise it goes
     * on. Closing twice does nothing more.
     *
     * @throws HostlineException If it fails.
     */
    override suspend fun close() {
        connection.call("close", noMembers, AnyJson)
    }

    /**
     * Listens to a host: how its servers stand, questions, and what is said.
     *
     * @param statuses Every change of a server's status. Default false.
     * @param questions Every question for a person; whoever hears them is one who answers them.
     * Default false.
     * @param logs The logs of these servers, from the oldest entry on that is kept.
     * @throws HostlineException If it fails.
     */
    public suspend fun watch(
        statuses: Boolean? = null,
        questions: Boolean? = null,
        logs: List<String>? = null,
    ): Watch {
        val options = membersOf {
            member("statuses", statuses)
            member("questions", questions)
            member("logs", logs)
        }
        return Watch(Connection.open("watch", connection, options, null))
    }
}

/**
 * What a host says: iterate over it to hear it, until it is closed or the host has ended. One
 * reader at a time.
 *
 * Every function may be called from any thread, and as often at once as is wanted. Cancelling the
 * coroutine of a call cancels the call. What nobody holds any more ends when it is collected;
 * `close` ends it in good order.
 */
public class Watch internal constructor(internal val connection: Connection) : Opened {
    /**
     * What is said without being asked. It is for one collector at a time; what nobody collects
     * waits here, up to a limit, and the next collector goes on where the last one ended. It
     * completes with the end.
     */
    public val events: Flow<HostEvent> = connection.events(HostEvent)

    /**
     * Hears no more. Whoever reads it comes to its end.
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
 * person should see what is asked, and what is answered. A host asks nobody for it.
 * @property listRoots In which folders a server may work (2026-07-28 `client/roots`).
 * @property decide Decides for a person whether something may happen that a server or a model
 * wants, where the policy of the host says that a person is asked. What came from a server or a
 * model in the question is untrusted text. Whoever cannot decide has said no, and for a term that
 * was not offered the answer holds once.
 * @property openAddress Opens an address where a person signs in, in place of the system's browser.
 * A host opens the system's.
 * @property loadRecord Loads a record of tokens or secrets, where the delegate keeps them.
 * @property saveRecord Keeps a record of tokens or secrets. After a crash there must be the earlier
 * or the new one.
 * @property removeRecord Forgets a record of tokens or secrets.
 * @property listRecords Lists the names of all records, in order.
 */
public class Delegate(
    public val elicitForm: (suspend (ElicitFormQuestion) -> ElicitResult)? = null,
    public val elicitUrl: (suspend (ElicitUrlQuestion) -> ElicitResult)? = null,
    public val createMessage: (suspend (CreateMessageQuestion) -> CreateMessageResult)? = null,
    public val listRoots: (suspend (ListRootsQuestion) -> ListRootsResult)? = null,
    public val decide: (suspend (HostQuestion) -> Decision)? = null,
    public val openAddress: (suspend (OpenAddressQuestion) -> OpenedAddress)? = null,
    public val loadRecord: (suspend (RecordQuestion) -> KeptRecord)? = null,
    public val saveRecord: (suspend (SaveRecordQuestion) -> Unit)? = null,
    public val removeRecord: (suspend (RecordQuestion) -> RemovedRecord)? = null,
    public val listRecords: (suspend (ListRecordsQuestion) -> RecordNames)? = null,
) {
    /** The names of the questions that it answers. */
    internal val answers: List<String> = listOfNotNull(
        elicitForm?.let { "elicitation/form" },
        elicitUrl?.let { "elicitation/url" },
        createMessage?.let { "sampling/createMessage" },
        listRoots?.let { "roots/list" },
        decide?.let { "consent/decide" },
        openAddress?.let { "address/open" },
        loadRecord?.let { "record/load" },
        saveRecord?.let { "record/save" },
        removeRecord?.let { "record/remove" },
        listRecords?.let { "record/list" },
    )

    /** Asks the function that answers questions of this name. */
    internal suspend fun answer(name: String, question: JsonElement): JsonObject? = when (name) {
        "elicitation/form" ->
            elicitForm?.invoke(ElicitFormQuestion.fromJson(question))?.toJson()
        "elicitation/url" ->
            elicitUrl?.invoke(ElicitUrlQuestion.fromJson(question))?.toJson()
        "sampling/createMessage" ->
            createMessage?.invoke(CreateMessageQuestion.fromJson(question))?.toJson()
        "roots/list" ->
            listRoots?.invoke(ListRootsQuestion.fromJson(question))?.toJson()
        "consent/decide" ->
            decide?.invoke(HostQuestion.fromJson(question))?.toJson()
        "address/open" ->
            openAddress?.invoke(OpenAddressQuestion.fromJson(question))?.toJson()
        "record/load" ->
            loadRecord?.invoke(RecordQuestion.fromJson(question))?.toJson()
        "record/save" ->
            saveRecord?.invoke(SaveRecordQuestion.fromJson(question))?.let { noMembers }
        "record/remove" ->
            removeRecord?.invoke(RecordQuestion.fromJson(question))?.toJson()
        "record/list" ->
            listRecords?.invoke(ListRecordsQuestion.fromJson(question))?.toJson()
        else -> null
    }
}
