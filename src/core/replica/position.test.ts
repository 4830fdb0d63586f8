import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Postgres, startPostgres, startStandby } from "../../../e2e/harness/postgres.ts";
import { skipLine } from "../../../e2e/harness/suite.ts";
import { type Database, openDatabase } from "../../db/client.ts";
import { conditionOf, type ReplicaCondition } from "./condition.ts";
import { positionOf, whyBehind } from "./position.ts";

const primary = await startPostgres();
if ("missing" in primary) console.log(skipLine("replicas of a PostgreSQL server", primary.missing));

// Skipped with a message on machines without PostgreSQL.
describe.skipIf("missing" in primary)("a replica", () => {
  if ("missing" in primary) return;
  const servers: Postgres[] = [primary];
  const opened: Database[] = [];
  const open = async (server: Postgres, name = "postgres") => {
    const url = server.url.replace(/postgres$/, name);
    const db = await openDatabase({ url, maxConnections: 2 });
    opened.push(db);
    return db;
  };
  const standbyOf = async (server: Postgres) => {
    const standby = await startStandby(server);
    servers.push(standby);
    return { standby, db: await open(standby) };
  };
  /** Asks until the replica has caught up, which takes it some milliseconds. */
  const catchUp = async (replica: Database, db: Database) => {
    while ((await whyBehind(replica, await positionOf(db))) !== null);
  };
  /** The condition of a replica, which takes a busy machine several checks. */
  const settled = async (replica: Database, db: Database): Promise<ReplicaCondition> => {
    const condition = await conditionOf(replica, db);
    return condition.kind === "not comparable" ? settled(replica, db) : condition;
  };
  let db: Database;

  beforeAll(async () => {
    db = await open(primary);
    await db.query("create table notes (text text)");
  }, 60_000);

  afterAll(async () => {
    await Promise.all(opened.map((each) => each.close()));
    await Promise.all(servers.map((each) => each.remove()));
  }, 30_000);

  test("has what the primary has committed once it has replayed it, and not while it is paused", async () => {
    const { db: replica } = await standbyOf(primary);
    await catchUp(replica, db);
    await replica.query("select pg_wal_replay_pause()");
    await db.query("insert into notes values ('while it is paused')");
    expect(await whyBehind(replica, await positionOf(db))).toBe("It is behind the primary.");
    await replica.query("select pg_wal_replay_resume()");
    await catchUp(replica, db);
    expect(await replica.query("select from notes")).toHaveLength(1);
    while ((await conditionOf(replica, db)).kind !== "used");
    await replica.query("select pg_wal_replay_pause()");
    await db.query("insert into notes values ('while it is paused again')");
    const behind = await settled(replica, db);
    expect(behind.kind === "behind" && behind.age).toBeGreaterThan(0);
  }, 60_000);

  test("with another name has another database, whose log is the same", async () => {
    await db.query("create database other");
    const { standby, db: replica } = await standbyOf(primary);
    await catchUp(replica, db);
    const other = await open(standby, "other");
    expect(await whyBehind(other, await positionOf(db))).toBe("It is behind the primary.");
    expect(await settled(other, db)).toEqual({ kind: "other database" });
  }, 60_000);

  test("of an old primary is behind the promoted one, even if its log is longer", async () => {
    const [promoted, replica] = [await standbyOf(primary), await standbyOf(primary)];
    await promoted.standby.promote();
    await db.query("insert into notes select 'on the old one' from generate_series(1, 10000)");
    await catchUp(replica.db, db);
    await promoted.db.query("insert into notes values ('on the promoted one')");
    expect(await whyBehind(replica.db, await positionOf(promoted.db))).toBe("It is behind the primary.");
    expect(await settled(replica.db, promoted.db)).toEqual({
      kind: "old timeline",
      timeline: 1,
      needed: 2,
    });
    expect(await whyBehind(promoted.db, await positionOf(db))).toBe("It is behind the primary."); // it is no standby
    expect(await settled(promoted.db, db)).toEqual({ kind: "primary" });
    const next = await standbyOf(promoted.standby);
    await catchUp(next.db, promoted.db);
    expect(await next.db.query("select from notes where text = 'on the promoted one'")).toHaveLength(1);
  }, 60_000);
});
