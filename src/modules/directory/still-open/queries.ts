import { and, eq, lt, max, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Orm } from "../../../db/types.ts";
import { days } from "../../../shared/duration.ts";
import { addDays, type Day, dayIn } from "../../../shared/places/days.ts";
import type { CurrentFacts } from "../../../shared/places/fact-fields.ts";
import { FACT_KEYS, type FactSource } from "../../../shared/places/facts.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { type currentPois, isOfPlace, sourceSignsOf } from "../../places/public.ts";
import { placeReports } from "../reports/table.ts";
import { ANSWER_SOURCES, type StillOpen } from "./schema.ts";
import { placeOpenAnswers as t } from "./table.ts";

// docs/limits.md
export const SIGN_DAYS = 365;
const ANSWERS_KEPT = days(400);

type Place = Pick<typeof currentPois.$inferSelect, "id" | "latitude" | "longitude" | "state" | "createdAt">;
type Sign = Omit<NonNullable<StillOpen>, "isOld" | "isGone">;

/** The newest sign that a place is open: an answer, a fact that counts, a file that names it, or that it was listed. */
export async function stillOpenOf(
  orm: Orm,
  place: Place,
  { facts, today }: { readonly facts: CurrentFacts; readonly today: Day },
): Promise<StillOpen> {
  if (facts.closed?.value) return null;
  const timeZone = timeZoneOf(place);
  const answers = await orm
    .select({ by: t.source, at: max(t.at) })
    .from(t)
    .where(and(isOfPlace(t.poiId, place.id), eq(t.answer, "open")))
    .groupBy(t.source);
  const { listedAt, lostAt } = await sourceSignsOf(orm, place.id);
  const signs: readonly Sign[] = [
    ...ANSWER_SOURCES.flatMap((by) => answers.filter((each) => each.by === by)).flatMap(({ by, at }) =>
      at === null ? [] : [{ by, on: dayIn(timeZone, at) }],
    ),
    ...FACT_KEYS.flatMap((key) => {
      const fact = facts[key];
      return fact ? [{ by: BY_SOURCE[fact.source], on: fact.on }] : [];
    }),
    ...(listedAt === null ? [] : [{ by: "source" as const, on: dayIn(timeZone, listedAt) }]),
  ];
  const listed: Sign = { by: null, on: dayIn(timeZone, place.createdAt) };
  const newest = signs.reduce((best, sign) => (isStronger(sign, best) ? sign : best), listed);
  const yearAgo = addDays(today, -SIGN_DAYS);
  const isConfirmed = ({ by, on }: Sign) => (by === "owner" || by === "staff") && on >= yearAgo;
  const answeredAt = [...answers.map(({ at }) => at), await caseClosedAt(orm, place.id)];
  const isAnswered = lostAt !== null && answeredAt.some((at) => at !== null && at > lostAt);
  const isGone = lostAt !== null && !isAnswered && !signs.some(isConfirmed);
  return { ...newest, isOld: newest.on < yearAgo, isGone };
}

/** When staff last looked into whether the place has closed. */
async function caseClosedAt(orm: Orm, poiId: string): Promise<Date | null> {
  const [found] = await orm
    .select({ at: max(placeReports.closedAt) })
    .from(placeReports)
    .where(and(isOfPlace(placeReports.poiId, poiId), eq(placeReports.kind, "closed")));
  return found?.at ?? null;
}

const BY_SOURCE = { owner: "owner", staff: "staff", import: "source" } as const satisfies Record<
  FactSource,
  Sign["by"]
>;
const RANKS: readonly Sign["by"][] = [...ANSWER_SOURCES, "source", null];

/** Newer, or of the same day and from a stronger source. */
const isStronger = (sign: Sign, than: Sign): boolean =>
  sign.on > than.on || (sign.on === than.on && RANKS.indexOf(sign.by) < RANKS.indexOf(than.by));

/** Forgets who answered once the day is over, and answers that no page needs any more; part of the hourly sweep. */
export async function deleteOldAnswers({ db, now }: Deps): Promise<void> {
  const today = new Date(`${dayIn("UTC", now())}T00:00:00Z`);
  await db.orm
    .update(t)
    .set({ person: null })
    .where(and(lt(t.at, today), sql`${t.person} is not null`));
  await db.orm.delete(t).where(lt(t.at, new Date(now().getTime() - ANSWERS_KEPT)));
}
