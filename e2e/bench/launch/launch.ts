import { openDatabase } from "../../../src/db/client.ts";
import { mailServer } from "../../../src/testing/mail-server.ts";
import { addPartners, type SignedIn } from "../../harness/partners.ts";
import type { Postgres } from "../../harness/postgres.ts";
import { type Server, startServer } from "../../harness/server.ts";
import type { Case, Extent, Finding } from "../../harness/suite.ts";
import { addPeople } from "../broadcast.ts";
import { lacking } from "../load.ts";
import { withPostgres } from "../postgres.ts";
import { fillPlaces } from "../search/fill-places.ts";
import { copies, type Pair, templatesOf } from "../sync/sync.ts";
import { type Alone, findingsOf, type Together } from "./report.ts";
import { type Usage, usageDuring } from "./usage.ts";
import type { IsOver } from "./visitors.ts";
import { Launch } from "./work.ts";

const PARTNERS = 20;
const WARM_UP = 3; // seconds, for the JIT compiler
const BROADCAST_AT = 0.1; // of the time
const SYNC_AT = 0.3;
const ALONE_SHARE = 0.1; // of the time, for each kind of work alone
const MAILS_READ_EVERY = 50;

interface Scale {
  readonly seconds: number;
  /** Mails of the broadcast, and places of the sync. */
  readonly rows: number;
  /** Further places, for the search. */
  readonly places: number;
}

const WHOLE: Scale = { seconds: 600, rows: 100_000, places: 200_000 };
/** A twentieth of the time, mails and places, at the same pace of visitors. */
const SHORT: Scale = { seconds: 30, rows: 5_000, places: 10_000 };

/**
 * Ten minutes of a launch: 50,000 visitors, a broadcast, staff lists, exports, partners' searches and a sync at once,
 * each beside the same work alone.
 */
export const launch: Case = {
  name: "launch",
  run: (extent) => withPostgres(lacking("psql"), (postgres) => measure(postgres, extent)),
};

async function measure(postgres: Postgres, { short }: Extent): Promise<Finding[]> {
  const scale = short ? SHORT : WHOLE;
  const templates = await templatesOf(postgres, scale.rows);
  await fillPlaces({ url: templates.local }, scale.places);
  await markSynced(templates.local);
  await addPeople(templates.local, scale.rows);
  const partners = await addPartners({ url: templates.local }, "launch", PARTNERS);
  const alone = await onCopy(postgres, templates, (server) => eachAlone(server, postgres, partners, scale));
  const together = await onCopy(postgres, templates, (server) =>
    allTogether(server, postgres, partners, scale),
  );
  return findingsOf(alone, together, scale.rows);
}

/** Leaves only the places of `fillLocal` to the sync. */
async function markSynced(url: string): Promise<void> {
  const db = await openDatabase({ url, maxConnections: 1 });
  const text = `update pois set sync_state = 'synced', synced_at = now()
    where place_id is null or place_id like 'sample-%'`;
  await db.query(text, [], { timeoutMs: 0 });
  await db.query("vacuum analyze pois", [], { timeoutMs: 0 });
  await db.close();
}

async function onCopy<T>(
  postgres: Postgres,
  templates: Pair,
  work: (server: Server) => Promise<T>,
): Promise<T> {
  const { local, main } = await copies(postgres, templates);
  const mails = await mailServer();
  const drain = setInterval(() => mails.taken.splice(0), MAILS_READ_EVERY);
  const server = await startServer({
    DATABASE_URL: local,
    MAIN_DATABASE_URL: main,
    SECRET_KEY: "a key for a database of one bench",
    TRUST_PROXY: "1", // every visitor has an address, so that the rate limits are on
    MAIL_URL: mails.url,
    MAIL_FROM: "rihla@example.org",
  });
  try {
    return await work(server);
  } finally {
    clearInterval(drain);
    await server.term();
    await mails.close();
  }
}

async function eachAlone(
  server: Server,
  postgres: Postgres,
  partners: readonly SignedIn[],
  { seconds, rows }: Scale,
): Promise<Alone> {
  await new Launch(server, partners, rows).people(overAfter(WARM_UP));
  const launch = new Launch(server, partners, rows);
  const usages: Record<string, Usage> = {};
  const during = async (name: string, work: () => Promise<void>) => {
    usages[name] = await usageDuring(server, postgres, work);
  };
  const time = () => overAfter(seconds * ALONE_SHARE);
  await during("visitors", () => launch.visits(time()));
  await during("staff lists", () => launch.lists(time()));
  await during("exports", () => launch.csvFiles(time()));
  await during("searches", () => launch.searches(time()));
  await during("broadcast", () => launch.broadcast());
  await during("sync", () => launch.sync());
  return { launch, usages };
}

async function allTogether(
  server: Server,
  postgres: Postgres,
  partners: readonly SignedIn[],
  { seconds, rows }: Scale,
): Promise<Together> {
  await new Launch(server, partners, rows).people(overAfter(WARM_UP));
  const launch = new Launch(server, partners, rows);
  const later = async (share: number, work: () => Promise<void>) => {
    await Bun.sleep(seconds * share * 1_000);
    await work();
  };
  const usage = await usageDuring(server, postgres, async () => {
    await Promise.all([
      launch.people(overAfter(seconds)),
      later(BROADCAST_AT, () => launch.broadcast()),
      later(SYNC_AT, () => launch.sync()),
    ]);
  });
  return { launch, usage };
}

function overAfter(seconds: number): IsOver {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() > end;
}
