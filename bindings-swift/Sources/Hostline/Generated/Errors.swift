// Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.

import Foundation

/// Why something did not work.
///
/// Its text is a whole sentence for a person, and safe to show.
public struct HostlineError: Error, Sendable, Hashable {
    /// All that the error says about itself.
    public let report: Hostline.ErrorReport

    /// The error that a report tells of.
    public init(_ report: Hostline.ErrorReport) { self.report = report }

    /// The stable name of the kind of failure.
    public var code: Code { Code(rawValue: report.code) }

    /// The whole sentence for a person: the server, the method, what happened, and what to do next.
    /// What a server said in it is safe to show.
    public var message: String { report.message }

    /// What happened, alone.
    public var reason: String { report.reason }

    /// Whether the request may have taken effect although it failed.
    public var mayHaveRun: Bool { report.mayHaveRun }

    /// What to do about it, alone.
    public var nextStep: String? { report.nextStep }

    /// The server that it happened with, as the user named it.
    public var target: String? { report.target }

    /// The method of the request that failed.
    public var method: String? { report.method }

    /// The server's JSON-RPC error, where it sent one.
    public var rpc: Hostline.RpcErrorReport? { report.rpc }

    /// The HTTP status that the server answered with, where that was the failure.
    public var httpStatus: Int? { report.httpStatus }

    /// What it came from, each because of the next. What others said in it is safe to show.
    public var causes: [String]? { report.causes }
}

extension HostlineError {
    /// What kind of failure an error is. The names are the same in every language.
    public struct Code: RawRepresentable, Sendable, Hashable,
        CustomStringConvertible, ExpressibleByStringLiteral, JSONConvertible
    {
        /// The caller cancelled the request.
        public static let cancelled: Self = "cancelled"
        /// The peer did not answer in time.
        public static let timeout: Self = "timeout"
        /// The connection is closed.
        public static let closed: Self = "closed"
        /// Bytes could not be exchanged with the peer.
        public static let transport: Self = "transport"
        /// The peer broke the protocol.
        public static let `protocol`: Self = "protocol"
        /// No protocol version is spoken by both sides.
        public static let unsupportedVersion: Self = "unsupported_version"
        /// The peer does not offer what the request needs.
        public static let missingCapability: Self = "missing_capability"
        /// The peer answered with a JSON-RPC error.
        public static let rpc: Self = "rpc"
        /// The caller gave something that cannot be sent.
        public static let invalidInput: Self = "invalid_input"
        /// A policy or a person refused.
        public static let denied: Self = "denied"
        /// The server wants the caller to sign in.
        public static let authRequired: Self = "auth_required"
        /// Signing in failed.
        public static let authFailed: Self = "auth_failed"
        /// Stored data could not be read or written.
        public static let storage: Self = "storage"
        /// A server's process could not be started or ended badly.
        public static let process: Self = "process"
        /// A limit on what a peer may cost was reached.
        public static let limit: Self = "limit"
        /// A fault of Hostline itself.
        public static let `internal`: Self = "internal"

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

extension HostlineError: LocalizedError, CustomStringConvertible {
    /// The whole sentence.
    public var errorDescription: String? { message }

    /// What to do about it, alone.
    public var recoverySuggestion: String? { nextStep }

    /// The whole sentence.
    public var description: String { message }
}
