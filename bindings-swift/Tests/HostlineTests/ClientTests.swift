import Foundation
import Testing

@_spi(Testing) @testable import Hostline

/// The server of `tests/walk`, and what the native library offers for tests.
@Suite("Client", .serialized, .timeLimit(.minutes(1)))
struct ClientTests {
    /// The command line of a server that a test may end.
    static func target() throws -> String {
        let peer = try #require(ProcessInfo.processInfo.environment["HOSTLINE_PEER"])
        let scenario = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("tests/walk/server.json")
        return "\(peer) stdio --version 2026-07-28 --scenario \(scenario.path)"
    }

    func connect(_ delegate: Hostline.Delegate? = nil) async throws -> Hostline.Client {
        try await Hostline.connect(Self.target(), delegate: delegate)
    }

    @Test("Progress is heard in its order, and before the result")
    func progress() async throws {
        let server = try await connect()
        let heard = Recorder<Double>()
        let result = try await server.callTool("countdown", arguments: ["from": 3]) {
            await heard.add($0.progress)
        }
        #expect(await heard.things == [1, 2, 3])
        #expect(result.content == [.text(.init(text: "lift-off"))])
        try await server.close()
    }

    @Test("A thousand calls at once each get their own answer")
    func manyCalls() async throws {
        let server = try await connect()
        let answers = try await withThrowingTaskGroup(of: (Int, Hostline.JSON).self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    (number, try await server.call("testing/echo", ["n": .integer(number)]))
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(answers.count == 1_000)
        #expect(answers.allSatisfy { $1 == ["n": .integer($0)] })
        try await server.close()
    }

    @Test("A cancelled task throws CancellationError, and the server hears of it")
    func cancelling() async throws {
        let server = try await connect()
        let (begun, waiting) = AsyncStream.makeStream(of: Void.self)
        let call = Task { try await server.callTool("wait") { _ in waiting.yield() } }
        for await _ in begun { break }
        let clock = ContinuousClock()
        let cancelled = clock.now
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(clock.now - cancelled < .seconds(1))
        #expect(try await server.listTools().count == 3)
        try await server.close()
    }

    @Test("A call of a task that was cancelled before never begins")
    func cancelledBefore() async throws {
        let server = try await connect()
        let call = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await server.call("testing/sleep", ["ms": 60_000])
        }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        let opening = Task { try await Hostline.connect(Self.target()) }
        opening.cancel()
        // Either it was open before it was cancelled, or it never was.
        if case .failure(let error) = await opening.result {
            #expect(error is CancellationError)
        }
        try await server.close()
    }

