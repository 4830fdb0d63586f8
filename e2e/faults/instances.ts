import { type Env, type Server, scratch, startServer } from "../harness/server.ts";
import { addStaff, basic, signIn } from "../harness/staff.ts";
import { type Case, type Extent, type Finding, missing } from "../harness/suite.ts";
import { countReplies, formatCounts, post, type Reply, send } from "./client.ts";
import { POOL_SIZE, throughBouncer } from "./drivers.ts";
import { findHaproxy, HAPROXY_MISSING, startBalancer } from "./failover/haproxy.ts";
import { finding, instanceEnv, onPostgres } from "./on-postgres.ts";
import { asking, at } from "./sync/setup.ts";

const INSTANCES = 5;
const FORMS_A_MINUTE = 10; // the rate limit of public forms for one client
const TRIES_OF_A_NAME = 11; // ten, and the one that finds the account locked may have been verified

/** Five instances start at once on an empty database. */
export const startTogether: Case = {
  name: "start-together",
  run: ({ short }) => onPostgres(({ url }) => rounds(url, short ? 1 : 5)),
};

async function rounds(url: string, times: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let round = 0; round < times; round++) {
    const database = `round${round}`;
    await asking(url, `create database ${database}`);
    const its = at(url, database);
    const all = await Promise.allSettled(
      Array.from({ length: INSTANCES }, () => startServer(instanceEnv(its))),
    );
    const started = all.filter((each) => each.status === "fulfilled").map((each) => each.value);
    const [found] = await asking<{ applied: number; distinct: number }>(
      its,
      "select count(*) as applied, count(distinct hash) as distinct from drizzle.__drizzle_migrations",
    );
    await Promise.all(started.map((each) => each.term()));
    const once = found !== undefined && found.applied > 0 && found.applied === found.distinct;
    findings.push(
      finding(`instances ready of ${INSTANCES}`, started.length === INSTANCES, String(started.length)),
    );
    findings.push(finding("every migration is applied once", once, `${found?.applied} applied`));
  }
  return findings;
}

/** Two instances on one database share signups, rate limits and login locks. */
export const twoInstances: Case = {
  name: "two-instances",
  run: (extent) =>
    onPostgres(async ({ url }) => {
      const env: Env = { ...instanceEnv(url), TRUST_PROXY: "1" };
      const servers = await Promise.all([startServer(env), startServer(env)]);
      await addStaff({ url });
      try {
        return [
          ...(await onePerson(servers, url)),
          ...(await oneLimit(servers, extent)),
          ...(await oneLock(servers)),
        ];
      } finally {
        await Promise.all(servers.map((each) => each.term()));
      }
    }),
};

const BEHIND_ONE = 4;

/** Four instances behind HAProxy share what two do, sessions too, and a few connections through PgBouncer. */
export const fourInstances: Case = {
  name: "four-instances",
  async run(extent) {
    const program = findHaproxy();
    if (program === null) return [missing(HAPROXY_MISSING)];
    return throughBouncer(async ({ url, through }) => {
      // the client's own proxy, then HAProxy
      const env: Env = { ...instanceEnv(through), TRUST_PROXY: "2" };
      const servers = await Promise.all(Array.from({ length: BEHIND_ONE }, () => startServer(env)));
      await addStaff({ url });
      const home = await scratch();
      const proxy = await startBalancer(
        program,
        home.path,
        servers.map((each) => each.url),
      );
      try {
        return [
          await manyPeople(proxy.url, url),
          ...(await onePerson([proxy], url)),
          ...(await oneSession(proxy.url)),
          ...(await oneLimit([proxy], extent, BEHIND_ONE)),
          ...(await oneLock([proxy])),
          await fewConnections(url),
        ];
      } finally {
        await proxy.stop();
        await Promise.all(servers.map((each) => each.term()));
        await home.remove();
      }
    });
  },
};

async function manyPeople(url: string, database: string): Promise<Finding> {
  const people = 400;
  const replies = await Promise.all(
    Array.from({ length: people }, (_, turn) =>
      post(
        `${url}/api/waitlist`,
        { firstName: "Maryam", email: `maryam${turn}@example.org` },
        { from: `10.4.${turn >> 8}.${turn & 255}` },
      ),
    ),
  );
  const served = new Set(replies.map((each) => each?.headers.get("x-served-by")));
  const rows = await asking(database, "select from waitlist_signups where first_name = 'Maryam'");
  const counts = countReplies(replies);
  return finding(
    `${people} signups through the proxy are all there, from each of ${BEHIND_ONE}`,
    counts["201"] === people && rows.length === people && served.size === BEHIND_ONE,
    `${formatCounts(counts)}, ${rows.length} rows`,
  );
}

