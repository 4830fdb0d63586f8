import { z } from "zod";
import { editedVersion, idInPath, missingOr, mustBeOneOf, optionalText } from "../../../shared/fields.ts";
import { withoutCardNumbers } from "../../../shared/money/card-numbers.ts";
import { isDay } from "../../../shared/places/days.ts";
import { readTime } from "../../../shared/places/hours.ts";
import {
  checked,
  type IqamahRule,
  MADHABS,
  METHODS,
  PRAYERS,
  RULE_MAX,
  readRule,
} from "../../../shared/places/iqamah-rules.ts";

const DAYS_DEFAULT = 7;
const DAYS_MAX = 60;
const FIRST_YEAR = 2000; // adhan is computed for the centuries around it only
const LAST_YEAR = 2099;
const RULES_MAX = 30;
const JUMUAHS_MAX = 24;
const ROW_MAX = 300; // of a Friday prayer in one line, with its hall and its language
const TEXT_MAX = 60; // of a hall or a language, which stand in one line on a phone

const dayOf = (label: string) => {
  const error = `${label} must be a day such as 2026-12-31, from ${FIRST_YEAR} to ${LAST_YEAR}`;
  return z
    .string({ error: missingOr(label, error) })
    .refine(
      (text) =>
        isDay(text) && Number(text.slice(0, 4)) >= FIRST_YEAR && Number(text.slice(0, 4)) <= LAST_YEAR,
      error,
    );
};

const wholeDays = `days must be a whole number from 1 to ${DAYS_MAX}`;
export const prayerInput = z.object({
  id: idInPath,
  from: z
    .union([z.literal("").transform(() => undefined), dayOf("from")])
    .optional()
    .describe("the first day, today at the masjid by default"),
  days: z.coerce
    .number({ error: wholeDays })
    .int(wholeDays)
    .min(1, wholeDays)
    .max(DAYS_MAX, wholeDays)
    .default(DAYS_DEFAULT)
    .describe("how many days"),
});

const RULE = "Rule must be such as fixed 13:30, adhan + 10, or every 15 minutes, rounded up";
const minutes = z.number({ error: RULE });
const ruleObject = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("fixed"), time: z.string({ error: RULE }).max(RULE_MAX, RULE) }),
    z.object({ kind: z.literal("after"), minutes }),
    z.object({ kind: z.literal("rounded"), every: minutes, after: minutes.default(0) }),
  ],
  { error: RULE },
);
type SentRule = string | z.output<typeof ruleObject>;

function ruleOf(sent: SentRule): IqamahRule | null {
  if (typeof sent === "string") return readRule(sent);
  return sent.kind === "fixed" ? readRule(`fixed ${sent.time}`) : checked(sent);
}

const rule = z
  .union([z.string().max(RULE_MAX, RULE), ruleObject], { error: RULE })
  .transform((sent, ctx): IqamahRule => {
    const read = ruleOf(sent);
    if (read !== null) return read;
    ctx.addIssue(RULE);
    return z.NEVER;
  })
  .nullable();

const TIME = "Time must be such as 13:15";
const time = z
  .string({ error: TIME })
  .max(RULE_MAX, TIME)
  .transform((text, ctx): string => {
    const read = readTime(text);
    if (read !== null) return read;
    ctx.addIssue(TIME);
    return z.NEVER;
  })
  .nullable();

const ROW = /^(?<prayer>[a-z]+)[\s:]+(?<rule>.+?)\s+from\s+(?<from>\S+)$/i;
const FRIDAY_ROW = /^(?<time>.+?)\s+from\s+(?<from>\S+?)(?:,\s*(?<hall>[^,]*))?(?:,\s*(?<language>[^,]*))?$/i;

/** `dhuhr fixed 13:30 from 2026-03-08`, and anything else as it is. The patterns are slow with long texts. */
const inWords = (pattern: RegExp) => (sent: unknown) => {
  if (typeof sent !== "string") return sent;
  const row = sent.length > ROW_MAX ? "" : sent.trim().replace(/\s+/g, " ");
  return { ...pattern.exec(row)?.groups } as unknown;
};

const iqamahRow = z.object({
  prayer: z
    .string({ error: mustBeOneOf("Prayer", PRAYERS) })
    .toLowerCase()
    .pipe(z.enum(PRAYERS, { error: mustBeOneOf("Prayer", PRAYERS) })),
  rule,
  from: dayOf("from"),
});
const jumuahRow = z.object({
  time,
  hall: optionalText("Hall", TEXT_MAX).transform(withoutCardNumbers),
  language: optionalText("Language", TEXT_MAX).transform(withoutCardNumbers),
  from: dayOf("from"),
});

