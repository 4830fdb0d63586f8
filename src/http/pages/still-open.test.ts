import { afterAll, beforeAll, expect, test } from "bun:test";
import { placeOpenAnswers } from "../../modules/directory/still-open/table.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { placeSite } from "../../testing/places/place-site.ts";
import { place, visit } from "../../testing/places/places.ts";

let app: TestApp;
let grill: string;
beforeAll(async () => {
  app = await testApp({}, {}, placeSite());
  grill = (await place(app)).id;
});
afterAll(() => app.close());

const FORM = { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" };
const post = (answer: string, headers: Record<string, string> = FORM, id = grill) =>
  app.send(`POST /places/${id}/still-open`, { headers, raw: new URLSearchParams({ answer }).toString() });
const rows = () => app.db.orm.select().from(placeOpenAnswers);

test("a visitor answers whether a place is open with two buttons that work without JavaScript", async () => {
  const before = await visit(app, `/places/${grill}`);
  expect(before.text).toContain("Listed here since");
  const [, action = ""] = /<form[^>]*action="(\/places\/[\w-]+\/still-open)"/.exec(before.text) ?? [];
  for (const value of ["open", "closed"])
    expect(before.text).toMatch(new RegExp(`<button[^>]*value="${value}" name="answer"`));
  const raw = new URLSearchParams({ answer: "open" }).toString();
  const answer = await app.send(`POST ${action}`, { headers: FORM, raw });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(answer.text).toContain("Thank you. The page of this place says so from now on.");
  expect((await visit(app, `/places/${grill}`)).text).toContain("Still open: a visitor said so on");
  expect(await rows()).toHaveLength(1);
});

test("another site cannot answer, and a wrong answer, an unknown place and other methods are refused", async () => {
  await app.db.orm.delete(placeOpenAnswers);
  expect((await post("open", { ...FORM, "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
  expect((await post("open", { ...FORM, Origin: "https://evil.example" })).status).toBe(403);
  expect((await post("open", { ...FORM, "Content-Type": "text/plain" })).status).toBe(415);
  const wrong = await post("perhaps");
  expect([wrong.status, wrong.text.includes("answer must be one of open, closed")]).toEqual([400, true]);
  expect((await post("open", FORM, "unknown")).status).toBe(404);
  const get = await app.send(`GET /places/${grill}/still-open`);
  expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
  expect(await rows()).toEqual([]);
});

test("a place without a sign for a year asks", async () => {
  app.clock.forward(367 * 86_400_000);
  expect((await visit(app, `/places/${grill}`)).text).toContain(
    "No one has confirmed this in over a year. Is it still open?",
  );
});
