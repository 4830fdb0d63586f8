import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type Postgres, startPostgres, startStandby } from "../../e2e/harness/postgres.ts";
import { skipLine } from "../../e2e/harness/suite.ts";
import { failureOf } from "../testing/failure.ts";
import { type Database, openDatabase } from "./client.ts";
import { CommitUnknown, isUnavailable } from "./errors.ts";

const primary = await startPostgres();
if ("missing" in primary) console.log(skipLine("a standby of a PostgreSQL server", primary.missing));

// Skipped with a message on machines without PostgreSQL. Each test goes on where the one before it ended.
describe.skipIf("missing" in primary)("a primary and its standby", () => {
  if ("missing" in primary) return;
  let standby: Postgres;
  let db: Database;
  const opened: Database[] = [];
  const opening = async (query = "") => {
    const each = await openDatabase({ url: primary.url + query, maxConnections: 4 });
    opened.push(each);
    return each;
  };
  const configure = async (change: string) => {
    const admin = await opening();
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
    standby = await startStandby(primary);
    db = await opening();
    await db.query("create table notes (text text primary key)");
  }, 60_000);

  afterAll(async () => {
    await Promise.all(opened.map((each) => each.close()));
    await Promise.all([primary.remove(), standby.remove()]);
  }, 30_000);

  test("a primary that turned read-only is unavailable, not a bug, and is used again afterwards", async () => {
    await configure("set default_transaction_read_only = on");
    const refused = "delete from notes where text = 'none'";
    let error: unknown;
    while (error === undefined) error = await errorOf(db.query(refused)); // until the server has read its settings
    expect(isUnavailable(error)).toBe(true);
    const admin = await opening("?options=-c%20default_transaction_read_only%3Doff");
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
    const admin = await opening();
    const cancel = `with waiting as materialized (select pid from pg_stat_activity where wait_event = 'SyncRep')
      select pg_cancel_backend(pid) from waiting`;
    while (isWaiting) await admin.query(cancel);
    expect(await canceled).toBeInstanceOf(CommitUnknown);
    expect(await admin.query("select from notes where text = 'canceled'")).toHaveLength(1); // on one machine only
    await configure("reset synchronous_standby_names");
    await standby.start();
  }, 30_000);
});
