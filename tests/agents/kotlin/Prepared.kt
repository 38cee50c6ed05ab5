package io.github.hostline.agent

import io.github.hostline.CreateMessageResult
import io.github.hostline.Delegate
import io.github.hostline.ElicitResult
import io.github.hostline.JsonReader
import io.github.hostline.JsonWritable
import io.github.hostline.ListRootsResult
import io.github.hostline.jsonObjectOf
import kotlinx.coroutines.awaitCancellation
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger

/** Has a function for each kind of question that has answers. */
internal fun prepared(connection: String, answers: JsonObject): Delegate {
    val prepared = Prepared(connection, answers)
    return Delegate(
        elicitForm = prepared.of("form", ElicitResult),
        elicitUrl = prepared.of("url", ElicitResult),
        createMessage = prepared.of("sampling", CreateMessageResult),
        listRoots = prepared.of("roots", ListRootsResult),
    )
}

/** Gives prepared answers in their order, the last one again and again. */
private class Prepared(private val connection: String, private val answers: JsonObject) {
    private val given = ConcurrentHashMap<String, AtomicInteger>()

    fun <T> of(kind: String, reader: JsonReader<T>): (suspend (JsonWritable) -> T)? {
        if (kind !in answers) return null
        return { question -> reader.fromJson(answer(kind, question.toJson())) }
    }

    private suspend fun answer(kind: String, question: JsonObject): JsonObject {
        // It is not of the protocol's question.
        val asked = (question["params"] as? JsonObject ?: question) - "target"
        say("asked" to asked + ("kind" to JsonPrimitive(kind)), "connection" to connection)
        val answer = next(kind)
        if (answer["hang"] == JsonPrimitive(true)) awaitCancellation()
        answer.text("error")?.let { throw IllegalStateException(it) }
        return answer
    }

    private fun next(kind: String): JsonObject {
        val prepared = (answers[kind] as? JsonArray).orEmpty()
        val place = given.getOrPut(kind) { AtomicInteger() }.getAndIncrement()
        return (prepared.getOrNull(place) ?: prepared.lastOrNull()) as? JsonObject ?: jsonObjectOf()
    }
}
