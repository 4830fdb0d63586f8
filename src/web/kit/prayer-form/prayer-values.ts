import { z } from "zod";
import { type EditedPrayer, saidFields } from "../../../modules/places/prayer/schema.ts";
import { type Day, longDay } from "../../../shared/places/days.ts";
import {
  jumuahText,
  MADHAB_NAMES,
  METHOD_NAMES,
  PRAYER_NAMES,
  PRAYERS,
  type Prayer,
  readRule,
  ruleText,
} from "../../../shared/places/iqamah-rules.ts";

export const schema = z.object(saidFields);
export type SentPrayer = z.input<typeof schema>;

export type RuleKind = "none" | "fixed" | "after" | "rounded";

/** A rule as it is typed; the fields of other kinds are kept. */
export interface TypedRule {
  readonly key: string;
  readonly kind: RuleKind;
  readonly time: string;
  readonly minutes: string;
  readonly every: string;
  readonly from: string;
}

/** The rule of now, which can be none, and those of later days. */
export type TypedRules = readonly [TypedRule, ...TypedRule[]];

export interface TypedJumuah {
  readonly key: string;
  /** What is said of the hall ends on that day. */
  readonly ends: boolean;
  readonly time: string;
  readonly hall: string;
  readonly language: string;
  readonly from: string;
}

export interface TypedPrayer {
  readonly rules: Readonly<Record<Prayer, TypedRules>>;
  readonly jumuah: readonly TypedJumuah[];
  readonly method: EditedPrayer["method"];
  readonly madhab: EditedPrayer["madhab"];
}

const newKey = () => crypto.randomUUID();

export const newRule = (from: Day): TypedRule => ({
  ...{ key: newKey(), kind: "none", time: "", minutes: "10", every: "15", from },
});
export const newJumuah = (from: Day): TypedJumuah => ({
  ...{ key: newKey(), ends: false, time: "", hall: "", language: "", from },
});

/** What is said, in a form. `fridays` are those of the place's facts, where there is no list yet. */
export function typedPrayer(saved: EditedPrayer, fridays: readonly string[]): TypedPrayer {
  const { iqamah, jumuah, today, method, madhab } = saved;
  const rulesOf = (prayer: Prayer): TypedRules => {
    const rows = iqamah.filter((row) => row.prayer === prayer).map(typedRule);
    const [first, ...others] = rows;
    return first && first.from <= today ? [first, ...others] : [newRule(today), ...rows];
  };
  const rules = Object.fromEntries(PRAYERS.map((prayer) => [prayer, rulesOf(prayer)]));
  const said = jumuah.map(({ time, hall, language, from }) => ({
    ...{ key: newKey(), ends: time === null, time: time ?? "", hall, language, from },
  }));
  return {
    rules: rules as TypedPrayer["rules"], // each prayer has an entry
    jumuah: jumuah.length > 0 ? said : fridays.map((time) => ({ ...newJumuah(today), time })),
    ...{ method, madhab },
  };
}

function typedRule({ rule, from }: EditedPrayer["iqamah"][number]): TypedRule {
  const read = rule === null ? null : readRule(rule);
  const typed = newRule(from);
  if (read === null) return typed;
  switch (read.kind) {
    case "fixed":
      return { ...typed, kind: "fixed", time: read.time };
    case "after":
      return { ...typed, kind: "after", minutes: String(read.minutes) };
    case "rounded":
      return { ...typed, kind: "rounded", every: String(read.every), minutes: String(read.after) };
  }
}

/** The rule in the words of calls; null for none. One that is not complete is refused by the schema. */
function codeOf({ kind, time, minutes, every }: TypedRule): string | null {
  switch (kind) {
    case "none":
      return null;
    case "fixed":
      return `fixed ${time}`;
    case "after":
      return `adhan + ${minutes}`;
    case "rounded":
      return `adhan + ${minutes || "0"}, every ${every} minutes, rounded up`;
  }
}

/** Equal for rules that mean the same. */
const meaningOf = (code: string | null): string => JSON.stringify(code === null ? null : readRule(code));

