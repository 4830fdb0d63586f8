import { type ReactNode, useState } from "react";
import { FACTS } from "../../../copy/en/facts.ts";
import { type Day, longDay } from "../../../shared/places/days.ts";
import { EID_NAMES, EIDS, nextEid } from "../../../shared/places/islamic-calendar.ts";
import { UNSAVED } from "../../lib/drafts.ts";
import { Button } from "../controls/button.tsx";
import { Field } from "../form/field.tsx";
import { newSpecial, type TypedHours, type TypedSpecial } from "./hours-values.ts";
import { DayFields, WeekFields } from "./week-fields.tsx";

interface HoursFieldsProps {
  readonly typed: TypedHours;
  readonly onChange: (typed: TypedHours) => void;
  readonly isChanged: boolean;
  readonly note: string;
  /** At the place. */
  readonly today: Day;
  readonly error: string | undefined;
  /** What other sources say. */
  readonly others: ReactNode;
}

/** The hours of a week, then those of the days that differ behind folds, and a note. */
export function HoursFields(props: HoursFieldsProps) {
  const { typed, onChange, isChanged, note, today, error, others } = props;
  const { week, ramadan, eids, special } = typed;
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
      <WeekFields kind="week" week={week} onChange={(next) => onChange({ ...typed, week: next })} />
      <Fold title={FACTS.special} text={FACTS.specialText} open={special.length > 0}>
        <SpecialFields {...{ special, today }} onChange={(next) => onChange({ ...typed, special: next })} />
      </Fold>
      <Fold
        title={FACTS.ramadan}
        text={FACTS.ramadanText}
        open={Object.values(ramadan).some(({ mode }) => mode !== "usual")}
      >
        <WeekFields
          kind="ramadan"
          week={ramadan}
          onChange={(next) => onChange({ ...typed, ramadan: next })}
        />
      </Fold>
      <Fold
        title={FACTS.eids}
        text={FACTS.eidsText(...EIDS.map((eid) => longDay(nextEid(eid, today))))}
        open={EIDS.some((eid) => eids[eid].mode !== "usual")}
      >
        <ul className="facts-form-week facts-form-apart">
          {EIDS.map((eid) => (
            <li key={eid}>
              <DayFields
                kind="eid"
                name={EID_NAMES[eid]}
                face={EID_NAMES[eid]}
                typed={eids[eid]}
                onChange={(next) => onChange({ ...typed, eids: { ...eids, [eid]: next } })}
              />
            </li>
          ))}
        </ul>
      </Fold>
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

interface FoldProps {
  readonly title: string;
  readonly text: string;
  /** When it is first shown. */
  readonly open: boolean;
  readonly children: ReactNode;
}

function Fold({ title, text, open, children }: FoldProps) {
  const [isOpen] = useState(open);
  return (
    <details className="facts-form-fold" open={isOpen || undefined}>
      <summary>{title}</summary>
      <p className="soft">{text}</p>
      {children}
    </details>
  );
}

interface SpecialFieldsProps {
  readonly special: readonly TypedSpecial[];
  readonly today: Day;
  readonly onChange: (special: readonly TypedSpecial[]) => void;
}

/** Holidays and other days with their own hours. */
function SpecialFields({ special, today, onChange }: SpecialFieldsProps) {
  const set = (key: string, change: Partial<TypedSpecial>) =>
    onChange(special.map((each) => (each.key === key ? { ...each, ...change } : each)));
  return (
    <>
      <ul className="facts-form-week facts-form-apart">
        {special.map(({ key, from, to, hours }, n) => {
          const name = FACTS.specialOf(n + 1);
          const day = (label: string, value: string, change: (value: string) => Partial<TypedSpecial>) => (
            <input
              type="date"
              aria-label={`${name}, ${label}`}
              value={value}
              min={today}
              onChange={(event) => set(key, change(event.target.value))}
            />
          );
          return (
            <li key={key}>
              <div className="facts-form-days">
                {day(FACTS.specialFrom, from, (value) => ({ from: value, ...(to < value && { to: value }) }))}
                {FACTS.to}
                {day(FACTS.specialTo, to, (value) => ({ to: value }))}
              </div>
              <DayFields
                kind="special"
                name={name}
                face={name}
                typed={hours}
                onChange={(next) => set(key, { hours: next })}
              >
                <Button
                  look="text"
                  className="button-small"
                  aria-label={FACTS.removeSpecial(name)}
                  onClick={() => onChange(special.filter((each) => each.key !== key))}
                >
                  {FACTS.remove}
                </Button>
              </DayFields>
            </li>
          );
        })}
      </ul>
      <Button look="quiet" className="button-small" onClick={() => onChange([...special, newSpecial(today)])}>
        {FACTS.addSpecial}
      </Button>
    </>
  );
}
