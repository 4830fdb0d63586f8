import { type ReactNode, useId } from "react";
import { FACTS, MODES } from "../../../copy/en/facts.ts";
import { DAY_NAMES, WEEK_DAYS, type WeekDay } from "../../../shared/places/hours.ts";
import { Button } from "../controls/button.tsx";
import {
  type DayMode,
  type TypedDay,
  type TypedWeek,
  withMode,
  withMore,
  withRange,
} from "./hours-values.ts";

const RANGES_MAX = 3; // in the form; more can be sent over the API
const SHORT = 3; // letters of a day that show

interface WeekFieldsProps {
  readonly kind: "week" | "ramadan";
  readonly week: TypedWeek;
  readonly onChange: (week: TypedWeek) => void;
}

/** The hours of seven days. A day can take over those of the day before it, the first gives its own to all. */
export function WeekFields({ kind, week, onChange }: WeekFieldsProps) {
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
export function DayFields({ kind, name, face, typed, onChange, children }: DayFieldsProps) {
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
