import { afterAll, beforeAll, expect, test } from "bun:test";
import { throttle } from "./core/auth/login-throttle.table.ts";
import type { Operation } from "./core/rpc/operations.ts";
import { STAFF_ROLES } from "./shared/staff-roles.ts";
import { basic, partner, partnerSession, signIn, staff } from "./testing/accounts.ts";
import { type TestApp, testApp } from "./testing/app.ts";
import { type Caller, MATRIX, ROLES_OF } from "./testing/roles.ts";

let app: TestApp;
let owner: string;
beforeAll(async () => {
  app = await testApp();
  for (const role of STAFF_ROLES) await staff(app, role);
  owner = (await partner(app)).id;
});
afterAll(() => app.close());

const rowOf = (path: string) =>
  MATRIX.find(({ paths }) => paths.some((each) => path === each || path.startsWith(`${each}.`)));

test("every procedure stands in the matrix, and every row is about some", () => {
  const all = app.app.operations.map(({ path }) => path);
  expect(all.filter((path) => rowOf(path) === undefined)).toEqual([]);
  const idle = MATRIX.filter((row) => !all.some((path) => rowOf(path) === row));
  expect(idle).toEqual([]);
});

/** The credentials of a caller; a session is new each time, because some calls end the one that they came with. */
async function headersOf(caller: Caller, by: "cookie" | "basic"): Promise<Record<string, string>> {
  if (caller === "anon") return {};
  if (caller === "partner") return by === "cookie" ? partnerSession(app, owner) : basic("owner@example.com");
  return by === "cookie" ? signIn(app, caller) : basic(caller);
}

/** Hostile input stops whoever was let in before much happens. */
async function ask(
  operation: Operation,
  over: "rest" | "trpc",
  headers: Record<string, string>,
): Promise<number> {
  const input = { id: "none", limit: "none", email: "none", isActive: "none" };
  const { path, rest, changes } = operation;
  if (over === "rest") {
    const line = `${rest?.method} ${rest?.path.replace(/\{\w+\}/g, "none")}`;
    return (await app.send(line, { headers, ...(changes && { body: input }) })).status;
  }
  if (changes) return (await app.send(`POST /trpc/${path}`, { headers, body: { json: input } })).status;
  const query = encodeURIComponent(JSON.stringify({ json: input }));
  return (await app.send(`GET /trpc/${path}?input=${query}`, { headers })).status;
}

for (const over of ["rest", "trpc"] as const) {
  for (const by of ["cookie", "basic"] as const) {
    test(`the matrix holds over ${over} with ${by}`, async () => {
      for (const operation of app.app.operations) {
        if (over === "rest" && operation.rest === null) continue;
        if (over === "trpc" && (operation.download || operation.file)) continue; // not carried there
        const row = rowOf(operation.path);
        for (const caller of ROLES_OF) {
          await app.db.orm.delete(throttle);
          const status = await ask(operation, over, await headersOf(caller, by));
          // Basic is for staff: a partner's name and password are nobody's there
          const expected = row?.expected(caller === "partner" && by === "basic" ? "anon" : caller);
          const seen = status === 401 || status === 403 ? status : "in";
          expect(`${operation.path} as ${caller}: ${seen}`).toBe(
            `${operation.path} as ${caller}: ${expected}`,
          );
        }
      }
    });
  }
}