async function oneSession(url: string): Promise<Finding[]> {
  const headers = { Cookie: await signIn(url), "Content-Type": "application/json" };
  const listEach = async () => {
    const replies: (Reply | null)[] = [];
    for (let turn = 0; turn < 2 * BEHIND_ONE; turn++)
      replies.push(await send(`${url}/api/admin/waitlist?limit=1`, { headers }));
    const served = new Set(replies.map((each) => each?.headers.get("x-served-by")));
    return { counts: countReplies(replies), served: served.size };
  };
  const before = await listEach();
  await send(`${url}/api/admin/logout`, { method: "POST", headers, body: "{}" });
  const after = await listEach();
  return [
    finding(
      "a session of one instance works on each",
      before.counts["200"] === 2 * BEHIND_ONE && before.served === BEHIND_ONE,
      formatCounts(before.counts),
    ),
    finding(
      "once it has ended, on none",
      after.counts["401"] === 2 * BEHIND_ONE && after.served === BEHIND_ONE,
      formatCounts(after.counts),
    ),
  ];
}

async function fewConnections(url: string): Promise<Finding> {
  const open = await asking(
    url,
    "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  return finding(
    `connections of PostgreSQL for ${BEHIND_ONE} instances (at most ${POOL_SIZE})`,
    open.length > 0 && open.length <= POOL_SIZE,
    String(open.length),
  );
}

/** An instance, or what leads to several. */
type Address = Pick<Server, "url">;
type Ask = (url: string, turn: number) => Promise<Reply | null>;

const spread = (servers: readonly Address[], times: number, send: Ask): Promise<(Reply | null)[]> =>
  Promise.all(
    Array.from({ length: times }, (_, turn) => send(servers[turn % servers.length]?.url ?? "", turn)),
  );

async function onePerson(servers: readonly Address[], url: string): Promise<Finding[]> {
  const written = ["zoë@Example.org", "ZOË@example.org", "zoe\u0308@example.ORG", "Zoe\u0308@EXAMPLE.org"];
  const replies = await spread(servers, 100, (at, turn) =>
    post(
      `${at}/api/waitlist`,
      { firstName: "Zoë", email: written[turn % written.length] },
      { from: `10.1.0.${turn}` },
    ),
  );
  const rows = await asking(
    url,
    "select from waitlist_signups where email like '%o%' and first_name = 'Zoë'",
  );
  const counts = countReplies(replies);
  return [
    finding(
      "100 simultaneous signups of one person: all accepted",
      counts["201"] === 100,
      formatCounts(counts),
    ),
    finding("one row for that person", rows.length === 1, String(rows.length)),
  ];
}

async function oneLimit(
  servers: readonly Address[],
  { short }: Extent,
  instances = servers.length,
): Promise<Finding[]> {
  const join: Ask = (at, turn) =>
    post(
      `${at}/api/waitlist`,
      { firstName: "Omar", email: `omar${turn}@example.org` },
      { from: "10.2.0.1", timeoutMs: 5_000 },
    );
  const replies = await spread(servers, 60, join);
  const counts = countReplies(replies);
  const passed = counts["201"] ?? 0;
  const most = FORMS_A_MINUTE + instances;
  const waits = replies
    .filter((each) => each?.status === 429)
    .map((each) => Number(each?.headers.get("retry-after")));
  const wait = Math.max(...waits);
  const findings = [
    finding(
      `forms of one client that pass, of 60 (${FORMS_A_MINUTE} to ${most})`,
      passed >= FORMS_A_MINUTE && passed <= most && passed + waits.length === 60,
      formatCounts(counts),
    ),
    finding("the others get a Retry-After", Math.min(...waits) > 0 && wait <= 61, `${wait} s`),
  ];
  if (short) return findings;
  await Bun.sleep(wait * 1_000);
  const [after] = await spread(servers, 1, (at) => join(at, 1_000));
  return [
    ...findings,
    finding(
      "after that wait the next one is accepted",
      after?.status === 201,
      formatCounts(countReplies([after ?? null])),
    ),
  ];
}

async function oneLock(servers: readonly Address[]): Promise<Finding[]> {
  const replies = await spread(servers, 200, (at, turn) =>
    send(`${at}/api/admin/waitlist`, {
      headers: { Authorization: basic(`wrong ${turn}`), "X-Forwarded-For": `10.3.0.${turn}` },
    }),
  );
  const counts = countReplies(replies);
  const verified = counts["401"] ?? 0;
  const ok = verified <= TRIES_OF_A_NAME && verified > 0 && verified + (counts["429"] ?? 0) === 200;
  return [
    finding(
      `200 simultaneous wrong passwords: at most ${TRIES_OF_A_NAME} are verified`,
      ok,
      formatCounts(counts),
    ),
  ];
}
