// A thread with a connection of its own.

import { parentPort, workerData } from "node:worker_threads";
import { connect } from "hostline";

const server = await connect(workerData.target);
if (workerData.ends) {
  const tools = await server.listTools();
  parentPort?.postMessage(tools.map((tool) => tool.name));
} else {
  for (let n = 0; n < 100; n += 1) void server.call("testing/sleep", { ms: n * 1000 });
  await server.callTool("wait", {}, { onProgress: () => parentPort?.postMessage("waiting") });
}
