import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { INTERNAL_TABLES } from "../../db/backup/backup.ts";
import { quoted, tablesOf } from "../../db/backup/introspect.ts";
import type { Database } from "../../db/client.ts";
import { days } from "../../shared/duration.ts";
import { basic, partner, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { addPlaces, openMain, type TestMain } from "../../testing/database/main-database.ts";
import { pdf } from "../../testing/evidence-files.ts";
import { prepareMainTable } from "../sync/main-database/main-table.ts";

let home: string;
let main: TestMain;
let app: TestApp;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-sweep-"));
  main = await openMain();
  await prepareMainTable(main.db);
  app = await testApp({ DATA_DIR: home }, { mainDatabase: main.port });
  await staff(app, "admin");
  const noor = await partner(app);
  const upload = { raw: pdf(), headers: { ...noor.headers, "X-File-Name": "license.pdf" } };
  const sent = await app.send("POST /partner/api/evidence", {
    ...upload,
    headers: { ...upload.headers, "Content-Type": "application/octet-stream" },
  });
  expect(sent.status).toBe(201);
  await app.send("POST /api/waitlist", { body: { firstName: "Maryam", email: "m@example.com" } });
  await app.operate("admin.waitlist.welcome");
  await addPlaces(app, [{ name: "Noor Grill", latitude: 42.3, longitude: -83.2 }]);
  await app.send("POST /api/admin/sync/trigger", { headers: basic("admin"), body: {} });
});
afterAll(async () => {
  await app.close();
  await main.db.close();
  await rm(home, { recursive: true, force: true });
});

/** All rows of a database, by table. */
const contentOf = (db: Database) =>
  db.transaction(async (tx) => {
    const content: Record<string, readonly unknown[]> = {};
    for (const { name } of await tablesOf(tx)) {
      const { rows } = await tx.execute(`select to_jsonb(t)::text as row from ${quoted(name)} t order by 1`);
      content[name] = rows;
    }
    return content;
  });
const everything = async () => ({
  own: await contentOf(app.db),
  main: await contentOf(main.db),
  files: readdirSync(join(home, "evidence")),
});

test("a preview of the sweep counts what the sweep then deletes, and changes nothing", async () => {
  app.clock.forward(days(32));
  const before = await everything();
  const preview = await app.operate("operator.maintenance.previewSweep");
  expect(await everything()).toEqual(before);
  await app.operate("operator.maintenance.sweep");
  const after = await everything();
  const gone = (from: typeof before.own, to: typeof before.own) =>
    Object.fromEntries(
      Object.entries(from).flatMap(([table, rows]) => {
        const count = rows.length - (to[table]?.length ?? 0);
        return count > 0 && !INTERNAL_TABLES.includes(table) ? [[table, count]] : [];
      }),
    );
  const rows = gone(before.own, after.own);
  expect(rows).toMatchObject({ partner_sessions: 1, evidence_files: 1 });
  expect(preview).toEqual({
    rows,
    cleared: { evidence_files: 1, mails: before.own.mails?.length ?? 0, sync_runs: 1 },
    files: 1,
    mainDatabase: gone(before.main, after.main),
  });
  expect([before.files.length, after.files]).toEqual([1, []]);
  expect(await app.operate("operator.maintenance.previewSweep")).toEqual({
    rows: {},
    cleared: {},
    files: 0,
    mainDatabase: {},
  });
});
