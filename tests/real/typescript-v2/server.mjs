// A small server written with the official TypeScript SDK, version 2.
//
//   node server.mjs                 speaks over stdio
//   node server.mjs --port 8080     speaks Streamable HTTP at http://127.0.0.1:8080/mcp
//
// One factory serves both eras; the SDK decides per connection or request.

import { createServer } from "node:http";
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

function build() {
  const server = new McpServer(
    { name: "typescript-v2", version: "1.0.0" },
    { instructions: "Adds numbers and repeats text." },
  );

  server.registerTool(
    "add",
    {
      title: "Add",
      description: "Adds two numbers",
      inputSchema: z.object({ a: z.number(), b: z.number().describe("What to add to `a`") }),
      outputSchema: z.object({ sum: z.number() }),
      annotations: { readOnlyHint: true },
    },
    async ({ a, b }) => ({
      content: [{ type: "text", text: `${a} + ${b} = ${a + b}` }],
      structuredContent: { sum: a + b },
    }),
  );

  server.registerTool(
    "echo",
    { description: "Repeats a text", inputSchema: z.object({ text: z.string() }) },
    async ({ text }) => ({ content: [{ type: "text", text }] }),
  );

  server.registerResource(
    "greeting",
    "hostline://greeting",
    { mimeType: "text/plain", description: "A friendly word" },
    async (uri) => ({ contents: [{ uri: uri.href, mimeType: "text/plain", text: "Hello" }] }),
  );

  server.registerPrompt(
    "review",
    { description: "Asks for a review", argsSchema: z.object({ code: z.string() }) },
    async ({ code }) => ({
      messages: [{ role: "user", content: { type: "text", text: `Review this:\n${code}` } }],
    }),
  );

  return server;
}

const port = process.argv.indexOf("--port");
if (port === -1) {
  serveStdio(build);
} else {
  const handle = toNodeHandler(createMcpHandler(build));
  const hostIsLocal = localhostHostValidation();
  const originIsLocal = localhostOriginValidation();
  createServer((request, response) => {
    if (hostIsLocal(request, response) && originIsLocal(request, response)) {
      void handle(request, response);
    }
  }).listen(Number(process.argv[port + 1]), "127.0.0.1");
}
