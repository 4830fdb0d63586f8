import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Server, scratch, startServer } from "../e2e/harness/server.ts";
import { outputOf } from "./testing/child-output.ts";
import { freshDataDir } from "./testing/database/database.ts";

let home: Awaited<ReturnType<typeof scratch>>;
let server: Server;
beforeAll(async () => {
  home = await scratch();
  server = await startServer({ DATA_DIR: home.path, LOG_LEVEL: "trace" });
});
afterAll(async () => {
  if (server.running()) await server.kill9();
  await home.remove();
});

const MAIN = join(import.meta.dir, "main.ts");
const CLI = join(import.meta.dir, "../cli/main.ts");
const BUILD = join(import.meta.dir, "server/build.ts");

/** Runs a step of the start with settings that it must refuse; returns its output and exit code. */
async function refused(
  env: Record<string, string>,
  ...command: readonly string[]
): Promise<{ code: number; output: string }> {
  const child = Bun.spawn({
    cmd: [process.execPath, ...(command.length === 0 ? [MAIN] : command)],
    env: { PATH: process.env.PATH ?? "", ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const { out, err, exit } = await outputOf(child);
  return { code: exit, output: (out + err).trim() };
}

test("an invalid setting stops the build and the start with one sentence that names it", async () => {
  const cases: [Record<string, string>, string][] = [
    [{ PORT: "http" }, "PORT"],
    [{ DATABASE_URL: "postgres://u:hidden@127.0.0.1/x" }, "SECRET_KEY"],
    [{ SYNC_CRON: "61 * * * *" }, "SYNC_CRON"],
    [{ PAYMENT_GATEWAY: "stripe" }, "STRIPE_SECRET_KEY"],
  ];
  for (const step of [BUILD, MAIN]) {
    const results = await Promise.all(cases.map(([env]) => refused(env, step)));
    for (const [index, [env, name]] of cases.entries()) {
      const { code, output } = results[index] ?? { code: 0, output: "" };
      expect([step, env, code, output.split("\n").length]).toEqual([step, env, 1, 1]);
      expect(output).toStartWith(name);
      expect(output).not.toContain("hidden");
    }
  }
});

test("a worker of an embedded database is refused with one sentence, and touches nothing", async () => {
  const { code, output } = await refused({ DATA_DIR: home.path }, CLI, "worker");
  expect([code, output.split("\n").length]).toEqual([1, 1]);
  expect(output).toContain("the server runs the background jobs itself");
});

test("a second server on the same data directory is refused with one sentence", async () => {
  const { code, output } = await refused({ DATA_DIR: home.path, PORT: "0" });
  expect([code, output.split("\n").length]).toEqual([1, 1]);
  expect(output).toContain("in use");
});

/** The command lines of all processes that contain `text`. */
function processesWith(text: string): string[] {
  const lines = readdirSync("/proc").map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    } catch {
      return ""; // no process, or it has ended
    }
  });
  return lines.filter((line) => line.includes(text));
}

test("a start that its database refuses says only that, and stops the build of its pages", async () => {
  const BRAND_NAME = `Refused ${process.pid}`;
  const { code, output } = await refused({ DATA_DIR: home.path, PORT: "0", BRAND_NAME });
  expect([code, output.split("\n").length]).toEqual([1, 1]);
  while (processesWith(BRAND_NAME).length > 0) await Bun.sleep(20);
  const builds = join(import.meta.dir, "../dist");
  const finished = [...new Bun.Glob("*/site.webmanifest").scanSync({ cwd: builds, dot: true })].filter(
    (path) => readFileSync(join(builds, path), "utf8").includes(BRAND_NAME),
  );
  expect(finished).toEqual([]);
});

test("a port that another server uses is refused with one sentence that names PORT", async () => {
  const other = await freshDataDir();
  const port = new URL(server.url).port;
  const { code, output } = await refused({ DATA_DIR: other.path, PORT: port });
  await other.remove();
  expect([code, output]).toEqual([1, `PORT ${port} is already in use on 127.0.0.1.`]);
});

test("an address of another machine is refused with one sentence that names HOST", async () => {
  const other = await freshDataDir();
  const { code, output } = await refused({ DATA_DIR: other.path, PORT: "0", HOST: "192.0.2.1" });
  await other.remove();
  expect([code, output]).toEqual([1, 'HOST must be an address of this machine, not "192.0.2.1".']);
});

