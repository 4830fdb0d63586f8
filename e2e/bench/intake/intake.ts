import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDeps } from "../../../src/app.ts";
import { createEncryption } from "../../../src/core/crypto/encryption.ts";
import { createLog } from "../../../src/core/logging/log.ts";
import { actingAs } from "../../../src/core/rpc/context.ts";
import { internalCall } from "../../../src/core/rpc/internal-call.ts";
import { type Database, openDatabase } from "../../../src/db/client.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { samplePlaces } from "../../../src/demo/sample-directory.ts";
import { readEnv } from "../../../src/env.ts";
import { importFile } from "../../../src/modules/places/import/import-file.ts";
import { takeFile } from "../../../src/modules/places/intake/service.ts";
import { scratch } from "../../harness/server.ts";
import type { Case, Extent, Finding } from "../../harness/suite.ts";
import { atLeast, figureWithoutGoal, formatInteger } from "../figures.ts";
import { withPostgres } from "../postgres.ts";

const SEED = 38;
const OF_IMPORT = 0.4; // of the rate of an import, which keeps neither the words of its file nor what an undo restores
const CHANGED = 50; // of so many rows one is changed in the second release: 2 %
const MEBIBYTE = 1_024 * 1_024;
const SECRET_KEY = "a key for a database of one bench";

/**
 * Intakes of a file of a public source into an empty and a full directory, on both databases, against an import of as many
 * lines; a second release; and how much memory of this process they take.
 */
export const intake: Case = {
  name: "intake",
  run: async (extent) => [
    ...(await withPostgres(null, (postgres) => measureOn("PostgreSQL", { url: postgres.url }, extent))),
    ...(await embedded(extent)),
  ],
};

async function embedded(extent: Extent): Promise<Finding[]> {
  const home = await scratch();
  try {
    return await measureOn("embedded", { dataDir: join(home.path, "database") }, extent);
  } finally {
    await home.remove();
  }
}

async function measureOn(
  label: string,
  where: Parameters<typeof openDatabase>[0],
  { short }: Extent,
): Promise<Finding[]> {
  const made = await openDatabase(where);
  await migrate(made); // its database settings apply only to later connections
  await made.close();
  const db = await openDatabase(where);
  const home = await scratch();
  const rows = short ? 5_000 : 100_000;
  const fileOf = (seed: number, changedOf = 0) =>
    write(join(home.path, `${seed}-${changedOf}.geojson`), rows, seed, changedOf);
  const taken = async (file: Promise<string>, release: string) => {
    const path = await file;
    return timed(() => take(db, path, release));
  };
  try {
    const first = await taken(fileOf(1), "2026-10");
    const second = await taken(fileOf(1, CHANGED), "2026-11");
    const others = await fileOf(2);
    const imported = await timed(() => importLines(db, others));
    const third = await taken(fileOf(3), "2026-12");
    const rate = ({ seconds }: Timed) => rows / seconds;
    return [
      told(`${label}: ${formatInteger(rows)} rows into an empty directory`, first, rows),
      told(`${label}: their second release with 2 % changes`, second, rows),
      told(`${label}: as many others into the full directory`, third, rows),
      atLeast(
        `${label}: rows a second against an import`,
        { ours: rate(third), reference: rate(imported) },
        OF_IMPORT,
        "a second",
      ),
    ];
  } finally {
    await db.close();
    await home.remove();
  }
}

interface Timed {
  readonly seconds: number;
  readonly counts: object;
  readonly mebibytes: number;
}

const told = (what: string, { seconds, counts, mebibytes }: Timed, rows: number): Finding =>
  figureWithoutGoal(
    what,
    `${formatInteger(rows / seconds)} a second, ${mebibytes} MiB more: ${Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${count} ${name}`)
      .join(", ")}`,
  );

async function timed(work: () => Promise<object>): Promise<Timed> {
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const started = performance.now();
  const counts = await work().finally(() => clearInterval(look));
  const seconds = (performance.now() - started) / 1_000;
  return { seconds, counts, mebibytes: Math.round((most - before) / MEBIBYTE) };
}

/** A file of a release; of so many rows one has another phone number. */
async function write(file: string, rows: number, seed: number, changedOf: number): Promise<string> {
  const writer = Bun.file(file).writer();
  writer.write('{"type":"FeatureCollection","features":[\n');
  let n = 0;
  for (const place of samplePlaces(rows, SEED + seed)) {
    const { latitude, longitude, placeId: _, halalVerificationStatus: __, ...properties } = place;
    const isChanged = changedOf > 0 && n % changedOf === 0;
    const phone = isChanged ? `313555${String(n % 10_000).padStart(4, "0")}` : properties.phone;
    const feature = {
      type: "Feature",
      id: `${seed}-${n}`,
      geometry: { type: "Point", coordinates: [longitude, latitude] },
      properties: { ...properties, phone },
    };
    writer.write(`${n === 0 ? "" : ",\n"}${JSON.stringify(feature)}`);
    n += 1;
  }
  writer.write("\n]}\n");
  await writer.end();
  return file;
}

function contextOf(db: Database, action: string) {
  const settings = readEnv({ SECRET_KEY, LOG_LEVEL: "silent", DATA_DIR: tmpdir() });
  const encryption = createEncryption(SECRET_KEY);
  const deps = createDeps({ settings, encryption, db, log: createLog("silent") });
  const principal = { kind: "operator", name: "bench" } as const;
  const call = internalCall("cli", principal);
  return actingAs({ deps, call, invocation: { action, auditRecords: 0 } }, principal);
}

async function take(db: Database, file: string, release: string): Promise<object> {
  const options = { source: "geojson", release, city: "", map: undefined, dryRun: false, name: "" } as const;
  return (await takeFile(contextOf(db, "admin.intakes.take"), { ...options, file })).counts;
}

async function importLines(db: Database, file: string): Promise<object> {
  const ctx = contextOf(db, "admin.pois.import");
  const { created } = await importFile(ctx, { file, format: "geojson", map: undefined, dryRun: false });
  return { created };
}
