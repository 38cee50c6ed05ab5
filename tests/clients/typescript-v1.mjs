// A walk through a server with the official TypeScript client, version 1, which many hosts have today.
//
// It takes and prints what typescript-v2.mjs does, but knows only the legacy era.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";

const job = JSON.parse(process.argv[2]);

function open() {
  if (job.command) {
    const [command, ...args] = job.command;
    return new StdioClientTransport({ command, args });
  }
  const Transport = job.transport === "sse" ? SSEClientTransport : StreamableHTTPClientTransport;
  const headers = job.token ? { Authorization: `Bearer ${job.token}` } : {};
  return new Transport(new URL(job.url), { requestInit: { headers } });
}

const client = new Client(
  { name: "typescript-v1", version: "1.0.0" },
  { capabilities: { elicitation: {} } },
);
client.setRequestHandler(ElicitRequestSchema, async () => ({
  action: "accept",
  content: { name: "Ada" },
}));
const changed = new Promise((resolve) => {
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve(true));
});

const text = (result) => result.content.map((block) => block.text).join("\n");
const call = (name, args = {}, options = undefined) =>
  client.callTool({ name, arguments: args }, CallToolResultSchema, options);
const seen = {};

// The client tells nobody what was agreed, but its transport.
const transport = open();
let version;
const setProtocolVersion = transport.setProtocolVersion?.bind(transport);
transport.setProtocolVersion = (agreed) => {
  version = agreed;
  setProtocolVersion?.(agreed);
};
await client.connect(transport);
seen.version = version;
seen.server = client.getServerVersion()?.name;

seen.tools = (await client.listTools()).tools.map((tool) => tool.name).sort();
seen.prompts = (await client.listPrompts()).prompts.map((prompt) => prompt.name).sort();
seen.resources = (await client.listResources()).resources.map((resource) => resource.uri).sort();
seen.templates = (await client.listResourceTemplates()).resourceTemplates.map((template) => template.uriTemplate);

seen.structured = (await call("add", { a: 2, b: 3 })).structuredContent;
const progress = [];
const onprogress = (report) => progress.push(report.progress);
seen.counted = text(await call("count", { to: 3 }, { onprogress }));
// When the result comes with the last report, this client hands only the result on.
seen.progress = progress.slice(0, 2);
const failure = await call("fail");
seen.failure = [failure.isError, text(failure)];
seen.wrong_arguments = await call("add", { a: "two" }).then((result) => result.isError, (error) => error.code);
seen.form = text(await call("ask-form"));

seen.resource = (await client.readResource({ uri: "demo://about" })).contents[0].text;
seen.template = (await client.readResource({ uri: "demo://cities/portugal/lisbon" })).contents[0].text;
const visit = await client.getPrompt({ name: "plan-visit", arguments: { country: "Portugal" } });
seen.prompt = visit.messages[0].content.text;
const completed = await client.complete({
  ref: { type: "ref/prompt", name: "plan-visit" },
  argument: { name: "country", value: "p" },
});
seen.completion = completed.completion.values;

await call("toggle-tool");
seen.change = await changed;
await call("toggle-tool");

// Cancelled as soon as the server says that it has begun.
const cancel = new AbortController();
const slow = call("slow", { seconds: 60 }, { signal: cancel.signal, onprogress: () => cancel.abort("enough") });
seen.cancelled = await slow.then(() => false, () => true);
seen.afterwards = text(await call("echo", { text: "still here" }));

await client.close();
console.log(JSON.stringify(seen));
