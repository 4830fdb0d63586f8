import { expect, test } from "bun:test";
import { readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freshDataDir } from "../../testing/database/database.ts";
import { migrationsFolder } from "../../testing/database/migrations.ts";
import { failureOf } from "../../testing/failure.ts";
import { openDatabase } from "../client.ts";
import { connectionProblem, isUnavailable } from "../errors.ts";
import { PgliteConnection } from "./pglite.ts";
import { PgliteServer } from "./pglite-thread.ts";

test("an embedded database whose thread dies is unavailable to its current users and restarted for the next", async () => {
  const folder = await migrationsFolder(["create table kept (id int)"]);
  const dir = await freshDataDir({ migrations: folder.path });
  const server = new PgliteServer(join(dir.path, "database"));
  const run = (connection: PgliteConnection, text: string) => connection.run({ text, shape: "rows" }, 0);

  const victim = new PgliteConnection(await server.thread(), () => {});
  await run(victim, "begin");
  await run(victim, "insert into kept values (1)");
  victim.thread.end();
  expect(await run(victim, "insert into kept values (2)").catch(isUnavailable)).toBe(true);
  const next = new PgliteConnection(await server.thread(), () => {});
  expect((await run(next, "select id from kept")).rows).toEqual([]);

  await server.stop();
  await Promise.all([dir.remove(), folder.remove()]);
}, 60_000);

test("an embedded database that cannot be opened fails each statement, and opens once the cause is gone", async () => {
  const dir = await freshDataDir();
  const version = join(dir.path, "database/PG_VERSION");
  const right = await readFile(version);
  await writeFile(version, "1\n");
  const db = await openDatabase({ dataDir: dir.path });
  for (const _ of [1, 2])
    expect(String(await failureOf(() => db.query("select 1")))).toContain(
      "is damaged, or of another version",
    );

  await writeFile(version, right);
  expect(await db.query("select 1 as one")).toEqual([{ one: 1 }]);
  await db.close();
  const again = await openDatabase({ dataDir: dir.path });
  expect(await again.query("select 1 as one")).toEqual([{ one: 1 }]);
  await again.close();
  await dir.remove();
}, 60_000);

test("a damaged embedded database is one sentence with what to do", async () => {
  const dir = await freshDataDir();
  await truncate(join(dir.path, "database/global/pg_control"), 0);
  const db = await openDatabase({ dataDir: dir.path });
  const failure = await failureOf(() => db.query("select 1"));
  expect(connectionProblem(failure)).toMatch(
    /^The embedded database in .* is damaged.*\(`rihla backup restore FILE`\)\.$/,
  );
  await db.close().catch(() => {});
  await dir.remove();
}, 60_000);
