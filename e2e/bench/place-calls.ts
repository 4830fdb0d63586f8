import { EvidenceDesk } from "../faults/evidence-load.ts";
import { freePort } from "../harness/free-port.ts";
import type { Postgres } from "../harness/postgres.ts";
import { type Server, startServer } from "../harness/server.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { alternate, atLeast } from "./figures.ts";
import { lacking, load, perSecond } from "./load.ts";
import { withPostgres } from "./postgres.ts";
import { startReference } from "./reference/bare.ts";
import type { KeyAnswer } from "./reference/key-server.ts";
import { fillLocal } from "./sync/places.ts";

const GOAL = 0.5; // of the rate of the key fetch: at most twice its cost
const PLACES = 100_000;

/** The public calls about a place with a verified tier, against its row read by key. */
export const placeCalls: Case = {
  name: "place-calls",
  run: (extent) => withPostgres(lacking("wrk"), (postgres) => served(postgres, extent)),
};

async function served({ url }: Postgres, extent: Extent): Promise<Finding[]> {
  const env = { DATABASE_URL: url, SECRET_KEY: "a key for a database of one bench", RATE_LIMIT: "off" };
  await (await startServer(env)).term(); // migrates
  await fillLocal(url, extent.short ? PLACES / 10 : PLACES);
  const desk = await EvidenceDesk.open(url, 1);
  const server = await startServer(env);
  const id = await verified(server, desk);
  const key = await startReference<KeyAnswer>("key-server.ts", {
    port: await freePort(),
    databaseUrl: url,
    id,
  });
  try {
    return await measure(server, key.url, id, extent);
  } finally {
    key.stop();
    await server.term();
    await desk.db.close();
  }
}

/** The id of a place with a certificate, two readings and its issuer's answer. */
async function verified(server: Server, desk: EvidenceDesk): Promise<string> {
  const id = desk.places[0]?.id ?? "";
  const certificate = String((await desk.certify(server, id))?.body.id);
  await desk.read(server, certificate, "bilal");
  await desk.answer(server, certificate, "valid");
  return id;
}

async function measure(server: Server, key: string, id: string, { short }: Extent): Promise<Finding[]> {
  const [rounds, seconds] = short ? [1, 2] : [5, 4];
  const asked = (url: string, time: number) => async () => {
    const found = await load({ url, seconds: time });
    if (found.refused + found.broken > 0) throw new Error(`${url} refused ${found.refused} requests`);
    return perSecond(found);
  };
  const findings: Finding[] = [];
  await asked(key, 1)();
  for (const call of ["", "/why", "/why?on=2026-01-01"]) {
    const url = `${server.url}/api/places/${id}${call}`;
    await asked(url, 1)();
    const pair = await alternate(rounds, asked(key, seconds), asked(url, seconds));
    findings.push(atLeast(`GET /api/places/{id}${call} against a key fetch`, pair, GOAL, "a second"));
  }
  return findings;
}
