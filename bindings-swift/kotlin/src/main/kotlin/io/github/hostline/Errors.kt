// Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.
package io.github.hostline

import kotlinx.serialization.json.JsonElement

/** The stable name of a kind of failure. */
@JvmInline
public value class ErrorCode(override val value: String) : OpenEnum {
    override fun toString(): String = value

    public companion object : JsonReader<ErrorCode> {
        /** The caller cancelled the request. */
        public val CANCELLED: ErrorCode = ErrorCode("cancelled")

        /** The peer did not answer in time. */
        public val TIMEOUT: ErrorCode = ErrorCode("timeout")

        /** The connection is closed. */
        public val CLOSED: ErrorCode = ErrorCode("closed")

        /** Bytes could not be exchanged with the peer. */
        public val TRANSPORT: ErrorCode = ErrorCode("transport")

        /** The peer broke the protocol. */
        public val PROTOCOL: ErrorCode = ErrorCode("protocol")

        /** No protocol version is spoken by both sides. */
        public val UNSUPPORTED_VERSION: ErrorCode = ErrorCode("unsupported_version")

        /** The peer does not offer what the request needs. */
        public val MISSING_CAPABILITY: ErrorCode = ErrorCode("missing_capability")

        /** The peer answered with a JSON-RPC error. */
        public val RPC: ErrorCode = ErrorCode("rpc")

        /** The caller gave something that cannot be sent. */
        public val INVALID_INPUT: ErrorCode = ErrorCode("invalid_input")

        /** A policy or a person refused. */
        public val DENIED: ErrorCode = ErrorCode("denied")

        /** The server wants the caller to sign in. */
        public val AUTH_REQUIRED: ErrorCode = ErrorCode("auth_required")

        /** Signing in failed. */
        public val AUTH_FAILED: ErrorCode = ErrorCode("auth_failed")

        /** Stored data could not be read or written. */
        public val STORAGE: ErrorCode = ErrorCode("storage")

        /** A server's process could not be started or ended badly. */
        public val PROCESS: ErrorCode = ErrorCode("process")

        /** A limit on what a peer may cost was reached. */
        public val LIMIT: ErrorCode = ErrorCode("limit")

        /** A fault of Hostline itself. */
        public val INTERNAL: ErrorCode = ErrorCode("internal")

        /** The names that this version of Hostline knows. */
        public val entries: List<ErrorCode> = listOf(
            CANCELLED,
            TIMEOUT,
            CLOSED,
            TRANSPORT,
            PROTOCOL,
            UNSUPPORTED_VERSION,
            MISSING_CAPABILITY,
            RPC,
            INVALID_INPUT,
            DENIED,
            AUTH_REQUIRED,
            AUTH_FAILED,
            STORAGE,
            PROCESS,
            LIMIT,
            INTERNAL,
        )

        override fun fromJson(json: JsonElement): ErrorCode = ErrorCode(Text.fromJson(json))
    }
}

/** Why something did not work. Its message is a whole sentence for a person. */
public class HostlineException(
    /** What the error says about itself. */
    public val report: ErrorReport,
) : RuntimeException(report.message) {
    /** The stable name of the kind of failure. */
    public val code: ErrorCode get() = ErrorCode(report.code)

    /** What happened, alone. */
    public val reason: String get() = report.reason

    /** Whether the request may have taken effect although it failed. */
    public val mayHaveRun: Boolean get() = report.mayHaveRun

    /** What to do about it, alone. */
    public val nextStep: String? get() = report.nextStep

    /** The server that it happened with, as the user named it. */
    public val target: String? get() = report.target

    /** The method of the request that failed. */
    public val method: String? get() = report.method

    /** The server's JSON-RPC error, where it sent one. */
    public val rpc: RpcErrorReport? get() = report.rpc

    /** The HTTP status that the server answered with, where that was the failure. */
    public val httpStatus: Long? get() = report.httpStatus

    /** What it came from, each because of the next. What others said in it is safe to show. */
    public val causes: List<String>? get() = report.causes
}
