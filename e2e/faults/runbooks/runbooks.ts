import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "../../../src/db/client.ts";
import { mailServer } from "../../../src/testing/mail-server.ts";
import { freePort } from "../../harness/free-port.ts";
import type { Env } from "../../harness/server.ts";
import { PASSWORD } from "../../harness/staff.ts";
import type { Case, Finding } from "../../harness/suite.ts";
import { finding, instanceEnv, onPostgres } from "../on-postgres.ts";
import { Installation } from "./installation.ts";

const SIGNUPS = 3;
const OK = [0];

/** Every runbook of the documentation, played as it is by a shell in the situation that it is for. */
export const runbooks: Case = {
  name: "runbooks",
  run: ({ short }) => onPostgres(({ url }) => (short ? firstDayOn(url) : playAll(url))),
};

const firstDayOn = (url: string) => withInstallation(instanceEnv(url), firstDay);

async function playAll(url: string): Promise<Finding[]> {
  const database = async (name: string) => {
    const admin = await openDatabase({ url, maxConnections: 1 });
    await admin.query(`create database ${name}`);
    await admin.close();
    return url.replace(/postgres$/, name);
  };
  const env = instanceEnv(url);
  const findings = await withInstallation(env, async (site) => [
    ...(await firstDay(site)),
    ...(await upgrade(site)),
    ...(await restore(site, await database("restored"))),
    ...(await lostKey(site, await database("rescued"))),
    ...(await compromisedAccount(site)),
    ...(await deletionRequest(site)),
    ...(await deadMail(site)),
    ...(await stuckSync(site, await database("main_places"))),
    ...(await fullDisk(site)),
  ]);
  const target = await database("moved");
  findings.push(...(await withInstallation({}, (site) => moveToPostgres(site, target))));
  const names = (await readdir(join(import.meta.dir, "../../../docs/runbooks"))).sort();
  const played = new Set(findings.map(({ what }) => `${what.split(":")[0]?.replaceAll(" ", "-")}.sh`));
  const forgotten = names.filter((name) => !played.has(name));
  return [...findings, finding("every runbook was played", forgotten.length === 0, forgotten.join(", "))];
}

async function withInstallation(env: Env, work: (site: Installation) => Promise<Finding[]>) {
  const site = await Installation.create(env);
  try {
    return await work(site);
  } finally {
    await site.service("stop");
    await site.remove();
  }
}

/** Plays a runbook; `what` is its name with spaces. Its output is in the report if it failed. */
async function play(site: Installation, what: string, args: readonly string[] = [], exits = OK) {
  const { exit, out } = await site.play(what.replaceAll(" ", "-"), ...args);
  const ok = exits.includes(exit);
  return {
    out,
    exit: finding(`${what}: the script`, ok, ok ? `exit code ${exit}` : `${exit}: ${out.slice(-600)}`),
  };
}

async function signups(site: Installation, what: string, expected: number): Promise<Finding> {
  const joined = await site.joined();
  return finding(`${what}: people on the waitlist`, joined === expected, `${joined} of ${expected}`);
}

async function firstDay(site: Installation): Promise<Finding[]> {
  const { exit, out } = await play(site, "first day", ["aisha", "aisha@example.com"]);
  for (let n = 0; n < SIGNUPS; n++) await site.join(`person${n}@example.com`);
  const link = /\/admin\/invitation\/[\w-]{20,}/.test(out);
  return [
    exit,
    finding("first day: a link for the first account", link, link ? "printed" : out.slice(-300)),
    await signups(site, "first day", SIGNUPS),
  ];
}

async function upgrade(site: Installation): Promise<Finding[]> {
  const { exit } = await play(site, "upgrade");
  return [exit, await signups(site, "upgrade", SIGNUPS)];
}

async function restore(site: Installation, database: string): Promise<Finding[]> {
  const { out } = await site.rihla("backup", "create", "--json");
  const { name } = JSON.parse(out) as { name: string };
  site.env = { ...site.env, DATABASE_URL: database };
  const { exit } = await play(site, "restore", [name]);
  return [exit, await signups(site, "restore", SIGNUPS)];
}

