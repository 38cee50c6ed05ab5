/**
 * Hostline: talks to servers of the Model Context Protocol, safely.
 *
 * `connect` opens a `Client`; everything else is done on it.
 */

export type * from "./api.js";
export { version } from "./api.js";
export { type ErrorCode, HostlineError } from "./errors.js";
export {
  type Accounts,
  type Client,
  connect,
  displaySafe,
  type Host,
  openAccounts,
  openHost,
  type Subscription,
  type Watch,
} from "./handles.js";
export type * from "./types.js";
