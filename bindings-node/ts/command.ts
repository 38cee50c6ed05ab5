#!/usr/bin/env node
// The command line `hostline`: the same as the program of that name. npm calls it for `npx hostline`.

import { runCommand } from "./native.js";

// The command answers these itself. What Node.js does by itself would be called besides, and raises
// the signal anew, for ever; with a listener that comes and goes, it is gone.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  const listener = () => {};
  process.on(signal, listener);
  process.off(signal, listener);
}

try {
  process.exitCode = runCommand(["hostline", ...process.argv.slice(2)]);
} catch (error) {
  // The library is missing or does not fit, and the sentence says what to do.
  process.stderr.write(`hostline: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 11;
}
