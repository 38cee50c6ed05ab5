import { expect, test } from "vitest";

import { chosen, entriesOf } from "./entries";

test("each field begins with its default, or empty", () => {
  const field = { label: "", description: null, required: false };
  const text = { kind: "text", wanted: "", keyboard: "text", value: "Ada" } as const;
  const choice = { kind: "choice", choices: ["x", "y"], several: true } as const;
  const entries = entriesOf({
    kind: "form",
    fields: [
      { ...field, control: text },
      { ...field, control: { kind: "flag", on: false } },
      { ...field, control: { kind: "flag", on: null } },
      { ...field, control: { ...choice, choices: ["x", "y"], chosen: [1] } },
      { ...field, control: { ...choice, choices: ["x", "y"], chosen: [] } },
    ],
  });
  expect(entries).toEqual([
    { kind: "text", text: "Ada" },
    { kind: "flag", on: false },
    { kind: "empty" },
    { kind: "chosen", places: [1] },
    { kind: "empty" },
  ]);
});

test("what is no form has no entries", () => {
  expect(entriesOf({ kind: "unshowable", reason: "" })).toEqual([]);
});

test("choosing none leaves the field empty", () => {
  expect(chosen([])).toEqual({ kind: "empty" });
});
