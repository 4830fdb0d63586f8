import { join } from "node:path";
import { type Server, startServer } from "../../harness/server.ts";
import { type Case, type Finding, missing } from "../../harness/suite.ts";
import { post } from "../client.ts";
import { finding, instanceEnv } from "../on-postgres.ts";
import { SignupLoad } from "../signup-load.ts";
import { verifyAcknowledged } from "../verify-acknowledged.ts";
import { GiftAndClaimLoad } from "./gift-and-claim-load.ts";
import { findHaproxy, HAPROXY_MISSING, type RunningProxy, startHaproxy } from "./haproxy.ts";
import { beSynchronous, onPair, type Pair, rebuild } from "./pair.ts";

const TIMEOUT = 60_000; // milliseconds, on a busy machine
const FOLLOWS_WITHIN = 5_000;
/** After one that hangs: its statements run into their limit, and so does each try to connect to it. */
const FOLLOWS_HANGING_WITHIN = 10_000;
const NOTICED_AFTER = 300; // until an operator promotes the standby

/** The primary is killed under load and its synchronous standby promoted; two instances behind HAProxy follow by themselves. */
export const failover: Case = {
  name: "failover",
  async run({ short, rounds = short ? 1 : 5 }) {
    const program = findHaproxy();
    if (program === null) return [missing(HAPROXY_MISSING)];
    return onPair(async (pair, home) => {
      const proxy = await startHaproxy(program, home, [pair.primary.port, pair.standby.port]);
      return failovers(pair, proxy, home, { short, rounds }).finally(() => proxy.stop());
    });
  },
};

interface Rounds {
  readonly short: boolean;
  readonly rounds: number;
}

async function failovers(
  pair: Pair,
  { url }: RunningProxy,
  home: string,
  { short, rounds }: Rounds,
): Promise<Finding[]> {
  await beSynchronous(pair);
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
  await pair.standby.kill9(); // fenced: it would go on as a primary
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
