/**
 * Tells the story in Chromium, on the scripted host: `node tests/browser.ts FOLDER`, where the folder
 * takes the built page and the pictures.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { Builder, type WebDriver } from "selenium-webdriver";
import { type Driver, Options, ServiceBuilder } from "selenium-webdriver/chrome.js";
import { build, preview } from "vite";

import { find } from "./children.ts";
import { Page } from "./page.ts";
import { run } from "./run.ts";
import { story, type World } from "./story.ts";

const root = join(import.meta.dirname, "..");
const folder = process.argv[2] ?? join(root, "dist");

/** The policy of the app's window, under which the page must work. */
function policy(): string {
  const text = readFileSync(join(root, "../src-tauri/tauri.conf.json"), "utf8");
  return (JSON.parse(text) as { app: { security: { csp: string } } }).app.security.csp;
}

function look(scheme: string) {
  return async (driver: WebDriver) => {
    const features = [{ name: "prefers-color-scheme", value: scheme }];
    await (driver as Driver).sendDevToolsCommand("Emulation.setEmulatedMedia", { features });
  };
}

const world: World = {
  target: "demo --shelf 7",
  protocol: "2026-07-28",
  missing: {
    target: "nothing-there",
    sentence: "nothing-there: connect: the program was not found; check how it is written",
  },
  failed: "demo: tools/call: the server answered with error -32000: the shelf is empty",
  cancelled: async () => undefined,
  opened: async () => undefined,
  kill: () => undefined,
  ended: async () => undefined,
};

const outDir = join(folder, "page");
await build({ root, mode: "browser", logLevel: "warn", build: { outDir, emptyOutDir: true } });
const server = await preview({
  root,
  mode: "browser",
  logLevel: "warn",
  build: { outDir },
  preview: { host: "127.0.0.1", port: 4173, headers: { "Content-Security-Policy": policy() } },
});
const options = new Options();
options.setBinaryPath(find("chromium", "chromium-browser", "google-chrome"));
options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1120,860");
const driver = await new Builder()
  .forBrowser("chrome")
  .setChromeOptions(options)
  .setChromeService(new ServiceBuilder(find("chromedriver")))
  .build();
try {
  await driver.get(server.resolvedUrls?.local[0] ?? "");
  const looks = { dark: look("dark"), light: look("light") };
  const held = await run("ui", new Page(driver, join(folder, "screens"), looks), world, story);
  process.exitCode = held ? 0 : 1;
} finally {
  await driver.quit();
  await server.close();
}
