import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BREAKPOINT = "\n--> statement-breakpoint\n";
const STEP = 1_000; // milliseconds between the times of two migrations, which identify them

/** A temporary migrations folder; each migration is a list of statements. */
export async function migrationsFolder(...migrations: readonly (readonly string[])[]) {
  const path = await mkdtemp(join(tmpdir(), "rihla-migrations-"));
  const entries = migrations.map((_, idx) => ({
    idx,
    version: "7",
    when: (idx + 1) * STEP,
    tag: `${String(idx).padStart(4, "0")}_step`,
    breakpoints: true,
  }));
  await mkdir(join(path, "meta"));
  await writeFile(
    join(path, "meta/_journal.json"),
    JSON.stringify({ version: "7", dialect: "postgresql", entries }),
  );
  for (const { idx, tag } of entries) {
    await writeFile(join(path, `${tag}.sql`), migrations[idx]?.join(BREAKPOINT) ?? "");
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

interface Journal {
  readonly entries: readonly { readonly idx: number; readonly when: number; readonly tag: string }[];
}

/** Adds a migration to a copy of the migrations folder. Returns its name. */
export async function addMigration(
  folder: string,
  name: string,
  statements: readonly string[],
): Promise<string> {
  const path = join(folder, "meta/_journal.json");
  const journal = (await Bun.file(path).json()) as Journal;
  const { idx = -1, when = 0 } = journal.entries.at(-1) ?? {};
  const tag = `${String(idx + 1).padStart(4, "0")}_${name}`;
  const entry = { idx: idx + 1, version: "7", when: when + STEP, tag, breakpoints: true };
  await Bun.write(path, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }));
  await Bun.write(join(folder, `${tag}.sql`), statements.join(BREAKPOINT));
  return tag;
}
