import { openDatabase } from "../../src/db/client.ts";
import type { Postgres } from "../harness/postgres.ts";
import { startServer } from "../harness/server.ts";
import { PASSWORD } from "../harness/staff.ts";
import type { Case, Finding } from "../harness/suite.ts";
import { figureWithoutGoal, formatInteger } from "./figures.ts";
import { type Load, lacking, load, perSecond } from "./load.ts";
import { withPostgres } from "./postgres.ts";

const SIGN_INS = 200;
const CLIENTS = 20; // at once, each with an address of its own
const AT_MOST = 0.05; // of the sign-ins may be told to come again

/** 200 sign-ins beside signups as fast as they are taken, each against the same alone. */
export const signInLoad: Case = {
  name: "sign-in-load",
  run: ({ short }) =>
    withPostgres(lacking("wrk", "psql"), async (postgres) => {
      const server = await startServer({
        DATABASE_URL: postgres.url,
        SECRET_KEY: "a key for a database of one bench",
        TRUST_PROXY: "1",
      });
      try {
        await addAccounts(postgres);
        return await compare(server.url, short ? 4 : 8);
      } finally {
        await server.term();
      }
    }),
};

async function addAccounts(postgres: Postgres): Promise<void> {
  const db = await openDatabase({ url: postgres.url, maxConnections: 1 });
  const hash = await Bun.password.hash(PASSWORD, { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 });
  await db.query(
    `insert into staff_users (id, username, username_key, email, password_hash, role, created_at, updated_at)
     select k, k, k, k || '@example.org', $1, 'admin', now(), now()
     from (select 'user' || n as k from generate_series(1, $2::int) n) names`,
    [hash, SIGN_INS],
  );
  await db.close();
}

async function compare(url: string, seconds: number): Promise<Finding[]> {
  await join(url, 2, "warm");
  const joinsAlone = await join(url, seconds, "alone");
  const alone = await signInAll(url);
  const length = Math.ceil(2 * alone.seconds) + 2; // longer than the sign-ins beside it
  const [joins, beside] = await Promise.all([join(url, length, "beside"), signInAll(url)]);
  return [
    figureWithoutGoal(`${SIGN_INS} sign-ins alone`, describedSignIns(alone)),
    {
      what: "the same beside signups",
      figure: describedSignIns(beside),
      ok: beside.times.length === SIGN_INS && beside.refused <= SIGN_INS * AT_MOST,
    },
    figureWithoutGoal("signups alone", describedJoins(joinsAlone)),
    {
      what: "the same beside sign-ins",
      figure: describedJoins(joins),
      ok: joins.refused + joins.broken === 0,
    },
  ];
}

/** Each run has clients of its own, as if they came for the first time. */
const RUNS = ["warm", "alone", "beside"] as const;

const join = (url: string, seconds: number, run: (typeof RUNS)[number]): Promise<Load> =>
  load({
    url: `${url}/api/waitlist`,
    seconds,
    script: "signups.lua",
    given: [run, String(RUNS.indexOf(run) * 150_000)],
  });

interface SignIns {
  readonly seconds: number;
  /** Milliseconds until each sign-in succeeded. */
  readonly times: readonly number[];
  /** Answers 503, after which the client tried again. */
  readonly refused: number;
}

async function signInAll(url: string): Promise<SignIns> {
  const began = performance.now();
  const times: number[] = [];
  let [next, refused] = [0, 0];
  const client = async () => {
    while (next < SIGN_INS) {
      next += 1;
      const since = performance.now();
      refused += await signIn(url, next);
      times.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { seconds: (performance.now() - began) / 1_000, times, refused };
}

/** Signs in as the nth account, and returns how often it was told to come again. */
async function signIn(url: string, n: number): Promise<number> {
  const headers = { "Content-Type": "application/json", "X-Forwarded-For": `203.0.113.${n}` };
  const body = JSON.stringify({ username: `user${n}`, password: PASSWORD });
  for (let refused = 0; ; refused += 1) {
    const answer = await fetch(`${url}/api/admin/login`, { method: "POST", headers, body });
    await answer.arrayBuffer();
    if (answer.status === 200) return refused;
    if (answer.status !== 503) throw new Error(`a right sign-in answered ${answer.status}`);
    await Bun.sleep(1_000 * Number(answer.headers.get("retry-after") ?? 1));
  }
}

function describedSignIns({ seconds, times, refused }: SignIns): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => formatInteger(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN);
  const rate = (times.length / seconds).toFixed(1);
  return `${rate} a second, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${refused} told to come again`;
}

const describedJoins = (run: Load): string =>
  `${formatInteger(perSecond(run))} a second, p50 ${run.p50.toFixed(1)} ms, p99 ${run.p99.toFixed(1)} ms`;
