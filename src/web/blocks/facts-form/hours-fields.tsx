import { type ReactNode, useState } from "react";
import { UNSAVED } from "../../lib/form/unsaved-text.ts";
import { Field } from "../../ui/field/field.tsx";
import { FACTS } from "./content.ts";
import type { TypedWeek } from "./hours-values.ts";
import { WeekFields } from "./week-fields.tsx";

interface HoursFieldsProps {
  readonly week: TypedWeek;
  readonly setWeek: (week: TypedWeek) => void;
  readonly ramadan: TypedWeek;
  readonly setRamadan: (week: TypedWeek) => void;
  readonly isChanged: boolean;
  readonly note: string;
  readonly error: string | undefined;
  readonly others: ReactNode;
}

/** The hours of a week, those of Ramadan behind a fold, and a note. */
export function HoursFields(props: HoursFieldsProps) {
  const { week, setWeek, ramadan, setRamadan, isChanged, note, error, others } = props;
  const [hasRamadan] = useState(() => Object.values(ramadan).some(({ mode }) => mode !== "usual"));
  return (
    // the name and the tab index let an error of the hours focus it
    <fieldset className="facts-form-hours" name="hours" tabIndex={-1} {...(isChanged && UNSAVED)}>
      <legend>{FACTS.hours}</legend>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {others}
      <WeekFields kind="week" week={week} onChange={setWeek} />
      <details className="facts-form-ramadan" open={hasRamadan || undefined}>
        <summary>{FACTS.ramadan}</summary>
        <p className="soft">{FACTS.ramadanText}</p>
        <WeekFields kind="ramadan" week={ramadan} onChange={setRamadan} />
      </details>
      <Field
        name="note"
        label={FACTS.note}
        defaultValue={note}
        placeholder={FACTS.noteHint}
        autoComplete="off"
      />
    </fieldset>
  );
}
