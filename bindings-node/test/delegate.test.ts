// Who answers when a server asks, and what becomes of a delegate that does not.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Delegate, ElicitFormQuestion } from "hostline";
import { opened } from "./support.js";

const accept = { action: "accept", content: { city: "Rome" } };

test("a delegate is asked what the server asks, and its answer reaches the server", async () => {
  const questions: ElicitFormQuestion[] = [];
  const delegate: Delegate = {
    async elicitForm(question) {
      questions.push(question);
      return accept;
    },
  };
  await using server = await opened({ delegate });
  const { content } = await server.callTool("ask");
  assert.deepEqual(content, [{ type: "text", text: "Rome" }]);
  const [question] = questions;
  assert.ok(question);
  assert.equal(question.message, "Which city?");
  assert.equal(question.target, server.info.target);
});

test("a delegate may answer at once, and be a class", async () => {
  class Person implements Delegate {
    #city = "Oslo";
    elicitForm() {
      return { action: "accept", content: { city: this.#city } };
    }
  }
  await using server = await opened({ delegate: new Person() });
  const { content } = await server.callTool("ask");
  assert.deepEqual(content, [{ type: "text", text: "Oslo" }]);
});

test("a server is told what the delegate can do, and asks nothing else", async () => {
  for (const delegate of [{}, { elicitUrl: () => accept }]) {
    await using server = await opened({ delegate });
    await assert.rejects(server.callTool("ask"), {
      code: "protocol",
      reason: /asked for input that this client did not offer/,
    });
  }
});

const failures: [string, NonNullable<Delegate["elicitForm"]>, RegExp][] = [
  ["throws", () => assert.fail("the person has left"), /: the person has left/],
  ["rejects", () => Promise.reject(new TypeError("no screen")), /: no screen/],
  ["throws what is no error", () => Promise.reject({ odd: 1 }), /\{ odd: 1 \}/],
  ["gives nothing", () => undefined as never, /another shape/],
  ["gives another shape", () => ({ action: 7 }) as never, /another shape/],
  ["gives what has no JSON", () => ({ action: "accept", content: { n: 1n } }), /BigInt/],
];

for (const [what, elicitForm, reason] of failures) {
  test(`a delegate that ${what} fails to answer, and nothing else`, async () => {
    await using server = await opened({ delegate: { elicitForm } });
    const asking = server.call("testing/ask", { message: "Well?" });
    await assert.rejects(asking, { name: "HostlineError", code: "invalid_input", reason });
    assert.equal((await server.listTools()).length, 1);
  });
}

test("a delegate that never answers holds up nobody, and hears when it is not needed", async () => {
  const withdrawn = resolvers();
  const asked = resolvers();
  const delegate: Delegate = {
    elicitForm: (_, { signal }) => {
      signal.addEventListener("abort", () => withdrawn.resolve());
      asked.resolve();
      return new Promise(() => {});
    },
  };
  await using server = await opened({ delegate });
  const controller = new AbortController();
  const call = server.callTool("ask", {}, { signal: controller.signal });
  await asked.promise;
  assert.equal((await server.listTools()).length, 1);
  controller.abort();
  await assert.rejects(call, { name: "AbortError" });
  await withdrawn.promise;
});

function resolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
