// Where tokens and secrets are kept, and what is safe to show.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Delegate, displaySafe, openAccounts } from "hostline";
import { opened } from "./support.js";

/** One pixel. */
const png =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9Q" +
  "DwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("secrets are kept and forgotten by their names", async () => {
  await using accounts = await openAccounts({ tokenStore: { kind: "memory", name: "secrets" } });
  await accounts.setSecret("token", "hush");
  await using same = await openAccounts({ tokenStore: { kind: "memory", name: "secrets" } });
  assert.deepEqual(await same.listSecrets(), ["token"]);
  assert.equal(await accounts.removeSecret("token"), true);
  assert.equal(await accounts.removeSecret("token"), false);
  await assert.rejects(accounts.setSecret("no name", "hush"), { code: "invalid_input" });
});

test("a delegate keeps records", async () => {
  const kept = new Map<string, string>();
  const delegate: Delegate = {
    loadRecord: ({ name }) => ({ record: kept.get(name) ?? "" }),
    saveRecord: async ({ name, record }) => {
      kept.set(name, record);
    },
    removeRecord: ({ name }) => ({ wasThere: kept.delete(name) }),
    listRecords: () => ({ names: [...kept.keys()].sort() }),
  };
  await using accounts = await openAccounts({ tokenStore: { kind: "delegate" }, delegate });
  await accounts.setSecret("token", "hush");
  assert.deepEqual([...kept], [["secret/token", "hush"]]);
  assert.deepEqual(await accounts.listSecrets(), ["token"]);
  assert.equal(await accounts.removeSecret("token"), true);
});

test("nobody has signed in to a server that is not known", async () => {
  await using accounts = await openAccounts({ tokenStore: { kind: "memory" } });
  const { session, store } = await accounts.status("https://example.com/mcp");
  assert.equal(session, undefined);
  assert.match(store, /memory/);
});

test("an icon becomes a picture or a reason", async () => {
  await using server = await opened();
  const shown = await server.icon([{ src: png }], 16);
  assert.ok(shown.kind === "shown");
  assert.ok(shown.png instanceof Uint8Array);
  assert.deepEqual([...shown.png.subarray(1, 4)], [0x50, 0x4e, 0x47]);
  const refused = await server.icon([{ src: "http://example.com/a.png" }], 16);
  assert.ok(refused.kind === "refused");
  assert.equal(refused.reason, "address");
});

test("what could write on the screen is made visible", () => {
  assert.equal(displaySafe("\u001b[2Jgone"), "␛[2Jgone");
  assert.equal(displaySafe("too long", { most: 5 }), "too …");
});
