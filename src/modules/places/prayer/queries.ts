import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, PartnerPrincipal, Visitor } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { minutes } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { addDays, type Day, dayIn } from "../../../shared/places/days.ts";
import { localTime, minutesOf, weekDayOn } from "../../../shared/places/hours.ts";
import {
  type IqamahRule,
  JUMUAH_NAME,
  type Jumuah,
  jumuahText,
  minutesAfter,
  PRAYER_NAMES,
  PRAYERS,
  ruleCode,
  ruleText,
} from "../../../shared/places/iqamah-rules.ts";
import { noPlace, type Point } from "../../../shared/places/places.ts";
import { instantOf, timeZoneOf } from "../../../shared/places/time-zone.ts";
import { canonicalPlaceOf } from "../merge/queries.ts";
import { currentPois } from "../table.ts";
import { defaultCalculation, isWhole, type SunTimes, sunTimes } from "./adhan.ts";
import type { EditedPrayer, PrayerDay, PrayerTimes, prayerInput } from "./schema.ts";
import {
  isConfirmed,
  type Statement,
  type StatementOf,
  saidFrom,
  saidOn,
  statementsOf,
} from "./statements.ts";

type Place = typeof currentPois.$inferSelect;
type Db = Database["orm"] | Tx;
type Reading = Pick<Deps, "db" | "now" | "state">;

/** The prayer times of a masjid for everyone. Throws 404, also for a place that is no masjid. */
export async function showTimes(
  { deps }: ActionContext<Visitor>,
  { id, from, days }: z.output<typeof prayerInput>,
): Promise<PrayerTimes> {
  const place =
    (await placeOf(deps.db.orm, id)) ??
    (await placeOf(deps.db.orm, (await canonicalPlaceOf(deps.db.orm, id)) ?? ""));
  if (!place) throw noPlace();
  if (place.category !== "mosque") throw noMasjid();
  return timesOf(deps, place, { from, days });
}

async function placeOf(db: Db, id: string): Promise<Place | undefined> {
  const [place] = await db.select().from(currentPois).where(eq(currentPois.id, id));
  return place;
}

interface Span {
  /** Today by default. */
  readonly from?: Day | undefined;
  readonly days: number;
}

/** The prayer times of a masjid on some days, with what it says of the congregation. */
export async function timesOf(deps: Reading, place: Place, { from, days }: Span): Promise<PrayerTimes> {
  const statements = await statementsOf(deps.db.orm, place.id);
  const timeZone = timeZoneOf(place);
  const view: View = { place, statements, timeZone, now: deps.now(), ...positionOf(deps, place) };
  const today = dayIn(timeZone, view.now);
  const first = from ?? today;
  return {
    id: place.id,
    name: place.name,
    timeZone,
    today,
    ...calculationOn(view, today),
    position: view.position,
    city: view.position === "city" ? view.city : null,
    days: Array.from({ length: days }, (_, n) => dayOf(view, addDays(first, n))),
    friday: fridayOf(view, today),
    planned: plannedAfter(view, today),
    changedAt: statements.at(-1)?.at ?? null,
    computedAt: view.now,
  };
}

interface View {
  readonly place: Place;
  readonly statements: readonly Statement[];
  readonly timeZone: string;
  readonly now: Date;
  readonly point: Point | null;
  readonly position: PrayerTimes["position"];
  readonly city: string | null;
}

/** The position of a place, else that of the city that it is in. */
function positionOf(
  { state: { gazetteer } }: Reading,
  { latitude, longitude, cityId, city, state }: Place,
): Pick<View, "point" | "position" | "city"> {
  if (latitude !== null && longitude !== null)
    return { point: { latitude, longitude }, position: "place", city: null };
  const found = gazetteer.city(cityId ?? 0) ?? gazetteer.meaning(`${city}, ${state}`);
  if (found === null) return { point: null, position: null, city: null };
  return { point: found, position: "city", city: `${found.name}, ${found.state}` };
}

