// Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.
package io.github.hostline

import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject

/** Hints for whoever shows a thing (2026-07-28 `server/resources`, "Annotations"). */
public data class Annotations(
    /** Whom the thing is meant for. */
    val audience: List<Role>? = null,
    /** How much the thing matters, from 0 to 1. */
    val priority: Double? = null,
    /** When the thing was last changed, by ISO 8601. */
    val lastModified: String? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("audience", audience)
        member("priority", priority)
        member("lastModified", lastModified)
    }

    public companion object : JsonReader<Annotations> {
        override fun fromJson(json: JsonElement): Annotations {
            val members = Members("Annotations", json)
            return Annotations(
                audience = members.optional("audience", ListOf(Role)),
                priority = members.optional("priority", Decimal),
                lastModified = members.optional("lastModified", Text),
                extra = members.others(),
            )
        }
    }
}

/** Sound (2026-07-28 `schema`, `AudioContent`; since 2025-03-26). */
public data class AudioContent(
    /** The sound's bytes in base64. */
    val data: String,
    /** The sound's media type, as the peer says. */
    val mimeType: String,
    /** Hints for the reader's program. */
    val annotations: Annotations? = null,
    /** What is attached to the sound. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : ContentBlock {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "audio")
        member("data", data)
        member("mimeType", mimeType)
        member("annotations", annotations)
        member("_meta", meta)
    }

    public companion object : JsonReader<AudioContent> {
        override fun fromJson(json: JsonElement): AudioContent {
            val members = Members("AudioContent", json)
            return AudioContent(
                data = members.required("data", Text),
                mimeType = members.required("mimeType", Text),
                annotations = members.optional("annotations", Annotations),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others("type"),
            )
        }
    }
}

/**
 * Who may be given a kept result (2026-07-28 `server/utilities/caching`). What is not
 * [`Self::Public`] must be taken as private.
 */
@JvmInline
public value class CacheScope(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<CacheScope> {
        /** Anyone. */
        public val PUBLIC: CacheScope = CacheScope("public")

        /** Only whoever asked. */
        public val PRIVATE: CacheScope = CacheScope("private")

        /** The names that this version of Hostline knows. */
        public val entries: List<CacheScope> = listOf(
            PUBLIC,
            PRIVATE,
        )

        override fun fromJson(json: JsonElement): CacheScope = CacheScope(Text.fromJson(json))
    }
}

/** What a tool answered (2026-07-28 `server/tools`, "Tool Result"). */
public data class CallToolResult(
    /** The answer for people and models. */
    val content: List<ContentBlock>,
    /**
     * Whether the structured content fits the tool's output schema. It is found here, and not sent.
     */
    val validation: Validation,
    /** The answer for programs (since 2025-06-18; an object before 2026-07-28). */
    val structuredContent: JsonElement? = null,
    /** Whether the tool failed. */
    val isError: Boolean? = null,
    /** What is attached to the answer. */
    val meta: JsonObject? = null,
    /** What was left out of `content`. */
    val dropped: List<Dropped>? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("content", content)
        member("validation", validation)
        member("structuredContent", structuredContent)
        member("isError", isError)
        member("_meta", meta)
        member("dropped", dropped)
    }

    public companion object : JsonReader<CallToolResult> {
        override fun fromJson(json: JsonElement): CallToolResult {
            val members = Members("CallToolResult", json)
            return CallToolResult(
                content = members.required("content", ListOf(ContentBlock)),
                validation = members.required("validation", Validation),
                structuredContent = members.optional("structuredContent", AnyJson),
                isError = members.optional("isError", Truth),
                meta = members.optional("_meta", AnyMembers),
                dropped = members.optional("dropped", ListOf(Dropped)),
                extra = members.others(),
            )
        }
    }
}

/** A capability that has no settings. */
public data class Capability(
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = extra

    public companion object : JsonReader<Capability> {
        override fun fromJson(json: JsonElement): Capability {
            val members = Members("Capability", json)
            return Capability(
                extra = members.others(),
            )
        }
    }
}

/** The connection has ended. */
public data class ClosedEvent(
    /** Why. */
    val error: ErrorReport,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : Event {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "closed")
        member("error", error)
    }

    public companion object : JsonReader<ClosedEvent> {
        override fun fromJson(json: JsonElement): ClosedEvent {
            val members = Members("ClosedEvent", json)
            return ClosedEvent(
                error = members.required("error", ErrorReport),
                extra = members.others("type"),
            )
        }
    }
}

/** What the argument may become. */
public data class CompleteResult(
    /** The proposals. */
    val completion: Completion,
    /** What kind of result this is. */
    val resultType: String? = null,
    /** What is attached to the proposals. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("completion", completion)
        member("resultType", resultType)
        member("_meta", meta)
    }

    public companion object : JsonReader<CompleteResult> {
        override fun fromJson(json: JsonElement): CompleteResult {
            val members = Members("CompleteResult", json)
            return CompleteResult(
                completion = members.required("completion", Completion),
                resultType = members.optional("resultType", Text),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/** Proposals, best first. */
public data class Completion(
    /** At most 100 values. */
    val values: List<String>,
    /** How many there are in all. */
    val total: Long? = null,
    /** Whether there are more, even if it is not known how many. */
    val hasMore: Boolean? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("values", values)
        member("total", total)
        member("hasMore", hasMore)
    }

    public companion object : JsonReader<Completion> {
        override fun fromJson(json: JsonElement): Completion {
            val members = Members("Completion", json)
            return Completion(
                values = members.required("values", ListOf(Text)),
                total = members.optional("total", Whole),
                hasMore = members.optional("hasMore", Truth),
                extra = members.others(),
            )
        }
    }
}

/** An argument and what was typed of it. */
public data class CompletionArgument(
    /** The argument's name. */
    val name: String,
    /** What was typed. */
    val value: String,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("name", name)
        member("value", value)
    }

    public companion object : JsonReader<CompletionArgument> {
        override fun fromJson(json: JsonElement): CompletionArgument {
            val members = Members("CompletionArgument", json)
            return CompletionArgument(
                name = members.required("name", Text),
                value = members.required("value", Text),
                extra = members.others(),
            )
        }
    }
}

/** What an argument belongs to. */
public sealed interface CompletionReference : JsonWritable {
    /** Of a kind that this version of Hostline does not know. */
    public data class Unknown(
        /** All of its members. */
        val members: JsonObject,
    ) : CompletionReference {
        /** The kind. */
        public val type: String = tagOf(members, "type")

        override fun toJson(): JsonObject = members
    }

    public companion object : JsonReader<CompletionReference> {
        override fun fromJson(json: JsonElement): CompletionReference = when (tagOf(json, "type")) {
            "ref/prompt" -> PromptReference.fromJson(json)
            "ref/resource" -> ResourceTemplateReference.fromJson(json)
            else -> Unknown(AnyMembers.fromJson(json))
        }
    }
}

/** What is known of a server once it is connected. */
public data class Connected(
    /**
     * The name of the server, as the user gave it: the address without its query, or the command
     * line.
     */
    val target: String,
    /** The protocol version that is spoken. */
    val version: String,
    /** The transport: `stdio`, `streamable-http` or `http+sse`. */
    val transport: String,
    /** What the server calls itself. It is not verified: show it, and decide nothing by it. */
    val server: Implementation? = null,
    /** What the server offers, where it was asked. */
    val capabilities: ServerCapabilities? = null,
    /** The server's advice on how to use it: untrusted text. */
    val instructions: String? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("target", target)
        member("version", version)
        member("transport", transport)
        member("server", server)
        member("capabilities", capabilities)
        member("instructions", instructions)
    }

    public companion object : JsonReader<Connected> {
        override fun fromJson(json: JsonElement): Connected {
            val members = Members("Connected", json)
            return Connected(
                target = members.required("target", Text),
                version = members.required("version", Text),
                transport = members.required("transport", Text),
                server = members.optional("server", Implementation),
                capabilities = members.optional("capabilities", ServerCapabilities),
                instructions = members.optional("instructions", Text),
                extra = members.others(),
            )
        }
    }
}

/** One piece of a message or a result (2026-07-28 `schema`, `ContentBlock`). */
public sealed interface ContentBlock : JsonWritable {
    /** Of a kind that this version of Hostline does not know. */
    public data class Unknown(
        /** All of its members. */
        val members: JsonObject,
    ) : ContentBlock {
        /** The kind. */
        public val type: String = tagOf(members, "type")

        override fun toJson(): JsonObject = members
    }

