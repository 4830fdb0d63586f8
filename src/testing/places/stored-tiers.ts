import type { Database, Tx } from "../../db/client.ts";
import { evidenceRecords } from "../../modules/evidence/table.ts";
import { type RecordRow, recordOf } from "../../modules/evidence/tier/rows.ts";
import { withEntries } from "../../modules/evidence/tier/service.ts";
import { type TierRules, tierOn, tierPeriods } from "../../modules/evidence/tier/tier.ts";
import { mergedPlaces } from "../../modules/places/merge/table.ts";
import { currentPois } from "../../modules/places/table.ts";
import { dayIn } from "../../shared/places/days.ts";
import { tierToday } from "../../shared/places/tier-today.ts";
import { timeZoneOf } from "../../shared/places/time-zone.ts";

type Place = typeof currentPois.$inferSelect;

/** The places whose stored tier, now or later, does not follow from their evidence, with both. */
export async function tiersWithoutEvidence(db: Database, rules: TierRules, now: Date): Promise<string[]> {
  const read = async (tx: Tx) => ({
    places: await tx.select().from(currentPois).orderBy(currentPois.seq),
    rows: await withEntries(tx, await tx.select().from(evidenceRecords).orderBy(evidenceRecords.seq)),
    merged: await tx.select().from(mergedPlaces),
  });
  const { places, rows, merged } = await db.transaction(read, {
    isolation: "repeatable read",
    readOnly: true,
  });
  const keptOf = new Map(merged.map(({ id, poiId }) => [id, poiId]));
  const byPlace = Map.groupBy(rows, ({ poiId }) => keptOf.get(poiId) ?? poiId);
  return places.flatMap((place) => {
    const stored = storedTiers(place, now);
    const expected = expectedTiers(place, byPlace.get(place.id) ?? [], rules, now);
    return stored === expected ? [] : [`${place.id} has ${stored}, by its evidence ${expected}`];
  });
}

function storedTiers(place: Place, now: Date): string {
  const today = dayIn(timeZoneOf(place), now);
  const later = place.tierChanges.filter(({ from }) => from > today);
  return JSON.stringify([tierToday(place, now), ...later.map(({ from, tier }) => [from, tier])]);
}

function expectedTiers(place: Place, rows: readonly RecordRow[], rules: TierRules, now: Date): string {
  const timeZone = timeZoneOf(place);
  const today = dayIn(timeZone, now);
  const records = place.category === "mosque" ? [] : rows.map((row) => recordOf(row, timeZone));
  const later = tierPeriods(records, rules).filter(({ since }) => since > today);
  const periods = later.map(({ since, tier }) => [since, tier]);
  return JSON.stringify([tierOn(records, today, rules).tier, ...periods]);
}
