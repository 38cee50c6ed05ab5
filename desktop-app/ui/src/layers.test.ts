/** What the README says about the parts of the page, as a test. */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const root = import.meta.dirname;
const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((file) => !file.endsWith(".test.ts"));

function text(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function imports(file: string): string[] {
  return [...text(file).matchAll(/from "([^"]+)"|import "([^"]+)"/g)].map(
    ([, from, bare]) => from ?? bare ?? "",
  );
}

function importing(what: RegExp): string[] {
  return files.filter((file) => imports(file).some((from) => what.test(from)));
}

test("only one file knows Tauri", () => {
  expect(importing(/^@tauri-apps\//)).toEqual(["platform/tauri.ts"]);
});

test("only the beginning chooses a host", () => {
  expect(importing(/^#host$/)).toEqual(["main.tsx"]);
  expect(importing(/platform\/(tauri|browser|script)$/)).toEqual([]);
});

test("parts know no feature, and the host knows nothing above it", () => {
  const below = (folder: string) => files.filter((file) => file.startsWith(folder));
  const reaching = (folder: string, what: RegExp) =>
    below(folder).filter((file) => imports(file).some((from) => what.test(from)));
  expect(reaching("parts/", /features\/|app\//)).toEqual([]);
  expect(reaching("platform/", /features\/|app\/|parts\/|^react/)).toEqual([]);
});

test("nothing writes markup or styles from text", () => {
  const dangerous = /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|style=\{/;
  expect(files.filter((file) => dangerous.test(text(file)))).toEqual([]);
});

test("a file has 200 lines at the most", () => {
  const long = files.filter((file) => text(file).split("\n").length > 201);
  expect(long.filter((file) => !/platform\/(views|script)\.ts$/.test(file))).toEqual([]);
});