    public companion object : JsonReader<ContentBlock> {
        override fun fromJson(json: JsonElement): ContentBlock = when (tagOf(json, "type")) {
            "text" -> TextContent.fromJson(json)
            "image" -> ImageContent.fromJson(json)
            "audio" -> AudioContent.fromJson(json)
            "resource_link" -> ResourceLink.fromJson(json)
            "resource" -> EmbeddedResource.fromJson(json)
            else -> Unknown(AnyMembers.fromJson(json))
        }
    }
}

/** The parameters of `sampling/createMessage`. */
public data class CreateMessageParams(
    /** The conversation so far. */
    val messages: List<SamplingMessage>,
    /** The most tokens that the answer may have. */
    val maxTokens: Long,
    /** Which model the server would like. */
    val modelPreferences: ModelPreferences? = null,
    /** What the model is to be told first. */
    val systemPrompt: String? = null,
    /** Whose context is to be added; deprecated. */
    val includeContext: IncludeContext? = null,
    /** How freely the model is to choose its words. */
    val temperature: Double? = null,
    /** Words at which the model is to stop. */
    val stopSequences: List<String>? = null,
    /** What goes to the model's provider as it is. */
    val metadata: JsonElement? = null,
    /** The tools that the model may use (since 2025-11-25). */
    val tools: List<Tool>? = null,
    /** Whether it must use them (since 2025-11-25). */
    val toolChoice: ToolChoice? = null,
    /** Asks that the request become a task (2025-11-25 only). */
    val task: TaskMetadata? = null,
    /** What is attached to the request. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("messages", messages)
        member("maxTokens", maxTokens)
        member("modelPreferences", modelPreferences)
        member("systemPrompt", systemPrompt)
        member("includeContext", includeContext)
        member("temperature", temperature)
        member("stopSequences", stopSequences)
        member("metadata", metadata)
        member("tools", tools)
        member("toolChoice", toolChoice)
        member("task", task)
        member("_meta", meta)
    }

    public companion object : JsonReader<CreateMessageParams> {
        override fun fromJson(json: JsonElement): CreateMessageParams {
            val members = Members("CreateMessageParams", json)
            return CreateMessageParams(
                messages = members.required("messages", ListOf(SamplingMessage)),
                maxTokens = members.required("maxTokens", Whole),
                modelPreferences = members.optional("modelPreferences", ModelPreferences),
                systemPrompt = members.optional("systemPrompt", Text),
                includeContext = members.optional("includeContext", IncludeContext),
                temperature = members.optional("temperature", Decimal),
                stopSequences = members.optional("stopSequences", ListOf(Text)),
                metadata = members.optional("metadata", AnyJson),
                tools = members.optional("tools", ListOf(Tool)),
                toolChoice = members.optional("toolChoice", ToolChoice),
                task = members.optional("task", TaskMetadata),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/** A server's request for a model's answer (2026-07-28 `client/sampling`). */
public data class CreateMessageQuestion(
    /** The server that asks, as the user named it. */
    val target: String,
    /** What it asks: untrusted text. */
    val params: CreateMessageParams,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("target", target)
        member("params", params)
    }

    public companion object : JsonReader<CreateMessageQuestion> {
        override fun fromJson(json: JsonElement): CreateMessageQuestion {
            val members = Members("CreateMessageQuestion", json)
            return CreateMessageQuestion(
                target = members.required("target", Text),
                params = members.required("params", CreateMessageParams),
                extra = members.others(),
            )
        }
    }
}

/** A model's answer. */
public data class CreateMessageResult(
    /** Who says it. */
    val role: Role,
    /** What is said: one piece, or since 2025-11-25 several. */
    val content: JsonElement,
    /** The model's name. */
    val model: String,
    /** Why the model stopped. */
    val stopReason: StopReason? = null,
    /** What is attached to the answer. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("role", role)
        member("content", content)
        member("model", model)
        member("stopReason", stopReason)
        member("_meta", meta)
    }

    public companion object : JsonReader<CreateMessageResult> {
        override fun fromJson(json: JsonElement): CreateMessageResult {
            val members = Members("CreateMessageResult", json)
            return CreateMessageResult(
                role = members.required("role", Role),
                content = members.required("content", AnyJson),
                model = members.required("model", Text),
                stopReason = members.optional("stopReason", StopReason),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/**
 * A report of an item, or of a part of one, that was left out of a list because it did not have the
 * right shape.
 */
public data class Dropped(
    /** The item's place in the list that the server sent, counted from 0. */
    val index: Long,
    /** What is wrong, with the place inside the item. */
    val reason: String,
    /** Whether the item is in the list, without the part that was wrong. */
    val kept: Boolean,
    /** The item's name or address, where it has one: untrusted text. */
    val name: String? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("index", index)
        member("reason", reason)
        member("kept", kept)
        member("name", name)
    }

    public companion object : JsonReader<Dropped> {
        override fun fromJson(json: JsonElement): Dropped {
            val members = Members("Dropped", json)
            return Dropped(
                index = members.required("index", Whole),
                reason = members.required("reason", Text),
                kept = members.required("kept", Truth),
                name = members.optional("name", Text),
                extra = members.others(),
            )
        }
    }
}

/** What a person did with a question (2026-07-28 `client/elicitation`, "Response Actions"). */
@JvmInline
public value class ElicitAction(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<ElicitAction> {
        /** The person answered, or agreed to open the address. */
        public val ACCEPT: ElicitAction = ElicitAction("accept")

        /** The person refused. */
        public val DECLINE: ElicitAction = ElicitAction("decline")

        /** The person closed the question without an answer. */
        public val CANCEL: ElicitAction = ElicitAction("cancel")

        /** The names that this version of Hostline knows. */
        public val entries: List<ElicitAction> = listOf(
            ACCEPT,
            DECLINE,
            CANCEL,
        )

        override fun fromJson(json: JsonElement): ElicitAction = ElicitAction(Text.fromJson(json))
    }
}

