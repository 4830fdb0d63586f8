import { openDatabase } from "../../src/db/client.ts";
import { type Env, type Server, startServer } from "../harness/server.ts";
import { addStaff, basic } from "../harness/staff.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { countReplies, formatCounts, post, type Reply, send } from "./client.ts";
import { finding, instanceEnv, onPostgres } from "./on-postgres.ts";

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
    await ask1(url, `create database ${database}`);
    const at = new URL(url);
    at.pathname = `/${database}`;
    const all = await Promise.allSettled(
      Array.from({ length: INSTANCES }, () => startServer(instanceEnv(at.href))),
    );
    const started = all.filter((each) => each.status === "fulfilled").map((each) => each.value);
    const [found] = await ask1<{ applied: number; distinct: number }>(
      at.href,
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

async function ask1<Row>(url: string, text: string): Promise<Row[]> {
  const db = await openDatabase({ url, maxConnections: 1 });
  try {
    return await db.query<Row>(text);
  } finally {
    await db.close();
  }
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

type Ask = (url: string, turn: number) => Promise<Reply | null>;

const spread = (servers: readonly Server[], times: number, send: Ask): Promise<(Reply | null)[]> =>
  Promise.all(
    Array.from({ length: times }, (_, turn) => send(servers[turn % servers.length]?.url ?? "", turn)),
  );

async function onePerson(servers: readonly Server[], url: string): Promise<Finding[]> {
  const written = ["zoë@Example.org", "ZOË@example.org", "zoe\u0308@example.ORG", "Zoe\u0308@EXAMPLE.org"];
  const replies = await spread(servers, 100, (at, turn) =>
    post(
      `${at}/api/waitlist`,
      { firstName: "Zoë", email: written[turn % written.length] },
      { from: `10.1.0.${turn}` },
    ),
  );
  const rows = await ask1(url, "select from waitlist_signups where email like '%o%' and first_name = 'Zoë'");
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

async function oneLimit(servers: readonly Server[], { short }: Extent): Promise<Finding[]> {
  const join: Ask = (at, turn) =>
    post(
      `${at}/api/waitlist`,
      { firstName: "Omar", email: `omar${turn}@example.org` },
      { from: "10.2.0.1", timeoutMs: 5_000 },
    );
  const replies = await spread(servers, 60, join);
  const counts = countReplies(replies);
  const passed = counts["201"] ?? 0;
  const most = FORMS_A_MINUTE + servers.length;
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

async function oneLock(servers: readonly Server[]): Promise<Finding[]> {
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
