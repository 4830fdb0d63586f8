import { type EmbeddedConfig, openDatabase, type ServerConfig } from "../../../src/db/client.ts";
import { samplePlaces } from "../../../src/demo/sample-directory.ts";
import { insertPlaces } from "../../../src/modules/places/import/bulk-insert.ts";

const SEED = 1;

/** Inserts sample places as an import does, and indexes their words at the end. Returns the duration in seconds. */
export async function fillPlaces(where: EmbeddedConfig | ServerConfig, count: number): Promise<number> {
  const db = await openDatabase(where);
  const started = performance.now();
  const indexes = await db.query<{ name: string; definition: string }>(
    "select indexname as name, indexdef as definition from pg_indexes where tablename = 'poi_words'",
  );
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  await db.transaction((tx) => insertPlaces(tx, samplePlaces(count, SEED), new Date()), { timeoutMs: 0 });
  for (const { definition } of indexes) await db.query(definition, [], { timeoutMs: 0 });
  const seconds = (performance.now() - started) / 1_000;
  for (const table of ["pois", "poi_words", "poi_vocabulary"])
    await db.query(`vacuum analyze ${table}`, [], { timeoutMs: 0 });
  await db.close();
  return seconds;
}
