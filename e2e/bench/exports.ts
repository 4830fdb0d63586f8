import type { Postgres } from "../harness/postgres.ts";
import { type Server, startServer } from "../harness/server.ts";
import { addStaff, signIn } from "../harness/staff.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { alternate, atLeast, atMost, formatInteger, median } from "./figures.ts";
import { fillSignups } from "./fill.ts";
import { lacking } from "./load.ts";
import { withPostgres } from "./postgres.ts";

const GOAL = 0.75; // of the rate at which psql copies the same rows out
const FIRST_BYTE = 20; // milliseconds
const GROWTH = 50; // MB
const LOOK = 20; // milliseconds between memory samples

/** All signups as CSV over HTTP, against psql's ordered COPY with every field quoted. */
export const exports: Case = {
  name: "exports",
  run: (extent) => withPostgres(lacking("psql"), (postgres) => measure(postgres, extent)),
};

async function measure(postgres: Postgres, { short }: Extent): Promise<Finding[]> {
  const [rounds, rows] = short ? [1, 100_000] : [5, 1_000_000];
  const server = await startServer({
    DATABASE_URL: postgres.url,
    SECRET_KEY: "a key for a database of one bench",
  });
  try {
    await addStaff({ url: postgres.url });
    await fillSignups({ url: postgres.url }, rows);
    return await compare(postgres, server, rounds, rows);
  } finally {
    await server.term();
  }
}

async function compare(postgres: Postgres, server: Server, rounds: number, rows: number): Promise<Finding[]> {
  const runs: Export[] = [];
  const Cookie = await signIn(server.url);
  const pair = await alternate(
    rounds,
    async () => rows / (await copied(postgres)),
    async () => {
      const run = await exported(server, Cookie);
      runs.push(run);
      return rows / run.seconds;
    },
  );
  const lines = Math.min(...runs.map((each) => each.lines));
  return [
    atLeast("CSV against psql's ordered COPY", pair, GOAL, "rows a second"),
    atMost("first byte", median(runs.map((each) => each.firstByte)), FIRST_BYTE, "ms"),
    atMost("growth of resident memory", Math.max(...runs.map((each) => each.growth)), GROWTH, "MB"),
    {
      what: "rows in the file",
      figure: `${formatInteger(lines - 1)} of ${formatInteger(rows)}`,
      ok: lines - 1 === rows,
    },
  ];
}

const COPY = `copy (select id, first_name, last_name, email, city, is_beta_tester, created_at from waitlist_signups
  where not quarantined order by created_at desc, id desc) to stdout (format csv, header, force_quote *)`;

async function copied(postgres: Postgres): Promise<number> {
  const started = performance.now();
  const child = Bun.spawn(["psql", "-q", "-c", COPY, postgres.url], { stdout: "pipe", stderr: "inherit" });
  await drained(child.stdout);
  return (performance.now() - started) / 1_000;
}

interface Export {
  readonly seconds: number;
  readonly firstByte: number;
  readonly lines: number;
  readonly growth: number;
}

async function exported(server: Server, Cookie: string): Promise<Export> {
  const before = server.memory();
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, server.memory());
  }, LOOK);
  const started = performance.now();
  const answer = await fetch(`${server.url}/api/admin/waitlist/export`, {
    headers: { Cookie },
  });
  if (!answer.ok || !answer.body) throw new Error(`the export answered ${answer.status}`);
  const { first, lines } = await drained(answer.body);
  clearInterval(looking);
  const seconds = (performance.now() - started) / 1_000;
  return { seconds, firstByte: first - started, lines, growth: (most - before) / 1_048_576 };
}

/** Reads the whole response. Returns the time to the first byte in milliseconds and the number of lines. */
async function drained(stream: ReadableStream<Uint8Array>): Promise<{ first: number; lines: number }> {
  let first = 0;
  let lines = 0;
  for await (const part of stream) {
    if (first === 0) first = performance.now();
    for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) lines += 1;
  }
  return { first, lines };
}
