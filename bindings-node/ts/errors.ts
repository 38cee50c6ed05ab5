// Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.

import type { ErrorReport, RpcErrorReport } from "./types.js";

/**
 * The stable name of a kind of failure.
 *
 * - `cancelled`: The caller cancelled the request.
 * - `timeout`: The peer did not answer in time.
 * - `closed`: The connection is closed.
 * - `transport`: Bytes could not be exchanged with the peer.
 * - `protocol`: The peer broke the protocol.
 * - `unsupported_version`: No protocol version is spoken by both sides.
 * - `missing_capability`: The peer does not offer what the request needs.
 * - `rpc`: The peer answered with a JSON-RPC error.
 * - `invalid_input`: The caller gave something that cannot be sent.
 * - `denied`: A policy or a person refused.
 * - `auth_required`: The server wants the caller to sign in.
 * - `auth_failed`: Signing in failed.
 * - `storage`: Stored data could not be read or written.
 * - `process`: A server's process could not be started or ended badly.
 * - `limit`: A limit on what a peer may cost was reached.
 * - `internal`: A fault of Hostline itself.
 */
export type ErrorCode =
  | "cancelled"
  | "timeout"
  | "closed"
  | "transport"
  | "protocol"
  | "unsupported_version"
  | "missing_capability"
  | "rpc"
  | "invalid_input"
  | "denied"
  | "auth_required"
  | "auth_failed"
  | "storage"
  | "process"
  | "limit"
  | "internal";

/** The one error of Hostline. Its `message` is the whole sentence for a person. */
export class HostlineError extends Error {
  /** The stable name of the kind of failure. */
  declare readonly code: ErrorCode;
  /** What happened, alone. */
  declare readonly reason: string;
  /** Whether the request may have taken effect although it failed. */
  declare readonly mayHaveRun: boolean;
  /** What to do about it, alone. */
  declare readonly nextStep?: string;
  /** The server that it happened with, as the user named it. */
  declare readonly target?: string;
  /** The method of the request that failed. */
  declare readonly method?: string;
  /** The server's JSON-RPC error, where it sent one. */
  declare readonly rpc?: RpcErrorReport;
  /** The HTTP status that the server answered with, where that was the failure. */
  declare readonly httpStatus?: number;
  /** What it came from, each because of the next. What others said in it is safe to show. */
  declare readonly causes?: string[];

  constructor(report: ErrorReport) {
    const { message, ...members } = report;
    super(message);
    Object.assign(this, members);
  }

  static {
    HostlineError.prototype.name = "HostlineError";
  }
}
