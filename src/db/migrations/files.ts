import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";

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
