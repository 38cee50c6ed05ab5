// Cancelling, in the platform's own way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "hostline";
import { live, opened, target, until } from "./support.js";

test("a signal that was aborted before sends nothing", async () => {
  await using server = await opened();
  const before = await live(server);
  const reason = new Error("changed my mind");
  const signal = AbortSignal.abort(reason);
  await assert.rejects(server.callTool("words", {}, { signal }), (error) => error === reason);
  await assert.rejects(connect(target, { signal }), (error) => error === reason);
  assert.deepEqual(await live(server), before);
});

test("a signal that is aborted on the way ends the call, with the signal's reason", async () => {
  await using server = await opened();
  const before = await live(server);
  const controller = new AbortController();
  const call = server.callTool(
    "wait",
    {},
    {
      signal: controller.signal,
      onProgress: ({ progress }) => progress === 2 && controller.abort(),
    },
  );
  await assert.rejects(call, (error) => error === controller.signal.reason);
  await assert.rejects(call, { name: "AbortError" });
  await until(
    "the call is over in the core",
    async () => (await live(server)).tasks === before.tasks,
  );
});

test("a time limit of the platform is a TimeoutError", async () => {
  await using server = await opened();
  const signal = AbortSignal.timeout(50);
  await assert.rejects(server.callTool("wait", {}, { signal }), { name: "TimeoutError" });
});

test("a signal that is aborted afterwards does nothing", async () => {
  await using server = await opened();
  const controller = new AbortController();
  const result = await server.callTool("words", {}, { signal: controller.signal });
  controller.abort();
  assert.equal(result.content.length, 2);
  assert.equal((await server.listTools()).length, 1);
});

test("opening a connection can be cancelled, and leaves none", async () => {
  await using witness = await opened();
  const before = await live(witness);
  const controller = new AbortController();
  const opening = connect(target, { signal: controller.signal });
  setImmediate(() => controller.abort());
  await assert.rejects(opening, { name: "AbortError" });
  await until("nothing is left", async () => {
    const now = await live(witness);
    return now.handles === before.handles && now.tasks === before.tasks;
  });
});

test("a connection that is open when it is given up is not left open", async () => {
  await using witness = await opened();
  const before = await live(witness);
  const controller = new AbortController();
  const opening = connect(target, { signal: controller.signal });
  // The thread is busy until the connection is open, so that its message waits to be read.
  const end = performance.now() + 500;
  while (performance.now() < end);
  controller.abort();
  await assert.rejects(opening, { name: "AbortError" });
  await until("nothing is left", async () => (await live(witness)).handles === before.handles);
});

test("progress is heard in order, and before the result", async () => {
  await using server = await opened();
  const heard: string[] = [];
  await server.callTool(
    "count",
    {},
    { onProgress: (progress) => heard.push(JSON.stringify(progress)) },
  );
  assert.deepEqual(heard, [
    '{"progress":1.0,"total":2.0,"message":"one"}'.replaceAll(".0", ""),
    '{"progress":2.0,"total":2.0,"message":"two"}'.replaceAll(".0", ""),
  ]);
});

test("what the hearer of progress throws ends the call, and is its error", async () => {
  await using server = await opened();
  const thrown = new Error("enough");
  let heard = 0;
  const onProgress = () => {
    heard += 1;
    throw thrown;
  };
  await assert.rejects(server.callTool("wait", {}, { onProgress }), (error) => error === thrown);
  assert.equal(heard, 1);
  assert.equal((await server.listTools()).length, 1);
});
