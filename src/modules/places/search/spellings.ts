import { sql } from "drizzle-orm";
import { mapInSteps } from "../../../core/limits/event-loop.ts";
import type { Tx } from "../../../db/client.ts";
import { foldedText } from "../../../shared/spelling/spelling.ts";
import {
  deleteWords,
  type IndexedPlace,
  insertWords,
  newWordCounts,
  updateVocabulary,
} from "./word-index.ts";

/** Places with an entry of its own for each further name: those of the places that were merged into them. */
export async function withSpellings(
  tx: Tx,
  places: readonly IndexedPlace[],
): Promise<readonly IndexedPlace[]> {
  const bySeq = new Map(places.map((place) => [place.seq, place]));
  const { rows } = await tx.execute<{ seq: number; name: string }>(sql`
    select p.seq, m.name from merged_places m join current_pois p on p.id = m.poi_id
    join jsonb_array_elements_text(${JSON.stringify([...bySeq.keys()])}::jsonb) s on p.seq = s::int order by m.id`);
  const known = new Set(await mapInSteps(places, ({ seq, name }) => `${seq} ${foldedText(name)}`));
  const others = rows.flatMap(({ seq, name }) => {
    const [place, key] = [bySeq.get(seq), `${seq} ${foldedText(name)}`];
    if (!place || known.has(key)) return [];
    known.add(key);
    return [{ ...place, name }];
  });
  return [...places, ...others];
}

/** Indexes a place again, after its name, city or category changed or another was merged into it. */
export async function reindexPlace(tx: Tx, place: IndexedPlace): Promise<void> {
  const counts = newWordCounts();
  await deleteWords(tx, [place.seq], counts);
  await insertWords(tx, await withSpellings(tx, [place]), counts);
  await updateVocabulary(tx, counts);
}
