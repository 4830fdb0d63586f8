import { sql } from "drizzle-orm";
import type { Tx } from "../client.ts";

/** A table as described by the system catalog. */
export interface TableInfo {
  readonly name: string;
  readonly columns: readonly ColumnInfo[];
}

export interface ColumnInfo {
  readonly name: string;
  /** With its modifier, as in a cast. */
  readonly type: string;
  readonly required: boolean;
  /** The sequence of the column, quoted; null if it has none. */
  readonly sequence: string | null;
}

export interface Trigger {
  readonly table: string;
  readonly name: string;
  /** PostgreSQL's `tgenabled`: O, A or R. */
  readonly enabled: string;
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
  /** The table that it refers to, and the columns there. */
  readonly to: string;
  readonly key: readonly string[];
  /** As in `alter table … add constraint`. */
  readonly definition: string;
}

/** Tables of the product, without those of extensions and partitions. */
const OURS = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`;

/** All tables by name, with their writable columns. */
export async function tablesOf(tx: Tx): Promise<readonly TableInfo[]> {
  const { rows } = await tx.execute<{ name: string; columns: ColumnInfo[] }>(
    sql.raw(`
    select c.relname as name, jsonb_agg(jsonb_build_object('name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull,
      'sequence', pg_get_serial_sequence(quote_ident(c.relname), a.attname)) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where ${OURS} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`),
  );
  return rows;
}

/** The enabled triggers, without those that PostgreSQL creates for constraints. */
export async function triggersOf(tx: Tx): Promise<readonly Trigger[]> {
  const { rows } = await tx.execute<{ table: string; name: string; enabled: string }>(
    sql.raw(`
    select c.relname as table, t.tgname as name, t.tgenabled::text as enabled
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where ${OURS} and not t.tgisinternal and t.tgenabled <> 'D' order by 1, 2`),
  );
  return rows;
}

export async function foreignKeysOf(tx: Tx): Promise<readonly ForeignKey[]> {
  const names = (relation: string, numbers: string) => `(select jsonb_agg(a.attname order by n.at)
    from unnest(${numbers}) with ordinality n(attnum, at) join pg_attribute a on a.attrelid = ${relation} and a.attnum = n.attnum)`;
  const { rows } = await tx.execute<ForeignKey & Record<string, unknown>>(
    sql.raw(`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition, o.relname as "to",
      ${names("k.conrelid", "k.conkey")} as columns, ${names("k.confrelid", "k.confkey")} as key
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class o on o.oid = k.confrelid
    where ${OURS} and k.contype = 'f' order by 1, 2`),
  );
  return rows;
}

/** Quotes a name for SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
