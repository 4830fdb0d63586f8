import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { type DataDir, freshDataDir } from "../../src/testing/database/database.ts";
import { rihla, rihlaProcess, SLOW } from "../testing.ts";

let dir: DataDir;
let env: Record<string, string>;
beforeAll(async () => {
  dir = await freshDataDir();
  env = { DATA_DIR: dir.path, RIHLA_NEW_PASSWORD: "a long enough passphrase" };
}, SLOW);
afterAll(() => dir?.remove(), SLOW);

const UNKNOWN = "0b7c8f0e-4d1a-4b7e-9c55-2f1d3a6e8b90";

/** Creates a partner and returns the id of that request. */
async function createPartner(): Promise<string> {
  const partner = ["--email", "layla@noor.example", "--business-name", "Noor", "--contact-name", "Layla"];
  expect((await rihla(["partner", "create", ...partner], env)).exit).toBe(0);
  const file = join(dir.path, "audit.jsonl");
  expect((await rihla(["audit", "export", "--jsonl", "--out", file], env)).exit).toBe(0);
  const entries = (await Bun.file(file).text()).trim().split("\n");
  return entries.map((line) => JSON.parse(line)).find(({ action }) => action.endsWith("partners.create"))
    .requestId;
}

test(
  "A request is traced to its audit entries, emails and log lines in the order of time",
  async () => {
    const id = await createPartner();
    const line = (fields: object) => JSON.stringify({ level: "info", requestId: id, ...fields });
    const log = [
      `rihla-1  | ${line({ time: "2099-01-01T00:00:00.000Z", method: "POST", route: "partners", status: 201 })}`,
      line({ time: "2000-01-01T00:00:00.000Z", msg: "slow statement", ms: 700 }),
      line({ time: "2000-01-01T00:00:00.000Z", requestId: UNKNOWN, mentions: id }),
      `not JSON {${id}`,
      "null",
    ].join("\n");
    const file = join(dir.path, "rihla.log");
    await Bun.write(file, log);
    const { exit, out } = await rihla(["trace", id, "--log", file, "--json"], env);
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject([
      { source: "log", event: "slow statement", details: { level: "info", ms: 700 } },
      { source: "mail", event: "partner-welcome" },
      { source: "audit", event: "partnerManager.partners.create" },
      { source: "log", event: "POST partners", details: { status: 201 } },
    ]);
    const piped = await rihlaProcess(["trace", id, "--log", "-", "--jsonl", "--fields", "source"], env, log);
    expect([piped.exit, piped.out.trim().split("\n")]).toEqual([
      0,
      ["log", "mail", "audit", "log"].map((source) => JSON.stringify({ source })),
    ]);
    const people = await rihla(["trace", id], env);
    for (const text of ["source", "audit", "mail", "partner-welcome"]) expect(people.out).toContain(text);
  },
  SLOW,
);

test(
  "An unknown request exits 3, a malformed id and a missing log 2",
  async () => {
    const unknown = await rihla(["trace", UNKNOWN, "--json"], env);
    expect([unknown.exit, JSON.parse(unknown.err)]).toEqual([
      3,
      { error: "Nothing is known about this request.", code: "NOT_FOUND" },
    ]);
    expect((await rihla(["trace", "no id"], env)).exit).toBe(2);
    expect((await rihla(["trace", UNKNOWN, "--log", join(dir.path, "none.log")], env)).exit).toBe(2);
  },
  SLOW,
);