    @Test("A call that the core says was cancelled is an error like any other")
    func cancelledByCore() async throws {
        let server = try await connect()
        #expect(
            await failure {
                try await server.call("testing/fail", ["code": "cancelled"])
            } != nil)
        try await server.close()
    }

    @Test("What the delegate throws is an error with its words alone")
    func delegateThrows() async throws {
        struct Left: LocalizedError { let errorDescription: String? = "the person has left" }
        struct Gone: Error, CustomStringConvertible { let description = "the person has gone" }
        for (thrown, words) in [(Left() as any Error, "left"), (Gone(), "gone")] {
            let server = try await connect(.init(elicitForm: { _ in throw thrown }))
            let error = await failure {
                try await server.call("testing/ask", ["message": "Well?"])
            }
            #expect(error?.code == .invalidInput)
            #expect(error?.reason.hasSuffix(": the person has \(words)") == true)
            try await server.close()
        }
    }

    @Test("Without a delegate a question ends as an error")
    func noDelegate() async throws {
        let server = try await connect()
        #expect(
            await failure {
                try await server.call("testing/ask", ["message": "Well?"])
            } != nil)
        try await server.close()
    }

    @Test("A delegate that never answers holds up nobody, and is cancelled with its call")
    func delegateHangs() async throws {
        let (asked, asking) = AsyncStream.makeStream(of: Void.self)
        let (stopped, stopping) = AsyncStream.makeStream(of: Void.self)
        let server = try await connect(
            .init(elicitForm: { _ in
                asking.yield()
                defer { stopping.yield() }
                try await Task.sleep(for: .seconds(3_600))
                return .init(action: .cancel)
            }))
        let call = Task { try await server.callTool("greet") }
        for await _ in asked { break }
        #expect(try await server.listTools().count == 3)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        for await _ in stopped { break }
        try await server.close()
    }

    @Test("Every error code arrives as it is, with its sentence as the text")
    func errors() async throws {
        let server = try await connect()
        for code: HostlineError.Code in [
            .cancelled, .timeout, .closed, .transport, .protocol, .unsupportedVersion,
            .missingCapability, .rpc, .invalidInput, .denied, .authRequired, .authFailed,
            .storage, .process, .limit, .internal,
        ] {
            let error = await failure {
                try await server.call("testing/fail", ["code": .string(code.rawValue)])
            }
            #expect(error?.code == code)
            #expect(error?.nextStep == "do nothing about it")
            #expect(error?.localizedDescription == error?.message)
            #expect(error?.message.contains("the error \(code.rawValue)") == true)
        }
        let missing = await failure {
            try await server.callTool("missing")
        }
        #expect(missing?.rpc?.code == -32602)
        try await server.close()
    }

    @Test("Where the last reference goes away, the connection ends")
    func letGo() async throws {
        let witness = try await connect()
        let before = try await witness.call("testing/live", [:])
        var server: Hostline.Client? = try await connect()
        #expect(try await witness.call("testing/live", [:]) != before)
        #expect(try await server?.listTools().count == 3)
        server = nil
        while try await witness.call("testing/live", [:]) != before { await Task.yield() }
        try await witness.close()
    }

    @Test("Closing twice is fine, and what is used afterwards says so")
    func closing() async throws {
        let server = try await connect()
        async let first: Void = server.close()
        async let second: Void = server.close()
        _ = try await (first, second)
        try await server.close()
        let error = await failure { try await server.listTools() }
        #expect(error?.code == .closed)
        #expect(error?.mayHaveRun == false)
    }

    @Test("Events end with the connection, and are read in one place")
    func events() async throws {
        let server = try await connect()
        let reading = Task {
            var last: Hostline.Event?
            for try await event in server.events { last = event }
            return last
        }
        var second: HostlineError?
        while second == nil {
            // Until the first reader has begun, this one reads, and is cancelled for it.
            let other = Task { try await server.events.first { _ in true } }
            Task { other.cancel() }
            if case .failure(let error as HostlineError) = await other.result { second = error }
        }
        #expect(second?.code == .invalidInput)
        try await server.close()
        guard case .closed(let closed) = try await reading.value else {
            Issue.record("the last event is not that the connection has ended")
            return
        }
        #expect(closed.error.code == "closed")
        #expect(try await server.events.first { _ in true } == nil)
    }

    @Test("A server that dies while it is written to costs nothing but its connection")
    func brokenPipe() async throws {
        let dying = "/bin/sh -c 'exec 0<&- 1>&-; sleep 0.2'"
        #expect(
            await failure {
                try await Hostline.connect(dying, startupTimeoutMs: 5_000)
            } != nil)
        let server = try await connect()
        #expect(try await server.listTools().count == 3)
        try await server.close()
    }

    @Test("A number that is none is refused before anything is sent")
    func notANumber() async throws {
        let server = try await connect()
        for number in [Double.nan, .infinity] {
            let error = await failure {
                try await server.callTool("countdown", arguments: ["from": .number(number)])
            }
            #expect(error?.code == .invalidInput)
        }
        try await server.close()
    }
}

/// Keeps things in the order in which they came.
private actor Recorder<Thing: Sendable> {
    private(set) var things: [Thing] = []

    func add(_ thing: Thing) { things.append(thing) }
}
