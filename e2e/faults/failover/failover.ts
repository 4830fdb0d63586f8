import { join } from "node:path";
import { openDatabase } from "../../../src/db/client.ts";
import { type Server, startServer } from "../../harness/server.ts";
import type { Case, Finding } from "../../harness/suite.ts";
import { post } from "../client.ts";
import { finding, instanceEnv } from "../on-postgres.ts";
import { SignupLoad } from "../signup-load.ts";
import { verifyAcknowledged } from "../verify-acknowledged.ts";
import { GiftAndClaimLoad } from "./gift-and-claim-load.ts";
import { beSynchronous, configure, onPair, type Pair, rebuild } from "./pair.ts";

const TIMEOUT = 60_000; // milliseconds, on a busy machine
const FOLLOWS_WITHIN = 5_000;
/** After one that hangs: its statements run into their limit, and so does each try to connect to it. */
const FOLLOWS_HANGING_WITHIN = 10_000;
const NOTICED_AFTER = 300; // until an operator promotes the standby

/** The primary is killed under load and its synchronous standby promoted; two instances follow by themselves. */
export const failover: Case = {
  name: "failover",
  run: ({ short, rounds = short ? 1 : 5 }) =>
    onPair((pair, home) => failovers(pair, home, { short, rounds })),
};

interface Rounds {
  readonly short: boolean;
  readonly rounds: number;
}

async function failovers(pair: Pair, home: string, { short, rounds }: Rounds): Promise<Finding[]> {
  await beSynchronous(pair);
  const hosts = [pair.primary, pair.standby].map(({ port }) => `127.0.0.1:${port}`).join();
  const url = `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`;
  const env = { ...instanceEnv(url), RATE_LIMIT: "off", PAYMENT_GATEWAY: "sandbox" };
  const servers = [await startServer(env), await startServer(env)];
  const visitors = new SignupLoad(join(home, "promised"));
  const others = await GiftAndClaimLoad.prepare(pair.primary.url);
  const urls = servers.map((each) => each.url);
  visitors.start(...urls);
  others.start(urls);
  const back: Follow[] = [];
  const findings: Finding[] = [];
  for (let round = 0; round < rounds; round++) {
    await visitors.until(100, TIMEOUT);
    back.push(await failOver(pair, servers, visitors, () => pair.primary.kill9()));
    await visitors.until(50, TIMEOUT);
    if (round === 0) findings.push(await oldPrimaryReturns(pair, env, visitors));
    await rebuild(pair);
    await beSynchronous(pair);
  }
  if (!short) findings.push(await afterHanging(pair, servers, visitors));
  await visitors.until(50, TIMEOUT);
  await Promise.all([visitors.stop(), others.stop()]);
  const lived = servers.every((each) => each.running());
  await Promise.all(servers.map((each) => each.term()));
  visitors.close();
  const where = { url: pair.primary.url };
  return [
    finding(`first success after ${rounds} promotions`, isSoon(back), formatFollows(back)),
    ...findings,
    finding(
      "both instances kept running, and answered 201 or 503",
      lived && isOrderly(visitors),
      seen(visitors),
    ),
    ...(await verifyAcknowledged(where, visitors)),
    ...(await others.verify(where.url)),
  ];
}

/** Milliseconds until both instances had acknowledged a write. */
interface Follow {
  readonly sincePromotion: number;
  readonly sinceFailure: number;
}

/** Lets the primary fail and promotes the standby; the failed one is `pair.standby` afterwards. */
async function failOver(
  pair: Pair,
  servers: readonly Server[],
  visitors: SignupLoad,
  fail: () => Promise<void>,
): Promise<Follow> {
  const failed = performance.now();
  await fail();
  await Bun.sleep(NOTICED_AFTER);
  const promoted = performance.now();
  await pair.standby.promote();
  await Promise.all(servers.map((each) => firstSuccess(each, visitors)));
  const now = performance.now();
  [pair.primary, pair.standby] = [pair.standby, pair.primary];
  return { sincePromotion: now - promoted, sinceFailure: now - failed };
}

/** The primary stops answering without closing its connections, as behind a cable that was pulled. */
async function afterHanging(pair: Pair, servers: readonly Server[], visitors: SignupLoad): Promise<Finding> {
  const back = await failOver(pair, servers, visitors, () => pair.primary.signal("SIGSTOP"));
  await pair.standby.signal("SIGCONT"); // it goes on as a primary, and no standby confirms its commits
  await visitors.until(50, TIMEOUT);
  const isInTime = back.sincePromotion < FOLLOWS_HANGING_WITHIN;
  return finding("first success after a primary that hangs", isInTime, formatFollows([back]));
}

async function firstSuccess(server: Server, visitors: SignupLoad): Promise<void> {
  for (const end = performance.now() + TIMEOUT; performance.now() < end; await Bun.sleep(20)) {
    const email = `first.${crypto.randomUUID()}@example.org`;
    visitors.sent.add(email);
    const reply = await post(`${server.url}/api/waitlist`, { firstName: "Amina", email });
    if (reply?.status === 201) return;
  }
  throw new Error(`${server.url} takes no signups after a failover`);
}

/** The killed primary is started again, unfenced and as a primary: neither the instances nor a new one may write to it. */
async function oldPrimaryReturns(
  { standby: old }: Pair,
  env: Readonly<Record<string, string>>,
  visitors: SignupLoad,
): Promise<Finding> {
  await old.start();
  await configure(old, "reset synchronous_standby_names"); // it would acknowledge writes by itself
  const before = await countSignups(old.url);
  const late = await startServer(env);
  await visitors.until(50, TIMEOUT);
  await firstSuccess(late, visitors);
  await late.term();
  const strayed = (await countSignups(old.url)) - before;
  return finding("writes to the old primary that came back", strayed === 0, String(strayed));
}

async function countSignups(url: string): Promise<number> {
  const db = await openDatabase({ url, maxConnections: 1 });
  const [row] = await db.query<{ count: number }>("select count(*) as count from waitlist_signups");
  await db.close();
  return row?.count ?? 0;
}

const isSoon = (all: readonly Follow[]): boolean =>
  all.every(({ sincePromotion }) => sincePromotion < FOLLOWS_WITHIN);

const formatFollows = (all: readonly Follow[]): string =>
  [
    `median ${median(all.map(({ sincePromotion }) => sincePromotion))} ms`,
    `slowest ${Math.round(Math.max(...all.map(({ sincePromotion }) => sincePromotion)))} ms`,
    `${Math.round(Math.max(...all.map(({ sinceFailure }) => sinceFailure)))} ms from the failure`,
  ].join(", ");

const median = (values: readonly number[]): number =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);

const isOrderly = ({ statuses }: SignupLoad): boolean =>
  [...statuses.keys()].every((status) => status === 201 || status === 503);

const seen = ({ statuses }: SignupLoad): string =>
  [...statuses].map(([status, times]) => `${times} x ${status}`).join(", ");
