// The whole way once: connect, list, call with progress, answer a question, cancel, fail, close.
//
// It expects a server with the tools `countdown`, `greet` and `wait`: `cargo xtask test node` runs
// it with one.

import { type CallToolResult, connect, HostlineError } from "hostline";

function text({ content }: CallToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

await using server = await connect(process.argv[2] ?? "", {
  delegate: {
    async elicitForm(question) {
      console.log(`greet asks: ${question.message}`);
      return { action: "accept", content: { name: "Ada" } };
    },
  },
});
const { info } = server;
const name = info.server?.name ?? "a server";
console.log(`connected to ${name}, protocol ${info.version} over ${info.transport}`);

const tools = await server.listTools();
console.log(`tools: ${tools.map((tool) => tool.name).join(", ")}`);

const counted = await server.callTool(
  "countdown",
  { from: 3 },
  {
    onProgress({ progress, total, message }) {
      console.log(`countdown: ${progress} of ${total}, ${message}`);
    },
  },
);
console.log(`countdown says: ${text(counted)}`);

console.log(`greet says: ${text(await server.callTool("greet"))}`);

const waiting = new AbortController();
try {
  await server.callTool(
    "wait",
    {},
    {
      signal: waiting.signal,
      onProgress({ message }) {
        console.log(`wait: ${message}`);
        waiting.abort();
      },
    },
  );
} catch (error) {
  if (!waiting.signal.aborted) throw error;
  console.log("wait: cancelled");
}

try {
  await server.callTool("missing");
} catch (error) {
  if (!(error instanceof HostlineError)) throw error;
  console.log(`missing: ${error.code}: ${error.reason}`);
}

await server.close();
console.log("closed");
