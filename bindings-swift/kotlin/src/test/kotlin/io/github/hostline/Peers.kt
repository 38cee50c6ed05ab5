package io.github.hostline

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonObject
import java.io.File
import java.nio.file.Files
import java.nio.file.Path
import kotlin.time.Duration.Companion.seconds

/** No test takes longer. */
private val DEADLINE = 30.seconds

/** Runs a test with a deadline, on the dispatcher that programs use. */
internal fun within(test: suspend CoroutineScope.() -> Unit): Unit =
    runBlocking(Dispatchers.Default) { withTimeout(DEADLINE, test) }

/** A server that follows a script: the `scripted-peer` of the workspace. */
internal class Peer(rules: String, version: String = "2026-07-28") {
    private val folder: Path = Files.createTempDirectory("hostline")
    private val log = folder.resolve("log")

    val target: String

    init {
        val scenario = folder.resolve("scenario.json")
        Files.writeString(
            scenario,
            """{"name":"A test.","area":"kotlin","features":["tools"],"versions":"all",
                "transports":["stdio"],"peer":{"rules":[$rules]},"steps":[],"expect":{}}""",
        )
        val program = File(System.getProperty("hostline.programs"), "scripted-peer")
        target = "$program stdio --scenario $scenario --version $version --log $log"
    }

    /** What the server has noted until now. */
    fun records(): List<JsonObject> {
        if (Files.notExists(log)) return emptyList()
        // The last line may be half written.
        val lines = Files.readString(log).substringBeforeLast('\n', "").lines()
        return lines.filter { it.isNotEmpty() }.map { Json.parseToJsonElement(it).jsonObject }
    }

    /** Waits until the server has noted a message of this method. */
    suspend fun saw(method: String) = eventually { records().any { it.says("method", method) } }

    companion object {
        const val ANSWER = """{"on":"tools/call","do":[{"reply":{"content":[]}}]}"""
        const val HANG = """{"on":"tools/call","do":[{"await":"cancelled"}]}"""
        const val ASK = """{"on":"tools/call","do":[{"ask":{"city":{"method":"elicitation/create",
            "params":{"message":"Which city?","requestedSchema":{"type":"object","properties":{}}}}}},
            {"reply":{"content":[{"type":"text","text":"${'$'}{answers/city/action}"}]}}]}"""
    }
}

private fun JsonObject.says(name: String, value: String): Boolean =
    this[name].toString() == "\"$value\""

/** Waits until something is so. It is for what another process says in a file, and tells nobody. */
internal suspend fun eventually(isSo: suspend () -> Boolean) {
    while (!isSo()) kotlinx.coroutines.delay(5)
}
