import { join } from "node:path";
import { placePath } from "../../src/shared/places/slug.ts";
import { freePort } from "../harness/free-port.ts";
import type { Postgres } from "../harness/postgres.ts";
import type { Server } from "../harness/server.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { alternate, atLeast, type Pair } from "./figures.ts";
import { load, perSecond } from "./load.ts";
import { type Reference, startBare, startReference } from "./reference/bare.ts";
import type { KeyAnswer } from "./reference/key-server.ts";
import { withServedPlaces } from "./search/served-places.ts";

const BARE = 0.9; // of the rate of a server that only sends the same bytes
const KEY = 0.5; // of the rate of a server that reads one row by its key: twice its time
const HEADERS = { "Accept-Encoding": "br" };

/**
 * The pages about places, against a handler that sends the same bytes from memory and against fetching the place by its
 * key. Each view of a place reads its version from the database; the start of the search reads nothing.
 */
export const places: Case = {
  name: "places",
  run: withServedPlaces(measure),
};

async function measure(
  server: Server,
  postgres: Postgres,
  home: string,
  { short }: Extent,
): Promise<Finding[]> {
  const [found] = (await (await fetch(`${server.url}/api/places?q=noor`)).json()) as Parameters<
    typeof placePath
  >[0][];
  if (!found) throw new Error("the sample places have none of this name");
  const id = found.id;
  const wanted: KeyAnswer = { port: await freePort(), databaseUrl: postgres.url, id };
  const key = await startReference<KeyAnswer>("key-server.ts", wanted);
  const rates = ratesOf(short);
  try {
    const page = server.url + placePath(found);
    return [
      ...(await against(`${server.url}/places`, "GET /places", rates, home)),
      ...(await against(page, "GET /places/{slug}", rates, home, key)),
      atLeast(
        "GET /places/{slug}/badge.svg against a key fetch",
        await rates(key.url, `${page}/badge.svg`),
        KEY,
        UNIT,
      ),
    ];
  } finally {
    key.stop();
  }
}

const UNIT = "a second";

/** A page is fast enough if it reaches the goal of either reference. */
async function against(
  page: string,
  name: string,
  rates: ReturnType<typeof ratesOf>,
  home: string,
  key?: Reference,
): Promise<Finding[]> {
  const bare = await startBare(page, HEADERS, join(home, "page"));
  const toBare = await rates(bare.url, page).finally(() => bare.stop());
  const ofBare = atLeast(`${name} against a bare handler of the same bytes`, toBare, BARE, UNIT);
  if (!key) return [ofBare];
  const ofKey = atLeast(`${name} against a key fetch`, await rates(key.url, page), KEY, UNIT);
  return [{ ...ofBare, ok: ofKey.ok === true ? null : ofBare.ok }, ofKey];
}

function ratesOf(short: boolean) {
  const [rounds, seconds] = short ? [1, 2] : [5, 4];
  const asked = (url: string, time: number) => async () =>
    perSecond(await load({ url, seconds: time, headers: HEADERS }));
  return async (reference: string, ours: string): Promise<Pair> => {
    await asked(reference, 1)();
    await asked(ours, 1)();
    return alternate(rounds, asked(reference, seconds), asked(ours, seconds));
  };
}
