import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type DataDir, freshDataDir } from "../../../src/testing/database/database.ts";
import { rihla, rihlaProcess, SLOW, startRihla } from "../../testing.ts";

const PASSPHRASE = "camels cross the dunes";
const LIST = ["waitlist", "list", "--json"];

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

afterAll(() => dir?.remove());

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
  "A pinned backup has its label in the store's list; one that is written to another file cannot be pinned",
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

test(
  "A verification that is interrupted leaves nothing of the restored database, and one that was killed nothing after the next",
  async () => {
    const TMPDIR = at("tmp");
    await mkdir(TMPDIR);
    const folders = async (earlier: readonly string[] = []) =>
      (await readdir(TMPDIR)).filter((name) => name.includes("verify") && !earlier.includes(name));
    const begin = async (earlier: readonly string[]) => {
      const started = startRihla(["backup", "verify", at("first.backup")], { ...env, TMPDIR });
      const isRestoring = async () => {
        const [own] = await folders(earlier);
        return own !== undefined && (await readdir(join(TMPDIR, own))).includes("database");
      };
      while (started.exitCode === null && !(await isRestoring())) await Bun.sleep(5);
      return started;
    };
    const killed = await begin([]);
    killed.kill("SIGKILL");
    await killed.exited;
    const left = await folders();
    expect(left).toHaveLength(1);
    const interrupted = await begin(left);
    interrupted.kill("SIGINT");
    expect(await interrupted.exited).toBe(130);
    expect(await readdir(TMPDIR)).toEqual([]);
  },
  SLOW,
);
