import { openDatabase } from "../../../src/db/client.ts";
import { minutes } from "../../../src/shared/duration.ts";
import type { Postgres } from "../../harness/postgres.ts";
import { type Server, scratch, startServer } from "../../harness/server.ts";
import type { Case, Extent, Finding } from "../../harness/suite.ts";
import { lacking } from "../load.ts";
import { withPostgres } from "../postgres.ts";
import { fillPlaces } from "./fill-places.ts";

/** Takes the figures of a server; files go into `home`. */
type Measure = (server: Server, postgres: Postgres, home: string, extent: Extent) => Promise<Finding[]>;

/** Measures a server with sample places on a PostgreSQL of its own. */
export const withServedPlaces = (measure: Measure): Case["run"] => {
  return (extent) => withPostgres(lacking("wrk"), (postgres) => served(postgres, extent, measure));
};

async function served(postgres: Postgres, extent: Extent, measure: Measure): Promise<Finding[]> {
  const home = await scratch();
  const environment = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: "a key for a database of one bench",
    RATE_LIMIT: "off",
  };
  await (await startServer(environment)).term(); // migrates
  await fillPlaces({ url: postgres.url }, extent.short ? 20_000 : 200_000);
  const server = await startServer(environment);
  try {
    await untilCitiesAreKnown(postgres.url);
    return await measure(server, postgres, home.path, extent);
  } finally {
    await server.term();
    await home.remove();
  }
}

const LOOK_EVERY = 500; // milliseconds
const LOOKED_UP_WITHIN = minutes(5);

/** The schedule looks up the cities of new places, for which requests wait: not a part of any figure. */
async function untilCitiesAreKnown(url: string): Promise<void> {
  const db = await openDatabase({ url, maxConnections: 1 });
  try {
    for (const end = Date.now() + LOOKED_UP_WITHIN; Date.now() < end; await Bun.sleep(LOOK_EVERY)) {
      const unknown = await db.query("select from pois where city_id is null limit 1");
      if (unknown.length > 0) continue;
      await db.query("vacuum analyze pois", [], { timeoutMs: 0 });
      return;
    }
    throw new Error("The schedule did not look up the cities of the places.");
  } finally {
    await db.close();
  }
}
