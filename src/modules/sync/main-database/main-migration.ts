import { createLog } from "../../../core/logging/log.ts";
import type { Settings } from "../../../env.ts";
import { createMainDatabase } from "./main-database.ts";
import { withMainErrors } from "./main-errors.ts";
import { prepareMainTable } from "./main-table.ts";

/**
 * Creates what is missing of the table in the main database, as a run also does. An installation on a database server
 * gets an embedded main database from its first run only. Throws `MainDatabaseError`.
 */
export async function migrateMain(settings: Settings): Promise<void> {
  if (settings.databaseUrl !== undefined && settings.mainDatabaseUrl === undefined) return;
  const main = createMainDatabase(settings);
  try {
    await withMainErrors(createLog("silent"), () => main.use(prepareMainTable));
  } finally {
    await main.close();
  }
}
