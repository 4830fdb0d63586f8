import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { placeReports } from "../../modules/directory/reports/table.ts";
import { basic, partner, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { placeSite } from "../../testing/places/place-site.ts";
import { place, visit } from "../../testing/places/places.ts";

let app: TestApp;
let grill: string;
beforeAll(async () => {
  app = await testApp({}, {}, placeSite());
  await staff(app, "admin");
  grill = (await place(app)).id;
});
beforeEach(async () => {
  await app.db.orm.delete(placeReports);
});
afterAll(() => app.close());

const FORM = { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" };
const post = (fields: Record<string, string>, headers: Record<string, string> = FORM, path = grill) =>
  app.send(`POST /places/${path}/report`, { headers, raw: new URLSearchParams(fields).toString() });
const rows = () => app.db.orm.select().from(placeReports);
const REPORT = { kind: "alcohol", text: "They pour wine.", email: "guest@example.com" };

test("a visitor reports a place with a form that works without JavaScript", async () => {
  const page = await visit(app, `/places/${grill}`);
  const [, link] = /href="(\/places\/[\w-]+\/report)"/.exec(page.text) ?? [];
  const form = await app.send(`GET ${link}`);
  expect([form.status, form.headers.get("cache-control")]).toEqual([200, "no-store"]);
  for (const shown of ['method="post"', 'name="hp_note"', "Noor Grill", "delete it 30 days after", "noindex"])
    expect(form.text).toContain(shown);
  expect(form.text).not.toMatch(/<script| style=/);
  const sent = await post(REPORT);
  expect([sent.status, sent.text.includes("Thank you for your report")]).toEqual([200, true]);
  expect(await rows()).toMatchObject([{ poiId: grill, ...REPORT, quarantined: false }]);
  await post(REPORT); // reloading the answer posts it again
  expect(await rows()).toHaveLength(1);
});

test("a refused report is shown again as it was typed, with sentences at its fields", async () => {
  const text = '<img src=x onerror="alert(1)"> & more';
  const answer = await post({ text, email: "nowhere" });
  expect(answer.status).toBe(400);
  for (const shown of [
    "Please choose what is wrong",
    "Please enter a valid email address",
    "&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; more</textarea>",
    'value="nowhere"',
    `Request ID ${answer.headers.get("X-Request-Id")}<`,
  ])
    expect(answer.text).toContain(shown);
  expect(answer.text).not.toContain("<img");
  const empty = await post({ kind: "closed" });
  expect([empty.status, empty.text.includes("Please write what you noticed")]).toEqual([400, true]);
  expect(empty.text).toMatch(/<input[^>]*checked[^>]*value="closed"/);
  expect(await rows()).toEqual([]);
});

test("a masjid is not asked about food, and an unknown place and other methods are refused", async () => {
  const masjid = await place(app, { name: "Elm Masjid", category: "mosque" });
  const form = await app.send(`GET /places/${masjid.id}/report`);
  expect([form.text.includes('value="closed"'), form.text.includes('value="pork"')]).toEqual([true, false]);
  expect((await post(REPORT, FORM, "unknown")).status).toBe(404);
  const put = await app.send(`PUT /places/${grill}/report`);
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST, HEAD"]);
  expect((await app.send(`POST /places/${grill}`)).status).toBe(405);
});

test("another site cannot post the form, and only a form is read", async () => {
  for (const headers of [
    { ...FORM, "Sec-Fetch-Site": "cross-site" },
    { ...FORM, Origin: "https://evil.example" },
    { "Content-Type": FORM["Content-Type"], Origin: "null" },
  ])
    expect((await post(REPORT, headers)).status).toBe(403);
  expect((await post(REPORT, { ...FORM, "Content-Type": "text/plain" })).status).toBe(415);
  expect((await post({ ...REPORT, text: "x".repeat(70_000) })).status).toBe(413);
  expect(await rows()).toEqual([]);
});

test("a filled honeypot is answered alike, and too many reports with a page", async () => {
  const answer = await post({ ...REPORT, hp_note: "spam" });
  expect([answer.status, answer.text.includes("Thank you")]).toEqual([200, true]);
  expect(await rows()).toMatchObject([{ quarantined: true }]);
  const limited = await testApp({ RATE_LIMIT: "on" }, {}, placeSite());
  try {
    const { id } = await place(limited);
    const raw = new URLSearchParams(REPORT).toString();
    const send = () => limited.send(`POST /places/${id}/report`, { headers: FORM, raw });
    const answers = [];
    for (let n = 0; n < 12; n += 1) answers.push(await send());
    const last = answers.at(-1);
    expect([last?.status, Number(last?.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(last?.text).toContain("Too many requests. Please wait a moment and try again.");
    expect(last?.text).toContain("They pour wine.</textarea>");
  } finally {
    await limited.close();
  }
});

test("the page of a place shows a closed report with the reply at once, as text, and not what was removed", async () => {
  const owner = await partner(app);
  const { id: poiId } = await place(app, { name: "Saffron House" }, owner.id);
  const text = "Bilal sold me wine. See https://evil.example <b>now</b>";
  const body = { kind: "alcohol", text, email: "guest@example.com" };
  const { id } = (await app.send(`POST /api/places/${poiId}/reports`, { body })).json;
  const shown = async () => (await visit(app, `/places/${poiId}`)).text;
  expect(await shown()).not.toContain("sold me wine");
  const reply = { reply: "We serve no wine." };
  await app.send(`PUT /partner/api/reports/${id}`, { headers: owner.headers, body: reply });
  const closing = {
    close: true,
    text: "It was grape juice.",
    reportText: text.replace("Bilal", "[removed by staff]"),
  };
  await app.send(`PUT /api/reviews/reports/${id}`, { headers: basic("admin"), body: closing });
  const page = await shown();
  for (const part of [
    "Reports from visitors",
    "[removed by staff] sold me wine. See https://evil.example &lt;b&gt;now&lt;/b&gt;",
    "We serve no wine.",
    "It was grape juice.",
  ])
    expect(page).toContain(part);
  for (const part of ["Bilal", "guest@example.com", 'href="https://evil', "<b>", "owner@example.com"])
    expect([part, page.includes(part)]).toEqual([part, false]);
  await app.operate("admin.waitlist.forget", { email: "guest@example.com" });
  expect(await shown()).not.toContain("sold me wine");
});