/** What a masjid says from now on. What is left out stays as it is. */
export const saidFields = {
  method: z
    .enum(METHODS, { error: mustBeOneOf("Method", METHODS) })
    .nullish()
    .describe("how adhan is computed"),
  madhab: z
    .enum(MADHABS, { error: mustBeOneOf("Madhab", MADHABS) })
    .nullish()
    .describe("the school that decides when Asr begins"),
  iqamah: z
    .array(z.preprocess(inWords(ROW), iqamahRow), { error: "Iqamah must be a list" })
    .max(RULES_MAX, `There can be at most ${RULES_MAX} rules`)
    .optional()
    .describe("dhuhr fixed 13:30 from 2026-03-08; or adhan + 10, or every 15 minutes, rounded up"),
  jumuah: z
    .array(z.preprocess(inWords(FRIDAY_ROW), jumuahRow), { error: "Jumuah must be a list" })
    .max(JUMUAHS_MAX, `There can be at most ${JUMUAHS_MAX} Friday prayers`)
    .optional()
    .describe("all Friday prayers: 13:15 from 2026-03-06, Main hall, English"),
};
export const saveInput = z.object({ ...saidFields, id: idInPath, updatedAt: editedVersion });
export const ownInput = z.object({ id: idInPath });

const SAID_BY = ["owner", "staff"] as const;
/** Who said it, and when. After 60 days it is not confirmed. */
const said = { by: z.enum(SAID_BY), saidAt: z.date(), confirmed: z.boolean() };
const prayer = z.enum(PRAYERS);

const jumuahOutput = z.object({
  /** `HH:MM` at the masjid. */
  time: z.string(),
  at: z.date(),
  /** Empty where nothing is said. */
  hall: z.string(),
  language: z.string(),
  ...said,
});

const prayerDay = z.object({
  date: z.string(),
  /** Null where the sun does not rise. */
  sunrise: z.string().nullable(),
  prayers: z.array(
    z.object({
      prayer,
      /** Computed, `HH:MM` at the masjid; null if it cannot be, which `note` explains. */
      adhan: z.string().nullable(),
      adhanAt: z.date().nullable(),
      /** As the masjid says it; null if it says nothing. */
      iqamah: z.object({ time: z.string(), at: z.date(), rule: z.string(), ...said }).nullable(),
    }),
  ),
  /** On a Friday. */
  jumuah: z.array(jumuahOutput),
  /** Why a time is missing. */
  note: z.string().nullable(),
  /** When Isha has been prayed, after which the next day is shown. */
  endsAt: z.date(),
});
export type PrayerDay = z.input<typeof prayerDay>;

const rowsOutput = {
  iqamah: z.array(
    z.object({
      prayer,
      rule: z.string().nullable(),
      from: z.string(),
      by: z.enum(SAID_BY),
      saidAt: z.date(),
    }),
  ),
  jumuah: z.array(
    z.object({
      time: z.string().nullable(),
      hall: z.string(),
      language: z.string(),
      from: z.string(),
      by: z.enum(SAID_BY),
      saidAt: z.date(),
    }),
  ),
};

const calculation = {
  method: z.enum(METHODS),
  madhab: z.enum(MADHABS),
  /** Who chose them; the country, if neither the masjid nor staff did. */
  calculationBy: z.enum(["country", ...SAID_BY]),
};

export const prayerOutput = z.object({
  id: z.string(),
  name: z.string(),
  timeZone: z.string(),
  /** The day at the masjid. */
  today: z.string(),
  ...calculation,
  /** What adhan is computed from. Null if neither the position of the masjid nor its city is known. */
  position: z.enum(["place", "city"]).nullable(),
  /** Whose position it is, unless it is that of the masjid. */
  city: z.string().nullable(),
  days: z.array(prayerDay),
  /** The next Friday, today included; null if nothing was ever said about it. */
  friday: z.object({ date: z.string(), jumuah: z.array(jumuahOutput) }).nullable(),
  /** What begins after today: rules in words. */
  planned: z.array(z.object({ name: z.string(), text: z.string(), from: z.string() })),
  /** When something was last said; null if nothing was. */
  changedAt: z.date().nullable(),
  computedAt: z.date(),
});
export type PrayerTimes = z.input<typeof prayerOutput>;

/** What is said now and for later, for those who edit it. A rule or a time that is null ends what was said before. */
export const editedPrayer = z.object({
  id: z.string(),
  today: z.string(),
  ...calculation,
  /** What counts where no one chooses. */
  defaults: z.object({ method: z.enum(METHODS), madhab: z.enum(MADHABS) }),
  ...rowsOutput,
  /** When something was last said; the creation of the place if nothing was. */
  updatedAt: z.date(),
});
export type EditedPrayer = z.input<typeof editedPrayer>;
