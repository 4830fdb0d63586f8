import { createLog } from "../../../core/logging/log.ts";
import type { Settings } from "../../../env.ts";
import { createMainDatabase } from "./main-database.ts";
import { askingMain } from "./main-failure.ts";
import { prepareMain } from "./main-table.ts";

/** Makes what is missing of the main database's table; a run does the same. Throws `MainDatabaseError`. */
export async function migrateMain(settings: Settings): Promise<void> {
  const main = createMainDatabase(settings);
  try {
    await askingMain(createLog("silent"), () => main.use(prepareMain));
  } finally {
    await main.close();
  }
}
