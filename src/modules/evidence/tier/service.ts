import { createHash } from "node:crypto";
import { asc, inArray } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { dayBefore, dayIn } from "../../../shared/places/days.ts";
import type { HalalStatus } from "../../../shared/places/places.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import {
  isOfPlace,
  type Merge,
  mergedInto,
  mergesAmong,
  type StoredTier,
  setTier,
  type TierDeps,
  type TieredPlace,
} from "../../places/public.ts";
import { evidenceRecords } from "../table.ts";
import { type RecordRow, recordOf } from "./rows.ts";
import { type TierRules, tierOn, tierPeriods } from "./tier.ts";

const NO_TIER: StoredTier = {
  halalVerificationStatus: "unverified",
  tierUntil: null,
  tierChanges: [],
  evidenceDigest: null,
};

export const rulesOf = ({ settings }: Pick<Deps, "settings">): TierRules => ({
  readings: settings.evidenceReadings,
});

/** All records of a place and of those that were merged into it, in the order of recording. */
export const recordsOf = async (db: Database["orm"] | Tx, poiId: string): Promise<RecordRow[]> =>
  withEntries(
    db,
    await db
      .select()
      .from(evidenceRecords)
      .where(isOfPlace(evidenceRecords.poiId, poiId))
      .orderBy(asc(evidenceRecords.seq)),
  );

/** As above of several places, by place. */
export async function recordsOfEach(
  db: Database["orm"] | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly RecordRow[]>> {
  if (ids.length === 0) return new Map();
  const merged = await mergedInto(db, ids);
  const rows = await db
    .select()
    .from(evidenceRecords)
    .where(inArray(evidenceRecords.poiId, [...ids, ...merged.keys()]))
    .orderBy(asc(evidenceRecords.seq));
  return Map.groupBy(await withEntries(db, rows), ({ poiId }) => merged.get(poiId) ?? poiId);
}

/**
 * Computes and stores the tier of a place from its records, and returns it. The caller has locked the place. A masjid has
 * no tier.
 */
export async function computeTier(tx: Tx, deps: TierDeps, place: TieredPlace): Promise<HalalStatus> {
  const rows = place.category === "mosque" ? [] : await recordsOf(tx, place.id);
  const tier = rows.length === 0 ? NO_TIER : storedTier(rows, timeZoneOf(place), deps.now(), rulesOf(deps));
  await setTier(tx, deps, place.id, tier);
  return tier.halalVerificationStatus;
}

function storedTier(rows: readonly RecordRow[], timeZone: string, now: Date, rules: TierRules): StoredTier {
  const records = rows.map((row) => recordOf(row, timeZone));
  const today = dayIn(timeZone, now);
  const { tier, records: basis } = tierOn(records, today, rules);
  const later = tierPeriods(records, rules).filter(({ since }) => since > today);
  const ids = new Set(basis.map((record) => record.id));
  return {
    halalVerificationStatus: tier,
    tierUntil: later[0] === undefined ? null : dayBefore(later[0].since),
    tierChanges: later.map((period) => ({ from: period.since, tier: period.tier })),
    evidenceDigest: isProven(tier) ? digestOf(rows.filter(({ id }) => ids.has(id))) : null,
  };
}

/** Whether a tier is based on more than a statement. */
const isProven = (tier: HalalStatus): boolean => tier === "verified" || tier === "friendly";

/** A digest of what the records say, in the order of recording. */
function digestOf(rows: readonly RecordRow[]): string {
  const content = rows.map(({ seq: _, byName: __, entries: ___, ...row }) => row);
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

/**
 * Adds to declarations which entries of the directory were one place when they were recorded. Two entries that were
 * declared and then merged are no repeated declaration of one place.
 */
export async function withEntries(
  db: Database["orm"] | Tx,
  rows: readonly RecordRow[],
): Promise<RecordRow[]> {
  const declared = new Set(rows.flatMap(({ kind, poiId }) => (kind === "declaration" ? [poiId] : [])));
  if (declared.size < 2) return [...rows];
  const merges = await mergesAmong(db, [...declared]);
  return rows.map((row) =>
    row.kind === "declaration"
      ? { ...row, entries: [...declared].filter((id) => isPartOf(merges, id, row)) }
      : row,
  );
}

/** Whether an entry was part of the place of a record when that was recorded. */
function isPartOf(merges: readonly Merge[], entry: string, { poiId, recordedAt }: RecordRow): boolean {
  let id: string | undefined = entry;
  while (id !== undefined && id !== poiId) {
    const from: string = id;
    id = merges.find((each) => each.duplicateId === from && each.mergedAt <= recordedAt)?.keptId;
  }
  return id === poiId;
}
