import { join } from "node:path";
import { openDatabase } from "../../../src/db/client.ts";
import type { PublicResult } from "../../../src/modules/places/search/schema.ts";
import { freePort } from "../../harness/free-port.ts";
import type { Postgres } from "../../harness/postgres.ts";
import type { Server } from "../../harness/server.ts";
import type { Case, Extent, Finding } from "../../harness/suite.ts";
import { alternate, atLeast, figureWithoutGoal, median, type Pair } from "../figures.ts";
import { load, perSecond } from "../load.ts";
import { startReference } from "../reference/bare.ts";
import type { KeyAnswer } from "../reference/key-server.ts";
import { withServedPlaces } from "./served-places.ts";

const KEY = 0.5; // of the rate of a server that reads the same places by their keys: twice its time
const HEADERS = { "Accept-Encoding": "gzip, br" };
const SEARCHES = 1_000; // more than the server keeps

/**
 * The search of visitors, `/places?q=&city=`, against fetching the places that it shows by their keys in one statement:
 * one search again and again, and many different ones, of which none is in memory.
 */
export const searchPages: Case = {
  name: "search-pages",
  run: withServedPlaces(measure),
};

const COMMON = "q=noor+grill&city=chicago";

async function measure(server: Server, { url }: Postgres, home: string, extent: Extent): Promise<Finding[]> {
  const searches = [COMMON, ...(await sampleSearches(url, SEARCHES))];
  const shown = await inTurn(searches, async (search) => {
    const found = (await (await fetch(`${server.url}/api/places?${search}`)).json()) as PublicResult[];
    return found.map(({ id }) => id);
  });
  const lists = join(home, "lists.json");
  await Bun.write(lists, JSON.stringify(shown));
  const key = await startReference<KeyAnswer>("key-server.ts", {
    ...{ port: await freePort(), databaseUrl: url },
    ...{ id: shown[0]?.[0] ?? "", lists },
  });
  const numbers = searches.map((_, n) => n);
  const rates = ratesOf(extent, home);
  try {
    const again = await rates([`${key.url}0`], [`${server.url}/places?${COMMON}`]);
    const json = await rates([`${key.url}0`], [`${server.url}/api/places?${COMMON}`]);
    const different = await rates(
      numbers.slice(1).map((n) => `${key.url}${n}`),
      searches.slice(1).map((each) => `${server.url}/places?${each}`),
    );
    const places = `${shown[0]?.length} places`;
    return [
      atLeast(`the same search again, ${places}, against a fetch of them by key`, again, KEY, UNIT),
      atLeast(`its JSON against the same`, json, KEY, UNIT),
      figureWithoutGoal(
        `${SEARCHES} different searches, ${median(shown.slice(1).map((ids) => ids.length))} places at the median, against fetches of them by key`,
        inTimes(different),
      ),
    ];
  } finally {
    key.stop();
  }
}

const UNIT = "a second";

const inTimes = ({ ours, reference }: Pair): string =>
  `${(reference / ours).toFixed(2)} times (${Math.round(ours)} against ${Math.round(reference)} ${UNIT})`;

/** A word, a word in a city, the last two words, or a whole name in its city: as often as the other. */
async function sampleSearches(url: string, count: number): Promise<string[]> {
  const db = await openDatabase({ url, maxConnections: 1 });
  const rows = await db.query<{ name: string; city: string }>(
    "select name, city from pois order by md5(id) limit $1",
    [count * 4],
  );
  await db.close();
  const all = rows.map(({ name, city }, n) => {
    const words = name.split(" ");
    const longest = words.reduce((best, word) => (word.length > best.length ? word : best), "");
    const forms = [{ q: longest }, { q: longest, city }, { q: words.slice(-2).join(" ") }, { q: name, city }];
    return String(new URLSearchParams(forms[n % forms.length]));
  });
  return [...new Set(all)].slice(0, count);
}

async function inTurn<From, To>(all: readonly From[], work: (each: From) => Promise<To>): Promise<To[]> {
  const results: To[] = [];
  for (const each of all) results.push(await work(each));
  return results;
}

function ratesOf({ short }: Extent, home: string) {
  const [rounds, seconds] = short ? [1, 2] : [3, 4];
  const asked = async (urls: readonly string[], time: number): Promise<number> => {
    const file = join(home, "paths");
    await Bun.write(file, urls.map((each) => `${new URL(each).pathname}${new URL(each).search}\n`).join(""));
    const url = new URL("/", urls[0] ?? "").href;
    const found = await load({ url, seconds: time, headers: HEADERS, script: "paths.lua", given: [file] });
    if (found.refused + found.broken > 0) throw new Error(`${url} refused ${found.refused} requests`);
    return perSecond(found);
  };
  return async (reference: readonly string[], ours: readonly string[]): Promise<Pair> => {
    await asked(reference, 1);
    await asked(ours, 1);
    return alternate(
      rounds,
      () => asked(reference, seconds),
      () => asked(ours, seconds),
    );
  };
}
