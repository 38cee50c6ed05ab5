// What crosses, in both directions, is what it was.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HostlineError } from "hostline";
import { opened } from "./support.js";

test("every kind of value comes back as it was given", async () => {
  await using server = await opened();
  const values = {
    text: "é 😀 \u0000 \u2028 \ud800",
    whole: Number.MAX_SAFE_INTEGER,
    below: -0.5,
    tiny: 5e-324,
    yes: true,
    nothing: null,
    empty: [{}, [], ""],
    deep: { list: [{ of: [1, [2, [3]]] }] },
  };
  assert.deepEqual(await server.call("testing/echo", values), values);
});

test("eight megabytes of text arrive whole", async () => {
  await using server = await opened();
  const text = (await server.call("testing/text", { bytes: 8 << 20 })) as string;
  assert.equal(text.length, 8 << 20);
  assert.ok(text.endsWith("0123456789abcde\n"));
});

test("a list is an array, and says what was left out of it", async () => {
  await using server = await opened();
  const tools = await server.listTools();
  assert.ok(Array.isArray(tools));
  assert.deepEqual(
    tools.map((tool) => tool.name),
    ["words"],
  );
  assert.deepEqual(
    tools.dropped.map(({ index, kept }) => ({ index, kept })),
    [{ index: 1, kept: false }],
  );
  assert.deepEqual(Object.keys(tools), ["0"]);
});

test("members that nobody knows are kept", async () => {
  await using server = await opened();
  assert.deepEqual({ ...server.info.server }["vendor" as never], { kept: true });
  const [tool] = await server.listTools();
  assert.deepEqual({ ...tool }["vendor" as never], [1, "two", null]);
  const result: object = await server.callTool("words");
  assert.equal({ ...result }["vendor" as never], "kept");
});

test("an unlisted tag survives with its members, and changes no prototype", async () => {
  await using server = await opened();
  const { content } = await server.callTool("words");
  const texts = content.filter((block) => block.type === "text").map((block) => block.text);
  assert.deepEqual(texts, ["hello"]);
  const other = content[1];
  assert.equal(other?.type, "hologram");
  assert.equal((other as { depth?: unknown }).depth, 3);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  assert.equal((other as { polluted?: boolean }).polluted, undefined);
});

test("an unlisted name of an enumeration survives", async () => {
  await using server = await opened();
  const { content } = await server.callTool("words");
  const [block] = content;
  assert.ok(block?.type === "text");
  assert.deepEqual(block.annotations?.audience, ["user", "robot"]);
});

test("structured content has the values that the server gave", async () => {
  await using server = await opened();
  const { structuredContent, validation } = await server.callTool("words", { a: 1 });
  assert.deepEqual(structuredContent, { n: 1.5, list: [true, null] });
  assert.equal(validation.status, "unchecked");
});

test("an error of the server is a HostlineError with all that is known of it", async () => {
  await using server = await opened();
  await assert.rejects(server.callTool("other"), (error) => {
    assert.ok(error instanceof HostlineError && error instanceof Error);
    assert.equal(error.name, "HostlineError");
    assert.equal(error.code, "rpc");
    assert.deepEqual(error.rpc, { code: -32602, message: "no such tool", data: { a: 1 } });
    assert.equal(error.method, "tools/call");
    assert.equal(error.mayHaveRun, false);
    assert.ok(error.message.includes(error.reason) && error.message.length > error.reason.length);
    assert.ok(error.stack?.startsWith(`HostlineError: ${error.message}`));
    return true;
  });
});

test("an option that does not exist is refused by its name", async () => {
  await using server = await opened();
  const options = { maxPage: 1 } as object;
  await assert.rejects(server.listTools(options), { code: "invalid_input", reason: /maxPage/ });
});

test("what has no JSON is an error of the platform", async () => {
  await using server = await opened();
  await assert.rejects(server.callTool("words", { n: 1n }), TypeError);
});

test("a panic of the core is the error of one call", async () => {
  await using server = await opened();
  await assert.rejects(server.call("testing/panic"), { code: "internal" });
  assert.equal((await server.listTools()).length, 1);
});
