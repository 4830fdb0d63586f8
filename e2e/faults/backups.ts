import { appendFile, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Subprocess } from "bun";
import { decryptBackup } from "../../src/core/crypto/backup-encryption.ts";
import { createEncryption } from "../../src/core/crypto/encryption.ts";
import { verifyBackup } from "../../src/db/backup/backup.ts";
import { openDatabase } from "../../src/db/client.ts";
import { migrateServer } from "../../src/db/migrate.ts";
import { fillSignups } from "../bench/fill.ts";
import { freePort } from "../harness/free-port.ts";
import { findBin, type Postgres, runAsOwner, startPostgres } from "../harness/postgres.ts";
import { startServer } from "../harness/server.ts";
import { type Case, type Finding, missing } from "../harness/suite.ts";
import { finding, instanceEnv, onPostgres } from "./on-postgres.ts";

const ROOT = resolve(import.meta.dir, "../..");
const EACH = 20; // signups
const FILLED = 20_000; // signups in a backup that is killed

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
  const kept = await signUp(server.url, "before");
  const copy = join(home, "copy");
  await runAsOwner([join(findBin() ?? "", "pg_basebackup"), "-d", postgres.url, "-D", copy, "-X", "stream"]);
  kept.push(...(await signUp(server.url, "after")));
  const db = await openDatabase({ url: postgres.url });
  const [moment] = await db.query<{ at: string }>("select clock_timestamp()::text as at");
  const late = await signUp(server.url, "late");
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
    const found = await signupsIn(url);
    const again = await signUp(recovered.url, "again");
    const taken = (await signupsIn(url)).length - found.length;
    await recovered.term();
    const lost = kept.filter((email) => !found.includes(email)).length;
    return [
      finding(
        "signups acknowledged before that time that are lost",
        kept.length > 0 && lost === 0,
        `${lost} of ${kept.length}`,
      ),
      finding(
        "signups from after that time that are there",
        late.length > 0 && found.length === kept.length,
        `${found.length - kept.length + lost} of ${late.length}`,
      ),
      finding(
        "the program starts on the recovered database, which takes signups",
        again.length > 0 && taken === again.length,
        `${taken} of ${again.length}, ready after ${seconds} s`,
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

async function signupsIn(url: string): Promise<string[]> {
  const db = await openDatabase({ url });
  const rows = await db.query<{ email: string }>("select email from waitlist_signups");
  await db.close();
  return rows.map(({ email }) => email);
}

/** Returns the addresses that were acknowledged. */
async function signUp(url: string, name: string): Promise<string[]> {
  const emails = Array.from({ length: EACH }, (_, n) => `${name}${n}@example.com`);
  const accepted: string[] = [];
  for (const email of emails) {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ firstName: "Amina", email });
    const { status } = await fetch(`${url}/api/waitlist`, { method: "POST", headers, body });
    if (status === 201) accepted.push(email);
  }
  return accepted;
}

/** The commands on backups are killed at any point: everything is as it was, and the same command succeeds afterwards. */
export const killBackup: Case = {
  name: "kill-backup",
  run: ({ short, rounds = short ? 1 : 5 }) => onPostgres(({ url, home }) => killCommands(url, home, rounds)),
};

async function killCommands(url: string, home: string, rounds: number): Promise<Finding[]> {
  await migrateServer({ url });
  await fillSignups({ url }, FILLED);
  const admin = await openDatabase({ url });
  await admin.query("create database target");
  await admin.close();
  const target = url.replace(/postgres$/, "target");
  const [file, folder] = [join(home, "a.backup"), join(home, "temporary")];
  await mkdir(folder);
  const rihla = (to: string, ...args: string[]) =>
    Bun.spawn([process.execPath, "cli/main.ts", "backup", ...args], {
      cwd: ROOT,
      env: { ...process.env, ...instanceEnv(to), DATA_DIR: join(home, "data"), TMPDIR: folder },
      stdout: "ignore",
      stderr: "pipe",
    });
  const left = async () => (await tablesIn(target)) + (await readdir(folder)).length;
  const commands: readonly (readonly [string, () => ReturnType<typeof rihla>, () => Promise<number>])[] = [
    ["create", () => rihla(url, "create", file, "--force"), () => brokenIn(home)],
    ["verify", () => rihla(url, "verify", file), left],
    ["verify --into", () => rihla(url, "verify", file, "--into", target), left],
    ["restore", () => rihla(target, "restore", file), left],
  ];
  const began = performance.now();
  await rihla(url, "create", file).exited;
  const latest = 1.5 * (performance.now() - began); // the others take about as long
  const findings: Finding[] = [];
  for (const [name, start, leftovers] of commands) {
    const found: number[] = [];
    for (let round = 0; round < rounds; round++) {
      if (await killed(start(), latest)) found.push(await leftovers());
    }
    const last = start();
    const error = await new Response(last.stderr).text();
    const ok = (await last.exited) === 0 && found.every((count) => count === 0);
    findings.push(
      finding(
        `${name}: nothing left by ${found.length} kills, and then it succeeds`,
        ok,
        ok ? "yes" : `${found.join(", ")} ${error}`,
      ),
    );
  }
  const restored = (await signupsIn(target)).length;
  return [
    ...findings,
    finding("signups in the restored database", restored === FILLED, `${restored} of ${FILLED}`),
  ];
}

/** False if it had ended by itself. */
async function killed(child: Subprocess, latest: number): Promise<boolean> {
  await Bun.sleep(Math.random() * latest);
  child.kill("SIGKILL");
  await child.exited;
  return child.signalCode === "SIGKILL";
}

/** Tables of the program, once the server has noticed that its client is gone. */
async function tablesIn(url: string): Promise<number> {
  const db = await openDatabase({ url });
  const others =
    "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
  while ((await db.query(others)).length > 0) await Bun.sleep(50);
  const tables = await db.query("select from pg_class where relnamespace = 'public'::regnamespace");
  await db.close();
  return tables.length;
}

/** Files under a backup's name that are not whole. */
async function brokenIn(home: string): Promise<number> {
  const decode = (path: string) => decryptBackup(path, createEncryption(instanceEnv("").SECRET_KEY ?? ""));
  const names = (await readdir(home)).filter((name) => name.endsWith(".backup"));
  const checks = await Promise.allSettled(names.map((name) => verifyBackup(join(home, name), decode)));
  return checks.filter(({ status }) => status === "rejected").length;
}
