import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { startNeonProxy } from "../../e2e/harness/neon-proxy.ts";
import { startPostgres } from "../../e2e/harness/postgres.ts";
import { skipLine } from "../../e2e/harness/suite.ts";
import { failureOf } from "../testing/failure.ts";
import { type Database, openDatabase } from "./client.ts";
import { CommitUnknown, isUnavailable } from "./errors.ts";
import { rollBack } from "./transactions/rolled-back.ts";

const server = await startPostgres();
if ("missing" in server) console.log(skipLine("outages of a PostgreSQL server", server.missing));

// An unhandled error event would end this process and the whole test run.
// Skipped with a message on machines without PostgreSQL.
describe.skipIf("missing" in server)("a PostgreSQL server that fails", () => {
  if ("missing" in server) return;
  const proxy = startNeonProxy(`127.0.0.1:${server.port}`);
  const opened: Database[] = [];
  const opening = async (driver: "postgres" | "neon", maxConnections = 4) => {
    const where = { url: server.url, driver, neonWsProxy: proxy.hostPort, maxConnections };
    const db = await openDatabase(where);
    opened.push(db);
    return db;
  };
  let admin: Database;

  beforeAll(async () => {
    admin = await opening("postgres", 1);
    await admin.query("create table notes (text text primary key)");
  });

  afterAll(async () => {
    await Promise.all(opened.map((each) => each.close()));
    await proxy.stop();
    await server.remove();
  }, 30_000);

  const killAll = () =>
    admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
  const written = async (text: string) =>
    (await admin.query("select from notes where text = $1", [text])).length;

  for (const driver of ["postgres", "neon"] as const) {
    test(`${driver}: a connection lost in a transaction rolls it back, and the next transaction works`, async () => {
      const db = await opening(driver);
      const error = await failureOf(() =>
        db.transaction(async (tx) => {
          await tx.execute(sql`insert into notes values (${`lost ${driver}`})`);
          await killAll();
          await tx.execute(sql`select 1`);
        }),
      );
      expect(isUnavailable(error)).toBe(true);
      await db.transaction((tx) => tx.execute(sql`insert into notes values (${`next ${driver}`})`));
      expect([await written(`lost ${driver}`), await written(`next ${driver}`)]).toEqual([0, 1]);
    });

    test(`${driver}: a connection lost during COMMIT is reported as an unknown outcome, and the work runs once`, async () => {
      const db = await opening(driver);
      let runs = 0;
      const error = await failureOf(() =>
        db.transaction(async (tx) => {
          runs++;
          await tx.execute(sql`insert into notes values (${`unknown ${driver}`})`);
          await killAll();
        }),
      );
      expect(error).toBeInstanceOf(CommitUnknown);
      expect([runs, isUnavailable(error)]).toEqual([1, true]);
    });

    test(`${driver}: connections that die while idle are replaced transparently`, async () => {
      const db = await opening(driver);
      const four = () =>
        Promise.all([1, 2, 3, 4].map(() => db.transaction((tx) => tx.execute(sql`select 1`))));
      await four();
      await killAll();
      expect(await four()).toHaveLength(4);
    });

    test(`${driver}: a statement that times out leaves no result behind for the next one`, async () => {
      const db = await opening(driver, 1);
      const overdue = await failureOf(() =>
        db.query("select 'old' as said, pg_sleep(1)", [], { timeoutMs: 50 }),
      );
      expect(isUnavailable(overdue)).toBe(true);
      expect(await db.query<{ said: string }>("select 'new' as said")).toEqual([{ said: "new" }]);
    });

    test(`${driver}: a transaction whose caller leaves keeps its place in the pool until its statement has ended`, async () => {
      const db = await opening(driver, 1);
      const caller = new AbortController();
      const work = (within: Database) => within.query("select 'old' as said, pg_sleep(0.5)");
      const failed = failureOf(() => rollBack(db, work, { signal: caller.signal }));
      const running =
        "select from pg_stat_activity where query ~ '^select .old.* pg_sleep.0.5' and state = 'active'";
      while ((await admin.query(running)).length === 0) await Bun.sleep(10);
      caller.abort();
      expect(await failed).toMatchObject({ name: "AbortError" });
      expect(await db.query<{ said: string }>("select 'new' as said")).toEqual([{ said: "new" }]);
      expect(await admin.query(running)).toEqual([]);
    });

    test(`${driver}: closing does not wait for a statement whose caller has left`, async () => {
      const db = await opening(driver, 1);
      const caller = new AbortController();
      const work = (within: Database) => within.query("select 'left' as said, pg_sleep(30)");
      const failed = failureOf(() => rollBack(db, work, { signal: caller.signal }));
      const running = "select from pg_stat_activity where query ~ '^select .left.' and state = 'active'";
      while ((await admin.query(running)).length === 0) await Bun.sleep(10);
      caller.abort();
      expect(await failed).toMatchObject({ name: "AbortError" });
      await db.close();
      expect((await admin.query(running)).length).toBe(1);
      await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query ~ '^select .left.'",
      );
    });

    test(`${driver}: in a transaction the server enforces the statement timeout`, async () => {
      const db = await opening(driver, 1);
      const work = () => db.transaction((tx) => tx.execute(sql`select pg_sleep(60)`), { timeoutMs: 50 });
      expect(isUnavailable(await failureOf(work))).toBe(true);
      expect(await admin.query("select from pg_stat_activity where query ~ '^select pg_sleep.60'")).toEqual(
        [],
      );
    });

    test(`${driver}: a server that was killed and restarted is used again without a restart of the product`, async () => {
      const db = await opening(driver);
      await db.ping();
      await server.kill9();
      expect(isUnavailable(await failureOf(() => db.ping()))).toBe(true);
      expect(isUnavailable(await failureOf(() => db.transaction(async () => 1)))).toBe(true);
      await server.start();
      await db.ping();
      await admin.ping();
      expect(await db.query("select 1 as one")).toEqual([{ one: 1 }]);
    }, 30_000);

    test(`${driver}: statements on a hanging server time out, and it is used again when it continues`, async () => {
      const db = await opening(driver);
      await db.ping();
      await server.signal("SIGSTOP");
      const hung = await failureOf(() => db.query("select 1", [], { timeoutMs: 100 }));
      await server.signal("SIGCONT");
      expect(isUnavailable(hung)).toBe(true);
      expect(await db.query("select 1 as one")).toEqual([{ one: 1 }]);
    }, 30_000);
  }

  test("a server without free connections is unavailable, not a bug", async () => {
    const many = await opening("postgres", 250);
    const all = Array.from({ length: 210 }, () => many.query("select pg_sleep(0.5)"));
    const failed = (await Promise.allSettled(all)).filter((each) => each.status === "rejected");
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.every((each) => isUnavailable(each.reason))).toBe(true);
    expect(await many.query("select 1 as one")).toEqual([{ one: 1 }]);
    await many.close();
  }, 30_000);

  test("the Neon proxy forwards to no other address", async () => {
    const db = await openDatabase({
      url: "postgres://x@127.0.0.1:1/x",
      driver: "neon",
      neonWsProxy: proxy.hostPort,
    });
    expect(isUnavailable(await failureOf(() => db.ping()))).toBe(true);
    await db.close();
  }, 30_000);

  test("messages of megabytes pass the Neon proxy in both directions", async () => {
    const db = await opening("neon");
    const big = "ä".repeat(3_000_000);
    const [row] = await db.query<{ big: string }>("select $1::text as big", [big]);
    expect(row?.big === big).toBe(true);
  }, 30_000);
});

test("a server that does not listen is unavailable", async () => {
  const db = await openDatabase({ url: "postgres://nobody@127.0.0.1:1/none" });
  expect(await db.ping().catch(isUnavailable)).toBe(true);
  await db.close();
});