function calculationOn({ place, statements }: Pick<View, "place" | "statements">, day: Day) {
  const said = saidOn(statements, "calculation", day);
  if (!said?.value) return { ...defaultCalculation(place.state), calculationBy: "country" as const };
  return { ...said.value, calculationBy: said.source };
}

function dayOf(view: View, date: Day): PrayerDay {
  const { point, timeZone } = view;
  const times = point && sunTimes(point, date, timeZone, calculationOn(view, date));
  const clock = (at: Date | null | undefined) => (at ? localTime(timeZone, at).at : null);
  const prayers = PRAYERS.map((prayer) => {
    const adhanAt = times?.[prayer] ?? null;
    const said = saidOn(view.statements, prayer, date);
    return { prayer, adhan: clock(adhanAt), adhanAt, iqamah: iqamahOf(view, date, prayer, said, adhanAt) };
  });
  return {
    date,
    sunrise: clock(times?.sunrise),
    prayers,
    jumuah: weekDayOn(date) === "fri" ? jumuahOn(view, date) : [],
    note: noteOf(times),
    endsAt: endOf(view, date, prayers.at(-1)),
  };
}

const ISHA_LASTS = minutes(30);

/** A day lasts until Isha is prayed, so that a change of the next day shows after it; without Isha until midnight. */
function endOf({ timeZone }: View, date: Day, isha: PrayerDay["prayers"][number] | undefined): Date {
  const last = Math.max(isha?.adhanAt?.getTime() ?? 0, isha?.iqamah?.at.getTime() ?? 0);
  return last === 0 ? instantOf(addDays(date, 1), "00:00", timeZone) : new Date(last + ISHA_LASTS);
}

function noteOf(times: SunTimes | null): string | null {
  if (times === null) return "We do not know where this masjid is, so its adhan times cannot be calculated.";
  if (isWhole(times)) return null;
  return "This far north, some of this day's times cannot be calculated, because the sun does not rise or set as they require.";
}

const HALF_A_DAY = 12 * 60;

/** Null where nothing is said, or it depends on an adhan that is not known: it is never estimated. */
function iqamahOf(
  view: View,
  date: Day,
  prayer: (typeof PRAYERS)[number],
  said: StatementOf<(typeof PRAYERS)[number]> | undefined,
  adhanAt: Date | null,
): PrayerDay["prayers"][number]["iqamah"] {
  const rule = said?.value;
  if (!said || !rule) return null;
  const at = beginsAt(view.timeZone, date, prayer, rule, adhanAt);
  if (at === null) return null;
  return { time: localTime(view.timeZone, at).at, at, rule: ruleCode(rule), ...byWhom(view, said) };
}

/** A fixed time of Isha in the first half of a day is after midnight. */
function beginsAt(
  timeZone: string,
  date: Day,
  prayer: string,
  rule: IqamahRule,
  adhanAt: Date | null,
): Date | null {
  if (rule.kind === "fixed") {
    const isNextDay = prayer === "isha" && minutesOf(rule.time) < HALF_A_DAY;
    return instantOf(isNextDay ? addDays(date, 1) : date, rule.time, timeZone);
  }
  if (adhanAt === null) return null;
  const after = minutesAfter(rule, localTime(timeZone, adhanAt).at) ?? 0;
  return new Date(adhanAt.getTime() + minutes(after));
}

const byWhom = ({ now, timeZone }: View, { source, at }: Statement) => ({
  by: source,
  saidAt: at,
  confirmed: isConfirmed(at, now, timeZone),
});

function jumuahOn(view: View, date: Day): PrayerDay["jumuah"] {
  const said = saidOn(view.statements, "jumuah", date);
  if (!said) return [];
  return (said.value ?? []).map((jumuah) => ({
    ...jumuah,
    at: instantOf(date, jumuah.time, view.timeZone),
    ...byWhom(view, said),
  }));
}

