import { join } from "node:path";
import { scratch, startServer } from "../../harness/server.ts";
import { type Case, type Extent, type Finding, missing } from "../../harness/suite.ts";
import { alternate, atLeast } from "../figures.ts";
import { lacking, load, perSecond } from "../load.ts";
import { startBare } from "../reference/bare.ts";

const GOAL = 0.95; // of the rate of a server that only sends this response
/** As of a visitor's browser, whose view is counted. */
const HEADERS = { "Accept-Encoding": "br", "User-Agent": "Mozilla/5.0", Referer: "https://example.org/" };

/** The landing page against a handler that sends the same bytes and headers from memory. */
export const landing: Case = {
  name: "landing",
  async run(extent) {
    const lack = lacking("wrk");
    if (lack !== null) return [missing(lack)];
    const home = await scratch();
    try {
      return await measure(home.path, extent);
    } finally {
      await home.remove();
    }
  },
};

async function measure(home: string, { short }: Extent): Promise<Finding[]> {
  const [rounds, seconds] = short ? [1, 2] : [5, 4];
  const server = await startServer({ DATA_DIR: join(home, "data") });
  const bare = await startBare(`${server.url}/`, HEADERS, join(home, "page"));
  const asked = (url: string, time: number) => async () =>
    perSecond(await load({ url, seconds: time, headers: HEADERS }));
  try {
    await asked(`${server.url}/`, 1)();
    await asked(bare.url, 1)();
    const pair = await alternate(rounds, asked(bare.url, seconds), asked(`${server.url}/`, seconds));
    return [atLeast("GET / against a bare handler of the same bytes", pair, GOAL, "a second")];
  } finally {
    bare.stop();
    await server.term();
  }
}
