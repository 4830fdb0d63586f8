import { appendFile, chown, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../src/db/client.ts";
import { freePort } from "../harness/free-port.ts";
import { findBin, type Postgres, runAsOwner, startPostgres } from "../harness/postgres.ts";
import { startServer } from "../harness/server.ts";
import { type Case, type Finding, missing } from "../harness/suite.ts";
import { finding, instanceEnv } from "./on-postgres.ts";

const BEFORE = 20;
const AFTER = 20;

/** The runbook "Point-in-time recovery with PostgreSQL" in docs/operations.md: all signups are deleted by accident, and come back. */
export const pointInTime: Case = { name: "point-in-time", run: steps };

async function steps(): Promise<readonly Finding[]> {
  const home = await mkdtemp(join(tmpdir(), "rihla-point-in-time-"));
  const archive = join(home, "archive");
  await mkdir(archive);
  const settings = ["wal_level=replica", "archive_mode=on", `archive_command='cp %p ${archive}/%f'`];
  const postgres = await startPostgres(settings);
  if ("missing" in postgres) return [missing(postgres.missing)];
  const { uid, gid } = await stat(postgres.home);
  for (const path of [home, archive]) await chown(path, uid, gid);
  try {
    return await play(postgres, home, archive);
  } finally {
    await postgres.remove();
    await rm(home, { recursive: true, force: true });
  }
}

async function play(postgres: Postgres, home: string, archive: string): Promise<Finding[]> {
  const env = { ...instanceEnv(postgres.url), RATE_LIMIT: "off" };
  const server = await startServer(env);
  await signUp(server.url, "before", BEFORE);
  const copy = join(home, "copy");
  await runAsOwner([join(findBin() ?? "", "pg_basebackup"), "-d", postgres.url, "-D", copy, "-X", "stream"]);
  await signUp(server.url, "after", AFTER);
  const db = await openDatabase({ url: postgres.url });
  const [moment] = await db.query<{ at: string }>("select clock_timestamp()::text as at");
  await db.query("delete from waitlist_signups"); // the accident
  await db.query("select pg_switch_wal()"); // the archive has it once the segment is complete
  await db.close();
  await server.term();
  await postgres.stop("fast");
  const started = performance.now();
  const url = await recover(copy, archive, moment?.at ?? "");
  try {
    const recovered = await startServer({ ...env, DATABASE_URL: url });
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    const [row] = await countSignups(url);
    await signUp(recovered.url, "again", 1);
    const [again] = await countSignups(url);
    await recovered.term();
    const expected = BEFORE + AFTER;
    return [
      finding(
        "signups from before the accident are back",
        row?.count === expected,
        `${row?.count} of ${expected}`,
      ),
      finding(
        "the recovered database takes signups",
        again?.count === expected + 1,
        `ready after ${seconds} s`,
      ),
    ];
  } finally {
    await runAsOwner([join(findBin() ?? "", "pg_ctl"), "-D", copy, "stop", "-m", "immediate", "-w"]);
    await postgres.start();
  }
}

/** Starts a server on the copy of the files, which replays the archive up to the moment. Returns its URL. */
async function recover(copy: string, archive: string, moment: string): Promise<string> {
  const lines = [
    `restore_command = 'cp ${archive}/%f %p'`,
    `recovery_target_time = '${moment}'`,
    "recovery_target_action = 'promote'",
    "archive_mode = off",
  ];
  await appendFile(join(copy, "postgresql.auto.conf"), `${lines.join("\n")}\n`);
  await writeFile(join(copy, "recovery.signal"), "");
  const port = await freePort();
  const options = `-p ${port} -h 127.0.0.1 -k ${copy} -c max_connections=200`;
  const log = join(copy, "log");
  await runAsOwner([join(findBin() ?? "", "pg_ctl"), "-D", copy, "-w", "-l", log, "-o", options, "start"]);
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

async function countSignups(url: string) {
  const db = await openDatabase({ url });
  const rows = await db.query<{ count: number }>("select count(*) as count from waitlist_signups");
  await db.close();
  return rows;
}

async function signUp(url: string, name: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await fetch(`${url}/api/waitlist`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ firstName: "Amina", email: `${name}${n}@example.com` }),
    });
}
