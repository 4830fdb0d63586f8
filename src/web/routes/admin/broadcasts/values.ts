import { z } from "zod";
import type { Broadcast, createInput } from "../../../../modules/waitlist/broadcasts/schema.ts";

const text = z.string().default("");

/** The fields of the editor as typed; flags are `true`, `false`, or empty for everyone. */
const values = z.object({
  subject: text,
  markdown: text,
  confirmed: text,
  beta: text,
  referred: text,
  neverInvited: text,
  joinedAfter: text,
  joinedBefore: text,
  cityIds: z.array(z.string()).default([]),
  rate: text,
  startsAt: text,
});
export type Values = z.output<typeof values>;
export type TextName = Exclude<keyof Values, "cityIds">;

/** An unsaved text, and the version of the draft that it was typed over. */
const unsaved = z.object({ values, updatedAt: z.string().nullable() });
export type Unsaved = z.output<typeof unsaved>;

export function readUnsaved(stored: string): Unsaved | null {
  if (stored === "") return null;
  return unsaved.safeParse(JSON.parse(stored)).data ?? null;
}

/** A new broadcast goes to confirmed addresses at 60 emails a minute, unless staff choose otherwise. */
export const NEW: Values = values.parse({ confirmed: "true", rate: "60" });

export function valuesOf({ subject, markdown, filter, ratePerMinute, startsAt }: Broadcast): Values {
  return {
    subject,
    markdown,
    confirmed: flagText(filter.confirmed),
    beta: flagText(filter.beta),
    referred: flagText(filter.referred),
    neverInvited: flagText(filter.neverInvited),
    joinedAfter: dayText(filter.joinedAfter),
    joinedBefore: dayText(filter.joinedBefore),
    cityIds: (filter.cityIds ?? []).map(String),
    rate: ratePerMinute === null ? "" : String(ratePerMinute),
    startsAt: minuteText(startsAt),
  };
}

/** The audience that the fields mean. */
export const audienceOf = (typed: Values) => ({
  confirmed: flagOf(typed.confirmed),
  beta: flagOf(typed.beta),
  referred: flagOf(typed.referred),
  neverInvited: flagOf(typed.neverInvited),
  joinedAfter: dayOf(typed.joinedAfter),
  joinedBefore: dayOf(typed.joinedBefore),
  cityIds: typed.cityIds.length === 0 ? undefined : typed.cityIds,
});

/** What saving sends; the server checks it. */
export const fieldsOf = (typed: Values) =>
  ({
    subject: typed.subject,
    markdown: typed.markdown,
    audience: audienceOf(typed),
    ratePerMinute: typed.rate.trim() === "" ? null : Number(typed.rate),
    startsAt: typed.startsAt === "" ? null : new Date(typed.startsAt),
  }) satisfies z.input<typeof createInput>;

const flagOf = (value: string): boolean | undefined => (value === "" ? undefined : value === "true");
const flagText = (flag: boolean | null | undefined): string => (flag == null ? "" : String(flag));

/** A day begins where the sender is. */
const dayOf = (day: string): Date | undefined => (day === "" ? undefined : new Date(`${day}T00:00`));
const dayText = (at: unknown): string => (at instanceof Date ? localText(at).slice(0, 10) : "");
const minuteText = (at: Date | null): string => (at === null ? "" : localText(at));

/** `2026-11-22T16:30` by the clock of the browser, as date fields take it. */
function localText(at: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
