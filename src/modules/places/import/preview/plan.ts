import { sql } from "drizzle-orm";
import type { Tx } from "../../../../db/client.ts";
import { SET_COLUMNS } from "../changed-columns.ts";
import type { ImportPreview } from "./schema.ts";

/** Places of each kind that a preview lists. docs/limits.md */
export const LISTED_MAX = 100;

const CAMEL = (column: string): string =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Identifies what the matched entries would write: their values, and the places that they match in their versions. Locks
 * these places until the transaction ends if `lock` is set.
 */
export async function digestOf(tx: Tx, lock: boolean): Promise<string> {
  if (lock)
    await tx.execute(sql`
      select 1 from pois p where p.seq in (select poi from staged where poi is not null) order by p.id for update`);
  const { rows } = await tx.execute<{ digest: string }>(sql`
    select encode(sha256(convert_to(coalesce(string_agg(line, ' ' order by n), ''), 'UTF8')), 'hex') as digest from (
      select s.n, md5(to_jsonb(s)::text || coalesce(p.id || ':' || p.version, '')) as line
      from staged s left join pois p on p.seq = s.poi) lines`);
  return rows[0]?.digest ?? "";
}

type Creation = ImportPreview["creations"][number];

/** All new places, in the order of the file. */
export async function creationsOf(tx: Tx): Promise<readonly Creation[]> {
  const { rows } = await tx.execute<Creation>(
    sql`select at, name, address, city, state from staged where poi is null order by n`,
  );
  return rows;
}

/** How many places would change, and in what the first of them. */
export async function changesOf(tx: Tx) {
  const pairs = SET_COLUMNS.map(
    ([column, value]) =>
      `jsonb_build_object('field', '${CAMEL(column)}', 'before', p.${column}, 'after', ${value})`,
  );
  const { rows } = await tx.execute<ImportPreview["changes"][number]>(
    sql.raw(`select s.at, p.id, p.name, jsonb_build_array(${pairs.join(", ")}) as fields
      from staged s join touched t on t.seq = s.poi join pois p on p.seq = s.poi order by s.n limit ${LISTED_MAX}`),
  );
  const counted = await tx.execute<{ n: number }>(sql`select count(*)::int as n from touched`);
  const changes = rows.map((row) => ({
    ...row,
    fields: row.fields.filter(({ before, after }) => before !== after),
  }));
  return { updated: counted.rows[0]?.n ?? 0, changes };
}
