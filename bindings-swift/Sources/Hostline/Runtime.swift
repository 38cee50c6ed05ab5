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

    /// What is open in the native library.
    final class Link: Sendable {
        /// What is known of it.
        let known: JSON
        private let handle: HostlineNative.Handle
        private let bridge: Bridge

        private init(_ handle: HostlineNative.Handle, _ bridge: Bridge) throws {
            known = try JSON(text: handle.info())
            (self.handle, self.bridge) = (handle, bridge)
        }

        /// Opens something, on something else where that is given.
        static func open(
            _ operation: String, on: Link?, _ options: [String: JSON], delegate: Delegate?
        ) async throws -> Link {
            var options = options
            if let delegate { options["answers"] = delegate.answers.json }
            return try await open(operation, on: on, json: .object(options), delegate: delegate)
        }

        /// Opens something with options that no type has checked.
        static func open(
            _ operation: String, on: Link? = nil, json options: JSON, delegate: Delegate? = nil
        ) async throws -> Link {
            let bridge = Bridge(delegate)
            let handle = try await cancellable {
                try await HostlineNative.open(
                    operation: operation, on: on?.handle, options: options.text, delegate: bridge,
                    cancel: $0)
            }
            return try Link(handle, bridge)
        }

        /// Calls an operation and reads its result.
        func value<Value: JSONConvertible>(
            _ operation: String, _ parameters: [String: JSON], onProgress: ProgressHandler? = nil
        ) async throws -> Value {
            let json = try await call(operation, .object(parameters), onProgress: onProgress)
            return try Value(json: json)
        }

        /// Calls an operation by its name, with parameters that no type has checked.
        @discardableResult func call(
            _ operation: String, _ parameters: JSON, onProgress: ProgressHandler? = nil
        ) async throws -> JSON {
            var parameters = parameters
            if onProgress != nil, case .object(var members) = parameters {
                members["progress"] = true
                parameters = .object(members)
            }
            let params = parameters.text
            let text = try await cancellable { [handle, bridge] cancel in
                try await bridge.hearing(onProgress, of: cancel.number()) {
                    try await handle.call(operation: operation, params: params, cancel: cancel)
                }
            }
            return try JSON(text: text)
        }
    }
}

extension Hostline {
    /// What a function of the native library gives, at once.
    static func evaluate<Value: JSONConvertible>(
        _ function: String, _ values: [String: JSON]
    ) throws -> Value {
        do {
            let params = JSON.object(values).text
            let text = try HostlineNative.evaluate(function: function, params: params)
            return try Value(json: JSON(text: text))
        } catch HostlineNative.Failure.Reported(let report) {
            throw HostlineError(try ErrorReport(json: JSON(text: report)))
        }
    }
}

extension Hostline.Client {
    /// Opens a connection with options that no type has checked.
    @_spi(Testing) public static func open(
        _ options: Hostline.JSON, delegate: Hostline.Delegate? = nil
    ) async throws -> Hostline.Client {
        let link = try await Hostline.Link.open("connect", json: options, delegate: delegate)
        return try Hostline.Client(link)
    }

    /// Calls an operation by its name, with parameters that no type has checked.
    @_spi(Testing) @discardableResult public func call(
        _ operation: String, _ parameters: Hostline.JSON,
        onProgress: Hostline.ProgressHandler? = nil
    ) async throws -> Hostline.JSON {
        try await link.call(operation, parameters, onProgress: onProgress)
    }
}

extension Hostline {
    /// What is said without being asked. Who reads it keeps open what says it.
    public struct Events<Element: Sendable>: AsyncSequence, Sendable {
        private let link: Link
        private let fetch: @Sendable (Link) async throws -> [Element]

        init(_ link: Link) where Element: JSONConvertible {
            self.link = link
            fetch = { try await $0.value("events/next", [:]) }
        }

        /// Begins to read.
        public func makeAsyncIterator() -> Iterator { Iterator(link: link, fetch: fetch) }

        /// Reads one event after the other.
        public struct Iterator: AsyncIteratorProtocol {
            private var link: Link?
            private let fetch: @Sendable (Link) async throws -> [Element]
            private var fetched: ArraySlice<Element> = []

            fileprivate init(
                link: Link, fetch: @escaping @Sendable (Link) async throws -> [Element]
            ) {
                (self.link, self.fetch) = (link, fetch)
            }

            /// The next event; nothing once it has ended.
            public mutating func next() async throws -> Element? {
                if fetched.isEmpty, let link {
                    do {
                        let events = try await fetch(link)
                        fetched = events[...]
                    } catch is CancellationError {
                        fetched = []
                    }
                    if fetched.isEmpty { self.link = nil }
                }
                return fetched.popFirst()
            }
        }
    }
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

    private let delegate: Hostline.Delegate?
    private let listeners = Locked<[Int: Reports.Continuation]>([:])

    init(_ delegate: Hostline.Delegate?) {
        self.delegate = delegate
    }

    func ask(name: String, question: String) async throws -> String {
        do {
            let answer = try await delegate?.answer(name, Hostline.JSON(text: question))
            guard let answer else {
                throw HostlineError(.missingCapability, "there is nobody to answer \(name)")
            }
            return answer.text
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