/** A form that the client shows (2026-07-28 `client/elicitation`, "Form Mode"). */
public data class ElicitFormQuestion(
    /** The server that asks, as the user named it. */
    val target: String,
    /** What the server says to the person: untrusted text. */
    val message: String,
    /** The JSON Schema of the form: an object with flat members. */
    val requestedSchema: JsonElement,
    /** What is attached to the question. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("target", target)
        member("message", message)
        member("requestedSchema", requestedSchema)
        member("_meta", meta)
    }

    public companion object : JsonReader<ElicitFormQuestion> {
        override fun fromJson(json: JsonElement): ElicitFormQuestion {
            val members = Members("ElicitFormQuestion", json)
            return ElicitFormQuestion(
                target = members.required("target", Text),
                message = members.required("message", Text),
                requestedSchema = members.required("requestedSchema", AnyJson),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/** A person's answer. */
public data class ElicitResult(
    /** What the person did. */
    val action: ElicitAction,
    /**
     * What the person filled in: strings, numbers, booleans and, since 2025-11-25, lists of
     * strings.
     */
    val content: JsonObject? = null,
    /** What is attached to the answer. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("action", action)
        member("content", content)
        member("_meta", meta)
    }

    public companion object : JsonReader<ElicitResult> {
        override fun fromJson(json: JsonElement): ElicitResult {
            val members = Members("ElicitResult", json)
            return ElicitResult(
                action = members.required("action", ElicitAction),
                content = members.optional("content", AnyMembers),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/** An address that the person opens (2026-07-28 `client/elicitation`, "URL Mode"). */
public data class ElicitUrlQuestion(
    /** The server that asks, as the user named it. */
    val target: String,
    /** What the server says to the person: untrusted text. */
    val message: String,
    /** The address. It must be shown to the person, and opened only with consent. */
    val url: String,
    /** What the event `elicitationComplete` will name (2025-11-25 only). */
    val elicitationId: String? = null,
    /** What is attached to the question. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("target", target)
        member("message", message)
        member("url", url)
        member("elicitationId", elicitationId)
        member("_meta", meta)
    }

    public companion object : JsonReader<ElicitUrlQuestion> {
        override fun fromJson(json: JsonElement): ElicitUrlQuestion {
            val members = Members("ElicitUrlQuestion", json)
            return ElicitUrlQuestion(
                target = members.required("target", Text),
                message = members.required("message", Text),
                url = members.required("url", Text),
                elicitationId = members.optional("elicitationId", Text),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/** A person has finished what an address was opened for. */
public data class ElicitationCompleteEvent(
    /** The elicitation. */
    val elicitationId: String,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : Event {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "elicitationComplete")
        member("elicitationId", elicitationId)
    }

    public companion object : JsonReader<ElicitationCompleteEvent> {
        override fun fromJson(json: JsonElement): ElicitationCompleteEvent {
            val members = Members("ElicitationCompleteEvent", json)
            return ElicitationCompleteEvent(
                elicitationId = members.required("elicitationId", Text),
                extra = members.others("type"),
            )
        }
    }
}

/** A resource as part of a message (2026-07-28 `schema`, `EmbeddedResource`). */
public data class EmbeddedResource(
    /** The resource. */
    val resource: ResourceContents,
    /** Hints for the reader's program. */
    val annotations: Annotations? = null,
    /** What is attached to the resource. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : ContentBlock {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "resource")
        member("resource", resource)
        member("annotations", annotations)
        member("_meta", meta)
    }

    public companion object : JsonReader<EmbeddedResource> {
        override fun fromJson(json: JsonElement): EmbeddedResource {
            val members = Members("EmbeddedResource", json)
            return EmbeddedResource(
                resource = members.required("resource", ResourceContents),
                annotations = members.optional("annotations", Annotations),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others("type"),
            )
        }
    }
}

/** What an error says about itself. */
public data class ErrorReport(
    /** The stable name of the kind of failure. */
    val code: String,
    /**
     * The whole sentence for a person: the server, the method, what happened, and what to do next.
     * What a server said in it is safe to show.
     */
    val message: String,
    /** What happened, alone. */
    val reason: String,
    /** Whether the request may have taken effect although it failed. */
    val mayHaveRun: Boolean,
    /** What to do about it, alone. */
    val nextStep: String? = null,
    /** The server that it happened with, as the user named it. */
    val target: String? = null,
    /** The method of the request that failed. */
    val method: String? = null,
    /** The server's JSON-RPC error, where it sent one. */
    val rpc: RpcErrorReport? = null,
    /** The HTTP status that the server answered with, where that was the failure. */
    val httpStatus: Long? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("code", code)
        member("message", message)
        member("reason", reason)
        member("mayHaveRun", mayHaveRun)
        member("nextStep", nextStep)
        member("target", target)
        member("method", method)
        member("rpc", rpc)
        member("httpStatus", httpStatus)
    }

    public companion object : JsonReader<ErrorReport> {
        override fun fromJson(json: JsonElement): ErrorReport {
            val members = Members("ErrorReport", json)
            return ErrorReport(
                code = members.required("code", Text),
                message = members.required("message", Text),
                reason = members.required("reason", Text),
                mayHaveRun = members.required("mayHaveRun", Truth),
                nextStep = members.optional("nextStep", Text),
                target = members.optional("target", Text),
                method = members.optional("method", Text),
                rpc = members.optional("rpc", RpcErrorReport),
                httpStatus = members.optional("httpStatus", Whole),
                extra = members.others(),
            )
        }
    }
}

/** One thing that a server, or its transport, said without being asked. */
public sealed interface Event : JsonWritable {
    /** Of a kind that this version of Hostline does not know. */
    public data class Unknown(
        /** All of its members. */
        val members: JsonObject,
    ) : Event {
        /** The kind. */
        public val type: String = tagOf(members, "type")

        override fun toJson(): JsonObject = members
    }

    public companion object : JsonReader<Event> {
        override fun fromJson(json: JsonElement): Event = when (tagOf(json, "type")) {
            "toolsChanged" -> ToolsChangedEvent.fromJson(json)
            "promptsChanged" -> PromptsChangedEvent.fromJson(json)
            "resourcesChanged" -> ResourcesChangedEvent.fromJson(json)
            "resourceUpdated" -> ResourceUpdatedEvent.fromJson(json)
            "log" -> LogEvent.fromJson(json)
            "elicitationComplete" -> ElicitationCompleteEvent.fromJson(json)
            "taskStatus" -> TaskStatusEvent.fromJson(json)
            "stderr" -> StderrEvent.fromJson(json)
            "notice" -> NoticeEvent.fromJson(json)
            "unknown" -> UnknownNotificationEvent.fromJson(json)
            "missed" -> MissedEvent.fromJson(json)
            "closed" -> ClosedEvent.fromJson(json)
            else -> Unknown(AnyMembers.fromJson(json))
        }
    }
}

/** A prompt that was filled in (2026-07-28 `server/prompts`, "Getting a Prompt"). */
public data class GetPromptResult(
    /** The messages, in the order in which a model is given them. */
    val messages: List<PromptMessage>,
    /** What kind of result this is. */
    val resultType: String? = null,
    /** What the prompt is for. */
    val description: String? = null,
    /** What is attached to the prompt. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("messages", messages)
        member("resultType", resultType)
        member("description", description)
        member("_meta", meta)
    }

    public companion object : JsonReader<GetPromptResult> {
        override fun fromJson(json: JsonElement): GetPromptResult {
            val members = Members("GetPromptResult", json)
            return GetPromptResult(
                messages = members.required("messages", ListOf(PromptMessage)),
                resultType = members.optional("resultType", Text),
                description = members.optional("description", Text),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/**
 * A picture that stands for something (2026-07-28 `basic`, "`icons`"). Its address is a peer's
 * word: it must not be shown or fetched as it is.
 */
public data class Icon(
    /** Where the picture is: an `https:` or `data:` address. */
    val src: String,
    /** The picture's media type. */
    val mimeType: String? = null,
    /** The sizes that it is made for, such as `48x48` or `any`. */
    val sizes: List<String>? = null,
    /** The background that it is made for. */
    val theme: IconTheme? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("src", src)
        member("mimeType", mimeType)
        member("sizes", sizes)
        member("theme", theme)
    }

    public companion object : JsonReader<Icon> {
        override fun fromJson(json: JsonElement): Icon {
            val members = Members("Icon", json)
            return Icon(
                src = members.required("src", Text),
                mimeType = members.optional("mimeType", Text),
                sizes = members.optional("sizes", ListOf(Text)),
                theme = members.optional("theme", IconTheme),
                extra = members.others(),
            )
        }
    }
}

/** The background that an icon is made for (2026-07-28 `schema`, `Icon`). */
@JvmInline
public value class IconTheme(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<IconTheme> {
        /** A light background. */
        public val LIGHT: IconTheme = IconTheme("light")

        /** A dark background. */
        public val DARK: IconTheme = IconTheme("dark")

        /** The names that this version of Hostline knows. */
        public val entries: List<IconTheme> = listOf(
            LIGHT,
            DARK,
        )

        override fun fromJson(json: JsonElement): IconTheme = IconTheme(Text.fromJson(json))
    }
}

/** A picture (2026-07-28 `schema`, `ImageContent`). */
public data class ImageContent(
    /** The picture's bytes in base64. */
    val data: String,
    /** The picture's media type, as the peer says. */
    val mimeType: String,
    /** Hints for the reader's program. */
    val annotations: Annotations? = null,
    /** What is attached to the picture. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : ContentBlock {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "image")
        member("data", data)
        member("mimeType", mimeType)
        member("annotations", annotations)
        member("_meta", meta)
    }

    public companion object : JsonReader<ImageContent> {
        override fun fromJson(json: JsonElement): ImageContent {
            val members = Members("ImageContent", json)
            return ImageContent(
                data = members.required("data", Text),
                mimeType = members.required("mimeType", Text),
                annotations = members.optional("annotations", Annotations),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others("type"),
            )
        }
    }
}

/**
 * A program that speaks the protocol (2026-07-28 `schema`, `Implementation`). It is what the
 * program says of itself, and proves nothing.
 */
public data class Implementation(
    /** The name that programs use. */
    val name: String,
    /** The version; empty where a peer sent none. */
    val version: String,
    /** The name that people see. */
    val title: String? = null,
    /** What the program is. */
    val description: String? = null,
    /** The address of its page. */
    val websiteUrl: String? = null,
    /** Pictures that stand for the program. */
    val icons: List<Icon>? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("name", name)
        member("version", version)
        member("title", title)
        member("description", description)
        member("websiteUrl", websiteUrl)
        member("icons", icons)
    }

    public companion object : JsonReader<Implementation> {
        override fun fromJson(json: JsonElement): Implementation {
            val members = Members("Implementation", json)
            return Implementation(
                name = members.required("name", Text),
                version = members.required("version", Text),
                title = members.optional("title", Text),
                description = members.optional("description", Text),
                websiteUrl = members.optional("websiteUrl", Text),
                icons = members.optional("icons", ListOf(Icon)),
                extra = members.others(),
            )
        }
    }
}

/** Whose context is to be added to a conversation; deprecated. */
@JvmInline
public value class IncludeContext(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<IncludeContext> {
        /** None. */
        public val NONE: IncludeContext = IncludeContext("none")

        /** That of the server that asks. */
        public val THIS_SERVER: IncludeContext = IncludeContext("thisServer")

        /** That of all servers. */
        public val ALL_SERVERS: IncludeContext = IncludeContext("allServers")

        /** The names that this version of Hostline knows. */
        public val entries: List<IncludeContext> = listOf(
            NONE,
            THIS_SERVER,
            ALL_SERVERS,
        )

        override fun fromJson(json: JsonElement): IncludeContext =
            IncludeContext(Text.fromJson(json))
    }
}

/** A capability that may tell when its list has changed. */
public data class ListCapability(
    /** Whether there are notifications when the list has changed. */
    val listChanged: Boolean? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("listChanged", listChanged)
    }

    public companion object : JsonReader<ListCapability> {
        override fun fromJson(json: JsonElement): ListCapability {
            val members = Members("ListCapability", json)
            return ListCapability(
                listChanged = members.optional("listChanged", Truth),
                extra = members.others(),
            )
        }
    }
}

/** A server's question in which folders it may work (2026-07-28 `client/roots`). */
public data class ListRootsQuestion(
    /** The server that asks, as the user named it. */
    val target: String,
    /** What is attached to the question. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("target", target)
        member("_meta", meta)
    }

    public companion object : JsonReader<ListRootsQuestion> {
        override fun fromJson(json: JsonElement): ListRootsQuestion {
            val members = Members("ListRootsQuestion", json)
            return ListRootsQuestion(
                target = members.required("target", Text),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/** The folders that a server may work in. */
public data class ListRootsResult(
    /** The folders. */
    val roots: List<Root>,
    /** What is attached to the answer. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("roots", roots)
        member("_meta", meta)
    }

    public companion object : JsonReader<ListRootsResult> {
        override fun fromJson(json: JsonElement): ListRootsResult {
            val members = Members("ListRootsResult", json)
            return ListRootsResult(
                roots = members.required("roots", ListOf(Root)),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/** A log message of the server. */
public data class LogEvent(
    /** How grave it is. */
    val level: LoggingLevel,
    /** What happened, in any form: untrusted. */
    val data: JsonElement,
    /** The part of the server that says it. */
    val logger: String? = null,
    /** What is attached to the message. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : Event {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "log")
        member("level", level)
        member("data", data)
        member("logger", logger)
        member("_meta", meta)
    }

    public companion object : JsonReader<LogEvent> {
        override fun fromJson(json: JsonElement): LogEvent {
            val members = Members("LogEvent", json)
            return LogEvent(
                level = members.required("level", LoggingLevel),
                data = members.required("data", AnyJson),
                logger = members.optional("logger", Text),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others("type"),
            )
        }
    }
}

/** How grave a log message is, by RFC 5424. */
@JvmInline
public value class LoggingLevel(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<LoggingLevel> {
        /** Details for developers. */
        public val DEBUG: LoggingLevel = LoggingLevel("debug")

        /** What happens in the usual course. */
        public val INFO: LoggingLevel = LoggingLevel("info")

        /** What is usual but worth a look. */
        public val NOTICE: LoggingLevel = LoggingLevel("notice")

        /** What may become a fault. */
        public val WARNING: LoggingLevel = LoggingLevel("warning")

        /** A fault. */
        public val ERROR: LoggingLevel = LoggingLevel("error")

        /** A fault of something that others need. */
        public val CRITICAL: LoggingLevel = LoggingLevel("critical")

        /** A fault that must be dealt with at once. */
        public val ALERT: LoggingLevel = LoggingLevel("alert")

        /** The system cannot be used. */
        public val EMERGENCY: LoggingLevel = LoggingLevel("emergency")

        /** The names that this version of Hostline knows. */
        public val entries: List<LoggingLevel> = listOf(
            DEBUG,
            INFO,
            NOTICE,
            WARNING,
            ERROR,
            CRITICAL,
            ALERT,
            EMERGENCY,
        )

        override fun fromJson(json: JsonElement): LoggingLevel = LoggingLevel(Text.fromJson(json))
    }
}

/** What one message of a server may cost. */
public data class MessageLimits(
    /** The most bytes. Default 16 MiB. */
    val bytes: Long? = null,
    /** The deepest nesting of arrays and objects. Default 128. */
    val depth: Long? = null,
    /** The most messages of one batch. Default 128. */
    val batch: Long? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("bytes", bytes)
        member("depth", depth)
        member("batch", batch)
    }

    public companion object : JsonReader<MessageLimits> {
        override fun fromJson(json: JsonElement): MessageLimits {
            val members = Members("MessageLimits", json)
            return MessageLimits(
                bytes = members.optional("bytes", Whole),
                depth = members.optional("depth", Whole),
                batch = members.optional("batch", Whole),
                extra = members.others(),
            )
        }
    }
}

/** Events were left out, since nobody fetched them. */
public data class MissedEvent(
    /** How many. */
    val count: Long,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : Event {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "missed")
        member("count", count)
    }

    public companion object : JsonReader<MissedEvent> {
        override fun fromJson(json: JsonElement): MissedEvent {
            val members = Members("MissedEvent", json)
            return MissedEvent(
                count = members.required("count", Whole),
                extra = members.others("type"),
            )
        }
    }
}

/** The name of a model, or a part of it. */
public data class ModelHint(
    /** The name. */
    val name: String? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("name", name)
    }

    public companion object : JsonReader<ModelHint> {
        override fun fromJson(json: JsonElement): ModelHint {
            val members = Members("ModelHint", json)
            return ModelHint(
                name = members.optional("name", Text),
                extra = members.others(),
            )
        }
    }
}

/** Which model a server would like. The client need not follow. */
public data class ModelPreferences(
    /** Names, most wanted first. */
    val hints: List<ModelHint>? = null,
    /** How much cost matters, from 0 to 1. */
    val costPriority: Double? = null,
    /** How much speed matters, from 0 to 1. */
    val speedPriority: Double? = null,
    /** How much intelligence matters, from 0 to 1. */
    val intelligencePriority: Double? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("hints", hints)
        member("costPriority", costPriority)
        member("speedPriority", speedPriority)
        member("intelligencePriority", intelligencePriority)
    }

    public companion object : JsonReader<ModelPreferences> {
        override fun fromJson(json: JsonElement): ModelPreferences {
            val members = Members("ModelPreferences", json)
            return ModelPreferences(
                hints = members.optional("hints", ListOf(ModelHint)),
                costPriority = members.optional("costPriority", Decimal),
                speedPriority = members.optional("speedPriority", Decimal),
                intelligencePriority = members.optional("intelligencePriority", Decimal),
                extra = members.others(),
            )
        }
    }
}