interface SentRule {
  /** Of the typed rule. */
  readonly key: string;
  readonly prayer: Prayer;
  readonly rule: string | null;
  readonly from: string;
}

/** All rules, also those that stay: saving confirms them. A rule that was changed begins today, unless another day is chosen. */
export const sentRules = ({ rules }: TypedPrayer, saved: EditedPrayer): readonly SentRule[] =>
  PRAYERS.flatMap((prayer) => {
    const before = saved.iqamah.filter((row) => row.prayer === prayer);
    const [now, ...later] = rules[prayer];
    const own = before.find(({ from }) => from <= saved.today);
    const rule = codeOf(now);
    const isChanged = meaningOf(rule) !== meaningOf(own?.rule ?? null);
    const from = isChanged && now.from === own?.from ? saved.today : now.from;
    const isSent = rule !== null || before.length > 0;
    return [
      ...(isSent ? [{ key: now.key, prayer, rule, from: rule === null ? saved.today : from }] : []),
      ...later.map((each) => ({ key: each.key, prayer, rule: codeOf(each), from: each.from })),
    ];
  });

/** The whole list. If that of today was changed, it begins today. Undefined if nothing was ever said. */
function sentFridays({ jumuah }: TypedPrayer, saved: EditedPrayer): SentPrayer["jumuah"] {
  if (jumuah.length === 0 && saved.jumuah.length === 0) return undefined;
  const isNow = ({ from }: { readonly from: string }) => from <= saved.today;
  const listOf = (
    rows: readonly { readonly time: string | null; readonly hall: string; readonly language: string }[],
  ) => JSON.stringify(rows.map(({ time, hall, language }) => [time, hall.trim(), language.trim()]));
  const isChanged = listOf(jumuah.filter(isNow)) !== listOf(saved.jumuah.filter(isNow));
  return jumuah.map(({ ends, time, hall, language, from }) => ({
    ...{ time: ends ? null : time, hall, language },
    from: isChanged && from <= saved.today ? saved.today : from,
  }));
}

/** What the form sends; null where the default of the country counts. */
export function sentPrayer(typed: TypedPrayer, saved: EditedPrayer): SentPrayer {
  const { defaults } = saved;
  const jumuah = sentFridays(typed, saved);
  return {
    method: typed.method === defaults.method ? null : typed.method,
    madhab: typed.madhab === defaults.madhab ? null : typed.madhab,
    iqamah: sentRules(typed, saved).map(({ prayer, rule, from }) => ({ prayer, rule, from })),
    ...(jumuah && { jumuah }),
  };
}

/** What is said now, as the form sends it. */
export const valuesOf = ({ method, madhab, defaults, iqamah, jumuah }: EditedPrayer): SentPrayer => ({
  method: method === defaults.method ? null : method,
  madhab: madhab === defaults.madhab ? null : madhab,
  iqamah: iqamah.map(({ prayer, rule, from }) => ({ prayer, rule, from })),
  jumuah: jumuah.map(({ time, hall, language, from }) => ({ time, hall, language, from })),
});

/** A part of what the form sends, as a person reads it. */
export function sentText(
  name: keyof SentPrayer,
  sent: SentPrayer,
  defaults: EditedPrayer["defaults"],
): string {
  const { data } = schema.safeParse(sent);
  if (!data) return "";
  switch (name) {
    case "method":
      return METHOD_NAMES[data.method ?? defaults.method];
    case "madhab":
      return MADHAB_NAMES[data.madhab ?? defaults.madhab];
    case "iqamah":
      return (data.iqamah ?? [])
        .map(
          ({ prayer, rule, from }) =>
            `${PRAYER_NAMES[prayer]} ${rule ? ruleText(rule) : "–"}, ${longDay(from)}`,
        )
        .join("; ");
    case "jumuah":
      return (data.jumuah ?? [])
        .map(
          ({ time, from, ...where }) =>
            `${time ? jumuahText({ time, ...where }) : where.hall}, ${longDay(from)}`,
        )
        .join("; ");
  }
}