/** A server that is no PostgreSQL server and hangs up. */
function withForeignServer<T>(work: (port: number) => Promise<T>): Promise<T> {
  const server = Bun.listen({
    port: 0,
    hostname: "127.0.0.1",
    socket: { data: (socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n") },
  });
  return work(server.port).finally(() => server.stop(true));
}

test("a setting that cannot work stops the start with one sentence that names it", async () => {
  const SECRET_KEY = "a key of more than thirty-two bytes";
  const [other, unreadable] = [await freshDataDir(), await freshDataDir()];
  const file = join(other.path, "file");
  writeFileSync(file, "");
  mkdirSync(join(unreadable.path, "secret.key"));
  const base = { PORT: "0", DATA_DIR: other.path };
  await withForeignServer(async (foreign) => {
    const cases: [Record<string, string>, string][] = [
      [{ HOST: "nosuch.invalid" }, 'HOST must be an address of this machine, not "nosuch.invalid".'],
      [{ DATA_DIR: file }, `DATA_DIR cannot be used: it is a file: ${file}.`],
      [
        { DATA_DIR: join(file, "below") },
        `DATA_DIR cannot be used: a part of its path is a file: ${join(file, "below")}.`,
      ],
      [{ DATA_DIR: "/proc/rihla" }, "DATA_DIR cannot be used: it cannot be written (ENOENT): /proc/rihla."],
      [
        { DATABASE_URL: "postgres://u:p@127.0.0.1:1/x", SECRET_KEY },
        "DATABASE_URL cannot be used: the database at 127.0.0.1:1 cannot be reached.",
      ],
      [
        { DATABASE_URL: "postgres://u:p@nosuch.invalid/x", SECRET_KEY },
        "DATABASE_URL cannot be used: the database at nosuch.invalid:5432 cannot be reached.",
      ],
      [
        { DATABASE_URL: `postgres://u:p@127.0.0.1:${foreign}/x`, SECRET_KEY },
        "DATABASE_URL cannot be used: ",
      ],
      [{ DATA_DIR: unreadable.path }, "SECRET_KEY cannot be read from "],
      [{ RIHLA_CONFIG: "/nonexistent" }, "RIHLA_CONFIG cannot be read: /nonexistent (ENOENT)."],
    ];
    const results = await Promise.all(cases.map(([env]) => refused({ ...base, ...env })));
    for (const [index, [env, sentence]] of cases.entries()) {
      const { code, output } = results[index] ?? { code: 0, output: "" };
      expect([env, code, output.split("\n").length, output]).toEqual([
        env,
        1,
        1,
        expect.stringContaining(sentence),
      ]);
      expect(output).toStartWith(sentence);
    }
  });
  await Promise.all([other.remove(), unreadable.remove()]);
}, 120_000);

test("a main database that cannot be reached is named by a warning, and the server runs", async () => {
  const other = await freshDataDir();
  const MAIN_DATABASE_URL = "postgres://app:hidden@127.0.0.1:1/places";
  const running = await startServer({ DATA_DIR: other.path, MAIN_DATABASE_URL });
  const warning = "MAIN_DATABASE_URL cannot be used: the database at 127.0.0.1:1 cannot be reached.";
  while (!running.log().includes("MAIN_DATABASE_URL")) await Bun.sleep(50);
  expect(running.log()).toContain(
    `"msg":"${warning} The server runs on, and places wait for the next sync."`,
  );
  expect(running.log()).not.toContain("hidden");
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
  await running.term();
  await other.remove();
}, 60_000);

test("a data directory that cannot be created is refused with one sentence that names DATA_DIR", async () => {
  for (const env of [{}, { SECRET_KEY: "k".repeat(32) }]) {
    const { code, output } = await refused({ ...env, DATA_DIR: MAIN, PORT: "0" });
    expect([code, output.split("\n").length]).toEqual([1, 1]);
    expect(output).toStartWith("DATA_DIR cannot be used");
    expect(output).toContain(MAIN);
  }
});

test("the first start says how to create the first account, and creates a key and a socket that only their owner can access", () => {
  expect(server.log()).toContain("rihla admin create");
  for (const file of ["secret.key", "rihla.sock"]) {
    expect([file, statSync(join(home.path, file)).mode & 0o777]).toEqual([file, 0o600]);
  }
});

test("the log names each route and contains no input", async () => {
  const canary = (name: string) => `canary-${name}-9f3c`;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const email = `${canary("mail")}@example.com`;
  await post("/api/waitlist", { firstName: canary("name"), email });
  await post("/api/waitlist", { firstName: '\n{"level":"error"}\u001b[31m', email });
  await post("/api/partnership", { businessName: canary("shop"), email, message: canary("message") });
  await post("/api/admin/login", { username: canary("user"), password: canary("password") });
  await post("/api/admin/logout", {}, { Cookie: `staff_session=${canary("cookie")}` });
  const Authorization = `Basic ${btoa(`${canary("basic")}:${canary("secret")}`)}`;
  await fetch(`${server.url}/api/admin/waitlist?q=${canary("query")}`, { headers: { Authorization } });
  await fetch(`${server.url}/trpc/public.waitlist.join?input=${canary("input")}`);
  const lines = server.log().trim().split("\n");
  expect(lines.map((line) => JSON.parse(line)).some((line) => line.route === "public.waitlist.join")).toBe(
    true,
  );
  expect(server.log()).not.toContain("canary-");
  expect(server.log()).not.toContain(Authorization.slice(6));
});

test("an oversized body is refused with the documented error and does not fill memory", async () => {
  const before = server.memory();
  for (const size of [1, 16, 128].map((megabytes) => megabytes * 1_048_576)) {
    const response = await fetch(`${server.url}/api/waitlist`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: new Blob([new Uint8Array(size)]),
    });
    expect([size, response.status, await response.json()]).toMatchObject([size, 413, { code: "TOO_LARGE" }]);
  }
  expect(server.memory() - before).toBeLessThan(64 * 1_048_576);
});

/** The waitlist as an operator reads it. */
async function printedWaitlist(): Promise<string> {
  const env = { PATH: process.env.PATH ?? "", DATA_DIR: home.path };
  const child = Bun.spawn({
    cmd: [process.execPath, CLI, "waitlist", "list", "--json"],
    env,
    stdout: "pipe",
  });
  return new Response(child.stdout).text();
}

test("after SIGTERM the server exits with 0, and the next start has every accepted signup", async () => {
  const emails = Array.from({ length: 5 }, (_, n) => `kept-${n}@example.com`);
  const joined = await Promise.all(
    emails.map((email) =>
      fetch(`${server.url}/api/waitlist`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ firstName: "Amina", email }),
      }),
    ),
  );
  expect(joined.map(({ status }) => status)).toEqual(Array(5).fill(201));
  const ending = await server.term();
  expect(ending.code).toBe(0);
  server = await startServer({ DATA_DIR: home.path });
  const printed = await printedWaitlist();
  expect(emails.filter((email) => !printed.includes(email))).toEqual([]);
});

