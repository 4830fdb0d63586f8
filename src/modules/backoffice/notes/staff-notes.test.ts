import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { basic, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { place } from "../../../testing/places/places.ts";
import { auditLog } from "../../audit/table.ts";
import { deleteNotesWithoutRecord } from "./service.ts";
import { staffNotes } from "./table.ts";

let app: TestApp;
const subjects: Record<string, string> = {};
beforeAll(async () => {
  app = await testApp();
  for (const role of ["super_admin", "admin", "partner_manager"] as const) await staff(app, role);
  const shop = { businessName: "Noor Grill", email: "hi@noor.example" };
  subjects.inquiry = (await app.send("POST /api/partnership", { body: shop })).json.id;
  await app.send("POST /api/waitlist", { body: { firstName: "Maryam", email: "m@noor.example" } });
  subjects.signup = (await as("admin", "GET /api/admin/waitlist")).json[0].id;
  const owner = await partner(app);
  subjects.partner = owner.id;
  const own = { headers: owner.headers };
  const claim = { poiId: (await place(app)).id, documents: ["A lease"] };
  subjects.claim = (await app.send("POST /partner/api/poi-claims", { ...own, body: claim })).json.id;
  const wish = {
    name: "Elm Halal",
    category: "grocery",
    address: "7 Elm Ave",
    city: "Dearborn",
    state: "MI",
  };
  subjects.request = (await app.send("POST /partner/api/poi-requests", { ...own, body: wish })).json.id;
});
beforeEach(async () => {
  await app.db.orm.delete(staffNotes);
});
afterAll(() => app.close());

const as = (role: string, line: string, body?: unknown) =>
  app.send(line, { headers: basic(role), ...(body !== undefined && { body }) });
const add = (role: string, kind: string, text = "Called them", subjectId = subjects[kind]) =>
  as(role, "POST /api/admin/notes", { kind, subjectId, text });
const list = (role: string, kind: string) =>
  as(role, `GET /api/admin/notes?kind=${kind}&subjectId=${subjects[kind]}`);

test("a note about each kind of record is written and read by those who see the record", async () => {
  const seenBy = {
    inquiry: [201, 403],
    signup: [201, 403],
    claim: [201, 201],
    request: [201, 201],
    partner: [403, 201],
  };
  for (const [kind, expected] of Object.entries(seenBy)) {
    const written = [await add("admin", kind), await add("partner_manager", kind)].map(
      ({ status }) => status,
    );
    expect([kind, written]).toEqual([kind, expected]);
    const read = [await list("admin", kind), await list("partner_manager", kind)].map(({ status }) => status);
    expect([kind, read]).toEqual([kind, expected.map((status) => (status === 201 ? 200 : status))]);
    expect([kind, (await list("super_admin", kind)).status]).toEqual([kind, 200]);
  }
});

test("a note is shown on its own to those who see its record", async () => {
  const { json: note } = await add("admin", "inquiry");
  const show = (role: string, id: string) => as(role, `GET /api/admin/notes/${id}`);
  expect((await show("super_admin", note.id)).json).toEqual(note);
  expect((await show("partner_manager", note.id)).status).toBe(403);
  expect((await show("admin", "unknown")).status).toBe(404);
});

test("notes are listed newest first with their authors, and the audit log names the record but not the text", async () => {
  await add("admin", "inquiry", "First\nline");
  app.clock.forward(1_000);
  const { json } = await add("super_admin", "inquiry", "4242 4242 4242 4242 is their card");
  expect(json).toMatchObject({ authorName: "super_admin", createdAt: app.clock.now.toISOString() });
  const notes = await list("admin", "inquiry");
  expect(notes.json.map((note: { text: string }) => note.text)).toEqual([
    expect.not.stringContaining("4242 4242"),
    "First\nline",
  ]);
  expect(notes.headers.get("x-total-count")).toBe("2");
  const entries = (await as("admin", "GET /api/admin/audit?action=admin.notes")).json;
  expect(entries[0]).toMatchObject({
    subject: subjects.inquiry,
    name: "Noor Grill",
    after: { note: json.id },
  });
  expect(JSON.stringify(await app.db.orm.select().from(auditLog))).not.toContain("is their card");
});

test("a note needs a text of up to 2,000 characters, a known kind and a record that exists", async () => {
  expect((await add("admin", "inquiry", "x".repeat(2_000))).status).toBe(201);
  for (const text of ["", " \n ", "x".repeat(2_001), "a\u0000"])
    expect([text.length, (await add("admin", "inquiry", text)).status]).toEqual([text.length, 400]);
  const wrong = await add("admin", "place", "text", "x");
  expect([wrong.status, wrong.json.fields]).toEqual([
    400,
    { kind: expect.stringContaining("one of inquiry") },
  ]);
  expect((await add("admin", "inquiry", "text", "unknown")).status).toBe(404);
  expect((await add("admin", "signup", "text", subjects.inquiry)).status).toBe(404);
  expect((await as("admin", "GET /api/admin/notes?kind=inquiry&subjectId=unknown")).status).toBe(404);
});

test("staff delete their own notes, and only admins those of others", async () => {
  const { id } = (await add("admin", "claim")).json;
  const remove = (role: string, of: string) => as(role, `DELETE /api/admin/notes/${of}`);
  expect((await remove("partner_manager", id)).status).toBe(403);
  const own = (await add("partner_manager", "claim")).json.id;
  expect((await remove("partner_manager", own)).json).toEqual({ success: true });
  const theirs = (await add("partner_manager", "claim")).json.id;
  const both = await Promise.all([remove("admin", theirs), remove("super_admin", theirs)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await remove("super_admin", id)).status).toBe(200);
  const hidden = (await add("super_admin", "inquiry")).json.id;
  expect((await remove("partner_manager", hidden)).status).toBe(403);
  expect((await remove("admin", "unknown")).status).toBe(404);
});

test("notes go with the record they are about", async () => {
  const shop = { businessName: "Gone Grill", email: "gone@noor.example" };
  subjects.inquiry = (await app.send("POST /api/partnership", { body: shop })).json.id;
  await add("admin", "inquiry");
  await add("admin", "claim");
  expect((await as("admin", `DELETE /api/admin/partnerships/${subjects.inquiry}`)).status).toBe(200);
  expect((await list("admin", "inquiry")).status).toBe(404);
  await deleteNotesWithoutRecord(app.deps);
  expect(await app.db.orm.select().from(staffNotes)).toHaveLength(2);
  await app.db.query("delete from trash_items where id = $1", [subjects.inquiry]);
  await deleteNotesWithoutRecord(app.deps);
  expect(await app.db.orm.select().from(staffNotes)).toMatchObject([{ kind: "claim" }]);
});
