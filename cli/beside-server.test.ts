import { afterAll, beforeAll, expect, test } from "bun:test";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Server, startServer } from "../e2e/server.ts";
import { type DataDir, freshDataDir } from "../src/testing/database.ts";
import { OPERATIONS } from "./operations.ts";
import { rihla } from "./testing.ts";

const SLOW = 120_000;
const PASSWORD = "violet camel orbit nine";

let dir: DataDir;
let server: Server;
let env: Record<string, string>;
let remote: Record<string, string>;
let url: readonly string[];

beforeAll(async () => {
  dir = await freshDataDir();
  server = await startServer({ DATA_DIR: dir.path, RATE_LIMIT: "off", LOG_LEVEL: "warn" });
  env = { DATA_DIR: dir.path };
  remote = { DATA_DIR: join(dir.path, "elsewhere"), RIHLA_USER: "amina", RIHLA_PASSWORD: PASSWORD };
  url = ["--url", server.url];
  const create = [
    "admin",
    "create",
    "--username",
    "amina",
    "--email",
    "amina@example.org",
    "--password-stdin",
  ];
  const first = await rihla([...create, "--json"], env, `${PASSWORD}\n`);
  expect(JSON.parse(first.out)).toMatchObject({ username: "amina", role: "super_admin" });
  for (const [index, name] of ["Zaytuna", "=cmd()", 'Say "salam"', "مخبز النور"].entries()) {
    const flags = ["--business-name", name, "--email", `b${index}@example.org`, "--phone", "5550100100"];
    expect((await rihla(["partnership", "create", ...flags], env)).exit).toBe(0);
  }
}, SLOW);

afterAll(async () => {
  await server?.term();
  await dir?.remove();
}, SLOW);