test("the server does not start with a different SECRET_KEY than before", async () => {
  await server.term();
  const { code, output } = await refused({ DATA_DIR: home.path, PORT: "0", SECRET_KEY: "x".repeat(40) });
  expect([code, output]).toEqual([1, "SECRET_KEY is not the one that this database was used with."]);
});

test("Ctrl-C while the pages are built stops the server without an error", async () => {
  const other = await freshDataDir();
  const child = Bun.spawn({
    cmd: [process.execPath, MAIN],
    env: {
      PATH: process.env.PATH ?? "",
      DATA_DIR: other.path,
      PORT: "0",
      BRAND_NAME: `Stopped ${process.pid}`,
    },
    stdout: "pipe",
    stderr: "pipe",
    detached: true, // a terminal interrupts all processes of the group
  });
  let log = "";
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    if (log === "") process.kill(-child.pid, "SIGINT");
    log += piece;
  }
  expect(await new Response(child.stderr).text()).toBe("");
  expect(await child.exited).toBe(0);
  expect(log.match(/"msg":"Stop[^"]*/g)).toEqual([
    '"msg":"Stopping (SIGINT): finishing requests in flight',
    '"msg":"Stopped',
  ]);
  await other.remove();
});

test("a server that is stopped logs the signal and its end", async () => {
  const other = await freshDataDir();
  const stopped = await startServer({ DATA_DIR: other.path });
  expect((await stopped.term()).code).toBe(0);
  const messages = stopped.log().trim().split("\n");
  const words = messages.map((line) => JSON.parse(line).msg);
  expect(words.filter((word) => /^Stop/.test(word))).toEqual([
    "Stopping (SIGTERM): finishing requests in flight",
    "Stopped",
  ]);
  await other.remove();
});
