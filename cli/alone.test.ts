import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type DataDir, freshDataDir } from "../src/testing/database.ts";
import { onTerminal, rihla } from "./testing.ts";

const SLOW = 60_000;
const PASSWORD = "violet camel orbit nine";

let dir: DataDir;
let env: Record<string, string>;

beforeAll(async () => {
  dir = await freshDataDir();
  env = { DATA_DIR: dir.path };
}, SLOW);

afterAll(() => dir?.remove());

test(
  "on a new machine the first account makes the database that it stands in",
  async () => {
    const fresh = await freshDataDir({ empty: true });
    const create = ["admin", "create", "--username", "amina", "--email", "amina@example.org", "--json"];
    const made = await rihla(create, { DATA_DIR: fresh.path, RIHLA_NEW_PASSWORD: PASSWORD });
    expect([made.exit, made.err, JSON.parse(made.out).role]).toEqual([0, "", "super_admin"]);
    await fresh.remove();
  },
  SLOW,
);

test(
  "on a terminal the password is asked for twice and never shown",
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
  "on a terminal what cannot be taken back is asked, and no is no; Ctrl-C ends with 130",
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
  "texts of visitors cannot steer the terminal",
  async () => {
    const message = "first\nsecond\tthird";
    const create = ["partnership", "create", "--business-name", "Zaytuna", "--email", "z@example.org"];
    expect((await rihla([...create, "--message", message], env)).exit).toBe(0);
    const list = await rihla(["partnership", "list"], env);
    expect(list.out.split("\n")).toHaveLength(3);
    expect(list.out).toContain("first second third");
  },
  SLOW,
);

test(
  "a reader that has seen enough is no failure",
  async () => {
    const main = join(import.meta.dir, "main.ts");
    const command = `"${process.execPath}" "${main}" partnership export | true; echo "\${PIPESTATUS[0]}"`;
    const piped = Bun.spawnSync(["bash", "-c", command], { env: { ...process.env, ...env } });
    expect([piped.stdout.toString().trim(), piped.stderr.toString()]).toEqual(["0", ""]);
  },
  SLOW,
);

test(
  "a backup that cannot be written leaves nothing behind, and an older one as it is",
  async () => {
    const home = dirname(dir.path);
    const file = join(home, "kept.gz");
    expect((await rihla(["db", "backup", file], env)).exit).toBe(0);
    const before = await readFile(file);
    const nowhere = await rihla(["db", "backup", join(home, "missing", "b.gz"), "--json"], env);
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
