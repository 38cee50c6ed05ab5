package io.github.hostline.agent

import io.github.hostline.AnyJson
import io.github.hostline.Client
import io.github.hostline.ClosedEvent
import io.github.hostline.Connection
import io.github.hostline.ErrorReport
import io.github.hostline.Event
import io.github.hostline.Hostline
import io.github.hostline.LoggingLevel
import io.github.hostline.MessageLimits
import io.github.hostline.ProgressReport
import io.github.hostline.ProtocolChoice
import io.github.hostline.ShutdownWaits
import io.github.hostline.Subscription
import io.github.hostline.jsonObjectOf
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.boolean
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.long
import java.lang.ref.PhantomReference
import java.lang.ref.ReferenceQueue
import java.util.concurrent.ConcurrentHashMap

/** How often the garbage is collected at the most, and how long the collector is given each time. */
internal const val COLLECTIONS = 40
private const val COLLECTION_MS = 50L

/** One connection, and the listener to its events. */
internal class Held private constructor(val server: Client, private val listening: Job) {
    fun connected(): JsonObject {
        val connected = server.info.toJson()
        val absent = listOf("server", "capabilities", "instructions").filter { it !in connected }
        return JsonObject(connected + absent.associateWith { JsonNull })
    }

    /** Calls the typed function of an operation. */
    suspend fun call(id: Long, command: JsonObject): JsonElement {
        val params = command.members("params")
        val onProgress = if (command.truth("progress") == true) progressOf(id) else null
        return server.call(command.text("operation").orEmpty(), params, onProgress)
    }

    private val subscriptions = ConcurrentHashMap<String, Pair<Subscription, Job>>()

    /** Begins to listen to changes under a name. */
    suspend fun subscribe(command: JsonObject, scope: CoroutineScope) {
        val filter = command.members("filter")
        val subscription = server.subscribe(
            toolsListChanged = filter.truth("toolsListChanged"),
            promptsListChanged = filter.truth("promptsListChanged"),
            resourcesListChanged = filter.truth("resourcesListChanged"),
            resourceSubscriptions = (filter["resourceSubscriptions"] as? JsonArray)?.map {
                it.jsonPrimitive.content
            },
        )
        val name = command.text("connection").orEmpty()
        val listening = scope.launch { listen(name, subscription.events) }
        subscriptions[command.text("subscription").orEmpty()] = subscription to listening
    }

    /** Waits until a subscription has ended, or ends it first. */
    suspend fun leave(command: JsonObject, endsIt: Boolean) {
        val name = command.text("subscription").orEmpty()
        val (subscription, listening) =
            subscriptions.remove(name) ?: error("there is no subscription $name")
        if (endsIt) subscription.close()
        listening.join()
    }

    /** Calls an operation by its name, without any type. */
    suspend fun raw(operation: String, params: JsonElement): JsonElement =
        server.connection.call(operation, params, AnyJson)

    suspend fun stopListening() {
        listening.cancelAndJoin()
        for ((_, listening) in subscriptions.values) listening.cancelAndJoin()
        subscriptions.clear()
    }

    companion object {
        suspend fun open(command: JsonObject, scope: CoroutineScope): Held {
            val name = command.text("connection").orEmpty()
            val options = command.members("options")
            val server = Hostline.connect(
                target = options.text("target").orEmpty(),
                clientName = options.text("clientName"),
                clientVersion = options.text("clientVersion"),
                clientTitle = options.text("clientTitle"),
                protocol = options.text("protocol")?.let(::ProtocolChoice),
                timeoutMs = options.whole("timeoutMs"),
                maxTotalMs = options.whole("maxTotalMs"),
                probeTimeoutMs = options.whole("probeTimeoutMs"),
                startupTimeoutMs = options.whole("startupTimeoutMs"),
                limits = options["limits"]?.let(MessageLimits::fromJson),
                logLevel = options.text("logLevel")?.let(::LoggingLevel),
                strictSchemas = options.truth("strictSchemas"),
                environment = options.texts("environment"),
                folder = options.text("folder"),
                shutdown = options["shutdown"]?.let(ShutdownWaits::fromJson),
                headers = options.texts("headers"),
                // Whoever answers for a model can give it tools.
                samplingTools = if ("sampling" in command.members("input")) true else null,
                delegate = (command["input"] as? JsonObject)?.let { prepared(name, it) },
            )
            val events = server.events
            return Held(server, scope.launch { listen(name, events) })
        }

        /** Connects with options as they are. What opens is closed again. */
        suspend fun attempt(options: JsonObject): JsonElement {
            Connection.open("connect", null, options, null).call("close", jsonObjectOf(), AnyJson)
            return JsonNull
        }

        private suspend fun listen(name: String, events: Flow<Event>) = events.collect { event ->
            val closed = (event as? ClosedEvent)?.let {
                mapOf("error" to inWords(it.error))
            }.orEmpty()
            say("event" to JsonObject(event.toJson() + closed), "connection" to name)
        }
    }
}

private fun progressOf(id: Long): suspend (ProgressReport) -> Unit = { report ->
    val said = report.toJson().filterKeys { it in setOf("progress", "total", "message") }
    say("progress" to said, "of" to id)
}

/** A report in the form of the scenarios, whose message is what happened alone. */
internal fun inWords(report: ErrorReport): JsonObject {
    val members = report.toJson() - "reason"
    val words = jsonObjectOf("message" to report.reason, "sentence" to report.message)
    return JsonObject(members + words)
}

/** Collects garbage until something has been collected that was let go of before. */
internal suspend fun collectGarbage() = withContext(Dispatchers.IO) {
    val collected = ReferenceQueue<Any>()
    val witness = PhantomReference(Any(), collected)
    repeat(COLLECTIONS) {
        System.gc()
        if (collected.remove(COLLECTION_MS) === witness) return@withContext
    }
}

internal fun JsonObject.whole(name: String): Long? = this[name]?.jsonPrimitive?.long

internal fun JsonObject.truth(name: String): Boolean? = this[name]?.jsonPrimitive?.boolean

internal fun JsonObject.texts(name: String): Map<String, String>? =
    (this[name] as? JsonObject)?.mapValues { (it.value as JsonPrimitive).content }
