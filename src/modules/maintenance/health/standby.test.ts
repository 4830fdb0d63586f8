import { afterAll, beforeAll, expect, test } from "bun:test";
import { operatorContext, type TestApp, testApp } from "../../../testing/app.ts";
import { status } from "../service.ts";
import { databaseFindings } from "./database.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("several hosts without a synchronous standby are a warning, and with one they are in order", async () => {
  const found = await status(operatorContext(app.deps, "upkeep.status"));
  const stateOf = (databaseUrl: string, hasSynchronousStandby = found.hasSynchronousStandby) =>
    databaseFindings({ ...found, hasSynchronousStandby }, app.clock.now.getTime(), { databaseUrl }).find(
      ({ check }) => check === "standby",
    )?.state;
  expect(stateOf("postgres://u@one:5432,two:5432/rihla")).toBe("warn");
  expect(stateOf("postgres://u@one:5432,two:5432/rihla", true)).toBe("ok");
  expect(stateOf("postgres://u@one:5432/rihla")).toBeUndefined();
});
