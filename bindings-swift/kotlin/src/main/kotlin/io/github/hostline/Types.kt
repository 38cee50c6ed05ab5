// Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.
package io.github.hostline

import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject

/** How an account stands. It holds no token and no secret. */
public data class AccountStatus(
    /** The server's address. */
    val target: String,
    /** Where tokens are kept, in words. */
    val store: String,
    /** What somebody has signed in to, if anybody has. */
    val session: SessionStatus? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("target", target)
        member("store", store)
        member("session", session)
    }

    public companion object : JsonReader<AccountStatus> {
        override fun fromJson(json: JsonElement): AccountStatus {
            val members = Members("AccountStatus", json)
            return AccountStatus(
                target = members.required("target", Text),
                store = members.required("store", Text),
                session = members.optional("session", SessionStatus),
                extra = members.others(),
            )
        }
    }
}

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

/** There is a question for a person, or more wait for its answer now. */
public data class AskedEvent(
    /** The question. */
    val question: HostQuestion,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : HostEvent {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "asked")
        member("question", question)
    }

    public companion object : JsonReader<AskedEvent> {
        override fun fromJson(json: JsonElement): AskedEvent {
            val members = Members("AskedEvent", json)
            return AskedEvent(
                question = members.required("question", HostQuestion),
                extra = members.others("type"),
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

/** What was found of the record. */
public data class AuditReport(
    /** Whether the record is as it was written. */
    val isWhole: Boolean,
    /** All that was found. */
    val report: JsonElement,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("isWhole", isWhole)
        member("report", report)
    }

    public companion object : JsonReader<AuditReport> {
        override fun fromJson(json: JsonElement): AuditReport {
            val members = Members("AuditReport", json)
            return AuditReport(
                isWhole = members.required("isWhole", Truth),
                report = members.required("report", AnyJson),
                extra = members.others(),
            )
        }
    }
}

/** How a client shows a server who it acts for. */
@JvmInline
public value class AuthMode(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<AuthMode> {
        /**
         * By OAuth 2.1, as the specification profiles it (2026-07-28 `basic/authorization`): the
         * first request that the server refuses has a person sign in.
         */
        public val OAUTH: AuthMode = AuthMode("oauth")

        /** As nobody. */
        public val NONE: AuthMode = AuthMode("none")

        /** The names that this version of Hostline knows. */
        public val entries: List<AuthMode> = listOf(
            OAUTH,
            NONE,
        )

        override fun fromJson(json: JsonElement): AuthMode = AuthMode(Text.fromJson(json))
    }
}

/**
 * Who may be given a kept result (2026-07-28 `server/utilities/caching`). What is not `public` must
 * be taken as private.
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

/** What servers offer. */
public data class Catalogue(
    /** The tools, also those that are off or held. */
    val tools: List<CatalogueTool>,
    /** The prompts, the same way. */
    val prompts: List<CataloguePrompt>,
    /** The resources. */
    val resources: List<CatalogueResource>,
    /** The resource templates. */
    val templates: List<CatalogueTemplate>,
    /** What was left out, and why. */
    val notes: List<ServerNote>,
    /** The servers that could not be started, and why. */
    val faults: List<ServerNote>,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("tools", tools)
        member("prompts", prompts)
        member("resources", resources)
        member("templates", templates)
        member("notes", notes)
        member("faults", faults)
    }

    public companion object : JsonReader<Catalogue> {
        override fun fromJson(json: JsonElement): Catalogue {
            val members = Members("Catalogue", json)
            return Catalogue(
                tools = members.required("tools", ListOf(CatalogueTool)),
                prompts = members.required("prompts", ListOf(CataloguePrompt)),
                resources = members.required("resources", ListOf(CatalogueResource)),
                templates = members.required("templates", ListOf(CatalogueTemplate)),
                notes = members.required("notes", ListOf(ServerNote)),
                faults = members.required("faults", ListOf(ServerNote)),
                extra = members.others(),
            )
        }
    }
}

/** A prompt of the catalogue. */
public data class CataloguePrompt(
    /** Its name in the catalogue. */
    val name: String,
    /** The server that has it. */
    val server: String,
    /** Whether it is offered. */
    val standing: Standing,
    /** Why it is held, in sentences. */
    val heldBecause: List<String>,
    /** The prompt, with the name that the server has for it. */
    val prompt: Prompt,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("name", name)
        member("server", server)
        member("standing", standing)
        member("heldBecause", heldBecause)
        member("prompt", prompt)
    }

    public companion object : JsonReader<CataloguePrompt> {
        override fun fromJson(json: JsonElement): CataloguePrompt {
            val members = Members("CataloguePrompt", json)
            return CataloguePrompt(
                name = members.required("name", Text),
                server = members.required("server", Text),
                standing = members.required("standing", Standing),
                heldBecause = members.required("heldBecause", ListOf(Text)),
                prompt = members.required("prompt", Prompt),
                extra = members.others(),
            )
        }
    }
}

/** A resource of the catalogue. */
public data class CatalogueResource(
    /** Its address in the catalogue. */
    val address: String,
    /** The server that has it. */
    val server: String,
    /** It, with the address that the server has for it. */
    val resource: Resource,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("address", address)
        member("server", server)
        member("resource", resource)
    }

    public companion object : JsonReader<CatalogueResource> {
        override fun fromJson(json: JsonElement): CatalogueResource {
            val members = Members("CatalogueResource", json)
            return CatalogueResource(
                address = members.required("address", Text),
                server = members.required("server", Text),
                resource = members.required("resource", Resource),
                extra = members.others(),
            )
        }
    }
}

/** A resource template of the catalogue. */
public data class CatalogueTemplate(
    /** Its address in the catalogue. */
    val address: String,
    /** The server that has it. */
    val server: String,
    /** It, with the address that the server has for it. */
    val template: ResourceTemplate,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("address", address)
        member("server", server)
        member("template", template)
    }

    public companion object : JsonReader<CatalogueTemplate> {
        override fun fromJson(json: JsonElement): CatalogueTemplate {
            val members = Members("CatalogueTemplate", json)
            return CatalogueTemplate(
                address = members.required("address", Text),
                server = members.required("server", Text),
                template = members.required("template", ResourceTemplate),
                extra = members.others(),
            )
        }
    }
}

