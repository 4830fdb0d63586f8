import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
    await writeFile(join(path, `${tag}.sql`), migrations[idx]?.join("\n--> statement-breakpoint\n") ?? "");
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
