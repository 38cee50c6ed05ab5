// Prints how long it takes for data to cross, as text and as values: see README.md.

const addon = { exports: {} };
process.dlopen(addon, process.argv[2]);
const { Data } = addon.exports;

const tool = (n) => ({
  name: `tool-${n}`,
  title: `Tool number ${n}`,
  description: "Does one thing, and says so in a sentence or two. ".repeat(12),
  inputSchema: {
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: 10 }, (_, k) => [
        `argument${k}`,
        { type: "string", description: "What it is good for, at some length. ".repeat(3) },
      ]),
    ),
    required: ["argument0"],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
});

const cases = {
  "a result of 100 bytes": {
    content: [{ type: "text", text: "five" }],
    validation: { status: "valid" },
  },
  "a list of 1,000 tools": { items: Array.from({ length: 1000 }, (_, n) => tool(n)), dropped: [] },
  "a text of 8 MiB": { content: [{ type: "text", text: "0123456789abcde\n".repeat(8 << 16) }] },
};

/** The least and the middle of several measurements, in microseconds. */
function measured(work) {
  work();
  const begun = performance.now();
  work();
  const repeats = Math.max(1, Math.ceil(20 / Math.max(performance.now() - begun, 1e-3)));
  const times = Array.from({ length: 15 }, () => {
    const start = performance.now();
    for (let n = 0; n < repeats; n += 1) work();
    return ((performance.now() - start) * 1000) / repeats;
  }).sort((a, b) => a - b);
  return `${times[7].toFixed(1).padStart(9)} [${times[0].toFixed(1)}]`;
}

for (const [name, value] of Object.entries(cases)) {
  const json = JSON.stringify(value);
  const data = new Data(json);
  console.log(`${name} (${json.length} bytes of JSON), microseconds, median [least]`);
  console.log(`  out of Rust, as text    ${measured(() => JSON.parse(data.text()))}`);
  console.log(`  out of Rust, as values  ${measured(() => data.values())}`);
  console.log(`  into Rust, as text      ${measured(() => Data.readText(JSON.stringify(value)))}`);
  console.log(`  into Rust, as values    ${measured(() => Data.readValues(value))}`);
}
