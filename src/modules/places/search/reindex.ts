import { sql } from "drizzle-orm";
import { mapInSteps } from "../../../core/limits/event-loop.ts";
import type { ActionContext, OperatorPrincipal } from "../../../core/rpc/context.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { SPELLING_VERSION } from "../../../shared/spelling/spelling.ts";
import { record } from "../../audit/public.ts";
import { dedupeKeyOf } from "../duplicates/dedupe-key.ts";
import { currentPois, poiVocabulary, poiWords } from "../table.ts";
import {
  createWordStaging,
  indexStagedWords,
  insertWords,
  newWordCounts,
  updateVocabulary,
  withSpellings,
} from "./word-index.ts";

const BATCH_SIZE = 1_000; // places: reading more holds others up
const STAGED = 50_000; // places whose words are sorted at once
const STEP = 100; // places whose keys are made before others have their turn

const { seq, name, address, city, state, category } = currentPois;
const INDEXED = { seq, name, address, city, state, category };

/** Whether the index was built with other spelling rules: until it is rebuilt, some names are not found. */
export async function isIndexOutdated(db: Database): Promise<boolean> {
  const [state] = await db.query<{ spelling: number }>("select spelling from poi_index_state");
  return state !== undefined && state.spelling !== SPELLING_VERSION;
}

/** Rebuilds the search index of all places in one transaction. */
export async function reindex(ctx: ActionContext<OperatorPrincipal>) {
  const work = async (tx: Tx) => {
    const places = await rebuildIndex(tx);
    await record(tx, ctx, { subject: null, after: { places } });
    return { success: true as const, places };
  };
  return ctx.deps.db.transaction(work, { timeoutMs: 0 });
}

/** Replaces the index by one of all current places; returns how many there are. */
export async function rebuildIndex(tx: Tx): Promise<number> {
  // truncating would stop searches until the end, and needs a right of its own
  for (const table of [poiWords, poiVocabulary]) await tx.delete(table);
  await createWordStaging(tx);
  const counts = newWordCounts();
  let [places, last] = [0, 0];
  for (;;) {
    const rows = await tx
      .select(INDEXED)
      .from(currentPois)
      .where(sql`${currentPois.seq} > ${last}`)
      .orderBy(currentPois.seq)
      .limit(BATCH_SIZE);
    if (rows.length === 0) break;
    await insertWords(tx, await withSpellings(tx, rows), counts, "staged_words");
    const identities = await mapInSteps(rows, (row) => ({ seq: row.seq, identity: dedupeKeyOf(row) }), STEP);
    await tx.execute(sql`
      update pois p set identity = r.identity
      from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) r(seq int, identity text)
      where p.seq = r.seq and p.identity <> r.identity`);
    places += rows.length;
    last = rows.at(-1)?.seq ?? last;
    if (places % STAGED === 0) await indexStagedWords(tx);
  }
  await indexStagedWords(tx);
  await updateVocabulary(tx, counts);
  await tx.execute(sql`update poi_index_state set spelling = ${SPELLING_VERSION}`);
  return places;
}
