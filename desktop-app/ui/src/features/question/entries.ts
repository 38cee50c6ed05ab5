/** What a person has filled in so far. */

import type { BodyView, ControlView, Entry } from "../../platform/views";

/** What the fields of a question begin with. */
export function entriesOf(body: BodyView): Entry[] {
  return body.kind === "form" ? body.fields.map((field) => beginning(field.control)) : [];
}

function beginning(control: ControlView): Entry {
  switch (control.kind) {
    case "text":
      return { kind: "text", text: control.value };
    case "flag":
      return control.on === null ? { kind: "empty" } : { kind: "flag", on: control.on };
    case "choice":
      return chosen(control.chosen);
  }
}

/** The numbers of choices as an entry; choosing none leaves the field empty. */
export function chosen(places: number[]): Entry {
  return places.length === 0 ? { kind: "empty" } : { kind: "chosen", places };
}
