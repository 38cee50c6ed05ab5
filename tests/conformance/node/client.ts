// The client for Node.js that the official conformance suite judges: `client.js URL`.
//
// It does what `tests/src/bin/conformance-client` does, through the package. The suite names the
// scenario and the protocol version in the environment. The exit code is 0 only if what the
// scenario is about really happened; what went over the wire the suite judges by itself.

import assert from "node:assert/strict";
import {
  type Client,
  connect,
  type Delegate,
  type ElicitResult,
  type OAuthOptions,
} from "hostline";

// The suite kills a client after 30 s and may hang when it does, so we give up before.
const DEADLINE = 25_000;

// The address of a client's metadata document that the suite knows of.
const DOCUMENT = "https://conformance-test.local/client-metadata.json";

const url = process.argv.at(-1) ?? "";
const version = process.env["MCP_CONFORMANCE_PROTOCOL_VERSION"] || "auto";

/** Connects to the suite's server, in the version of the scenario. */
function open(delegate?: Delegate): Promise<Client> {
  return connect(url, { protocol: version, delegate });
}

async function names(server: Client): Promise<string[]> {
  return (await server.listTools()).map((tool) => tool.name);
}

/** Calls a tool that must not fail, and gives its text. */
async function call(server: Client, tool: string, args = {}): Promise<string> {
  const { content, isError } = await server.callTool(tool, args);
  const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  assert(!isError, `${tool} failed: ${text}`);
  return text;
}

async function connectOnly(): Promise<void> {
  await using server = await open();
  if (version !== "auto") assert.equal(server.info.version, version);
  assert.equal(server.info.server?.name, "test-server");
}

async function callATool(): Promise<void> {
  await using server = await open();
  assert.deepEqual(await names(server), ["add_numbers"]);
  assert.equal(await call(server, "add_numbers", { a: 2, b: 3 }), "The sum of 2 and 3 is 5");
}

/** The person accepts the form as it stands; the defaults are filled in by the core. */
async function acceptDefaults(): Promise<void> {
  await using server = await open({ elicitForm: () => ({ action: "accept" }) });
  const [tool = ""] = await names(server);
  const said = await call(server, tool);
  assert.deepEqual(JSON.parse(said.replace("Elicitation completed: ", "")), {
    name: "John Doe",
    age: 30,
    score: 95.5,
    status: "active",
    verified: true,
  });
}

/** The stream with the answer breaks, and the answer comes on the next one. */
async function outliveAStream(): Promise<void> {
  await using server = await open();
  assert.deepEqual(await names(server), ["test_reconnection"]);
  const said = await call(server, "test_reconnection");
  assert.equal(said, "Reconnection test completed successfully");
}

/** The server refuses the first request for its version. It offers no features to list. */
async function declareEverything(): Promise<void> {
  await using server = await open({
    elicitForm: () => ({ action: "accept" }),
    elicitUrl: () => ({ action: "decline" }),
    createMessage: () => ({
      role: "assistant",
      content: { type: "text", text: "" },
      model: "none",
    }),
    listRoots: () => ({ roots: [] }),
  });
  await server.ping();
}

/** Something that happens once. */
class Moment {
  come = () => {};
  readonly past = new Promise<void>((resolve) => {
    this.come = resolve;
  });
}

/** Confirms whatever is asked, but not before something else has been done. */
class Person implements Delegate {
  #asked = new Moment();
  #decided = new Moment();

  async elicitForm(): Promise<ElicitResult> {
    const decided = this.#decided.past;
    this.#asked.come();
    await decided;
    return { action: "accept", content: { confirmed: true } };
  }

  /** Waits for a question, does something else, and then lets it be answered. */
  async think<T>(meanwhile: () => Promise<T>): Promise<T> {
    await this.#asked.past;
    this.#asked = new Moment();
    const done = await meanwhile();
    this.#decided.come();
    this.#decided = new Moment();
    return done;
  }
}

/** While one call waits for its input, another must not be given any of it. */
async function answerInRounds(): Promise<void> {
  const person = new Person();
  await using server = await open(person);
  await names(server);
  const [echoed, unrelated] = await Promise.all([
    call(server, "test_mrtr_echo_state"),
    person.think(() => call(server, "test_mrtr_unrelated")),
  ]);
  assert.deepEqual([echoed, unrelated], ["echo-state-ok", "unrelated-ok"]);
  const [stateless] = await Promise.all([
    call(server, "test_mrtr_no_state"),
    person.think(async () => {}),
  ]);
  assert.equal(stateless, "no-state-ok");
  assert.equal(await call(server, "test_mrtr_no_result_type"), "no-result-type-test-ok");
}

