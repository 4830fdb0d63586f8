import { sql } from "drizzle-orm";
import { mapInSteps } from "../../../core/limits/event-loop.ts";
import type { Tx } from "../../../db/client.ts";
import { orderedId } from "../../../shared/id.ts";
import { dedupeKeyOf } from "../duplicates/dedupe-key.ts";
import {
  createWordStaging,
  type IndexedPlace,
  indexStagedWords,
  insertWords,
  newWordCounts,
  updateVocabulary,
  type WordCounts,
} from "../search/word-index.ts";
import type { NewPlace } from "../service.ts";

const BATCH_SIZE = 5_000; // places per statement
const COLUMNS = {
  place_id: "placeId",
  name: "name",
  address: "address",
  city: "city",
  state: "state",
  zip_code: "zipCode",
  phone: "phone",
  website: "website",
  category: "category",
  subcategory: "subcategory",
  halal_certificate: "halalCertificate",
  latitude: "latitude",
  longitude: "longitude",
} as const;

/** Inserts and indexes new places, which have no evidence, without looking for duplicates: none of them may exist yet. */
export async function insertPlaces(tx: Tx, places: Iterable<NewPlace>, now: Date): Promise<void> {
  const counts = newWordCounts();
  await createWordStaging(tx);
  let batch: NewPlace[] = [];
  for (const place of places) {
    batch.push(place);
    if (batch.length < BATCH_SIZE) continue;
    await insertBatch(tx, batch, now, counts);
    batch = [];
  }
  if (batch.length > 0) await insertBatch(tx, batch, now, counts);
  await indexStagedWords(tx);
  await updateVocabulary(tx, counts);
}

async function insertBatch(
  tx: Tx,
  places: readonly NewPlace[],
  now: Date,
  counts: WordCounts,
): Promise<void> {
  const at = now.toISOString();
  const rows = await mapInSteps(places, (place) => ({
    id: orderedId(now), // random ones would be updated all over the table and its indexes
    ...Object.fromEntries(Object.entries(COLUMNS).map(([column, name]) => [column, place[name] ?? null])),
    identity: dedupeKeyOf(place),
    created_at: at,
    updated_at: at,
  }));
  const columns = sql.raw(`id, ${Object.keys(COLUMNS).join(", ")}, identity, created_at, updated_at`);
  const inserted = await tx.execute<IndexedPlace & Record<string, unknown>>(sql`
    insert into pois (${columns}) select ${columns} from jsonb_populate_recordset(null::pois, ${JSON.stringify(rows)}::jsonb)
    returning seq, name, city, category`);
  await insertWords(tx, inserted.rows, counts, "staged_words");
}
