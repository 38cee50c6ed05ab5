/* The agent of Kotlin: does over the public API what it is told to (`tests/agents/README.md`). */
package io.github.hostline.agent

import io.github.hostline.Hostline
import io.github.hostline.HostlineException
import io.github.hostline.jsonObjectOf
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.cancelChildren
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.flow.asFlow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.job
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.long
import java.io.FileDescriptor
import java.io.FileOutputStream
import java.util.concurrent.ConcurrentHashMap
import kotlin.system.exitProcess

fun main() {
    say("agent" to "kotlin", "hostline" to Hostline.VERSION)
    runBlocking {
        val agent = Agent(this)
        // Read on another thread, and obeyed on this one, in their order.
        System.`in`.bufferedReader().lineSequence().asFlow().flowOn(Dispatchers.IO)
            .collect { line -> agent.obey(Json.parseToJsonElement(line).jsonObject) }
        agent.closeAll()
        coroutineContext.job.cancelChildren()
    }
    exitProcess(0)
}

private val output = FileOutputStream(FileDescriptor.out)

/** Writes one line. */
internal fun say(vararg members: Pair<String, Any?>) {
    val line = "${jsonObjectOf(*members)}\n".toByteArray()
    synchronized(output) { output.write(line) }
}

/** All that the agent holds, and the commands that are under way. */
private class Agent(private val scope: CoroutineScope) {
    private val connections = ConcurrentHashMap<String, Held>()
    private val commands = ConcurrentHashMap<Long, Job>()

    /** Begins a command, which says by itself how it ended. */
    fun obey(command: JsonObject) {
        val id = command.getValue("id").jsonPrimitive.long
        // Begun here and now, so that what is cancelled in the same breath has begun.
        scope.launch(start = CoroutineStart.UNDISPATCHED) {
            commands[id] = coroutineContext.job
            val (kind, value) = outcome { perform(id, command) }
            commands.remove(id)
            say("id" to id, kind to value)
        }
    }

    private suspend fun perform(id: Long, command: JsonObject): JsonElement {
        val name = command.text("connection")
        return when (val what = command.text("do")) {
            "connect" -> {
                val held = Held.open(command, scope)
                connections[name.orEmpty()] = held
                held.connected()
            }
            "call" -> held(name).call(id, command)
            "subscribe" -> JsonNull.also { held(name).subscribe(command, scope) }
            "unsubscribe" -> JsonNull.also { held(name).leave(command, endsIt = true) }
            "subscriptionEnds" -> JsonNull.also { held(name).leave(command, endsIt = false) }
            "testing" -> testing(name, command)
            "close" -> JsonNull.also { held(name).server.close() }
            "drop" -> JsonNull.also {
                connections.remove(name.orEmpty())?.stopListening()
                if (command["collect"] != JsonPrimitive(false)) collectGarbage()
            }
            "cancel" -> JsonNull.also {
                commands[command.getValue("of").jsonPrimitive.long]?.cancel()
            }
            else -> error("there is no command $what")
        }
    }

    private suspend fun testing(name: String?, command: JsonObject): JsonElement {
        if (name == null) return Held.attempt(command.members("params"))
        val operation = command.text("operation").orEmpty()
        val ask = suspend { held(name).raw(operation, command["params"] ?: JsonNull) }
        return if (operation == "testing/live") live(ask) else ask()
    }

    /** Counts what is alive: garbage is not, though the library counts it until it is collected. */
    private suspend fun live(count: suspend () -> JsonElement): JsonElement {
        var counted: JsonElement = JsonNull
        repeat(COLLECTIONS) {
            val before = counted
            collectGarbage()
            counted = count()
            val handles = counted.jsonObject.getValue("handles").jsonPrimitive.long
            if (handles <= connections.size && counted == before) return counted
        }
        return counted
    }

    suspend fun closeAll() = coroutineScope {
        for (held in connections.values) {
            // A server that does not end in good order was ended by force.
            launch { outcome { JsonNull.also { held.server.close() } } }
        }
    }

    private fun held(name: String?): Held =
        connections[name.orEmpty()] ?: error("there is no connection $name")
}

/** What came of a command: its value, or its error in the form of the scenarios. */
private suspend fun outcome(perform: suspend () -> JsonElement): Pair<String, JsonElement> = try {
    "ok" to perform()
} catch (error: HostlineException) {
    "error" to inWords(error.report)
} catch (cancelled: CancellationException) {
    "error" to jsonObjectOf("code" to "cancelled", "message" to cancelled.message)
} catch (fault: Throwable) {
    "error" to jsonObjectOf("code" to "foreign", "message" to fault.toString())
}

internal fun JsonObject.text(name: String): String? = (this[name] as? JsonPrimitive)?.content

internal fun JsonObject.members(name: String): JsonObject =
    this[name] as? JsonObject ?: jsonObjectOf()
