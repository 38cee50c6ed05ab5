/** What the app's window must hold although the page was taken over, and when it ends. */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { alive } from "./children.ts";
import type { Page } from "./page.ts";
import type { Step } from "./story.ts";

/** Commands that a page must not reach: the façade's other operations, and Tauri's own. */
const FORBIDDEN: [string, object][] = [
  ["call", { op: "testing/live", payload: {} }],
  ["call", { op: "testing/fail", payload: { connection: 1, code: "internal" } }],
  ["call", { op: "events/next", payload: { connection: 1 } }],
  ["call", { op: "close", payload: { connection: 1, operation: "testing/live" } }],
  ["call", { op: "answer", payload: { question: 1, action: "accept", entries: [] } }],
  ["call", { op: "tools/list", payload: { connection: 4711 } }],
  ["exit", {}],
  ["plugin:app|version", {}],
  ["plugin:event|listen", { event: "tauri://focus", target: { kind: "Any" }, handler: 1 }],
  ["plugin:event|emit", { event: "x" }],
  ["plugin:image|from_path", { path: "/etc/passwd" }],
  ["plugin:menu|new", { kind: "Menu" }],
  ["plugin:opener|open_url", { url: "https://example.com" }],
  ["plugin:path|resolve_directory", { directory: 1 }],
  ["plugin:resources|close", { rid: 1 }],
  ["plugin:shell|execute", { program: "true" }],
  ["plugin:webview|create_webview_window", { options: { label: "main2" } }],
  ["plugin:window|create", { options: { label: "main2" } }],
  ["plugin:window|set_title", { label: "main", value: "x" }],
];

/** What a page may not do by itself. Each part of it says whether it was done. */
const ATTEMPTS = `
  const done = arguments[arguments.length - 1];
  const address = arguments[0];
  const tried = {};
  try { tried.eval = (0, eval)("true"); } catch { tried.eval = false; }
  const script = document.createElement("script");
  script.textContent = "window.injected = true";
  document.head.append(script);
  tried.script = window.injected === true;
  tried.opened = window.open(address) !== null;
  tried.globals = "__TAURI__" in window;
  const frame = document.createElement("iframe");
  frame.src = address;
  document.body.append(frame);
  const image = new Image();
  const picture = new Promise((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = address;
  });
  const fetched = fetch(address, { mode: "no-cors" }).then(() => true, () => false);
  Promise.all([picture, fetched]).then(([image, fetch]) => {
    frame.remove();
    done({ ...tried, image, fetch });
  });`;

async function connect(page: Page, target: string): Promise<void> {
  await page.fill("Server", target);
  await page.press("Connect");
  await page.see("Add two numbers");
}

/** A server that only counts who comes. */
async function visitors(act: (address: string) => Promise<void>): Promise<number> {
  let count = 0;
  const server = createServer((_, response) => {
    count += 1;
    response.end("hello");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return count;
}

export function guard(app: () => number): Step[] {
  return [
    {
      name: "a page reaches no command and no operation but its own",
      async run(page, { target }) {
        await connect(page, target);
        for (const [command, payload] of FORBIDDEN) {
          const said = await page.invoke(command, payload);
          assert.match(said, /^refused: /, `${command} ${JSON.stringify(payload)}: ${said}`);
        }
      },
    },
    {
      name: "a page runs nothing from elsewhere and asks nobody else",
      async run(page) {
        const count = await visitors(async (address) => {
          const tried = await page.driver.executeAsyncScript(ATTEMPTS, address);
          const nothing = { eval: false, script: false, opened: false, globals: false };
          assert.deepEqual(tried, { ...nothing, image: false, fetch: false });
        });
        assert.equal(count, 0);
        assert.equal((await page.driver.getAllWindowHandles()).length, 1);
      },
    },
    {
      name: "a window goes nowhere else",
      async run(page) {
        const count = await visitors(async (address) => {
          await page.script("window.location.href = arguments[0];", address);
          await page.script("window.location.href = 'data:text/html,elsewhere';");
          // Each of these waits for the app, which has refused by then.
          assert.match(await page.invoke("exit", {}), /^refused: /);
          assert.match(await page.driver.getCurrentUrl(), /^tauri:\/\/localhost/);
          await page.see("Add two numbers");
        });
        assert.equal(count, 0);
      },
    },
    {
      name: "arguments that are no JSON are said in a sentence",
      async run(page) {
        await page.fill("Arguments", "{");
        await page.press("Call");
        await page.see("the arguments are no JSON");
      },
    },
    {
      name: "a page that is loaded anew owns nothing of the one before",
      async run(page, { ended }) {
        await page.driver.navigate().refresh();
        await page.see("Connect to a server");
        await ended();
      },
    },
    {
      name: "a server that ends by itself is said, and the window goes on",
      async run(page, { target, kill }) {
        await connect(page, target);
        await page.press("Ask the person");
        await page.press("Call");
        await page.see("Where do you want to go?");
        kill();
        await page.see("Connect to a server");
        assert.equal(await page.dialog(), false);
        assert.equal(await page.count("[role=alert]"), 1);
        await page.picture("12-ended");
      },
    },
    {
      name: "the server ends with the app",
      async run(page, { target, ended }) {
        await connect(page, target);
        await page.press("Never end");
        await page.press("Call");
        await page.see("1 of 4: opening the box");
        const pid = app();
        process.kill(pid, "SIGTERM");
        await ended();
        assert.equal(await gone(pid), true);
      },
    },
  ];
}

async function gone(pid: number): Promise<boolean> {
  const end = Date.now() + 10_000;
  while (alive(pid) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  return !alive(pid);
}