async function lostKey(site: Installation, database: string): Promise<Finding[]> {
  const phrase = join(site.home, "phrase");
  await writeFile(phrase, "a passphrase that was written down\n");
  site.env = { ...site.env, SECRET_KEY: "a new key, because the other one is lost" };
  const { exit } = await play(site, "lost key", [database, phrase]);
  site.env = { ...site.env, DATABASE_URL: database };
  return [exit, await signups(site, "lost key", SIGNUPS)];
}

async function compromisedAccount(site: Installation): Promise<Finding[]> {
  site.env = { ...site.env, RIHLA_NEW_PASSWORD: PASSWORD };
  await site.rihla("admin", "create", "--username", "omar", "--email", "omar@example.com", "--role", "admin");
  const credentials = { username: "omar", password: PASSWORD };
  const login = () =>
    fetch(`${site.url}/api/admin/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(credentials),
    });
  const session = (await login()).headers.get("set-cookie")?.split(";")[0] ?? "";
  const look = async () =>
    (await fetch(`${site.url}/api/admin/session`, { headers: { Cookie: session } })).status;
  const before = await look();
  const { exit } = await play(site, "compromised account", ["omar"]);
  const statuses = [before, await look(), (await login()).status];
  const out = Bun.deepEquals(statuses, [200, 401, 401]);
  return [exit, finding("compromised account: session and password", out, statuses.join(", "))];
}

async function deletionRequest(site: Installation): Promise<Finding[]> {
  const file = join(site.home, "person.json");
  const { exit, out } = await play(site, "deletion request", ["person0@example.com", file]);
  const told = (await Bun.file(file).text()).includes("person0@example.com");
  return [
    exit,
    finding("deletion request: what was kept is in a file", told, told ? "written" : out.slice(-300)),
    await signups(site, "deletion request", SIGNUPS - 1),
  ];
}

async function deadMail(site: Installation): Promise<Finding[]> {
  site.env = { ...site.env, MAIL_URL: `smtp://127.0.0.1:${await freePort()}` };
  await site.service("stop");
  await site.service("start");
  await site.join("waiting@example.com");
  const mails = await mailServer();
  try {
    site.env = { ...site.env, MAIL_URL: mails.url };
    const { exit } = await play(site, "dead mail");
    const there = mails.taken.some(({ to }) => to.includes("waiting@example.com"));
    return [exit, finding("dead mail: what waited has arrived", there, `${mails.taken.length} mails`)];
  } finally {
    await mails.close();
  }
}

async function stuckSync(site: Installation, main: string): Promise<Finding[]> {
  const file = join(site.home, "places.csv");
  await writeFile(
    file,
    "name,address,city,state,category,latitude,longitude\nNoor Grill,1 Main St,Boston,MA,restaurant,42.36,-71.06\n",
  );
  await site.rihla("poi", "import", file);
  await site.service("stop");
  site.env = { ...site.env, MAIN_DATABASE_URL: `postgres://postgres@127.0.0.1:${await freePort()}/gone` };
  const { exit } = await site.rihla("sync", "run");
  site.env = { ...site.env, MAIN_DATABASE_URL: main };
  await site.service("start");
  const played = await play(site, "stuck sync");
  const db = await openDatabase({ url: main, maxConnections: 1 });
  const rows = await db.query("select name from places");
  await db.close();
  return [
    finding("stuck sync: the run before failed", exit !== 0, `exit code ${exit}`),
    played.exit,
    finding("stuck sync: places in the main database", rows.length === 1, `${rows.length}`),
  ];
}

/** The disk of the machine is not full here: `--only full-disk` fills one. */
async function fullDisk(site: Installation): Promise<Finding[]> {
  return [(await play(site, "full disk")).exit];
}

async function moveToPostgres(site: Installation, target: string): Promise<Finding[]> {
  const file = join(site.home, "database.url");
  await writeFile(file, target, { mode: 0o600 });
  await site.service("start");
  for (let n = 0; n < SIGNUPS; n++) await site.join(`person${n}@example.com`);
  const { exit } = await play(site, "move to postgresql", [file]);
  site.env = {
    ...site.env,
    DATABASE_URL: target,
    SECRET_KEY_FILE: join(site.env.DATA_DIR ?? "", "secret.key"),
  };
  return [exit, await signups(site, "move to postgresql", SIGNUPS)];
}