/** What a command has to print: one value, or one a line. */
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
  "every command with --json says nothing but JSON, whether it works or not",
  async () => {
    for (const { cli } of OPERATIONS.filter((operation) => operation.cli)) {
      const args = [
        ...(cli?.words ?? []),
        ...(cli?.positional ? ["nobody@example.org"] : []),
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
  "the first account may make the others, and later ones are plain admins",
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
  "a refusal has the sentence of the browser and its exit code",
  async () => {
    const taken = ["admin", "create", "--username", "amina", "--email", "a@example.org", "--password-stdin"];
    expect(await rihla(taken, env, PASSWORD)).toEqual({
      exit: 6,
      out: "",
      err: "This username is already taken\n",
    });
    const empty = await rihla(["partnership", "create"], env);
    expect(empty).toEqual({ exit: 2, out: "", err: "Business name and email are required\n" });
    const missing = await rihla(["partnership", "delete", "nosuch", "--yes"], env);
    expect(missing).toEqual({ exit: 3, out: "", err: "This inquiry does not exist\n" });
    const common = await rihla(taken.with(3, "hana"), env, "password123");
    expect(common).toEqual({ exit: 2, out: "", err: "This password is too common\n" });
  },
  SLOW,
);

test(
  "an export has the bytes of the REST export, on each way and in a file",
  async () => {
    const headers = { authorization: `Basic ${btoa(`amina:${PASSWORD}`)}` };
    const rest = await (await fetch(`${server.url}/api/admin/partnerships/export`, { headers })).text();
    const lines = await (
      await fetch(`${server.url}/api/admin/partnerships/export?format=jsonl`, { headers })
    ).text();
    expect(rest).toContain("\r\n");
    const command = ["partnership", "export"];
    expect((await rihla(command, env)).out).toBe(rest);
    expect((await rihla([...command, ...url], remote)).out).toBe(rest);
    expect((await rihla([...command, "--json"], env)).out).toBe(lines);
    expect((await rihla([...command, ...url, "--json"], remote)).out).toBe(lines);
    const file = join(dir.path, "export.csv");
    expect((await rihla([...command, "--out", file], env)).out).toBe("");
    expect(await Bun.file(file).text()).toBe(rest);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await rm(file);
  },
  SLOW,
);

test(
  "a list is an array, follows its cursors with --all, and is the same over the network",
  async () => {
    const list = ["partnership", "list"];
    const all = JSON.parse((await rihla([...list, "--json"], env)).out) as {
      businessName: string;
      phone: string;
    }[];
    expect(all).toHaveLength(4);
    expect(all[0]?.phone).toBe("(555) 010-0100");
    const paged = await rihla([...list, "--all", "--limit", "1", "--json"], env);
    expect(JSON.parse(paged.out)).toEqual(all);
    const far = await rihla([...list, "--all", "--limit", "3", "--json", ...url], remote);
    expect([far.err, JSON.parse(far.out)]).toEqual(["", all]);
    const first = await rihla([...list, "--limit", "1", "--json"], env);
    const [, cursor = ""] = /--cursor (\S+),/.exec(first.err) ?? [];
    const second = await rihla([...list, "--limit", "1", "--cursor", cursor, "--json"], env);
    expect([...JSON.parse(first.out), ...JSON.parse(second.out)]).toEqual(all.slice(0, 2));
    const found = await rihla([...list, "--q", "zayt"], env);
    expect(found.out).toContain("Zaytuna");
    expect(found.out).not.toContain("salam");
  },
  SLOW,
);

test(
  "over the network a wrong password is 4, another role's thing is 4, and a server that is away is 7",
  async () => {
    const list = ["partnership", "list", ...url, "--json"];
    const wrong = await rihla(list, { ...remote, RIHLA_PASSWORD: "wrong" });
    expect([wrong.exit, JSON.parse(wrong.err)]).toEqual([
      4,
      expect.objectContaining({ error: "Invalid credentials" }),
    ]);
    const away = await rihla(["partnership", "list", "--url", "http://127.0.0.1:9"], remote);
    expect(away).toEqual({ exit: 7, out: "", err: "Could not reach http://127.0.0.1:9.\n" });
    const local = await rihla(["db", "status", ...url], remote);
    expect([local.exit, local.err]).toEqual([2, expect.stringContaining("--url")]);
  },
  SLOW,
);

test(
  "a redirect is an error, and the password does not follow it",
  async () => {
    const asked: string[] = [];
    const mover = Bun.serve({
      port: 0,
      fetch(request) {
        asked.push(new URL(request.url).pathname);
        return Response.redirect("/elsewhere", 302);
      },
    });
    const moved = await rihla(["waitlist", "list", "--url", `http://localhost:${mover.port}`], remote);
    await mover.stop(true);
    expect([moved.exit, asked]).toEqual([1, ["/api/admin/waitlist"]]);
  },
  SLOW,
);

test(
  "a second owner of the directory gets one sentence",
  async () => {
    const socket = join(dir.path, "rihla.sock");
    const hidden = `${socket}.hidden`;
    await Bun.$`mv ${socket} ${hidden}`.quiet();
    const list = await rihla(["waitlist", "list"], env);
    await Bun.$`mv ${hidden} ${socket}`.quiet();
    expect(list.exit).toBe(7);
    expect(list.err).toMatch(new RegExp(`is in use by process ${server.pid}\\..*\n$`));
    expect(list.err.split("\n")).toHaveLength(2);
  },
  SLOW,
);

test(
  "doctor and db migrate know of the running server",
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
  "a backup is made beside the server, and put back only with --yes; sessions end, the act stays",
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
    expect(JSON.parse(restored.out)).toMatchObject({ success: true, rows: { partnership_inquiries: 4 } });
    expect((await session()).status).toBe(401);
    expect(JSON.parse((await rihla(["partnership", "list", "--json"], env)).out)).toHaveLength(4);
    expect(await Array.fromAsync(new Bun.Glob("spool-*").scan(dir.path))).toEqual([]);
    await Bun.write(file, new Uint8Array(await Bun.file(file).arrayBuffer()).slice(0, -1));
    const damaged = await rihla(["db", "restore", file, "--yes"], env);
    expect([damaged.exit, damaged.err]).toEqual([1, expect.stringContaining("not a whole backup")]);
  },
  SLOW,
);
