import { openDatabase } from "../../../src/db/client.ts";
import { type Server, startServer } from "../../harness/server.ts";
import { addStaff, signIn } from "../../harness/staff.ts";
import type { Case, Finding } from "../../harness/suite.ts";
import { post, send } from "../client.ts";
import { finding, instanceEnv } from "../on-postgres.ts";
import { configure, onPair, type Pair } from "./pair.ts";

const TIMEOUT = 60_000; // milliseconds, on a busy machine
const PEOPLE = 4; // at once
const DELAY = "2s"; // longer than any search waits for the replica

/** Exports and searches over a replica that follows, lags, is paused and dies: everyone sees their own writes. */
export const replica: Case = {
  name: "replica",
  run: ({ short, rounds = short ? 3 : 25 }) => onPair((pair) => phases(pair, rounds)),
};

async function phases({ primary, standby }: Pair, rounds: number): Promise<Finding[]> {
  const env = { ...instanceEnv(primary.url), RATE_LIMIT: "off", DATABASE_REPLICA_URL: standby.url };
  const server = await startServer(env);
  try {
    await addStaff(primary);
    const desk = { server, cookie: await signIn(server.url), rounds };
    const findings: Finding[] = [];
    const phase = async (what: string) => findings.push(await ownWrites(desk, what));
    await untilUsed(desk, 1);
    await phase("a replica that follows");
    findings.push(
      await answersComeFrom(standby.url),
      await isChecked(desk, "a replica that follows", "at most 0.1 s behind"),
    );
    await ask(standby.url, "select pg_wal_replay_pause()");
    await phase("a paused replica");
    findings.push(await isChecked(desk, "a paused replica", "newest commit that it has replayed"));
    await ask(standby.url, "select pg_wal_replay_resume()");
    await untilUsed(desk, 2);
    await configure(standby, `set recovery_min_apply_delay = '${DELAY}'`);
    await phase(`a replica that is ${DELAY} behind`);
    await configure(standby, "reset recovery_min_apply_delay");
    await untilUsed(desk, 3);
    await standby.kill9();
    await phase("a replica that was killed");
    findings.push(await isChecked(desk, "a replica that was killed", "cannot be reached"));
    await standby.start();
    await untilUsed(desk, 4);
    await phase("a replica that is back");
    return findings;
  } finally {
    await server.term();
  }
}

interface Desk {
  readonly server: Server;
  readonly cookie: string;
  readonly rounds: number;
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const db = await openDatabase({ url, maxConnections: 1 });
  try {
    return await db.query(text);
  } finally {
    await db.close();
  }
}

/** Reads until the log says for the `times`-th time that the replica is used. */
async function untilUsed({ server }: Desk, times: number): Promise<void> {
  for (const end = performance.now() + TIMEOUT; performance.now() < end; await Bun.sleep(50)) {
    await send(`${server.url}/api/places?q=${crypto.randomUUID()}`);
    if (server.log().split("exports and searches read from the replica").length > times) return;
  }
  throw new Error("the replica is not used");
}

/** Whether the last statements of the server on the replica are those of exports and searches. */
async function answersComeFrom(url: string): Promise<Finding> {
  const rows = await ask(
    url,
    "select from pg_stat_activity where query ~ 'string_agg|poi_words|poi_index_state'",
  );
  return finding("the replica answers exports and searches", rows.length > 0, `${rows.length} connections`);
}

/** Whether Health has a finding with these words; asked again while a busy machine lets the replica fall behind. */
async function isChecked({ server, cookie }: Desk, what: string, words: string): Promise<Finding> {
  let found: Check | undefined;
  const isFound = () => found?.sentence.includes(words) === true;
  for (const end = performance.now() + TIMEOUT; !isFound() && performance.now() < end; await Bun.sleep(50)) {
    const reply = await send(`${server.url}/api/admin/health`, { headers: { Cookie: cookie } });
    const checks = (reply?.body.findings ?? []) as readonly Check[];
    found = checks.find(({ check }) => check === "replica");
  }
  return finding(`${what}: Health names it`, isFound(), `${found?.state}: ${found?.sentence}`);
}

interface Check {
  readonly check: string;
  readonly state: string;
  readonly sentence: string;
}

/** People who read what they have just written, `rounds` times each. */
async function ownWrites(desk: Desk, what: string): Promise<Finding> {
  const slowest = { ms: 0 };
  const missed = await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      const found: boolean[] = [];
      for (let round = 0; round < desk.rounds; round++)
        found.push(await exportsOwnSignup(desk), ...(await findsOwnPlace(desk, slowest)));
      return found.filter((each) => !each).length;
    }),
  );
  const count = missed.reduce((sum, each) => sum + each, 0);
  const reads = PEOPLE * desk.rounds * 3;
  const figure = `${count} of ${reads} missed, slowest search ${Math.round(slowest.ms)} ms`;
  return finding(`${what}: own writes are read`, count === 0, figure);
}

async function exportsOwnSignup({ server, cookie }: Desk): Promise<boolean> {
  const email = `visitor.${crypto.randomUUID()}@example.org`;
  await post(`${server.url}/api/waitlist`, { firstName: "Amina", email });
  const file = await fetch(`${server.url}/api/admin/waitlist/export?q=${email}`, {
    headers: { Cookie: cookie },
  });
  return (await file.text()).includes(email);
}

async function findsOwnPlace(desk: Desk, slowest: { ms: number }): Promise<boolean[]> {
  const [first, second] = [name(), name()];
  const fields = { address: "1 Main St", city: "Dearborn", state: "MI", category: "restaurant" };
  const created = await write(desk, "POST", "", { ...fields, name: first });
  const isCreated = await isFound(desk, first, slowest);
  await write(desk, "PUT", `/${created?.body.id}`, { ...fields, name: second });
  return [isCreated, await isFound(desk, second, slowest)];
}

/** A word that no other place has. */
const name = (): string => `Place ${crypto.randomUUID().replaceAll(/[-\d]/g, "")}`;

const write = ({ server, cookie }: Desk, method: string, path: string, body: object) =>
  send(`${server.url}/api/admin/pois${path}`, {
    method,
    headers: { Cookie: cookie, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

async function isFound({ server }: Desk, text: string, slowest: { ms: number }): Promise<boolean> {
  const started = performance.now();
  const answer = await fetch(`${server.url}/api/places?q=${encodeURIComponent(text)}`);
  slowest.ms = Math.max(slowest.ms, performance.now() - started);
  const [place] = (await answer.json()) as readonly { readonly name: string }[];
  return place?.name === text;
}
