// What it costs to cross from Swift into the core and back: operations that only tests have, so
// that no server's time is counted. Its argument is the command line of any server.

import Foundation
@_spi(Testing) import Hostline

/// How large a small call is, as JSON.
let small: Hostline.JSON = ["text": .string(String(repeating: "x", count: 88))]
/// How large a large result is.
let large = 8 << 20

@main
struct Bench {
    static func main() async throws {
        let target = CommandLine.arguments.dropFirst().joined(separator: " ")
        let server = try await Hostline.connect(target)

        try await measure("a call, one after the other", calls: 20_000) { count in
            for _ in 0..<count { _ = try await server.call("testing/echo", small) }
        }
        try await measure("a call, 64 in flight", calls: 20_000) { count in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        for _ in 0..<count / 64 {
                            _ = try await server.call("testing/echo", small)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        try await measure("a result of 8 MiB", calls: 20) { count in
            for _ in 0..<count {
                let result = try await server.call("testing/text", ["bytes": .integer(large)])
                precondition(result.stringValue?.utf8.count == large)
            }
        }
        let text = Hostline.JSON.string(String(repeating: "0123456789abcde\n", count: large / 16))
            .text
        try await measure("reading 8 MiB of JSON alone", calls: 20) { count in
            for _ in 0..<count { _ = try Hostline.JSON(text: text) }
        }
        let data = Data(text.utf8)
        try await measure("the same by JSONSerialization", calls: 20) { count in
            for _ in 0..<count {
                _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
            }
        }
        try await server.close()
    }
}

/// Runs some calls to warm up, then five rounds, and prints what the median round took for a call.
func measure(
    _ what: String, calls: Int, _ run: @Sendable (Int) async throws -> Void
) async throws {
    try await run(max(calls / 10, 1))
    var rounds: [Duration] = []
    for _ in 0..<5 {
        rounds.append(try await ContinuousClock().measure { try await run(calls) })
    }
    rounds.sort()
    let median = rounds[2] / calls
    let (seconds, attoseconds) = median.components
    let microseconds = Double(seconds) * 1e6 + Double(attoseconds) / 1e12
    print("\(what): \((microseconds * 10).rounded() / 10) µs")
}
