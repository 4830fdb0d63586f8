import { openDatabase } from "../../../src/db/client.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { prepareMainTable } from "../../../src/modules/sync/main-database/main-table.ts";
import { fillLocal, fillMain } from "../../bench/sync/places.ts";
import type { Env, Server } from "../../harness/server.ts";
import { addStaff } from "../../harness/staff.ts";
import type { Reply } from "../client.ts";
import { instanceEnv } from "../on-postgres.ts";

export const PLACES = 12_000; // three batches
const TIMEOUT = 60_000; // milliseconds
export const DEAD_AFTER = 2; // seconds

export interface Sides {
  readonly local: string;
  readonly main: string;
}

export const envOf = ({ local, main }: Sides): Env => ({
  ...instanceEnv(local),
  MAIN_DATABASE_URL: main,
  RATE_LIMIT: "off",
  SYNC_DEAD_AFTER: String(DEAD_AFTER),
});

const TIERS = `update pois set halal_verification_status = 'verified', tier_until = date '2090-01-01' + length(name),
  evidence_digest = md5(id) where id < '4'`;

/** The database of that name on the same server. */
export const at = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href;

export async function asking<Row>(url: string, text: string): Promise<Row[]> {
  const db = await openDatabase({ url, maxConnections: 1 });
  try {
    return await db.query<Row>(text, [], { timeoutMs: 0 });
  } finally {
    await db.close();
  }
}

/** Fills the databases on both sides. */
export async function sidesOn(localServer: string, mainServer: string): Promise<Sides> {
  await asking(localServer, "create database here");
  await asking(mainServer, "create database there");
  const sides = { local: at(localServer, "here"), main: at(mainServer, "there") };
  await Promise.all([prepareLocal(sides.local), prepareMain(sides.main)]);
  return sides;
}

async function prepareLocal(url: string): Promise<void> {
  const local = await openDatabase({ url, maxConnections: 1 });
  await migrate(local);
  await local.close();
  await addStaff({ url });
  await fillLocal(url, PLACES);
  await asking(url, TIERS);
}

async function prepareMain(url: string): Promise<void> {
  const main = await openDatabase({ url });
  await prepareMainTable(main);
  await main.close();
  await fillMain(url, PLACES);
}

export async function copyOf(server: string, name: string): Promise<Sides> {
  for (const side of ["here", "there"])
    await asking(server, `create database ${side}_${name} template ${side}`);
  return { local: at(server, `here_${name}`), main: at(server, `there_${name}`) };
}

/** Null if there was no response. */
export async function trigger(server: Server, cookie: string, body: object = {}): Promise<Reply | null> {
  const started = performance.now();
  try {
    const answer = await fetch(`${server.url}/api/admin/sync/trigger`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Cookie: cookie },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const { status, headers } = answer;
    return { status, headers, body: (await answer.json()) as Reply["body"], ms: performance.now() - started };
  } catch {
    return null;
  }
}

/** The rows of both sides without their timestamps. */
export async function endState({ local, main }: Sides): Promise<string> {
  const [there] = await asking(
    main,
    `select count(*) as rows, count(distinct source_id) as linked, md5(string_agg(concat_ws('|', source_id, place_id, name,
       address, phone, halal_verification_status, tier_until, evidence_digest, owner_id, latitude, longitude, visits,
       first_seen_at is null),
       ',' order by source_id, place_id, name, latitude)) as digest from public.places`,
  );
  const [here] = await asking(
    local,
    "select md5(string_agg(concat_ws('|', id, version, sync_state, sync_failures), ',' order by id)) as digest from pois",
  );
  return JSON.stringify([there, here]);
}

/** Waits until a run is active, or the requested one has ended. */
export async function started({ local }: Sides): Promise<void> {
  for (const end = performance.now() + 10_000; performance.now() < end; await Bun.sleep(20)) {
    const alive = `select from sync_lease where run_id is not null and heartbeat_at > now() - interval '1 s'`;
    if ((await asking(local, alive)).length > 0) return;
  }
}
