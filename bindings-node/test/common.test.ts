// Both ways in which a program can load the package.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import * as imported from "hostline";
import { runFile } from "./support.js";

test("a program in CommonJS can do the same", async () => {
  assert.equal(await runFile(join(import.meta.dirname, "common.cjs")), "1\ntrue closed\n");
});

test("there is one of everything, however it is loaded", () => {
  const required = createRequire(import.meta.url)("hostline");
  assert.equal(required.HostlineError, imported.HostlineError);
  assert.equal(required.connect, imported.connect);
  // What Node.js adds to a module that was CommonJS.
  const added = ["__esModule", "default", "module.exports"];
  const names = Object.keys(imported).filter((name) => !added.includes(name));
  assert.deepEqual(names.sort(), Object.keys(required).sort());
});
