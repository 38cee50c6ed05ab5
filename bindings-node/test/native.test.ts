// What is said when the native library is not there, or not the right one.

import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { run, runFile } from "./support.js";

const connecting = `
  import { connect } from "hostline";
  await connect("nothing").catch((error) => console.log(error.message));`;
const name = `hostline-${process.platform}-${process.arch}`;
let folder = "";
let library = "";

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "hostline-native-"));
  const { resolve } = createRequire(import.meta.url);
  const main = dirname(resolve("hostline/package.json"));
  await cp(main, join(folder, "node_modules/hostline"), { recursive: true, dereference: true });
  library = join(folder, "node_modules", name);
});

after(() => rm(folder, { recursive: true }));

async function provide(text: string): Promise<void> {
  await mkdir(library, { recursive: true });
  await writeFile(join(library, "package.json"), `{"name": "${name}", "main": "library.js"}`);
  await writeFile(join(library, "library.js"), text);
}

test("one that is missing is asked for by its name", async () => {
  const said = await run(connecting, folder);
  assert.match(said, new RegExp(`is not installed: npm install ${name}@`));
});

test("the command asks for it, too", async () => {
  const command = runFile(join(folder, "node_modules/hostline/dist/command.js"));
  await assert.rejects(command, (error: { code: number; stderr: string }) => {
    assert.match(error.stderr, /^hostline: .*is not installed: npm install .*\n$/);
    return error.code === 11;
  });
});

test("one that cannot be loaded says what to install", async () => {
  await provide("throw new Error('odd')");
  assert.match(await run(connecting, folder), new RegExp(`cannot be loaded.*npm install ${name}@`));
});

test("one of another version says which is right", async () => {
  await provide("exports.version = () => '0.0.1'");
  assert.match(await run(connecting, folder), /is version 0\.0\.1, and the package .*npm install/);
});

test("importing the package needs no library", async () => {
  await rm(library, { recursive: true, force: true });
  assert.equal(
    await run(`import { HostlineError } from "hostline"; console.log(HostlineError.name);`, folder),
    "HostlineError\n",
  );
});
