import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openDatabase } from "../../src/db/client.ts";
import type { Postgres } from "../harness/postgres.ts";
import { type Env, type Server, scratch, startServer } from "../harness/server.ts";
import { type Case, type Extent, type Finding, missing } from "../harness/suite.ts";
import { send } from "./client.ts";
import { finding, instanceEnv, onPostgres } from "./on-postgres.ts";
import { SignupLoad } from "./signup-load.ts";
import { verifyAcknowledged } from "./verify-acknowledged.ts";

const ROOT = resolve(import.meta.dir, "../..");
/** Full while the database is made, and while it is migrated. */
const SIZES = ["20m", "39m"];
const SENTENCE = "The disk that holds the database is full.";
const ROOMY = "160m"; // holds a database until the case fills the rest
const WITHIN = 60_000; // milliseconds
const POLL_INTERVAL = 50;
const SIGNUPS = 50;

/** A disk without enough space: at the first start, and under a server that is running. */
export const fullDisk: Case = {
  name: "full-disk",
  async run({ short }: Extent) {
    if (short) return [];
    const findings: Finding[] = [];
    for (const size of SIZES) findings.push(...(await onSmallDisk(size, firstStart)));
    findings.push(...(await onSmallDisk(ROOMY, underEmbedded)));
    return [
      ...findings,
      ...(await onPostgres(({ postgres }) => onSmallDisk(ROOMY, underPostgres(postgres)))),
    ];
  },
};

interface SmallDisk {
  readonly path: string;
  readonly size: string;
}

/** Mounts a disk in memory for `work`. */
async function onSmallDisk(size: string, work: (disk: SmallDisk) => Promise<Finding[]>): Promise<Finding[]> {
  const home = await scratch();
  const mount = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `size=${size}`, "tmpfs", home.path]);
  try {
    if (mount.exitCode !== 0) return [missing("no right to mount a small disk")];
    return await work({ path: home.path, size });
  } finally {
    if (mount.exitCode === 0) Bun.spawnSync(["umount", home.path]);
    await home.remove();
  }
}

async function firstStart({ path, size }: SmallDisk): Promise<Finding[]> {
  const { PATH = "" } = process.env;
  const env = { PATH, PORT: "0", DATA_DIR: join(path, "data") };
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "src/main.ts"], { cwd: ROOT, env });
  const printed = stderr.toString().trim();
  return [finding(`a first start on a disk of ${size}`, exitCode === 1 && printed === SENTENCE, printed)];
}

async function underEmbedded({ path }: SmallDisk): Promise<Finding[]> {
  const dataDir = join(path, "data");
  return whileRunning("embedded", path, { DATA_DIR: dataDir }, { dataDir });
}

/** The tables are on the small disk, the write-ahead log is not: without room for that one the server itself stops. */
const underPostgres =
  (postgres: Postgres) =>
  async ({ path }: SmallDisk): Promise<Finding[]> => {
    const folder = join(path, "tables");
    await mkdir(folder);
    Bun.spawnSync(["chown", "postgres", folder]);
    Bun.spawnSync(["chmod", "755", path]);
    const db = await openDatabase({ url: postgres.url, maxConnections: 1 });
    await db.query(`create tablespace small location '${folder}'`);
    await db.query("create database small tablespace small");
    await db.close();
    const url = postgres.url.replace(/postgres$/, "small");
    const findings = await whileRunning("PostgreSQL", path, instanceEnv(url), { url });
    await postgres.stop("immediate"); // its files are on the disk
    return findings;
  };

/** Fills the disk under a server with signups, and frees it again. */
async function whileRunning(
  kind: string,
  disk: string,
  env: Env,
  where: Parameters<typeof verifyAcknowledged>[0],
): Promise<Finding[]> {
  const home = await scratch();
  const visitors = new SignupLoad(join(home.path, "promised"));
  const server = await startServer({ ...env, RATE_LIMIT: "off" });
  visitors.start(server.url);
  await visitors.until(SIGNUPS, WITHIN);
  const findings = [finding(`${kind}: readiness before`, (await readiness(server)) === 200, "200")];
  const filler = join(disk, "filler");
  Bun.spawnSync(["dd", "if=/dev/zero", `of=${filler}`, "bs=64k"]);
  findings.push(await refused(kind, server, visitors));
  await rm(filler);
  const since = performance.now();
  await visitors.until(SIGNUPS, WITHIN);
  const back = await looked(async () => (await readiness(server)) === 200);
  const ms = Math.round(performance.now() - since);
  findings.push(finding(`${kind}: space again: signups and readiness`, back, `after ${ms} ms`));
  await visitors.stop();
  await server.term();
  visitors.close();
  findings.push(...(await verifyAcknowledged(where, visitors)));
  await home.remove();
  return findings;
}

/** Readiness follows the first refused signup, and stays, as the log says why. */
async function refused(kind: string, server: Server, visitors: SignupLoad): Promise<Finding> {
  visitors.statuses.clear();
  await looked(async () => visitors.statuses.has(503));
  const seen: number[] = [];
  for (let look = 0; look < 20; look++) {
    seen.push(await readiness(server));
    await Bun.sleep(POLL_INTERVAL);
  }
  const cause = server.log().split("\n").some(isCauseOfProbe);
  const figure = `readiness ${[...new Set(seen)].join(", ")}, cause in the log: ${cause ? "53100" : "none"}`;
  const ok = seen.every((status) => status === 503) && cause;
  return finding(`${kind}: full: signups are refused and the server is not ready`, ok, figure);
}

/** A line of the log about a 503 of no procedure, with the cause. */
const isCauseOfProbe = (line: string): boolean =>
  line.includes('"unavailable"') && line.includes('"sqlState":"53100"') && !line.includes('"path"');

const readiness = async (server: Server): Promise<number> =>
  (await send(`${server.url}/readyz`))?.status ?? 0;

async function looked(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + WITHIN; performance.now() < end; await Bun.sleep(POLL_INTERVAL))
    if (await isSo()) return true;
  return false;
}
