import { access, constants, mkdir } from "node:fs/promises";
import { SettingError } from "../../env.ts";

/** Creates DATA_DIR with mode 0700 if it is missing. Throws `SettingError` if it cannot be created or written. */
export async function makeDataDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK);
  } catch (error) {
    throw new SettingError(`DATA_DIR cannot be used: ${(error as Error).message}.`, { cause: error });
  }
}
