import { afterAll, beforeAll, expect, test } from "bun:test";
import { days } from "../../../shared/duration.ts";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
});
afterAll(() => app.close());

const asAdmin = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("admin"), ...(body !== undefined && { body }) });
const join = (name: string, extra: object = {}) =>
  app.send("POST /api/waitlist", { body: { firstName: name, email: `${name}@example.com`, ...extra } });
const inquire = (name: string, extra: object = {}) =>
  app.send("POST /api/partnership", { body: { businessName: name, email: `${name}@example.com`, ...extra } });
const names = async (query: string) =>
  (await asAdmin(`GET /api/admin/waitlist?${query}`)).json.map((row: { firstName: string }) => row.firstName);

test("the summary of an empty database is all zeros", async () => {
  expect((await asAdmin("GET /api/admin/summary")).json).toEqual({
    signups: { total: 0, beta: 0, days: [] },
    inquiries: { total: 0, waiting: 0, oldestWaiting: null, days: [] },
    heldBack: 0,
  });
});

test("the summary shows totals, counts per day and open inquiries", async () => {
  await join("early");
  app.clock.forward(days(31));
  const submittedAt = app.clock.now.toISOString();
  await join("beta", { isBetaTester: true });
  await join("robot", { hp_note: "x" });
  const { id } = (await inquire("first")).json;
  await inquire("second");
  await inquire("spam", { hp_note: "x" });
  const day = submittedAt.slice(0, 10);
  const summary = async () => (await asAdmin("GET /api/admin/summary")).json;
  expect(await summary()).toEqual({
    signups: { total: 2, beta: 1, days: [{ day, count: 1 }] },
    inquiries: { total: 2, waiting: 2, oldestWaiting: submittedAt, days: [{ day, count: 2 }] },
    heldBack: 2,
  });
  const answered = await asAdmin(`PUT /api/admin/partnerships/${id}/answered`, {});
  expect(answered.json.answeredAt).toBe(submittedAt);
  expect((await summary()).inquiries.waiting).toBe(1);
  expect((await asAdmin("GET /api/admin/partnerships?answered=false")).json).toHaveLength(1);
  expect((await asAdmin("PUT /api/admin/partnerships/none/answered", {})).status).toBe(404);
});

test("the trends count what was decided on each of the last 30 days, and are closed to partner managers", async () => {
  await staff(app, "partner_manager");
  const { id } = await place(app, {});
  const asker = await partner(app, "decided@example.com");
  const claim = await app.send("POST /partner/api/poi-claims", {
    headers: asker.headers,
    body: { poiId: id, documents: [] },
  });
  const decided = await asAdmin(`PUT /api/reviews/claims/${claim.json.id}`, { decision: "approved" });
  expect(decided.status).toBe(200);
  const day = app.clock.now.toISOString().slice(0, 10);
  expect((await asAdmin("GET /api/admin/trends")).json).toEqual({
    gifts: [],
    decisions: [{ day, count: 1 }],
    emails: [],
  });
  app.clock.forward(days(31));
  expect((await asAdmin("GET /api/admin/trends")).json.decisions).toEqual([]);
  const refused = await app.send("GET /api/admin/trends", { headers: basic("partner_manager") });
  expect(refused.status).toBe(403);
});

test("a quarantined submission is released into its list or deleted, once", async () => {
  await join("robot"); // the owner of the address has joined since
  const quarantined = (await asAdmin("GET /api/admin/quarantine")).json as {
    id: string;
    form: string;
    name: string;
  }[];
  expect(quarantined.map(({ form, name }) => `${form} ${name}`).sort()).toEqual([
    "partnership spam",
    "waitlist robot",
  ]);
  for (const { id } of quarantined) {
    expect((await asAdmin(`POST /api/admin/quarantine/${id}/release`)).json).toEqual({ success: true });
    expect((await asAdmin(`POST /api/admin/quarantine/${id}/release`)).status).toBe(404);
    expect((await asAdmin(`DELETE /api/admin/quarantine/${id}`)).status).toBe(404);
  }
  expect((await names("q=robot")).length).toBe(1);
  expect((await asAdmin("GET /api/admin/partnerships?q=spam")).json).toHaveLength(1);
  await join("other", { hp_note: "x" });
  const [again] = (await asAdmin("GET /api/admin/quarantine")).json;
  expect((await asAdmin(`DELETE /api/admin/quarantine/${again.id}`)).json).toEqual({ success: true });
  expect((await asAdmin("GET /api/admin/quarantine")).json).toEqual([]);
});

