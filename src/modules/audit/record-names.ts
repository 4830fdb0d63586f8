import { inArray } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Deps } from "../../core/rpc/context.ts";
import { offersOf } from "../../core/rpc/offers.ts";
import type { Readable } from "../../db/types.ts";
import type { RecordNoun } from "../../shared/audit/action-words.ts";
import { nounOf, recordedName } from "../../shared/audit/sentence.ts";
import type { auditLog } from "./table.ts";

type Row = typeof auditLog.$inferSelect;

/** Where records have their names. */
interface NamedTable {
  readonly table: Readable;
  readonly id: PgColumn;
  readonly name: PgColumn;
}

declare module "../../core/rpc/offers.ts" {
  interface Offers {
    readonly recordNames?: Partial<Readonly<Record<RecordNoun, NamedTable>>>;
  }
}

/**
 * The names of the records that entries are about, by their ids: as they are now, else as the entry has them. A record
 * that is gone and was recorded without a name has none.
 */
export async function recordNames(deps: Deps, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<RecordNoun, Set<string>>();
  const names = new Map<string, string>();
  for (const { action, subject, before, after } of rows) {
    const noun = nounOf(action, after);
    if (noun === null || subject === null) continue;
    ids.set(noun, (ids.get(noun) ?? new Set()).add(subject));
    const recorded = recordedName(before, after);
    if (recorded !== null) names.set(subject, recorded);
  }
  const named = offersOf(deps, "recordNames");
  for (const [noun, wanted] of ids) {
    const source = named.find((each) => each[noun])?.[noun];
    if (!source) throw new Error(`No module names the records of "${noun}"`);
    const { table, id, name } = source;
    const found = await deps.db.orm
      .select({ id, name })
      .from(table)
      .where(inArray(id, [...wanted]));
    for (const row of found) names.set(String(row.id), String(row.name));
  }
  return names;
}
