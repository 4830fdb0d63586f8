import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { startPostgres } from "../../../e2e/harness/postgres.ts";
import { skipLine } from "../../../e2e/harness/suite.ts";
import { openDatabase } from "../../../src/db/client.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { type DataDir, freshDataDir } from "../../../src/testing/database/database.ts";
import { rihla, rihlaProcess, SLOW, startRihla } from "../../testing.ts";

const PASSPHRASE = "camels cross the dunes";
const LIST = ["waitlist", "list", "--json"];

const server = await startPostgres();
if ("missing" in server) console.log(skipLine("a trial restore on PostgreSQL", server.missing));
const onPostgres = test.skipIf("missing" in server);
const url = "missing" in server ? "" : server.url;

let dir: DataDir;
let env: Record<string, string>;
let home: string;

beforeAll(async () => {
  dir = await freshDataDir();
  env = { DATA_DIR: dir.path };
  home = join(dirname(dir.path), "files");
  await mkdir(home);
  const list = join(home, "list.csv");
  await Bun.write(list, "firstName,email,consentSource,consentAt\nAmina,a@example.org,fair,2026-01-02\n");
  expect((await rihla(["waitlist", "import", list], env)).exit).toBe(0);
}, SLOW);

afterAll(async () => {
  if (!("missing" in server)) await server.remove();
  await dir?.remove();
}, SLOW);

const at = (name: string) => join(home, name);
const create = (file: string, ...flags: string[]) =>
  rihla(["backup", "create", file, "--json", ...flags], env);

test(
  "A backup is created, verified by a restore, and restored into a database that is not migrated yet",
  async () => {
    const file = at("first.backup");
    const made = await create(file);
    expect([made.exit, made.err]).toEqual([0, ""]);
    expect(JSON.parse(made.out)).toEqual({ file, bytes: (await stat(file)).size });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const verified = await rihla(["backup", "verify", file, "--json"], env);
    expect([verified.exit, verified.err]).toEqual([0, ""]);
    const facts = JSON.parse(verified.out);
    expect(facts).toMatchObject({ encryption: "secret key", evidence: 0, rows: { waitlist_signups: 1 } });
    const fresh = await freshDataDir({ empty: true });
    const SECRET_KEY = await readFile(join(dir.path, "secret.key"), "utf8");
    const there = { DATA_DIR: fresh.path, SECRET_KEY };
    const restored = await rihla(["backup", "restore", file, "--json"], there);
    expect([restored.exit, restored.err]).toEqual([0, ""]);
    expect(JSON.parse(restored.out)).toMatchObject({ success: true, evidence: 0, rows: facts.rows });
    expect((await rihla(LIST, there)).out).toBe((await rihla(LIST, env)).out);
    const again = await rihla(["backup", "restore", file], there);
    expect([again.exit, again.err]).toEqual([6, expect.stringContaining("already holds data")]);
    await fresh.remove();
  },
  SLOW,
);

test(
  "The identity of SECRET_KEY is printed for age, one line for each key",
  async () => {
    const one = await rihla(["backup", "key"], env);
    expect([one.exit, one.out]).toEqual([0, expect.stringMatching(/^AGE-SECRET-KEY-1[0-9A-Z]{58}\n$/)]);
    expect(one.err).toBe("This opens every backup made with SECRET_KEY: keep it as secret.\n");
    const old = await readFile(join(dir.path, "secret.key"), "utf8");
    const rotated = { ...env, SECRET_KEY: "a key that replaced the first one", SECRET_KEY_OLD: old };
    const two = await rihla(["backup", "key", "--json"], rotated);
    expect(JSON.parse(two.out)).toEqual({ identities: [expect.any(String), one.out.trim()] });
    const fresh = await freshDataDir({ empty: true });
    expect((await rihla(["backup", "key"], { DATA_DIR: fresh.path })).exit).toBe(2);
    await fresh.remove();
  },
  SLOW,
);

test(
  "A dry run of `db restore` shows the backup and the rows that it would replace, and changes nothing",
  async () => {
    const file = at("first.backup");
    const before = (await rihla(LIST, env)).out;
    const tried = await rihla(["db", "restore", file, "--dry-run", "--json"], env);
    expect([tried.exit, tried.err]).toEqual([0, "This was a dry run: nothing was changed.\n"]);
    const { replaces, ...held } = JSON.parse(tried.out);
    expect(held).toMatchObject({ dryRun: true, rows: { waitlist_signups: 1, pois: 0 }, evidence: 0 });
    expect(replaces).toMatchObject({ waitlist_signups: 1 });
    expect((await rihla(LIST, env)).out).toBe(before);
    const people = await rihla(["db", "restore", file, "--dry-run"], env);
    expect([people.exit, people.out.includes("waitlist_signups")]).toEqual([0, true]);
    const fresh = await freshDataDir();
    const other = await rihla(["db", "restore", file, "--dry-run"], { DATA_DIR: fresh.path });
    expect([other.exit, other.err]).toEqual([6, expect.stringContaining("needs the SECRET_KEY")]);
    await fresh.remove();
  },
  SLOW,
);

