/** What one field is filled in with: a line, yes or no, or choices. */

import type { ControlView, Entry } from "../../platform/views";
import { chosen } from "./entries";
import css from "./question.module.css";

interface ControlProps {
  id: string;
  control: ControlView;
  entry: Entry;
  required: boolean;
  problem: boolean;
  describedBy: string;
  onChange(entry: Entry): void;
}

export function Control({ control, ...rest }: ControlProps) {
  switch (control.kind) {
    case "text":
      return <TextControl {...rest} keyboard={control.keyboard} />;
    case "flag":
      return <FlagControl {...rest} />;
    case "choice":
      return control.several ? (
        <SeveralControl {...rest} choices={control.choices} />
      ) : (
        <ChoiceControl {...rest} choices={control.choices} />
      );
  }
}

type Rest = Omit<ControlProps, "control">;
type Keyboard = Extract<ControlView, { kind: "text" }>["keyboard"];

function TextControl({ keyboard, entry, onChange, ...rest }: Rest & { keyboard: Keyboard }) {
  return (
    <input
      {...attributes(rest)}
      inputMode={keyboard}
      value={entry.kind === "text" ? entry.text : ""}
      onChange={(event) => onChange({ kind: "text", text: event.target.value })}
      autoComplete="off"
    />
  );
}

function FlagControl({ entry, onChange, ...rest }: Rest) {
  const value = entry.kind === "flag" ? (entry.on ? "yes" : "no") : "";
  const change = (value: string) =>
    onChange(value === "" ? { kind: "empty" } : { kind: "flag", on: value === "yes" });
  return (
    <select {...attributes(rest)} value={value} onChange={(event) => change(event.target.value)}>
      <option value="">{unset(rest.required)}</option>
      <option value="yes">Yes</option>
      <option value="no">No</option>
    </select>
  );
}

function ChoiceControl({ choices, entry, onChange, ...rest }: Rest & { choices: string[] }) {
  const value = entry.kind === "chosen" ? String(entry.places[0]) : "";
  const change = (value: string) => onChange(chosen(value === "" ? [] : [Number(value)]));
  return (
    <select {...attributes(rest)} value={value} onChange={(event) => change(event.target.value)}>
      <option value="">{unset(rest.required)}</option>
      {choices.map((choice, place) => (
        <option key={place} value={place}>
          {choice}
        </option>
      ))}
    </select>
  );
}

function SeveralControl({ id, choices, entry, onChange }: Rest & { choices: string[] }) {
  const places = entry.kind === "chosen" ? entry.places : [];
  const toggle = (place: number, on: boolean) => {
    const others = places.filter((one) => one !== place);
    onChange(chosen(on ? [...others, place].sort((a, b) => a - b) : others));
  };
  return (
    <div className={css.several}>
      {choices.map((choice, place) => (
        <label key={place} htmlFor={`${id}-${place}`}>
          <input
            id={`${id}-${place}`}
            type="checkbox"
            checked={places.includes(place)}
            onChange={(event) => toggle(place, event.target.checked)}
          />
          {choice}
        </label>
      ))}
    </div>
  );
}

function attributes({ id, required, problem, describedBy }: Omit<Rest, "entry" | "onChange">) {
  return {
    id,
    "aria-required": required,
    "aria-invalid": problem,
    "aria-describedby": describedBy,
  };
}

function unset(required: boolean): string {
  return required ? "Choose" : "No answer";
}
