package io.github.hostline.agent

import io.github.hostline.Client
import io.github.hostline.CompletionArgument
import io.github.hostline.CompletionReference
import io.github.hostline.JsonWritable
import io.github.hostline.Listing
import io.github.hostline.LoggingLevel
import io.github.hostline.ProgressReport
import io.github.hostline.jsonObjectOf
import io.github.hostline.jsonOf
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject

/** Calls the typed function of an operation, with what every one of them takes. */
internal suspend fun Client.call(
    operation: String,
    params: JsonObject,
    onProgress: (suspend (ProgressReport) -> Unit)?,
): JsonElement {
    val timeoutMs = params.whole("timeoutMs")
    val maxTotalMs = params.whole("maxTotalMs")
    val meta = params["meta"] as? JsonObject
    val arguments = params["arguments"] as? JsonObject
    val name = params.text("name").orEmpty()
    val taskId = params.text("taskId").orEmpty()
    val maxPages = params.whole("maxPages")
    val fresh = params.truth("fresh")
    return when (operation) {
        "tools/list" ->
            listed("tools", listTools(maxPages, fresh, timeoutMs, maxTotalMs, meta))
        "resources/list" ->
            listed("resources", listResources(maxPages, fresh, timeoutMs, maxTotalMs, meta))
        "resources/templates/list" -> listed(
            "resourceTemplates",
            listResourceTemplates(maxPages, fresh, timeoutMs, maxTotalMs, meta),
        )
        "prompts/list" ->
            listed("prompts", listPrompts(maxPages, fresh, timeoutMs, maxTotalMs, meta))
        "tasks/list" ->
            listed("tasks", listTasks(maxPages, fresh, timeoutMs, maxTotalMs, meta))
        "tools/call" -> {
            val result = callTool(
                name,
                arguments,
                allowRepeat = params.truth("allowRepeat"),
                checkArguments = params.truth("checkArguments"),
                logLevel = params.text("logLevel")?.let(::LoggingLevel),
                timeoutMs = timeoutMs,
                maxTotalMs = maxTotalMs,
                meta = meta,
                onProgress = onProgress,
            )
            JsonObject(result.toJson() + ("validation" to jsonOf(result.validation.status)))
        }
        "resources/read" ->
            readResource(params.text("uri").orEmpty(), fresh, timeoutMs, maxTotalMs, meta).toJson()
        "prompts/get" ->
            getPrompt(name, params.texts("arguments"), timeoutMs, maxTotalMs, meta).toJson()
        "completion/complete" -> complete(
            CompletionReference.fromJson(params.getValue("ref")),
            CompletionArgument.fromJson(params.getValue("argument")),
            params.texts("context"),
            timeoutMs,
            maxTotalMs,
            meta,
        ).toJson()
        "ping" -> JsonNull.also { ping(timeoutMs, maxTotalMs, meta) }
        "logging/setLevel" -> JsonNull.also {
            val level = LoggingLevel(params.text("level").orEmpty())
            setLogLevel(level, timeoutMs, maxTotalMs, meta)
        }
        "request" -> request(
            params.text("method").orEmpty(),
            params["params"] as? JsonObject,
            params.truth("allowRepeat"),
            timeoutMs,
            maxTotalMs,
            meta,
        )
        "tasks/start" -> startTask(
            name,
            arguments,
            params.whole("ttlMs"),
            params.truth("checkArguments"),
            timeoutMs,
            maxTotalMs,
            meta,
        ).toJson()
        "tasks/get" -> getTask(taskId, timeoutMs, maxTotalMs, meta).toJson()
        "tasks/cancel" -> cancelTask(taskId, timeoutMs, maxTotalMs, meta).toJson()
        "tasks/result" -> taskResult(taskId, timeoutMs, maxTotalMs, meta)
        "notifications/roots/list_changed" -> JsonNull.also { rootsChanged() }
        else -> error("there is no operation $operation")
    }
}

private fun <T : JsonWritable> listed(name: String, list: Listing<T>): JsonObject =
    jsonObjectOf(name to list, "dropped" to list.dropped)
