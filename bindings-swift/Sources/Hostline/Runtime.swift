// What the generated API is made of: awaiting, cancelling, progress, events and the delegate. It
// knows no operation but that of the events, and decides nothing.

import Foundation
internal import HostlineNative

/// Hostline talks to Model Context Protocol servers safely.
///
/// ```swift
/// let server = try await Hostline.connect("npx -y @modelcontextprotocol/server-everything")
/// let result = try await server.callTool("get-sum", arguments: ["a": 2, "b": 3])
/// try await server.close()
/// ```
public enum Hostline {}

extension Hostline {
    /// Hears how far a call has come.
    ///
    /// It is called for one report after the other, in their order, and not again once the call has
    /// returned; a call returns when the last report was heard.
    public typealias ProgressHandler = @Sendable (ProgressReport) async -> Void

    /// A connection to one server, which `Hostline.connect` opens.
    ///
    /// Cancelling the task that waits for a call cancels the call: the server is told to stop, and
    /// the call throws `CancellationError`. What has ended already is not undone.
    ///
    /// ``close()`` ends the connection in good order. Where the last reference to it goes away
    /// instead, the connection ends at once, without blocking.
    public final class Client: Sendable {
        /// What is known of the server.
        public let info: Connected
        private let handle: HostlineNative.Handle
        private let bridge: Bridge

        private init(_ handle: HostlineNative.Handle, _ bridge: Bridge) throws {
            info = try Connected(json: JSON(text: handle.connected()))
            (self.handle, self.bridge) = (handle, bridge)
        }

        /// Opens a connection.
        static func open(
            _ options: [String: JSON], delegate: (any Delegate)?
        ) async throws -> Client {
            var options = options
            if let delegate { options["elicitation"] = delegate.elicitation.json }
            return try await open(.object(options), delegate: delegate)
        }

        /// Opens a connection with options that no type has checked.
        @_spi(Testing) public static func open(
            _ options: JSON, delegate: (any Delegate)? = nil
        ) async throws -> Client {
            let bridge = Bridge(delegate)
            let handle = try await cancellable {
                try await HostlineNative.connect(
                    options: options.text, delegate: bridge, cancel: $0)
            }
            return try Client(handle, bridge)
        }

        /// Calls an operation and reads its result.
        func value<Value: JSONConvertible>(
            _ operation: String, _ parameters: [String: JSON], onProgress: ProgressHandler? = nil
        ) async throws -> Value {
            var parameters = parameters
            if onProgress != nil { parameters["progress"] = true }
            let json = try await call(operation, .object(parameters), onProgress: onProgress)
            return try Value(json: json)
        }

        /// Calls an operation by its name, with parameters that no type has checked.
        @_spi(Testing) @discardableResult public func call(
            _ operation: String, _ parameters: JSON, onProgress: ProgressHandler? = nil
        ) async throws -> JSON {
            let text = try await cancellable { [handle, bridge] cancel in
                try await bridge.hearing(onProgress, of: cancel.number()) {
                    try await handle.call(
                        operation: operation, params: parameters.text, cancel: cancel)
                }
            }
            return try JSON(text: text)
        }
    }
}

extension Hostline.Client {
    /// What the server says without being asked, until the connection has ended.
    ///
    /// The events of a connection can be read in one place at a time: reading them in a second
    /// place throws ``HostlineError`` with the code `invalid_input`. Where the task that reads them
    /// is cancelled, they end for it. Who reads the events keeps the connection open.
    public var events: Hostline.Events { Hostline.Events(server: self) }
}

extension Hostline {
    /// What a server says without being asked.
    public struct Events: AsyncSequence, Sendable {
        fileprivate let server: Client

        /// Begins to read.
        public func makeAsyncIterator() -> Iterator { Iterator(server: server) }

        /// Reads one event after the other.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var server: Client?
            private var fetched: ArraySlice<Event> = []

            fileprivate init(server: Client) { self.server = server }

            /// The next event; nothing once the connection has ended.
            public mutating func next() async throws -> Event? {
                if fetched.isEmpty, let server {
                    do {
                        let events: [Event] = try await server.value("events/next", [:])
                        fetched = events[...]
                    } catch is CancellationError {
                        fetched = []
                    }
                    if fetched.isEmpty { self.server = nil }
                }
                return fetched.popFirst()
            }
        }
    }
}

extension Hostline.Delegate {
    /// It is asked in forms, unless it says otherwise.
    public var elicitation: [Hostline.ElicitationMode] { [.form] }
}

/// Runs a call of the native library, which the task's own cancellation cancels.
private func cancellable<Value: Sendable>(
    _ call: @Sendable (HostlineNative.Cancel) async throws -> Value
) async throws -> Value {
    let cancel = HostlineNative.Cancel()
    do {
        return try await withTaskCancellationHandler {
            try await call(cancel)
        } onCancel: {
            cancel.cancel()
        }
    } catch HostlineNative.Failure.Reported(let report) {
        let error = try HostlineError(Hostline.ErrorReport(json: Hostline.JSON(text: report)))
        // The language's own word for it, where it was the language's own cancellation.
        if error.code == .cancelled, _Concurrency.Task.isCancelled { throw CancellationError() }
        throw error
    }
}

/// The delegate that the native library knows. It must never wait: it is called on the one thread
/// that serves all connections.
private final class Bridge: HostlineNative.Delegate {
    /// How many reports of a call may wait to be heard; of more, the newest are kept.
    private static let mostReports = 1_024

    private typealias Reports = AsyncStream<Hostline.ProgressReport>

    private let delegate: (any Hostline.Delegate)?
    private let listeners = Locked<[Int: Reports.Continuation]>([:])

    init(_ delegate: (any Hostline.Delegate)?) {
        self.delegate = delegate
    }

    func ask(name: String, question: String) async throws -> String {
        do {
            guard let delegate else {
                throw HostlineError(.missingCapability, "there is no delegate")
            }
            return try await delegate.answer(name, Hostline.JSON(text: question)).text
        } catch let error as LocalizedError {
            throw NoAnswer.Failed(why: error.errorDescription ?? String(describing: error))
        } catch {
            throw NoAnswer.Failed(why: String(describing: error))
        }
    }

    func notify(name: String, notification: String) {
        let told = try? Hostline.Notification(name, Hostline.JSON(text: notification))
        guard case .progress(let report) = told else { return }
        _ = listeners.with { $0[report.call]?.yield(report) }
    }

    /// Runs a call whose progress is heard, each report before what comes after it.
    func hearing<Value: Sendable>(
        _ handler: Hostline.ProgressHandler?, of number: UInt64,
        call: () async throws -> Value
    ) async throws -> Value {
        guard let handler else { return try await call() }
        let number = Int(clamping: number)
        let (reports, listener) = Reports.makeStream(
            bufferingPolicy: .bufferingNewest(Self.mostReports))
        listeners.with { $0[number] = listener }
        async let heard: Void = { for await report in reports { await handler(report) } }()
        let result: Result<Value, any Error>
        do { result = .success(try await call()) } catch { result = .failure(error) }
        listeners.with { $0[number] = nil }
        listener.finish()
        await heard
        return try result.get()
    }
}

/// A value that one thread at a time can reach.
private final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
