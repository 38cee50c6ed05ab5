// The native half of the package: what it looks like from here, and how it is found.

import { createRequire } from "node:module";
import { version } from "./api.js";
import type { ErrorReport } from "./types.js";

/** What the native library has. `src/lib.rs` is the same in Rust. */
interface Library {
  version(): string;
  runCommand(words: string[]): number;
  readonly Core: new (receive: (messages: string[]) => void) => Core;
}

/** The core, as one thread has it. What is open, calls and questions are numbers. */
export interface Core {
  open(operation: string, on: number, options: string): number;
  call(connection: number, operation: string, params: string): number;
  evaluate(name: string, params: string): string;
  cancel(call: number): void;
  release(connection: number): void;
  answer(question: number, answer: string): void;
  fail(question: number, why: string): void;
}

/** One thing that the core tells. `src/message.rs` is the same in Rust. */
export type Message =
  | { kind: "result"; call: number; result: unknown }
  | { kind: "error"; call: number; error: ErrorReport }
  | { kind: "told"; name: string; told: { call: number } }
  | { kind: "asked"; question: number; connection: number; name: string; asked: unknown }
  | { kind: "withdrawn"; question: number };

/** The core for this thread; each message is given to `receive`, which must not throw. */
export function open(receive: (message: Message) => void): Core {
  const { Core } = load();
  return new Core((texts) => {
    for (const text of texts) {
      receive(JSON.parse(text));
    }
  });
}

/** Runs a line of the command `hostline`, and gives its exit code. This thread waits for it. */
export function runCommand(words: string[]): number {
  return load().runCommand(words);
}

const platform = `${process.platform}-${process.arch}`;

/** The library of the platform's own package, else one that was built here. */
function load(): Library {
  const require = createRequire(__filename);
  const names = [`hostline-${platform}`, `hostline-${platform}-musl`, "../hostline.node"];
  const found = names.find((name) => isThere(require, name));
  const install = `npm install hostline-${platform}@${version}`;
  if (found === undefined) {
    throw new Error(
      `the native library of Hostline for ${platform} is not installed: ${install}. ` +
        "npm leaves it out where optional dependencies are omitted, or where node_modules was " +
        "copied from another platform",
    );
  }
  let library: Library;
  try {
    library = require(found);
  } catch (cause) {
    throw new Error(
      `the native library of Hostline for ${platform} cannot be loaded here: ${install}`,
      { cause },
    );
  }
  const its = library.version();
  if (its !== version) {
    throw new Error(
      `the native library of Hostline is version ${its}, and the package ${version}: ${install}`,
    );
  }
  return library;
}

function isThere(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}
