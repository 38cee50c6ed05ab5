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
     * @param delegate Answers what the server asks. Without one, the server is told that nobody can
     * be asked.
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
        }
        return Client(Connection.open(options, delegate))
    }
}

/**
 * A connection to one server.
 *
 * Every function may be called from any thread, and as often at once as is wanted. Cancelling the
 * coroutine of a call cancels the call. A client that nobody holds any more ends its connection
 * when it is collected; `close` ends it in good order.
 */
public class Client internal constructor(internal val connection: Connection) {
    /** What is known of the server. */
    public val info: Connected get() = connection.info

    /**
     * What the server says without being asked. It is for one collector at a time; what nobody
     * collects waits here, up to a limit, and the next collector goes on where the last one ended.
     * It completes when the connection has ended.
     */
    public val events: Flow<Event> get() = connection.events

    /**
     * Lists the server's tools, through all pages (2026-07-28 `server/tools`).
     *
     * A tool that does not have the shape of one is left out and reported.
     *
     * @param maxPages How many pages to fetch at the most. Default 1,000.
     * @param fresh Whether to fetch anew, also where a result could be reused. Default false.
     * @param timeoutMs How long to wait for an answer, in milliseconds. Default: the connection's.
     * @param maxTotalMs How long to wait in all, in milliseconds. Default: the connection's.
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
        val params = membersOf {
            member("maxPages", maxPages)
            member("fresh", fresh)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("tools/list", params, ListingOf(Tool))
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
        val params = membersOf {
            member("name", name)
            member("arguments", arguments)
            member("allowRepeat", allowRepeat)
            member("checkArguments", checkArguments)
            member("logLevel", logLevel)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("tools/call", params, CallToolResult, onProgress)
    }

    /**
     * Lists the server's prompts, through all pages (2026-07-28 `server/prompts`).
     *
     * A prompt that does not have the shape of one is left out and reported.
     *
     * @param maxPages How many pages to fetch at the most. Default 1,000.
     * @param fresh Whether to fetch anew, also where a result could be reused. Default false.
     * @param timeoutMs How long to wait for an answer, in milliseconds. Default: the connection's.
     * @param maxTotalMs How long to wait in all, in milliseconds. Default: the connection's.
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
        val params = membersOf {
            member("maxPages", maxPages)
            member("fresh", fresh)
            member("timeoutMs", timeoutMs)
            member("maxTotalMs", maxTotalMs)
            member("meta", meta)
        }
        return connection.call("prompts/list", params, ListingOf(Prompt))
    }

    /**
     * Ends the connection in good order: what is queued is sent, sessions are deleted, the server's
     * process is asked to end and then made to. Calls that wait fail with `closed`.
     *
     * Closing twice does nothing more.
     *
     * @throws HostlineException If it fails.
     */
    public suspend fun close() {
        connection.call("close", noMembers, AnyJson)
    }
}

/**
 * Answers what servers ask. It is called on threads that may be held up; nobody waits any more when
 * its coroutine is cancelled. What it throws ends the server's request, with its message.
 */
public fun interface Delegate {
    /**
     * The ways in which this delegate can ask a person. The server is told, and nothing else is
     * ever asked.
     */
    public val elicitation: List<ElicitationMode> get() = listOf(ElicitationMode.FORM)

    /**
     * A server's question to a person (2026-07-28 `client/elicitation`).
     *
     * All of its text is the server's own and untrusted. Accepting an address means that the person
     * agreed to open it, and no more: the program opens it.
     */
    public suspend fun elicit(question: ElicitQuestion): ElicitResult
}

/** Asks the function that answers questions of this name. */
internal suspend fun Delegate.answer(name: String, question: JsonElement): JsonObject =
    when (name) {
        "elicitation/create" -> elicit(ElicitQuestion.fromJson(question)).toJson()
        else -> throw IllegalArgumentException("there is nobody to answer $name")
    }
