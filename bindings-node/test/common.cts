// A program in CommonJS.

import { type Client, connect, HostlineError } from "hostline";

async function main(server: Client): Promise<void> {
  console.log((await server.listTools()).length);
  await server.close();
  await server
    .listTools()
    .catch((error) => console.log(error instanceof HostlineError, error.code));
}

void connect(process.env["TARGET"] ?? "").then(main);
