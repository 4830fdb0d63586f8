import { afterAll, beforeAll, expect, test } from "bun:test";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Server, startServer } from "../../e2e/harness/server.ts";
import { type DataDir, freshDataDir } from "../../src/testing/database/database.ts";
import { createFirstAdmin, PASSWORD, rihla, SLOW } from "../testing.ts";

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
  await createFirstAdmin(env);
  for (const [index, name] of ["Zaytuna", "=cmd()", 'Say "salam"', "مخبز النور"].entries()) {
    const flags = ["--business-name", name, "--email", `b${index}@example.org`, "--phone", "5550100100"];
    expect((await rihla(["partnership", "create", ...flags], env)).exit).toBe(0);
  }
}, SLOW);

afterAll(async () => {
  await server?.term();
  await dir?.remove();
}, SLOW);

test(
  "An export is identical to the REST export, over every transport and in a file",
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
    expect(await rihla([...command, "--out", file], env)).toEqual({
      exit: 0,
      out: "",
      err: `${file} was written.\n`,
    });
    expect(await Bun.file(file).text()).toBe(rest);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await Bun.write(file, "kept");
    const again = await rihla([...command, "--out", file], env);
    expect([again.exit, again.err]).toEqual([6, `${file} already exists: add --force to replace it.\n`]);
    expect(await Bun.file(file).text()).toBe("kept");
    expect((await rihla([...command, "--out", file, "--force"], env)).exit).toBe(0);
    expect(await Bun.file(file).text()).toBe(rest);
    await rm(file);
  },
  SLOW,
);

test(
  "A list prints a JSON array, follows its cursors with --all, opens a page by its number, and is the same over the network",
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
    const [, page = ""] = /--page (\S+),/.exec(first.err) ?? [];
    const second = await rihla([...list, "--limit", "1", "--page", page, "--json"], env);
    expect([...JSON.parse(first.out), ...JSON.parse(second.out)]).toEqual(all.slice(0, 2));
    const pageOf = (page: string) => rihla([...list, "--limit", "3", "--page", page, "--json"], env);
    const [last, past, number] = [await pageOf("2"), await pageOf("3"), await pageOf("1")];
    expect([last.exit, JSON.parse(last.out), last.err]).toEqual([0, all.slice(3), ""]);
    expect(past).toEqual({ exit: 0, out: "[]\n", err: "Page 3 is past the last one: there are 4 rows.\n" });
    expect(number.err).toBe("3 of 4 shown. For more, use --page 2, or --all.\n");
    const found = await rihla([...list, "--q", "zayt"], env);
    expect(found.out).toContain("Zaytuna");
    expect(found.out).not.toContain("salam");
  },
  SLOW,
);

test(
  "Over the network bad credentials and a forbidden call exit 4, and an unreachable server exits 7",
  async () => {
    const list = ["partnership", "list", ...url, "--json"];
    const wrong = await rihla(list, { ...remote, RIHLA_PASSWORD: "wrong" });
    expect([wrong.exit, JSON.parse(wrong.err)]).toEqual([
      4,
      expect.objectContaining({ error: "Invalid credentials" }),
    ]);
    const unreachable = await rihla(["partnership", "list", "--url", "http://127.0.0.1:9"], remote);
    expect(unreachable).toEqual({ exit: 7, out: "", err: "Could not reach http://127.0.0.1:9.\n" });
    const local = await rihla(["db", "migrate", ...url], remote);
    expect([local.exit, local.err]).toEqual([2, expect.stringContaining("--url")]);
  },
  SLOW,
);

test(
  "Over the network a sync run shows progress, but never polls with a one-time code",
  async () => {
    const requested: string[] = [];
    const polled = Promise.withResolvers<void>();
    const fakeServer = Bun.serve({
      port: 0,
      async fetch(request) {
        const { pathname } = new URL(request.url);
        const code = request.headers.get("x-mfa-token");
        requested.push(`${pathname} ${code}`);
        if (pathname.endsWith("/stats")) polled.resolve();
        else await (code === null ? polled.promise : Bun.sleep(2_000)); // the first poll comes after one second
        return Response.json({
          success: true,
          message: "Done.",
          synced: 0,
          errors: 0,
          details: [],
          running: null,
        });
      },
    });
    const run = ["sync", "run", "--json", "--url", `http://localhost:${fakeServer.port}`];
    expect((await rihla(run, { ...remote, RIHLA_MFA_TOKEN: "123456" })).exit).toBe(0);
    expect(requested).toEqual(["/api/admin/sync/trigger 123456"]);
    expect((await rihla(run, remote)).exit).toBe(0);
    expect(requested).toContain("/api/admin/sync/stats null");
    await fakeServer.stop(true);
  },
  SLOW,
);

test(
  "A redirect is an error, and the password does not follow it",
  async () => {
    const requested: string[] = [];
    const redirecting = Bun.serve({
      port: 0,
      fetch(request) {
        requested.push(new URL(request.url).pathname);
        return Response.redirect("/elsewhere", 302);
      },
    });
    const moved = await rihla(["waitlist", "list", "--url", `http://localhost:${redirecting.port}`], remote);
    await redirecting.stop(true);
    expect([moved.exit, requested]).toEqual([1, ["/api/admin/waitlist"]]);
  },
  SLOW,
);
