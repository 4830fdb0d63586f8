import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { sql } from "drizzle-orm/sql";
import type { Tx } from "./client.ts";

/** A migration of the folder; `folderMillis` identifies it in a database. */
export interface Migration extends MigrationMeta {
  /** `0000_baseline.sql`. */
  readonly file: string;
  /** What the file declares: the newest migration that a program must have to run after this one; null for any program. */
  readonly oldestProgram: string | null;
}

interface FolderJournal {
  readonly entries: readonly { readonly tag: string }[];
}

const DECLARATION = /^-- oldest program: (\S+)$/m;

/**
 * The migrations of a folder in their order, with the SHA-256 of each file. Throws an `Error` if one declares an oldest
 * program that is neither an earlier migration nor itself.
 */
export function readMigrations(folder: string): readonly Migration[] {
  const { entries } = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as FolderJournal;
  const names = entries.map(({ tag }) => tag);
  return readMigrationFiles({ migrationsFolder: folder }).map((migration, at) => ({
    ...migration,
    file: `${names[at]}.sql`,
    oldestProgram: declaredIn(migration, names.slice(0, at + 1)),
  }));
}

/** `0000_baseline`, which names a migration in declarations. */
export const nameOf = ({ file }: Migration): string => file.replace(/\.sql$/, "");

/** A declaration is the first line of the file. */
function declaredIn({ sql }: MigrationMeta, names: readonly string[]): string | null {
  const [firstLine = ""] = sql[0]?.trimStart().split("\n", 1) ?? [];
  const declared = DECLARATION.exec(firstLine.trimEnd())?.[1] ?? null;
  if (declared !== null && !names.includes(declared))
    throw new Error(`drizzle/${names.at(-1)}.sql names an oldest program that does not exist: ${declared}.`);
  return declared;
}

/** Recorded for a migration that declares no oldest program. */
const ANY = "";

export interface JournalRow {
  /** The `when` of the migration in the journal of the folder, in milliseconds, which identifies it. */
  readonly created_at: number;
  /** SHA-256 of the file when it was applied, in hex. */
  readonly hash: string;
  /** What its file declares; null if drizzle-kit applied it, which does not know of declarations. */
  readonly oldest_program: string | null;
}

export interface MigrationStatus {
  /** Applied migrations of this program. */
  readonly applied: number;
  /** Migrations of this program that are not applied yet. */
  readonly pending: number;
  /** Applied migrations that only a newer version of the program knows. */
  readonly newer: number;
  /** Whether this program may run on the schema, once nothing is pending. */
  readonly compatible: boolean;
  /** The newest migration of this program, such as `0000_baseline`. */
  readonly program: string;
  /** Programs that lack this migration may not run on the schema. */
  readonly oldestProgram: string;
}

export type RunQuery = <Row>(text: string) => Promise<Row[]>;

// Drizzle's journal, so that its tools and this runner agree on what is applied
const CREATE = [
  "create schema if not exists drizzle",
  `create table if not exists drizzle.__drizzle_migrations
   (id serial primary key, hash text not null, created_at bigint, oldest_program text)`,
];

/** The caller holds the lock of migrations. */
export async function createJournal(tx: Tx): Promise<void> {
  for (const text of CREATE) await tx.execute(sql.raw(text));
}

/** The applied migrations; none where there is no journal yet. */
export async function readJournal(query: RunQuery): Promise<readonly JournalRow[]> {
  const [journal] = await query<{ there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  if (!journal?.there) return [];
  return query<JournalRow>("select created_at, hash, oldest_program from drizzle.__drizzle_migrations");
}

export async function addToJournal(tx: Tx, { hash, folderMillis, oldestProgram }: Migration): Promise<void> {
  await tx.execute(sql`
    insert into drizzle.__drizzle_migrations (hash, created_at, oldest_program)
    values (${hash}, ${folderMillis}, ${oldestProgram ?? ANY})`);
}

/** Compares a program's migrations with those of a database. */
export function compare(known: readonly Migration[], journal: readonly JournalRow[]) {
  const hashes = new Map(journal.map((row) => [row.created_at, row.hash]));
  const pending = known.filter((each) => !hashes.has(each.folderMillis));
  const edited = known.filter((each) => (hashes.get(each.folderMillis) ?? each.hash) !== each.hash);
  const mine = new Map(known.map((each) => [each.folderMillis, each]));
  const newer = journal.filter((row) => !mine.has(row.created_at));
  const applied = known.filter((each) => hashes.has(each.folderMillis));
  const status: MigrationStatus = {
    applied: applied.length,
    pending: pending.length,
    newer: newer.length,
    compatible: newer.length === 0 || (pending.length === 0 && newer.every((row) => includes(known, row))),
    program: newestOf(known),
    oldestProgram: newest(known, [
      ...applied.map(declared),
      ...newer.map((row) => row.oldest_program ?? ANY),
    ]),
  };
  return { next: pending[0], status, edited: edited.map(({ file }) => file) };
}

/** Whether the program has the migration that it must have after a newer one was applied. */
const includes = (known: readonly Migration[], { oldest_program: oldest }: JournalRow): boolean =>
  oldest === ANY || known.some((each) => nameOf(each) === oldest);

const declared = ({ oldestProgram }: Migration): string => oldestProgram ?? ANY;

/** The first migration, which every program has, unless a later one is declared. Names begin with a number of four digits. */
const newest = (known: readonly Migration[], declarations: readonly string[]): string =>
  [...known.slice(0, 1).map(nameOf), ...declarations].toSorted().at(-1) ?? ANY;

const newestOf = (known: readonly Migration[]): string => known.map(nameOf).at(-1) ?? "";

/** The newest migration of a program, and the one that an older program must have to run beside it. */
export const rangeOf = (known: readonly Migration[]) => ({
  schema: newestOf(known),
  oldestProgram: newest(known, known.map(declared)),
});
