/** Programs that a test starts. They end with it, by their id. */

import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";

import { within } from "./run.ts";

/** How long a program may take to begin or to end. */
const SOON = 20_000;

const children: ChildProcess[] = [];

/** Starts a program. What it prints on its standard error is dropped, unless `LOUD` is set. */
export function start(program: string, words: string[], environment = process.env): ChildProcess {
  const errors = process.env["LOUD"] ? "inherit" : "ignore";
  const child = spawn(program, words, { env: environment, stdio: ["ignore", "pipe", errors] });
  children.push(child);
  return child;
}

/** The first line that a child prints. */
export async function firstLine(child: ChildProcess): Promise<string> {
  const { stdout } = child;
  if (!stdout) throw new Error("the child has no output");
  const lines = createInterface(stdout);
  return within(
    SOON,
    new Promise((resolve, reject) => {
      lines.once("line", resolve);
      child.once("exit", (code) => reject(new Error(`${child.spawnfile} ended with ${code}`)));
      child.once("error", reject);
    }),
  );
}

/** Ends all children, the youngest first. */
export async function endAll(): Promise<void> {
  for (const child of children.reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await within(SOON, ended).catch(() => child.kill("SIGKILL"));
  }
}

/** Whether a process is there. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Where a program is, in the folders of `PATH`. */
export function find(...names: string[]): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // The next folder may have it.
    }
  }
  throw new Error(`there is no ${names.join(" or ")} on this computer`);
}
