import { afterAll, beforeAll, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("anyone finds cities by the start of a name; caches may keep the answer", async () => {
  const answer = await app.send("GET /api/cities/search?q=dearb");
  expect([answer.status, answer.json]).toEqual([
    200,
    [
      { id: "4990510", name: "Dearborn", state: "MI" },
      { id: "4990512", name: "Dearborn Heights", state: "MI" },
    ],
  ]);
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=86400");
  expect((await app.send("GET /api/cities/search?q=san")).json).toHaveLength(8);
  for (const query of ["", "?q=", "?q=%25"])
    expect((await app.send(`GET /api/cities/search${query}`)).json).toEqual([]);
});

test("a search for cities refuses text that is too long or has control characters", async () => {
  for (const q of ["a".repeat(101), "a%00b"]) {
    const answer = await app.send(`GET /api/cities/search?q=${q}`);
    expect([answer.status, answer.json.code, answer.headers.get("Cache-Control")]).toEqual([
      400,
      "INVALID_INPUT",
      "no-store",
    ]);
  }
});
