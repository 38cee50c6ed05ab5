// The whole way once: connect, list, call with progress, answer a question, cancel, fail, close.
//
// The same program stands in the examples of each language, and prints the same. It expects a
// server with the tools `countdown`, `greet` and `wait`, as its first argument.

import Hostline

/// Who answers when the server asks.
let person = Hostline.Delegate(elicitForm: { form in
    print("greet asks: \(form.message)")
    return .init(action: .accept, content: ["name": "Ada"])
})

/// What a result says.
func text(_ result: Hostline.CallToolResult) -> String {
    let texts = result.content.compactMap { block in
        if case .text(let content) = block { content.text } else { nil }
    }
    return texts.joined(separator: "\n")
}

@main
struct Walk {
    static func main() async throws {
        let target = CommandLine.arguments.dropFirst().first ?? ""
        let server = try await Hostline.connect(target, delegate: person)
        let known = server.info
        let name = known.server?.name ?? "a server"
        print("connected to \(name), protocol \(known.version) over \(known.transport)")

        let tools = try await server.listTools()
        print("tools: \(tools.map(\.name).joined(separator: ", "))")

        var result = try await server.callTool("countdown", arguments: ["from": 3]) { report in
            let (done, total) = (Int(report.progress), Int(report.total ?? 0))
            print("countdown: \(done) of \(total), \(report.message ?? "")")
        }
        print("countdown says: \(text(result))")

        result = try await server.callTool("greet")
        print("greet says: \(text(result))")

        let (begun, waiting) = AsyncStream.makeStream(of: Void.self)
        let call = Task {
            try await server.callTool("wait") { report in
                print("wait: \(report.message ?? "")")
                waiting.yield()
            }
        }
        for await _ in begun { break }
        call.cancel()
        do {
            _ = try await call.value
        } catch is CancellationError {
            print("wait: cancelled")
        }

        do {
            _ = try await server.callTool("missing")
        } catch let error as HostlineError where error.code == .rpc {
            print("missing: \(error.code): \(error.reason)")
        }

        try await server.close()
        print("closed")
    }
}
