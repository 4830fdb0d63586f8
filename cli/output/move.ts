import type { z } from "zod";
import type { moveOutput } from "../../src/modules/maintenance/schema.ts";
import { write } from "./output.ts";

/** What was moved, and the settings that the next start needs. */
export async function printMove(result: unknown): Promise<void> {
  const { total, tables, keyFile, dataDir } = result as z.output<typeof moveOutput>;
  const settings = ["DATABASE_URL=(the new database)"];
  if (keyFile !== null) settings.push(`SECRET_KEY_FILE=${keyFile}`);
  settings.push(`DATA_DIR=${dataDir}`);
  await write(
    [
      `Moved ${total} rows of ${tables} tables. The new database has as many in each.`,
      "Set these and start the server; evidence files stay in DATA_DIR:",
      ...settings.map((line) => `  ${line}`),
      "",
    ].join("\n"),
  );
}