/** Something else that the transport noticed. */
public data class NoticeEvent(
    /** What it is. */
    val notice: NoticeKind,
    /** More about it: untrusted text. */
    val detail: String? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : Event {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "notice")
        member("notice", notice)
        member("detail", detail)
    }

    public companion object : JsonReader<NoticeEvent> {
        override fun fromJson(json: JsonElement): NoticeEvent {
            val members = Members("NoticeEvent", json)
            return NoticeEvent(
                notice = members.required("notice", NoticeKind),
                detail = members.optional("detail", Text),
                extra = members.others("type"),
            )
        }
    }
}

/** What a transport noticed. */
@JvmInline
public value class NoticeKind(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<NoticeKind> {
        /** The server's process wrote a line that is no message. */
        public val NOISE: NoticeKind = NoticeKind("noise")

        /** A message was larger than the limit, and was dropped. */
        public val OVERSIZED: NoticeKind = NoticeKind("oversized")

        /** Lines of standard error were dropped, because they came too fast. */
        public val STDERR_DROPPED: NoticeKind = NoticeKind("stderr_dropped")

        /** A message began with a byte order mark. */
        public val BYTE_ORDER_MARK: NoticeKind = NoticeKind("byte_order_mark")

        /** A message could not be sent. */
        public val NOT_SENT: NoticeKind = NoticeKind("not_sent")

        /** A broken stream was not opened again. */
        public val STREAM_GIVEN_UP: NoticeKind = NoticeKind("stream_given_up")

        /** A broken stream was resumed. */
        public val RESUMED: NoticeKind = NoticeKind("resumed")

        /** The names that this version of Hostline knows. */
        public val entries: List<NoticeKind> = listOf(
            NOISE,
            OVERSIZED,
            STDERR_DROPPED,
            BYTE_ORDER_MARK,
            NOT_SENT,
            STREAM_GIVEN_UP,
            RESUMED,
        )

        override fun fromJson(json: JsonElement): NoticeKind = NoticeKind(Text.fromJson(json))
    }
}