test(
  "A backup replaces a file only with --force, one of two that write the same file is refused, and no temporary file is left",
  async () => {
    const file = at("kept.backup");
    const both = await Promise.all([1, 2].map(() => rihlaProcess(["backup", "create", file], { ...env })));
    expect(both.map(({ exit }) => exit).filter((exit) => exit === 0)).toHaveLength(1);
    const before = await readFile(file);
    const refused = await create(file);
    expect([refused.exit, JSON.parse(refused.err)]).toEqual([
      6,
      { error: `${file} already exists: add --force to replace it.`, code: "CONFLICT" },
    ]);
    expect(await readFile(file)).toEqual(before);
    expect((await create(file, "--force")).exit).toBe(0);
    expect(await readFile(file)).not.toEqual(before);
    expect((await create("/dev/full", "--force")).exit).toBe(2);
    expect((await readdir(home)).filter((name) => name.includes(".tmp"))).toEqual([]);
  },
  SLOW,
);

test(
  "A backup without a file goes into the store, where it is listed, verified by its name and kept by the rules",
  async () => {
    const made = await rihla(["backup", "create", "--json"], env);
    expect([made.exit, made.err]).toEqual([0, ""]);
    const { name, bytes } = JSON.parse(made.out);
    const listed = JSON.parse((await rihla(["backup", "list", "--json"], env)).out);
    const key = { key: "SECRET_KEY", opens: true };
    expect(listed).toEqual([
      { name, bytes, madeAt: expect.any(String), kind: "manual", label: null, ...key },
    ]);
    const verified = await rihla(["backup", "verify", name, "--json"], env);
    expect([verified.exit, JSON.parse(verified.out).rows.waitlist_signups]).toEqual([0, 1]);
    const pruned = await rihla(["backup", "prune", "--dry-run", "--json"], env);
    expect(JSON.parse(pruned.out)).toEqual({ kept: 1, deleted: [] });
    const shown = JSON.parse((await rihla(["backup", "schedule", "--json"], env)).out);
    expect(shown).toMatchObject({ cron: "off", next: null, lastSuccess: { name }, lastFailure: null });
  },
  SLOW,
);

test(
  "With a lost SECRET_KEY a passphrase still saves the data, and it is restored under a new key",
  async () => {
    const key = join(dir.path, "secret.key");
    const kept = await readFile(key, "utf8");
    await rm(key);
    const phrase = at("phrase");
    await Bun.write(phrase, `${PASSPHRASE}\n`);
    const file = at("rescued.backup");
    const made = await create(file, "--passphrase-file", phrase);
    expect([made.exit, made.err]).toEqual([0, ""]);
    expect((await create(at("locked.backup"))).exit).toBe(2);
    const piped = await rihlaProcess(["backup", "create", "-", "--passphrase-file", phrase], env);
    expect([piped.exit, piped.out.startsWith("age-encryption.org/v1\n-> scrypt ")]).toEqual([0, true]);
    await Bun.write(key, kept);
    const fresh = await freshDataDir();
    const there = { DATA_DIR: fresh.path };
    const restore = ["backup", "restore", file, "--passphrase-file", phrase, "--json"];
    const refused = await rihla(restore, there);
    expect([refused.exit, refused.err]).toEqual([6, expect.stringContaining("needs the SECRET_KEY")]);
    const restored = await rihla([...restore, "--without-secrets"], there);
    expect([restored.exit, JSON.parse(restored.out).reset]).toEqual([
      0,
      { secondFactors: [], mails: 0, evidenceFiles: 0 },
    ]);
    expect((await rihla(LIST, there)).out).toBe((await rihla(LIST, env)).out);
    await fresh.remove();
  },
  SLOW,
);

test(
  "A pinned backup has its label in the store's list until it is deleted by its name; one that is written to another file cannot be pinned",
  async () => {
    const made = await rihla(["backup", "create", "--pin", "before-the-move", "--json"], env);
    const { name } = JSON.parse(made.out);
    const listed = JSON.parse((await rihla(["backup", "list", "--json"], env)).out);
    expect(listed).toContainEqual(
      expect.objectContaining({
        name,
        kind: "pinned",
        label: "before-the-move",
        key: "SECRET_KEY",
        opens: true,
      }),
    );
    const refused = await rihla(["backup", "create", at("pinned.backup"), "--pin"], env);
    expect([refused.exit, refused.err]).toEqual([2, expect.stringContaining("backup store")]);
    expect((await rihla(["backup", "create", "--pin", "../up"], env)).exit).toBe(2);
    const tried = await rihla(["backup", "delete", name, "--dry-run", "--json"], env);
    expect(JSON.parse(tried.out)).toMatchObject({
      dryRun: true,
      deletes: { name, label: "before-the-move" },
    });
    expect((await rihla(["backup", "delete", name, "--yes"], env)).exit).toBe(0);
    const again = await rihla(["backup", "delete", name, "--yes"], env);
    expect([again.exit, again.err]).toEqual([3, expect.stringContaining(`no backup ${name}`)]);
  },
  SLOW,
);

