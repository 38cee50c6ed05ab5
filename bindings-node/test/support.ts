// What the tests share: a server to talk to, and waits that end.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Client, type ConnectOptions, connect } from "hostline";

/** The program that plays the server of a scenario. */
const peer = process.env["HOSTLINE_PEER"] ?? "";

/** No wait of a test takes longer, in milliseconds. */
export const DEADLINE = 20_000;

/** The server of `server.json`. */
export const target = [
  `"${peer}" stdio --version 2026-07-28`,
  `--scenario "${join(import.meta.dirname, "server.json")}"`,
].join(" ");

/** A connection to that server, which is closed when it is disposed of. */
export function opened(options: ConnectOptions = {}): Promise<Client> {
  return connect(target, options);
}

/** What is alive in the core. */
export async function live(witness: Client): Promise<{ handles: number; tasks: number }> {
  return (await witness.call("testing/live")) as { handles: number; tasks: number };
}

/** Waits until something is true. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + DEADLINE;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`not in time: ${what}`);
    await setTimeout(5);
  }
}

setFlagsFromString("--expose-gc");
/** Collects the garbage. */
export const collect = runInNewContext("gc") as () => void;

/** Runs a program to its end, and gives what it printed. */
export function run(text: string, cwd = import.meta.dirname): Promise<string> {
  return runWords(["--input-type=module", "--eval", text], cwd);
}

/** Runs a program that stands in a file to its end, and gives what it printed. */
export function runFile(path: string): Promise<string> {
  return runWords([path], import.meta.dirname);
}

async function runWords(words: string[], cwd: string): Promise<string> {
  const options = { cwd, timeout: DEADLINE, env: { ...process.env, TARGET: target } };
  const { stdout } = await promisify(execFile)(process.execPath, words, options);
  return stdout;
}