/** How far a call has come (2026-07-28 `basic/patterns/progress`). */
public data class ProgressReport(
    /** The number of the call, which tells calls apart. */
    val call: Long,
    /** How far it has come, more each time. */
    val progress: Double,
    /** How far it has to come, where that is known. */
    val total: Double? = null,
    /** What is being done, in words for a person: untrusted text. */
    val message: String? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("call", call)
        member("progress", progress)
        member("total", total)
        member("message", message)
    }

    public companion object : JsonReader<ProgressReport> {
        override fun fromJson(json: JsonElement): ProgressReport {
            val members = Members("ProgressReport", json)
            return ProgressReport(
                call = members.required("call", Whole),
                progress = members.required("progress", Decimal),
                total = members.optional("total", Decimal),
                message = members.optional("message", Text),
                extra = members.others(),
            )
        }
    }
}

/** A prompt that a server can fill in (2026-07-28 `server/prompts`, "Prompt"). */
public data class Prompt(
    /** The name by which it is asked for. */
    val name: String,
    /** What it wants to be filled in with. */
    val arguments: List<PromptArgument>? = null,
    /** The name that people see (since 2025-06-18). */
    val title: String? = null,
    /** What it is for. */
    val description: String? = null,
    /** Pictures that stand for it (since 2025-11-25). */
    val icons: List<Icon>? = null,
    /** What is attached to it. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("name", name)
        member("arguments", arguments)
        member("title", title)
        member("description", description)
        member("icons", icons)
        member("_meta", meta)
    }

    public companion object : JsonReader<Prompt> {
        override fun fromJson(json: JsonElement): Prompt {
            val members = Members("Prompt", json)
            return Prompt(
                name = members.required("name", Text),
                arguments = members.optional("arguments", ListOf(PromptArgument)),
                title = members.optional("title", Text),
                description = members.optional("description", Text),
                icons = members.optional("icons", ListOf(Icon)),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/** Something that a prompt is filled in with (2026-07-28 `schema`, `PromptArgument`). */
public data class PromptArgument(
    /** Its name. */
    val name: String,
    /** The name that people see (since 2025-06-18). */
    val title: String? = null,
    /** What it is. */
    val description: String? = null,
    /** Whether it must be given. */
    val required: Boolean? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("name", name)
        member("title", title)
        member("description", description)
        member("required", required)
    }

    public companion object : JsonReader<PromptArgument> {
        override fun fromJson(json: JsonElement): PromptArgument {
            val members = Members("PromptArgument", json)
            return PromptArgument(
                name = members.required("name", Text),
                title = members.optional("title", Text),
                description = members.optional("description", Text),
                required = members.optional("required", Truth),
                extra = members.others(),
            )
        }
    }
}

/** One message of a prompt (2026-07-28 `server/prompts`, "PromptMessage"). */
public data class PromptMessage(
    /** Who says it. */
    val role: Role,
    /** What is said. */
    val content: ContentBlock,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("role", role)
        member("content", content)
    }

    public companion object : JsonReader<PromptMessage> {
        override fun fromJson(json: JsonElement): PromptMessage {
            val members = Members("PromptMessage", json)
            return PromptMessage(
                role = members.required("role", Role),
                content = members.required("content", ContentBlock),
                extra = members.others(),
            )
        }
    }
}

/** A prompt, by its name. */
public data class PromptReference(
    /** The prompt's name. */
    val name: String,
    /** The name that people see (since 2025-06-18). */
    val title: String? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : CompletionReference {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "ref/prompt")
        member("name", name)
        member("title", title)
    }

    public companion object : JsonReader<PromptReference> {
        override fun fromJson(json: JsonElement): PromptReference {
            val members = Members("PromptReference", json)
            return PromptReference(
                name = members.required("name", Text),
                title = members.optional("title", Text),
                extra = members.others("type"),
            )
        }
    }
}

/** The list of prompts has changed. */
public data class PromptsChangedEvent(
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : Event {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "promptsChanged")
    }

    public companion object : JsonReader<PromptsChangedEvent> {
        override fun fromJson(json: JsonElement): PromptsChangedEvent {
            val members = Members("PromptsChangedEvent", json)
            return PromptsChangedEvent(
                extra = members.others("type"),
            )
        }
    }
}

/**
 * Which protocol versions a client tries: one of these names, or one version such as `2025-11-25`.
 */
@JvmInline
public value class ProtocolChoice(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<ProtocolChoice> {
        /**
         * Find out: the modern one if the server speaks it, else the newest legacy one in common.
         */
        public val AUTO: ProtocolChoice = ProtocolChoice("auto")

        /** The modern version only. */
        public val MODERN: ProtocolChoice = ProtocolChoice("modern")

        /** The newest legacy version in common. */
        public val LEGACY: ProtocolChoice = ProtocolChoice("legacy")

        /** The names that this version of Hostline knows. */
        public val entries: List<ProtocolChoice> = listOf(
            AUTO,
            MODERN,
            LEGACY,
        )

        override fun fromJson(json: JsonElement): ProtocolChoice =
            ProtocolChoice(Text.fromJson(json))
    }
}