function fridayOf(view: View, today: Day): PrayerTimes["friday"] {
  let date = today;
  while (weekDayOn(date) !== "fri") date = addDays(date, 1);
  return saidOn(view.statements, "jumuah", date) ? { date, jumuah: jumuahOn(view, date) } : null;
}

/** What begins after today, in words. */
function plannedAfter({ statements }: View, today: Day): PrayerTimes["planned"] {
  const rules = PRAYERS.flatMap((prayer) =>
    saidFrom(statements, prayer, today).map(({ value, firstDay }) => ({
      name: PRAYER_NAMES[prayer],
      text: value ? ruleText(value) : "",
      from: firstDay,
    })),
  );
  const fridays = saidFrom(statements, "jumuah", today).map(({ value, firstDay }) => ({
    name: JUMUAH_NAME,
    text: (value ?? []).map(jumuahText).join("; "),
    from: firstDay,
  }));
  return [...rules, ...fridays]
    .filter(({ from }) => from > today)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

/** What a masjid says, for staff. Throws 404. */
export async function showToStaff({ deps }: ActionContext<StaffActor>, id: string): Promise<EditedPrayer> {
  const place = await placeOf(deps.db.orm, id);
  if (!place) throw noPlace();
  return forEditor(deps.db.orm, place, deps.now());
}

/** What a masjid says, for its owner. Throws 404. */
export async function showToOwner(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  id: string,
): Promise<EditedPrayer> {
  const place = await placeOf(deps.db.orm, id);
  if (place?.ownerId !== principal.id) throw noPlace();
  return forEditor(deps.db.orm, place, deps.now());
}

/** Throws 404 for a place that is no masjid. */
export async function forEditor(db: Db, place: Place, now: Date): Promise<EditedPrayer> {
  if (place.category !== "mosque") throw noMasjid();
  const statements = await statementsOf(db, place.id);
  const today = dayIn(timeZoneOf(place), now);
  return {
    id: place.id,
    today,
    ...calculationOn({ place, statements }, today),
    defaults: defaultCalculation(place.state),
    iqamah: PRAYERS.flatMap((prayer) =>
      rowsFrom(saidFrom(statements, prayer, today)).map(({ value, firstDay, source, at }) => ({
        prayer,
        rule: value ? ruleCode(value) : null,
        from: firstDay,
        by: source,
        saidAt: at,
      })),
    ),
    jumuah: fridayRows(rowsFrom(saidFrom(statements, "jumuah", today))),
    updatedAt: versionOf(statements, place),
  };
}

/** Without an end at the start: that is as if nothing had been said. */
const rowsFrom = <S extends Statement>(said: readonly S[]): readonly S[] =>
  said[0] && (said[0].value === null || isNothing(said[0].value)) ? said.slice(1) : said;
const isNothing = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Lists as rows that mean the same when they are sent again: a hall that a list no longer has ends with it. */
function fridayRows(lists: readonly StatementOf<"jumuah">[]): EditedPrayer["jumuah"] {
  return lists.flatMap(({ value, firstDay, source, at }, n) => {
    const list = value ?? [];
    const before: readonly Jumuah[] = lists[n - 1]?.value ?? [];
    const ended = [...new Set(before.map(({ hall }) => hall))].filter(
      (hall) => !list.some((each) => each.hall === hall),
    );
    const by = { from: firstDay, by: source, saidAt: at };
    return [
      ...ended.map((hall) => ({ time: null, hall, language: "", ...by })),
      ...list.map((each) => ({ ...each, ...by })),
    ];
  });
}

/** When something was last said about a masjid; its creation if nothing was. */
export const versionOf = (statements: readonly Statement[], { createdAt }: Place): Date =>
  statements.at(-1)?.at ?? createdAt;

const noMasjid = () =>
  new DomainError("notFound", "Only masjids have prayer times, and this place is not a masjid");
