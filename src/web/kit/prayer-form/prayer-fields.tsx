import { type ReactNode, useId } from "react";
import { PRAYER_FORM } from "../../../copy/en/prayer.ts";
import type { FieldErrors } from "../../../shared/errors.ts";
import { type Day, dayAfter } from "../../../shared/places/days.ts";
import { AFTER_MAX, PRAYER_NAMES, PRAYERS, STEPS } from "../../../shared/places/iqamah-rules.ts";
import { Button } from "../controls/button.tsx";
import {
  newJumuah,
  newRule,
  type RuleKind,
  type TypedJumuah,
  type TypedPrayer,
  type TypedRule,
} from "./prayer-values.ts";

interface IqamahFieldsProps {
  readonly rules: TypedPrayer["rules"];
  /** At the masjid. */
  readonly today: Day;
  readonly errors: FieldErrors;
  /** Where a rule is in what is sent; the errors are named after it. -1 if it is not. */
  readonly indexOf: (key: string) => number;
  readonly onChange: (rules: TypedPrayer["rules"]) => void;
}

/** Each prayer with its rule and its first day, and with the rules of later days. */
export function IqamahFields({ rules, today, errors, indexOf, onChange }: IqamahFieldsProps) {
  return (
    <fieldset className="prayer-form-group">
      <legend>{PRAYER_FORM.iqamah}</legend>
      <ul className="prayer-form-rows">
        {PRAYERS.map((prayer) => {
          const [now, ...later] = rules[prayer];
          const name = PRAYER_NAMES[prayer];
          const set = (next: readonly TypedRule[]) => onChange({ ...rules, [prayer]: [now, ...next] });
          const row = (rule: TypedRule, label: string, change: (next: TypedRule) => void) => (
            <RuleFields
              name={label}
              rule={rule}
              path={`iqamah.${indexOf(rule.key)}`}
              errors={errors}
              onChange={change}
            />
          );
          return (
            <li key={prayer}>
              {row(now, name, (next) => onChange({ ...rules, [prayer]: [next, ...later] }))}
              {later.map((rule, n) => {
                const label = PRAYER_FORM.later(name) + (n === 0 ? "" : ` ${n + 1}`);
                return (
                  <div key={rule.key} className="prayer-form-later">
                    {row(rule, label, (next) =>
                      set(later.map((each) => (each.key === next.key ? next : each))),
                    )}
                    <Button
                      look="text"
                      className="button-small"
                      aria-label={PRAYER_FORM.removeOf(label)}
                      onClick={() => set(later.filter(({ key }) => key !== rule.key))}
                    >
                      {PRAYER_FORM.remove}
                    </Button>
                  </div>
                );
              })}
              {now.kind !== "none" && (
                <Button
                  look="text"
                  className="button-small"
                  aria-label={PRAYER_FORM.addLaterOf(name)}
                  onClick={() =>
                    set([...later, { ...newRule(dayAfter(today)), kind: now.kind, time: now.time }])
                  }
                >
                  {PRAYER_FORM.addLater}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

interface RuleFieldsProps {
  readonly name: string;
  readonly rule: TypedRule;
  readonly path: string;
  readonly errors: FieldErrors;
  readonly onChange: (rule: TypedRule) => void;
}

function RuleFields({ name, rule, path, errors, onChange }: RuleFieldsProps) {
  const id = useId();
  const set = (part: Partial<TypedRule>) => onChange({ ...rule, ...part });
  const kinds = Object.entries(PRAYER_FORM.kinds) as [RuleKind, string][]; // its keys are the kinds
  const [wrongRule, wrongDay] = [errors[`${path}.rule`], errors[`${path}.from`]];
  return (
    <>
      <div className="prayer-form-kind">
        <label htmlFor={id}>{name}</label>
        <select
          id={id}
          value={rule.kind}
          onChange={({ target }) => set({ kind: kinds[target.selectedIndex]?.[0] ?? rule.kind })}
        >
          {kinds.map(([kind, text]) => (
            <option key={kind} value={kind}>
              {text}
            </option>
          ))}
        </select>
      </div>
      {rule.kind !== "none" && (
        <div className="prayer-form-when">
          <When
            name={name}
            rule={rule}
            field={`${path}.rule`}
            isWrong={wrongRule !== undefined}
            onChange={set}
          />
          <span>
            {PRAYER_FORM.from}
            <input
              type="date"
              name={`${path}.from`}
              aria-label={PRAYER_FORM.fromOf(name)}
              aria-invalid={wrongDay !== undefined || undefined}
              value={rule.from}
              onChange={({ target }) => set({ from: target.value })}
            />
          </span>
        </div>
      )}
      {wrongRule && <Wrong>{PRAYER_FORM.whenMissing(name)}</Wrong>}
      {wrongDay && <Wrong>{PRAYER_FORM.dayMissing(name)}</Wrong>}
    </>
  );
}

const Wrong = ({ children }: { readonly children: ReactNode }) => (
  <p className="field-error" role="alert">
    {children}
  </p>
);

interface WhenProps extends Pick<RuleFieldsProps, "name" | "rule"> {
  readonly field: string;
  readonly isWrong: boolean;
  readonly onChange: (part: Partial<TypedRule>) => void;
}

/** The time or the numbers of a rule. */
function When({ name, rule: { kind, time, minutes, every }, field, isWrong, onChange }: WhenProps) {
  const wrong = isWrong || undefined;
  if (kind === "fixed")
    return (
      <input
        type="time"
        name={field}
        aria-label={PRAYER_FORM.timeOf(name)}
        aria-invalid={wrong}
        value={time}
        onChange={({ target }) => onChange({ time: target.value })}
      />
    );
  const number = (label: string) => (
    <input
      type="number"
      inputMode="numeric"
      min={0}
      max={AFTER_MAX}
      name={field}
      aria-label={label}
      aria-invalid={wrong}
      value={minutes}
      onChange={({ target }) => onChange({ minutes: target.value })}
    />
  );
  if (kind === "after")
    return (
      <span>
        {number(PRAYER_FORM.minutesOf(name))} {PRAYER_FORM.afterAdhan}
      </span>
    );
  return (
    <>
      <select
        aria-label={PRAYER_FORM.stepOf(name)}
        value={every}
        onChange={({ target }) => onChange({ every: target.value })}
      >
        {STEPS.map((step) => (
          <option key={step} value={step}>
            {PRAYER_FORM.every(step)}
          </option>
        ))}
      </select>
      <span>
        {PRAYER_FORM.atLeast} {number(PRAYER_FORM.leastOf(name))} {PRAYER_FORM.afterAdhan}
      </span>
    </>
  );
}

interface JumuahFieldsProps {
  readonly jumuah: readonly TypedJumuah[];
  readonly today: Day;
  readonly errors: FieldErrors;
  readonly onChange: (jumuah: readonly TypedJumuah[]) => void;
}

/** The Friday prayers, each with hall, language and first day. */
export function JumuahFields({ jumuah, today, errors, onChange }: JumuahFieldsProps) {
  const set = (next: TypedJumuah) => onChange(jumuah.map((each) => (each.key === next.key ? next : each)));
  return (
    <fieldset className="prayer-form-group">
      <legend>{PRAYER_FORM.jumuah}</legend>
      <p className="soft">{PRAYER_FORM.jumuahText}</p>
      <ul className="prayer-form-rows">
        {jumuah.map((each, n) => {
          const name = PRAYER_FORM.jumuahOf(n + 1);
          return (
            <li key={each.key}>
              <div className="prayer-form-kind">
                <strong>{name}</strong>
                <Button
                  look="text"
                  className="button-small"
                  aria-label={PRAYER_FORM.removeOf(name)}
                  onClick={() => onChange(jumuah.filter(({ key }) => key !== each.key))}
                >
                  {PRAYER_FORM.remove}
                </Button>
              </div>
              <FridayFields {...{ name, errors }} typed={each} path={`jumuah.${n}`} onChange={set} />
            </li>
          );
        })}
      </ul>
      <Button
        look="quiet"
        className="button-small"
        onClick={() => onChange([...jumuah, { ...newJumuah(today), hall: "" }])}
      >
        {PRAYER_FORM.addJumuah}
      </Button>
    </fieldset>
  );
}

interface FridayFieldsProps {
  readonly name: string;
  readonly typed: TypedJumuah;
  readonly path: string;
  readonly errors: FieldErrors;
  readonly onChange: (typed: TypedJumuah) => void;
}

function FridayFields({ name, typed, path, errors, onChange }: FridayFieldsProps) {
  const field = (
    key: "time" | "hall" | "language" | "from",
    type: "time" | "text" | "date",
    label: string,
  ) => (
    <input
      type={type}
      name={`${path}.${key}`}
      aria-label={`${name}, ${label.toLowerCase()}`}
      aria-invalid={errors[`${path}.${key}`] !== undefined || undefined}
      placeholder={type === "text" ? label : undefined}
      autoComplete="off"
      value={typed[key]}
      onChange={({ target }) => onChange({ ...typed, [key]: target.value })}
    />
  );
  const wrong = ["time", "hall", "language", "from"].flatMap((key) => errors[`${path}.${key}`] ?? []);
  return (
    <>
      <div className="prayer-form-when">
        {typed.ends ? (
          <span>{PRAYER_FORM.ends(typed.hall)}</span>
        ) : (
          <>
            {field("time", "time", PRAYER_FORM.time)}
            {field("hall", "text", PRAYER_FORM.hall)}
            {field("language", "text", PRAYER_FORM.language)}
          </>
        )}
        <span>
          {PRAYER_FORM.from}
          {field("from", "date", PRAYER_FORM.firstDay)}
        </span>
      </div>
      {wrong[0] && <Wrong>{wrong[0]}</Wrong>}
    </>
  );
}
