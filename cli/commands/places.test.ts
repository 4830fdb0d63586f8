import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { type DataDir, freshDataDir } from "../../src/testing/database/database.ts";
import { rihla, type Served, SLOW, servedHere } from "../testing.ts";

type Env = Served["env"];

let served: Served;
let alone: DataDir;
beforeAll(async () => {
  [served, alone] = await Promise.all([servedHere(), freshDataDir()]);
}, SLOW);
afterAll(() => Promise.all([served.close(), alone.remove()]));

const HEAD = "name,address,city,state,category";
const GOOD = `${HEAD}\nAl-Noor Mosque,1 Main St,Boston,MA,mosque\n=Halal Grill,2 Main St,Boston,MA,restaurant\n`;

async function roundTrip(folder: string, env: Env): Promise<void> {
  const file = join(folder, "places.csv");
  await Bun.write(file, GOOD);
  const tried = await rihla(["poi", "import", file, "--dry-run", "--json"], env);
  expect([tried.exit, JSON.parse(tried.out)]).toMatchObject([0, { dryRun: true, read: 2 }]);
  const taken = await rihla(["poi", "import", file, "--json"], env);
  expect([taken.exit, JSON.parse(taken.out)]).toMatchObject([0, { success: true, read: 2, refused: 0 }]);
  const out = join(folder, "out.geojson");
  expect((await rihla(["poi", "export", "--out", out, "--force"], env)).exit).toBe(0);
  const again = await rihla(["poi", "import", out, "--json"], env);
  expect(JSON.parse(again.out)).toMatchObject({ unchanged: 2, created: 0, updated: 0 });
  await Bun.write(file, `${GOOD}Wrong,3 Main St,Boston,XX,mosque\n`);
  const partly = await rihla(["poi", "import", file], env);
  expect([partly.exit, partly.err]).toEqual([
    5,
    "line 4: State must be the two letters of a US state or a Canadian province\n",
  ]);
  const list = JSON.parse((await rihla(["poi", "list", "--json", "--category", "mosque"], env)).out);
  expect(list).toMatchObject([{ name: "Al-Noor Mosque" }]);
  expect((await rihla(["poi", "delete", list[0].id, "--yes"], env)).exit).toBe(0);
}

async function furtherCommands(folder: string, env: Env): Promise<void> {
  const file = join(folder, "places.csv");
  await Bun.write(file, GOOD);
  expect((await rihla(["poi", "import", file], env)).exit).toBe(0);
  const csv = await rihla(["poi", "export", "--format", "csv"], env);
  expect(csv.out.split("\r\n")).toHaveLength(4);
  await Bun.write(file, `${GOOD}Al Hidaya Masjid,1 Main St,Boston,MA,mosque\n`);
  const alike = await rihla(["poi", "import", file, "--dry-run"], env);
  expect([alike.exit, alike.err]).toEqual([
    0,
    expect.stringMatching(
      /^line 4: Al Hidaya Masjid, 1 Main St, Boston may be place \w+ \(Al-Noor Mosque, .*, Boston\)\n$/,
    ),
  ]);
  const more = Array.from({ length: 30 }, (_, n) => `Shop ${n},1 Main St,Boston,MA,retail\n`);
  await Bun.write(file, `${HEAD}\n${more.join("")}`);
  const many = await rihla(["poi", "import", file, "--dry-run"], env);
  expect(many.err.match(/may be place/g)).toHaveLength(25);
  expect(many.err.match(/about which 25 questions are open/g)).toHaveLength(5);
  await Bun.write(file, `${GOOD}"`);
  const broken = await rihla(["poi", "import", file], env);
  expect([broken.exit, broken.out, broken.err]).toEqual([2, "", expect.stringContaining("never closes")]);
  expect((await rihla(["poi", "import", join(folder, "nothing.csv")], env)).exit).toBe(2);
  const list = JSON.parse((await rihla(["poi", "list", "--json", "--category", "mosque"], env)).out);
  expect(
    JSON.parse(
      (await rihla(["poi", "update", list[0].id, "--latitude", "42.5", "--longitude", "-71", "--json"], env))
        .out,
    ),
  ).toMatchObject({
    latitude: 42.5,
    name: "Al-Noor Mosque",
  });
  const asked = await rihla(["poi", "delete", list[0].id], env);
  expect([asked.exit, asked.err]).toEqual([2, expect.stringContaining("--yes")]);
}

const LIST = "firstName,email,consentSource,consentAt\nAmina,amina@example.com,Fair,2025-03-01\n";

