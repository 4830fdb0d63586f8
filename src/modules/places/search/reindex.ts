import { sql } from "drizzle-orm";
import { mapInSteps } from "../../../core/limits/event-loop.ts";
import type { ActionContext, OperatorPrincipal } from "../../../core/rpc/context.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { SPELLING_VERSION } from "../../../shared/spelling/spelling.ts";
import { record } from "../../audit/public.ts";
import { dedupeKeyOf } from "../duplicates/dedupe-key.ts";
import { currentPois, poiVocabulary, poiWords } from "../table.ts";
import { insertWords, newWordCounts, updateVocabulary, withSpellings } from "./word-index.ts";

const BATCH_SIZE = 1_000; // places: reading all columns of more holds others up
const STEP = 100; // places whose keys are made before others have their turn

/** Whether the index was built with other spelling rules: until it is rebuilt, some names are not found. */
export async function isIndexOutdated(db: Database): Promise<boolean> {
  const [state] = await db.query<{ spelling: number }>("select spelling from poi_index_state");
  return state !== undefined && state.spelling !== SPELLING_VERSION;
}

/** Rebuilds the search index of all places in one transaction. */
export async function reindex(ctx: ActionContext<OperatorPrincipal>) {
  const work = async (tx: Tx) => {
    // truncating would stop searches until the end, and needs a right of its own
    for (const table of [poiWords, poiVocabulary]) await tx.delete(table);
    const places = await indexAll(tx);
    await record(tx, ctx, { subject: null, after: { places } });
    return { success: true as const, places };
  };
  return ctx.deps.db.transaction(work, { timeoutMs: 0 });
}

async function indexAll(tx: Tx): Promise<number> {
  const counts = newWordCounts();
  let [places, last] = [0, 0];
  for (;;) {
    const rows = await tx
      .select()
      .from(currentPois)
      .where(sql`${currentPois.seq} > ${last}`)
      .orderBy(currentPois.seq)
      .limit(BATCH_SIZE);
    if (rows.length === 0) break;
    await insertWords(tx, await withSpellings(tx, rows), counts);
    const identities = await mapInSteps(rows, (row) => ({ seq: row.seq, identity: dedupeKeyOf(row) }), STEP);
    await tx.execute(sql`
      update pois p set identity = r.identity
      from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) r(seq int, identity text)
      where p.seq = r.seq and p.identity <> r.identity`);
    places += rows.length;
    last = rows.at(-1)?.seq ?? last;
  }
  await updateVocabulary(tx, counts);
  await tx.execute(sql`update poi_index_state set spelling = ${SPELLING_VERSION}`);
  return places;
}
