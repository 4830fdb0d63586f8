import { openDatabase } from "../../src/db/client.ts";
import { createGazetteer } from "../../src/modules/places/gazetteer/gazetteer.ts";
import { growthDuring } from "../harness/memory.ts";
import type { Postgres } from "../harness/postgres.ts";
import { type Server, startServer } from "../harness/server.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { atMost, formatInteger } from "./figures.ts";
import { withPostgres } from "./postgres.ts";

const GROWTH = 100; // MB, of garbage between collections: no more after 16 files than after two
const FILE = 10; // seconds

/** The whole sitemap, file by file, as a search engine reads it. */
export const sitemap: Case = {
  name: "sitemap",
  run: (extent) => withPostgres(null, (postgres) => measure(postgres, extent)),
};

async function measure(postgres: Postgres, { short }: Extent): Promise<Finding[]> {
  const places = short ? 60_000 : 1_000_000;
  const environment = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: "a key for a database of one bench",
    RATE_LIMIT: "off",
  };
  await (await startServer(environment)).term(); // migrates
  await fill(postgres, places);
  const server = await startServer(environment);
  try {
    return await read(server, places);
  } finally {
    await server.term();
  }
}

/** Places in ten cities, with what an import writes, but for the words that searches read. */
async function fill({ url }: Postgres, places: number): Promise<void> {
  const gazetteer = createGazetteer();
  const cities = gazetteer.metros().slice(0, 10);
  const db = await openDatabase({ url, maxConnections: 1 });
  await db.query(
    `insert into pois (id, name, address, city, state, category, city_id, created_at, updated_at)
     select substr(md5(n::text), 1, 26), 'Noor Grill ' || n, n || ' Elm Street', ($1::text[])[1 + n % 10], ($2::text[])[1 + n % 10],
       'restaurant', ($3::int[])[1 + n % 10], now(), now() from generate_series(1, $4::int) n`,
    [cities.map(({ name }) => name), cities.map(({ state }) => state), cities.map(({ id }) => id), places],
    { timeoutMs: 0 },
  );
  await db.query("vacuum analyze pois", [], { timeoutMs: 0 });
  await db.close();
}

async function read(server: Server, places: number): Promise<Finding[]> {
  for (const file of ["cities", "places-1"]) await countIn(`${server.url}/sitemaps/${file}.xml`); // loads what stays
  const files = await locationsIn(`${server.url}/sitemap.xml`);
  const paths = files.map((url) => new URL(url).pathname);
  let [listed, slowest] = [0, 0];
  const started = performance.now();
  const [, growth] = await growthDuring(server, async () => {
    for (const path of paths) {
      const before = performance.now();
      const count = await countIn(`${server.url}${path}`);
      slowest = Math.max(slowest, (performance.now() - before) / 1_000);
      if (path.includes("places-")) listed += count;
    }
  });
  const seconds = (performance.now() - started) / 1_000;
  return [
    atMost("the slowest file of 50,000", slowest, FILE, "s"),
    atMost("growth of memory", growth, GROWTH, "MB"),
    {
      what: "places listed",
      figure: `${formatInteger(listed)} of ${formatInteger(places)} in ${seconds.toFixed(1)} s`,
      ok: listed === places,
    },
  ];
}

async function locationsIn(url: string): Promise<string[]> {
  const text = await (await fetch(url)).text();
  return [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location = ""]) => location);
}

/** Counts the lines with an address, without holding the file. */
async function countIn(url: string): Promise<number> {
  const { body, ok, status } = await fetch(url);
  if (!ok || !body) throw new Error(`${url} answered ${status}`);
  let [count, rest] = [0, ""];
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    count += lines.filter((line) => line.startsWith("<url>")).length;
  }
  return count;
}
