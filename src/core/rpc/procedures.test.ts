import { afterAll, beforeAll, expect, test } from "bun:test";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { type TestApp, testApp } from "../../testing/app.ts";
import type { Context } from "./context.ts";
import { internalCall } from "./internal-call.ts";
import { operationsOf } from "./operations.ts";
import { router, visitorProcedure } from "./procedures.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const changing = visitorProcedure.meta({ summary: "Change something" });
const tree = router({
  recorded: changing.mutation(({ ctx }) => {
    ctx.invocation.auditRecords += 1;
  }),
  unrecorded: changing.mutation(() => {}),
});

test("a call of a batch without an audit entry is reported even if another call of the batch has one", async () => {
  for (const paths of ["recorded,unrecorded", "unrecorded,recorded"]) {
    const missing: string[] = [];
    const context: Context = {
      ...app.app.contextOf(internalCall("cli", { kind: "operator", name: "tester" })),
      deps: { ...app.deps, onMissingAudit: (path) => missing.push(path) },
    };
    const body = JSON.stringify({ 0: { json: null }, 1: { json: null } });
    const headers = { "Content-Type": "application/json" };
    const response = await fetchRequestHandler({
      endpoint: "/trpc",
      req: new Request(`http://localhost/trpc/${paths}?batch=1`, { method: "POST", headers, body }),
      router: tree,
      createContext: () => context,
    });
    expect([response.status, missing]).toEqual([200, ["unrecorded"]]);
    expect(context.call.invocations.map(({ action }) => action)).toEqual(paths.split(","));
  }
});

test("a procedure with a middleware besides its guard is refused, as only the browser's calls would run it", () => {
  const limited = router({ limited: changing.use(({ next }) => next()).mutation(() => {}) });
  expect(() => operationsOf(limited)).toThrow("limited needs one middleware: its guard");
  expect(operationsOf(tree).map(({ path }) => path)).toEqual(["recorded", "unrecorded"]);
});
