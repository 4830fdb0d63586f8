import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { tryWrite } from "../../../../core/files/try-write.ts";
import type { Settings } from "../../../../env.ts";
import { failed, ok } from "../findings.ts";
import type { Finding } from "../schema.ts";

/** Writes a small file through to the disk of the data directory, where there is one, and of temporary files. */
export async function tryDisks({ dataDir }: Pick<Settings, "dataDir">): Promise<readonly Finding[]> {
  const folders = [...(existsSync(dataDir) ? [dataDir] : []), tmpdir()];
  return Promise.all(folders.map((folder) => tryFolder(folder)));
}

async function tryFolder(folder: string): Promise<Finding> {
  const check = folder === tmpdir() ? "temp disk write" : "disk write";
  try {
    await tryWrite(folder);
    return ok(check, `${folder} can be written.`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return failed(
      check,
      `${folder} cannot be written${code ? ` (${code})` : ""}.`,
      code === "ENOSPC" ? "Make room or enlarge the disk." : "Let the server's user write in it.",
    );
  }
}
