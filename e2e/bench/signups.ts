import { openDatabase } from "../../src/db/client.ts";
import { freePort } from "../harness/free-port.ts";
import type { Postgres } from "../harness/postgres.ts";
import { type Server, startServer } from "../harness/server.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { cpuOf } from "./cpu.ts";
import { atLeast, atMost, figureWithoutGoal, formatInteger, inTurn, median } from "./figures.ts";
import { CONNECTIONS, type Load, lacking, load, outputOf, perSecond } from "./load.ts";
import { withPostgres } from "./postgres.ts";
import { type Reference, startReference } from "./reference/bare.ts";
import type { SignupAnswer } from "./reference/signup-server.ts";

const WARM_UP = 3; // seconds, for the JIT compiler
const GOAL = 1.4; // times the rate of durable single-row inserts
const BARE_GOAL = 0.65; // of the rate of a handler that only parses and writes
const P99_GOAL = 12; // milliseconds

/** Signups with all features on, against PostgreSQL's rate of single-row inserts and against a bare handler. */
export const signups: Case = {
  name: "signups",
  run: (extent) => withPostgres(lacking("wrk", "pgbench"), (postgres) => measure(postgres, extent)),
};

async function measure(postgres: Postgres, { short }: Extent): Promise<Finding[]> {
  const [rounds, seconds] = short ? [1, 3] : [5, 5];
  await createReferenceTable(postgres);
  const options: SignupAnswer = { port: await freePort(), databaseUrl: postgres.url };
  const bare = await startReference("signup-server.ts", options);
  const server = await startServer({
    DATABASE_URL: postgres.url,
    SECRET_KEY: "a key for a database of one bench",
    TRUST_PROXY: "1",
  });
  try {
    return await compare(postgres, { server, bare }, rounds, seconds);
  } finally {
    bare.stop();
    await server.term();
  }
}

interface Servers {
  readonly server: Server;
  readonly bare: Reference;
}

async function compare(
  postgres: Postgres,
  { server, bare }: Servers,
  rounds: number,
  seconds: number,
): Promise<Finding[]> {
  const [ours, atBare] = [
    joiner(postgres, server.url, server),
    joiner(postgres, bare.url.slice(0, -1), bare),
  ];
  for (const each of [ours, atBare]) await each.join(WARM_UP);
  const measures = [
    () => insertsPerSecond(postgres, seconds),
    ...[atBare, ours].map((each) => () => each.join(seconds)),
  ];
  const [inserts = Number.NaN, least = Number.NaN, joins = Number.NaN] = await inTurn(rounds, measures);
  const memory = server.memory() / 1_048_576;
  return [
    atLeast("POST /api/waitlist against pgbench", { ours: joins, reference: inserts }, GOAL, "a second"),
    atLeast("the same against a bare handler", { ours: joins, reference: least }, BARE_GOAL, "a second"),
    atMost("time to answer, 64 connections, p99", percentile(ours.runs, "p99"), P99_GOAL, "ms"),
    figureWithoutGoal("the same of the bare handler", `${percentile(atBare.runs, "p99").toFixed(1)} ms`),
    figureWithoutGoal("time to answer, p50", `${percentile(ours.runs, "p50").toFixed(1)} ms`),
    figureWithoutGoal("CPU of one signup, ours", usedBy(ours.runs)),
    figureWithoutGoal("the same of the bare handler", usedBy(atBare.runs)),
    figureWithoutGoal("memory after the run", `${formatInteger(memory)} MB`),
    await accounted(postgres, ours.runs),
  ];
}

/** A run, with the seconds of CPU that each side used in it. */
interface Run extends Load {
  readonly serverCpu: number;
  readonly databaseCpu: number;
}

/** Sends signups to a server, and keeps what became of them. */
function joiner(postgres: Postgres, url: string, { pid }: { readonly pid: number }) {
  const runs: Run[] = [];
  return {
    runs,
    /** Returns the answers a second. */
    async join(seconds: number): Promise<number> {
      await quiet(postgres);
      const sent = runs.reduce((sum, each) => sum + each.answers, 0);
      const given = [`run${runs.length}-${pid}`, String(sent)];
      const before = [cpuOf(pid), cpuOf(postgres.pid)] as const;
      const run = await load({ url: `${url}/api/waitlist`, seconds, script: "signups.lua", given });
      const [serverCpu, databaseCpu] = [cpuOf(pid) - before[0], cpuOf(postgres.pid) - before[1]];
      runs.push({ ...run, serverCpu, databaseCpu });
      return perSecond(run);
    },
  };
}

/** Of the runs after the warm-up. */
const percentile = (runs: readonly Run[], which: "p50" | "p99") =>
  median(runs.slice(1).map((each) => each[which]));

function usedBy(runs: readonly Run[]): string {
  const each = (which: "serverCpu" | "databaseCpu") =>
    formatInteger(median(runs.slice(1).map((run) => (run[which] / run.answers) * 1e6)));
  return `${each("serverCpu")} µs in the server, ${each("databaseCpu")} in PostgreSQL`;
}

/** A request still unanswered when a run ended may or may not have been written: at most one per connection. */
async function accounted(postgres: Postgres, runs: readonly Load[]): Promise<Finding> {
  const db = await openDatabase({ url: postgres.url, maxConnections: 1 });
  const [found] = await db.query<{ rows: number }>("select count(*) as rows from waitlist_signups");
  await db.close();
  const rows = found?.rows ?? 0;
  const answered = runs.reduce((sum, each) => sum + each.answers - each.refused, 0);
  const failed = runs.reduce((sum, each) => sum + each.refused + each.broken, 0);
  const more = rows - answered;
  return {
    what: "acknowledged signups that are in the table",
    figure: `${formatInteger(answered)} of ${formatInteger(answered)} and ${more} that the end cut off; ${failed} failed`,
    ok: more >= 0 && more <= CONNECTIONS * runs.length && failed === 0,
  };
}

const REFERENCE = `
  create table bench_reference (id uuid primary key default gen_random_uuid(), first_name text not null,
    email text not null, is_beta boolean not null, created_at timestamptz not null default now());
  create unique index on bench_reference (lower(email));
  create index on bench_reference (created_at)`;

async function createReferenceTable(postgres: Postgres): Promise<void> {
  const db = await openDatabase({ url: postgres.url, maxConnections: 1 });
  await db.query(REFERENCE);
  await db.close();
}

async function insertsPerSecond(postgres: Postgres, seconds: number): Promise<number> {
  await quiet(postgres);
  const clients = String(CONNECTIONS);
  const command = ["pgbench", "-n", "-M", "prepared", "-c", clients, "-j", "2", "-T", String(seconds)];
  const text = await outputOf([...command, "-f", "insert.sql", postgres.url]);
  return Number(/tps = ([\d.]+)/.exec(text)?.[1] ?? never());
}

/** Writes left over from one round must not slow down the next one. */
async function quiet(postgres: Postgres): Promise<void> {
  await outputOf(["psql", "-q", "-c", "checkpoint", postgres.url]);
}

function never(): never {
  throw new Error("a run gave no figures");
}
