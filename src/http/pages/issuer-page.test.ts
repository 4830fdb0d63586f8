import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { placePath } from "../../shared/places/slug.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { placeSite } from "../../testing/places/place-site.ts";
import { place } from "../../testing/places/places.ts";
import { verifiers } from "../../testing/places/verified-places.ts";

const TODAY = new Date("2026-06-15T16:00:00Z");

const site = placeSite();

let app: TestApp;
let staff: Awaited<ReturnType<typeof verifiers>>;
beforeAll(async () => {
  app = await testApp({}, {}, site);
  staff = await verifiers(app);
});
beforeEach(() => {
  app.clock.now = TODAY;
});
afterAll(() => app.close());

const get = (path: string) => app.send(`GET ${path}`);
/** A place's page, to which its id leads. */
const placePage = async (id: string) => get((await get(`/places/${id}`)).headers.get("location") ?? "");
const addIssuer = async (name: string, fields: object = {}): Promise<string> =>
  (await staff.by("amina", "POST /api/admin/issuers", { name, country: "us", ...fields })).json.id;

test("the page of an issuer says who it is, what it stands for, its register, and what it verifies today", async () => {
  const { id, certificate } = await staff.verifiedPlace({ name: "Cedar Grill" });
  await place(app, { name: "Plain Grill", address: "2 Fir St" });
  const fields = {
    ...{ name: "Halal Council", country: "us", address: "council@example.com", site: "council.example" },
    ...{
      about: "Founded in 1990.\nIn Michigan.",
      standard: "Hand slaughter only.",
      register: "council.example/register",
    },
  };
  await staff.by("amina", `PUT /api/admin/issuers/${staff.issuerId}`, fields);
  const page = await get("/issuers/halal-council");
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  for (const shown of [
    '<h1 dir="auto">Halal Council</h1>',
    "United States",
    "Founded in 1990.",
    "Hand slaughter only.",
    'href="https://council.example/register"',
    `href="${placePath({ id, name: "Cedar Grill", city: "Dearborn", state: "MI" })}"`,
    "Certificate from January 1, 2026, verified until December 31, 2026",
    'rel="canonical" href="http://localhost:3000/issuers/halal-council"',
  ])
    expect(page.text).toContain(shown);
  expect(page.text).not.toMatch(/council@example\.com|Plain Grill|<script(?! type="application\/ld)| style=/);
  expect((await placePage(id)).text).toContain('<a href="/issuers/halal-council"><bdi>Halal Council');
  const { json } = await get("/api/issuers/halal-council");
  expect(json).toMatchObject({ slug: "halal-council", places: [{ id, name: "Cedar Grill" }], next: null });
  expect(Object.keys(json)).not.toContain("address");

  app.clock.now = new Date("2027-01-01T05:30:00Z"); // half past midnight in Michigan
  app.clock.forward(60_000);
  await staff.by("amina", `PUT /api/admin/issuers/${staff.issuerId}`, fields);
  expect((await get("/issuers/halal-council")).text).toContain("No place is verified by its certificates");
  app.clock.now = TODAY;
  await staff.record({ id }, { kind: "revocation", recordId: certificate, reason: "closed" });
  expect((await get("/issuers/halal-council")).text).not.toContain("Cedar Grill");
});

test("a renamed issuer has its new name and address on the pages of places at once", async () => {
  const { id } = await staff.verifiedPlace({ name: "Olive Grill", address: "3 Fir St" });
  expect((await placePage(id)).text).toContain("/issuers/halal-council");
  const renamed = { name: "Halal Board", country: "us" };
  await staff.by("amina", `PUT /api/admin/issuers/${staff.issuerId}`, renamed);
  expect((await placePage(id)).text).toContain('<a href="/issuers/halal-board"><bdi>Halal Board');
  expect([(await get("/issuers/halal-council")).status, (await get("/issuers/halal-board")).status]).toEqual([
    404, 200,
  ]);
  await staff.by("amina", `PUT /api/admin/issuers/${staff.issuerId}`, { ...renamed, name: "Halal Council" });
});

test("issuers whose names read alike in Latin letters, or not at all, have pages of their own", async () => {
  const first = await addIssuer("Noor Board");
  app.clock.forward(1_000);
  const second = await addIssuer("Noor-Board!");
  const hidden = await addIssuer("Answer");
  const slugs = await Promise.all(
    [first, second, hidden].map(async (id) => (await get(`/api/issuers/${id}`)).json.slug),
  );
  expect(slugs).toEqual(["noor-board", `noor-board-${second.slice(-8)}`, `answer-${hidden.slice(-8)}`]);
  expect((await get(`/issuers/${slugs[1]}`)).text).toContain("Noor-Board!");
});

test("a page without places says that there are none only if no further page follows", async () => {
  const { json } = await get("/api/issuers/halal-council");
  const pages = await site.pages();
  const shown = [null, "further"].map((next) => pages.issuer({ ...json, places: [], next }));
  expect(shown.map((html) => html.includes("No place is verified by its certificates"))).toEqual([
    true,
    false,
  ]);
  expect(shown.map((html) => html.includes("More places"))).toEqual([false, true]);
});

test("an issuer that does not exist is the site's 404 page, and the links of mails are not issuers", async () => {
  for (const slug of ["none", "%00", "a".repeat(100), "%E0%A4%A"])
    expect([slug, (await get(`/issuers/${slug}`)).status]).toEqual([slug, 404]);
  expect((await get("/api/issuers/none")).status).toBe(404);
  expect((await get(`/api/issuers/${"a".repeat(500)}`)).status).toBe(400);
  expect((await app.send("POST /issuers/halal-council")).status).toBe(405);
  expect((await get("/issuers/answer")).text).not.toContain("Issuer of halal certificates");
});

test("what staff write about an issuer is shown as text", async () => {
  await addIssuer("Hostile Board", { about: '<img src=x onerror="alert(1)">' });
  const { text } = await get("/issuers/hostile-board");
  expect([text.includes("<img"), text.includes("&lt;img")]).toEqual([false, true]);
  const refused = await staff.by("amina", "POST /api/admin/issuers", {
    ...{ name: "Wrong", country: "us", register: "javascript:alert(1)", about: "x".repeat(1_001) },
  });
  expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ["about", "register"]]);
});
