import { join, resolve } from "node:path";
import { openDatabase } from "../../src/db/client.ts";
import { migrateServer } from "../../src/db/migrate.ts";
import { samplePlaces } from "../../src/demo/sample-directory.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { finding, instanceEnv, onPostgres } from "./on-postgres.ts";

const ROOT = resolve(import.meta.dir, "../..");
const PLACES = 20_000;
const SEED = 3;
const LATEST = 4_000; // milliseconds; such an import takes a little longer
const COLUMNS = ["name", "address", "city", "state", "category", "latitude", "longitude"] as const;

/**
 * An import killed at any point imports nothing; a complete one imports everything, and repeating it changes nothing.
 */
export const killImport: Case = {
  name: "kill-import",
  run: (extent) => onPostgres(({ url, home }) => killed(url, join(home, "places.csv"), extent)),
};

async function killed(url: string, file: string, { short }: Extent): Promise<Finding[]> {
  await migrateServer({ url });
  const lines = [...samplePlaces(PLACES, SEED)].map((place) =>
    COLUMNS.map((column) => `"${String(place[column]).replaceAll('"', '""')}"`).join(","),
  );
  await Bun.write(file, `${COLUMNS.join(",")}\n${lines.join("\n")}\n`);
  const kept: number[] = [];
  for (let kill = 0; kill < (short ? 2 : 15); kill++) {
    const child = importing(url, file);
    await Bun.sleep(500 + Math.random() * LATEST);
    child.kill("SIGKILL");
    await child.exited;
    kept.push(await countIn(url));
  }
  const first = await reportOf(importing(url, file));
  const second = await reportOf(importing(url, file));
  const left = kept.filter((count) => count !== 0 && count !== PLACES);
  return [
    finding(
      "no killed import left a part of its file",
      left.length === 0,
      `${left.length} of ${kept.length}`,
    ),
    finding(
      "a complete import adds every place of the file",
      (await countIn(url)) === first.read - first.repeated,
      formatReport(first),
    ),
    finding(
      "a second import of the same file changes nothing",
      second.created + second.updated === 0,
      formatReport(second),
    ),
  ];
}

const importing = (url: string, file: string) =>
  Bun.spawn([process.execPath, "cli/main.ts", "poi", "import", file, "--json"], {
    cwd: ROOT,
    env: { ...process.env, ...instanceEnv(url) },
    stdout: "pipe",
    stderr: "ignore",
  });

interface Report {
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly repeated: number;
}

const reportOf = async (child: ReturnType<typeof importing>): Promise<Report> =>
  JSON.parse(await new Response(child.stdout).text()) as Report;

const formatReport = ({ created, updated, unchanged, repeated }: Report): string =>
  `${created} made, ${updated} changed, ${unchanged} left alone, ${repeated} twice in the file`;

async function countIn(url: string): Promise<number> {
  const db = await openDatabase({ url });
  const [row] = await db.query<{ places: number }>("select count(*)::int as places from pois");
  await db.close();
  return row?.places ?? 0;
}
