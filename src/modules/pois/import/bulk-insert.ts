import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { randomId } from "../../../shared/id.ts";
import type { HalalStatus } from "../../../shared/places.ts";
import { dedupeKeyOf } from "../duplicates/dedupe-key.ts";
import {
  type Findable,
  indexStagedWords,
  makeWordStage,
  newTally,
  noteWords,
  type Tally,
  writeWords,
} from "../search/word-index.ts";
import type { NewPlace } from "../service.ts";

type BulkPlace = NewPlace & { readonly halalVerificationStatus: HalalStatus };

const PORTION = 5_000; // places a statement
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
  halal_verification_status: "halalVerificationStatus",
  latitude: "latitude",
  longitude: "longitude",
} as const;

/** Puts new places in as they come, so that they are found. Nothing is looked up: none of them may be there yet. */
export async function insertPlaces(tx: Tx, places: Iterable<BulkPlace>, now: Date): Promise<void> {
  const tally = newTally();
  await makeWordStage(tx);
  let portion: BulkPlace[] = [];
  for (const place of places) {
    portion.push(place);
    if (portion.length < PORTION) continue;
    await insertPortion(tx, portion, now, tally);
    portion = [];
  }
  if (portion.length > 0) await insertPortion(tx, portion, now, tally);
  await indexStagedWords(tx);
  await noteWords(tx, tally);
}

async function insertPortion(tx: Tx, places: readonly BulkPlace[], now: Date, tally: Tally): Promise<void> {
  const at = now.toISOString();
  const rows = places.map((place) => ({
    id: randomId(),
    ...Object.fromEntries(Object.entries(COLUMNS).map(([column, name]) => [column, place[name] ?? null])),
    identity: dedupeKeyOf(place),
    created_at: at,
    updated_at: at,
  }));
  const columns = sql.raw(`id, ${Object.keys(COLUMNS).join(", ")}, identity, created_at, updated_at`);
  const inserted = await tx.execute<Findable & Record<string, unknown>>(sql`
    insert into pois (${columns}) select ${columns} from jsonb_populate_recordset(null::pois, ${JSON.stringify(rows)}::jsonb)
    returning seq, name, city, category`);
  await writeWords(tx, inserted.rows, tally, "staged_words");
}
