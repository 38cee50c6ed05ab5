import Hostline

/// A connection, and the listener to its events.
struct Connection: Sendable {
    let server: Hostline.Client
    private let listening: Task<Void, Never>

    /// Connects as the command says, and begins to listen.
    static func open(_ command: JSON) async throws -> (Connection, JSON) {
        let name = command["connection"]?.stringValue ?? ""
        let person = command["input"]?.objectValue.map { Person(connection: name, answers: $0) }
        let server = try await connect(command["options"] ?? [:], person)
        let listening = Task { await listen(server, name) }
        let connected = server.info.json
        return (Connection(server: server, listening: listening), connected)
    }

    /// Stops listening, and waits until that has stopped.
    func stopListening() async {
        listening.cancel()
        await listening.value
    }

    /// Calls the typed function of an operation, and gives its result in the form of the
    /// scenarios. Its progress is said to be of the command `reportsOf`, where there is one.
    func call(
        _ operation: String, _ parameters: JSON, reportsOf id: Int?
    ) async throws -> JSON {
        let timeoutMs = parameters["timeoutMs"]?.intValue
        let maxTotalMs = parameters["maxTotalMs"]?.intValue
        let meta = parameters["meta"]?.objectValue
        switch operation {
        case "tools/list":
            let tools = try await server.listTools(
                maxPages: parameters["maxPages"]?.intValue,
                fresh: parameters["fresh"]?.boolValue,
                timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta)
            return [
                "tools": .array(tools.map(\.json)),
                "dropped": .array(tools.dropped.map(\.json)),
            ]
        case "prompts/list":
            let prompts = try await server.listPrompts(
                maxPages: parameters["maxPages"]?.intValue,
                fresh: parameters["fresh"]?.boolValue,
                timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta)
            return [
                "prompts": .array(prompts.map(\.json)),
                "dropped": .array(prompts.dropped.map(\.json)),
            ]
        case "tools/call":
            let result = try await server.callTool(
                parameters["name"]?.stringValue ?? "",
                arguments: parameters["arguments"]?.objectValue,
                allowRepeat: parameters["allowRepeat"]?.boolValue,
                checkArguments: parameters["checkArguments"]?.boolValue,
                logLevel: parameters["logLevel"]?.stringValue.map(
                    Hostline.LoggingLevel.init(rawValue:)),
                timeoutMs: timeoutMs, maxTotalMs: maxTotalMs, meta: meta,
                onProgress: id.map(reporter))
            var words = result.json.objectValue ?? [:]
            words["validation"] = .string(result.validation.status.rawValue)
            return .object(words)
        default:
            throw Fault("there is no function for \(operation)")
        }
    }
}

/// Says each report of a command's progress.
private func reporter(of id: Int) -> Hostline.ProgressHandler {
    { report in
        var words = report.json.objectValue ?? [:]
        words["call"] = nil
        say(["progress": .object(words), "of": .integer(id)])
    }
}

private func connect(_ options: JSON, _ person: Person?) async throws -> Hostline.Client {
    let texts = { (name: String) in
        options[name]?.objectValue?.compactMapValues(\.stringValue)
    }
    return try await Hostline.connect(
        options["target"]?.stringValue ?? "",
        clientName: options["clientName"]?.stringValue,
        clientVersion: options["clientVersion"]?.stringValue,
        clientTitle: options["clientTitle"]?.stringValue,
        protocol: options["protocol"]?.stringValue.map(
            Hostline.ProtocolChoice.init(rawValue:)),
        timeoutMs: options["timeoutMs"]?.intValue,
        maxTotalMs: options["maxTotalMs"]?.intValue,
        probeTimeoutMs: options["probeTimeoutMs"]?.intValue,
        startupTimeoutMs: options["startupTimeoutMs"]?.intValue,
        limits: options["limits"].map(Hostline.MessageLimits.init(json:)),
        logLevel: options["logLevel"]?.stringValue.map(Hostline.LoggingLevel.init(rawValue:)),
        strictSchemas: options["strictSchemas"]?.boolValue,
        environment: texts("environment"),
        folder: options["folder"]?.stringValue,
        shutdown: options["shutdown"].map(Hostline.ShutdownWaits.init(json:)),
        headers: texts("headers"),
        delegate: person
    )
}

private func listen(_ server: Hostline.Client, _ name: String) async {
    do {
        for try await event in server.events {
            var words = event.json.objectValue ?? [:]
            if case .closed(let closed) = event {
                words["error"] = agent.words(closed.error, closed.error.message)
            }
            say(["event": .object(words), "connection": .string(name)])
        }
    } catch {
        say(["fault": words(error), "connection": .string(name)])
    }
}
