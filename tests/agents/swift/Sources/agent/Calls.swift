import Hostline

extension Hostline.Client {
    /// Calls the typed function of an operation, and gives its result in the form of the
    /// scenarios.
    func perform(
        _ operation: String, _ parameters: JSON, onProgress: Hostline.ProgressHandler?
    ) async throws -> JSON {
        let timeoutMs = parameters["timeoutMs"]?.intValue
        let maxTotalMs = parameters["maxTotalMs"]?.intValue
        let meta = parameters["meta"]?.objectValue
        let arguments = parameters["arguments"]?.objectValue
        let name = parameters["name"]?.stringValue ?? ""
        let fresh = parameters["fresh"]?.boolValue
        switch operation {
        case "tools/call":
            let result = try await callTool(
                name, arguments: arguments,
                allowRepeat: parameters["allowRepeat"]?.boolValue,
                checkArguments: parameters["checkArguments"]?.boolValue,
                logLevel: parameters["logLevel"]?.stringValue.map(
                    Hostline.LoggingLevel.init(rawValue:)),
                timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta,
                onProgress: onProgress)
            var words = result.json.objectValue ?? [:]
            words["validation"] = .string(result.validation.status.rawValue)
            return .object(words)
        case "resources/read":
            return try await readResource(
                parameters["uri"]?.stringValue ?? "", fresh: fresh,
                timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta
            ).json
        case "prompts/get":
            return try await getPrompt(
                name, arguments: arguments?.compactMapValues(\.stringValue),
                timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta
            ).json
        case "completion/complete":
            return try await complete(
                .init(json: parameters["ref"] ?? .null),
                argument: .init(json: parameters["argument"] ?? .null),
                context: parameters["context"]?.objectValue?.compactMapValues(\.stringValue),
                timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta
            ).json
        case "ping":
            try await ping(timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta)
            return nil
        case "logging/setLevel":
            try await setLogLevel(
                .init(rawValue: parameters["level"]?.stringValue ?? ""),
                timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta)
            return nil
        case "request":
            return try await request(
                parameters["method"]?.stringValue ?? "",
                params: parameters["params"]?.objectValue,
                allowRepeat: parameters["allowRepeat"]?.boolValue,
                timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta)
        case "notifications/roots/list_changed":
            try await rootsChanged()
            return nil
        case let tasks where tasks.hasPrefix("tasks/") && tasks != "tasks/list":
            return try await performTask(operation, parameters)
        default:
            return try await performList(operation, parameters)
        }
    }

    private func performTask(_ operation: String, _ parameters: JSON) async throws -> JSON {
        let timeoutMs = parameters["timeoutMs"]?.intValue
        let maxTotalMs = parameters["maxTotalMs"]?.intValue
        let meta = parameters["meta"]?.objectValue
        let taskId = parameters["taskId"]?.stringValue ?? ""
        switch operation {
        case "tasks/start":
            return try await startTask(
                parameters["name"]?.stringValue ?? "",
                arguments: parameters["arguments"]?.objectValue,
                ttlMs: parameters["ttlMs"]?.intValue,
                checkArguments: parameters["checkArguments"]?.boolValue,
                timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta
            ).json
        case "tasks/get":
            return try await getTask(
                taskId, timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta
            ).json
        case "tasks/cancel":
            return try await cancelTask(
                taskId, timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta
            ).json
        case "tasks/result":
            return try await taskResult(
                taskId, timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta)
        default:
            throw Fault("there is no function for \(operation)")
        }
    }

    private func performList(_ operation: String, _ parameters: JSON) async throws -> JSON {
        let maxPages = parameters["maxPages"]?.intValue
        let fresh = parameters["fresh"]?.boolValue
        let timeoutMs = parameters["timeoutMs"]?.intValue
        let maxTotalMs = parameters["maxTotalMs"]?.intValue
        let meta = parameters["meta"]?.objectValue
        switch operation {
        case "tools/list":
            let list = try await listTools(
                maxPages: maxPages, fresh: fresh,
                timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta)
            return listed("tools", list.map(\.json), list.dropped)
        case "resources/list":
            let list = try await listResources(
                maxPages: maxPages, fresh: fresh,
                timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta)
            return listed("resources", list.map(\.json), list.dropped)
        case "resources/templates/list":
            let list = try await listResourceTemplates(
                maxPages: maxPages, fresh: fresh,
                timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta)
            return listed("resourceTemplates", list.map(\.json), list.dropped)
        case "prompts/list":
            let list = try await listPrompts(
                maxPages: maxPages, fresh: fresh,
                timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta)
            return listed("prompts", list.map(\.json), list.dropped)
        case "tasks/list":
            let list = try await listTasks(
                maxPages: maxPages, fresh: fresh,
                timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta)
            return listed("tasks", list.map(\.json), list.dropped)
        default:
            throw Fault("there is no function for \(operation)")
        }
    }
}

private func listed(_ name: String, _ items: [JSON], _ dropped: [Hostline.Dropped]) -> JSON {
    [name: .array(items), "dropped": .array(dropped.map(\.json))]
}
