@_spi(Testing) import Hostline

/// All that the agent holds. Commands begin on it in the order in which they came.
actor Agent {
    private var connections: [String: Connection] = [:]
    private var commands: [Int: Task<Void, Never>] = [:]
    private var subscriptions: [String: Subscribed] = [:]

    /// Begins a command, and reads on.
    func begin(_ command: JSON) {
        let id = command["id"]?.intValue ?? 0
        commands[id] = Task {
            do {
                let value = try await perform(command, id: id)
                say(["id": .integer(id), "ok": value])
            } catch {
                say(["id": .integer(id), "error": words(error)])
            }
            commands[id] = nil
        }
    }

    /// Closes every connection.
    func closeAll() async {
        await withTaskGroup(of: Void.self) { closing in
            for connection in connections.values {
                // A server that does not end in good order was ended by force.
                closing.addTask { try? await connection.server.close() }
            }
        }
        for connection in connections.values { await connection.stopListening() }
        connections = [:]
    }

    private func perform(_ command: JSON, id: Int) async throws -> JSON {
        let name = command["connection"]?.stringValue
        let operation = command["operation"]?.stringValue ?? ""
        let parameters = command["params"] ?? [:]
        switch command["do"]?.stringValue {
        case "connect":
            let (connection, connected) = try await Connection.open(command)
            connections[name ?? ""] = connection
            return connected
        case "call":
            let progress = command["progress"]?.boolValue == true
            return try await connection(name).call(
                operation, parameters, reportsOf: progress ? id : nil)
        case "subscribe":
            let subscribed = try await connection(name).subscribe(command)
            subscriptions[key(command)] = subscribed
            return nil
        case "unsubscribe":
            let subscribed = try subscription(command)
            try await subscribed.subscription.close()
            await subscribed.listening.value
            return nil
        case "subscriptionEnds":
            try await subscription(command).listening.value
            return nil
        case "testing" where name == nil:
            let server = try await Hostline.Client.open(parameters)
            try await server.close()
            return nil
        case "testing":
            return try await connection(name).server.call(operation, parameters)
        case "close":
            try await connection(name).server.close()
            return nil
        case "drop":
            // The last reference goes away with this one: nothing has to be collected.
            for key in subscriptions.keys where key.hasPrefix("\(name ?? "")/") {
                subscriptions.removeValue(forKey: key)?.listening.cancel()
            }
            await connections.removeValue(forKey: name ?? "")?.stopListening()
            return nil
        case "cancel":
            commands[command["of"]?.intValue ?? 0]?.cancel()
            return nil
        default:
            throw Fault("there is no such command: \(command)")
        }
    }

    private func key(_ command: JSON) -> String {
        let names = [command["connection"], command["subscription"]]
        return names.map { $0?.stringValue ?? "" }.joined(separator: "/")
    }

    private func subscription(_ command: JSON) throws -> Subscribed {
        guard let subscribed = subscriptions.removeValue(forKey: key(command)) else {
            throw Fault("there is no subscription \(key(command))")
        }
        return subscribed
    }

    private func connection(_ name: String?) throws -> Connection {
        guard let connection = connections[name ?? ""] else {
            throw Fault("there is no connection \(name ?? "")")
        }
        return connection
    }
}
