// Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.

import Foundation

extension Hostline {
    /// How an account stands. It holds no token and no secret.
    public struct AccountStatus: Sendable, Hashable, JSONConvertible {
        /// The server's address.
        public var target: String
        /// Where tokens are kept, in words.
        public var store: String
        /// What somebody has signed in to, if anybody has.
        public var session: SessionStatus?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            target: String,
            store: String,
            session: SessionStatus? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.target = target
            self.store = store
            self.session = session
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "AccountStatus")
            self.target = try members.required("target")
            self.store = try members.required("store")
            self.session = try members.optional("session")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["target"] = self.target.json
            members["store"] = self.store.json
            members["session"] = self.session?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Hints for whoever shows a thing (2026-07-28 `server/resources`, "Annotations").
    public struct Annotations: Sendable, Hashable, JSONConvertible {
        /// Whom the thing is meant for.
        public var audience: [Role]?
        /// How much the thing matters, from 0 to 1.
        public var priority: Double?
        /// When the thing was last changed, by ISO 8601.
        public var lastModified: String?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            audience: [Role]? = nil,
            priority: Double? = nil,
            lastModified: String? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.audience = audience
            self.priority = priority
            self.lastModified = lastModified
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Annotations")
            self.audience = try members.optional("audience")
            self.priority = try members.optional("priority")
            self.lastModified = try members.optional("lastModified")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["audience"] = self.audience?.json
            members["priority"] = self.priority?.json
            members["lastModified"] = self.lastModified?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// There is a question for a person, or more wait for its answer now.
    public struct AskedEvent: Sendable, Hashable, JSONConvertible {
        /// The question.
        public var question: HostQuestion
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(question: HostQuestion, extra: [String: JSON] = [:]) {
            self.question = question
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "AskedEvent")
            self.question = try members.required("question")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["question"] = self.question.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Sound (2026-07-28 `schema`, `AudioContent`; since 2025-03-26).
    public struct AudioContent: Sendable, Hashable, JSONConvertible {
        /// The sound's bytes in base64.
        public var data: String
        /// The sound's media type, as the peer says.
        public var mimeType: String
        /// Hints for the reader's program.
        public var annotations: Annotations?
        /// What is attached to the sound.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            data: String,
            mimeType: String,
            annotations: Annotations? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.data = data
            self.mimeType = mimeType
            self.annotations = annotations
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "AudioContent")
            self.data = try members.required("data")
            self.mimeType = try members.required("mimeType")
            self.annotations = try members.optional("annotations")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["data"] = self.data.json
            members["mimeType"] = self.mimeType.json
            members["annotations"] = self.annotations?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What was found of the record.
    public struct AuditReport: Sendable, Hashable, JSONConvertible {
        /// Whether the record is as it was written.
        public var isWhole: Bool
        /// All that was found.
        public var report: JSON
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(isWhole: Bool, report: JSON, extra: [String: JSON] = [:]) {
            self.isWhole = isWhole
            self.report = report
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "AuditReport")
            self.isWhole = try members.required("isWhole")
            self.report = try members.required("report")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["isWhole"] = self.isWhole.json
            members["report"] = self.report.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// How a client shows a server who it acts for.
    ///
    /// A peer may say a name that is not among these.
    public struct AuthMode: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// By OAuth 2.1, as the specification profiles it (2026-07-28 `basic/authorization`): the
        /// first request that the server refuses has a person sign in.
        public static let oauth: Self = "oauth"
        /// As nobody.
        public static let none: Self = "none"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// Who may be given a kept result (2026-07-28 `server/utilities/caching`). What is not `public`
    /// must be taken as private.
    ///
    /// A peer may say a name that is not among these.
    public struct CacheScope: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// Anyone.
        public static let `public`: Self = "public"
        /// Only whoever asked.
        public static let `private`: Self = "private"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// What a tool answered (2026-07-28 `server/tools`, "Tool Result").
    public struct CallToolResult: Sendable, Hashable, JSONConvertible {
        /// The answer for people and models.
        public var content: [ContentBlock]
        /// Whether the structured content fits the tool's output schema. It is found here, and not
        /// sent.
        public var validation: Validation
        /// The answer for programs (since 2025-06-18; an object before 2026-07-28).
        public var structuredContent: JSON?
        /// Whether the tool failed.
        public var isError: Bool?
        /// What is attached to the answer.
        public var meta: [String: JSON]?
        /// What was left out of `content`.
        public var dropped: [Dropped]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            content: [ContentBlock],
            validation: Validation,
            structuredContent: JSON? = nil,
            isError: Bool? = nil,
            meta: [String: JSON]? = nil,
            dropped: [Dropped]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.content = content
            self.validation = validation
            self.structuredContent = structuredContent
            self.isError = isError
            self.meta = meta
            self.dropped = dropped
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "CallToolResult")
            self.content = try members.required("content")
            self.validation = try members.required("validation")
            self.structuredContent = try members.optional("structuredContent")
            self.isError = try members.optional("isError")
            self.meta = try members.optional("_meta")
            self.dropped = try members.optional("dropped")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["content"] = self.content.json
            members["validation"] = self.validation.json
            members["structuredContent"] = self.structuredContent?.json
            members["isError"] = self.isError?.json
            members["_meta"] = self.meta?.json
            members["dropped"] = self.dropped?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A capability that has no settings.
    public struct Capability: Sendable, Hashable, JSONConvertible {
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(extra: [String: JSON] = [:]) {
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            let members = try Members(json, of: "Capability")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            .object(extra)
        }
    }
}

extension Hostline {
    /// What servers offer.
    public struct Catalogue: Sendable, Hashable, JSONConvertible {
        /// The tools, also those that are off or held.
        public var tools: [CatalogueTool]
        /// The prompts, the same way.
        public var prompts: [CataloguePrompt]
        /// The resources.
        public var resources: [CatalogueResource]
        /// The resource templates.
        public var templates: [CatalogueTemplate]
        /// What was left out, and why.
        public var notes: [ServerNote]
        /// The servers that could not be started, and why.
        public var faults: [ServerNote]
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            tools: [CatalogueTool],
            prompts: [CataloguePrompt],
            resources: [CatalogueResource],
            templates: [CatalogueTemplate],
            notes: [ServerNote],
            faults: [ServerNote],
            extra: [String: JSON] = [:]
        ) {
            self.tools = tools
            self.prompts = prompts
            self.resources = resources
            self.templates = templates
            self.notes = notes
            self.faults = faults
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Catalogue")
            self.tools = try members.required("tools")
            self.prompts = try members.required("prompts")
            self.resources = try members.required("resources")
            self.templates = try members.required("templates")
            self.notes = try members.required("notes")
            self.faults = try members.required("faults")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["tools"] = self.tools.json
            members["prompts"] = self.prompts.json
            members["resources"] = self.resources.json
            members["templates"] = self.templates.json
            members["notes"] = self.notes.json
            members["faults"] = self.faults.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A prompt of the catalogue.
    public struct CataloguePrompt: Sendable, Hashable, JSONConvertible {
        /// Its name in the catalogue.
        public var name: String
        /// The server that has it.
        public var server: String
        /// Whether it is offered.
        public var standing: Standing
        /// Why it is held, in sentences.
        public var heldBecause: [String]
        /// The prompt, with the name that the server has for it.
        public var prompt: Prompt
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            name: String,
            server: String,
            standing: Standing,
            heldBecause: [String],
            prompt: Prompt,
            extra: [String: JSON] = [:]
        ) {
            self.name = name
            self.server = server
            self.standing = standing
            self.heldBecause = heldBecause
            self.prompt = prompt
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "CataloguePrompt")
            self.name = try members.required("name")
            self.server = try members.required("server")
            self.standing = try members.required("standing")
            self.heldBecause = try members.required("heldBecause")
            self.prompt = try members.required("prompt")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["name"] = self.name.json
            members["server"] = self.server.json
            members["standing"] = self.standing.json
            members["heldBecause"] = self.heldBecause.json
            members["prompt"] = self.prompt.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A resource of the catalogue.
    public struct CatalogueResource: Sendable, Hashable, JSONConvertible {
        /// Its address in the catalogue.
        public var address: String
        /// The server that has it.
        public var server: String
        /// It, with the address that the server has for it.
        public var resource: Resource
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            address: String,
            server: String,
            resource: Resource,
            extra: [String: JSON] = [:]
        ) {
            self.address = address
            self.server = server
            self.resource = resource
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "CatalogueResource")
            self.address = try members.required("address")
            self.server = try members.required("server")
            self.resource = try members.required("resource")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["address"] = self.address.json
            members["server"] = self.server.json
            members["resource"] = self.resource.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A resource template of the catalogue.
    public struct CatalogueTemplate: Sendable, Hashable, JSONConvertible {
        /// Its address in the catalogue.
        public var address: String
        /// The server that has it.
        public var server: String
        /// It, with the address that the server has for it.
        public var template: ResourceTemplate
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            address: String,
            server: String,
            template: ResourceTemplate,
            extra: [String: JSON] = [:]
        ) {
            self.address = address
            self.server = server
            self.template = template
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "CatalogueTemplate")
            self.address = try members.required("address")
            self.server = try members.required("server")
            self.template = try members.required("template")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["address"] = self.address.json
            members["server"] = self.server.json
            members["template"] = self.template.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A tool of the catalogue.
    public struct CatalogueTool: Sendable, Hashable, JSONConvertible {
        /// Its name in the catalogue.
        public var name: String
        /// The server that has it.
        public var server: String
        /// Whether it is offered.
        public var standing: Standing
        /// Why it is held, in sentences.
        public var heldBecause: [String]
        /// What consent to it is bound to.
        public var definition: String
        /// About how many tokens its definition takes.
        public var tokens: Int
        /// The tool, with the name that the server has for it.
        public var tool: Tool
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            name: String,
            server: String,
            standing: Standing,
            heldBecause: [String],
            definition: String,
            tokens: Int,
            tool: Tool,
            extra: [String: JSON] = [:]
        ) {
            self.name = name
            self.server = server
            self.standing = standing
            self.heldBecause = heldBecause
            self.definition = definition
            self.tokens = tokens
            self.tool = tool
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "CatalogueTool")
            self.name = try members.required("name")
            self.server = try members.required("server")
            self.standing = try members.required("standing")
            self.heldBecause = try members.required("heldBecause")
            self.definition = try members.required("definition")
            self.tokens = try members.required("tokens")
            self.tool = try members.required("tool")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["name"] = self.name.json
            members["server"] = self.server.json
            members["standing"] = self.standing.json
            members["heldBecause"] = self.heldBecause.json
            members["definition"] = self.definition.json
            members["tokens"] = self.tokens.json
            members["tool"] = self.tool.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// The connection has ended.
    public struct ClosedEvent: Sendable, Hashable, JSONConvertible {
        /// Why.
        public var error: ErrorReport
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(error: ErrorReport, extra: [String: JSON] = [:]) {
            self.error = error
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ClosedEvent")
            self.error = try members.required("error")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["error"] = self.error.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What the argument may become.
    public struct CompleteResult: Sendable, Hashable, JSONConvertible {
        /// The proposals.
        public var completion: Completion
        /// What kind of result this is.
        public var resultType: String?
        /// What is attached to the proposals.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            completion: Completion,
            resultType: String? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.completion = completion
            self.resultType = resultType
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "CompleteResult")
            self.completion = try members.required("completion")
            self.resultType = try members.optional("resultType")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["completion"] = self.completion.json
            members["resultType"] = self.resultType?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Proposals, best first.
    public struct Completion: Sendable, Hashable, JSONConvertible {
        /// At most 100 values.
        public var values: [String]
        /// How many there are in all.
        public var total: Int?
        /// Whether there are more, even if it is not known how many.
        public var hasMore: Bool?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            values: [String],
            total: Int? = nil,
            hasMore: Bool? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.values = values
            self.total = total
            self.hasMore = hasMore
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Completion")
            self.values = try members.required("values")
            self.total = try members.optional("total")
            self.hasMore = try members.optional("hasMore")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["values"] = self.values.json
            members["total"] = self.total?.json
            members["hasMore"] = self.hasMore?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// An argument and what was typed of it.
    public struct CompletionArgument: Sendable, Hashable, JSONConvertible {
        /// The argument's name.
        public var name: String
        /// What was typed.
        public var value: String
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(name: String, value: String, extra: [String: JSON] = [:]) {
            self.name = name
            self.value = value
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "CompletionArgument")
            self.name = try members.required("name")
            self.value = try members.required("value")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["name"] = self.name.json
            members["value"] = self.value.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What an argument belongs to.
    public enum CompletionReference: Sendable, Hashable, JSONConvertible {
        /// A prompt.
        case refPrompt(PromptReference)
        /// A resource template.
        case refResource(ResourceTemplateReference)
        /// One that this version of Hostline does not know, as it came.
        case other(JSON)

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            let (tag, members) = json.untagged("type")
            switch tag {
            case "ref/prompt": self = .refPrompt(try PromptReference(json: members))
            case "ref/resource": self = .refResource(try ResourceTemplateReference(json: members))
            default: self = .other(json)
            }
        }

        /// The value as JSON.
        public var json: JSON {
            switch self {
            case .refPrompt(let value): value.json.tagged("type", "ref/prompt")
            case .refResource(let value): value.json.tagged("type", "ref/resource")
            case .other(let value): value
            }
        }
    }
}

extension Hostline {
    /// What is known of a server once it is connected.
    public struct Connected: Sendable, Hashable, JSONConvertible {
        /// The name of the server, as the user gave it: the address without its query, or the
        /// command line.
        public var target: String
        /// The protocol version that is spoken.
        public var version: String
        /// The transport: `stdio`, `streamable-http` or `http+sse`.
        public var transport: String
        /// What the server calls itself. It is not verified: show it, and decide nothing by it.
        public var server: Implementation?
        /// What the server offers, where it was asked.
        public var capabilities: ServerCapabilities?
        /// The server's advice on how to use it: untrusted text.
        public var instructions: String?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            target: String,
            version: String,
            transport: String,
            server: Implementation? = nil,
            capabilities: ServerCapabilities? = nil,
            instructions: String? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.target = target
            self.version = version
            self.transport = transport
            self.server = server
            self.capabilities = capabilities
            self.instructions = instructions
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Connected")
            self.target = try members.required("target")
            self.version = try members.required("version")
            self.transport = try members.required("transport")
            self.server = try members.optional("server")
            self.capabilities = try members.optional("capabilities")
            self.instructions = try members.optional("instructions")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["target"] = self.target.json
            members["version"] = self.version.json
            members["transport"] = self.transport.json
            members["server"] = self.server?.json
            members["capabilities"] = self.capabilities?.json
            members["instructions"] = self.instructions?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// One piece of a message or a result (2026-07-28 `schema`, `ContentBlock`).
    public enum ContentBlock: Sendable, Hashable, JSONConvertible {
        /// Text.
        case text(TextContent)
        /// A picture.
        case image(ImageContent)
        /// Sound.
        case audio(AudioContent)
        /// The address of a resource.
        case resourceLink(ResourceLink)
        /// A resource itself.
        case resource(EmbeddedResource)
        /// One that this version of Hostline does not know, as it came.
        case other(JSON)

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            let (tag, members) = json.untagged("type")
            switch tag {
            case "text": self = .text(try TextContent(json: members))
            case "image": self = .image(try ImageContent(json: members))
            case "audio": self = .audio(try AudioContent(json: members))
            case "resource_link": self = .resourceLink(try ResourceLink(json: members))
            case "resource": self = .resource(try EmbeddedResource(json: members))
            default: self = .other(json)
            }
        }

        /// The value as JSON.
        public var json: JSON {
            switch self {
            case .text(let value): value.json.tagged("type", "text")
            case .image(let value): value.json.tagged("type", "image")
            case .audio(let value): value.json.tagged("type", "audio")
            case .resourceLink(let value): value.json.tagged("type", "resource_link")
            case .resource(let value): value.json.tagged("type", "resource")
            case .other(let value): value
            }
        }
    }
}

extension Hostline {
    /// The parameters of `sampling/createMessage`.
    public struct CreateMessageParams: Sendable, Hashable, JSONConvertible {
        /// The conversation so far.
        public var messages: [SamplingMessage]
        /// The most tokens that the answer may have.
        public var maxTokens: Int
        /// Which model the server would like.
        public var modelPreferences: ModelPreferences?
        /// What the model is to be told first.
        public var systemPrompt: String?
        /// Whose context is to be added; deprecated.
        public var includeContext: IncludeContext?
        /// How freely the model is to choose its words.
        public var temperature: Double?
        /// Words at which the model is to stop.
        public var stopSequences: [String]?
        /// What goes to the model's provider as it is.
        public var metadata: JSON?
        /// The tools that the model may use (since 2025-11-25).
        public var tools: [Tool]?
        /// Whether it must use them (since 2025-11-25).
        public var toolChoice: ToolChoice?
        /// Asks that the request become a task (2025-11-25 only).
        public var task: TaskMetadata?
        /// What is attached to the request.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            messages: [SamplingMessage],
            maxTokens: Int,
            modelPreferences: ModelPreferences? = nil,
            systemPrompt: String? = nil,
            includeContext: IncludeContext? = nil,
            temperature: Double? = nil,
            stopSequences: [String]? = nil,
            metadata: JSON? = nil,
            tools: [Tool]? = nil,
            toolChoice: ToolChoice? = nil,
            task: TaskMetadata? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.messages = messages
            self.maxTokens = maxTokens
            self.modelPreferences = modelPreferences
            self.systemPrompt = systemPrompt
            self.includeContext = includeContext
            self.temperature = temperature
            self.stopSequences = stopSequences
            self.metadata = metadata
            self.tools = tools
            self.toolChoice = toolChoice
            self.task = task
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "CreateMessageParams")
            self.messages = try members.required("messages")
            self.maxTokens = try members.required("maxTokens")
            self.modelPreferences = try members.optional("modelPreferences")
            self.systemPrompt = try members.optional("systemPrompt")
            self.includeContext = try members.optional("includeContext")
            self.temperature = try members.optional("temperature")
            self.stopSequences = try members.optional("stopSequences")
            self.metadata = try members.optional("metadata")
            self.tools = try members.optional("tools")
            self.toolChoice = try members.optional("toolChoice")
            self.task = try members.optional("task")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["messages"] = self.messages.json
            members["maxTokens"] = self.maxTokens.json
            members["modelPreferences"] = self.modelPreferences?.json
            members["systemPrompt"] = self.systemPrompt?.json
            members["includeContext"] = self.includeContext?.json
            members["temperature"] = self.temperature?.json
            members["stopSequences"] = self.stopSequences?.json
            members["metadata"] = self.metadata?.json
            members["tools"] = self.tools?.json
            members["toolChoice"] = self.toolChoice?.json
            members["task"] = self.task?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A server's request for a model's answer (2026-07-28 `client/sampling`).
    public struct CreateMessageQuestion: Sendable, Hashable, JSONConvertible {
        /// The server that asks, as the user named it.
        public var target: String
        /// What it asks: untrusted text.
        public var params: CreateMessageParams
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(target: String, params: CreateMessageParams, extra: [String: JSON] = [:]) {
            self.target = target
            self.params = params
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "CreateMessageQuestion")
            self.target = try members.required("target")
            self.params = try members.required("params")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["target"] = self.target.json
            members["params"] = self.params.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A model's answer.
    public struct CreateMessageResult: Sendable, Hashable, JSONConvertible {
        /// Who says it.
        public var role: Role
        /// What is said: one piece in the protocol's own form, such as `{"type": "text", "text":
        /// "hello"}`, or since 2025-11-25 several.
        public var content: JSON
        /// The model's name.
        public var model: String
        /// Why the model stopped.
        public var stopReason: StopReason?
        /// What is attached to the answer.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            role: Role,
            content: JSON,
            model: String,
            stopReason: StopReason? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.role = role
            self.content = content
            self.model = model
            self.stopReason = stopReason
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "CreateMessageResult")
            self.role = try members.required("role")
            self.content = try members.required("content")
            self.model = try members.required("model")
            self.stopReason = try members.optional("stopReason")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["role"] = self.role.json
            members["content"] = self.content.json
            members["model"] = self.model.json
            members["stopReason"] = self.stopReason?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What a person has decided.
    public struct Decision: Sendable, Hashable, JSONConvertible {
        /// Whether it may happen.
        public var allow: Bool
        /// For how long the answer holds. Default `once`.
        public var term: DecisionTerm?
        /// How many of the identical requests that wait may happen, where it is allowed once.
        /// Default 1.
        public var requests: Int?
        /// What the arguments of later calls must be like, where the answer holds for them: as
        /// `where` of a rule (`docs/policy.md`).
        public var constraints: [JSON]?
        /// What the person made of it, where the matter is a `form`, `sampling` or a
        /// `sampling-answer`.
        public var edited: JSON?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            allow: Bool,
            term: DecisionTerm? = nil,
            requests: Int? = nil,
            constraints: [JSON]? = nil,
            edited: JSON? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.allow = allow
            self.term = term
            self.requests = requests
            self.constraints = constraints
            self.edited = edited
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Decision")
            self.allow = try members.required("allow")
            self.term = try members.optional("term")
            self.requests = try members.optional("requests")
            self.constraints = try members.optional("constraints")
            self.edited = try members.optional("edited")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["allow"] = self.allow.json
            members["term"] = self.term?.json
            members["requests"] = self.requests?.json
            members["constraints"] = self.constraints?.json
            members["edited"] = self.edited?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// For how long an answer holds.
    ///
    /// A peer may say a name that is not among these.
    public struct DecisionTerm: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// For one request.
        public static let once: Self = "once"
        /// As long as the client is connected.
        public static let session: Self = "session"
        /// For twelve hours.
        public static let halfDay: Self = "half-day"
        /// Until it is taken back.
        public static let always: Self = "always"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// Has the delegate keep tokens and secrets, with its functions for records.
    public struct DelegateStore: Sendable, Hashable, JSONConvertible {
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(extra: [String: JSON] = [:]) {
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            let members = try Members(json, of: "DelegateStore")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            .object(extra)
        }
    }
}

extension Hostline {
    /// A report of an item, or of a part of one, that was left out of a list because it did not
    /// have the right shape.
    public struct Dropped: Sendable, Hashable, JSONConvertible {
        /// The item's place in the list that the server sent, counted from 0.
        public var index: Int
        /// What is wrong, with the place inside the item.
        public var reason: String
        /// Whether the item is in the list, without the part that was wrong.
        public var kept: Bool
        /// The item's name or address, where it has one: untrusted text.
        public var name: String?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            index: Int,
            reason: String,
            kept: Bool,
            name: String? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.index = index
            self.reason = reason
            self.kept = kept
            self.name = name
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Dropped")
            self.index = try members.required("index")
            self.reason = try members.required("reason")
            self.kept = try members.required("kept")
            self.name = try members.optional("name")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["index"] = self.index.json
            members["reason"] = self.reason.json
            members["kept"] = self.kept.json
            members["name"] = self.name?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What a person did with a question (2026-07-28 `client/elicitation`, "Response Actions").
    ///
    /// A peer may say a name that is not among these.
    public struct ElicitAction: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// The person answered, or agreed to open the address.
        public static let accept: Self = "accept"
        /// The person refused.
        public static let decline: Self = "decline"
        /// The person closed the question without an answer.
        public static let cancel: Self = "cancel"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// A form that the client shows (2026-07-28 `client/elicitation`, "Form Mode").
    public struct ElicitFormQuestion: Sendable, Hashable, JSONConvertible {
        /// The server that asks, as the user named it.
        public var target: String
        /// What the server says to the person: untrusted text.
        public var message: String
        /// The JSON Schema of the form: an object with flat members.
        public var requestedSchema: JSON
        /// What is attached to the question.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            target: String,
            message: String,
            requestedSchema: JSON,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.target = target
            self.message = message
            self.requestedSchema = requestedSchema
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ElicitFormQuestion")
            self.target = try members.required("target")
            self.message = try members.required("message")
            self.requestedSchema = try members.required("requestedSchema")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["target"] = self.target.json
            members["message"] = self.message.json
            members["requestedSchema"] = self.requestedSchema.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A person's answer.
    public struct ElicitResult: Sendable, Hashable, JSONConvertible {
        /// What the person did.
        public var action: ElicitAction
        /// What the person filled in: strings, numbers, booleans and, since 2025-11-25, lists of
        /// strings.
        public var content: [String: JSON]?
        /// What is attached to the answer.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            action: ElicitAction,
            content: [String: JSON]? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.action = action
            self.content = content
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ElicitResult")
            self.action = try members.required("action")
            self.content = try members.optional("content")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["action"] = self.action.json
            members["content"] = self.content?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// An address that the person opens (2026-07-28 `client/elicitation`, "URL Mode").
    public struct ElicitUrlQuestion: Sendable, Hashable, JSONConvertible {
        /// The server that asks, as the user named it.
        public var target: String
        /// What the server says to the person: untrusted text.
        public var message: String
        /// The address. It must be shown to the person, and opened only with consent.
        public var url: String
        /// What the event `elicitationComplete` will name (2025-11-25 only).
        public var elicitationId: String?
        /// What is attached to the question.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            target: String,
            message: String,
            url: String,
            elicitationId: String? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.target = target
            self.message = message
            self.url = url
            self.elicitationId = elicitationId
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ElicitUrlQuestion")
            self.target = try members.required("target")
            self.message = try members.required("message")
            self.url = try members.required("url")
            self.elicitationId = try members.optional("elicitationId")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["target"] = self.target.json
            members["message"] = self.message.json
            members["url"] = self.url.json
            members["elicitationId"] = self.elicitationId?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A person has finished what an address was opened for.
    public struct ElicitationCompleteEvent: Sendable, Hashable, JSONConvertible {
        /// The elicitation.
        public var elicitationId: String
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(elicitationId: String, extra: [String: JSON] = [:]) {
            self.elicitationId = elicitationId
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ElicitationCompleteEvent")
            self.elicitationId = try members.required("elicitationId")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["elicitationId"] = self.elicitationId.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A resource as part of a message (2026-07-28 `schema`, `EmbeddedResource`).
    public struct EmbeddedResource: Sendable, Hashable, JSONConvertible {
        /// The resource.
        public var resource: ResourceContents
        /// Hints for the reader's program.
        public var annotations: Annotations?
        /// What is attached to the resource.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            resource: ResourceContents,
            annotations: Annotations? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.resource = resource
            self.annotations = annotations
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "EmbeddedResource")
            self.resource = try members.required("resource")
            self.annotations = try members.optional("annotations")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["resource"] = self.resource.json
            members["annotations"] = self.annotations?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What an error says about itself.
    public struct ErrorReport: Sendable, Hashable, JSONConvertible {
        /// The stable name of the kind of failure.
        public var code: String
        /// The whole sentence for a person: the server, the method, what happened, and what to do
        /// next. What a server said in it is safe to show.
        public var message: String
        /// What happened, alone.
        public var reason: String
        /// Whether the request may have taken effect although it failed.
        public var mayHaveRun: Bool
        /// What to do about it, alone.
        public var nextStep: String?
        /// The server that it happened with, as the user named it.
        public var target: String?
        /// The method of the request that failed.
        public var method: String?
        /// The server's JSON-RPC error, where it sent one.
        public var rpc: RpcErrorReport?
        /// The HTTP status that the server answered with, where that was the failure.
        public var httpStatus: Int?
        /// What it came from, each because of the next. What others said in it is safe to show.
        public var causes: [String]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            code: String,
            message: String,
            reason: String,
            mayHaveRun: Bool,
            nextStep: String? = nil,
            target: String? = nil,
            method: String? = nil,
            rpc: RpcErrorReport? = nil,
            httpStatus: Int? = nil,
            causes: [String]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.code = code
            self.message = message
            self.reason = reason
            self.mayHaveRun = mayHaveRun
            self.nextStep = nextStep
            self.target = target
            self.method = method
            self.rpc = rpc
            self.httpStatus = httpStatus
            self.causes = causes
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ErrorReport")
            self.code = try members.required("code")
            self.message = try members.required("message")
            self.reason = try members.required("reason")
            self.mayHaveRun = try members.required("mayHaveRun")
            self.nextStep = try members.optional("nextStep")
            self.target = try members.optional("target")
            self.method = try members.optional("method")
            self.rpc = try members.optional("rpc")
            self.httpStatus = try members.optional("httpStatus")
            self.causes = try members.optional("causes")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["code"] = self.code.json
            members["message"] = self.message.json
            members["reason"] = self.reason.json
            members["mayHaveRun"] = self.mayHaveRun.json
            members["nextStep"] = self.nextStep?.json
            members["target"] = self.target?.json
            members["method"] = self.method?.json
            members["rpc"] = self.rpc?.json
            members["httpStatus"] = self.httpStatus?.json
            members["causes"] = self.causes?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// One thing that a server, or its transport, said without being asked.
    public enum Event: Sendable, Hashable, JSONConvertible {
        /// The list of tools has changed. Nothing is fetched by itself.
        case toolsChanged(ToolsChangedEvent)
        /// The list of prompts has changed.
        case promptsChanged(PromptsChangedEvent)
        /// The list of resources has changed.
        case resourcesChanged(ResourcesChangedEvent)
        /// A resource has changed.
        case resourceUpdated(ResourceUpdatedEvent)
        /// A log message.
        case log(LogEvent)
        /// A person has finished what an address was opened for.
        case elicitationComplete(ElicitationCompleteEvent)
        /// A task has changed.
        case taskStatus(TaskStatusEvent)
        /// A step of signing in, renewing or signing out.
        case signIn(SignInEvent)
        /// A line that the server's process wrote to its standard error.
        case stderr(StderrEvent)
        /// Something else that the transport noticed.
        case notice(NoticeEvent)
        /// A notification that Hostline does not know.
        case unknown(UnknownNotificationEvent)
        /// Events were left out, since nobody fetched them.
        case missed(MissedEvent)
        /// The connection has ended.
        case closed(ClosedEvent)
        /// One that this version of Hostline does not know, as it came.
        case other(JSON)

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            let (tag, members) = json.untagged("type")
            switch tag {
            case "toolsChanged": self = .toolsChanged(try ToolsChangedEvent(json: members))
            case "promptsChanged": self = .promptsChanged(try PromptsChangedEvent(json: members))
            case "resourcesChanged":
                self = .resourcesChanged(try ResourcesChangedEvent(json: members))
            case "resourceUpdated": self = .resourceUpdated(try ResourceUpdatedEvent(json: members))
            case "log": self = .log(try LogEvent(json: members))
            case "elicitationComplete":
                self = .elicitationComplete(try ElicitationCompleteEvent(json: members))
            case "taskStatus": self = .taskStatus(try TaskStatusEvent(json: members))
            case "signIn": self = .signIn(try SignInEvent(json: members))
            case "stderr": self = .stderr(try StderrEvent(json: members))
            case "notice": self = .notice(try NoticeEvent(json: members))
            case "unknown": self = .unknown(try UnknownNotificationEvent(json: members))
            case "missed": self = .missed(try MissedEvent(json: members))
            case "closed": self = .closed(try ClosedEvent(json: members))
            default: self = .other(json)
            }
        }

        /// The value as JSON.
        public var json: JSON {
            switch self {
            case .toolsChanged(let value): value.json.tagged("type", "toolsChanged")
            case .promptsChanged(let value): value.json.tagged("type", "promptsChanged")
            case .resourcesChanged(let value): value.json.tagged("type", "resourcesChanged")
            case .resourceUpdated(let value): value.json.tagged("type", "resourceUpdated")
            case .log(let value): value.json.tagged("type", "log")
            case .elicitationComplete(let value): value.json.tagged("type", "elicitationComplete")
            case .taskStatus(let value): value.json.tagged("type", "taskStatus")
            case .signIn(let value): value.json.tagged("type", "signIn")
            case .stderr(let value): value.json.tagged("type", "stderr")
            case .notice(let value): value.json.tagged("type", "notice")
            case .unknown(let value): value.json.tagged("type", "unknown")
            case .missed(let value): value.json.tagged("type", "missed")
            case .closed(let value): value.json.tagged("type", "closed")
            case .other(let value): value
            }
        }
    }
}

extension Hostline {
    /// A prompt that was filled in (2026-07-28 `server/prompts`, "Getting a Prompt").
    public struct GetPromptResult: Sendable, Hashable, JSONConvertible {
        /// The messages, in the order in which a model is given them.
        public var messages: [PromptMessage]
        /// What kind of result this is.
        public var resultType: String?
        /// What the prompt is for.
        public var description: String?
        /// What is attached to the prompt.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            messages: [PromptMessage],
            resultType: String? = nil,
            description: String? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.messages = messages
            self.resultType = resultType
            self.description = description
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "GetPromptResult")
            self.messages = try members.required("messages")
            self.resultType = try members.optional("resultType")
            self.description = try members.optional("description")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["messages"] = self.messages.json
            members["resultType"] = self.resultType?.json
            members["description"] = self.description?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What a person has granted.
    public struct Grant: Sendable, Hashable, JSONConvertible {
        /// Its name.
        public var id: String
        /// What it allows or denies, in words.
        public var sentence: String
        /// `allow` or `deny`.
        public var effect: String
        /// What the server was called when it was granted.
        public var server: String
        /// What it is about.
        public var what: JSON
        /// For how long it stands.
        public var scope: JSON
        /// Where the person said it.
        public var createdBy: String
        /// The only client that it is for.
        public var client: String?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            id: String,
            sentence: String,
            effect: String,
            server: String,
            what: JSON,
            scope: JSON,
            createdBy: String,
            client: String? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.id = id
            self.sentence = sentence
            self.effect = effect
            self.server = server
            self.what = what
            self.scope = scope
            self.createdBy = createdBy
            self.client = client
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Grant")
            self.id = try members.required("id")
            self.sentence = try members.required("sentence")
            self.effect = try members.required("effect")
            self.server = try members.required("server")
            self.what = try members.required("what")
            self.scope = try members.required("scope")
            self.createdBy = try members.required("createdBy")
            self.client = try members.optional("client")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["id"] = self.id.json
            members["sentence"] = self.sentence.json
            members["effect"] = self.effect.json
            members["server"] = self.server.json
            members["what"] = self.what.json
            members["scope"] = self.scope.json
            members["createdBy"] = self.createdBy.json
            members["client"] = self.client?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What a tool answered, through the gate (2026-07-28 `server/tools`, "Tool Result").
    public struct HostCallResult: Sendable, Hashable, JSONConvertible {
        /// The answer for people and models.
        public var content: [ContentBlock]
        /// The answer for programs.
        public var structuredContent: JSON?
        /// Whether the tool failed.
        public var isError: Bool?
        /// What is attached to the answer.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            content: [ContentBlock],
            structuredContent: JSON? = nil,
            isError: Bool? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.content = content
            self.structuredContent = structuredContent
            self.isError = isError
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "HostCallResult")
            self.content = try members.required("content")
            self.structuredContent = try members.optional("structuredContent")
            self.isError = try members.optional("isError")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["content"] = self.content.json
            members["structuredContent"] = self.structuredContent?.json
            members["isError"] = self.isError?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// One thing that a host says to whoever watches it.
    public enum HostEvent: Sendable, Hashable, JSONConvertible {
        /// A server stands otherwise than before.
        case status(StatusEvent)
        /// There is a question for a person, or more wait for its answer now.
        case asked(AskedEvent)
        /// A question needs no answer any more.
        case settled(SettledEvent)
        /// Something was said between us and a server.
        case log(HostLogEvent)
        /// Events were left out, since nobody fetched them.
        case missed(HostMissedEvent)
        /// One that this version of Hostline does not know, as it came.
        case other(JSON)

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            let (tag, members) = json.untagged("type")
            switch tag {
            case "status": self = .status(try StatusEvent(json: members))
            case "asked": self = .asked(try AskedEvent(json: members))
            case "settled": self = .settled(try SettledEvent(json: members))
            case "log": self = .log(try HostLogEvent(json: members))
            case "missed": self = .missed(try HostMissedEvent(json: members))
            default: self = .other(json)
            }
        }

        /// The value as JSON.
        public var json: JSON {
            switch self {
            case .status(let value): value.json.tagged("type", "status")
            case .asked(let value): value.json.tagged("type", "asked")
            case .settled(let value): value.json.tagged("type", "settled")
            case .log(let value): value.json.tagged("type", "log")
            case .missed(let value): value.json.tagged("type", "missed")
            case .other(let value): value
            }
        }
    }
}

extension Hostline {
    /// What is known of a host once it is open.
    public struct HostInfo: Sendable, Hashable, JSONConvertible {
        /// The file of the configuration.
        public var config: String
        /// Whether the host is in this process. Otherwise another process owns the configuration,
        /// and everything is done there.
        public var isOwner: Bool
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(config: String, isOwner: Bool, extra: [String: JSON] = [:]) {
            self.config = config
            self.isOwner = isOwner
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "HostInfo")
            self.config = try members.required("config")
            self.isOwner = try members.required("isOwner")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["config"] = self.config.json
            members["isOwner"] = self.isOwner.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What was said between us and a server, from one entry on.
    public struct HostLog: Sendable, Hashable, JSONConvertible {
        /// The entries, in their order.
        public var entries: [HostLogEntry]
        /// How many entries are gone between those that were asked for and the first of these.
        public var missed: Int
        /// Whether there are more, to be asked for after the last of these.
        public var hasMore: Bool
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            entries: [HostLogEntry],
            missed: Int,
            hasMore: Bool,
            extra: [String: JSON] = [:]
        ) {
            self.entries = entries
            self.missed = missed
            self.hasMore = hasMore
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "HostLog")
            self.entries = try members.required("entries")
            self.missed = try members.required("missed")
            self.hasMore = try members.required("hasMore")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["entries"] = self.entries.json
            members["missed"] = self.missed.json
            members["hasMore"] = self.hasMore.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// One thing that was said. Secrets are taken out.
    public struct HostLogEntry: Sendable, Hashable, JSONConvertible {
        /// Its place in the order of the server's entries, from 1 on.
        public var number: Int
        /// When, in milliseconds since 1970.
        public var at: Int
        /// What it was: `message`, `http`, `stderr` or `status`.
        public var kind: String
        /// A message's JSON text, or the beginning of it; a line of standard error; a sentence.
        public var text: String?
        /// Whether the text was cut.
        public var cut: Bool?
        /// Whether we have sent the message.
        public var sent: Bool?
        /// The method: of a message, or of HTTP.
        public var method: String?
        /// How long the whole message is, in bytes.
        public var bytes: Int?
        /// The address of an exchange over HTTP.
        public var address: String?
        /// The status of the answer.
        public var status: Int?
        /// How long it took until the head of the answer was here, in milliseconds.
        public var tookMs: Double?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            number: Int,
            at: Int,
            kind: String,
            text: String? = nil,
            cut: Bool? = nil,
            sent: Bool? = nil,
            method: String? = nil,
            bytes: Int? = nil,
            address: String? = nil,
            status: Int? = nil,
            tookMs: Double? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.number = number
            self.at = at
            self.kind = kind
            self.text = text
            self.cut = cut
            self.sent = sent
            self.method = method
            self.bytes = bytes
            self.address = address
            self.status = status
            self.tookMs = tookMs
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "HostLogEntry")
            self.number = try members.required("number")
            self.at = try members.required("at")
            self.kind = try members.required("kind")
            self.text = try members.optional("text")
            self.cut = try members.optional("cut")
            self.sent = try members.optional("sent")
            self.method = try members.optional("method")
            self.bytes = try members.optional("bytes")
            self.address = try members.optional("address")
            self.status = try members.optional("status")
            self.tookMs = try members.optional("tookMs")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["number"] = self.number.json
            members["at"] = self.at.json
            members["kind"] = self.kind.json
            members["text"] = self.text?.json
            members["cut"] = self.cut?.json
            members["sent"] = self.sent?.json
            members["method"] = self.method?.json
            members["bytes"] = self.bytes?.json
            members["address"] = self.address?.json
            members["status"] = self.status?.json
            members["tookMs"] = self.tookMs?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Something was said between us and a server.
    public struct HostLogEvent: Sendable, Hashable, JSONConvertible {
        /// The server.
        public var server: String
        /// What was said.
        public var entry: HostLogEntry
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(server: String, entry: HostLogEntry, extra: [String: JSON] = [:]) {
            self.server = server
            self.entry = entry
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "HostLogEvent")
            self.server = try members.required("server")
            self.entry = try members.required("entry")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["server"] = self.server.json
            members["entry"] = self.entry.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Events were left out, since nobody fetched them.
    public struct HostMissedEvent: Sendable, Hashable, JSONConvertible {
        /// How many.
        public var count: Int
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(count: Int, extra: [String: JSON] = [:]) {
            self.count = count
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "HostMissedEvent")
            self.count = try members.required("count")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["count"] = self.count.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A question for a person. What came from a server or a model in it is untrusted text.
    public struct HostQuestion: Sendable, Hashable, JSONConvertible {
        /// Its number, as text: it may be larger than some languages' numbers.
        public var id: String
        /// When it is taken for answered with no, in seconds since 1970.
        public var until: Int
        /// Which client wants it.
        public var client: String
        /// What the configuration calls the server.
        public var server: String
        /// What it is about: an object by its `kind`. `call-tool`: `tool`, `definition`,
        /// `arguments`, and `before`, those of the last time. `definition`: `what`, `pinned` and
        /// `now`. `start`: `command`, `folder`, `environment` and `confinement`. `form`: `message`,
        /// `schema`, and `secret`, the fields that seem to ask for one. `address`: `message`,
        /// `address` and `warnings`. `sampling`: `request`. `sampling-answer`: `answer`. `roots`:
        /// `roots`. `sign-in`: `address`.
        public var matter: JSON
        /// Why it is asked, in sentences.
        public var reasons: [String]
        /// What is to be thought of: any of `destructive`, `writes`, `unknown`, `open-world`,
        /// `secret`, `outside-roots` and `hidden-characters`.
        public var risks: [String]
        /// For how long an answer can hold, the shortest first: the names of `DecisionTerm`.
        public var terms: [String]
        /// How many identical requests of the client wait for the answer.
        public var waiting: Int
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            id: String,
            until: Int,
            client: String,
            server: String,
            matter: JSON,
            reasons: [String],
            risks: [String],
            terms: [String],
            waiting: Int,
            extra: [String: JSON] = [:]
        ) {
            self.id = id
            self.until = until
            self.client = client
            self.server = server
            self.matter = matter
            self.reasons = reasons
            self.risks = risks
            self.terms = terms
            self.waiting = waiting
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "HostQuestion")
            self.id = try members.required("id")
            self.until = try members.required("until")
            self.client = try members.required("client")
            self.server = try members.required("server")
            self.matter = try members.required("matter")
            self.reasons = try members.required("reasons")
            self.risks = try members.required("risks")
            self.terms = try members.required("terms")
            self.waiting = try members.required("waiting")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["id"] = self.id.json
            members["until"] = self.until.json
            members["client"] = self.client.json
            members["server"] = self.server.json
            members["matter"] = self.matter.json
            members["reasons"] = self.reasons.json
            members["risks"] = self.risks.json
            members["terms"] = self.terms.json
            members["waiting"] = self.waiting.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A picture that stands for something (2026-07-28 `basic`, "`icons`"). Its address is a peer's
    /// word: it must not be shown or fetched as it is.
    public struct Icon: Sendable, Hashable, JSONConvertible {
        /// Where the picture is: an `https:` or `data:` address.
        public var src: String
        /// The picture's media type.
        public var mimeType: String?
        /// The sizes that it is made for, such as `48x48` or `any`.
        public var sizes: [String]?
        /// The background that it is made for.
        public var theme: IconTheme?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            src: String,
            mimeType: String? = nil,
            sizes: [String]? = nil,
            theme: IconTheme? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.src = src
            self.mimeType = mimeType
            self.sizes = sizes
            self.theme = theme
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Icon")
            self.src = try members.required("src")
            self.mimeType = try members.optional("mimeType")
            self.sizes = try members.optional("sizes")
            self.theme = try members.optional("theme")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["src"] = self.src.json
            members["mimeType"] = self.mimeType?.json
            members["sizes"] = self.sizes?.json
            members["theme"] = self.theme?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A picture that is safe to show, or why there is none.
    public enum IconPicture: Sendable, Hashable, JSONConvertible {
        /// A picture.
        case shown(SafeIcon)
        /// There is none: show a placeholder.
        case refused(RefusedIcon)
        /// One that this version of Hostline does not know, as it came.
        case other(JSON)

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            let (tag, members) = json.untagged("kind")
            switch tag {
            case "shown": self = .shown(try SafeIcon(json: members))
            case "refused": self = .refused(try RefusedIcon(json: members))
            default: self = .other(json)
            }
        }

        /// The value as JSON.
        public var json: JSON {
            switch self {
            case .shown(let value): value.json.tagged("kind", "shown")
            case .refused(let value): value.json.tagged("kind", "refused")
            case .other(let value): value
            }
        }
    }
}

extension Hostline {
    /// The background that an icon is made for (2026-07-28 `schema`, `Icon`).
    ///
    /// A peer may say a name that is not among these.
    public struct IconTheme: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// A light background.
        public static let light: Self = "light"
        /// A dark background.
        public static let dark: Self = "dark"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// A picture (2026-07-28 `schema`, `ImageContent`).
    public struct ImageContent: Sendable, Hashable, JSONConvertible {
        /// The picture's bytes in base64.
        public var data: String
        /// The picture's media type, as the peer says.
        public var mimeType: String
        /// Hints for the reader's program.
        public var annotations: Annotations?
        /// What is attached to the picture.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            data: String,
            mimeType: String,
            annotations: Annotations? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.data = data
            self.mimeType = mimeType
            self.annotations = annotations
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ImageContent")
            self.data = try members.required("data")
            self.mimeType = try members.required("mimeType")
            self.annotations = try members.optional("annotations")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["data"] = self.data.json
            members["mimeType"] = self.mimeType.json
            members["annotations"] = self.annotations?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A program that speaks the protocol (2026-07-28 `schema`, `Implementation`). It is what the
    /// program says of itself, and proves nothing.
    public struct Implementation: Sendable, Hashable, JSONConvertible {
        /// The name that programs use.
        public var name: String
        /// The version; empty where a peer sent none.
        public var version: String
        /// The name that people see.
        public var title: String?
        /// What the program is.
        public var description: String?
        /// The address of its page.
        public var websiteUrl: String?
        /// Pictures that stand for the program.
        public var icons: [Icon]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            name: String,
            version: String,
            title: String? = nil,
            description: String? = nil,
            websiteUrl: String? = nil,
            icons: [Icon]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.name = name
            self.version = version
            self.title = title
            self.description = description
            self.websiteUrl = websiteUrl
            self.icons = icons
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Implementation")
            self.name = try members.required("name")
            self.version = try members.required("version")
            self.title = try members.optional("title")
            self.description = try members.optional("description")
            self.websiteUrl = try members.optional("websiteUrl")
            self.icons = try members.optional("icons")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["name"] = self.name.json
            members["version"] = self.version.json
            members["title"] = self.title?.json
            members["description"] = self.description?.json
            members["websiteUrl"] = self.websiteUrl?.json
            members["icons"] = self.icons?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Whose context is to be added to a conversation; deprecated.
    ///
    /// A peer may say a name that is not among these.
    public struct IncludeContext: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// None.
        public static let none: Self = "none"
        /// That of the server that asks.
        public static let thisServer: Self = "thisServer"
        /// That of all servers.
        public static let allServers: Self = "allServers"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// A record, if there is one.
    public struct KeptRecord: Sendable, Hashable, JSONConvertible {
        /// The record. It holds tokens or secrets.
        public var record: String?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(record: String? = nil, extra: [String: JSON] = [:]) {
            self.record = record
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "KeptRecord")
            self.record = try members.optional("record")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["record"] = self.record?.json
            return .object(members)
        }
    }
}

extension Hostline.KeptRecord: CustomStringConvertible, CustomReflectable {
    /// The type's name: its members hold a secret.
    public var description: String { "KeptRecord(…)" }

    /// Without children, for the same reason.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Hostline {
    /// Keeps tokens and secrets in files that are sealed with a key of the system's keychain.
    public struct KeychainStore: Sendable, Hashable, JSONConvertible {
        /// The folder of the files. Default: where data of this user belongs.
        public var folder: String?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(folder: String? = nil, extra: [String: JSON] = [:]) {
            self.folder = folder
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "KeychainStore")
            self.folder = try members.optional("folder")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["folder"] = self.folder?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A capability that may tell when its list has changed.
    public struct ListCapability: Sendable, Hashable, JSONConvertible {
        /// Whether there are notifications when the list has changed.
        public var listChanged: Bool?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(listChanged: Bool? = nil, extra: [String: JSON] = [:]) {
            self.listChanged = listChanged
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ListCapability")
            self.listChanged = try members.optional("listChanged")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["listChanged"] = self.listChanged?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Which records there are.
    public struct ListRecordsQuestion: Sendable, Hashable, JSONConvertible {
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(extra: [String: JSON] = [:]) {
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            let members = try Members(json, of: "ListRecordsQuestion")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            .object(extra)
        }
    }
}

extension Hostline {
    /// A server's question in which folders it may work (2026-07-28 `client/roots`).
    public struct ListRootsQuestion: Sendable, Hashable, JSONConvertible {
        /// The server that asks, as the user named it.
        public var target: String
        /// What is attached to the question.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(target: String, meta: [String: JSON]? = nil, extra: [String: JSON] = [:]) {
            self.target = target
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ListRootsQuestion")
            self.target = try members.required("target")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["target"] = self.target.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// The folders that a server may work in.
    public struct ListRootsResult: Sendable, Hashable, JSONConvertible {
        /// The folders.
        public var roots: [Root]
        /// What is attached to the answer.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(roots: [Root], meta: [String: JSON]? = nil, extra: [String: JSON] = [:]) {
            self.roots = roots
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ListRootsResult")
            self.roots = try members.required("roots")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["roots"] = self.roots.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A log message of the server.
    public struct LogEvent: Sendable, Hashable, JSONConvertible {
        /// How grave it is.
        public var level: LoggingLevel
        /// What happened, in any form: untrusted.
        public var data: JSON
        /// The part of the server that says it.
        public var logger: String?
        /// What is attached to the message.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            level: LoggingLevel,
            data: JSON,
            logger: String? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.level = level
            self.data = data
            self.logger = logger
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "LogEvent")
            self.level = try members.required("level")
            self.data = try members.required("data")
            self.logger = try members.optional("logger")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["level"] = self.level.json
            members["data"] = self.data.json
            members["logger"] = self.logger?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// How grave a log message is, by RFC 5424.
    ///
    /// A peer may say a name that is not among these.
    public struct LoggingLevel: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// Details for developers.
        public static let debug: Self = "debug"
        /// What happens in the usual course.
        public static let info: Self = "info"
        /// What is usual but worth a look.
        public static let notice: Self = "notice"
        /// What may become a fault.
        public static let warning: Self = "warning"
        /// A fault.
        public static let error: Self = "error"
        /// A fault of something that others need.
        public static let critical: Self = "critical"
        /// A fault that must be dealt with at once.
        public static let alert: Self = "alert"
        /// The system cannot be used.
        public static let emergency: Self = "emergency"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// A member of a definition, as it was and as it is now.
    public struct MemberDifference: Sendable, Hashable, JSONConvertible {
        /// Its name.
        public var member: String
        /// What was kept, removed and added, safe to show over several lines.
        public var runs: [TextRun]
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(member: String, runs: [TextRun], extra: [String: JSON] = [:]) {
            self.member = member
            self.runs = runs
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "MemberDifference")
            self.member = try members.required("member")
            self.runs = try members.required("runs")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["member"] = self.member.json
            members["runs"] = self.runs.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Keeps tokens and secrets in memory, as long as the program runs.
    public struct MemoryStore: Sendable, Hashable, JSONConvertible {
        /// Which of several: those of one name are the same. Default: the one without a name.
        public var name: String?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(name: String? = nil, extra: [String: JSON] = [:]) {
            self.name = name
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "MemoryStore")
            self.name = try members.optional("name")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["name"] = self.name?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What one message of a server may cost.
    public struct MessageLimits: Sendable, Hashable, JSONConvertible {
        /// The most bytes. Default 16 MiB.
        public var bytes: Int?
        /// The deepest nesting of arrays and objects. Default 128.
        public var depth: Int?
        /// The most messages of one batch. Default 128.
        public var batch: Int?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            bytes: Int? = nil,
            depth: Int? = nil,
            batch: Int? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.bytes = bytes
            self.depth = depth
            self.batch = batch
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "MessageLimits")
            self.bytes = try members.optional("bytes")
            self.depth = try members.optional("depth")
            self.batch = try members.optional("batch")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["bytes"] = self.bytes?.json
            members["depth"] = self.depth?.json
            members["batch"] = self.batch?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Events were left out, since nobody fetched them.
    public struct MissedEvent: Sendable, Hashable, JSONConvertible {
        /// How many; 0 where nobody knows, since a broken stream was opened again: fetch anew what
        /// matters.
        public var count: Int
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(count: Int, extra: [String: JSON] = [:]) {
            self.count = count
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "MissedEvent")
            self.count = try members.required("count")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["count"] = self.count.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// The name of a model, or a part of it.
    public struct ModelHint: Sendable, Hashable, JSONConvertible {
        /// The name.
        public var name: String?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(name: String? = nil, extra: [String: JSON] = [:]) {
            self.name = name
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ModelHint")
            self.name = try members.optional("name")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["name"] = self.name?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Which model a server would like. The client need not follow.
    public struct ModelPreferences: Sendable, Hashable, JSONConvertible {
        /// Names, most wanted first.
        public var hints: [ModelHint]?
        /// How much cost matters, from 0 to 1.
        public var costPriority: Double?
        /// How much speed matters, from 0 to 1.
        public var speedPriority: Double?
        /// How much intelligence matters, from 0 to 1.
        public var intelligencePriority: Double?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            hints: [ModelHint]? = nil,
            costPriority: Double? = nil,
            speedPriority: Double? = nil,
            intelligencePriority: Double? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.hints = hints
            self.costPriority = costPriority
            self.speedPriority = speedPriority
            self.intelligencePriority = intelligencePriority
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ModelPreferences")
            self.hints = try members.optional("hints")
            self.costPriority = try members.optional("costPriority")
            self.speedPriority = try members.optional("speedPriority")
            self.intelligencePriority = try members.optional("intelligencePriority")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["hints"] = self.hints?.json
            members["costPriority"] = self.costPriority?.json
            members["speedPriority"] = self.speedPriority?.json
            members["intelligencePriority"] = self.intelligencePriority?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Something else that the transport noticed.
    public struct NoticeEvent: Sendable, Hashable, JSONConvertible {
        /// What it is.
        public var notice: NoticeKind
        /// More about it: untrusted text.
        public var detail: String?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(notice: NoticeKind, detail: String? = nil, extra: [String: JSON] = [:]) {
            self.notice = notice
            self.detail = detail
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "NoticeEvent")
            self.notice = try members.required("notice")
            self.detail = try members.optional("detail")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["notice"] = self.notice.json
            members["detail"] = self.detail?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What a transport noticed.
    ///
    /// A peer may say a name that is not among these.
    public struct NoticeKind: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// The server's process wrote a line that is no message.
        public static let noise: Self = "noise"
        /// A message was larger than the limit, and was dropped.
        public static let oversized: Self = "oversized"
        /// Lines of standard error were dropped, because they came too fast.
        public static let stderrDropped: Self = "stderr_dropped"
        /// A message began with a byte order mark.
        public static let byteOrderMark: Self = "byte_order_mark"
        /// A message could not be sent.
        public static let notSent: Self = "not_sent"
        /// A broken stream was not opened again.
        public static let streamGivenUp: Self = "stream_given_up"
        /// A broken stream was resumed.
        public static let resumed: Self = "resumed"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// How somebody signs in.
    public struct OAuthOptions: Sendable, Hashable, JSONConvertible {
        /// The client that the issuer knows the program as, where it was registered beforehand; or
        /// the `https` address of the program's own metadata document.
        public var clientId: String?
        /// The secret of that client. It is shown to no issuer that nobody has named: say which one
        /// it is.
        public var clientSecret: String?
        /// The issuer that has registered that client: at any other one signing in is an error.
        public var issuer: String?
        /// What the issuer's pages call the program, where it is registered there on the way.
        /// Default `Hostline`.
        public var clientName: String?
        /// What to ask for, instead of what the server says that it needs.
        public var scopes: [String]?
        /// Whether the issuer is told which server the token is for. Default true; without it a
        /// token may be good for more servers than this one.
        public var sendsResource: Bool?
        /// The port of this machine that the browser is sent back to. Default: one that is free, or
        /// the one of an earlier registration.
        public var redirectPort: Int?
        /// How long a person may take to sign in, in milliseconds. Default 300,000.
        public var patienceMs: Int?
        /// Whether a person may be asked. Default true; without one, what needs a sign-in fails
        /// with `auth_required`.
        public var attended: Bool?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            clientId: String? = nil,
            clientSecret: String? = nil,
            issuer: String? = nil,
            clientName: String? = nil,
            scopes: [String]? = nil,
            sendsResource: Bool? = nil,
            redirectPort: Int? = nil,
            patienceMs: Int? = nil,
            attended: Bool? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.clientId = clientId
            self.clientSecret = clientSecret
            self.issuer = issuer
            self.clientName = clientName
            self.scopes = scopes
            self.sendsResource = sendsResource
            self.redirectPort = redirectPort
            self.patienceMs = patienceMs
            self.attended = attended
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "OAuthOptions")
            self.clientId = try members.optional("clientId")
            self.clientSecret = try members.optional("clientSecret")
            self.issuer = try members.optional("issuer")
            self.clientName = try members.optional("clientName")
            self.scopes = try members.optional("scopes")
            self.sendsResource = try members.optional("sendsResource")
            self.redirectPort = try members.optional("redirectPort")
            self.patienceMs = try members.optional("patienceMs")
            self.attended = try members.optional("attended")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["clientId"] = self.clientId?.json
            members["clientSecret"] = self.clientSecret?.json
            members["issuer"] = self.issuer?.json
            members["clientName"] = self.clientName?.json
            members["scopes"] = self.scopes?.json
            members["sendsResource"] = self.sendsResource?.json
            members["redirectPort"] = self.redirectPort?.json
            members["patienceMs"] = self.patienceMs?.json
            members["attended"] = self.attended?.json
            return .object(members)
        }
    }
}

extension Hostline.OAuthOptions: CustomStringConvertible, CustomReflectable {
    /// The type's name: its members hold a secret.
    public var description: String { "OAuthOptions(…)" }

    /// Without children, for the same reason.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Hostline {
    /// An address that a person has to open in a browser, to sign in.
    public struct OpenAddressQuestion: Sendable, Hashable, JSONConvertible {
        /// The server that wants somebody to sign in, as the user named it.
        public var target: String
        /// The address to open: `https`, or `http` on this machine.
        public var address: String
        /// The issuer whose page it is.
        public var issuer: String
        /// Where the browser is sent back to in the end.
        public var redirectUri: String
        /// What the person is asked to allow; none where the issuer decides.
        public var scopes: [String]
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            target: String,
            address: String,
            issuer: String,
            redirectUri: String,
            scopes: [String],
            extra: [String: JSON] = [:]
        ) {
            self.target = target
            self.address = address
            self.issuer = issuer
            self.redirectUri = redirectUri
            self.scopes = scopes
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "OpenAddressQuestion")
            self.target = try members.required("target")
            self.address = try members.required("address")
            self.issuer = try members.required("issuer")
            self.redirectUri = try members.required("redirectUri")
            self.scopes = try members.required("scopes")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["target"] = self.target.json
            members["address"] = self.address.json
            members["issuer"] = self.issuer.json
            members["redirectUri"] = self.redirectUri.json
            members["scopes"] = self.scopes.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// That an address is open.
    public struct OpenedAddress: Sendable, Hashable, JSONConvertible {
        /// The whole address that the browser was sent back to, where the program knows it. Without
        /// it, this machine waits for the browser to come back.
        public var returnedTo: String?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(returnedTo: String? = nil, extra: [String: JSON] = [:]) {
            self.returnedTo = returnedTo
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "OpenedAddress")
            self.returnedTo = try members.optional("returnedTo")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["returnedTo"] = self.returnedTo?.json
            return .object(members)
        }
    }
}

extension Hostline.OpenedAddress: CustomStringConvertible, CustomReflectable {
    /// The type's name: its members hold a secret.
    public var description: String { "OpenedAddress(…)" }

    /// Without children, for the same reason.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Hostline {
    /// Keeps tokens and secrets in files that are sealed with a key made of a passphrase.
    public struct PassphraseStore: Sendable, Hashable, JSONConvertible {
        /// The passphrase.
        public var passphrase: String
        /// The folder of the files. Default: where data of this user belongs.
        public var folder: String?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(passphrase: String, folder: String? = nil, extra: [String: JSON] = [:]) {
            self.passphrase = passphrase
            self.folder = folder
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "PassphraseStore")
            self.passphrase = try members.required("passphrase")
            self.folder = try members.optional("folder")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["passphrase"] = self.passphrase.json
            members["folder"] = self.folder?.json
            return .object(members)
        }
    }
}

extension Hostline.PassphraseStore: CustomStringConvertible, CustomReflectable {
    /// The type's name: its members hold a secret.
    public var description: String { "PassphraseStore(…)" }

    /// Without children, for the same reason.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Hostline {
    /// What has become of one definition.
    public struct PinDifference: Sendable, Hashable, JSONConvertible {
        /// What is defined: `tool`, `prompt` or `instructions`.
        public var kind: String
        /// Its name; empty for instructions.
        public var name: String
        /// What has become of it, in words.
        public var sentence: String
        /// Whether it may not be used until it is approved.
        public var isHeld: Bool
        /// The members that differ, word by word.
        public var members: [MemberDifference]
        /// What stands for the definition as the server says it now, by which it is approved.
        public var digest: String?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            kind: String,
            name: String,
            sentence: String,
            isHeld: Bool,
            members: [MemberDifference],
            digest: String? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.kind = kind
            self.name = name
            self.sentence = sentence
            self.isHeld = isHeld
            self.members = members
            self.digest = digest
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "PinDifference")
            self.kind = try members.required("kind")
            self.name = try members.required("name")
            self.sentence = try members.required("sentence")
            self.isHeld = try members.required("isHeld")
            self.members = try members.required("members")
            self.digest = try members.optional("digest")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["kind"] = self.kind.json
            members["name"] = self.name.json
            members["sentence"] = self.sentence.json
            members["isHeld"] = self.isHeld.json
            members["members"] = self.members.json
            members["digest"] = self.digest?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// An approved definition.
    public struct PinnedDefinition: Sendable, Hashable, JSONConvertible {
        /// What is defined: `tool`, `prompt` or `instructions`.
        public var kind: String
        /// Its name; empty for instructions.
        public var name: String
        /// What stands for it.
        public var digest: String
        /// When a person approved it, in seconds since 1970.
        public var approvedAt: Int
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            kind: String,
            name: String,
            digest: String,
            approvedAt: Int,
            extra: [String: JSON] = [:]
        ) {
            self.kind = kind
            self.name = name
            self.digest = digest
            self.approvedAt = approvedAt
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "PinnedDefinition")
            self.kind = try members.required("kind")
            self.name = try members.required("name")
            self.digest = try members.required("digest")
            self.approvedAt = try members.required("approvedAt")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["kind"] = self.kind.json
            members["name"] = self.name.json
            members["digest"] = self.digest.json
            members["approvedAt"] = self.approvedAt.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What is approved of a server, and what has changed since.
    public struct Pins: Sendable, Hashable, JSONConvertible {
        /// Which server.
        public var server: String
        /// Whether the server has been started, so that what it says now is known.
        public var isCompared: Bool
        /// What is approved.
        public var approved: [PinnedDefinition]
        /// What is not as it was approved.
        public var differences: [PinDifference]
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            server: String,
            isCompared: Bool,
            approved: [PinnedDefinition],
            differences: [PinDifference],
            extra: [String: JSON] = [:]
        ) {
            self.server = server
            self.isCompared = isCompared
            self.approved = approved
            self.differences = differences
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Pins")
            self.server = try members.required("server")
            self.isCompared = try members.required("isCompared")
            self.approved = try members.required("approved")
            self.differences = try members.required("differences")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["server"] = self.server.json
            members["isCompared"] = self.isCompared.json
            members["approved"] = self.approved.json
            members["differences"] = self.differences.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// How much a server may do without asking.
    ///
    /// A peer may say a name that is not among these.
    public struct PostureChoice: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// Tools that are known to read are called, since you have said so, or its server says so
        /// and you trust it (`docs/policy.md`); anything else is asked for.
        public static let askForWrites: Self = "ask-for-writes"
        /// Tools that are known to read are called; anything else is not.
        public static let readOnly: Self = "read-only"
        /// Everything is asked for.
        public static let askAlways: Self = "ask-always"
        /// Nothing is done.
        public static let block: Self = "block"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// How far a call has come (2026-07-28 `basic/patterns/progress`).
    public struct ProgressReport: Sendable, Hashable, JSONConvertible {
        /// The number of the call, which tells calls apart.
        public var call: Int
        /// How far it has come, more each time.
        public var progress: Double
        /// How far it has to come, where that is known.
        public var total: Double?
        /// What is being done, in words for a person: untrusted text.
        public var message: String?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            call: Int,
            progress: Double,
            total: Double? = nil,
            message: String? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.call = call
            self.progress = progress
            self.total = total
            self.message = message
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ProgressReport")
            self.call = try members.required("call")
            self.progress = try members.required("progress")
            self.total = try members.optional("total")
            self.message = try members.optional("message")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["call"] = self.call.json
            members["progress"] = self.progress.json
            members["total"] = self.total?.json
            members["message"] = self.message?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A prompt that a server can fill in (2026-07-28 `server/prompts`, "Prompt").
    public struct Prompt: Sendable, Hashable, JSONConvertible {
        /// The name by which it is asked for.
        public var name: String
        /// What it wants to be filled in with.
        public var arguments: [PromptArgument]?
        /// The name that people see (since 2025-06-18).
        public var title: String?
        /// What it is for.
        public var description: String?
        /// Pictures that stand for it (since 2025-11-25).
        public var icons: [Icon]?
        /// What is attached to it.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            name: String,
            arguments: [PromptArgument]? = nil,
            title: String? = nil,
            description: String? = nil,
            icons: [Icon]? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.name = name
            self.arguments = arguments
            self.title = title
            self.description = description
            self.icons = icons
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Prompt")
            self.name = try members.required("name")
            self.arguments = try members.optional("arguments")
            self.title = try members.optional("title")
            self.description = try members.optional("description")
            self.icons = try members.optional("icons")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["name"] = self.name.json
            members["arguments"] = self.arguments?.json
            members["title"] = self.title?.json
            members["description"] = self.description?.json
            members["icons"] = self.icons?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Something that a prompt is filled in with (2026-07-28 `schema`, `PromptArgument`).
    public struct PromptArgument: Sendable, Hashable, JSONConvertible {
        /// Its name.
        public var name: String
        /// The name that people see (since 2025-06-18).
        public var title: String?
        /// What it is.
        public var description: String?
        /// Whether it must be given.
        public var required: Bool?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            name: String,
            title: String? = nil,
            description: String? = nil,
            required: Bool? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.name = name
            self.title = title
            self.description = description
            self.required = required
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "PromptArgument")
            self.name = try members.required("name")
            self.title = try members.optional("title")
            self.description = try members.optional("description")
            self.required = try members.optional("required")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["name"] = self.name.json
            members["title"] = self.title?.json
            members["description"] = self.description?.json
            members["required"] = self.required?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// One message of a prompt (2026-07-28 `server/prompts`, "PromptMessage").
    public struct PromptMessage: Sendable, Hashable, JSONConvertible {
        /// Who says it.
        public var role: Role
        /// What is said.
        public var content: ContentBlock
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(role: Role, content: ContentBlock, extra: [String: JSON] = [:]) {
            self.role = role
            self.content = content
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "PromptMessage")
            self.role = try members.required("role")
            self.content = try members.required("content")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["role"] = self.role.json
            members["content"] = self.content.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A prompt, by its name.
    public struct PromptReference: Sendable, Hashable, JSONConvertible {
        /// The prompt's name.
        public var name: String
        /// The name that people see (since 2025-06-18).
        public var title: String?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(name: String, title: String? = nil, extra: [String: JSON] = [:]) {
            self.name = name
            self.title = title
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "PromptReference")
            self.name = try members.required("name")
            self.title = try members.optional("title")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["name"] = self.name.json
            members["title"] = self.title?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// The list of prompts has changed.
    public struct PromptsChangedEvent: Sendable, Hashable, JSONConvertible {
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(extra: [String: JSON] = [:]) {
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            let members = try Members(json, of: "PromptsChangedEvent")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            .object(extra)
        }
    }
}

extension Hostline {
    /// Which protocol versions a client tries: one of these names, or one version such as
    /// `2025-11-25`.
    ///
    /// A peer may say a name that is not among these.
    public struct ProtocolChoice: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// Find out: the modern one if the server speaks it, else the newest legacy one in common.
        public static let auto: Self = "auto"
        /// The modern version only.
        public static let modern: Self = "modern"
        /// The newest legacy version in common.
        public static let legacy: Self = "legacy"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// What was read (2026-07-28 `server/resources`, "Reading Resources").
    public struct ReadResourceResult: Sendable, Hashable, JSONConvertible {
        /// The resource, or the parts of it.
        public var contents: [ResourceContents]
        /// For how long the contents may be kept.
        public var ttlMs: Int?
        /// Who may be given the kept contents.
        public var cacheScope: CacheScope?
        /// What kind of result this is.
        public var resultType: String?
        /// What is attached to the contents.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            contents: [ResourceContents],
            ttlMs: Int? = nil,
            cacheScope: CacheScope? = nil,
            resultType: String? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.contents = contents
            self.ttlMs = ttlMs
            self.cacheScope = cacheScope
            self.resultType = resultType
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ReadResourceResult")
            self.contents = try members.required("contents")
            self.ttlMs = try members.optional("ttlMs")
            self.cacheScope = try members.optional("cacheScope")
            self.resultType = try members.optional("resultType")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["contents"] = self.contents.json
            members["ttlMs"] = self.ttlMs?.json
            members["cacheScope"] = self.cacheScope?.json
            members["resultType"] = self.resultType?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// The names of all records.
    public struct RecordNames: Sendable, Hashable, JSONConvertible {
        /// The names.
        public var names: [String]
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(names: [String], extra: [String: JSON] = [:]) {
            self.names = names
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "RecordNames")
            self.names = try members.required("names")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["names"] = self.names.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Which record is meant.
    public struct RecordQuestion: Sendable, Hashable, JSONConvertible {
        /// Its name.
        public var name: String
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(name: String, extra: [String: JSON] = [:]) {
            self.name = name
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "RecordQuestion")
            self.name = try members.required("name")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["name"] = self.name.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// An icon that is not shown, and why. It stops nothing.
    public struct RefusedIcon: Sendable, Hashable, JSONConvertible {
        /// The stable name of the reason: `missing`, `address`, `origin`, `unreachable`, `busy`,
        /// `too_large`, `dimensions`, `unknown_type`, `other_type`, `broken`, `forbidden`,
        /// `too_costly`, `size` or `internal`.
        public var reason: String
        /// The reason, in a sentence.
        public var sentence: String
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(reason: String, sentence: String, extra: [String: JSON] = [:]) {
            self.reason = reason
            self.sentence = sentence
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "RefusedIcon")
            self.reason = try members.required("reason")
            self.sentence = try members.required("sentence")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["reason"] = self.reason.json
            members["sentence"] = self.sentence.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// How the client of an issuer came to be known.
    ///
    /// A peer may say a name that is not among these.
    public struct RegistrationKind: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// A person, or the program, has given it.
        public static let given: Self = "given"
        /// It is a metadata document.
        public static let document: Self = "document"
        /// It was registered on the way.
        public static let dynamic: Self = "dynamic"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// Whether there was a record.
    public struct RemovedRecord: Sendable, Hashable, JSONConvertible {
        /// Whether there was one.
        public var wasThere: Bool
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(wasThere: Bool, extra: [String: JSON] = [:]) {
            self.wasThere = wasThere
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "RemovedRecord")
            self.wasThere = try members.required("wasThere")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["wasThere"] = self.wasThere.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Something that can be read from a server (2026-07-28 `server/resources`, "Resource").
    public struct Resource: Sendable, Hashable, JSONConvertible {
        /// Its address.
        public var uri: String
        /// The name that programs use.
        public var name: String
        /// The name that people see (since 2025-06-18).
        public var title: String?
        /// What it is.
        public var description: String?
        /// Its media type.
        public var mimeType: String?
        /// Its length in bytes, before any encoding.
        public var size: Int?
        /// Hints for the reader's program.
        public var annotations: Annotations?
        /// Pictures that stand for it (since 2025-11-25).
        public var icons: [Icon]?
        /// What is attached to it.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            uri: String,
            name: String,
            title: String? = nil,
            description: String? = nil,
            mimeType: String? = nil,
            size: Int? = nil,
            annotations: Annotations? = nil,
            icons: [Icon]? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.uri = uri
            self.name = name
            self.title = title
            self.description = description
            self.mimeType = mimeType
            self.size = size
            self.annotations = annotations
            self.icons = icons
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Resource")
            self.uri = try members.required("uri")
            self.name = try members.required("name")
            self.title = try members.optional("title")
            self.description = try members.optional("description")
            self.mimeType = try members.optional("mimeType")
            self.size = try members.optional("size")
            self.annotations = try members.optional("annotations")
            self.icons = try members.optional("icons")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["uri"] = self.uri.json
            members["name"] = self.name.json
            members["title"] = self.title?.json
            members["description"] = self.description?.json
            members["mimeType"] = self.mimeType?.json
            members["size"] = self.size?.json
            members["annotations"] = self.annotations?.json
            members["icons"] = self.icons?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What a resource holds: `text`, or bytes as `blob`.
    public struct ResourceContents: Sendable, Hashable, JSONConvertible {
        /// The address of what was read.
        public var uri: String
        /// The text, where it is text.
        public var text: String?
        /// The bytes in base64, where it is bytes.
        public var blob: String?
        /// The media type, as the peer says.
        public var mimeType: String?
        /// What is attached to the contents.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            uri: String,
            text: String? = nil,
            blob: String? = nil,
            mimeType: String? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.uri = uri
            self.text = text
            self.blob = blob
            self.mimeType = mimeType
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ResourceContents")
            self.uri = try members.required("uri")
            self.text = try members.optional("text")
            self.blob = try members.optional("blob")
            self.mimeType = try members.optional("mimeType")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["uri"] = self.uri.json
            members["text"] = self.text?.json
            members["blob"] = self.blob?.json
            members["mimeType"] = self.mimeType?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// The address of a resource that can be read (2026-07-28 `schema`, `ResourceLink`; since
    /// 2025-06-18). It need not be in the server's list.
    public struct ResourceLink: Sendable, Hashable, JSONConvertible {
        /// The resource's address.
        public var uri: String
        /// The name that programs use.
        public var name: String
        /// The name that people see.
        public var title: String?
        /// What the resource is.
        public var description: String?
        /// The resource's media type.
        public var mimeType: String?
        /// The resource's length in bytes.
        public var size: Int?
        /// Hints for the reader's program.
        public var annotations: Annotations?
        /// Pictures that stand for the resource.
        public var icons: [Icon]?
        /// What is attached to the link.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            uri: String,
            name: String,
            title: String? = nil,
            description: String? = nil,
            mimeType: String? = nil,
            size: Int? = nil,
            annotations: Annotations? = nil,
            icons: [Icon]? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.uri = uri
            self.name = name
            self.title = title
            self.description = description
            self.mimeType = mimeType
            self.size = size
            self.annotations = annotations
            self.icons = icons
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ResourceLink")
            self.uri = try members.required("uri")
            self.name = try members.required("name")
            self.title = try members.optional("title")
            self.description = try members.optional("description")
            self.mimeType = try members.optional("mimeType")
            self.size = try members.optional("size")
            self.annotations = try members.optional("annotations")
            self.icons = try members.optional("icons")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["uri"] = self.uri.json
            members["name"] = self.name.json
            members["title"] = self.title?.json
            members["description"] = self.description?.json
            members["mimeType"] = self.mimeType?.json
            members["size"] = self.size?.json
            members["annotations"] = self.annotations?.json
            members["icons"] = self.icons?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A pattern of addresses that can be read (2026-07-28 `server/resources`, "Resource
    /// Templates").
    public struct ResourceTemplate: Sendable, Hashable, JSONConvertible {
        /// The pattern, by RFC 6570.
        public var uriTemplate: String
        /// The name that programs use.
        public var name: String
        /// The name that people see (since 2025-06-18).
        public var title: String?
        /// What the resources are.
        public var description: String?
        /// The media type, if all have the same.
        public var mimeType: String?
        /// Hints for the reader's program.
        public var annotations: Annotations?
        /// Pictures that stand for it (since 2025-11-25).
        public var icons: [Icon]?
        /// What is attached to it.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            uriTemplate: String,
            name: String,
            title: String? = nil,
            description: String? = nil,
            mimeType: String? = nil,
            annotations: Annotations? = nil,
            icons: [Icon]? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.uriTemplate = uriTemplate
            self.name = name
            self.title = title
            self.description = description
            self.mimeType = mimeType
            self.annotations = annotations
            self.icons = icons
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ResourceTemplate")
            self.uriTemplate = try members.required("uriTemplate")
            self.name = try members.required("name")
            self.title = try members.optional("title")
            self.description = try members.optional("description")
            self.mimeType = try members.optional("mimeType")
            self.annotations = try members.optional("annotations")
            self.icons = try members.optional("icons")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["uriTemplate"] = self.uriTemplate.json
            members["name"] = self.name.json
            members["title"] = self.title?.json
            members["description"] = self.description?.json
            members["mimeType"] = self.mimeType?.json
            members["annotations"] = self.annotations?.json
            members["icons"] = self.icons?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A resource template, by its pattern.
    public struct ResourceTemplateReference: Sendable, Hashable, JSONConvertible {
        /// The pattern, by RFC 6570.
        public var uri: String
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(uri: String, extra: [String: JSON] = [:]) {
            self.uri = uri
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ResourceTemplateReference")
            self.uri = try members.required("uri")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["uri"] = self.uri.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A resource has changed.
    public struct ResourceUpdatedEvent: Sendable, Hashable, JSONConvertible {
        /// Its address.
        public var uri: String
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(uri: String, extra: [String: JSON] = [:]) {
            self.uri = uri
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ResourceUpdatedEvent")
            self.uri = try members.required("uri")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["uri"] = self.uri.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What a server can do with resources (2026-07-28 `server/resources`, "Capabilities").
    public struct ResourcesCapability: Sendable, Hashable, JSONConvertible {
        /// Whether single resources can be watched.
        public var subscribe: Bool?
        /// Whether there are notifications when the list has changed.
        public var listChanged: Bool?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(subscribe: Bool? = nil, listChanged: Bool? = nil, extra: [String: JSON] = [:]) {
            self.subscribe = subscribe
            self.listChanged = listChanged
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ResourcesCapability")
            self.subscribe = try members.optional("subscribe")
            self.listChanged = try members.optional("listChanged")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["subscribe"] = self.subscribe?.json
            members["listChanged"] = self.listChanged?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// The list of resources has changed.
    public struct ResourcesChangedEvent: Sendable, Hashable, JSONConvertible {
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(extra: [String: JSON] = [:]) {
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            let members = try Members(json, of: "ResourcesChangedEvent")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            .object(extra)
        }
    }
}

extension Hostline {
    /// Who speaks, or whom a thing is meant for (2026-07-28 `schema`, `Role`).
    ///
    /// A peer may say a name that is not among these.
    public struct Role: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// A person.
        public static let user: Self = "user"
        /// A model.
        public static let assistant: Self = "assistant"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// A folder that a server may work in.
    public struct Root: Sendable, Hashable, JSONConvertible {
        /// Its address, which begins with `file://`.
        public var uri: String
        /// The name that people see.
        public var name: String?
        /// What is attached to it.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            uri: String,
            name: String? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.uri = uri
            self.name = name
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Root")
            self.uri = try members.required("uri")
            self.name = try members.optional("name")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["uri"] = self.uri.json
            members["name"] = self.name?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A server's JSON-RPC error: untrusted.
    public struct RpcErrorReport: Sendable, Hashable, JSONConvertible {
        /// The code.
        public var code: Double
        /// What the server says.
        public var message: String
        /// What the server adds.
        public var data: JSON?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(code: Double, message: String, data: JSON? = nil, extra: [String: JSON] = [:]) {
            self.code = code
            self.message = message
            self.data = data
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "RpcErrorReport")
            self.code = try members.required("code")
            self.message = try members.required("message")
            self.data = try members.optional("data")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["code"] = self.code.json
            members["message"] = self.message.json
            members["data"] = self.data?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A picture that Hostline has drawn anew from a server's icon.
    public struct SafeIcon: Sendable, Hashable, JSONConvertible {
        /// The picture: a PNG.
        public var png: Data
        /// Its width, in pixels.
        public var width: Int
        /// Its height, in pixels.
        public var height: Int
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(png: Data, width: Int, height: Int, extra: [String: JSON] = [:]) {
            self.png = png
            self.width = width
            self.height = height
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "SafeIcon")
            self.png = try members.required("png")
            self.width = try members.required("width")
            self.height = try members.required("height")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["png"] = self.png.json
            members["width"] = self.width.json
            members["height"] = self.height.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// One message of the conversation.
    public struct SamplingMessage: Sendable, Hashable, JSONConvertible {
        /// Who says it.
        public var role: Role
        /// What is said: one piece in the protocol's own form, such as `{"type": "text", "text":
        /// "hello"}`, or since 2025-11-25 several.
        public var content: JSON
        /// What is attached to the message (since 2025-11-25).
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            role: Role,
            content: JSON,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.role = role
            self.content = content
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "SamplingMessage")
            self.role = try members.required("role")
            self.content = try members.required("content")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["role"] = self.role.json
            members["content"] = self.content.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A record to keep in place of the earlier one of this name.
    public struct SaveRecordQuestion: Sendable, Hashable, JSONConvertible {
        /// Its name.
        public var name: String
        /// The record. It holds tokens or secrets.
        public var record: String
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(name: String, record: String, extra: [String: JSON] = [:]) {
            self.name = name
            self.record = record
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "SaveRecordQuestion")
            self.name = try members.required("name")
            self.record = try members.required("record")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["name"] = self.name.json
            members["record"] = self.record.json
            return .object(members)
        }
    }
}

extension Hostline.SaveRecordQuestion: CustomStringConvertible, CustomReflectable {
    /// The type's name: its members hold a secret.
    public var description: String { "SaveRecordQuestion(…)" }

    /// Without children, for the same reason.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Hostline {
    /// What a server does now.
    ///
    /// A peer may say a name that is not among these.
    public struct ServerActivity: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// The person has turned it off.
        public static let disabled: Self = "disabled"
        /// Nobody has needed it yet, or it was stopped.
        public static let idle: Self = "idle"
        /// It is being started.
        public static let starting: Self = "starting"
        /// It serves.
        public static let ready: Self = "ready"
        /// It has ended by itself and is started again after a wait.
        public static let waiting: Self = "waiting"
        /// It could not be started, and is not tried again until somebody needs it.
        public static let failed: Self = "failed"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// What a server can do (2026-07-28 `schema`, `ServerCapabilities`).
    public struct ServerCapabilities: Sendable, Hashable, JSONConvertible {
        /// Capabilities of no version.
        public var experimental: [String: JSON]?
        /// The server sends log messages; deprecated by 2026-07-28.
        public var logging: Capability?
        /// The server completes arguments.
        public var completions: Capability?
        /// The server has prompts.
        public var prompts: ListCapability?
        /// The server has resources.
        public var resources: ResourcesCapability?
        /// The server has tools.
        public var tools: ListCapability?
        /// The tasks that the server offers (2025-11-25 only).
        public var tasks: TaskCapability?
        /// The extensions that the server knows, with their settings.
        public var extensions: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            experimental: [String: JSON]? = nil,
            logging: Capability? = nil,
            completions: Capability? = nil,
            prompts: ListCapability? = nil,
            resources: ResourcesCapability? = nil,
            tools: ListCapability? = nil,
            tasks: TaskCapability? = nil,
            extensions: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.experimental = experimental
            self.logging = logging
            self.completions = completions
            self.prompts = prompts
            self.resources = resources
            self.tools = tools
            self.tasks = tasks
            self.extensions = extensions
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ServerCapabilities")
            self.experimental = try members.optional("experimental")
            self.logging = try members.optional("logging")
            self.completions = try members.optional("completions")
            self.prompts = try members.optional("prompts")
            self.resources = try members.optional("resources")
            self.tools = try members.optional("tools")
            self.tasks = try members.optional("tasks")
            self.extensions = try members.optional("extensions")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["experimental"] = self.experimental?.json
            members["logging"] = self.logging?.json
            members["completions"] = self.completions?.json
            members["prompts"] = self.prompts?.json
            members["resources"] = self.resources?.json
            members["tools"] = self.tools?.json
            members["tasks"] = self.tasks?.json
            members["extensions"] = self.extensions?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What is said of a server.
    public struct ServerNote: Sendable, Hashable, JSONConvertible {
        /// Which one.
        public var server: String
        /// What it is, in a sentence.
        public var sentence: String
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(server: String, sentence: String, extra: [String: JSON] = [:]) {
            self.server = server
            self.sentence = sentence
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ServerNote")
            self.server = try members.required("server")
            self.sentence = try members.required("sentence")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["server"] = self.server.json
            members["sentence"] = self.sentence.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// How a server stands.
    public struct ServerStatus: Sendable, Hashable, JSONConvertible {
        /// What the configuration calls it.
        public var server: String
        /// What it does now.
        public var activity: ServerActivity
        /// How it stands, in words.
        public var sentence: String
        /// About how many tokens the definitions of its offered tools take.
        public var tokens: Int
        /// The last step that it has reached since it was started last: `begun`, `heard`,
        /// `negotiated`, `authorized` or `listed`.
        public var step: String?
        /// Since when it does that, in seconds since 1970.
        public var since: Int?
        /// The protocol version that is spoken.
        public var version: String?
        /// The transport.
        public var transport: String?
        /// How many tools it lists.
        public var tools: Int?
        /// How often it has ended by itself in a row.
        public var failures: Int?
        /// Why it does not serve.
        public var fault: StatusFault?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            server: String,
            activity: ServerActivity,
            sentence: String,
            tokens: Int,
            step: String? = nil,
            since: Int? = nil,
            version: String? = nil,
            transport: String? = nil,
            tools: Int? = nil,
            failures: Int? = nil,
            fault: StatusFault? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.server = server
            self.activity = activity
            self.sentence = sentence
            self.tokens = tokens
            self.step = step
            self.since = since
            self.version = version
            self.transport = transport
            self.tools = tools
            self.failures = failures
            self.fault = fault
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ServerStatus")
            self.server = try members.required("server")
            self.activity = try members.required("activity")
            self.sentence = try members.required("sentence")
            self.tokens = try members.required("tokens")
            self.step = try members.optional("step")
            self.since = try members.optional("since")
            self.version = try members.optional("version")
            self.transport = try members.optional("transport")
            self.tools = try members.optional("tools")
            self.failures = try members.optional("failures")
            self.fault = try members.optional("fault")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["server"] = self.server.json
            members["activity"] = self.activity.json
            members["sentence"] = self.sentence.json
            members["tokens"] = self.tokens.json
            members["step"] = self.step?.json
            members["since"] = self.since?.json
            members["version"] = self.version?.json
            members["transport"] = self.transport?.json
            members["tools"] = self.tools?.json
            members["failures"] = self.failures?.json
            members["fault"] = self.fault?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What a sign-in has given.
    public struct SessionStatus: Sendable, Hashable, JSONConvertible {
        /// The issuer of the token.
        public var issuer: String
        /// What the token allows, as far as is known.
        public var scopes: [String]
        /// When the sign-in, or the last renewal, was, in seconds since 1970.
        public var obtainedAt: Int
        /// Whether the token can be renewed without asking anybody.
        public var canBeRenewed: Bool
        /// The client that the issuer knows the program as.
        public var clientId: String?
        /// How that client came to be known.
        public var registration: RegistrationKind?
        /// When the token is over, in seconds since 1970; none where the issuer did not say.
        public var expiresAt: Int?
        /// When it was last renewed, in seconds since 1970.
        public var refreshedAt: Int?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            issuer: String,
            scopes: [String],
            obtainedAt: Int,
            canBeRenewed: Bool,
            clientId: String? = nil,
            registration: RegistrationKind? = nil,
            expiresAt: Int? = nil,
            refreshedAt: Int? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.issuer = issuer
            self.scopes = scopes
            self.obtainedAt = obtainedAt
            self.canBeRenewed = canBeRenewed
            self.clientId = clientId
            self.registration = registration
            self.expiresAt = expiresAt
            self.refreshedAt = refreshedAt
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "SessionStatus")
            self.issuer = try members.required("issuer")
            self.scopes = try members.required("scopes")
            self.obtainedAt = try members.required("obtainedAt")
            self.canBeRenewed = try members.required("canBeRenewed")
            self.clientId = try members.optional("clientId")
            self.registration = try members.optional("registration")
            self.expiresAt = try members.optional("expiresAt")
            self.refreshedAt = try members.optional("refreshedAt")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["issuer"] = self.issuer.json
            members["scopes"] = self.scopes.json
            members["obtainedAt"] = self.obtainedAt.json
            members["canBeRenewed"] = self.canBeRenewed.json
            members["clientId"] = self.clientId?.json
            members["registration"] = self.registration?.json
            members["expiresAt"] = self.expiresAt?.json
            members["refreshedAt"] = self.refreshedAt?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A question needs no answer any more.
    public struct SettledEvent: Sendable, Hashable, JSONConvertible {
        /// Its number.
        public var id: String
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(id: String, extra: [String: JSON] = [:]) {
            self.id = id
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "SettledEvent")
            self.id = try members.required("id")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["id"] = self.id.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// How long the steps of ending a server's process wait.
    public struct ShutdownWaits: Sendable, Hashable, JSONConvertible {
        /// After the end of its input, before it is asked to end, in milliseconds. Default 2,000.
        public var eofMs: Int?
        /// After it was asked to end, before it is made to, in milliseconds. Default 2,000.
        public var termMs: Int?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(eofMs: Int? = nil, termMs: Int? = nil, extra: [String: JSON] = [:]) {
            self.eofMs = eofMs
            self.termMs = termMs
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ShutdownWaits")
            self.eofMs = try members.optional("eofMs")
            self.termMs = try members.optional("termMs")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["eofMs"] = self.eofMs?.json
            members["termMs"] = self.termMs?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A step of signing in, renewing or signing out. It holds no token, code or secret.
    public struct SignInEvent: Sendable, Hashable, JSONConvertible {
        /// Which one.
        public var step: SignInStep
        /// What was sent or answered, where there is a text.
        public var detail: String?
        /// The issuer.
        public var issuer: String?
        /// What is asked for, or allowed.
        public var scopes: [String]?
        /// When the token is over, in seconds since 1970.
        public var expiresAt: Int?
        /// Why.
        public var reason: ErrorReport?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            step: SignInStep,
            detail: String? = nil,
            issuer: String? = nil,
            scopes: [String]? = nil,
            expiresAt: Int? = nil,
            reason: ErrorReport? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.step = step
            self.detail = detail
            self.issuer = issuer
            self.scopes = scopes
            self.expiresAt = expiresAt
            self.reason = reason
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "SignInEvent")
            self.step = try members.required("step")
            self.detail = try members.optional("detail")
            self.issuer = try members.optional("issuer")
            self.scopes = try members.optional("scopes")
            self.expiresAt = try members.optional("expiresAt")
            self.reason = try members.optional("reason")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["step"] = self.step.json
            members["detail"] = self.detail?.json
            members["issuer"] = self.issuer?.json
            members["scopes"] = self.scopes?.json
            members["expiresAt"] = self.expiresAt?.json
            members["reason"] = self.reason?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A step of signing in, renewing or signing out.
    ///
    /// A peer may say a name that is not among these.
    public struct SignInStep: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// Something is sent to the server or an issuer.
        public static let sending: Self = "sending"
        /// The answer to it.
        public static let answered: Self = "answered"
        /// There was no answer.
        public static let unanswered: Self = "unanswered"
        /// A person is sent to an issuer's page.
        public static let visiting: Self = "visiting"
        /// A person must sign in, and could not be asked now.
        public static let waiting: Self = "waiting"
        /// Somebody has signed in.
        public static let signedIn: Self = "signed_in"
        /// The token was renewed.
        public static let renewed: Self = "renewed"
        /// The issuer has taken the tokens back, and they are forgotten.
        public static let dropped: Self = "dropped"
        /// The issuer will not renew the token, which is kept.
        public static let notRenewed: Self = "not_renewed"
        /// A new token could not be stored; it is used while the program lives.
        public static let notKept: Self = "not_kept"
        /// A sign-in came to nothing.
        public static let failed: Self = "failed"
        /// Somebody has signed out.
        public static let signedOut: Self = "signed_out"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// What would come of a call.
    public struct Simulation: Sendable, Hashable, JSONConvertible {
        /// The tool's name in the catalogue.
        public var tool: String
        /// The server that has it.
        public var server: String
        /// `allow`, `ask` or `deny`.
        public var verdict: String
        /// The verdict in words.
        public var sentence: String
        /// What it rests on.
        public var because: JSON
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            tool: String,
            server: String,
            verdict: String,
            sentence: String,
            because: JSON,
            extra: [String: JSON] = [:]
        ) {
            self.tool = tool
            self.server = server
            self.verdict = verdict
            self.sentence = sentence
            self.because = because
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Simulation")
            self.tool = try members.required("tool")
            self.server = try members.required("server")
            self.verdict = try members.required("verdict")
            self.sentence = try members.required("sentence")
            self.because = try members.required("because")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["tool"] = self.tool.json
            members["server"] = self.server.json
            members["verdict"] = self.verdict.json
            members["sentence"] = self.sentence.json
            members["because"] = self.because.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Whether something is offered.
    ///
    /// A peer may say a name that is not among these.
    public struct Standing: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// It is.
        public static let offered: Self = "offered"
        /// The person has turned it off.
        public static let off: Self = "off"
        /// It waits for approval.
        public static let held: Self = "held"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// A server stands otherwise than before.
    public struct StatusEvent: Sendable, Hashable, JSONConvertible {
        /// How it stands.
        public var status: ServerStatus
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(status: ServerStatus, extra: [String: JSON] = [:]) {
            self.status = status
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "StatusEvent")
            self.status = try members.required("status")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["status"] = self.status.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Why a server does not serve.
    public struct StatusFault: Sendable, Hashable, JSONConvertible {
        /// The stable name of the kind of failure.
        public var code: String
        /// The sentence for a person, with what to do.
        public var sentence: String
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(code: String, sentence: String, extra: [String: JSON] = [:]) {
            self.code = code
            self.sentence = sentence
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "StatusFault")
            self.code = try members.required("code")
            self.sentence = try members.required("sentence")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["code"] = self.code.json
            members["sentence"] = self.sentence.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A line that the server's process wrote to its standard error.
    public struct StderrEvent: Sendable, Hashable, JSONConvertible {
        /// The line: untrusted text.
        public var line: String
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(line: String, extra: [String: JSON] = [:]) {
            self.line = line
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "StderrEvent")
            self.line = try members.required("line")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["line"] = self.line.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Why a model stopped.
    ///
    /// A peer may say a name that is not among these.
    public struct StopReason: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// It was done.
        public static let endTurn: Self = "endTurn"
        /// It came to a stop sequence.
        public static let stopSequence: Self = "stopSequence"
        /// It had said as much as it may.
        public static let maxTokens: Self = "maxTokens"
        /// It wants a tool to be called.
        public static let toolUse: Self = "toolUse"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// A request that runs on its own. It is also the answer to `tasks/get` and `tasks/cancel` and
    /// the parameters of `notifications/tasks/status`.
    public struct Task: Sendable, Hashable, JSONConvertible {
        /// The task's identifier.
        public var taskId: String
        /// How it stands.
        public var status: TaskStatus
        /// When it was made, by ISO 8601.
        public var createdAt: String
        /// When its status last changed, by ISO 8601.
        public var lastUpdatedAt: String
        /// For how many milliseconds it is kept from its making on; none means without end.
        public var ttl: Int?
        /// More about how it stands, in words for a person.
        public var statusMessage: String?
        /// After how many milliseconds it is worth asking again.
        public var pollInterval: Int?
        /// What is attached to it.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            taskId: String,
            status: TaskStatus,
            createdAt: String,
            lastUpdatedAt: String,
            ttl: Int? = nil,
            statusMessage: String? = nil,
            pollInterval: Int? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.taskId = taskId
            self.status = status
            self.createdAt = createdAt
            self.lastUpdatedAt = lastUpdatedAt
            self.ttl = ttl
            self.statusMessage = statusMessage
            self.pollInterval = pollInterval
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Task")
            self.taskId = try members.required("taskId")
            self.status = try members.required("status")
            self.createdAt = try members.required("createdAt")
            self.lastUpdatedAt = try members.required("lastUpdatedAt")
            self.ttl = try members.optional("ttl")
            self.statusMessage = try members.optional("statusMessage")
            self.pollInterval = try members.optional("pollInterval")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["taskId"] = self.taskId.json
            members["status"] = self.status.json
            members["createdAt"] = self.createdAt.json
            members["lastUpdatedAt"] = self.lastUpdatedAt.json
            members["ttl"] = self.ttl?.json
            members["statusMessage"] = self.statusMessage?.json
            members["pollInterval"] = self.pollInterval?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What a peer can do with tasks (2025-11-25 `basic/utilities/tasks`, "Capabilities").
    public struct TaskCapability: Sendable, Hashable, JSONConvertible {
        /// Tasks can be listed.
        public var list: Capability?
        /// Tasks can be cancelled.
        public var cancel: Capability?
        /// The requests that can become tasks.
        public var requests: TaskRequests?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            list: Capability? = nil,
            cancel: Capability? = nil,
            requests: TaskRequests? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.list = list
            self.cancel = cancel
            self.requests = requests
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "TaskCapability")
            self.list = try members.optional("list")
            self.cancel = try members.optional("cancel")
            self.requests = try members.optional("requests")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["list"] = self.list?.json
            members["cancel"] = self.cancel?.json
            members["requests"] = self.requests?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// The requests for a person's answer that can become tasks.
    public struct TaskElicitationRequests: Sendable, Hashable, JSONConvertible {
        /// `elicitation/create`.
        public var create: Capability?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(create: Capability? = nil, extra: [String: JSON] = [:]) {
            self.create = create
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "TaskElicitationRequests")
            self.create = try members.optional("create")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["create"] = self.create?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What a request says that asks to become a task.
    public struct TaskMetadata: Sendable, Hashable, JSONConvertible {
        /// For how many milliseconds the task is to be kept.
        public var ttl: Int?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(ttl: Int? = nil, extra: [String: JSON] = [:]) {
            self.ttl = ttl
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "TaskMetadata")
            self.ttl = try members.optional("ttl")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["ttl"] = self.ttl?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// The requests that can become tasks (2025-11-25 `basic/utilities/tasks`, "Capabilities").
    public struct TaskRequests: Sendable, Hashable, JSONConvertible {
        /// Requests about tools, to a server.
        public var tools: TaskToolRequests?
        /// Requests for a model's answer, to a client.
        public var sampling: TaskSamplingRequests?
        /// Requests for a person's answer, to a client.
        public var elicitation: TaskElicitationRequests?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            tools: TaskToolRequests? = nil,
            sampling: TaskSamplingRequests? = nil,
            elicitation: TaskElicitationRequests? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.tools = tools
            self.sampling = sampling
            self.elicitation = elicitation
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "TaskRequests")
            self.tools = try members.optional("tools")
            self.sampling = try members.optional("sampling")
            self.elicitation = try members.optional("elicitation")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["tools"] = self.tools?.json
            members["sampling"] = self.sampling?.json
            members["elicitation"] = self.elicitation?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// The requests for a model's answer that can become tasks.
    public struct TaskSamplingRequests: Sendable, Hashable, JSONConvertible {
        /// `sampling/createMessage`.
        public var createMessage: Capability?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(createMessage: Capability? = nil, extra: [String: JSON] = [:]) {
            self.createMessage = createMessage
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "TaskSamplingRequests")
            self.createMessage = try members.optional("createMessage")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["createMessage"] = self.createMessage?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// How a task stands (2025-11-25 `basic/utilities/tasks`, "Task Status Lifecycle").
    ///
    /// A peer may say a name that is not among these.
    public struct TaskStatus: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// It runs.
        public static let working: Self = "working"
        /// It waits for an answer to a request of the server.
        public static let inputRequired: Self = "input_required"
        /// It has ended well, and its result can be fetched.
        public static let completed: Self = "completed"
        /// It has ended badly.
        public static let failed: Self = "failed"
        /// It was given up.
        public static let cancelled: Self = "cancelled"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// A task has changed.
    public struct TaskStatusEvent: Sendable, Hashable, JSONConvertible {
        /// The task.
        public var task: Task
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(task: Task, extra: [String: JSON] = [:]) {
            self.task = task
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "TaskStatusEvent")
            self.task = try members.required("task")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["task"] = self.task.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Whether calls of a tool can become tasks (2025-11-25 `basic/utilities/tasks`, "Tool-Level
    /// Negotiation").
    ///
    /// A peer may say a name that is not among these.
    public struct TaskSupport: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// They cannot.
        public static let forbidden: Self = "forbidden"
        /// They can.
        public static let optional: Self = "optional"
        /// They must.
        public static let required: Self = "required"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// The requests about tools that can become tasks.
    public struct TaskToolRequests: Sendable, Hashable, JSONConvertible {
        /// `tools/call`.
        public var call: Capability?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(call: Capability? = nil, extra: [String: JSON] = [:]) {
            self.call = call
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "TaskToolRequests")
            self.call = try members.optional("call")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["call"] = self.call?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Text (2026-07-28 `schema`, `TextContent`).
    public struct TextContent: Sendable, Hashable, JSONConvertible {
        /// The text: a peer's own words.
        public var text: String
        /// Hints for the reader's program.
        public var annotations: Annotations?
        /// What is attached to the text.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            text: String,
            annotations: Annotations? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.text = text
            self.annotations = annotations
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "TextContent")
            self.text = try members.required("text")
            self.annotations = try members.optional("annotations")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["text"] = self.text.json
            members["annotations"] = self.annotations?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// A run of words.
    public struct TextRun: Sendable, Hashable, JSONConvertible {
        /// `kept`, `removed` or `added`.
        public var kind: String
        /// The words.
        public var text: String
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(kind: String, text: String, extra: [String: JSON] = [:]) {
            self.kind = kind
            self.text = text
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "TextRun")
            self.kind = try members.required("kind")
            self.text = try members.required("text")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["kind"] = self.kind.json
            members["text"] = self.text.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Where tokens and secrets are kept.
    public enum TokenStoreChoice: Sendable, Hashable, JSONConvertible {
        /// In files that are sealed with a key of the system's keychain: the default.
        case keychain(KeychainStore)
        /// In files that are sealed with a key made of a passphrase.
        case passphrase(PassphraseStore)
        /// In memory, as long as the program runs.
        case memory(MemoryStore)
        /// With the delegate.
        case delegate(DelegateStore)
        /// One that this version of Hostline does not know, as it came.
        case other(JSON)

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            let (tag, members) = json.untagged("kind")
            switch tag {
            case "keychain": self = .keychain(try KeychainStore(json: members))
            case "passphrase": self = .passphrase(try PassphraseStore(json: members))
            case "memory": self = .memory(try MemoryStore(json: members))
            case "delegate": self = .delegate(try DelegateStore(json: members))
            default: self = .other(json)
            }
        }

        /// The value as JSON.
        public var json: JSON {
            switch self {
            case .keychain(let value): value.json.tagged("kind", "keychain")
            case .passphrase(let value): value.json.tagged("kind", "passphrase")
            case .memory(let value): value.json.tagged("kind", "memory")
            case .delegate(let value): value.json.tagged("kind", "delegate")
            case .other(let value): value
            }
        }
    }
}

extension Hostline {
    /// Something that a server can do (2026-07-28 `server/tools`, "Tool").
    public struct Tool: Sendable, Hashable, JSONConvertible {
        /// The name by which it is called.
        public var name: String
        /// The JSON Schema of its arguments; any object where a peer sent none.
        public var inputSchema: JSON
        /// The JSON Schema of its structured content (since 2025-06-18).
        public var outputSchema: JSON?
        /// The name that people see (since 2025-06-18).
        public var title: String?
        /// What it does, in words that a model reads.
        public var description: String?
        /// Hints about what it does (since 2025-03-26). They are the server's own word.
        public var annotations: ToolAnnotations?
        /// How it can be run (2025-11-25 only).
        public var execution: ToolExecution?
        /// Pictures that stand for it (since 2025-11-25).
        public var icons: [Icon]?
        /// What is attached to it.
        public var meta: [String: JSON]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            name: String,
            inputSchema: JSON,
            outputSchema: JSON? = nil,
            title: String? = nil,
            description: String? = nil,
            annotations: ToolAnnotations? = nil,
            execution: ToolExecution? = nil,
            icons: [Icon]? = nil,
            meta: [String: JSON]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.name = name
            self.inputSchema = inputSchema
            self.outputSchema = outputSchema
            self.title = title
            self.description = description
            self.annotations = annotations
            self.execution = execution
            self.icons = icons
            self.meta = meta
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Tool")
            self.name = try members.required("name")
            self.inputSchema = try members.required("inputSchema")
            self.outputSchema = try members.optional("outputSchema")
            self.title = try members.optional("title")
            self.description = try members.optional("description")
            self.annotations = try members.optional("annotations")
            self.execution = try members.optional("execution")
            self.icons = try members.optional("icons")
            self.meta = try members.optional("_meta")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["name"] = self.name.json
            members["inputSchema"] = self.inputSchema.json
            members["outputSchema"] = self.outputSchema?.json
            members["title"] = self.title?.json
            members["description"] = self.description?.json
            members["annotations"] = self.annotations?.json
            members["execution"] = self.execution?.json
            members["icons"] = self.icons?.json
            members["_meta"] = self.meta?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Hints about what a tool does (2026-07-28 `schema`, `ToolAnnotations`). They must not be
    /// trusted unless the server is.
    public struct ToolAnnotations: Sendable, Hashable, JSONConvertible {
        /// The name that people see.
        public var title: String?
        /// The tool changes nothing. Taken as false when absent.
        public var readOnlyHint: Bool?
        /// The tool may destroy something. Taken as true when absent.
        public var destructiveHint: Bool?
        /// Calling the tool again with the same arguments does no more. Taken as false when absent.
        public var idempotentHint: Bool?
        /// The tool reaches the world outside. Taken as true when absent.
        public var openWorldHint: Bool?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            title: String? = nil,
            readOnlyHint: Bool? = nil,
            destructiveHint: Bool? = nil,
            idempotentHint: Bool? = nil,
            openWorldHint: Bool? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.title = title
            self.readOnlyHint = readOnlyHint
            self.destructiveHint = destructiveHint
            self.idempotentHint = idempotentHint
            self.openWorldHint = openWorldHint
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ToolAnnotations")
            self.title = try members.optional("title")
            self.readOnlyHint = try members.optional("readOnlyHint")
            self.destructiveHint = try members.optional("destructiveHint")
            self.idempotentHint = try members.optional("idempotentHint")
            self.openWorldHint = try members.optional("openWorldHint")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["title"] = self.title?.json
            members["readOnlyHint"] = self.readOnlyHint?.json
            members["destructiveHint"] = self.destructiveHint?.json
            members["idempotentHint"] = self.idempotentHint?.json
            members["openWorldHint"] = self.openWorldHint?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Whether a model must use tools.
    public struct ToolChoice: Sendable, Hashable, JSONConvertible {
        /// Whether it must; taken as `auto` when absent.
        public var mode: ToolChoiceMode?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(mode: ToolChoiceMode? = nil, extra: [String: JSON] = [:]) {
            self.mode = mode
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ToolChoice")
            self.mode = try members.optional("mode")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["mode"] = self.mode?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Whether a model must use tools.
    ///
    /// A peer may say a name that is not among these.
    public struct ToolChoiceMode: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// As it likes.
        public static let auto: Self = "auto"
        /// At least one.
        public static let required: Self = "required"
        /// None.
        public static let none: Self = "none"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}

extension Hostline {
    /// How a tool can be run (2025-11-25 `schema`, `ToolExecution`).
    public struct ToolExecution: Sendable, Hashable, JSONConvertible {
        /// Whether calls of it can become tasks. Taken as forbidden when absent.
        public var taskSupport: TaskSupport?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(taskSupport: TaskSupport? = nil, extra: [String: JSON] = [:]) {
            self.taskSupport = taskSupport
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "ToolExecution")
            self.taskSupport = try members.optional("taskSupport")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["taskSupport"] = self.taskSupport?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// The list of tools has changed. Nothing is fetched by itself.
    public struct ToolsChangedEvent: Sendable, Hashable, JSONConvertible {
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(extra: [String: JSON] = [:]) {
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            let members = try Members(json, of: "ToolsChangedEvent")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            .object(extra)
        }
    }
}

extension Hostline {
    /// A notification that Hostline does not know.
    public struct UnknownNotificationEvent: Sendable, Hashable, JSONConvertible {
        /// The method.
        public var method: String
        /// The parameters.
        public var params: JSON?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(method: String, params: JSON? = nil, extra: [String: JSON] = [:]) {
            self.method = method
            self.params = params
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "UnknownNotificationEvent")
            self.method = try members.required("method")
            self.params = try members.optional("params")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["method"] = self.method.json
            members["params"] = self.params?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// What was found about a result's structured content.
    public struct Validation: Sendable, Hashable, JSONConvertible {
        /// Whether it fits.
        public var status: ValidationStatus
        /// What does not fit: sentences that name a place and a rule.
        public var findings: [String]?
        /// Members that this version of Hostline does not know, as they came.
        public var extra: [String: JSON]

        /// A value of these members.
        public init(
            status: ValidationStatus,
            findings: [String]? = nil,
            extra: [String: JSON] = [:]
        ) {
            self.status = status
            self.findings = findings
            self.extra = extra
        }

        /// Reads the value from JSON.
        ///
        /// - Throws: ``HostlineError`` where a member has another shape.
        public init(json: JSON) throws {
            var members = try Members(json, of: "Validation")
            self.status = try members.required("status")
            self.findings = try members.optional("findings")
            self.extra = members.rest
        }

        /// The value as JSON.
        public var json: JSON {
            var members = extra
            members["status"] = self.status.json
            members["findings"] = self.findings?.json
            return .object(members)
        }
    }
}

extension Hostline {
    /// Whether a result's structured content fits the schema that the tool promised.
    ///
    /// A peer may say a name that is not among these.
    public struct ValidationStatus: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// It was not checked: there is no schema, no content, or nobody asked.
        public static let unchecked: Self = "unchecked"
        /// It fits.
        public static let valid: Self = "valid"
        /// It does not fit.
        public static let mismatch: Self = "mismatch"
        /// The schema's dialect is unknown, so that nothing can be said.
        public static let unsupportedDialect: Self = "unsupported_dialect"
        /// The schema itself is invalid.
        public static let invalidSchema: Self = "invalid_schema"
        /// The schema refers to another document, which is never fetched.
        public static let externalRef: Self = "external_ref"

        /// The name as it stands in the protocol.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// The name as it stands in the protocol.
        public var description: String { rawValue }
    }
}
