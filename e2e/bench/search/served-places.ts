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
    return await measure(server, postgres, home.path, extent);
  } finally {
    await server.term();
    await home.remove();
  }
}
