import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Call, Ports } from "../../core/rpc/context.ts";
import { internalCall } from "../../core/rpc/internal-call.ts";
import type { Database } from "../../db/client.ts";
import { TookTooLong } from "../../db/transactions/rolled-back.ts";
import { createAdminSocketHandler } from "../../http/sockets/admin-socket.ts";
import { days } from "../../shared/duration.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { failureOf } from "../../testing/failure.ts";
import { createMainDatabase } from "../sync/main-database/main-database.ts";
import { previewSweep } from "./sweep.ts";

let home: string;
let app: TestApp;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-preview-"));
  app = await testApp({ DATA_DIR: home });
  const old = new Date(app.clock.now.getTime() - days(31));
  await app.db.query(
    `insert into sync_runs (id, trigger, started_by, dry_run, is_full, status, started_at, fence)
      values ('old', 'schedule', 'schedule', false, false, 'succeeded', $1, 1)`,
    [old],
  );
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

const NOTHING = { rows: {}, cleared: {}, files: 0, mainDatabase: {} };
/** PostgreSQL says: the sign-in is accepted, and the server is ready for a statement. */
const GREETING = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73]);

/** A main database that accepts connections, and with `greets` the sign-in, and never answers a statement. */
function hungMain(greets: boolean) {
  const asked = Promise.withResolvers<void>();
  let messages = 0;
  const server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket) {
        messages += 1;
        if (greets && messages === 1) socket.write(GREETING);
        else asked.resolve();
      },
    },
  });
  const port = createMainDatabase({
    mainDatabaseUrl: `postgres://rihla@127.0.0.1:${server.port}/main`,
    databaseDriver: undefined,
    neonWsProxy: undefined,
    dataDir: home,
  });
  return {
    port,
    /** Once it has got what it does not answer. */
    asked: asked.promise,
    async stop() {
      server.stop(true);
      await port.close();
    },
  };
}

const socketCall = (signal?: AbortSignal): Call => ({
  ...internalCall("socket", { kind: "operator", name: "tester" }),
  ...(signal && { signal }),
});
const preview = (ports: Partial<Ports>, signal?: AbortSignal) =>
  previewSweep({ deps: { ...app.deps, ports: { ...app.deps.ports, ...ports } }, call: socketCall(signal) });
const signUp = async (name: string) =>
  (await app.send("POST /api/waitlist", { body: { firstName: "Maryam", email: `${name}@example.com` } }))
    .status;
const fenceKept = async () => (await app.db.query("select from sync_runs where fence = 1")).length === 1;

test("a preview passes over a main database that accepts connections and says nothing, and a signup need not wait for it", async () => {
  const main = hungMain(false);
  const found = preview({ mainDatabase: main.port });
  await main.asked;
  expect(await signUp("beside-silence")).toBe(201);
  expect(await found).toEqual(NOTHING);
  expect(await fenceKept()).toBe(true);
  await main.stop();
});

test("a signup succeeds while a preview waits for a statement of the main database, which ends when the caller leaves", async () => {
  const main = hungMain(true);
  const ports = { ...app.deps.ports, mainDatabase: main.port };
  const contextOf = (call: Call) => {
    const context = app.app.contextOf(call);
    return { ...context, deps: { ...context.deps, ports } };
  };
  const handler = createAdminSocketHandler(app.app.operations, contextOf, app.deps.settings);
  const answers: unknown[] = [];
  const fetchAndNote = (...request: Parameters<typeof handler>) => {
    const answer = handler(...request);
    answers.push(answer);
    return answer;
  };
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: fetchAndNote });
  const caller = new AbortController();
  const logged = spyOn(app.deps.log, "error");
  const asked = failureOf(() =>
    fetch(new URL("/operations/operator.maintenance.previewSweep", server.url), {
      method: "POST",
      body: "{}",
      signal: caller.signal,
    }),
  );
  await main.asked;
  expect(await signUp("beside-statement")).toBe(201);
  caller.abort();
  expect(await asked).toMatchObject({ name: "AbortError" });
  await Promise.all(answers); // the preview has ended, although the main database still hangs
  expect([await signUp("after-statement"), await fenceKept()]).toEqual([201, true]);
  await server.stop(true);
  await main.stop();
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

test("a signup succeeds while a preview waits for the store of the evidence files, which ends when the caller leaves", async () => {
  const listed = Promise.withResolvers<void>();
  const files: Ports["files"] = {
    ...app.deps.ports.files,
    async *list() {
      listed.resolve();
      await new Promise<never>(() => {});
    },
  };
  const caller = new AbortController();
  const mainDatabase = { ...app.deps.ports.mainDatabase, use: () => Promise.reject(new Error("away")) };
  const failed = failureOf(() => preview({ files, mainDatabase }, caller.signal));
  await listed.promise;
  expect(await signUp("beside-store")).toBe(201);
  caller.abort();
  expect(await failed).toMatchObject({ name: "AbortError" });
  expect(await signUp("after-store")).toBe(201);
});

test("a preview that takes too long is ended with what to do, sooner where everything waits for it", async () => {
  const limits: unknown[] = [];
  const slow = (kind: Database["kind"]): Database =>
    Object.create(app.db, {
      kind: { value: kind },
      transaction: {
        value: async (_: unknown, { timeoutMs = 0 }) => {
          limits.push(timeoutMs);
          throw new TookTooLong(timeoutMs);
        },
      },
    });
  const ended = (kind: Database["kind"], call: Call) => {
    const mainDatabase = { ...app.deps.ports.mainDatabase, use: () => Promise.reject(new Error("away")) };
    const deps = { ...app.deps, db: slow(kind), ports: { ...app.deps.ports, mainDatabase } };
    return failureOf(() => previewSweep({ deps, call }));
  };
  const inProcess = internalCall("cli", { kind: "operator", name: "tester" });
  expect(await ended("pglite", socketCall())).toMatchObject({
    kind: "unavailable",
    sentence:
      "The preview took longer than 5 seconds and was ended, because everything waits for it. Stop the server and try again.",
  });
  expect(await ended("postgres", socketCall())).toMatchObject({
    kind: "unavailable",
    sentence: "The preview took longer than 120 seconds and was ended. Please try again later.",
  });
  await ended("pglite", inProcess);
  expect(limits).toEqual([5_000, 120_000, 120_000]);
});
