import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createServer, type Server } from "node:net";
import { sql } from "drizzle-orm";
import { freePort } from "../../e2e/harness/free-port.ts";
import { type Postgres, startPostgres, startStandby } from "../../e2e/harness/postgres.ts";
import { skipLine } from "../../e2e/harness/suite.ts";
import { failureOf } from "../testing/failure.ts";
import { type Database, openDatabase } from "./client.ts";
import { CommitUnknown, connectionProblem, isUnavailable, NoWritableHost, sqlState } from "./errors.ts";

const primary = await startPostgres();
if ("missing" in primary) console.log(skipLine("failover of a PostgreSQL server", primary.missing));

// Skipped with a message on machines without PostgreSQL. Each test goes on where the one before it ended.
describe.skipIf("missing" in primary)("a primary and its standby", () => {
  if ("missing" in primary) return;
  let standby: Postgres;
  let db: Database;
  let silent: Server;
  let silentPort: number;
  const moves: string[] = [];
  const opened: Database[] = [];
  const opening = async (ports: readonly number[], query = "") => {
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join();
    const url = `postgres://postgres@${hosts}/postgres${query}`;
    const each = await openDatabase({ url, maxConnections: 4, onMove: (host) => moves.push(host) });
    opened.push(each);
    return each;
  };
  const portOf = async (each: Database) =>
    (await each.query<{ port: number }>("select current_setting('port')::int as port"))[0]?.port;
  const configure = async (change: string) => {
    const admin = await opening([primary.port]);
    await admin.query(`alter system ${change}`);
    await admin.query("select pg_reload_conf()");
  };
  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );
  const write = (text: string) => db.transaction((tx) => tx.execute(sql`insert into notes values (${text})`));

  beforeAll(async () => {
    silentPort = await freePort();
    silent = createServer(() => {}).listen(silentPort, "127.0.0.1"); // a host that accepts connections and says nothing
    standby = await startStandby(primary);
    db = await opening([silentPort, standby.port, primary.port]);
    await db.query("create table notes (text text primary key)");
  }, 60_000);

  afterAll(async () => {
    await Promise.all(opened.map((each) => each.close()));
    silent.close();
    await Promise.all([primary.remove(), standby.remove()]);
  }, 30_000);

  test("of several hosts the primary is used, wherever it is in the address", async () => {
    expect(await portOf(db)).toBe(primary.port);
  }, 30_000);

  test("a standby is used where any host will do", async () => {
    const any = await opening([standby.port, primary.port], "?target_session_attrs=any");
    expect(await portOf(any)).toBe(standby.port);
  }, 30_000);

  test("without a host that accepts writes the database is unavailable, in one sentence for the operator", async () => {
    const readers = await opening([standby.port], "?target_session_attrs=read-write");
    const error = await failureOf(() => readers.ping());
    expect(error).toBeInstanceOf(NoWritableHost);
    expect(connectionProblem(error)).toBe(
      "DATABASE_URL cannot be used: none of its hosts is a primary that accepts writes.",
    );
  });

  test("a wrong database is refused by the server's own sentence", async () => {
    const hosts = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
    const wrong = await openDatabase({ url: `postgres://postgres@${hosts}/none` });
    expect(sqlState(await failureOf(() => wrong.ping()))).toBe("3D000");
    await wrong.close();
  });

  test("a primary that turned read-only is unavailable, not a bug, and is used again afterwards", async () => {
    await configure("set default_transaction_read_only = on");
    const refused = "delete from notes where text = 'none'";
    let error: unknown;
    while (error === undefined) error = await errorOf(db.query(refused)); // until the server has read its settings
    expect(isUnavailable(error)).toBe(true);
    const admin = await opening([primary.port], "?options=-c%20default_transaction_read_only%3Doff");
    await admin.query("alter system reset default_transaction_read_only");
    await admin.query("select pg_reload_conf()");
    while ((await errorOf(write("writable again"))) !== undefined);
    expect(await db.query("select from notes where text = 'writable again'")).toHaveLength(1);
  }, 30_000);

  test("a commit that no standby has confirmed is not reported as a success, in time or when it is canceled", async () => {
    await standby.stop("fast");
    await configure("set synchronous_standby_names = '*'");
    while ((await db.query("select where current_setting('synchronous_standby_names') = ''")).length > 0);
    const alone = (text: string, timeoutMs: number) =>
      db.transaction((tx) => tx.execute(sql`insert into notes values (${text})`), { timeoutMs });
    expect(await failureOf(() => alone("too late", 200))).toBeInstanceOf(CommitUnknown);
    let isWaiting = true;
    const canceled = errorOf(alone("canceled", 20_000)).finally(() => {
      isWaiting = false;
    });
    const admin = await opening([primary.port]);
    const cancel = `with waiting as materialized (select pid from pg_stat_activity where wait_event = 'SyncRep')
      select pg_cancel_backend(pid) from waiting`;
    while (isWaiting) await admin.query(cancel);
    expect(await canceled).toBeInstanceOf(CommitUnknown);
    expect(await admin.query("select from notes where text = 'canceled'")).toHaveLength(1); // on one machine only
    await configure("reset synchronous_standby_names");
    await standby.start();
  }, 30_000);

  test("when the primary is killed and its standby promoted, the next statement finds it", async () => {
    await write("before");
    const asking = await opening([primary.port]);
    const isBehind = "select from pg_stat_replication where replay_lsn = pg_current_wal_flush_lsn()";
    while ((await asking.query(isBehind)).length === 0);
    await primary.kill9();
    expect(isUnavailable(await failureOf(() => write("while away")))).toBe(true);
    await standby.promote();
    await write("after");
    expect(await db.query("select text from notes where text in ('before', 'after') order by 1")).toEqual([
      { text: "after" },
      { text: "before" },
    ]);
    expect([await portOf(db), moves]).toEqual([standby.port, [`127.0.0.1:${standby.port}`]]);
  }, 30_000);

  test("an old primary that comes back as a primary is not used, not even by a process that starts now", async () => {
    await primary.start();
    const late = await opening([primary.port, standby.port]);
    expect([await portOf(late), await portOf(db)]).toEqual([standby.port, standby.port]);
    await standby.kill9();
    expect(isUnavailable(await failureOf(() => write("on the old one")))).toBe(true);
    expect(isUnavailable(await failureOf(() => late.ping()))).toBe(true);
  }, 30_000);
});
