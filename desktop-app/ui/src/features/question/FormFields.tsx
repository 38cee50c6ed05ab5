/** The fields of a server's form. What fits into them is decided by the host, not here. */

import { useId } from "react";

import type { Entry, FieldView, ProblemView } from "../../platform/views";
import { Control } from "./Control";
import css from "./question.module.css";

interface FormFieldsProps {
  fields: FieldView[];
  entries: Entry[];
  problems: ProblemView[];
  onChange(place: number, entry: Entry): void;
}

export function FormFields({ fields, entries, problems, onChange }: FormFieldsProps) {
  return (
    <>
      {fields.map((field, place) => (
        <Field
          key={place}
          field={field}
          entry={entries[place] ?? { kind: "empty" }}
          problem={problems.find((problem) => problem.field === place)?.reason}
          onChange={(entry) => onChange(place, entry)}
        />
      ))}
      <p className={css.hint}>
        Your answers go to this server. Never give it a password, a key or a card number.
      </p>
    </>
  );
}

interface FieldProps {
  field: FieldView;
  entry: Entry;
  problem: string | undefined;
  onChange(entry: Entry): void;
}

function Field({ field, entry, problem, onChange }: FieldProps) {
  const id = useId();
  const { control } = field;
  const group = control.kind === "choice" && control.several;
  const wanted = control.kind === "text" ? control.wanted : null;
  const label = (
    <>
      {field.label} {!field.required && <span className={css.optional}>optional</span>}
    </>
  );
  const inside = (
    <>
      {group ? <legend>{label}</legend> : <label htmlFor={id}>{label}</label>}
      {field.description && <p className={css.hint}>{field.description}</p>}
      <Control
        id={id}
        control={control}
        entry={entry}
        required={field.required}
        problem={problem !== undefined}
        describedBy={`${id}-more`}
        onChange={onChange}
      />
      <p id={`${id}-more`} className={problem ? css.problem : css.hint}>
        {problem ?? wanted}
      </p>
    </>
  );
  if (group) {
    return (
      <fieldset className={css.field} aria-describedby={`${id}-more`}>
        {inside}
      </fieldset>
    );
  }
  return <div className={css.field}>{inside}</div>;
}
