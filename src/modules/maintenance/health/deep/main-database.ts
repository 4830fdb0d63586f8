import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Deps } from "../../../../core/rpc/context.ts";
import { tryMainDatabase } from "../../../sync/public.ts";
import { failedBy, ok, warn } from "../findings.ts";
import type { Finding } from "../schema.ts";

const CHECK = "main database";

/** Writes to the main database, and takes it back. */
export async function mainDatabaseFinding(deps: Deps): Promise<readonly Finding[]> {
  const { mainDatabaseUrl, dataDir } = deps.settings;
  if (mainDatabaseUrl === undefined && !existsSync(join(dataDir, "main", "database")))
    return [ok(CHECK, "It is embedded, and the first sync makes it (MAIN_DATABASE_URL).")];
  const trial = await tryMainDatabase(deps);
  if (trial.kind === "failed") return [failedBy(CHECK, trial.problem)];
  if (trial.state === "ready") return [ok(CHECK, "Places can be written to it.")];
  const sentence =
    trial.state === "empty"
      ? "Places can be written to it, and the first sync makes the table."
      : "Places can be written to it, but its table lacks columns or indexes.";
  if (trial.state === "empty") return [ok(CHECK, sentence)];
  return [warn(CHECK, sentence, "The next sync adds them; its role must own the table for that.")];
}
