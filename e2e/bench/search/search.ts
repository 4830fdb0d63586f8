import { type Database, openDatabase } from "../../../src/db/client.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { findPlaces, type SearchDeps } from "../../../src/modules/places/search/search.ts";
import { createVocabularyCache } from "../../../src/modules/places/search/vocabulary/vocabulary.ts";
import type { Postgres } from "../../harness/postgres.ts";
import { scratch } from "../../harness/server.ts";
import type { Case, Extent, Finding } from "../../harness/suite.ts";
import { figureWithoutGoal, formatInteger } from "../figures.ts";
import { withPostgres } from "../postgres.ts";
import { fillPlaces } from "./fill-places.ts";
import { timedImport } from "./import.ts";
import { mixedLoad } from "./mixed.ts";
import { type QueryClass, queryClasses } from "./queries.ts";

const EMBEDDED_PLACES = 100_000;
const EMBEDDED_P99 = 50; // milliseconds
const PAGE = 50;

/** The time of a partner's search by class of query, against fetching 50 places by key. */
export const search: Case = {
  name: "search",
  run: (extent) => withPostgres(null, (postgres) => measure(postgres, extent)),
};

async function measure(postgres: Postgres, { short }: Extent): Promise<Finding[]> {
  const count = short ? 100_000 : 1_000_000;
  const made = await openDatabase({ url: postgres.url });
  await migrate(made); // its database settings apply only to later connections
  await made.close();
  const db = await openDatabase({ url: postgres.url });
  const deps = searchDeps(db);
  try {
    const seconds = await fillPlaces({ url: postgres.url }, count);
    const findings = [
      figureWithoutGoal("places put in", `${formatInteger(count)} in ${seconds.toFixed(0)} s`),
    ];
    const key = await timesOf(await keyFetches(db));
    findings.push(figureWithoutGoal("50 places by key", formatTimes(key)));
    for (const filter of [NONE, CHICAGO]) {
      for (const each of queryClasses()) findings.push(await against(deps, each, filter, key));
    }
    findings.push(...(await mixedLoad(deps)));
    findings.push(await timedImport(db));
    return findings;
  } finally {
    await db.close();
  }
}

const searchDeps = (db: Database): SearchDeps => ({ db, state: { vocabulary: createVocabularyCache(db) } });

interface Filter {
  readonly label: string;
  readonly city: string;
  readonly category: "restaurant" | null;
}

const NONE: Filter = { label: "", city: "", category: null };
const CHICAGO: Filter = { label: ", city and category", city: "chicago", category: "restaurant" };

async function against(deps: SearchDeps, each: QueryClass, filter: Filter, key: Times): Promise<Finding> {
  const { city, category, label } = filter;
  const ours = await timesOf(
    each.queries.map((query) => () => findPlaces(deps, { query, city, category, limit: PAGE })),
  );
  const ratio = ours.p50 / key.p50;
  const last = ours.p99 / key.p99;
  const figure = `${ratio.toFixed(1)} and ${last.toFixed(1)} times (goal ${each.goal}): ${formatTimes(ours)}`;
  return { what: each.name + label, figure, ok: ratio <= each.goal && last <= each.goal };
}

interface Times {
  readonly p50: number;
  readonly p99: number;
}

const formatTimes = ({ p50, p99 }: Times): string => `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms`;

/** Runs the queries in sequence, after a warm-up. */
async function timesOf(searches: readonly (() => Promise<unknown>)[]): Promise<Times> {
  for (const search of searches.slice(0, 10)) await search();
  const times: number[] = [];
  for (const search of searches) {
    const started = performance.now();
    await search();
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return { p50: times[times.length >> 1] ?? 0, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}

/** The lower bound of any search: reading 50 rows by key. */
async function keyFetches(db: Database): Promise<(() => Promise<unknown>)[]> {
  const [edge] = await db.query<{ last: number }>("select max(seq) as last from pois");
  return Array.from({ length: 200 }, (_, n) => () => {
    const keys = Array.from({ length: PAGE }, (_, k) => 1 + ((n * 7_919 + k * 104_729) % (edge?.last ?? 1)));
    return db.query("select * from pois where seq = any($1)", [keys], { prepared: true });
  });
}

/** The same on the embedded database. */
export const embeddedSearch: Case = {
  name: "embedded-search",
  async run() {
    const home = await scratch();
    const made = await openDatabase({ dataDir: home.path });
    await migrate(made);
    await made.close();
    await fillPlaces({ dataDir: home.path }, EMBEDDED_PLACES);
    const db = await openDatabase({ dataDir: home.path });
    const deps = searchDeps(db);
    try {
      const findings: Finding[] = [];
      for (const { name, queries } of queryClasses()) {
        const searches = queries.map(
          (query) => () => findPlaces(deps, { query, city: "", category: null, limit: PAGE }),
        );
        const times = await timesOf(searches);
        const figure = `${formatTimes(times)} (goal ${EMBEDDED_P99})`;
        findings.push({
          what: `${name}, ${formatInteger(EMBEDDED_PLACES)} places`,
          figure,
          ok: times.p99 <= EMBEDDED_P99,
        });
      }
      return findings;
    } finally {
      await db.close();
      await home.remove();
    }
  },
};
