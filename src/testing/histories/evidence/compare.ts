import { eq } from "drizzle-orm";
import { recordOf } from "../../../modules/evidence/tier/rows.ts";
import { recordsOf, rulesOf } from "../../../modules/evidence/tier/service.ts";
import { tierOn, tierPeriods } from "../../../modules/evidence/tier/tier.ts";
import { pois } from "../../../modules/places/table.ts";
import type { HalalStatus } from "../../../shared/places/places.ts";
import { tierToday } from "../../../shared/places/tier-today.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { partnerSession } from "../../accounts.ts";
import type { TestApp } from "../../app.ts";
import { dayNumber, dayText, localDay, midnight } from "./calendar.ts";
import type { EvidenceModel } from "./model.ts";

/** Who reads places in a comparison. */
export interface HistoryReaders {
  readonly partnerId: string;
  /** The headers of a staff member. */
  readonly staff: Readonly<Record<string, string>>;
}

interface Compared {
  readonly id: string;
  readonly name: string;
  readonly model: EvidenceModel;
  readonly prepared: HistoryReaders;
}

const FIRST_DAY = dayNumber("2026-01-01");
const TEN_YEARS = dayNumber("2036-01-01") - FIRST_DAY;
/** While a place is a masjid, the older calls show it without a tier. */
const NONE: HalalStatus = "unverified";

/** How the product and the model differ about the tier of now, or of every day of ten years; null if they agree. */
export async function difference(app: TestApp, compared: Compared, when: "now" | "always") {
  const { model, id } = compared;
  const [row] = await app.db.orm.select().from(pois).where(eq(pois.id, id));
  if (!row) return "the place is gone";
  const [today = NONE] = model.isMasjid ? [] : model.tiers(model.today, 1);
  const stored = tierToday(row, app.clock.now);
  if (stored !== today) return `the stored tier is ${stored}, in the model ${today}`;
  if (when === "now") return null;
  return (await everyDay(app, compared, row)) ?? (await whatOthersSee(app, compared, today)) ?? null;
}

type Row = typeof pois.$inferSelect;

/** The function, the periods, and what is stored, on every day. */
async function everyDay(app: TestApp, { model, id }: Compared, row: Row): Promise<string | null> {
  const records = (await recordsOf(app.db.orm, id)).map((each) => recordOf(each, timeZoneOf(row)));
  const rules = rulesOf(app.deps);
  const periods = tierPeriods(records, rules);
  const expected = model.tiers(FIRST_DAY, TEN_YEARS);
  for (const [n, tier] of expected.entries()) {
    const day = dayText(FIRST_DAY + n);
    const found = tierOn(records, day, rules).tier;
    const period = periods.findLast(({ since }) => since <= day)?.tier ?? NONE;
    if (found !== tier || period !== tier)
      return `on ${day} the tier is ${found}, in a period of ${period}, in the model ${tier}`;
  }
  return storedLater(model, row, expected);
}

/** The stored changes, a second before and at each midnight between two tiers of the model. */
function storedLater(model: EvidenceModel, row: Row, expected: readonly HalalStatus[]): string | null {
  const { today, location, isMasjid } = model;
  for (let day = today + 1; day < FIRST_DAY + TEN_YEARS; day += 1) {
    const [before = NONE, after = NONE] = isMasjid
      ? []
      : expected.slice(day - FIRST_DAY - 1, day - FIRST_DAY + 1);
    if (before === after && !row.tierChanges.some(({ from }) => from === dayText(day))) continue;
    const at = midnight(location, day);
    const found = [at - 1, at].map((moment) => tierToday(row, new Date(moment)));
    if (found[0] !== before || found[1] !== after)
      return `around ${dayText(day)} the stored tiers are ${found}, in the model ${before},${after}`;
  }
  return null;
}

/** The public page, its past, the list of staff and the search of partners. */
async function whatOthersSee(app: TestApp, compared: Compared, today: HalalStatus): Promise<string | null> {
  const { id, name, model, prepared } = compared;
  const shown = (await app.send(`GET /api/places/${id}`)).json;
  const tier = model.isMasjid ? null : today;
  const [since, until] = model.isMasjid ? [null, null] : currentPeriod(model);
  const wanted = JSON.stringify([tier, since, until]);
  const seen = JSON.stringify([shown.tier, shown.since, shown.until]);
  if (seen !== wanted) return `the public sees ${seen}, in the model ${wanted}`;
  const list = await app.send(`GET /api/admin/pois?q=${encodeURIComponent(name)}`, {
    headers: prepared.staff,
  });
  const headers = await partnerSession(app, prepared.partnerId);
  const found = await app.send(`GET /partner/api/pois/search?query=${encodeURIComponent(name)}&limit=1`, {
    headers,
  });
  const both = [list.json[0]?.halalVerificationStatus, found.json[0]?.halalVerificationStatus];
  if (both.some((each) => each !== today)) return `lists have ${both}, the model ${today}`;
  return pastDays(app, compared);
}

/** The first and the last day of the tier of today; null without a record, and without an end. */
function currentPeriod(model: EvidenceModel): readonly (string | null)[] {
  const { records, location, today } = model;
  const [first] = records;
  if (!first) return [null, null];
  const recorded = localDay(location, first.at);
  const from = Math.min(recorded, today);
  const tiers = model.tiers(from, FIRST_DAY + TEN_YEARS - from);
  const current = tiers[today - from];
  let [since, until] = [today, today];
  while (since > recorded && tiers[since - 1 - from] === current) since -= 1;
  while (tiers[until + 1 - from] === current) until += 1;
  return [dayText(since), until + 1 === FIRST_DAY + TEN_YEARS ? null : dayText(until)];
}

async function pastDays(app: TestApp, { id, model }: Compared): Promise<string | null> {
  for (const day of [model.today - 1, model.today + 200]) {
    const { tier } = (await app.send(`GET /api/places/${id}/why?on=${dayText(day)}`)).json;
    const expected = model.isMasjid ? null : (model.tiers(day, 1)[0] ?? null);
    if (tier !== expected) return `on ${dayText(day)} the public sees ${tier}, in the model ${expected}`;
  }
  return null;
}
