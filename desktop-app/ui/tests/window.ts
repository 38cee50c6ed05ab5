/**
 * Tells the story in the app's own window, with a real server behind it:
 * `node tests/window.ts PROGRAMS FOLDER`, where the first folder has the programs of the workspace
 * and the second takes what the test writes.
 *
 * The window stands on a display of its own, where nobody sees it.
 */

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Builder, Capabilities, type WebDriver } from "selenium-webdriver";

import { alive, endAll, find, firstLine, start } from "./children.ts";
import { guard } from "./guard.ts";
import { Page } from "./page.ts";
import { run } from "./run.ts";
import { type Step, story, type World } from "./story.ts";

const [programs = "", folder = ""] = process.argv.slice(2);
const temporary = mkdtempSync(join(tmpdir(), "hostline-window-"));
const opened = join(temporary, "opened");
let driverPid = 0;

/** What the command line says about a call: the sentence that every language has. */
function sentence(...words: string[]): string {
  const { stderr } = spawnSync(join(programs, "hostline"), words, { encoding: "utf8" });
  const line = stderr.split("\n").find((line) => line.startsWith("error: "));
  if (!line) throw new Error(`the command line gave no error: ${stderr}`);
  return line.slice("error: ".length);
}

/** What the server wrote down. */
function records(log: string): { at: string; method?: string; pid?: number }[] {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as { at: string });
}

async function eventually(what: string, holds: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`it never came true that ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Everything that the window needs of a desktop, of its own: display, bus, home, browser. */
async function desktop(): Promise<NodeJS.ProcessEnv> {
  const display = start(find("Xvfb"), [
    "-displayfd",
    "1",
    "-screen",
    "0",
    "1280x960x24",
    "-nolisten",
    "tcp",
  ]);
  const bus = start(find("dbus-daemon"), [
    "--session",
    "--nofork",
    "--print-address=1",
    `--address=unix:tmpdir=${temporary}`,
  ]);
  const browser = join(temporary, "bin");
  mkdirSync(browser, { recursive: true });
  writeFileSync(join(browser, "xdg-open"), `#!/bin/sh\nprintf '%s\\n' "$1" >> '${opened}'\n`);
  chmodSync(join(browser, "xdg-open"), 0o755);
  const runtime = join(temporary, "run");
  mkdirSync(runtime, { recursive: true, mode: 0o700 });
  return {
    PATH: `${browser}:${process.env["PATH"]}`,
    HOME: temporary,
    XDG_RUNTIME_DIR: runtime,
    LANG: "C.UTF-8",
    DISPLAY: `:${await firstLine(display)}`,
    DBUS_SESSION_BUS_ADDRESS: await firstLine(bus),
    // The web view obeys a driver only where its program says so.
    TAURI_WEBVIEW_AUTOMATION: "true",
  };
}

/** Opens the app's window under a driver. */
async function open(environment: NodeJS.ProcessEnv, port: number): Promise<WebDriver> {
  const service = start(
    find("WebKitWebDriver"),
    [`--port=${port}`, "--host=127.0.0.1"],
    environment,
  );
  driverPid = service.pid ?? 0;
  await eventually("the driver listens", () => listens(port) || service.exitCode !== null);
  const capabilities = new Capabilities({ browserName: "wry" });
  capabilities.set("webkitgtk:browserOptions", { binary: join(programs, "hostline-desktop") });
  return new Builder()
    .withCapabilities(capabilities)
    .usingServer(`http://127.0.0.1:${port}/`)
    .build();
}

function listens(port: number): boolean {
  const wanted = port.toString(16).toUpperCase().padStart(4, "0");
  return readFileSync("/proc/net/tcp", "utf8").includes(`0100007F:${wanted} 00000000:0000 0A`);
}

/** A port that nothing listens on. */
function freePort(): number {
  let port = 20_000 + (process.pid % 20_000);
  while (listens(port)) port += 1;
  return port;
}

/** The process of the app, which its driver has started. */
function app(): number {
  const children = readFileSync(`/proc/${driverPid}/task/${driverPid}/children`, "utf8");
  return Number(children.split(" ")[0]);
}

/** A server that speaks one version. */
function worldOf(protocol: string): World {
  const log = join(temporary, `log-${protocol}`);
  const missing = join(temporary, "no-server");
  const target = [
    join(programs, "scripted-peer"),
    `stdio --version ${protocol} --log ${log}`,
    `--scenario ${join(import.meta.dirname, "peer.json")}`,
  ].join(" ");
  return {
    target,
    protocol,
    missing: { target: missing, sentence: sentence("tools", missing) },
    failed: sentence("call", target, "empty"),
    cancelled: () =>
      eventually("the server hears that the call was cancelled", () =>
        records(log).some((record) => record.method === "notifications/cancelled"),
      ),
    opened: (address) =>
      eventually("the address is opened", () => {
        const lines = existsSync(opened) ? readFileSync(opened, "utf8").split("\n") : [];
        return lines.at(-2) === address;
      }),
    kill: () => {
      const pids = records(log).flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
      pids.filter(alive).forEach((pid) => process.kill(pid, "SIGKILL"));
    },
    ended: () =>
      eventually("the server has ended", () =>
        records(log).every((record) => record.pid === undefined || !alive(record.pid)),
      ),
  };
}

/** Tells the story in a new window of one look. */
async function tell(
  environment: NodeJS.ProcessEnv,
  look: string,
  theme: string,
  world: World,
  steps: Step[],
): Promise<boolean> {
  const driver = await open({ ...environment, GTK_THEME: theme }, freePort());
  const page = new Page(driver, join(folder, "screens"), { [look]: async () => undefined });
  const held = await run("window", page, world, steps);
  // The window may have ended as a part of the story.
  await driver.quit().catch(() => undefined);
  return held;
}

try {
  const environment = await desktop();
  const dark = await tell(environment, "dark", "Adwaita:dark", worldOf("2025-11-25"), story);
  const steps = [...story, ...guard(app)];
  const light = await tell(environment, "light", "Adwaita", worldOf("2026-07-28"), steps);
  process.exitCode = dark && light ? 0 : 1;
} finally {
  await endAll();
  rmSync(temporary, { recursive: true, force: true });
}
