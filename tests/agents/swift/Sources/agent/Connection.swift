import Hostline

/// A connection, and the listener to its events.
struct Connection: Sendable {
    let server: Hostline.Client
    private let listening: Task<Void, Never>

    /// Connects as the command says, and begins to listen.
    static func open(_ command: JSON) async throws -> (Connection, JSON) {
        let name = command["connection"]?.stringValue ?? ""
        let answers = command["input"]?.objectValue
        let person = answers.map { Person(connection: name, answers: $0) }
        let server = try await connect(command["options"] ?? [:], answers, person)
        let listening = Task { await listen(server.events, name) }
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
        try await server.perform(operation, parameters, onProgress: id.map(reporter))
    }

    /// Begins to listen to changes.
    func subscribe(_ command: JSON) async throws -> Subscribed {
        let filter = command["filter"] ?? [:]
        let subscription = try await server.subscribe(
            toolsListChanged: filter["toolsListChanged"]?.boolValue,
            promptsListChanged: filter["promptsListChanged"]?.boolValue,
            resourcesListChanged: filter["resourcesListChanged"]?.boolValue,
            resourceSubscriptions: filter["resourceSubscriptions"]?.arrayValue?
                .compactMap(\.stringValue))
        let name = command["connection"]?.stringValue ?? ""
        let listening = Task { await listen(subscription, name) }
        return Subscribed(subscription: subscription, listening: listening)
    }
}

/// A subscription, and the listener to it.
struct Subscribed: Sendable {
    let subscription: Hostline.Subscription
    let listening: Task<Void, Never>
}

/// Says each report of a command's progress.
private func reporter(of id: Int) -> Hostline.ProgressHandler {
    { report in
        var words = report.json.objectValue ?? [:]
        words["call"] = nil
        say(["progress": .object(words), "of": .integer(id)])
    }
}

private func connect(
    _ options: JSON, _ answers: [String: JSON]?, _ person: Person?
) async throws -> Hostline.Client {
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
        // Whoever answers for a model can give it tools.
        samplingTools: answers?["sampling"] == nil ? nil : true,
        delegate: person?.delegate
    )
}

private func listen<Events: AsyncSequence>(_ events: Events, _ name: String) async
where Events.Element == Hostline.Event {
    do {
        for try await event in events {
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
