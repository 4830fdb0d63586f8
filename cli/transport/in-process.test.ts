import { afterAll, beforeAll, expect, test } from "bun:test";
import { lstat, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { decryptBackup } from "../../src/core/crypto/backup-encryption.ts";
import { createEncryption } from "../../src/core/crypto/encryption.ts";
import { createBackupFile, linesOf } from "../../src/db/backup/backup-file.ts";
import { openDatabase } from "../../src/db/client.ts";
import { type DataDir, freshDataDir } from "../../src/testing/database/database.ts";
import { onTerminal, PASSWORD, rihla, rihlaProcess, SLOW } from "../testing.ts";

const START = join(import.meta.dir, "../../src/main.ts");

let dir: DataDir;
let env: Record<string, string>;

beforeAll(async () => {
  dir = await freshDataDir();
  env = { DATA_DIR: dir.path };
}, SLOW);

afterAll(() => dir?.remove());

test(
  "On a new machine the first admin create creates the database too",
  async () => {
    const fresh = await freshDataDir({ empty: true });
    const create = ["admin", "create", "--username", "amina", "--email", "amina@example.org", "--json"];
    const made = await rihlaProcess(create, { DATA_DIR: fresh.path, RIHLA_NEW_PASSWORD: PASSWORD });
    expect([made.exit, made.err, JSON.parse(made.out).role]).toEqual([0, "", "super_admin"]);
    await fresh.remove();
  },
  SLOW,
);

test(
  "A staff account needs no email address",
  async () => {
    const create = ["admin", "create", "--username", "nameless", "--json"];
    const made = await rihla(create, { ...env, RIHLA_NEW_PASSWORD: PASSWORD });
    expect([made.exit, JSON.parse(made.out).email]).toEqual([0, ""]);
  },
  SLOW,
);

test(
  "On a terminal the password is prompted for twice and never shown",
  async () => {
    const create = ["admin", "create", "--username", "tty", "--email", "tty@example.org"];
    const { exit, seen } = await onTerminal(create, env, [
      ["Password: ", `${PASSWORD}\r`],
      ["again: ", "something else\r"],
      ["Password: ", `${PASSWORD}\r`],
      ["again: ", `${PASSWORD}\r`],
    ]);
    expect(exit).toBe(0);
    expect(seen).toContain("not the same");
    expect(seen).not.toContain(PASSWORD);
    expect(seen).not.toContain("something else");
  },
  SLOW,
);

test(
  "On a terminal an irreversible command prompts for confirmation, and Ctrl-C exits 130",
  async () => {
    const forget = ["waitlist", "forget", "nobody@example.org"];
    const no = await onTerminal(forget, env, [["[y/N]", "\r"]]);
    expect([no.exit, no.seen]).toEqual([1, expect.stringContaining("Nothing was changed")]);
    expect((await onTerminal(forget, env, [["[y/N]", "y\r"]])).exit).toBe(0);
    expect((await onTerminal(forget, env, [["[y/N]", "\u0003"]])).exit).toBe(130);
  },
  SLOW,
);

test(
  "Text from visitors cannot control the terminal",
  async () => {
    const message = "first\nsecond\tthird";
    const create = ["partnership", "create", "--business-name", "Zaytuna", "--email", "z@example.org"];
    expect((await rihla([...create, "--message", message], env)).exit).toBe(0);
    const list = await rihla(["partnership", "list", "--columns"], env);
    expect(list.out.split("\n")).toHaveLength(3);
    expect(list.out).toContain("first second third");
  },
  SLOW,
);

test(
  "A test alert that the webhook does not take exits 1 and says why",
  async () => {
    const refused = await rihla(["alert", "test", "--json"], {
      ...env,
      ALERT_WEBHOOK_URL: "http://127.0.0.1:9/",
    });
    expect([refused.exit, JSON.parse(refused.out)]).toMatchObject([
      1,
      { webhook: "refused", reason: expect.any(String) },
    ]);
  },
  SLOW,
);

test(
  "A command whose reader closes the pipe exits 0",
  async () => {
    const main = join(import.meta.dir, "../main.ts");
    const command = `"${process.execPath}" "${main}" partnership export | true; echo "\${PIPESTATUS[0]}"`;
    const piped = Bun.spawnSync(["bash", "-c", command], { env: { ...process.env, ...env } });
    expect([piped.stdout.toString().trim(), piped.stderr.toString()]).toEqual(["0", ""]);
  },
  SLOW,
);

test(
  "A failed backup leaves no file behind and an older backup unchanged",
  async () => {
    const home = dirname(dir.path);
    const file = join(home, "kept.gz");
    expect((await rihla(["db", "backup", file], env)).exit).toBe(0);
    const before = await readFile(file);
    const nowhere = await rihlaProcess(["db", "backup", join(home, "missing", "b.gz"), "--json"], env);
    expect([nowhere.exit, JSON.parse(nowhere.err).error]).toEqual([
      1,
      expect.stringContaining("no such file"),
    ]);
    expect(await readFile(file)).toEqual(before);
    const left = [...(await readdir(home)), ...(await readdir(dir.path))];
    expect(left.filter((name) => name.includes(".tmp"))).toEqual([]);
  },
  SLOW,
);

test(
  "A backup never replaces what is not a regular file, such as a device or a link to one",
  async () => {
    const home = dirname(dir.path);
    const linked = join(home, "link-to-a-device");
    await symlink("/dev/full", linked);
    for (const path of ["/dev/full", linked, home]) {
      const { exit, err } = await rihla(["db", "backup", path], env);
      expect([exit, err]).toEqual([2, `${path} is not a regular file.\n`]);
    }
    expect((await stat("/dev/full")).isCharacterDevice()).toBe(true);
    const real = join(home, "real.gz");
    const alias = join(home, "alias.gz");
    await Bun.write(real, "older");
    await symlink(real, alias);
    expect((await rihla(["db", "backup", alias], env)).exit).toBe(0);
    expect((await lstat(alias)).isSymbolicLink()).toBe(true);
    expect((await stat(real)).size).toBeGreaterThan(1_000);
  },
  SLOW,
);

test(
  "A restore from a file that is not a backup exits 2",
  async () => {
    for (const file of [join(dir.path, "nowhere.gz"), dir.path, join(dir.path, "secret.key")]) {
      const { exit, out, err } = await rihla(["db", "restore", file, "--yes", "--json"], env);
      expect([file, exit, out, JSON.parse(err).code]).toEqual([file, 2, "", "INVALID_INPUT"]);
    }
  },
  SLOW,
);

test(
  "A restore works with the backup's SECRET_KEY, whatever key the directory used before",
  async () => {
    const file = join(dirname(dir.path), "keyed.gz");
    expect((await rihla(["db", "backup", file], env)).exit).toBe(0);
    const SECRET_KEY = await readFile(join(dir.path, "secret.key"), "utf8");
    const fresh = await freshDataDir();
    const other = { DATA_DIR: fresh.path };
    const restore = ["db", "restore", file, "--json"];
    const refused = await rihla(restore, other);
    expect([refused.exit, JSON.parse(refused.err).error]).toEqual([6, expect.stringContaining("SECRET_KEY")]);
    const list = ["partnership", "list", "--json"];
    expect((await rihla(list, other)).exit).toBe(0); // stores the key of the directory
    expect(await rihla(list, { ...other, SECRET_KEY })).toEqual({ exit: 0, out: "[]\n", err: "" });
    expect((await rihla(list, other)).exit).toBe(0);
    const create = ["partnership", "create", "--business-name", "Souk", "--email", "s@example.org"];
    expect((await rihla(create, other)).exit).toBe(0);
    expect((await rihla(list, { ...other, SECRET_KEY })).exit).toBe(2);
    const restored = await rihla([...restore, "--yes"], { ...other, SECRET_KEY });
    expect([restored.exit, restored.err]).toEqual([0, ""]);
    expect((await rihla(list, other)).exit).toBe(2);
    expect(await rihla(list, { ...other, SECRET_KEY })).toEqual(await rihla(list, env));
    await fresh.remove();
  },
  SLOW,
);

test(
  "A data directory with data but without its key is refused, and no other key is made",
  async () => {
    const copy = await freshDataDir();
    const copied = { DATA_DIR: copy.path };
    const keyFile = join(copy.path, "secret.key");
    const create = ["partnership", "create", "--business-name", "Souk", "--email", "s@example.org"];
    expect((await rihla(create, copied)).exit).toBe(0);
    const key = await readFile(keyFile, "utf8");
    await rm(keyFile);
    const sentence = `SECRET_KEY is lost: this database was used with a key, so put ${keyFile} back or set SECRET_KEY.`;
    for (const words of [
      ["partnership", "list"],
      ["db", "status"],
      ["db", "restore", join(dirname(dir.path), "keyed.gz"), "--yes"],
    ]) {
      expect(await rihla(words, copied)).toEqual({ exit: 2, out: "", err: `${sentence}\n` });
    }
    const start = Bun.spawnSync([process.execPath, START], {
      env: { PATH: process.env.PATH ?? "", ...copied, PORT: "0" },
    });
    expect([start.exitCode, start.stderr.toString()]).toEqual([1, `${sentence}\n`]);
    expect(await readdir(copy.path)).not.toContain("secret.key");
    expect((await rihla(["partnership", "list"], { ...copied, SECRET_KEY: key })).exit).toBe(0);
    await writeFile(keyFile, key, { mode: 0o600 });
    expect((await rihla(["partnership", "list"], copied)).exit).toBe(0);
    await copy.remove();
  },
  SLOW,
);

test(
  "A backup with a passphrase is restored with the passphrase, which is never a flag's value",
  async () => {
    const file = join(dirname(dir.path), "passphrase.gz");
    const unasked = await rihla(["db", "backup", file, "--passphrase"], env);
    expect([unasked.exit, unasked.err]).toEqual([
      2,
      expect.stringContaining("--passphrase-stdin is missing"),
    ]);
    const short = await rihlaProcess(["db", "backup", file, "--passphrase-stdin"], env, "too short");
    expect([short.exit, short.err]).toEqual([2, "The passphrase must have 12 characters or more.\n"]);
    const RIHLA_BACKUP_PASSPHRASE = "camels cross the dunes ﷺ";
    const unused = await rihla(["db", "backup", `${file}.unused`], { ...env, RIHLA_BACKUP_PASSPHRASE });
    expect([unused.exit, unused.err]).toEqual([
      0,
      expect.stringContaining("RIHLA_BACKUP_PASSPHRASE is not used without --passphrase"),
    ]);
    const made = await rihla(["db", "backup", file, "--passphrase"], { ...env, RIHLA_BACKUP_PASSPHRASE });
    expect([made.exit, made.err]).toEqual([0, ""]);
    const restore = ["db", "restore", file, "--yes", "--passphrase-stdin"];
    expect(await rihlaProcess(restore, env, "camels cross the ocean")).toEqual({
      exit: 2,
      out: "",
      err: "This is not the passphrase that the backup was made with.\n",
    });
    const unknown = await rihla(["db", "restore", file, "--yes"], env);
    expect([unknown.exit, unknown.err]).toEqual([
      2,
      expect.stringContaining("--passphrase-stdin is missing"),
    ]);
    expect((await rihlaProcess(restore, env, `${RIHLA_BACKUP_PASSPHRASE}\n`)).exit).toBe(0);
  },
  SLOW,
);

/** Rewrites a backup as an older version, without the search index, would have written it. */
async function withoutIndex(file: string, into: string): Promise<void> {
  const older = await createBackupFile(into);
  const encryption = createEncryption(await readFile(join(dir.path, "secret.key"), "utf8"));
  let skipped = false;
  for await (const line of linesOf(file, (path) => decryptBackup(path, encryption))) {
    const head = line.startsWith("{") ? JSON.parse(line) : {};
    if (head.table !== undefined) skipped = /^poi_/.test(head.table);
    if (head.rows !== undefined) {
      const rows = Object.entries(head.rows).filter(([name]) => !/^poi_/.test(name));
      await older.line(JSON.stringify({ rows: Object.fromEntries(rows) }));
    } else if (!skipped) await older.line(line);
  }
  await older.finish();
  await older.close();
}

test(
  "Places from a backup older than the search index are searchable after the restore",
  async () => {
    const home = dirname(dir.path);
    const places = join(home, "places.csv");
    await Bun.write(
      places,
      "name,address,city,state,category\nNoor Grill,1 Main St,Dearborn,MI,restaurant\n",
    );
    expect((await rihla(["poi", "import", places], env)).exit).toBe(0);
    expect((await rihla(["db", "backup", join(home, "now.gz")], env)).exit).toBe(0);
    await withoutIndex(join(home, "now.gz"), join(home, "older.gz"));
    const restored = await rihla(["db", "restore", join(home, "older.gz"), "--yes"], env);
    expect([restored.exit, restored.err]).toEqual([
      0,
      expect.stringContaining("This backup is not encrypted"),
    ]);
    const db = await openDatabase({ dataDir: dir.path });
    const words = await db.query<{ token: string }>("select token from poi_words");
    await db.close();
    expect(words.map(({ token }) => token)).toContain("noor");
  },
  SLOW,
);
