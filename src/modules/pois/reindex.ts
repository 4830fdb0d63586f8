import { sql } from "drizzle-orm";
import type { Acting, OperatorPrincipal } from "../../core/context.ts";
import type { Tx } from "../../db/client.ts";
import { record } from "../audit/service.ts";
import { identityOfPlace } from "./identity.ts";
import { pois } from "./table.ts";
import { newTally, noteWords, writeWords } from "./words.ts";

const PORTION = 5_000; // places

/** Makes the search index of all places anew, as one change. */
export async function reindex(acting: Acting<OperatorPrincipal>, action: string) {
  const work = async (tx: Tx) => {
    await tx.execute(sql`truncate poi_words, poi_vocabulary`);
    const places = await indexAll(tx);
    await record(tx, acting, { action, subject: null, after: { places } });
    return { success: true as const, places };
  };
  return acting.deps.db.transaction(work, { timeoutMs: 0 });
}

async function indexAll(tx: Tx): Promise<number> {
  const tally = newTally();
  let [places, last] = [0, 0];
  for (;;) {
    const rows = await tx
      .select()
      .from(pois)
      .where(sql`${pois.seq} > ${last}`)
      .orderBy(pois.seq)
      .limit(PORTION);
    if (rows.length === 0) break;
    await writeWords(tx, rows, tally);
    const identities = rows.map((row) => ({ seq: row.seq, identity: identityOfPlace(row) }));
    await tx.execute(sql`
      update pois p set identity = r.identity
      from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) r(seq int, identity text)
      where p.seq = r.seq and p.identity <> r.identity`);
    places += rows.length;
    last = rows.at(-1)?.seq ?? last;
  }
  await noteWords(tx, tally);
  return places;
}
