import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from "bun:test";
import { placeSuggestions } from "../../modules/directory/suggestions/table.ts";
import { placePath } from "../../shared/places/slug.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { placeSite } from "../../testing/places/place-site.ts";
import { place } from "../../testing/places/places.ts";

const site = placeSite();

let app: TestApp;
beforeAll(async () => {
  app = await testApp({}, {}, site);
});
beforeEach(async () => {
  await app.db.orm.delete(placeSuggestions);
});
afterAll(() => app.close());

const FORM = { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" };
const post = (fields: Record<string, string>, headers: Record<string, string> = FORM) =>
  app.send("POST /places/suggest", { headers, raw: new URLSearchParams(fields).toString() });
const rows = () => app.db.orm.select().from(placeSuggestions);
const CAFE = { name: "Cedar Cafe", city: "Troy", state: "MI", email: "guest@example.com" };

test("a visitor suggests a place with a form that works without JavaScript", async () => {
  const form = await app.send("GET /places/suggest?name=Cedar+Cafe&city=Troy&other=x");
  expect([form.status, form.headers.get("cache-control")]).toEqual([200, "no-store"]);
  for (const shown of ['method="post"', 'name="hp_note"', 'value="Cedar Cafe"', 'value="Troy"', "noindex"])
    expect(form.text).toContain(shown);
  expect(form.text).not.toMatch(/<script| style=|name="seen"/);
  const sent = await post(CAFE);
  const [row] = await rows();
  const reference = row?.reference ?? "none";
  expect([sent.status, row]).toMatchObject([200, { ...CAFE, quarantined: false }]);
  for (const shown of ["Thank you for your suggestion", reference, "We will write to you"])
    expect(sent.text).toContain(shown);
  await post(CAFE); // reloading the answer posts it again
  expect(await rows()).toHaveLength(1);
});

test("places that it may be are shown first, and the next press sends it", async () => {
  const listed = await place(app, { name: "Walnut House", address: "9 Elm St", city: "Troy" });
  const path = placePath({ id: listed.id, name: "Walnut House", city: "Troy", state: "MI" });
  const fields = { name: "Walnut Huose", address: "9 Elm Street", city: "Troy", state: "Michigan" };
  const asked = await post(fields);
  expect([asked.status, await rows()]).toEqual([200, []]);
  for (const shown of ["Is it one of these?", `href="${path}"`, 'name="seen"', "9 Elm Street"])
    expect(asked.text).toContain(shown);
  expect((await post({ ...fields, seen: "true" })).text).toContain("Thank you for your suggestion");
  expect(await rows()).toHaveLength(1);
});

test("a refused suggestion is shown again as it was typed, with sentences at its fields", async () => {
  const answer = await post({ why: '<img src=x onerror="alert(1)">', email: "nowhere" });
  expect(answer.status).toBe(400);
  for (const shown of [
    "Name is required",
    "Please enter a valid email address",
    'value="nowhere"',
    "&lt;img",
  ])
    expect(answer.text).toContain(shown);
  expect(answer.text).not.toContain("<img");
  expect(answer.text).toContain(`Request ID ${answer.headers.get("X-Request-Id")}<`);
  expect(await rows()).toEqual([]);
});

test("another site cannot post the form, only a form is read, and other methods are refused", async () => {
  expect((await post(CAFE, { ...FORM, "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
  expect((await post(CAFE, { ...FORM, "Content-Type": "text/plain" })).status).toBe(415);
  expect((await post({ ...CAFE, why: "x".repeat(70_000) })).status).toBe(413);
  const put = await app.send("PUT /places/suggest");
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST, HEAD"]);
  expect((await app.send("HEAD /places/suggest")).status).toBe(200);
  expect(await rows()).toEqual([]);
});

test("a filled honeypot is answered alike", async () => {
  const answer = await post({ ...CAFE, hp_note: "spam" });
  expect([answer.status, answer.text.includes("Thank you")]).toEqual([200, true]);
  expect(await rows()).toMatchObject([{ quarantined: true }]);
});

test("a form that fails is a page too", async () => {
  const broken = spyOn(await site.pages(), "suggest").mockImplementation(() => {
    throw new Error("broken");
  });
  try {
    const answer = await app.send("GET /places/suggest");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([500, "text/html; charset=utf-8"]);
  } finally {
    broken.mockRestore();
  }
});
