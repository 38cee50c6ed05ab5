// A walk through a server with the command line of the MCP Inspector, one run of it for each step.
//
// It takes and prints what typescript-v2.mjs does, as far as the Inspector goes: it does not wait for
// notifications, cancels nothing, and nobody answers its questions.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const job = JSON.parse(process.argv[2]);
const program = fileURLToPath(import.meta.resolve("@modelcontextprotocol/inspector/package.json"));
const server = job.command ?? ["--server-url", job.url, "--transport", job.transport];
if (job.token) server.push("--header", `Authorization: Bearer ${job.token}`);

// What one run prints first. A tool that failed is a result, whatever the exit code.
function run(method, ...flags) {
  const cli = program.replace("package.json", "clients/launcher/build/index.js");
  const words = ["--cli", ...server, "--protocol-era", job.era, "--method", method, ...flags];
  const options = { maxBuffer: 1 << 24 };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [cli, ...words, "--quiet", "--format", "json"], options, (error, stdout, stderr) => {
      const first = stdout.split("\n", 1)[0];
      const { result } = first ? JSON.parse(first) : {};
      // Exit code 5: a tool that failed. 6: what `--strict` would not have.
      if (result && error?.code !== 6) resolve(result);
      else reject(new Error(`${method}: ${stderr || error}`));
    });
  });
}

const text = (result) => result.content.map((block) => block.text).join("\n");
const call = (name, args) =>
  run("tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(args ?? {}));
const read = (uri) => run("resources/read", "--uri", uri);

const [opened, tools, prompts, resources, templates] = await Promise.all([
  run("initialize"),
  // Strict: schemas that some models could not use would be an error.
  run("tools/list", "--strict"),
  run("prompts/list"),
  run("resources/list"),
  run("resources/templates/list"),
]);
const [structured, counted, failure, wrong, afterwards] = await Promise.all([
  call("add", { a: 2, b: 3 }),
  call("count", { to: 3 }),
  call("fail"),
  call("add", { a: "two" }),
  call("echo", { text: "still here" }),
]);
const [about, city, visit] = await Promise.all([
  read("demo://about"),
  read("demo://cities/portugal/lisbon"),
  run("prompts/get", "--prompt-name", "plan-visit", "--prompt-args", "country=Portugal"),
]);

console.log(
  JSON.stringify({
    version: opened.protocolVersion,
    server: opened.serverInfo.name,
    tools: tools.tools.map((tool) => tool.name).sort(),
    prompts: prompts.prompts.map((prompt) => prompt.name).sort(),
    resources: resources.resources.map((resource) => resource.uri).sort(),
    templates: templates.resourceTemplates.map((template) => template.uriTemplate),
    structured: structured.structuredContent,
    counted: text(counted),
    failure: [failure.isError, text(failure)],
    wrong_arguments: wrong.isError,
    resource: about.contents[0].text,
    template: city.contents[0].text,
    prompt: visit.messages[0].content.text,
    afterwards: text(afterwards),
  }),
);