/** A tool of the catalogue. */
public data class CatalogueTool(
    /** Its name in the catalogue. */
    val name: String,
    /** The server that has it. */
    val server: String,
    /** Whether it is offered. */
    val standing: Standing,
    /** Why it is held, in sentences. */
    val heldBecause: List<String>,
    /** What consent to it is bound to. */
    val definition: String,
    /** About how many tokens its definition takes. */
    val tokens: Long,
    /** The tool, with the name that the server has for it. */
    val tool: Tool,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("name", name)
        member("server", server)
        member("standing", standing)
        member("heldBecause", heldBecause)
        member("definition", definition)
        member("tokens", tokens)
        member("tool", tool)
    }

    public companion object : JsonReader<CatalogueTool> {
        override fun fromJson(json: JsonElement): CatalogueTool {
            val members = Members("CatalogueTool", json)
            return CatalogueTool(
                name = members.required("name", Text),
                server = members.required("server", Text),
                standing = members.required("standing", Standing),
                heldBecause = members.required("heldBecause", ListOf(Text)),
                definition = members.required("definition", Text),
                tokens = members.required("tokens", Whole),
                tool = members.required("tool", Tool),
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
    /**
     * What is said: one piece in the protocol's own form, such as `{"type": "text", "text":
     * "hello"}`, or since 2025-11-25 several.
     */
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

/** What a person has decided. */
public data class Decision(
    /** Whether it may happen. */
    val allow: Boolean,
    /** For how long the answer holds. Default `once`. */
    val term: DecisionTerm? = null,
    /**
     * How many of the identical requests that wait may happen, where it is allowed once. Default 1.
     */
    val requests: Long? = null,
    /**
     * What the arguments of later calls must be like, where the answer holds for them: as `where`
     * of a rule (`docs/policy.md`).
     */
    val constraints: List<JsonElement>? = null,
    /**
     * What the person made of it, where the matter is a `form`, `sampling` or a `sampling-answer`.
     */
    val edited: JsonElement? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("allow", allow)
        member("term", term)
        member("requests", requests)
        member("constraints", constraints)
        member("edited", edited)
    }

    public companion object : JsonReader<Decision> {
        override fun fromJson(json: JsonElement): Decision {
            val members = Members("Decision", json)
            return Decision(
                allow = members.required("allow", Truth),
                term = members.optional("term", DecisionTerm),
                requests = members.optional("requests", Whole),
                constraints = members.optional("constraints", ListOf(AnyJson)),
                edited = members.optional("edited", AnyJson),
                extra = members.others(),
            )
        }
    }
}

/** For how long an answer holds. */
@JvmInline
public value class DecisionTerm(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<DecisionTerm> {
        /** For one request. */
        public val ONCE: DecisionTerm = DecisionTerm("once")

        /** As long as the client is connected. */
        public val SESSION: DecisionTerm = DecisionTerm("session")

        /** For twelve hours. */
        public val HALF_DAY: DecisionTerm = DecisionTerm("half-day")

        /** Until it is taken back. */
        public val ALWAYS: DecisionTerm = DecisionTerm("always")

        /** The names that this version of Hostline knows. */
        public val entries: List<DecisionTerm> = listOf(
            ONCE,
            SESSION,
            HALF_DAY,
            ALWAYS,
        )

        override fun fromJson(json: JsonElement): DecisionTerm = DecisionTerm(Text.fromJson(json))
    }
}

/** Has the delegate keep tokens and secrets, with its functions for records. */
public data class DelegateStore(
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : TokenStoreChoice {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("kind", "delegate")
    }

    public companion object : JsonReader<DelegateStore> {
        override fun fromJson(json: JsonElement): DelegateStore {
            val members = Members("DelegateStore", json)
            return DelegateStore(
                extra = members.others("kind"),
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
    /** What it came from, each because of the next. What others said in it is safe to show. */
    val causes: List<String>? = null,
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
        member("causes", causes)
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
                causes = members.optional("causes", ListOf(Text)),
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
            "signIn" -> SignInEvent.fromJson(json)
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

/** What a person has granted. */
public data class Grant(
    /** Its name. */
    val id: String,
    /** What it allows or denies, in words. */
    val sentence: String,
    /** `allow` or `deny`. */
    val effect: String,
    /** What the server was called when it was granted. */
    val server: String,
    /** What it is about. */
    val what: JsonElement,
    /** For how long it stands. */
    val scope: JsonElement,
    /** Where the person said it. */
    val createdBy: String,
    /** The only client that it is for. */
    val client: String? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("id", id)
        member("sentence", sentence)
        member("effect", effect)
        member("server", server)
        member("what", what)
        member("scope", scope)
        member("createdBy", createdBy)
        member("client", client)
    }

    public companion object : JsonReader<Grant> {
        override fun fromJson(json: JsonElement): Grant {
            val members = Members("Grant", json)
            return Grant(
                id = members.required("id", Text),
                sentence = members.required("sentence", Text),
                effect = members.required("effect", Text),
                server = members.required("server", Text),
                what = members.required("what", AnyJson),
                scope = members.required("scope", AnyJson),
                createdBy = members.required("createdBy", Text),
                client = members.optional("client", Text),
                extra = members.others(),
            )
        }
    }
}

/** What a tool answered, through the gate (2026-07-28 `server/tools`, "Tool Result"). */
public data class HostCallResult(
    /** The answer for people and models. */
    val content: List<ContentBlock>,
    /** The answer for programs. */
    val structuredContent: JsonElement? = null,
    /** Whether the tool failed. */
    val isError: Boolean? = null,
    /** What is attached to the answer. */
    val meta: JsonObject? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("content", content)
        member("structuredContent", structuredContent)
        member("isError", isError)
        member("_meta", meta)
    }

    public companion object : JsonReader<HostCallResult> {
        override fun fromJson(json: JsonElement): HostCallResult {
            val members = Members("HostCallResult", json)
            return HostCallResult(
                content = members.required("content", ListOf(ContentBlock)),
                structuredContent = members.optional("structuredContent", AnyJson),
                isError = members.optional("isError", Truth),
                meta = members.optional("_meta", AnyMembers),
                extra = members.others(),
            )
        }
    }
}

/** One thing that a host says to whoever watches it. */
public sealed interface HostEvent : JsonWritable {
    /** Of a kind that this version of Hostline does not know. */
    public data class Unknown(
        /** All of its members. */
        val members: JsonObject,
    ) : HostEvent {
        /** The kind. */
        public val type: String = tagOf(members, "type")

        override fun toJson(): JsonObject = members
    }

    public companion object : JsonReader<HostEvent> {
        override fun fromJson(json: JsonElement): HostEvent = when (tagOf(json, "type")) {
            "status" -> StatusEvent.fromJson(json)
            "asked" -> AskedEvent.fromJson(json)
            "settled" -> SettledEvent.fromJson(json)
            "log" -> HostLogEvent.fromJson(json)
            "missed" -> HostMissedEvent.fromJson(json)
            else -> Unknown(AnyMembers.fromJson(json))
        }
    }
}

/** What is known of a host once it is open. */
public data class HostInfo(
    /** The file of the configuration. */
    val config: String,
    /**
     * Whether the host is in this process. Otherwise another process owns the configuration, and
     * everything is done there.
     */
    val isOwner: Boolean,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("config", config)
        member("isOwner", isOwner)
    }

    public companion object : JsonReader<HostInfo> {
        override fun fromJson(json: JsonElement): HostInfo {
            val members = Members("HostInfo", json)
            return HostInfo(
                config = members.required("config", Text),
                isOwner = members.required("isOwner", Truth),
                extra = members.others(),
            )
        }
    }
}

/** What was said between us and a server, from one entry on. */
public data class HostLog(
    /** The entries, in their order. */
    val entries: List<HostLogEntry>,
    /** How many entries are gone between those that were asked for and the first of these. */
    val missed: Long,
    /** Whether there are more, to be asked for after the last of these. */
    val hasMore: Boolean,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("entries", entries)
        member("missed", missed)
        member("hasMore", hasMore)
    }

    public companion object : JsonReader<HostLog> {
        override fun fromJson(json: JsonElement): HostLog {
            val members = Members("HostLog", json)
            return HostLog(
                entries = members.required("entries", ListOf(HostLogEntry)),
                missed = members.required("missed", Whole),
                hasMore = members.required("hasMore", Truth),
                extra = members.others(),
            )
        }
    }
}

/** One thing that was said. Secrets are taken out. */
public data class HostLogEntry(
    /** Its place in the order of the server's entries, from 1 on. */
    val number: Long,
    /** When, in milliseconds since 1970. */
    val at: Long,
    /** What it was: `message`, `http`, `stderr` or `status`. */
    val kind: String,
    /** A message's JSON text, or the beginning of it; a line of standard error; a sentence. */
    val text: String? = null,
    /** Whether the text was cut. */
    val cut: Boolean? = null,
    /** Whether we have sent the message. */
    val sent: Boolean? = null,
    /** The method: of a message, or of HTTP. */
    val method: String? = null,
    /** How long the whole message is, in bytes. */
    val bytes: Long? = null,
    /** The address of an exchange over HTTP. */
    val address: String? = null,
    /** The status of the answer. */
    val status: Long? = null,
    /** How long it took until the head of the answer was here, in milliseconds. */
    val tookMs: Double? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("number", number)
        member("at", at)
        member("kind", kind)
        member("text", text)
        member("cut", cut)
        member("sent", sent)
        member("method", method)
        member("bytes", bytes)
        member("address", address)
        member("status", status)
        member("tookMs", tookMs)
    }

    public companion object : JsonReader<HostLogEntry> {
        override fun fromJson(json: JsonElement): HostLogEntry {
            val members = Members("HostLogEntry", json)
            return HostLogEntry(
                number = members.required("number", Whole),
                at = members.required("at", Whole),
                kind = members.required("kind", Text),
                text = members.optional("text", Text),
                cut = members.optional("cut", Truth),
                sent = members.optional("sent", Truth),
                method = members.optional("method", Text),
                bytes = members.optional("bytes", Whole),
                address = members.optional("address", Text),
                status = members.optional("status", Whole),
                tookMs = members.optional("tookMs", Decimal),
                extra = members.others(),
            )
        }
    }
}

/** Something was said between us and a server. */
public data class HostLogEvent(
    /** The server. */
    val server: String,
    /** What was said. */
    val entry: HostLogEntry,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : HostEvent {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "log")
        member("server", server)
        member("entry", entry)
    }

    public companion object : JsonReader<HostLogEvent> {
        override fun fromJson(json: JsonElement): HostLogEvent {
            val members = Members("HostLogEvent", json)
            return HostLogEvent(
                server = members.required("server", Text),
                entry = members.required("entry", HostLogEntry),
                extra = members.others("type"),
            )
        }
    }
}