/** What was read (2026-07-28 `server/resources`, "Reading Resources"). */
public data class ReadResourceResult(
    /** The resource, or the parts of it. */
    val contents: List<ResourceContents>,
    /** For how long the contents may be kept. */
    val ttlMs: Long? = null,
    /** Who may be given the kept contents. */
    val cacheScope: CacheScope? = null,
    /** What kind of result this is. */
    val resultType: String? = null,
    /** What is attached to the contents. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("contents", contents)
        member("ttlMs", ttlMs)
        member("cacheScope", cacheScope)
        member("resultType", resultType)
        member("_meta", meta)
    }

    public companion object : JsonReader<ReadResourceResult> {
        override fun fromJson(json: JsonElement): ReadResourceResult {
            val members = Members("ReadResourceResult", json)
            return ReadResourceResult(
                contents = members.required("contents", ListOf(ResourceContents)),
                ttlMs = members.optional("ttlMs", Whole),
                cacheScope = members.optional("cacheScope", CacheScope),
                resultType = members.optional("resultType", Text),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/** Something that can be read from a server (2026-07-28 `server/resources`, "Resource"). */
public data class Resource(
    /** Its address. */
    val uri: String,
    /** The name that programs use. */
    val name: String,
    /** The name that people see (since 2025-06-18). */
    val title: String? = null,
    /** What it is. */
    val description: String? = null,
    /** Its media type. */
    val mimeType: String? = null,
    /** Its length in bytes, before any encoding. */
    val size: Long? = null,
    /** Hints for the reader's program. */
    val annotations: Annotations? = null,
    /** Pictures that stand for it (since 2025-11-25). */
    val icons: List<Icon>? = null,
    /** What is attached to it. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("uri", uri)
        member("name", name)
        member("title", title)
        member("description", description)
        member("mimeType", mimeType)
        member("size", size)
        member("annotations", annotations)
        member("icons", icons)
        member("_meta", meta)
    }

    public companion object : JsonReader<Resource> {
        override fun fromJson(json: JsonElement): Resource {
            val members = Members("Resource", json)
            return Resource(
                uri = members.required("uri", Text),
                name = members.required("name", Text),
                title = members.optional("title", Text),
                description = members.optional("description", Text),
                mimeType = members.optional("mimeType", Text),
                size = members.optional("size", Whole),
                annotations = members.optional("annotations", Annotations),
                icons = members.optional("icons", ListOf(Icon)),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/** What a resource holds: `text`, or bytes as `blob`. */
public data class ResourceContents(
    /** The address of what was read. */
    val uri: String,
    /** The text, where it is text. */
    val text: String? = null,
    /** The bytes in base64, where it is bytes. */
    val blob: String? = null,
    /** The media type, as the peer says. */
    val mimeType: String? = null,
    /** What is attached to the contents. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("uri", uri)
        member("text", text)
        member("blob", blob)
        member("mimeType", mimeType)
        member("_meta", meta)
    }

    public companion object : JsonReader<ResourceContents> {
        override fun fromJson(json: JsonElement): ResourceContents {
            val members = Members("ResourceContents", json)
            return ResourceContents(
                uri = members.required("uri", Text),
                text = members.optional("text", Text),
                blob = members.optional("blob", Text),
                mimeType = members.optional("mimeType", Text),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/**
 * The address of a resource that can be read (2026-07-28 `schema`, `ResourceLink`; since
 * 2025-06-18). It need not be in the server's list.
 */
public data class ResourceLink(
    /** The resource's address. */
    val uri: String,
    /** The name that programs use. */
    val name: String,
    /** The name that people see. */
    val title: String? = null,
    /** What the resource is. */
    val description: String? = null,
    /** The resource's media type. */
    val mimeType: String? = null,
    /** The resource's length in bytes. */
    val size: Long? = null,
    /** Hints for the reader's program. */
    val annotations: Annotations? = null,
    /** Pictures that stand for the resource. */
    val icons: List<Icon>? = null,
    /** What is attached to the link. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : ContentBlock {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "resource_link")
        member("uri", uri)
        member("name", name)
        member("title", title)
        member("description", description)
        member("mimeType", mimeType)
        member("size", size)
        member("annotations", annotations)
        member("icons", icons)
        member("_meta", meta)
    }

    public companion object : JsonReader<ResourceLink> {
        override fun fromJson(json: JsonElement): ResourceLink {
            val members = Members("ResourceLink", json)
            return ResourceLink(
                uri = members.required("uri", Text),
                name = members.required("name", Text),
                title = members.optional("title", Text),
                description = members.optional("description", Text),
                mimeType = members.optional("mimeType", Text),
                size = members.optional("size", Whole),
                annotations = members.optional("annotations", Annotations),
                icons = members.optional("icons", ListOf(Icon)),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others("type"),
            )
        }
    }
}

/**
 * A pattern of addresses that can be read (2026-07-28 `server/resources`, "Resource Templates").
 */
public data class ResourceTemplate(
    /** The pattern, by RFC 6570. */
    val uriTemplate: String,
    /** The name that programs use. */
    val name: String,
    /** The name that people see (since 2025-06-18). */
    val title: String? = null,
    /** What the resources are. */
    val description: String? = null,
    /** The media type, if all have the same. */
    val mimeType: String? = null,
    /** Hints for the reader's program. */
    val annotations: Annotations? = null,
    /** Pictures that stand for it (since 2025-11-25). */
    val icons: List<Icon>? = null,
    /** What is attached to it. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("uriTemplate", uriTemplate)
        member("name", name)
        member("title", title)
        member("description", description)
        member("mimeType", mimeType)
        member("annotations", annotations)
        member("icons", icons)
        member("_meta", meta)
    }

    public companion object : JsonReader<ResourceTemplate> {
        override fun fromJson(json: JsonElement): ResourceTemplate {
            val members = Members("ResourceTemplate", json)
            return ResourceTemplate(
                uriTemplate = members.required("uriTemplate", Text),
                name = members.required("name", Text),
                title = members.optional("title", Text),
                description = members.optional("description", Text),
                mimeType = members.optional("mimeType", Text),
                annotations = members.optional("annotations", Annotations),
                icons = members.optional("icons", ListOf(Icon)),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/** A resource template, by its pattern. */
public data class ResourceTemplateReference(
    /** The pattern, by RFC 6570. */
    val uri: String,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : CompletionReference {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "ref/resource")
        member("uri", uri)
    }

    public companion object : JsonReader<ResourceTemplateReference> {
        override fun fromJson(json: JsonElement): ResourceTemplateReference {
            val members = Members("ResourceTemplateReference", json)
            return ResourceTemplateReference(
                uri = members.required("uri", Text),
                extra = members.others("type"),
            )
        }
    }
}

/** A resource has changed. */
public data class ResourceUpdatedEvent(
    /** Its address. */
    val uri: String,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : Event {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "resourceUpdated")
        member("uri", uri)
    }

    public companion object : JsonReader<ResourceUpdatedEvent> {
        override fun fromJson(json: JsonElement): ResourceUpdatedEvent {
            val members = Members("ResourceUpdatedEvent", json)
            return ResourceUpdatedEvent(
                uri = members.required("uri", Text),
                extra = members.others("type"),
            )
        }
    }
}

/** What a server can do with resources (2026-07-28 `server/resources`, "Capabilities"). */
public data class ResourcesCapability(
    /** Whether single resources can be watched. */
    val subscribe: Boolean? = null,
    /** Whether there are notifications when the list has changed. */
    val listChanged: Boolean? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("subscribe", subscribe)
        member("listChanged", listChanged)
    }

    public companion object : JsonReader<ResourcesCapability> {
        override fun fromJson(json: JsonElement): ResourcesCapability {
            val members = Members("ResourcesCapability", json)
            return ResourcesCapability(
                subscribe = members.optional("subscribe", Truth),
                listChanged = members.optional("listChanged", Truth),
                extra = members.others(),
            )
        }
    }
}

/** The list of resources has changed. */
public data class ResourcesChangedEvent(
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : Event {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "resourcesChanged")
    }

    public companion object : JsonReader<ResourcesChangedEvent> {
        override fun fromJson(json: JsonElement): ResourcesChangedEvent {
            val members = Members("ResourcesChangedEvent", json)
            return ResourcesChangedEvent(
                extra = members.others("type"),
            )
        }
    }
}

/** Who speaks, or whom a thing is meant for (2026-07-28 `schema`, `Role`). */
@JvmInline
public value class Role(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<Role> {
        /** A person. */
        public val USER: Role = Role("user")

        /** A model. */
        public val ASSISTANT: Role = Role("assistant")

        /** The names that this version of Hostline knows. */
        public val entries: List<Role> = listOf(
            USER,
            ASSISTANT,
        )

        override fun fromJson(json: JsonElement): Role = Role(Text.fromJson(json))
    }
}

/** A folder that a server may work in. */
public data class Root(
    /** Its address, which begins with `file://`. */
    val uri: String,
    /** The name that people see. */
    val name: String? = null,
    /** What is attached to it. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("uri", uri)
        member("name", name)
        member("_meta", meta)
    }

    public companion object : JsonReader<Root> {
        override fun fromJson(json: JsonElement): Root {
            val members = Members("Root", json)
            return Root(
                uri = members.required("uri", Text),
                name = members.optional("name", Text),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/** A server's JSON-RPC error: untrusted. */
public data class RpcErrorReport(
    /** The code. */
    val code: Double,
    /** What the server says. */
    val message: String,
    /** What the server adds. */
    val data: JsonElement? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("code", code)
        member("message", message)
        member("data", data)
    }

    public companion object : JsonReader<RpcErrorReport> {
        override fun fromJson(json: JsonElement): RpcErrorReport {
            val members = Members("RpcErrorReport", json)
            return RpcErrorReport(
                code = members.required("code", Decimal),
                message = members.required("message", Text),
                data = members.optional("data", AnyJson),
                extra = members.others(),
            )
        }
    }
}

/** One message of the conversation. */
public data class SamplingMessage(
    /** Who says it. */
    val role: Role,
    /** What is said: one piece, or since 2025-11-25 several. */
    val content: JsonElement,
    /** What is attached to the message (since 2025-11-25). */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("role", role)
        member("content", content)
        member("_meta", meta)
    }

    public companion object : JsonReader<SamplingMessage> {
        override fun fromJson(json: JsonElement): SamplingMessage {
            val members = Members("SamplingMessage", json)
            return SamplingMessage(
                role = members.required("role", Role),
                content = members.required("content", AnyJson),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/** What a server can do (2026-07-28 `schema`, `ServerCapabilities`). */
public data class ServerCapabilities(
    /** Capabilities of no version. */
    val experimental: JsonObject? = null,
    /** The server sends log messages; deprecated by 2026-07-28. */
    val logging: Capability? = null,
    /** The server completes arguments. */
    val completions: Capability? = null,
    /** The server has prompts. */
    val prompts: ListCapability? = null,
    /** The server has resources. */
    val resources: ResourcesCapability? = null,
    /** The server has tools. */
    val tools: ListCapability? = null,
    /** The tasks that the server offers (2025-11-25 only). */
    val tasks: TaskCapability? = null,
    /** The extensions that the server knows, with their settings. */
    val extensions: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("experimental", experimental)
        member("logging", logging)
        member("completions", completions)
        member("prompts", prompts)
        member("resources", resources)
        member("tools", tools)
        member("tasks", tasks)
        member("extensions", extensions)
    }

    public companion object : JsonReader<ServerCapabilities> {
        override fun fromJson(json: JsonElement): ServerCapabilities {
            val members = Members("ServerCapabilities", json)
            return ServerCapabilities(
                experimental = members.optional("experimental", AnyMembers),
                logging = members.optional("logging", Capability),
                completions = members.optional("completions", Capability),
                prompts = members.optional("prompts", ListCapability),
                resources = members.optional("resources", ResourcesCapability),
                tools = members.optional("tools", ListCapability),
                tasks = members.optional("tasks", TaskCapability),
                extensions = members.optional("extensions", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/** How long the steps of ending a server's process wait. */
public data class ShutdownWaits(
    /** After the end of its input, before it is asked to end, in milliseconds. Default 2,000. */
    val eofMs: Long? = null,
    /** After it was asked to end, before it is made to, in milliseconds. Default 2,000. */
    val termMs: Long? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("eofMs", eofMs)
        member("termMs", termMs)
    }

    public companion object : JsonReader<ShutdownWaits> {
        override fun fromJson(json: JsonElement): ShutdownWaits {
            val members = Members("ShutdownWaits", json)
            return ShutdownWaits(
                eofMs = members.optional("eofMs", Whole),
                termMs = members.optional("termMs", Whole),
                extra = members.others(),
            )
        }
    }
}

/** A line that the server's process wrote to its standard error. */
public data class StderrEvent(
    /** The line: untrusted text. */
    val line: String,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : Event {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "stderr")
        member("line", line)
    }

    public companion object : JsonReader<StderrEvent> {
        override fun fromJson(json: JsonElement): StderrEvent {
            val members = Members("StderrEvent", json)
            return StderrEvent(
                line = members.required("line", Text),
                extra = members.others("type"),
            )
        }
    }
}

/** Why a model stopped. */
@JvmInline
public value class StopReason(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<StopReason> {
        /** It was done. */
        public val END_TURN: StopReason = StopReason("endTurn")

        /** It came to a stop sequence. */
        public val STOP_SEQUENCE: StopReason = StopReason("stopSequence")

        /** It had said as much as it may. */
        public val MAX_TOKENS: StopReason = StopReason("maxTokens")

        /** It wants a tool to be called. */
        public val TOOL_USE: StopReason = StopReason("toolUse")

        /** The names that this version of Hostline knows. */
        public val entries: List<StopReason> = listOf(
            END_TURN,
            STOP_SEQUENCE,
            MAX_TOKENS,
            TOOL_USE,
        )

        override fun fromJson(json: JsonElement): StopReason = StopReason(Text.fromJson(json))
    }
}

/**
 * A request that runs on its own. It is also the answer to `tasks/get` and `tasks/cancel` and the
 * parameters of `notifications/tasks/status`.
 */
public data class Task(
    /** The task's identifier. */
    val taskId: String,
    /** How it stands. */
    val status: TaskStatus,
    /** When it was made, by ISO 8601. */
    val createdAt: String,
    /** When its status last changed, by ISO 8601. */
    val lastUpdatedAt: String,
    /** For how many milliseconds it is kept from its making on; none means without end. */
    val ttl: Long? = null,
    /** More about how it stands, in words for a person. */
    val statusMessage: String? = null,
    /** After how many milliseconds it is worth asking again. */
    val pollInterval: Long? = null,
    /** What is attached to it. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("taskId", taskId)
        member("status", status)
        member("createdAt", createdAt)
        member("lastUpdatedAt", lastUpdatedAt)
        member("ttl", ttl)
        member("statusMessage", statusMessage)
        member("pollInterval", pollInterval)
        member("_meta", meta)
    }

    public companion object : JsonReader<Task> {
        override fun fromJson(json: JsonElement): Task {
            val members = Members("Task", json)
            return Task(
                taskId = members.required("taskId", Text),
                status = members.required("status", TaskStatus),
                createdAt = members.required("createdAt", Text),
                lastUpdatedAt = members.required("lastUpdatedAt", Text),
                ttl = members.optional("ttl", Whole),
                statusMessage = members.optional("statusMessage", Text),
                pollInterval = members.optional("pollInterval", Whole),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/** What a peer can do with tasks (2025-11-25 `basic/utilities/tasks`, "Capabilities"). */
public data class TaskCapability(
    /** Tasks can be listed. */
    val list: Capability? = null,
    /** Tasks can be cancelled. */
    val cancel: Capability? = null,
    /** The requests that can become tasks. */
    val requests: TaskRequests? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("list", list)
        member("cancel", cancel)
        member("requests", requests)
    }

    public companion object : JsonReader<TaskCapability> {
        override fun fromJson(json: JsonElement): TaskCapability {
            val members = Members("TaskCapability", json)
            return TaskCapability(
                list = members.optional("list", Capability),
                cancel = members.optional("cancel", Capability),
                requests = members.optional("requests", TaskRequests),
                extra = members.others(),
            )
        }
    }
}

/** The requests for a person's answer that can become tasks. */
public data class TaskElicitationRequests(
    /** `elicitation/create`. */
    val create: Capability? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("create", create)
    }

    public companion object : JsonReader<TaskElicitationRequests> {
        override fun fromJson(json: JsonElement): TaskElicitationRequests {
            val members = Members("TaskElicitationRequests", json)
            return TaskElicitationRequests(
                create = members.optional("create", Capability),
                extra = members.others(),
            )
        }
    }
}

/** What a request says that asks to become a task. */
public data class TaskMetadata(
    /** For how many milliseconds the task is to be kept. */
    val ttl: Long? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("ttl", ttl)
    }

    public companion object : JsonReader<TaskMetadata> {
        override fun fromJson(json: JsonElement): TaskMetadata {
            val members = Members("TaskMetadata", json)
            return TaskMetadata(
                ttl = members.optional("ttl", Whole),
                extra = members.others(),
            )
        }
    }
}

/** The requests that can become tasks (2025-11-25 `basic/utilities/tasks`, "Capabilities"). */
public data class TaskRequests(
    /** Requests about tools, to a server. */
    val tools: TaskToolRequests? = null,
    /** Requests for a model's answer, to a client. */
    val sampling: TaskSamplingRequests? = null,
    /** Requests for a person's answer, to a client. */
    val elicitation: TaskElicitationRequests? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("tools", tools)
        member("sampling", sampling)
        member("elicitation", elicitation)
    }

    public companion object : JsonReader<TaskRequests> {
        override fun fromJson(json: JsonElement): TaskRequests {
            val members = Members("TaskRequests", json)
            return TaskRequests(
                tools = members.optional("tools", TaskToolRequests),
                sampling = members.optional("sampling", TaskSamplingRequests),
                elicitation = members.optional("elicitation", TaskElicitationRequests),
                extra = members.others(),
            )
        }
    }
}

/** The requests for a model's answer that can become tasks. */
public data class TaskSamplingRequests(
    /** `sampling/createMessage`. */
    val createMessage: Capability? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("createMessage", createMessage)
    }

    public companion object : JsonReader<TaskSamplingRequests> {
        override fun fromJson(json: JsonElement): TaskSamplingRequests {
            val members = Members("TaskSamplingRequests", json)
            return TaskSamplingRequests(
                createMessage = members.optional("createMessage", Capability),
                extra = members.others(),
            )
        }
    }
}

/** How a task stands (2025-11-25 `basic/utilities/tasks`, "Task Status Lifecycle"). */
@JvmInline
public value class TaskStatus(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<TaskStatus> {
        /** It runs. */
        public val WORKING: TaskStatus = TaskStatus("working")

        /** It waits for an answer to a request of the server. */
        public val INPUT_REQUIRED: TaskStatus = TaskStatus("input_required")

        /** It has ended well, and its result can be fetched. */
        public val COMPLETED: TaskStatus = TaskStatus("completed")

        /** It has ended badly. */
        public val FAILED: TaskStatus = TaskStatus("failed")

        /** It was given up. */
        public val CANCELLED: TaskStatus = TaskStatus("cancelled")

        /** The names that this version of Hostline knows. */
        public val entries: List<TaskStatus> = listOf(
            WORKING,
            INPUT_REQUIRED,
            COMPLETED,
            FAILED,
            CANCELLED,
        )

        override fun fromJson(json: JsonElement): TaskStatus = TaskStatus(Text.fromJson(json))
    }
}

/** A task has changed. */
public data class TaskStatusEvent(
    /** The task. */
    val task: Task,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : Event {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "taskStatus")
        member("task", task)
    }

    public companion object : JsonReader<TaskStatusEvent> {
        override fun fromJson(json: JsonElement): TaskStatusEvent {
            val members = Members("TaskStatusEvent", json)
            return TaskStatusEvent(
                task = members.required("task", Task),
                extra = members.others("type"),
            )
        }
    }
}

/**
 * Whether calls of a tool can become tasks (2025-11-25 `basic/utilities/tasks`, "Tool-Level
 * Negotiation").
 */
@JvmInline
public value class TaskSupport(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<TaskSupport> {
        /** They cannot. */
        public val FORBIDDEN: TaskSupport = TaskSupport("forbidden")

        /** They can. */
        public val OPTIONAL: TaskSupport = TaskSupport("optional")

        /** They must. */
        public val REQUIRED: TaskSupport = TaskSupport("required")

        /** The names that this version of Hostline knows. */
        public val entries: List<TaskSupport> = listOf(
            FORBIDDEN,
            OPTIONAL,
            REQUIRED,
        )

        override fun fromJson(json: JsonElement): TaskSupport = TaskSupport(Text.fromJson(json))
    }
}

/** The requests about tools that can become tasks. */
public data class TaskToolRequests(
    /** `tools/call`. */
    val call: Capability? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("call", call)
    }

    public companion object : JsonReader<TaskToolRequests> {
        override fun fromJson(json: JsonElement): TaskToolRequests {
            val members = Members("TaskToolRequests", json)
            return TaskToolRequests(
                call = members.optional("call", Capability),
                extra = members.others(),
            )
        }
    }
}

