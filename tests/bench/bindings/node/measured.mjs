// A client for Node.js, measured: what the programs of ../../src/bin do, with the same options.
//
// Modes: `hostline` is the package, `official` the official TypeScript SDK. It prints one line of
// JSON, which is a sample of ../../src/sample.rs.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const texts = ["mode", "program", "address", "workload"];
const numbers = ["operations", "warm-up", "in-flight", "bytes", "tools"];
const types = [...texts, ...numbers].map((name) => [name, { type: "string" }]);
const { values } = parseArgs({ options: Object.fromEntries(types) });
const [operations, warmUp, inFlight, bytes, tools] = numbers.map((name) => Number(values[name]));

const lists = values.workload === "list";
const tool = values.workload === "large" ? "blob" : "echo";
const words = ["stdio", "--tools", String(tools)];

/** A call's arguments, made anew for each call as a program would. */
const makeArguments = () => (tool === "blob" ? { bytes } : { text: "x".repeat(bytes) });

/** Fails unless what came has the size that was asked for. */
function check(found) {
  const expected = lists ? tools : bytes;
  if (found !== expected) throw new Error(`${found}, and not ${expected}`);
}

/** A size from the process's status, in KiB. */
function memory(key) {
  const line = new RegExp(`^${key}:\\s*(\\d+)`, "m");
  return Number(line.exec(readFileSync("/proc/self/status", "utf8"))[1]);
}

async function openHostline() {
  const { connect } = await import("hostline");
  const target = values.address ?? [values.program, ...words].join(" ");
  const server = await connect(target, { protocol: "2026-07-28" });
  const once = async () => {
    if (lists) return check((await server.listTools()).length);
    return check((await server.callTool(tool, makeArguments())).content[0].text.length);
  };
  return { once, close: () => server.close() };
}

async function openOfficial() {
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const transport = values.address
    ? new StreamableHTTPClientTransport(new URL(values.address))
    : new StdioClientTransport({ command: values.program, args: words });
  const client = new Client(
    { name: "bench", version: "1.0.0" },
    { versionNegotiation: { mode: "auto" } },
  );
  await client.connect(transport);
  const once = async () => {
    if (lists) return check((await client.listTools()).tools.length);
    const result = await client.callTool({ name: tool, arguments: makeArguments() });
    return check(result.content[0].text.length);
  };
  return { once, close: () => client.close() };
}

/** Does it so often, with so many in flight, and gives how long each took in microseconds. */
async function some(once, most) {
  const times = [];
  if (values.workload !== "in-flight") {
    for (let done = 0; done < most; done += 1) {
      const began = performance.now();
      await once();
      times.push((performance.now() - began) * 1000);
    }
    return times;
  }
  let begun = 0;
  const lane = async () => {
    while (begun < most) {
      begun += 1;
      await once();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return times;
}

const { once, close } = await (values.mode === "hostline" ? openHostline() : openOfficial());
await some(once, warmUp);
const used = process.cpuUsage();
const began = performance.now();
const times = (await some(once, operations)).sort((left, right) => left - right);
const wall = performance.now() - began;
const { user, system } = process.cpuUsage(used);
const percentile = (percent) => times[Math.floor(((times.length - 1) * percent) / 100)] ?? 0;
console.log(
  JSON.stringify({
    cpu_us: (user + system) / operations,
    per_second: (operations * 1000) / wall,
    p50_us: percentile(50),
    p99_us: percentile(99),
    memory_kib: memory("VmRSS"),
    peak_kib: memory("VmHWM"),
  }),
);
await close();
