import { openDatabase } from "../../src/db/client.ts";
import type { Postgres } from "../harness/postgres.ts";
import { type Server, startServer } from "../harness/server.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { alternate, atLeast, figureWithoutGoal, formatInteger, median } from "./figures.ts";
import { CONNECTIONS, type Load, lacking, load, outputOf, perSecond } from "./load.ts";
import { withPostgres } from "./postgres.ts";

const WARM_UP = 3; // seconds, for the JIT compiler
const GOAL = 2.0; // times the rate of durable single-row inserts

/** Signups with all features on, against PostgreSQL's rate of single-row inserts. */
export const signups: Case = {
  name: "signups",
  run: (extent) => withPostgres(lacking("wrk", "pgbench"), (postgres) => measure(postgres, extent)),
};

async function measure(postgres: Postgres, { short }: Extent): Promise<Finding[]> {
  const [rounds, seconds] = short ? [1, 3] : [5, 5];
  const server = await startServer({
    DATABASE_URL: postgres.url,
    SECRET_KEY: "a key for a database of one bench",
    TRUST_PROXY: "1",
  });
  try {
    return await compare(postgres, server, rounds, seconds);
  } finally {
    await server.term();
  }
}

async function compare(
  postgres: Postgres,
  server: Server,
  rounds: number,
  seconds: number,
): Promise<Finding[]> {
  const runs: Load[] = [];
  const reference = await referenceOn(postgres, seconds);
  runs.push(await join(server, WARM_UP, runs));
  const pair = await alternate(rounds, reference, async () => {
    await quiet(postgres);
    runs.push(await join(server, seconds, runs));
    return perSecond(runs.at(-1) ?? never());
  });
  const memory = server.memory() / 1_048_576;
  return [
    atLeast("POST /api/waitlist against pgbench", pair, GOAL, "a second"),
    figureWithoutGoal(
      "time to answer, 64 connections",
      `p50 ${of(runs, "p50")} ms, p99 ${of(runs, "p99")} ms`,
    ),
    figureWithoutGoal("memory after the run", `${formatInteger(memory)} MB`),
    await accounted(postgres, runs),
  ];
}

const of = (runs: readonly Load[], which: "p50" | "p99") =>
  median(runs.slice(1).map((each) => each[which])).toFixed(1);

function join(server: Server, seconds: number, before: readonly Load[]): Promise<Load> {
  const sent = before.reduce((sum, each) => sum + each.answers, 0);
  const given = [`run${before.length}`, String(sent)];
  return load({ url: `${server.url}/api/waitlist`, seconds, script: "signups.lua", given });
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

async function referenceOn(postgres: Postgres, seconds: number): Promise<() => Promise<number>> {
  const db = await openDatabase({ url: postgres.url, maxConnections: 1 });
  await db.query(REFERENCE);
  await db.close();
  return async () => {
    await quiet(postgres);
    const clients = String(CONNECTIONS);
    const command = ["pgbench", "-n", "-M", "prepared", "-c", clients, "-j", "2", "-T", String(seconds)];
    const text = await outputOf([...command, "-f", "insert.sql", postgres.url]);
    return Number(/tps = ([\d.]+)/.exec(text)?.[1] ?? never());
  };
}

/** Writes left over from one round must not slow down the next one. */
async function quiet(postgres: Postgres): Promise<void> {
  await outputOf(["psql", "-q", "-c", "checkpoint", postgres.url]);
}

function never(): never {
  throw new Error("a run gave no figures");
}