/** Each feature has headers of its own. */
async function useEveryFeature(): Promise<void> {
  await using server = await open();
  const tools = await names(server);
  assert.deepEqual(tools, ["test_headers", "my-hyphenated-tool"]);
  for (const tool of tools) await call(server, tool);
  const resources = await server.listResources();
  assert.equal(resources.length, 2);
  for (const { uri } of resources) await server.readResource(uri);
  const prompts = await server.listPrompts();
  assert.equal(prompts.length, 1);
  for (const { name } of prompts) await server.getPrompt(name);
}

async function makePreparedCalls(): Promise<void> {
  const { toolCalls } = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "");
  await using server = await open();
  assert.equal(toolCalls.length, (await names(server)).length);
  for (const prepared of toolCalls) await call(server, prepared.name, prepared.arguments);
}

async function keepValidTools(): Promise<void> {
  await using server = await open();
  const tools = await server.listTools();
  assert.deepEqual(
    tools.map((tool) => tool.name),
    ["valid_tool"],
  );
  assert.equal(tools.dropped.length, 11);
  await call(server, "valid_tool", { region: "us-west1" });
}

/** The schema is really used, so that there is a reason to fetch what it refers to. */
async function refuseADistantSchema(): Promise<void> {
  await using server = await open();
  assert.deepEqual(await names(server), ["lookup_user"]);
  const checked = server.callTool("lookup_user", { id: "ann" }, { checkArguments: true });
  await assert.rejects(checked, { code: "invalid_input" });
}

/** What was received is sent back, byte by byte. */
async function returnASchema(): Promise<void> {
  await using server = await open();
  const rich = (await server.listTools()).find((tool) => tool.name !== "json_schema_echo");
  assert(rich, "there is no tool");
  assert.equal(await call(server, "json_schema_echo", { schema: rich.inputSchema }), "echoed");
}

/** A person who agrees to everything. Nobody listens where the suite sends the browser. */
const browser: Delegate = {
  async openAddress({ address }, { signal }) {
    const page = await fetch(address, { redirect: "manual", signal });
    return { returnedTo: page.headers.get("location") ?? page.url };
  },
};

/** How the client is known: beforehand where the suite says so, else by its document. */
async function account(scenario: string): Promise<OAuthOptions> {
  if (scenario !== "auth/pre-registration") return { clientId: DOCUMENT };
  const context = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "");
  const { origin, pathname } = new URL(url);
  const known = await fetch(`${origin}/.well-known/oauth-protected-resource${pathname}`);
  const { authorization_servers } = (await known.json()) as { authorization_servers: string[] };
  return {
    clientId: context.client_id,
    clientSecret: context.client_secret,
    // The one that a person has registered the client with.
    issuer: authorization_servers[0] ?? "",
  };
}

/** A program does the same in each of them: it connects, lists the tools and calls them. */
async function signIn(scenario: string): Promise<void> {
  await using server = await connect(url, {
    protocol: version,
    oauth: await account(scenario),
    tokenStore: { kind: "memory" },
    delegate: browser,
  });
  for (const tool of await names(server)) await call(server, tool);
}

const scenarios: Record<string, () => Promise<void>> = {
  initialize: connectOnly,
  tools_call: callATool,
  "elicitation-sep1034-client-defaults": acceptDefaults,
  "sse-retry": outliveAStream,
  "request-metadata": declareEverything,
  "sep-2322-client-request-state": answerInRounds,
  "http-standard-headers": useEveryFeature,
  "http-custom-headers": makePreparedCalls,
  "http-invalid-tool-headers": keepValidTools,
  "json-schema-ref-no-deref": refuseADistantSchema,
  "json-schema-2020-12-preservation": returnASchema,
};

setTimeout(() => {
  console.error(`client: not done after ${DEADLINE} ms`);
  process.exit(1);
}, DEADLINE).unref();
const scenario = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
const play = scenario.startsWith("auth/") ? () => signIn(scenario) : scenarios[scenario];
assert(play, `${scenario} cannot be played yet`);
await play();
