import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDeps } from "../../../src/app.ts";
import { createEncryption } from "../../../src/core/crypto/encryption.ts";
import { createLog } from "../../../src/core/logging/log.ts";
import { actingAs } from "../../../src/core/rpc/context.ts";
import { internalCall } from "../../../src/core/rpc/internal-call.ts";
import type { Database } from "../../../src/db/client.ts";
import { samplePlaces } from "../../../src/demo/sample-directory.ts";
import { readEnv } from "../../../src/env.ts";
import { importFile } from "../../../src/modules/places/import/import-file.ts";
import { scratch } from "../../harness/server.ts";
import type { Finding } from "../../harness/suite.ts";
import { atMost } from "../figures.ts";

const LINES = 100_000;
const GOAL = 30; // seconds
const SEED = 12_345;
const SECRET_KEY = "a key for a database of one bench";

/** New places from a CSV file, in addition to the existing ones. */
export async function timedImport(db: Database): Promise<Finding> {
  const home = await scratch();
  const file = join(home.path, "places.csv");
  const writer = Bun.file(file).writer();
  const columns = [
    "name",
    "address",
    "city",
    "state",
    "zipCode",
    "category",
    "latitude",
    "longitude",
  ] as const;
  writer.write(`${columns.join(",")}\n`);
  for (const place of samplePlaces(LINES, SEED))
    writer.write(
      `${columns.map((column) => `"${String(place[column]).replaceAll('"', '""')}"`).join(",")}\n`,
    );
  await writer.end();
  const settings = readEnv({ SECRET_KEY, LOG_LEVEL: "silent", DATA_DIR: tmpdir() });
  const deps = createDeps({
    settings,
    encryption: createEncryption(SECRET_KEY),
    db,
    log: createLog("silent"),
  });
  const principal = { kind: "operator", name: "bench" } as const;
  const invocation = { action: "admin.pois.import", auditRecords: 0 };
  const ctx = actingAs({ deps, call: internalCall("cli", principal), invocation }, principal);
  const started = performance.now();
  const report = await importFile(ctx, { file, format: "csv", dryRun: false });
  const seconds = (performance.now() - started) / 1_000;
  await home.remove();
  const kept = report.created + report.updated + report.unchanged + report.repeated;
  return { ...atMost("import of 100,000 lines", seconds, GOAL, "s"), ok: seconds <= GOAL && kept === LINES };
}
