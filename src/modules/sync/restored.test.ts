import { afterAll, beforeAll, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkSecretKey } from "../../core/crypto/secret-key.ts";
import { writeBackup } from "../../db/backup/backup.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { operatorContext, type TestApp, testApp } from "../../testing/app.ts";
import { addPlaces, mainRows, openMain, type TestMain } from "../../testing/database/main-database.ts";
import { restore } from "../maintenance/backups/restore.ts";

let main: TestMain;
let app: TestApp;
const file = join(tmpdir(), `rihla-restored-${crypto.randomUUID()}`);
beforeAll(async () => {
  main = await openMain();
  app = await testApp({}, { mainDatabase: main.port });
  await staff(app, "admin");
});
afterAll(async () => {
  await rm(file, { force: true });
  await app.close();
  await main.db.close();
});

const trigger = async () =>
  (await app.send("POST /api/admin/sync/trigger", { headers: basic("admin"), body: {} })).json;

test("after a restore places are compared again, and those that it removed are unlinked", async () => {
  await addPlaces(app, [{ id: "kept", placeId: "p1", phone: "1" }]);
  await trigger();
  await checkSecretKey(app.db, app.deps.encryption);
  await writeBackup(app.db, file, app.clock.now);
  await app.db.query("update pois set phone = '2'");
  await addPlaces(app, [
    { id: "later", placeId: "p2" },
    { id: "gone", placeId: "p3" },
  ]);
  await trigger();
  await app.db.query("delete from pois where id = 'gone'");
  const ctx = operatorContext(app.deps, "operator.maintenance.restore");
  await restore(ctx, { file, replace: true, withoutSecrets: false });
  expect(await trigger()).toMatchObject({
    message: "1 place was synced. 2 places deleted here were unlinked.",
  });
  const rows = (await mainRows(main)).map((row) => [row.place_id, row.source_id, row.phone]);
  expect(rows.sort()).toEqual([
    ["p1", "kept", "1"],
    ["p2", null, ""],
    ["p3", null, ""],
  ]);
});