test("lists are sorted and filtered on the server, in the same order at any page size", async () => {
  for (const name of ["dina", "adam", "celia", "bilal"]) await join(name, { isBetaTester: name < "c" });
  for (const sort of ["newest", "oldest", "name", "email"]) {
    const whole = await names(`sort=${sort}&limit=500`);
    const paged: string[] = [];
    let next = `/api/admin/waitlist?sort=${sort}&limit=2`;
    while (next !== "") {
      const response = await asAdmin(`GET ${next}`);
      paged.push(...response.json.map((row: { firstName: string }) => row.firstName));
      next = /^<(.*)>/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
    }
    expect([sort, ...paged]).toEqual([sort, ...whole]);
  }
  expect(await names("sort=name&beta=true&limit=500")).toEqual(["adam", "beta", "bilal"]);
  expect(await names("q=celia@EXAMPLE.com")).toEqual(["celia"]);
  expect((await asAdmin("GET /api/admin/waitlist?sort=size")).status).toBe(400);
  expect((await asAdmin("GET /api/admin/waitlist?beta=perhaps")).status).toBe(400);
  const link = (await asAdmin("GET /api/admin/waitlist?sort=name&limit=1")).headers.get("link") ?? "";
  const cursor = /cursor=([^&>]+)/.exec(link)?.[1];
  expect((await asAdmin(`GET /api/admin/waitlist?sort=newest&cursor=${cursor}`)).status).toBe(400);
});

test("an export holds the filtered rows, and its audit entry says that it was filtered", async () => {
  const { text } = await asAdmin("GET /api/admin/waitlist/export?format=jsonl&beta=true&q=a");
  const exported = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).firstName);
  expect(exported.sort()).toEqual(["adam", "beta", "bilal"]);
  const inquiries = await asAdmin("GET /api/admin/partnerships/export?answered=true");
  expect(inquiries.text.trim().split("\r\n")).toHaveLength(2);
  const [entry] = (await asAdmin("GET /api/admin/audit?action=admin.waitlist.export&limit=1")).json;
  expect(entry.after).toEqual({ format: "jsonl", filtered: true });
});

test("the queues count what staff can decide now, and nothing that still waits for an owner", async () => {
  const [owner, asker] = [await partner(app), await partner(app, "asker@example.com")];
  const { id } = await place(app, {}, owner.id);
  const report = { kind: "alcohol", text: "Beer in the fridge" };
  await app.send(`POST /api/places/${id}/reports`, { body: report });
  await app.send(`POST /partner/api/pois/${id}/transfer`, { headers: asker.headers, body: {} });
  await app.send(`POST /partner/api/my-pois/${id}/proposals`, {
    headers: owner.headers,
    body: { name: "Noor House" },
  });
  const waiting = async () => (await asAdmin("GET /api/reviews/waiting")).json;
  const none = { count: 0, late: 0, dueBy: null };
  const one = { count: 1, late: 0, dueBy: expect.any(String) };
  expect(await waiting()).toEqual({
    cases: {
      ...{ claim: none, request: none, proposal: one, transfer: none },
      ...{ reading: none, renewal: none, photo: none, report: none, suggestion: none, match: none },
    },
    expiring: 0,
    silentIssuers: 0,
    inquiries: 2,
    partners: 0,
    pledges: 0,
  });
  const ofManager = await app.send("GET /api/reviews/waiting", { headers: basic("partner_manager") });
  expect(ofManager.json).toMatchObject({ inquiries: 0, partners: 3, pledges: 0, cases: { proposal: one } });
  app.clock.forward(days(8));
  expect((await waiting()).cases).toEqual(expect.objectContaining({ report: one, transfer: one }));
  app.clock.forward(days(30));
  const late = { ...one, late: 1 };
  const cases = { report: late, transfer: late, proposal: late };
  expect((await waiting()).cases).toEqual(expect.objectContaining(cases));
  const [queued] = (await asAdmin("GET /api/reviews/queue?kind=proposal")).json;
  const until = new Date(app.clock.now.getTime() + days(1)).toISOString();
  const snoozed = await asAdmin(`PUT /api/reviews/cases/proposal:${queued.id}/snooze`, { until });
  expect(snoozed.status).toBe(200);
  expect((await waiting()).cases.proposal).toEqual(none);
  app.clock.forward(days(2));
  expect((await waiting()).cases.proposal).toMatchObject(late);
});
