package io.github.hostline.agent

import io.github.hostline.Delegate
import io.github.hostline.ElicitQuestion
import io.github.hostline.ElicitResult
import io.github.hostline.ElicitationMode
import io.github.hostline.jsonObjectOf
import kotlinx.coroutines.awaitCancellation
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger

/** Gives prepared answers in their order, the last one again and again. */
internal class Prepared(private val connection: String, private val answers: JsonObject) :
    Delegate {
    private val given = ConcurrentHashMap<String, AtomicInteger>()

    override val elicitation: List<ElicitationMode> = answers.keys.map(::ElicitationMode)

    override suspend fun elicit(question: ElicitQuestion): ElicitResult {
        val members = question.toJson()
        val kind = members.text("mode").orEmpty()
        // Neither is of the protocol's question alone.
        val asked = members - setOf("mode", "target")
        say("asked" to asked + ("kind" to JsonPrimitive(kind)), "connection" to connection)
        val answer = next(kind)
        if (answer["hang"] == JsonPrimitive(true)) awaitCancellation()
        answer.text("error")?.let { throw IllegalStateException(it) }
        return ElicitResult.fromJson(answer)
    }

    private fun next(kind: String): JsonObject {
        val prepared = (answers[kind] as? JsonArray).orEmpty()
        val place = given.getOrPut(kind) { AtomicInteger() }.getAndIncrement()
        return (prepared.getOrNull(place) ?: prepared.lastOrNull()) as? JsonObject ?: jsonObjectOf()
    }
}
