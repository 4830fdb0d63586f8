import { type ReactNode, useId, useState } from "react";
import { FACTS, MODES } from "../../../copy/en/facts.ts";
import { type Day, longDay } from "../../../shared/places/days.ts";
import { DAY_NAMES, WEEK_DAYS, type WeekDay } from "../../../shared/places/hours.ts";
import { EID_NAMES, EIDS, nextEid } from "../../../shared/places/islamic-calendar.ts";
import { UNSAVED } from "../../lib/drafts.ts";
import { Button } from "../controls/button.tsx";
import { Field } from "../form/field.tsx";
import {
  type DayMode,
  newSpecial,
  type TypedDay,
  type TypedHours,
  type TypedSpecial,
  type TypedWeek,
  withMode,
  withMore,
  withRange,
} from "./hours-values.ts";

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

const RANGES_MAX = 3; // in the form; more can be sent over the API
const SHORT = 3; // letters of a day that show

interface WeekFieldsProps {
  readonly kind: "week" | "ramadan";
  readonly week: TypedWeek;
  readonly onChange: (week: TypedWeek) => void;
}

/** The hours of seven days. A day can take over those of the day before it, the first gives its own to all. */
function WeekFields({ kind, week, onChange }: WeekFieldsProps) {
  const set = (day: WeekDay, typed: TypedDay) => onChange({ ...week, [day]: typed });
  const suffix = kind === "ramadan" ? FACTS.inRamadan : "";
  const copyToAll = () => {
    const all = WEEK_DAYS.map((day) => [day, week.mon] as const);
    onChange({ ...week, ...Object.fromEntries(all) });
  };
  return (
    <ul className="facts-form-week">
      {WEEK_DAYS.map((day, n) => {
        const before = WEEK_DAYS[n - 1];
        const name = `${DAY_NAMES[day]}${suffix}`;
        return (
          <li key={day}>
            <DayFields
              {...{ kind, name }}
              face={<ShortDay name={name} />}
              typed={week[day]}
              onChange={(typed) => set(day, typed)}
            >
              {before === undefined ? (
                <Button look="text" className="button-small" onClick={copyToAll}>
                  {FACTS.toAll}
                  {suffix && <span className="visually-hidden">{suffix}</span>}
                </Button>
              ) : (
                <Button
                  look="text"
                  className="button-small"
                  aria-label={FACTS.copyTo(name, DAY_NAMES[before])}
                  onClick={() => set(day, week[before])}
                >
                  {FACTS.sameAs(DAY_NAMES[before])}
                </Button>
              )}
            </DayFields>
          </li>
        );
      })}
    </ul>
  );
}

/** The row of a day stays on one line on a phone: three letters show, the whole name is read. */
const ShortDay = ({ name }: { readonly name: string }) => (
  <>
    {name.slice(0, SHORT)}
    <span className="visually-hidden">{name.slice(SHORT)}</span>
  </>
);

interface DayProps {
  readonly name: string;
  readonly typed: TypedDay;
  readonly onChange: (typed: TypedDay) => void;
}

interface DayFieldsProps extends DayProps {
  readonly kind: keyof typeof MODES;
  /** What shows as the name. */
  readonly face: ReactNode;
  /** At the end of the first line. */
  readonly children?: ReactNode;
}

/** Whether a place is open on a day, and when. */
function DayFields({ kind, name, face, typed, onChange, children }: DayFieldsProps) {
  const id = useId();
  const modes = Object.entries(MODES[kind]) as [DayMode, string][]; // its keys are modes
  return (
    <>
      <div className="facts-form-day">
        <label htmlFor={id}>{face}</label>
        <select
          id={id}
          value={typed.mode}
          onChange={(event) => {
            const mode = modes.find(([each]) => each === event.target.value)?.[0];
            if (mode) onChange(withMode(typed, mode));
          }}
        >
          {modes.map(([mode, text]) => (
            <option key={mode} value={mode}>
              {text}
            </option>
          ))}
        </select>
      </div>
      {children}
      {typed.mode === "open" && <Ranges {...{ name, typed, onChange }} />}
    </>
  );
}

function Ranges({ name, typed, onChange }: DayProps) {
  return (
    <div className="facts-form-ranges">
      {typed.ranges.map(({ opens, closes }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a time is known by its place in the day alone
        <span className="facts-form-range" key={nth}>
          <input
            type="time"
            aria-label={FACTS.opens(name, nth)}
            value={opens}
            onChange={(event) => onChange(withRange(typed, nth, { opens: event.target.value }))}
          />
          {FACTS.to}
          <input
            type="time"
            aria-label={FACTS.closes(name, nth)}
            value={closes}
            onChange={(event) => onChange(withRange(typed, nth, { closes: event.target.value }))}
          />
        </span>
      ))}
      {typed.ranges.length < RANGES_MAX && (
        <Button
          look="text"
          className="button-small"
          aria-label={FACTS.moreOf(name)}
          onClick={() => onChange(withMore(typed))}
        >
          {FACTS.more}
        </Button>
      )}
    </div>
  );
}