async function importList(folder: string, env: Env): Promise<void> {
  const file = join(folder, "list.csv");
  await Bun.write(file, `${LIST}Omar,no address,Fair,2025-03-01\n`);
  const run = (...flags: readonly string[]) => rihla(["waitlist", "import", file, ...flags], env);
  const refused = await run();
  expect([refused.exit, refused.err]).toEqual([
    2,
    "line 3: Please enter a valid email address\nNothing was imported. Correct these lines, or add --skip-refused.\n",
  ]);
  const partly = await run("--skip-refused", "--json");
  expect([partly.exit, JSON.parse(partly.out).refused]).toEqual([
    5,
    [{ line: 3, reason: "Please enter a valid email address" }],
  ]);
  await Bun.write(file, LIST);
  const again = await run("--json");
  expect([again.exit, JSON.parse(again.out)]).toEqual([
    0,
    { created: 0, updated: 0, unchanged: 1, refused: [] },
  ]);
  await Bun.write(file, new Uint8Array([0xff]));
  expect([(await run()).exit, (await rihla(["waitlist", "import", "nothing.csv"], env)).exit]).toEqual([
    2, 2,
  ]);
}

const of = ({ path }: DataDir): Env => ({ DATA_DIR: path });

test("A list of people is imported without a server", () => importList(alone.path, of(alone)), SLOW);

test(
  "Places are imported, listed, exported and deleted without a server",
  () => roundTrip(alone.path, of(alone)),
  SLOW,
);

test(
  "Lists of people and places are imported, listed, changed, exported and deleted next to a running server",
  async () => {
    const { dataDir, env } = served;
    await roundTrip(dataDir, env);
    await furtherCommands(dataDir, env);
    await importList(dataDir, env);
    expect(await Array.fromAsync(new Bun.Glob("spool-*").scan(dataDir))).toEqual([]);
    expect((await rihla(["poi", "import", "x.csv", "--url", "https://example.org"], env)).exit).toBe(2);
  },
  SLOW,
);

test(
  "A duplicate is merged into a place, and the merge is undone",
  async () => {
    const { env } = served;
    const add = async (name: string) => {
      const fields = ["--address", "9 Main St", "--city", "Boston", "--state", "MA", "--category", "grocery"];
      return JSON.parse((await rihla(["poi", "add", "--name", name, ...fields, "--json"], env)).out).id;
    };
    const [kept, duplicate] = [await add("Noor Market"), await add("Noor Mkt")];
    const merge = (...flags: readonly string[]) =>
      rihla(["poi", "merge", kept, duplicate, ...flags, "--json"], env);
    expect(JSON.parse((await merge("--dry-run")).out)).toMatchObject({ id: null, duplicateId: duplicate });
    const merged = JSON.parse((await merge()).out);
    expect((await rihla(["poi", "merges", kept, "--json"], env)).out).toContain(merged.id);
    expect((await rihla(["poi", "show", duplicate], env)).exit).toBe(3);
    expect((await rihla(["poi", "unmerge", merged.id], env)).exit).toBe(0);
    expect((await rihla(["poi", "show", duplicate], env)).exit).toBe(0);
    const incomplete = await rihla(["poi", "merge", kept], env);
    expect([incomplete.exit, incomplete.err]).toEqual([2, "missing required argument 'duplicate-id'\n"]);
  },
  SLOW,
);

test(
  "a list is read by a map, of which the command writes the guess first, and its wrong lines are written to be mended",
  async () => {
    const { env } = served;
    const [file, map, errors] = ["liste.csv", "map.json", "fix.csv"].map((name) => join(alone.path, name));
    if (!file || !map || !errors) throw new Error("no paths");
    await Bun.write(file, "Wie;Wo;Stadt;Land;Notiz\nHikmah;Tulip Way;Flint;MI;x\nHuda;;Flint;MI;y\n");
    const run = (...flags: readonly string[]) => rihla(["poi", "import", file, ...flags], env);
    const guess = await run("--map", map);
    expect([guess.exit, guess.err]).toEqual([0, expect.stringContaining("column Land: state, such as MI\n")]);
    const { columns } = JSON.parse(await Bun.file(map).text());
    expect(columns).toMatchObject({ Stadt: "city", Land: "state" });
    const said = {
      columns: { ...columns, Wie: "name", Wo: "address", Notiz: null },
      values: { category: "mosque" },
    };
    await Bun.write(map, JSON.stringify(said));
    const taken = await run("--map", map, "--errors", errors);
    expect([taken.exit, taken.err]).toEqual([5, expect.stringContaining("line 3: Address is required")]);
    expect(taken.err).toContain("column Notiz: not taken, such as x");
    const mend = await Bun.file(errors).text();
    expect(mend).toBe('Wie;Wo;Stadt;Land;Notiz;"Reason"\r\nHuda;;Flint;MI;y;"Address is required"\r\n');
    await Bun.write(errors, mend.replace("Huda;;", "Huda;Rose Way;"));
    expect((await rihla(["poi", "import", errors, "--map", map], env)).exit).toBe(0);
  },
  SLOW,
);