/** Events were left out, since nobody fetched them. */
public data class HostMissedEvent(
    /** How many. */
    val count: Long,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : HostEvent {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "missed")
        member("count", count)
    }

    public companion object : JsonReader<HostMissedEvent> {
        override fun fromJson(json: JsonElement): HostMissedEvent {
            val members = Members("HostMissedEvent", json)
            return HostMissedEvent(
                count = members.required("count", Whole),
                extra = members.others("type"),
            )
        }
    }
}

/** A question for a person. What came from a server or a model in it is untrusted text. */
public data class HostQuestion(
    /** Its number, as text: it may be larger than some languages' numbers. */
    val id: String,
    /** When it is taken for answered with no, in seconds since 1970. */
    val until: Long,
    /** Which client wants it. */
    val client: String,
    /** What the configuration calls the server. */
    val server: String,
    /**
     * What it is about: an object by its `kind`. `call-tool`: `tool`, `definition`, `arguments`,
     * and `before`, those of the last time. `definition`: `what`, `pinned` and `now`. `start`:
     * `command`, `folder`, `environment` and `confinement`. `form`: `message`, `schema`, and
     * `secret`, the fields that seem to ask for one. `address`: `message`, `address` and
     * `warnings`. `sampling`: `request`. `sampling-answer`: `answer`. `roots`: `roots`. `sign-in`:
     * `address`.
     */
    val matter: JsonElement,
    /** Why it is asked, in sentences. */
    val reasons: List<String>,
    /**
     * What is to be thought of: any of `destructive`, `writes`, `unknown`, `open-world`, `secret`,
     * `outside-roots` and `hidden-characters`.
     */
    val risks: List<String>,
    /** For how long an answer can hold, the shortest first: the names of `DecisionTerm`. */
    val terms: List<String>,
    /** How many identical requests of the client wait for the answer. */
    val waiting: Long,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("id", id)
        member("until", until)
        member("client", client)
        member("server", server)
        member("matter", matter)
        member("reasons", reasons)
        member("risks", risks)
        member("terms", terms)
        member("waiting", waiting)
    }

    public companion object : JsonReader<HostQuestion> {
        override fun fromJson(json: JsonElement): HostQuestion {
            val members = Members("HostQuestion", json)
            return HostQuestion(
                id = members.required("id", Text),
                until = members.required("until", Whole),
                client = members.required("client", Text),
                server = members.required("server", Text),
                matter = members.required("matter", AnyJson),
                reasons = members.required("reasons", ListOf(Text)),
                risks = members.required("risks", ListOf(Text)),
                terms = members.required("terms", ListOf(Text)),
                waiting = members.required("waiting", Whole),
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

/** A picture that is safe to show, or why there is none. */
public sealed interface IconPicture : JsonWritable {
    /** Of a kind that this version of Hostline does not know. */
    public data class Unknown(
        /** All of its members. */
        val members: JsonObject,
    ) : IconPicture {
        /** The kind. */
        public val kind: String = tagOf(members, "kind")

        override fun toJson(): JsonObject = members
    }

    public companion object : JsonReader<IconPicture> {
        override fun fromJson(json: JsonElement): IconPicture = when (tagOf(json, "kind")) {
            "shown" -> SafeIcon.fromJson(json)
            "refused" -> RefusedIcon.fromJson(json)
            else -> Unknown(AnyMembers.fromJson(json))
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

/** A record, if there is one. */
public data class KeptRecord(
    /** The record. It holds tokens or secrets. */
    val record: String? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toString(): String = "KeptRecord(…)"

    override fun toJson(): JsonObject = membersOf(extra) {
        member("record", record)
    }

    public companion object : JsonReader<KeptRecord> {
        override fun fromJson(json: JsonElement): KeptRecord {
            val members = Members("KeptRecord", json)
            return KeptRecord(
                record = members.optional("record", Text),
                extra = members.others(),
            )
        }
    }
}

/** Keeps tokens and secrets in files that are sealed with a key of the system's keychain. */
public data class KeychainStore(
    /** The folder of the files. Default: where data of this user belongs. */
    val folder: String? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : TokenStoreChoice {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("kind", "keychain")
        member("folder", folder)
    }

    public companion object : JsonReader<KeychainStore> {
        override fun fromJson(json: JsonElement): KeychainStore {
            val members = Members("KeychainStore", json)
            return KeychainStore(
                folder = members.optional("folder", Text),
                extra = members.others("kind"),
            )
        }
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

/** Which records there are. */
public data class ListRecordsQuestion(
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = extra

    public companion object : JsonReader<ListRecordsQuestion> {
        override fun fromJson(json: JsonElement): ListRecordsQuestion {
            val members = Members("ListRecordsQuestion", json)
            return ListRecordsQuestion(
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

/** A member of a definition, as it was and as it is now. */
public data class MemberDifference(
    /** Its name. */
    val member: String,
    /** What was kept, removed and added, safe to show over several lines. */
    val runs: List<TextRun>,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("member", member)
        member("runs", runs)
    }

    public companion object : JsonReader<MemberDifference> {
        override fun fromJson(json: JsonElement): MemberDifference {
            val members = Members("MemberDifference", json)
            return MemberDifference(
                member = members.required("member", Text),
                runs = members.required("runs", ListOf(TextRun)),
                extra = members.others(),
            )
        }
    }
}

/** Keeps tokens and secrets in memory, as long as the program runs. */
public data class MemoryStore(
    /** Which of several: those of one name are the same. Default: the one without a name. */
    val name: String? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : TokenStoreChoice {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("kind", "memory")
        member("name", name)
    }

    public companion object : JsonReader<MemoryStore> {
        override fun fromJson(json: JsonElement): MemoryStore {
            val members = Members("MemoryStore", json)
            return MemoryStore(
                name = members.optional("name", Text),
                extra = members.others("kind"),
            )
        }
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
    /**
     * How many; 0 where nobody knows, since a broken stream was opened again: fetch anew what
     * matters.
     */
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

/** How somebody signs in. */
public data class OAuthOptions(
    /**
     * The client that the issuer knows the program as, where it was registered beforehand; or the
     * `https` address of the program's own metadata document.
     */
    val clientId: String? = null,
    /**
     * The secret of that client. It is shown to no issuer that nobody has named: say which one it
     * is.
     */
    val clientSecret: String? = null,
    /** The issuer that has registered that client: at any other one signing in is an error. */
    val issuer: String? = null,
    /**
     * What the issuer's pages call the program, where it is registered there on the way. Default
     * `Hostline`.
     */
    val clientName: String? = null,
    /** What to ask for, instead of what the server says that it needs. */
    val scopes: List<String>? = null,
    /**
     * Whether the issuer is told which server the token is for. Default true; without it a token
     * may be good for more servers than this one.
     */
    val sendsResource: Boolean? = null,
    /**
     * The port of this machine that the browser is sent back to. Default: one that is free, or the
     * one of an earlier registration.
     */
    val redirectPort: Long? = null,
    /** How long a person may take to sign in, in milliseconds. Default 300,000. */
    val patienceMs: Long? = null,
    /**
     * Whether a person may be asked. Default true; without one, what needs a sign-in fails with
     * `auth_required`.
     */
    val attended: Boolean? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toString(): String = "OAuthOptions(…)"

    override fun toJson(): JsonObject = membersOf(extra) {
        member("clientId", clientId)
        member("clientSecret", clientSecret)
        member("issuer", issuer)
        member("clientName", clientName)
        member("scopes", scopes)
        member("sendsResource", sendsResource)
        member("redirectPort", redirectPort)
        member("patienceMs", patienceMs)
        member("attended", attended)
    }

    public companion object : JsonReader<OAuthOptions> {
        override fun fromJson(json: JsonElement): OAuthOptions {
            val members = Members("OAuthOptions", json)
            return OAuthOptions(
                clientId = members.optional("clientId", Text),
                clientSecret = members.optional("clientSecret", Text),
                issuer = members.optional("issuer", Text),
                clientName = members.optional("clientName", Text),
                scopes = members.optional("scopes", ListOf(Text)),
                sendsResource = members.optional("sendsResource", Truth),
                redirectPort = members.optional("redirectPort", Whole),
                patienceMs = members.optional("patienceMs", Whole),
                attended = members.optional("attended", Truth),
                extra = members.others(),
            )
        }
    }
}

/** An address that a person has to open in a browser, to sign in. */
public data class OpenAddressQuestion(
    /** The server that wants somebody to sign in, as the user named it. */
    val target: String,
    /** The address to open: `https`, or `http` on this machine. */
    val address: String,
    /** The issuer whose page it is. */
    val issuer: String,
    /** Where the browser is sent back to in the end. */
    val redirectUri: String,
    /** What the person is asked to allow; none where the issuer decides. */
    val scopes: List<String>,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("target", target)
        member("address", address)
        member("issuer", issuer)
        member("redirectUri", redirectUri)
        member("scopes", scopes)
    }

    public companion object : JsonReader<OpenAddressQuestion> {
        override fun fromJson(json: JsonElement): OpenAddressQuestion {
            val members = Members("OpenAddressQuestion", json)
            return OpenAddressQuestion(
                target = members.required("target", Text),
                address = members.required("address", Text),
                issuer = members.required("issuer", Text),
                redirectUri = members.required("redirectUri", Text),
                scopes = members.required("scopes", ListOf(Text)),
                extra = members.others(),
            )
        }
    }
}

/** That an address is open. */
public data class OpenedAddress(
    /**
     * The whole address that the browser was sent back to, where the program knows it. Without it,
     * this machine waits for the browser to come back.
     */
    val returnedTo: String? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toString(): String = "OpenedAddress(…)"

    override fun toJson(): JsonObject = membersOf(extra) {
        member("returnedTo", returnedTo)
    }

    public companion object : JsonReader<OpenedAddress> {
        override fun fromJson(json: JsonElement): OpenedAddress {
            val members = Members("OpenedAddress", json)
            return OpenedAddress(
                returnedTo = members.optional("returnedTo", Text),
                extra = members.others(),
            )
        }
    }
}

/** Keeps tokens and secrets in files that are sealed with a key made of a passphrase. */
public data class PassphraseStore(
    /** The passphrase. */
    val passphrase: String,
    /** The folder of the files. Default: where data of this user belongs. */
    val folder: String? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : TokenStoreChoice {
    override fun toString(): String = "PassphraseStore(…)"

    override fun toJson(): JsonObject = membersOf(extra) {
        member("kind", "passphrase")
        member("passphrase", passphrase)
        member("folder", folder)
    }

    public companion object : JsonReader<PassphraseStore> {
        override fun fromJson(json: JsonElement): PassphraseStore {
            val members = Members("PassphraseStore", json)
            return PassphraseStore(
                passphrase = members.required("passphrase", Text),
                folder = members.optional("folder", Text),
                extra = members.others("kind"),
            )
        }
    }
}

/** What has become of one definition. */
public data class PinDifference(
    /** What is defined: `tool`, `prompt` or `instructions`. */
    val kind: String,
    /** Its name; empty for instructions. */
    val name: String,
    /** What has become of it, in words. */
    val sentence: String,
    /** Whether it may not be used until it is approved. */
    val isHeld: Boolean,
    /** The members that differ, word by word. */
    val members: List<MemberDifference>,
    /** What stands for the definition as the server says it now, by which it is approved. */
    val digest: String? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("kind", kind)
        member("name", name)
        member("sentence", sentence)
        member("isHeld", isHeld)
        member("members", members)
        member("digest", digest)
    }

    public companion object : JsonReader<PinDifference> {
        override fun fromJson(json: JsonElement): PinDifference {
            val members = Members("PinDifference", json)
            return PinDifference(
                kind = members.required("kind", Text),
                name = members.required("name", Text),
                sentence = members.required("sentence", Text),
                isHeld = members.required("isHeld", Truth),
                members = members.required("members", ListOf(MemberDifference)),
                digest = members.optional("digest", Text),
                extra = members.others(),
            )
        }
    }
}

/** An approved definition. */
public data class PinnedDefinition(
    /** What is defined: `tool`, `prompt` or `instructions`. */
    val kind: String,
    /** Its name; empty for instructions. */
    val name: String,
    /** What stands for it. */
    val digest: String,
    /** When a person approved it, in seconds since 1970. */
    val approvedAt: Long,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("kind", kind)
        member("name", name)
        member("digest", digest)
        member("approvedAt", approvedAt)
    }

    public companion object : JsonReader<PinnedDefinition> {
        override fun fromJson(json: JsonElement): PinnedDefinition {
            val members = Members("PinnedDefinition", json)
            return PinnedDefinition(
                kind = members.required("kind", Text),
                name = members.required("name", Text),
                digest = members.required("digest", Text),
                approvedAt = members.required("approvedAt", Whole),
                extra = members.others(),
            )
        }
    }
}

/** What is approved of a server, and what has changed since. */
public data class Pins(
    /** Which server. */
    val server: String,
    /** Whether the server has been started, so that what it says now is known. */
    val isCompared: Boolean,
    /** What is approved. */
    val approved: List<PinnedDefinition>,
    /** What is not as it was approved. */
    val differences: List<PinDifference>,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("server", server)
        member("isCompared", isCompared)
        member("approved", approved)
        member("differences", differences)
    }

    public companion object : JsonReader<Pins> {
        override fun fromJson(json: JsonElement): Pins {
            val members = Members("Pins", json)
            return Pins(
                server = members.required("server", Text),
                isCompared = members.required("isCompared", Truth),
                approved = members.required("approved", ListOf(PinnedDefinition)),
                differences = members.required("differences", ListOf(PinDifference)),
                extra = members.others(),
            )
        }
    }
}

/** How much a server may do without asking. */
@JvmInline
public value class PostureChoice(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<PostureChoice> {
        /**
         * Tools that are known to read are called, since you have said so, or its server says so
         * and you trust it (`docs/policy.md`); anything else is asked for.
         */
        public val ASK_FOR_WRITES: PostureChoice = PostureChoice("ask-for-writes")

        /** Tools that are known to read are called; anything else is not. */
        public val READ_ONLY: PostureChoice = PostureChoice("read-only")

        /** Everything is asked for. */
        public val ASK_ALWAYS: PostureChoice = PostureChoice("ask-always")

        /** Nothing is done. */
        public val BLOCK: PostureChoice = PostureChoice("block")

        /** The names that this version of Hostline knows. */
        public val entries: List<PostureChoice> = listOf(
            ASK_FOR_WRITES,
            READ_ONLY,
            ASK_ALWAYS,
            BLOCK,
        )

        override fun fromJson(json: JsonElement): PostureChoice = PostureChoice(Text.fromJson(json))
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

/** The names of all records. */
public data class RecordNames(
    /** The names. */
    val names: List<String>,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("names", names)
    }

    public companion object : JsonReader<RecordNames> {
        override fun fromJson(json: JsonElement): RecordNames {
            val members = Members("RecordNames", json)
            return RecordNames(
                names = members.required("names", ListOf(Text)),
                extra = members.others(),
            )
        }
    }
}

/** Which record is meant. */
public data class RecordQuestion(
    /** Its name. */
    val name: String,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("name", name)
    }

    public companion object : JsonReader<RecordQuestion> {
        override fun fromJson(json: JsonElement): RecordQuestion {
            val members = Members("RecordQuestion", json)
            return RecordQuestion(
                name = members.required("name", Text),
                extra = members.others(),
            )
        }
    }
}

/** An icon that is not shown, and why. It stops nothing. */
public data class RefusedIcon(
    /**
     * The stable name of the reason: `missing`, `address`, `origin`, `unreachable`, `busy`,
     * `too_large`, `dimensions`, `unknown_type`, `other_type`, `broken`, `forbidden`, `too_costly`,
     * `size` or `internal`.
     */
    val reason: String,
    /** The reason, in a sentence. */
    val sentence: String,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : IconPicture {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("kind", "refused")
        member("reason", reason)
        member("sentence", sentence)
    }

    public companion object : JsonReader<RefusedIcon> {
        override fun fromJson(json: JsonElement): RefusedIcon {
            val members = Members("RefusedIcon", json)
            return RefusedIcon(
                reason = members.required("reason", Text),
                sentence = members.required("sentence", Text),
                extra = members.others("kind"),
            )
        }
    }
}

/** How the client of an issuer came to be known. */
@JvmInline
public value class RegistrationKind(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<RegistrationKind> {
        /** A person, or the program, has given it. */
        public val GIVEN: RegistrationKind = RegistrationKind("given")

        /** It is a metadata document. */
        public val DOCUMENT: RegistrationKind = RegistrationKind("document")

        /** It was registered on the way. */
        public val DYNAMIC: RegistrationKind = RegistrationKind("dynamic")

        /** The names that this version of Hostline knows. */
        public val entries: List<RegistrationKind> = listOf(
            GIVEN,
            DOCUMENT,
            DYNAMIC,
        )

        override fun fromJson(json: JsonElement): RegistrationKind =
            RegistrationKind(Text.fromJson(json))
    }
}

/** Whether there was a record. */
public data class RemovedRecord(
    /** Whether there was one. */
    val wasThere: Boolean,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("wasThere", wasThere)
    }

    public companion object : JsonReader<RemovedRecord> {
        override fun fromJson(json: JsonElement): RemovedRecord {
            val members = Members("RemovedRecord", json)
            return RemovedRecord(
                wasThere = members.required("wasThere", Truth),
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

/** A picture that Hostline has drawn anew from a server's icon. */
public data class SafeIcon(
    /** The picture: a PNG. */
    val png: ByteArray,
    /** Its width, in pixels. */
    val width: Long,
    /** Its height, in pixels. */
    val height: Long,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : IconPicture {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("kind", "shown")
        member("png", png)
        member("width", width)
        member("height", height)
    }

    public companion object : JsonReader<SafeIcon> {
        override fun fromJson(json: JsonElement): SafeIcon {
            val members = Members("SafeIcon", json)
            return SafeIcon(
                png = members.required("png", Base64Bytes),
                width = members.required("width", Whole),
                height = members.required("height", Whole),
                extra = members.others("kind"),
            )
        }
    }
}

/** One message of the conversation. */
public data class SamplingMessage(
    /** Who says it. */
    val role: Role,
    /**
     * What is said: one piece in the protocol's own form, such as `{"type": "text", "text":
     * "hello"}`, or since 2025-11-25 several.
     */
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

/** A record to keep in place of the earlier one of this name. */
public data class SaveRecordQuestion(
    /** Its name. */
    val name: String,
    /** The record. It holds tokens or secrets. */
    val record: String,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toString(): String = "SaveRecordQuestion(…)"

    override fun toJson(): JsonObject = membersOf(extra) {
        member("name", name)
        member("record", record)
    }

    public companion object : JsonReader<SaveRecordQuestion> {
        override fun fromJson(json: JsonElement): SaveRecordQuestion {
            val members = Members("SaveRecordQuestion", json)
            return SaveRecordQuestion(
                name = members.required("name", Text),
                record = members.required("record", Text),
                extra = members.others(),
            )
        }
    }
}

/** What a server does now. */
@JvmInline
public value class ServerActivity(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<ServerActivity> {
        /** The person has turned it off. */
        public val DISABLED: ServerActivity = ServerActivity("disabled")

        /** Nobody has needed it yet, or it was stopped. */
        public val IDLE: ServerActivity = ServerActivity("idle")

        /** It is being started. */
        public val STARTING: ServerActivity = ServerActivity("starting")

        /** It serves. */
        public val READY: ServerActivity = ServerActivity("ready")

        /** It has ended by itself and is started again after a wait. */
        public val WAITING: ServerActivity = ServerActivity("waiting")

        /** It could not be started, and is not tried again until somebody needs it. */
        public val FAILED: ServerActivity = ServerActivity("failed")

        /** The names that this version of Hostline knows. */
        public val entries: List<ServerActivity> = listOf(
            DISABLED,
            IDLE,
            STARTING,
            READY,
            WAITING,
            FAILED,
        )

        override fun fromJson(json: JsonElement): ServerActivity =
            ServerActivity(Text.fromJson(json))
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

/** What is said of a server. */
public data class ServerNote(
    /** Which one. */
    val server: String,
    /** What it is, in a sentence. */
    val sentence: String,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("server", server)
        member("sentence", sentence)
    }

    public companion object : JsonReader<ServerNote> {
        override fun fromJson(json: JsonElement): ServerNote {
            val members = Members("ServerNote", json)
            return ServerNote(
                server = members.required("server", Text),
                sentence = members.required("sentence", Text),
                extra = members.others(),
            )
        }
    }
}

/** How a server stands. */
public data class ServerStatus(
    /** What the configuration calls it. */
    val server: String,
    /** What it does now. */
    val activity: ServerActivity,
    /** How it stands, in words. */
    val sentence: String,
    /** About how many tokens the definitions of its offered tools take. */
    val tokens: Long,
    /**
     * The last step that it has reached since it was started last: `begun`, `heard`, `negotiated`,
     * `authorized` or `listed`.
     */
    val step: String? = null,
    /** Since when it does that, in seconds since 1970. */
    val since: Long? = null,
    /** The protocol version that is spoken. */
    val version: String? = null,
    /** The transport. */
    val transport: String? = null,
    /** How many tools it lists. */
    val tools: Long? = null,
    /** How often it has ended by itself in a row. */
    val failures: Long? = null,
    /** Why it does not serve. */
    val fault: StatusFault? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("server", server)
        member("activity", activity)
        member("sentence", sentence)
        member("tokens", tokens)
        member("step", step)
        member("since", since)
        member("version", version)
        member("transport", transport)
        member("tools", tools)
        member("failures", failures)
        member("fault", fault)
    }

    public companion object : JsonReader<ServerStatus> {
        override fun fromJson(json: JsonElement): ServerStatus {
            val members = Members("ServerStatus", json)
            return ServerStatus(
                server = members.required("server", Text),
                activity = members.required("activity", ServerActivity),
                sentence = members.required("sentence", Text),
                tokens = members.required("tokens", Whole),
                step = members.optional("step", Text),
                since = members.optional("since", Whole),
                version = members.optional("version", Text),
                transport = members.optional("transport", Text),
                tools = members.optional("tools", Whole),
                failures = members.optional("failures", Whole),
                fault = members.optional("fault", StatusFault),
                extra = members.others(),
            )
        }
    }
}

/** What a sign-in has given. */
public data class SessionStatus(
    /** The issuer of the token. */
    val issuer: String,
    /** What the token allows, as far as is known. */
    val scopes: List<String>,
    /** When the sign-in, or the last renewal, was, in seconds since 1970. */
    val obtainedAt: Long,
    /** Whether the token can be renewed without asking anybody. */
    val canBeRenewed: Boolean,
    /** The client that the issuer knows the program as. */
    val clientId: String? = null,
    /** How that client came to be known. */
    val registration: RegistrationKind? = null,
    /** When the token is over, in seconds since 1970; none where the issuer did not say. */
    val expiresAt: Long? = null,
    /** When it was last renewed, in seconds since 1970. */
    val refreshedAt: Long? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("issuer", issuer)
        member("scopes", scopes)
        member("obtainedAt", obtainedAt)
        member("canBeRenewed", canBeRenewed)
        member("clientId", clientId)
        member("registration", registration)
        member("expiresAt", expiresAt)
        member("refreshedAt", refreshedAt)
    }

    public companion object : JsonReader<SessionStatus> {
        override fun fromJson(json: JsonElement): SessionStatus {
            val members = Members("SessionStatus", json)
            return SessionStatus(
                issuer = members.required("issuer", Text),
                scopes = members.required("scopes", ListOf(Text)),
                obtainedAt = members.required("obtainedAt", Whole),
                canBeRenewed = members.required("canBeRenewed", Truth),
                clientId = members.optional("clientId", Text),
                registration = members.optional("registration", RegistrationKind),
                expiresAt = members.optional("expiresAt", Whole),
                refreshedAt = members.optional("refreshedAt", Whole),
                extra = members.others(),
            )
        }
    }
}

/** A question needs no answer any more. */
public data class SettledEvent(
    /** Its number. */
    val id: String,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : HostEvent {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "settled")
        member("id", id)
    }

    public companion object : JsonReader<SettledEvent> {
        override fun fromJson(json: JsonElement): SettledEvent {
            val members = Members("SettledEvent", json)
            return SettledEvent(
                id = members.required("id", Text),
                extra = members.others("type"),
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

/** A step of signing in, renewing or signing out. It holds no token, code or secret. */
public data class SignInEvent(
    /** Which one. */
    val step: SignInStep,
    /** What was sent or answered, where there is a text. */
    val detail: String? = null,
    /** The issuer. */
    val issuer: String? = null,
    /** What is asked for, or allowed. */
    val scopes: List<String>? = null,
    /** When the token is over, in seconds since 1970. */
    val expiresAt: Long? = null,
    /** Why. */
    val reason: ErrorReport? = null,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : Event {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "signIn")
        member("step", step)
        member("detail", detail)
        member("issuer", issuer)
        member("scopes", scopes)
        member("expiresAt", expiresAt)
        member("reason", reason)
    }

    public companion object : JsonReader<SignInEvent> {
        override fun fromJson(json: JsonElement): SignInEvent {
            val members = Members("SignInEvent", json)
            return SignInEvent(
                step = members.required("step", SignInStep),
                detail = members.optional("detail", Text),
                issuer = members.optional("issuer", Text),
                scopes = members.optional("scopes", ListOf(Text)),
                expiresAt = members.optional("expiresAt", Whole),
                reason = members.optional("reason", ErrorReport),
                extra = members.others("type"),
            )
        }
    }
}

/** A step of signing in, renewing or signing out. */
@JvmInline
public value class SignInStep(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<SignInStep> {
        /** Something is sent to the server or an issuer. */
        public val SENDING: SignInStep = SignInStep("sending")

        /** The answer to it. */
        public val ANSWERED: SignInStep = SignInStep("answered")

        /** There was no answer. */
        public val UNANSWERED: SignInStep = SignInStep("unanswered")

        /** A person is sent to an issuer's page. */
        public val VISITING: SignInStep = SignInStep("visiting")

        /** A person must sign in, and could not be asked now. */
        public val WAITING: SignInStep = SignInStep("waiting")

        /** Somebody has signed in. */
        public val SIGNED_IN: SignInStep = SignInStep("signed_in")

        /** The token was renewed. */
        public val RENEWED: SignInStep = SignInStep("renewed")

        /** The issuer has taken the tokens back, and they are forgotten. */
        public val DROPPED: SignInStep = SignInStep("dropped")

        /** The issuer will not renew the token, which is kept. */
        public val NOT_RENEWED: SignInStep = SignInStep("not_renewed")

        /** A new token could not be stored; it is used while the program lives. */
        public val NOT_KEPT: SignInStep = SignInStep("not_kept")

        /** A sign-in came to nothing. */
        public val FAILED: SignInStep = SignInStep("failed")

        /** Somebody has signed out. */
        public val SIGNED_OUT: SignInStep = SignInStep("signed_out")

        /** The names that this version of Hostline knows. */
        public val entries: List<SignInStep> = listOf(
            SENDING,
            ANSWERED,
            UNANSWERED,
            VISITING,
            WAITING,
            SIGNED_IN,
            RENEWED,
            DROPPED,
            NOT_RENEWED,
            NOT_KEPT,
            FAILED,
            SIGNED_OUT,
        )

        override fun fromJson(json: JsonElement): SignInStep = SignInStep(Text.fromJson(json))
    }
}

/** What would come of a call. */
public data class Simulation(
    /** The tool's name in the catalogue. */
    val tool: String,
    /** The server that has it. */
    val server: String,
    /** `allow`, `ask` or `deny`. */
    val verdict: String,
    /** The verdict in words. */
    val sentence: String,
    /** What it rests on. */
    val because: JsonElement,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("tool", tool)
        member("server", server)
        member("verdict", verdict)
        member("sentence", sentence)
        member("because", because)
    }

    public companion object : JsonReader<Simulation> {
        override fun fromJson(json: JsonElement): Simulation {
            val members = Members("Simulation", json)
            return Simulation(
                tool = members.required("tool", Text),
                server = members.required("server", Text),
                verdict = members.required("verdict", Text),
                sentence = members.required("sentence", Text),
                because = members.required("because", AnyJson),
                extra = members.others(),
            )
        }
    }
}

/** Whether something is offered. */
@JvmInline
public value class Standing(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<Standing> {
        /** It is. */
        public val OFFERED: Standing = Standing("offered")

        /** The person has turned it off. */
        public val OFF: Standing = Standing("off")

        /** It waits for approval. */
        public val HELD: Standing = Standing("held")

        /** The names that this version of Hostline knows. */
        public val entries: List<Standing> = listOf(
            OFFERED,
            OFF,
            HELD,
        )

        override fun fromJson(json: JsonElement): Standing = Standing(Text.fromJson(json))
    }
}

/** A server stands otherwise than before. */
public data class StatusEvent(
    /** How it stands. */
    val status: ServerStatus,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : HostEvent {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("type", "status")
        member("status", status)
    }

    public companion object : JsonReader<StatusEvent> {
        override fun fromJson(json: JsonElement): StatusEvent {
            val members = Members("StatusEvent", json)
            return StatusEvent(
                status = members.required("status", ServerStatus),
                extra = members.others("type"),
            )
        }
    }
}

/** Why a server does not serve. */
public data class StatusFault(
    /** The stable name of the kind of failure. */
    val code: String,
    /** The sentence for a person, with what to do. */
    val sentence: String,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("code", code)
        member("sentence", sentence)
    }

    public companion object : JsonReader<StatusFault> {
        override fun fromJson(json: JsonElement): StatusFault {
            val members = Members("StatusFault", json)
            return StatusFault(
                code = members.required("code", Text),
                sentence = members.required("sentence", Text),
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

/** A run of words. */
public data class TextRun(
    /** `kept`, `removed` or `added`. */
    val kind: String,
    /** The words. */
    val text: String,
    /** The members that this version of Hostline does not name. */
    val extra: JsonObject = noMembers,
) : JsonWritable {
    override fun toJson(): JsonObject = membersOf(extra) {
        member("kind", kind)
        member("text", text)
    }

    public companion object : JsonReader<TextRun> {
        override fun fromJson(json: JsonElement): TextRun {
            val members = Members("TextRun", json)
            return TextRun(
                kind = members.required("kind", Text),
                text = members.required("text", Text),
                extra = members.others(),
            )
        }
    }
}

/** Where tokens and secrets are kept. */
public sealed interface TokenStoreChoice : JsonWritable {
    /** Of a kind that this version of Hostline does not know. */
    public data class Unknown(
        /** All of its members. */
        val members: JsonObject,
    ) : TokenStoreChoice {
        /** The kind. */
        public val kind: String = tagOf(members, "kind")

        override fun toJson(): JsonObject = members
    }

    public companion object : JsonReader<TokenStoreChoice> {
        override fun fromJson(json: JsonElement): TokenStoreChoice = when (tagOf(json, "kind")) {
            "keychain" -> KeychainStore.fromJson(json)
            "passphrase" -> PassphraseStore.fromJson(json)
            "memory" -> MemoryStore.fromJson(json)
            "delegate" -> DelegateStore.fromJson(json)
            else -> Unknown(AnyMembers.fromJson(json))
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
    /** Whether it must; taken as `auto` when absent. */
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
