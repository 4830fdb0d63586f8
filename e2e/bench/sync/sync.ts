import { openDatabase } from "../../../src/db/client.ts";
import { prepareMainTable } from "../../../src/modules/sync/main-database/main-table.ts";
import type { Postgres } from "../../harness/postgres.ts";
import { type Server, scratch, startServer } from "../../harness/server.ts";
import { addStaff, basic } from "../../harness/staff.ts";
import type { Case, Extent, Finding } from "../../harness/suite.ts";
import { atLeast, atMost, figureWithoutGoal, formatInteger, median } from "../figures.ts";
import { lacking } from "../load.ts";
import { withPostgres } from "../postgres.ts";
import { fillLocal, fillMain } from "./places.ts";
import { byPsql, rowByRow } from "./reference.ts";

const MB = 1_048_576;
const AGAINST_PSQL = 1.1;
const AGAINST_ROWS = 14;
const UNCHANGED = 2.5; // times as fast
const SAME_COST = 1.5; // a row at ten times the size
const GROWTH = 60; // MB between the two sizes
const ONE_BY_ONE = 3_000; // rows; a program that queries row by row needs few rows to show its rate
const LOOK_EVERY = 200; // milliseconds

/** Pushes places to a main database of the same size. */
export const sync: Case = {
  name: "sync",
  run: (extent) => withPostgres(lacking("psql"), (postgres) => bench(postgres, extent)),
};

async function bench(postgres: Postgres, { short }: Extent): Promise<Finding[]> {
  const sizes = short ? [20_000, 100_000] : [100_000, 1_000_000];
  const measured: Measured[] = [];
  const pushed = Math.max(...sizes);
  for (const rows of sizes) measured.push(await measure(postgres, rows, pushed, short ? 1 : 3));
  const [small, large] = measured;
  if (!small || !large) throw new Error("a size was not measured");
  return [
    ...measured.flatMap(findingsOf),
    atMost("a row at the larger size against the smaller", small.pace / large.pace, SAME_COST, "times"),
    atMost("memory at the larger size over the smaller", large.peak - small.peak, GROWTH, "MB"),
  ];
}

interface Measured {
  readonly rows: number;
  /** Rows per second. */
  readonly pace: number;
  readonly psql: number;
  readonly single: number;
  readonly unchanged: number;
  /** MB. */
  readonly peak: number;
}

const findingsOf = ({ rows, pace, psql, single, unchanged, peak }: Measured): Finding[] => {
  const at = `${formatInteger(rows)} places`;
  return [
    atLeast(`${at}, against psql`, { ours: pace, reference: psql }, AGAINST_PSQL, "rows/s"),
    atLeast(`${at}, against row by row`, { ours: pace, reference: single }, AGAINST_ROWS, "rows/s"),
    atLeast(
      `${at}, nothing changed, against the first`,
      { ours: unchanged, reference: pace },
      UNCHANGED,
      "rows/s",
    ),
    figureWithoutGoal(`${at}, resident memory at most`, `${formatInteger(peak)} MB`),
  ];
};

async function measure(postgres: Postgres, rows: number, pushed: number, rounds: number): Promise<Measured> {
  const templates = await templatesOf(postgres, rows);
  const home = await scratch();
  const found: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    const forPsql = await copies(postgres, templates);
    const psql = (rows * 1_000) / (await byPsql(forPsql.local, forPsql.main, home.path));
    const forRows = await copies(postgres, templates);
    const single = await rowByRow(forRows.local, forRows.main, ONE_BY_ONE);
    const ours = await copies(postgres, templates);
    found.push({ rows, psql, single, ...(await run(ours, rows, pushed)) });
  }
  await home.remove();
  const of = (name: keyof Measured) => median(found.map((each) => each[name]));
  return {
    rows,
    pace: of("pace"),
    psql: of("psql"),
    single: of("single"),
    unchanged: of("unchanged"),
    peak: of("peak"),
  };
}

/** The URLs of a local and a main database. */
export interface Pair {
  readonly local: string;
  readonly main: string;
}

/**
 * Syncs `rows` places, and the same ones again until twice `pushed` were sent: a heap settles only after many batches,
 * so that memory is compared after as many of them at each size.
 */
async function run({ local, main }: Pair, rows: number, pushed: number) {
  const server = await startServer({
    DATABASE_URL: local,
    MAIN_DATABASE_URL: main,
    SECRET_KEY: "a key for a database of one bench",
  });
  try {
    const first = await trigger(server, rows, {});
    const second = await trigger(server, rows, { full: true });
    let peak = Math.max(first.peak, second.peak);
    for (let sent = 2 * rows; sent < 2 * pushed; sent += rows)
      peak = Math.max(peak, (await trigger(server, rows, { full: true })).peak);
    return { pace: first.pace, unchanged: second.pace, peak };
  } finally {
    await server.term();
  }
}

/** Syncs the `rows` places that are due. Returns the rows a second, and the most resident memory in MB. */
export async function trigger(server: Server, rows: number, body: object) {
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, server.memory() / MB);
  }, LOOK_EVERY);
  const started = performance.now();
  const answer = await fetch(`${server.url}/api/admin/sync/trigger`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: basic() },
    body: JSON.stringify(body),
    timeout: false, // a million places may take longer than the default of five minutes
  });
  const seconds = (performance.now() - started) / 1_000;
  clearInterval(look);
  const result = (await answer.json()) as { success?: boolean; synced?: number };
  if (result.success !== true || result.synced !== rows)
    throw new Error(`the run returned ${JSON.stringify(result).slice(0, 500)}`);
  return { pace: rows / seconds, peak };
}

/** A filled local and main database, copied for every round. */
export async function templatesOf(postgres: Postgres, rows: number): Promise<Pair> {
  const pair = { local: await made(postgres, `local_${rows}`), main: await made(postgres, `main_${rows}`) };
  await (
    await startServer({ DATABASE_URL: pair.local, SECRET_KEY: "a key for a database of one bench" })
  ).term();
  await addStaff({ url: pair.local });
  const main = await openDatabase({ url: pair.main });
  await prepareMainTable(main);
  await main.close();
  await fillLocal(pair.local, rows);
  await fillMain(pair.main, rows);
  return pair;
}

let copied = 0;

export async function copies(postgres: Postgres, { local, main }: Pair): Promise<Pair> {
  copied += 1;
  const copy = (url: string, side: string) =>
    made(postgres, `${side}_copy_${copied}`, new URL(url).pathname.slice(1));
  const pair = { local: await copy(local, "local"), main: await copy(main, "main") };
  await statement(postgres, "checkpoint");
  return pair;
}

async function made(postgres: Postgres, name: string, template = "template0"): Promise<string> {
  if (/_copy_/.test(name)) {
    const before = name.replace(/\d+$/, (n) => String(Number(n) - 1));
    await statement(postgres, `drop database if exists ${before} with (force)`);
  }
  await statement(postgres, `create database ${name} template ${template}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function statement({ url }: Postgres, text: string): Promise<void> {
  const db = await openDatabase({ url, maxConnections: 1 });
  await db.query(text, [], { timeoutMs: 0 });
  await db.close();
}
