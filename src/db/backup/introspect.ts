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
  readonly deferrable: boolean;
  readonly deferred: boolean;
}

/** Tables of the product, without those of extensions and partitions. */
const OURS = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`;

/** All tables by name, with their writable columns. */
export async function tablesOf(tx: Tx): Promise<readonly TableInfo[]> {
  const { rows } = await tx.execute<{ name: string; columns: ColumnInfo[] }>(
    sql.raw(`
    select c.relname as name, jsonb_agg(jsonb_build_object('name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod),
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
  const { rows } = await tx.execute<{ table: string; name: string; deferrable: boolean; deferred: boolean }>(
    sql.raw(`
    select c.relname as table, k.conname as name, k.condeferrable as deferrable, k.condeferred as deferred
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where ${OURS} and k.contype = 'f' order by 1, 2`),
  );
  return rows;
}

/** Quotes a name for SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
