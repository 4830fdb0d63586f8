import { afterAll, beforeAll, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../testing/app.ts";
import { joinInstances } from "./instances.ts";
import { instances } from "./jobs.table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("a server on a database server announces itself until it leaves", async () => {
  const announced = () => app.db.orm.select().from(instances);
  const instance = await joinInstances(app.deps);
  const rows = await announced();
  await instance.leave();
  const isAlone = app.db.kind === "pglite"; // an embedded database has one process
  expect(rows.map(({ keyChecks }) => keyChecks)).toEqual(isAlone ? [] : [[...app.deps.encryption.keyChecks]]);
  expect(await announced()).toEqual([]);
});
