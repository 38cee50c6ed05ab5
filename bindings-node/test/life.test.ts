// The life of connections, of threads with connections, and of the process around them.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { type Client, type Event, version } from "hostline";
import { collect, live, opened, run, target, until } from "./support.js";

test("the version is the package's", () => {
  const { version: its } = createRequire(import.meta.url)("hostline/package.json");
  assert.equal(version, its);
});

test("a connection says what it is connected to", async () => {
  await using server = await opened();
  assert.match(server.info.target, /scripted-peer stdio/);
  assert.equal(server.info.version, "2026-07-28");
  assert.equal(server.info.transport, "stdio");
  assert.equal(server.info.server?.name, "tests");
});

test("what is used after it was closed says so, and closing twice is fine", async () => {
  const server = await opened();
  await Promise.all([server.close(), server.close()]);
  await server.close();
  await assert.rejects(server.listTools(), { code: "closed", mayHaveRun: false });
});

test("a call that waits when the connection is closed ends as closed", async () => {
  const server = await opened();
  const call = server.callTool("wait", {}, { onProgress: () => void server.close() });
  await assert.rejects(call, { code: "closed" });
});

test("a thousand calls at once each get their own answer", async () => {
  await using server = await opened();
  const numbers = Array.from({ length: 1000 }, (_, n) => n);
  const answers = await Promise.all(numbers.map((n) => server.call("testing/echo", { n })));
  assert.deepEqual(
    answers,
    numbers.map((n) => ({ n })),
  );
});

test("events are iterated until the connection ends", async () => {
  const server = await opened();
  const events: Event[] = [];
  const reading = (async () => {
    for await (const event of server.events()) events.push(event);
  })();
  await server.close();
  await reading;
  assert.equal(events.at(-1)?.type, "closed");
});

test("events that are left while they are waited for can be read again", async () => {
  await using server = await opened();
  const events = server.events();
  const next = events.next();
  await events.return();
  assert.deepEqual(await next, { done: true, value: undefined });
  const controller = new AbortController();
  const again = server.events({ signal: controller.signal });
  const waiting = again.next();
  controller.abort();
  await assert.rejects(waiting, { name: "AbortError" });
});

test("what a reader leaves is there for the next one", async () => {
  await using server = await opened();
  await server.callTool("say", {}, { logLevel: "debug" });
  const heard: unknown[] = [];
  while (heard.length < 3) {
    for await (const event of server.events()) {
      if (event.type === "log") heard.push(event.data);
      break;
    }
  }
  assert.deepEqual(heard, [1, 2, 3]);
});

test("a connection that nobody holds ends by itself", async () => {
  await using witness = await opened();
  const before = await live(witness);
  await use(witness);
  await until("the connection is over", async () => {
    collect();
    return (await live(witness)).handles <= before.handles;
  });
});

/** Opens a connection, and forgets it when it returns. */
async function use(witness: Client): Promise<void> {
  const { handles } = await live(witness);
  const server = await opened({ delegate: { elicitForm: () => ({ action: "decline" }) } });
  await server.callTool("count", {}, { onProgress: () => {} });
  assert.equal((await live(witness)).handles, handles + 1);
}

test("a connection whose call is under way is held by the call", async () => {
  const call = (await opened()).call("testing/sleep", { ms: 200 });
  collect();
  assert.deepEqual(await call, {});
});

test("each thread has its own connections", async () => {
  await using server = await opened();
  const worker = new Worker(new URL("./worker.js", import.meta.url), {
    workerData: { target, ends: true },
  });
  const said = new Promise((resolve) => worker.once("message", resolve));
  const exit = new Promise((resolve) => worker.once("exit", resolve));
  assert.deepEqual(await said, ["words"]);
  assert.equal(await exit, 0);
  assert.equal((await server.listTools()).length, 1);
});

test("a thread that is ended with calls under way leaves nothing in the core", async () => {
  await using witness = await opened();
  const before = await live(witness);
  const worker = new Worker(new URL("./worker.js", import.meta.url), {
    workerData: { target, ends: false },
  });
  await new Promise((resolve) => worker.once("message", resolve));
  assert.equal((await live(witness)).handles, before.handles + 1);
  await worker.terminate();
  await until("nothing is left", async () => {
    const now = await live(witness);
    return now.handles === before.handles && now.tasks === before.tasks;
  });
});

const opening = `import { connect } from "hostline"; const server = await connect(process.env.TARGET);`;

test("a process with an open connection ends by itself", async () => {
  assert.equal(await run(`${opening} console.log((await server.listTools()).length);`), "1\n");
});

test("a process waits for its calls", async () => {
  const call = `await server.call("testing/sleep", { ms: 300 }); console.log("slept");`;
  assert.equal(await run(opening + call), "slept\n");
});

test("a process can exit with calls under way", async () => {
  const calls = `
    for (let n = 0; n < 100; n += 1) void server.call("testing/sleep", { ms: n });
    void server.callTool("wait", {}, { onProgress: () => process.exit() });
    process.on("exit", () => console.log("bye"));`;
  assert.equal(await run(opening + calls), "bye\n");
});