test(
  "A file that was cut off, altered or reordered is refused by verify and restore, and nothing is written",
  async () => {
    const whole = await readFile(at("first.backup"));
    const half = Math.floor(whole.length / 2);
    const damaged = [
      whole.subarray(0, half),
      Buffer.concat([whole.subarray(0, half), Buffer.of((whole[half] ?? 0) ^ 1), whole.subarray(half + 1)]),
      Buffer.concat([whole.subarray(0, 200), whole.subarray(half), whole.subarray(200, half)]),
    ];
    const fresh = await freshDataDir({ empty: true });
    const SECRET_KEY = await readFile(join(dir.path, "secret.key"), "utf8");
    for (const bytes of damaged) {
      await Bun.write(at("damaged.backup"), bytes);
      for (const verb of ["verify", "restore"]) {
        const { exit, out, err } = await rihla(["backup", verb, at("damaged.backup")], {
          DATA_DIR: fresh.path,
          SECRET_KEY,
        });
        expect([exit, out, err]).toEqual([
          2,
          "",
          expect.stringMatching(/^.* is not a whole backup: .*\.\n$/),
        ]);
      }
    }
    expect(await readdir(dirname(fresh.path))).toEqual([]);
    await fresh.remove();
  },
  SLOW,
);

onPostgres(
  "A backup is restored on trial into an empty database, which stays empty; one that holds data or cannot be reached is refused",
  async () => {
    const file = at("first.backup");
    const into = (to: string, ...flags: string[]) =>
      rihla(["backup", "verify", file, "--into", to, ...flags], env);
    const db = await openDatabase({ url, maxConnections: 1 });
    const left = () => db.query("select from pg_class where relnamespace = 'public'::regnamespace");
    const tried = await into(url, "--json");
    expect([tried.exit, tried.err]).toEqual([0, ""]);
    expect(JSON.parse(tried.out)).toMatchObject({
      rows: { waitlist_signups: 1 },
      checked: expect.stringContaining("the database is as it was"),
    });
    expect(await left()).toEqual([]);
    await db.query("create table notes (id int)");
    const foreign = await into(url);
    expect([foreign.exit, foreign.err]).toEqual([2, expect.stringContaining("tables of another program")]);
    await db.query("drop table notes");
    await migrate(db);
    await db.query("insert into audit_log (at, actor_kind, action) values (now(), 'operator', 'x')");
    const used = await into(url);
    expect([used.exit, used.err]).toEqual([6, "The new database holds data already: name an empty one\n"]);
    await db.query("truncate audit_log");
    expect((await into(url)).exit).toBe(0);
    expect(await db.query("select from waitlist_signups")).toEqual([]);
    await db.close();
    expect((await into("postgres://postgres@127.0.0.1:1/postgres")).exit).toBe(7);
    expect((await into("mysql://127.0.0.1/postgres")).exit).toBe(2);
  },
  SLOW,
);

const tools = ["age", "zstd"].filter((name) => Bun.which(name) === null);
if (tools.length > 0)
  console.log(skipLine("opening a backup without rihla", `${tools.join(" and ")} is not installed`));

test.skipIf(tools.length > 0)(
  "The commands of the documentation open a backup without this program, as JSON in each line",
  async () => {
    const guide = await Bun.file("docs/operations.md").text();
    const commands = guide.split("opens without this program")[1]?.split("```")[1] ?? "";
    expect(commands).toContain("age -d");
    await Bun.write(at("identity.txt"), (await rihla(["backup", "key"], env)).out);
    await copyFile(at("first.backup"), at("rihla.backup"));
    const opening = commands.split("\n").filter((line) => line.startsWith("age "));
    const opened = Bun.spawnSync(["sh", "-ec", opening.join("\n")], { cwd: home });
    expect([opened.exitCode, opened.stderr.toString()]).toEqual([0, ""]);
    const lines = opened.stdout.toString().trimEnd().split("\n");
    const signups = lines.findIndex((line) => line.startsWith('{"table":"waitlist_signups"'));
    const { columns, types } = JSON.parse(lines[signups] ?? "");
    const row = JSON.parse(lines[signups + 1] ?? "");
    expect([row[columns.indexOf("email")], types[columns.indexOf("email")]]).toEqual([
      "a@example.org",
      "text",
    ]);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ rows: { waitlist_signups: 1 } });
  },
);

test(
  "A restore into an embedded database that is killed leaves no rows, and succeeds when it is repeated",
  async () => {
    const fresh = await freshDataDir({ empty: true });
    const SECRET_KEY = await readFile(join(dir.path, "secret.key"), "utf8");
    const there = { DATA_DIR: fresh.path, SECRET_KEY };
    const killed = startRihla(["backup", "restore", at("first.backup")], there);
    const isOpen = () => existsSync(join(fresh.path, "database"));
    while (killed.exitCode === null && !isOpen()) await Bun.sleep(5);
    killed.kill("SIGKILL");
    await killed.exited;
    const again = await rihla(["backup", "restore", at("first.backup"), "--json"], there);
    expect([again.exit, again.err]).toEqual([0, ""]);
    expect((await rihla(LIST, there)).out).toBe((await rihla(LIST, env)).out);
    await fresh.remove();
  },
  SLOW,
);
