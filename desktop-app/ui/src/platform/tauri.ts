/** The app: the only file that knows Tauri. */

import { Channel, invoke } from "@tauri-apps/api/core";

import { Failure, type Host } from "./host";
import type { FailureView, Told } from "./views";

async function command<Result>(op: string, payload: object): Promise<Result> {
  try {
    return await invoke<Result>("call", { op, payload });
  } catch (thrown) {
    throw isFailure(thrown) ? new Failure(thrown) : thrown;
  }
}

function isFailure(thrown: unknown): thrown is FailureView {
  return typeof thrown === "object" && thrown !== null && "code" in thrown && "message" in thrown;
}

export const host: Host = {
  call: command,
  listen(hear) {
    const channel = new Channel<Told[]>();
    channel.onmessage = hear;
    return command("listen", { channel });
  },
};
