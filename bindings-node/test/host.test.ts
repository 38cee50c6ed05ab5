// Many servers behind one gate.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Delegate, type Host, type HostQuestion, openHost } from "hostline";
import { target } from "./support.js";

const folder = mkdtempSync(join(tmpdir(), "hostline-"));
process.env["HOSTLINE_DATA_DIR"] = join(folder, "data");
after(() => rmSync(folder, { recursive: true, force: true }));

/** A host with the server of the tests, in a configuration of its own. */
async function opened(name: string, delegate?: Delegate): Promise<Host> {
  const tokenStore = { kind: "memory" as const };
  const config = join(folder, name, "hostline.toml");
  const host = await openHost({ config, tokenStore, delegate });
  await host.addServer("peer", target, { approved: true });
  return host;
}

test("a call passes the gate and the person", async () => {
  const asked: HostQuestion[] = [];
  const decide = async (question: HostQuestion) => {
    asked.push(question);
    return { allow: asked.length === 1 };
  };
  await using host = await opened("gate", { decide });
  assert.equal(host.info.isOwner, true);
  const { tools } = await host.catalogue({ start: true });
  const tool = tools.find(({ tool }) => tool.name === "words");
  assert.ok(tool);
  const result = await host.callTool(tool.name);
  assert.deepEqual(result.structuredContent, { n: 1.5, list: [true, null] });
  assert.equal(asked[0]?.server, "peer");
  await assert.rejects(host.callTool(tool.name), { code: "denied" });
  const { isWhole } = await host.verifyAudit();
  assert.equal(isWhole, true);
});

test("whoever watches hears how servers stand", async () => {
  await using host = await opened("watch");
  await using events = await host.watch({ statuses: true });
  await host.startServer("peer");
  for await (const event of events) {
    if (event.type === "status" && event.status.activity === "ready") break;
  }
  const [status] = await host.servers();
  assert.equal(status?.activity, "ready");
});

test("the second one is attached to the first", async () => {
  await using host = await opened("attached");
  const config = join(folder, "attached", "hostline.toml");
  await using attached = await openHost({ config, tokenStore: { kind: "memory" } });
  assert.equal(attached.info.isOwner, false);
  assert.equal((await attached.servers())[0]?.server, "peer");
  await host.removeServer("peer");
  assert.deepEqual(await attached.servers(), []);
});

test("a host that is closed says so", async () => {
  const host = await opened("closed");
  await host.close();
  await assert.rejects(host.servers(), { code: "closed" });
});
