import { dataDirectoryProblem, makeDataDirectory } from "../../db/drivers/data-directory.ts";
import type { Settings } from "../../env.ts";
import { tryWrite } from "./try-write.ts";

/** Throws `SettingError` if the server stores something in DATA_DIR and cannot write there. */
export async function checkDataDirectory({ dataDir, databaseUrl, evidenceS3 }: Settings): Promise<void> {
  if (databaseUrl !== undefined && evidenceS3 !== undefined) return;
  await makeDataDirectory(dataDir);
  try {
    await tryWrite(dataDir);
  } catch (error) {
    throw dataDirectoryProblem(error, dataDir);
  }
}
