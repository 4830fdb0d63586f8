import { afterAll, beforeAll, expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Server, startServer } from "../../e2e/harness/server.ts";
import { type DataDir, freshDataDir } from "../../src/testing/database/database.ts";
import { OPERATIONS } from "../operations.ts";
import { createFirstAdmin, PASSWORD, rihla, rihlaProcess, SLOW } from "../testing.ts";

let dir: DataDir;
let server: Server;
let env: Record<string, string>;

beforeAll(async () => {
  dir = await freshDataDir();
  server = await startServer({ DATA_DIR: dir.path, RATE_LIMIT: "off", LOG_LEVEL: "warn" });
  env = { DATA_DIR: dir.path };
  await createFirstAdmin(env);
  await rihla(["partnership", "create", "--business-name", "Zaytuna", "--email", "z@example.org"], env);
}, SLOW);

afterAll(async () => {
  await server?.term();
  await dir?.remove();
}, SLOW);

/** Parses one JSON value, or one a line. */
function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }
}

test(
  "With --json every command prints nothing but JSON, whether it succeeds or fails",
  async () => {
    for (const { cli } of OPERATIONS.filter((operation) => operation.cli)) {
      const args = [
        ...(cli?.words ?? []),
        ...(cli?.positionals.map(() => "nobody@example.org") ?? []),
        "--json",
        "--yes",
      ];
      const ran = await rihla(args, { ...env, RIHLA_NEW_PASSWORD: PASSWORD });
      if (ran.exit === 0 || ran.exit === 5)
        expect([args, parsed(ran.out)]).toEqual([args, expect.any(Array)]);
      else
        expect([args, ran.out, JSON.parse(ran.err)]).toEqual([
          args,
          "",
          expect.objectContaining({ code: expect.any(String) }),
        ]);
    }
  },
  SLOW,
);

test(
  "The first account is a super_admin, and later ones are admins by default",
  async () => {
    const create = async (noun: string, name: string, ...more: string[]) => {
      const args = [noun, "create", "--username", name, "--email", `${name}@example.org`, "--json", ...more];
      return JSON.parse((await rihla(args, { ...env, RIHLA_NEW_PASSWORD: PASSWORD })).out);
    };
    expect(await create("admin", "bilal")).toMatchObject({ role: "admin" });
    expect(await create("admin", "dania", "--role", "super_admin")).toMatchObject({ role: "super_admin" });
    expect(await create("manager", "faris")).toMatchObject({ role: "partner_manager" });
  },
  SLOW,
);

test(
  "A refusal prints the same sentence as the browser and exits with its code",
  async () => {
    const taken = ["admin", "create", "--username", "amina", "--email", "a@example.org", "--password-stdin"];
    expect(await rihlaProcess(taken, env, PASSWORD)).toEqual({
      exit: 6,
      out: "",
      err: "This username is already taken\n",
    });
    const empty = await rihla(["partnership", "create"], env);
    expect(empty).toEqual({ exit: 2, out: "", err: "Business name and email are required\n" });
    const missing = await rihla(["partnership", "delete", "nosuch", "--yes"], env);
    expect(missing).toEqual({ exit: 3, out: "", err: "This inquiry does not exist\n" });
    const common = await rihlaProcess(taken.with(3, "hana"), env, "password123");
    expect(common).toEqual({ exit: 2, out: "", err: "This password is too common\n" });
  },
  SLOW,
);

test(
  "A command beside a server that is starting waits for its socket and says so",
  async () => {
    const socket = join(dir.path, "rihla.sock");
    const hidden = `${socket}.hidden`;
    await Bun.$`mv ${socket} ${hidden}`.quiet();
    const listed = rihlaProcess(["waitlist", "list", "--json"], env, "");
    await Bun.sleep(2_500); // it tells of the wait after a second
    await Bun.$`mv ${hidden} ${socket}`.quiet();
    const { exit, out, err } = await listed;
    expect([exit, Array.isArray(JSON.parse(out))]).toEqual([0, true]);
    expect(["", `Waiting for the server that is starting in ${dir.path} ...\n`]).toContain(err);
  },
  SLOW,
);

test(
  "doctor and db migrate detect the running server",
  async () => {
    const findings = JSON.parse((await rihla(["doctor", "--json"], env)).out) as {
      check: string;
      sentence: string;
    }[];
    expect(findings.find(({ check }) => check === "socket")?.sentence).toContain("running here");
    expect(findings.find(({ check }) => check === "durability")?.sentence).toContain("not a power cut");
    expect(JSON.parse((await rihla(["db", "migrate", "--json"], env)).out)).toEqual({ applied: 0 });
  },
  SLOW,
);

test(
  "A backup is taken while a server runs and restored only with --yes; sessions end, the audit entry stays",
  async () => {
    const file = join(dir.path, "backup.gz");
    const made = await rihla(["db", "backup", file, "--json"], env);
    expect(JSON.parse(made.out)).toEqual({ file, bytes: (await stat(file)).size });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const body = JSON.stringify({ username: "amina", password: PASSWORD });
    const json = { "content-type": "application/json" };
    const login = await fetch(`${server.url}/api/admin/login`, { method: "POST", body, headers: json });
    const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
    const session = () => fetch(`${server.url}/api/admin/session`, { headers: { cookie } });
    expect((await session()).status).toBe(200);
    await rihla(["partnership", "create", "--business-name", "Later", "--email", "l@example.org"], env);
    const refused = await rihla(["db", "restore", file], env);
    expect([refused.exit, refused.err]).toEqual([2, expect.stringContaining("--yes")]);
    const restored = await rihla(["db", "restore", file, "--yes", "--json"], env);
    expect(JSON.parse(restored.out)).toMatchObject({ success: true, rows: { partnership_inquiries: 1 } });
    expect((await session()).status).toBe(401);
    expect(JSON.parse((await rihla(["partnership", "list", "--json"], env)).out)).toHaveLength(1);
    expect(await Array.fromAsync(new Bun.Glob("spool-*").scan(dir.path))).toEqual([]);
    await Bun.write(file, new Uint8Array(await Bun.file(file).arrayBuffer()).slice(0, -1));
    const damaged = await rihla(["db", "restore", file, "--yes"], env);
    expect([damaged.exit, damaged.err]).toEqual([2, expect.stringContaining("not a whole backup")]);
  },
  SLOW,
);
