import { join, resolve } from "node:path";
import { openDatabase } from "../../src/db/client.ts";
import { migrateServer } from "../../src/db/migrate.ts";
import { samplePlaces } from "../../src/demo/sample-directory.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { finding, instanceEnv, onPostgres } from "./on-postgres.ts";

const ROOT = resolve(import.meta.dir, "../..");
const SEED = 4;
const LATEST = 6_000; // milliseconds; such an intake takes a little longer

/** An intake killed at any point takes nothing of its file; a complete one takes all, and repeating it changes nothing. */
export const killIntake: Case = {
  name: "kill-intake",
  run: (extent) => onPostgres(({ url, home }) => killed(url, join(home, "places.geojson"), extent)),
};

async function killed(url: string, file: string, { short }: Extent): Promise<Finding[]> {
  await migrateServer({ url });
  const rows = short ? 4_000 : 20_000;
  await writeFile(file, rows);
  const kept: string[] = [];
  for (let kill = 0; kill < (short ? 2 : 15); kill++) {
    const child = taking(url, file);
    await Bun.sleep(500 + Math.random() * LATEST);
    child.kill("SIGKILL");
    await child.exited;
    kept.push(await stateOf(url));
  }
  const first = await countsOf(taking(url, file));
  const whole = await stateOf(url);
  const second = await countsOf(taking(url, file));
  // an intake may have ended before it was killed
  const left = kept.filter((state) => state !== NOTHING && state !== whole);
  const listed = first.new + first.same;
  return [
    finding(
      "no killed intake left a part of its file",
      left.length === 0,
      `${left.length} of ${kept.length}`,
    ),
    finding(
      "a complete intake takes every row of the file",
      listed + first.unsure + first.refused === rows &&
        whole.startsWith(`${listed} places, ${listed} sources`),
      `${whole}; ${JSON.stringify(first)}`,
    ),
    finding(
      "a second intake of the same file changes nothing",
      second.same === listed &&
        second.new + second.changed + second.gone === 0 &&
        (await stateOf(url)) === whole,
      JSON.stringify(second),
    ),
  ];
}

async function writeFile(file: string, rows: number): Promise<void> {
  const features = [...samplePlaces(rows, SEED)].map((place, n) => {
    const { latitude, longitude, placeId: _, halalVerificationStatus: __, ...properties } = place;
    const geometry = { type: "Point", coordinates: [longitude, latitude] };
    return { type: "Feature", id: String(n), geometry, properties };
  });
  await Bun.write(file, JSON.stringify({ type: "FeatureCollection", features }));
}

const taking = (url: string, file: string) =>
  Bun.spawn(
    [
      process.execPath,
      "cli/main.ts",
      "poi",
      "intake",
      "--source",
      "geojson",
      file,
      "--release",
      "A",
      "--json",
    ],
    { cwd: ROOT, env: { ...process.env, ...instanceEnv(url) }, stdout: "pipe", stderr: "ignore" },
  );

type Counts = Readonly<Record<"new" | "same" | "changed" | "gone" | "unsure" | "refused", number>>;

const countsOf = async (child: ReturnType<typeof taking>): Promise<Counts> =>
  (JSON.parse(await new Response(child.stdout).text()) as { counts: Counts }).counts;

const NOTHING = "0 places, 0 sources, 0 matches";

async function stateOf(url: string): Promise<string> {
  const db = await openDatabase({ url });
  const [row] = await db.query<{ state: string }>(`select concat((select count(*) from pois), ' places, ',
    (select count(*) from place_sources), ' sources, ', (select count(*) from place_matches), ' matches') as state`);
  await db.close();
  return row?.state ?? "";
}
