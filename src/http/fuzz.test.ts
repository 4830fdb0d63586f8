import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { throttle } from "../core/auth/login-throttle.table.ts";
import { basic, staff } from "../testing/accounts.ts";
import { type TestApp, testApp } from "../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "super_admin");
});
afterAll(() => app.close());

const RUNS = 10; // inputs for each call; the seed is printed where one fails
const LEAVES_US_SIGNED_IN = (path: string) =>
  !path.startsWith("admin.mfa") && !path.endsWith("changePassword");

/** Whatever JSON can hold, with our own field names among the keys so that the values reach the schemas. */
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

test("no input at all to any call is an error of ours, and every answer can be read", async () => {
  for (const { path, rest, input, changes } of app.app.operations) {
    if (!rest || !LEAVES_US_SIGNED_IN(path)) continue;
    await fc.assert(
      fc.asyncProperty(hostile(Object.keys(input?.shape ?? {})), async (body) => {
        await app.db.orm.delete(throttle);
        const named = rest.path.replace(
          /\{\w+\}/g,
          () => encodeURIComponent(String(body.id ?? "x").toWellFormed()) || "x",
        );
        const query = new URLSearchParams(
          Object.entries(body).map(([key, value]) => [key, String(JSON.stringify(value))]),
        );
        const line = changes ? `${rest.method} ${named}` : `${rest.method} ${named}?${query}`;
        const answer = await app.send(line, { headers: basic("super_admin"), ...(changes && { body }) });
        expect([line, answer.status < 500]).toEqual([line, true]);
        if (answer.status >= 400) expect(answer.json.requestId).toBeString();
      }),
      { numRuns: RUNS },
    );
  }
});

test("no address and no input at all to /trpc is an error of ours", async () => {
  const paths = app.app.operations.filter(({ changes }) => !changes).map(({ path }) => path);
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
        const answer = await app.send(line, { headers: basic("super_admin") });
        expect([line, answer.status < 500]).toEqual([line, true]);
        expect([line, answer.json]).not.toEqual([line, undefined]);
      },
    ),
    { numRuns: RUNS * 30 },
  );
});
