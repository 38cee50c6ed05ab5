// Prints what a call costs from JavaScript, one after the other and many at once: see README.md.
// node calls.mjs FOLDER_OF_THE_PACKAGE TARGET TOOL

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, target, tool] = process.argv.slice(2);
const { connect } = await import(pathToFileURL(join(folder, "dist/index.js")).href);
const server = await connect(target);

/** Makes calls, so many at once, and gives what one of them took in microseconds. */
async function measured(count, atOnce) {
  const begun = performance.now();
  const used = process.cpuUsage();
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await server.callTool(tool, { text: "five" });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const { user, system } = process.cpuUsage(used);
  return { wall: ((performance.now() - begun) * 1000) / count, cpu: (user + system) / count };
}

for (const atOnce of [1, 64]) {
  await measured(5_000, atOnce);
  const runs = [];
  for (let n = 0; n < 9; n += 1) runs.push(await measured(10_000, atOnce));
  const said = (what) => {
    const sorted = runs.map((run) => run[what]).sort((a, b) => a - b);
    return `${what} ${sorted[4].toFixed(1)} [${sorted[0].toFixed(1)}-${sorted[8].toFixed(1)}]`;
  };
  console.log(`${atOnce} at once: microseconds of one call: ${said("wall")}, ${said("cpu")}`);
}
await server.close();
