import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { Settings } from "../../../env.ts";
import { DISK_LOW, freeSpace } from "../free-space.ts";
import { failed, ok, warn } from "./findings.ts";
import type { Finding } from "./schema.ts";

const MIB = 2 ** 20;
const DISK_OUT = 100 * MIB;

/** The space at the data directory, and at the folder for temporary files if that is another disk. */
export async function diskFindings({ dataDir }: Pick<Settings, "dataDir">): Promise<readonly Finding[]> {
  const { directory } = await freeSpace(dataDir);
  const temporary = tmpdir();
  const isSame = (await stat(directory)).dev === (await stat(temporary)).dev;
  return [
    await diskFinding("disk", directory),
    ...(isSame ? [] : [await diskFinding("temp disk", temporary)]),
  ];
}

async function diskFinding(check: string, folder: string): Promise<Finding> {
  const { free } = await freeSpace(folder);
  const sentence = `${Math.floor(free / MIB).toLocaleString("en")} MiB are free at ${folder}.`;
  const remedy = "Make room or enlarge the disk: without space the server refuses every write.";
  if (free < DISK_OUT) return failed(check, sentence, remedy);
  return free < DISK_LOW ? warn(check, sentence, remedy) : ok(check, sentence);
}
