import { makeDataDirectory } from "../../db/drivers/data-directory.ts";
import { isDiskFull, systemErrorCode } from "../../db/errors.ts";
import { SettingError, type Settings } from "../../env.ts";
import { tryWrite } from "./try-write.ts";

/** Throws `SettingError` if the server stores something in DATA_DIR and cannot write there. */
export async function checkDataDirectory({ dataDir, databaseUrl, evidenceS3 }: Settings): Promise<void> {
  if (databaseUrl !== undefined && evidenceS3 !== undefined) return;
  await makeDataDirectory(dataDir);
  try {
    await tryWrite(dataDir);
  } catch (error) {
    const reason = isDiskFull(error)
      ? "its disk is full"
      : `it cannot be written (${systemErrorCode(error)})`;
    throw new SettingError(`DATA_DIR cannot be used: ${reason}: ${dataDir}.`, { cause: error });
  }
}
