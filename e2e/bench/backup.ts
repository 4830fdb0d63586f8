import { readFileSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../src/db/client.ts";
import type { Postgres } from "../harness/postgres.ts";
import { startServer } from "../harness/server.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { atMost, figureWithoutGoal, formatInteger } from "./figures.ts";
import { fillSignups } from "./fill.ts";
import { withPostgres } from "./postgres.ts";
import { fillPlaces } from "./search/fill-places.ts";

const MB = 1_048_576;
const WRITE_EVERY = 20; // milliseconds between signups during the backup
const LOOK_EVERY = 50;
const MAX = 256; // MB, whatever the size of the backup (docs/operations.md)

/** A backup while people sign up, its verification, and a restore on trial. */
export const backup: Case = {
  name: "backup",
  run: (extent) => withPostgres(null, (postgres) => measure(postgres, extent)),
};

async function measure({ url }: Postgres, { short }: Extent): Promise<Finding[]> {
  const signups = short ? 20_000 : 1_000_000;
  const home = await mkdtemp(join(tmpdir(), "rihla-backup-bench-"));
  const env = { DATABASE_URL: url, SECRET_KEY: "a key for a database of one bench", RATE_LIMIT: "off" };
  const server = await startServer(env);
  try {
    await fillSignups({ url }, signups);
    await fillPlaces({ url }, signups / 5);
    const file = join(home, "bench.backup");
    let writing = true;
    const written = signUpUntil(server.url, () => !writing);
    const made = await command(["backup", "create", file], env);
    writing = false;
    const accepted = await written;
    const verified = await command(["backup", "verify", file, "--json"], env);
    const { rows } = JSON.parse(verified.out);
    const db = await openDatabase({ url });
    await db.query("create database trial");
    const trial = url.replace(/postgres$/, "trial");
    const tried = await command(["backup", "verify", file, "--into", trial], env);
    const [after] = await db.query<{ count: number }>("select count(*) as count from waitlist_signups");
    await db.close();
    const isSnapshot = rows.waitlist_signups >= signups && rows.waitlist_signups <= (after?.count ?? 0);
    const what = `${formatInteger(signups)} signups, ${formatInteger(signups / 5)} places`;
    return [
      figureWithoutGoal(
        `backup of ${what} during ${accepted} signups`,
        figures(made, (await stat(file)).size),
      ),
      figureWithoutGoal("verified", figures(verified)),
      figureWithoutGoal("restored on trial", figures(tried)),
      atMost("memory of each", Math.max(made.memory, verified.memory, tried.memory) / MB, MAX, "MB"),
      {
        what: "the rows are those of one moment during the signups",
        figure: `${formatInteger(rows.waitlist_signups)} signups, ${formatInteger(rows.pois)} places`,
        ok: made.exit + verified.exit + tried.exit === 0 && isSnapshot && rows.pois === signups / 5,
      },
    ];
  } finally {
    await server.term();
    await rm(home, { recursive: true, force: true });
  }
}

interface Run {
  readonly exit: number;
  readonly out: string;
  readonly seconds: number;
  /** Its highest resident memory, in bytes. */
  readonly memory: number;
}

const figures = ({ seconds, memory }: Run, bytes = 0): string =>
  `${seconds.toFixed(1)} s, ${formatInteger(memory / MB)} MB of memory${bytes > 0 ? `, a file of ${formatInteger(bytes / MB)} MB` : ""}`;

async function command(args: readonly string[], env: Record<string, string>): Promise<Run> {
  const started = performance.now();
  const child = Bun.spawn([process.execPath, "cli/main.ts", ...args], {
    env: { ...process.env, ...env },
    stdout: "pipe",
    stderr: "inherit",
  });
  let memory = 0;
  const look = setInterval(() => {
    memory = Math.max(memory, peakOf(child.pid));
  }, LOOK_EVERY);
  const out = await new Response(child.stdout).text();
  const exit = await child.exited;
  clearInterval(look);
  return { exit, out, seconds: (performance.now() - started) / 1_000, memory };
}

/** Linux keeps it; 0 once the process has ended. */
function peakOf(pid: number): number {
  try {
    const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kib ?? 0) * 1_024;
  } catch {
    return 0;
  }
}

/** Returns how many signups were accepted. */
async function signUpUntil(url: string, isOver: () => boolean): Promise<number> {
  let accepted = 0;
  for (let n = 0; !isOver(); n++) {
    const response = await fetch(`${url}/api/waitlist`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ firstName: "Amina", email: `during${n}@example.com` }),
    });
    if (response.status === 201) accepted += 1;
    await Bun.sleep(WRITE_EVERY);
  }
  return accepted;
}
