import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { throttle } from "../core/auth/login-throttle.table.ts";
import type { Operation } from "../core/rpc/operations.ts";
import { basic, partner, partnerSession, staff } from "../testing/accounts.ts";
import { type TestApp, testApp } from "../testing/app.ts";

type Rest = NonNullable<Operation["rest"]>;

let app: TestApp;
let owner: string;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "super_admin");
  owner = (await partner(app)).id;
});
afterAll(() => app.close());

const RUNS = 10; // inputs for each call; the seed is printed if one fails

/** Credentials that pass the guard, with a new session each time, because the call may end it. */
async function headersFor({ guard }: Operation): Promise<Record<string, string>> {
  if (guard.kind === "partner") return partnerSession(app, owner);
  return guard.kind === "staff" ? basic("super_admin") : {};
}

const isGuarded = ({ guard }: Operation): boolean => guard.kind === "staff" || guard.kind === "partner";

/** Any JSON object, with the procedure's field names among the keys so that the values reach its schema. */
const hostile = (names: readonly string[]) => {
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.constantFrom(
      "",
      " ",
      "\0",
      "\ud800",
      "%",
      "_",
      "'; drop table x --",
      "=1+1",
      "<script>",
      "a@b.cd",
      "true",
    ),
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(null, -1, 0, 1e308, true, [], {}),
  );
  return fc.dictionary(fc.oneof(fc.constantFrom("__proto__", "constructor", ...names), fc.string()), value, {
    maxKeys: 12,
  });
};

/** Sends one input over REST: in the body where the call changes something, in the query where it reads. */
async function sendOverRest(operation: Operation, rest: Rest, body: Record<string, unknown>) {
  const path = rest.path.replace(
    /\{\w+\}/g,
    () => encodeURIComponent(String(body.id ?? "x").toWellFormed()) || "x",
  );
  const query = new URLSearchParams(
    Object.entries(body).map(([key, value]) => [key, String(JSON.stringify(value))]),
  );
  const { isMutation } = operation;
  const line = isMutation ? `${rest.method} ${path}` : `${rest.method} ${path}?${query}`;
  const headers = await headersFor(operation);
  return { line, response: await app.send(line, { headers, ...(isMutation && { body }) }) };
}

/** How often callers got past the guard of each procedure. */
const admitted = new Map<string, number>();

test("no input over REST causes a server error, and every response can be parsed", async () => {
  for (const operation of app.app.operations) {
    const { path, rest, input } = operation;
    if (!rest) continue;
    await fc.assert(
      fc.asyncProperty(hostile(Object.keys(input?.shape ?? {})), async (body) => {
        await app.db.orm.delete(throttle);
        const { line, response } = await sendOverRest(operation, rest, body);
        expect([line, response.status < 500]).toEqual([line, true]);
        if (response.status >= 400) expect(response.json.requestId).toBeString();
        if (response.status !== 401 && response.status !== 403)
          admitted.set(path, (admitted.get(path) ?? 0) + 1);
      }),
      { numRuns: RUNS },
    );
  }
});

test("every fuzzed procedure was called by a principal that its guard admits", () => {
  const guarded = app.app.operations.filter((each) => each.rest && isGuarded(each)).map(({ path }) => path);
  expect(guarded.filter((path) => !admitted.has(path))).toEqual([]);
});

test("no input from an operator to a procedure without a REST path causes a server error", async () => {
  const local = app.app.operations.filter(({ rest, upload, download }) => !rest && !upload && !download);
  expect(local.length).toBeGreaterThan(5);
  for (const { path, input } of local) {
    await fc.assert(
      fc.asyncProperty(hostile(Object.keys(input?.shape ?? {})), async (body) => {
        const request = new Request(`http://socket/operations/${path}`, {
          method: "POST",
          body: JSON.stringify(body),
        });
        const { status } = await app.app.fetchFromAdminSocket(request);
        expect([path, status < 500]).toEqual([path, true]);
      }),
      { numRuns: RUNS },
    );
  }
});

test("no path and no input to /trpc causes a server error", async () => {
  const paths = app.app.operations.filter(({ isMutation }) => !isMutation).map(({ path }) => path);
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 100 }).map((sent) => encodeURIComponent(sent.toWellFormed())),
    fc.constantFrom("%", "%zz", "%7B", "%ff", "%00", "%2C", "/", "//", "", ",", "#", "?"),
    fc.jsonValue({ maxDepth: 3 }).map((value) => encodeURIComponent(JSON.stringify(value).toWellFormed())),
    fc
      .dictionary(fc.constantFrom("0", "1", "json", "meta"), fc.jsonValue({ maxDepth: 3 }))
      .map((value) => encodeURIComponent(JSON.stringify(value).toWellFormed())),
  );
  const path = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...paths) }, { weight: 1, arbitrary: text });
  const batch = fc.constantFrom("", "batch=1&", "batch=%31&");
  await fc.assert(
    fc.asyncProperty(
      fc.array(path, { minLength: 1, maxLength: 3 }),
      batch,
      text,
      async (names, by, input) => {
        await app.db.orm.delete(throttle);
        const line = `GET /trpc/${names.join(",")}?${by}input=${input}`;
        const response = await app.send(line, { headers: basic("super_admin") });
        expect([line, response.status < 500]).toEqual([line, true]);
        expect([line, response.json]).not.toEqual([line, undefined]);
      },
    ),
    { numRuns: RUNS * 30 },
  );
});
