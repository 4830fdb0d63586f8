import { join, resolve } from "node:path";
import { scratch } from "../harness/server.ts";
import { type Case, type Extent, type Finding, missing } from "../harness/suite.ts";
import { finding } from "./on-postgres.ts";

const ROOT = resolve(import.meta.dir, "../..");
/** Full while the database is made, and while it is migrated. */
const SIZES = ["20m", "39m"];
const SENTENCE = "The disk that holds the database is full.";

/** The first start of the embedded database on a disk without enough space. */
export const fullDisk: Case = {
  name: "full-disk",
  async run({ short }: Extent) {
    if (short) return [];
    const findings: Finding[] = [];
    for (const size of SIZES) findings.push(await firstStart(size));
    return findings;
  },
};

async function firstStart(size: string): Promise<Finding> {
  const home = await scratch();
  const mount = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `size=${size}`, "tmpfs", home.path]);
  try {
    if (mount.exitCode !== 0) return missing("no right to mount a small disk");
    const { PATH = "" } = process.env;
    const env = { PATH, PORT: "0", DATA_DIR: join(home.path, "data") };
    const { exitCode, stderr } = Bun.spawnSync([process.execPath, "src/main.ts"], { cwd: ROOT, env });
    const printed = stderr.toString().trim();
    return finding(`a first start on a disk of ${size}`, exitCode === 1 && printed === SENTENCE, printed);
  } finally {
    if (mount.exitCode === 0) Bun.spawnSync(["umount", home.path]);
    await home.remove();
  }
}
