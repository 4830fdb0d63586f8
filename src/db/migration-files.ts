import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";

/** A migration of the folder; `folderMillis` identifies it in a database. */
export interface Migration extends MigrationMeta {
  /** `0001_staff.sql`. */
  readonly file: string;
}

interface FolderJournal {
  readonly entries: readonly { readonly tag: string }[];
}

/** The migrations of a folder in their order, with the SHA-256 of each file. */
export function readMigrations(folder: string): readonly Migration[] {
  const { entries } = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as FolderJournal;
  return readMigrationFiles({ migrationsFolder: folder }).map((migration, at) => ({
    ...migration,
    file: `${entries[at]?.tag}.sql`,
  }));
}