/** Text (2026-07-28 `schema`, `TextContent`). */
public data class TextContent(
    /** The text: a peer's own words. */
    val text: String,
    /** Hints for the reader's program. */
    val annotations: Annotations? = null,
    /** What is attached to the text. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : ContentBlock {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "text")
        member("text", text)
        member("annotations", annotations)
        member("_meta", meta)
    }

    public companion object : JsonReader<TextContent> {
        override fun fromJson(json: JsonElement): TextContent {
            val members = Members("TextContent", json)
            return TextContent(
                text = members.required("text", Text),
                annotations = members.optional("annotations", Annotations),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others("type"),
            )
        }
    }
}

/** Something that a server can do (2026-07-28 `server/tools`, "Tool"). */
public data class Tool(
    /** The name by which it is called. */
    val name: String,
    /** The JSON Schema of its arguments; any object where a peer sent none. */
    val inputSchema: JsonElement,
    /** The JSON Schema of its structured content (since 2025-06-18). */
    val outputSchema: JsonElement? = null,
    /** The name that people see (since 2025-06-18). */
    val title: String? = null,
    /** What it does, in words that a model reads. */
    val description: String? = null,
    /** Hints about what it does (since 2025-03-26). They are the server's own word. */
    val annotations: ToolAnnotations? = null,
    /** How it can be run (2025-11-25 only). */
    val execution: ToolExecution? = null,
    /** Pictures that stand for it (since 2025-11-25). */
    val icons: List<Icon>? = null,
    /** What is attached to it. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("name", name)
        member("inputSchema", inputSchema)
        member("outputSchema", outputSchema)
        member("title", title)
        member("description", description)
        member("annotations", annotations)
        member("execution", execution)
        member("icons", icons)
        member("_meta", meta)
    }

    public companion object : JsonReader<Tool> {
        override fun fromJson(json: JsonElement): Tool {
            val members = Members("Tool", json)
            return Tool(
                name = members.required("name", Text),
                inputSchema = members.required("inputSchema", AnyJson),
                outputSchema = members.optional("outputSchema", AnyJson),
                title = members.optional("title", Text),
                description = members.optional("description", Text),
                annotations = members.optional("annotations", ToolAnnotations),
                execution = members.optional("execution", ToolExecution),
                icons = members.optional("icons", ListOf(Icon)),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/**
 * Hints about what a tool does (2026-07-28 `schema`, `ToolAnnotations`). They must not be trusted
 * unless the server is.
 */
public data class ToolAnnotations(
    /** The name that people see. */
    val title: String? = null,
    /** The tool changes nothing. Taken as false when absent. */
    val readOnlyHint: Boolean? = null,
    /** The tool may destroy something. Taken as true when absent. */
    val destructiveHint: Boolean? = null,
    /** Calling the tool again with the same arguments does no more. Taken as false when absent. */
    val idempotentHint: Boolean? = null,
    /** The tool reaches the world outside. Taken as true when absent. */
    val openWorldHint: Boolean? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("title", title)
        member("readOnlyHint", readOnlyHint)
        member("destructiveHint", destructiveHint)
        member("idempotentHint", idempotentHint)
        member("openWorldHint", openWorldHint)
    }

    public companion object : JsonReader<ToolAnnotations> {
        override fun fromJson(json: JsonElement): ToolAnnotations {
            val members = Members("ToolAnnotations", json)
            return ToolAnnotations(
                title = members.optional("title", Text),
                readOnlyHint = members.optional("readOnlyHint", Truth),
                destructiveHint = members.optional("destructiveHint", Truth),
                idempotentHint = members.optional("idempotentHint", Truth),
                openWorldHint = members.optional("openWorldHint", Truth),
                extra = members.others(),
            )
        }
    }
}

/** Whether a model must use tools. */
public data class ToolChoice(
    /** Whether it must; taken as [`ToolChoiceMode::Auto`] when absent. */
    val mode: ToolChoiceMode? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("mode", mode)
    }

    public companion object : JsonReader<ToolChoice> {
        override fun fromJson(json: JsonElement): ToolChoice {
            val members = Members("ToolChoice", json)
            return ToolChoice(
                mode = members.optional("mode", ToolChoiceMode),
                extra = members.others(),
            )
        }
    }
}

/** Whether a model must use tools. */
@JvmInline
public value class ToolChoiceMode(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<ToolChoiceMode> {
        /** As it likes. */
        public val AUTO: ToolChoiceMode = ToolChoiceMode("auto")

        /** At least one. */
        public val REQUIRED: ToolChoiceMode = ToolChoiceMode("required")

        /** None. */
        public val NONE: ToolChoiceMode = ToolChoiceMode("none")

        /** The names that this version of Hostline knows. */
        public val entries: List<ToolChoiceMode> = listOf(
            AUTO,
            REQUIRED,
            NONE,
        )

        override fun fromJson(json: JsonElement): ToolChoiceMode =
            ToolChoiceMode(Text.fromJson(json))
    }
}

/** How a tool can be run (2025-11-25 `schema`, `ToolExecution`). */
public data class ToolExecution(
    /** Whether calls of it can become tasks. Taken as forbidden when absent. */
    val taskSupport: TaskSupport? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("taskSupport", taskSupport)
    }

    public companion object : JsonReader<ToolExecution> {
        override fun fromJson(json: JsonElement): ToolExecution {
            val members = Members("ToolExecution", json)
            return ToolExecution(
                taskSupport = members.optional("taskSupport", TaskSupport),
                extra = members.others(),
            )
        }
    }
}

/** The list of tools has changed. Nothing is fetched by itself. */
public data class ToolsChangedEvent(
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : Event {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "toolsChanged")
    }

    public companion object : JsonReader<ToolsChangedEvent> {
        override fun fromJson(json: JsonElement): ToolsChangedEvent {
            val members = Members("ToolsChangedEvent", json)
            return ToolsChangedEvent(
                extra = members.others("type"),
            )
        }
    }
}

/** A notification that Hostline does not know. */
public data class UnknownNotificationEvent(
    /** The method. */
    val method: String,
    /** The parameters. */
    val params: JsonElement? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : Event {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "unknown")
        member("method", method)
        member("params", params)
    }

    public companion object : JsonReader<UnknownNotificationEvent> {
        override fun fromJson(json: JsonElement): UnknownNotificationEvent {
            val members = Members("UnknownNotificationEvent", json)
            return UnknownNotificationEvent(
                method = members.required("method", Text),
                params = members.optional("params", AnyJson),
                extra = members.others("type"),
            )
        }
    }
}

/** What was found about a result's structured content. */
public data class Validation(
    /** Whether it fits. */
    val status: ValidationStatus,
    /** What does not fit: sentences that name a place and a rule. */
    val findings: List<String>? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("status", status)
        member("findings", findings)
    }

    public companion object : JsonReader<Validation> {
        override fun fromJson(json: JsonElement): Validation {
            val members = Members("Validation", json)
            return Validation(
                status = members.required("status", ValidationStatus),
                findings = members.optional("findings", ListOf(Text)),
                extra = members.others(),
            )
        }
    }
}

/** Whether a result's structured content fits the schema that the tool promised. */
@JvmInline
public value class ValidationStatus(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<ValidationStatus> {
        /** It was not checked: there is no schema, no content, or nobody asked. */
        public val UNCHECKED: ValidationStatus = ValidationStatus("unchecked")

        /** It fits. */
        public val VALID: ValidationStatus = ValidationStatus("valid")

        /** It does not fit. */
        public val MISMATCH: ValidationStatus = ValidationStatus("mismatch")

        /** The schema's dialect is unknown, so that nothing can be said. */
        public val UNSUPPORTED_DIALECT: ValidationStatus = ValidationStatus("unsupported_dialect")

        /** The schema itself is invalid. */
        public val INVALID_SCHEMA: ValidationStatus = ValidationStatus("invalid_schema")

        /** The schema refers to another document, which is never fetched. */
        public val EXTERNAL_REF: ValidationStatus = ValidationStatus("external_ref")

        /** The names that this version of Hostline knows. */
        public val entries: List<ValidationStatus> = listOf(
            UNCHECKED,
            VALID,
            MISMATCH,
            UNSUPPORTED_DIALECT,
            INVALID_SCHEMA,
            EXTERNAL_REF,
        )

        override fun fromJson(json: JsonElement): ValidationStatus =
            ValidationStatus(Text.fromJson(json))
    }
}
