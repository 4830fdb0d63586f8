import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { basic, colleague, PASSWORD, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { lastMail, mailsTo } from "../../../testing/mailed.ts";
import { place } from "../../../testing/places/places.ts";

let app: TestApp;
let count = 0;
let ownerEmail: string;
let owner: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  app = await testApp({ MAIL_URL: "smtp://127.0.0.1:9", REQUIRE_CONFIRMED_EMAIL: "off" });
  await staff(app, "super_admin");
});
beforeEach(async () => {
  count++;
  ownerEmail = `founder-${count}@example.com`;
  owner = await partner(app, ownerEmail);
});
afterAll(() => app.close());

type Headers = Record<string, string>;
const at = (headers: Headers, line: string, body?: unknown) =>
  app.send(line, { headers, ...(body !== undefined && { body }) });
const asStaff = (line: string, body?: unknown) => at(basic("super_admin"), line, body);
const erase = (email: string) => asStaff("POST /api/admin/people/erase", { email });
const show = async (email: string) => (await asStaff(`GET /api/admin/people?email=${email}`)).json;
const leave = (headers: Headers) => at(headers, "POST /partner/api/people/leave", { password: PASSWORD });
const profile = { businessName: "Noor Kitchen", contactName: "Maryam", phone: "3135550100" };
const entriesAbout = (id: string) =>
  app.db.query<{ actor_id: string; before: unknown; after: unknown; actor_name: string | null }>(
    "select actor_id, before, after, actor_name from audit_log where subject = $1 order by id",
    [id],
  );

test("erasing the founder who has left clears no entry of others about the business, nor notes about it", async () => {
  const second = await colleague(app, owner.id, "owner", "Bilal");
  expect((await at(owner.headers, `PUT /partner/api/people/me`, { name: "Maryam Q" })).status).toBe(200);
  expect((await at(second.headers, `PUT /partner/api/people/${owner.id}`, { role: "manager" })).status).toBe(
    200,
  );
  expect((await leave(owner.headers)).status).toBe(200);
  expect((await at(second.headers, "PUT /partner/api/me", profile)).status).toBe(200);
  const note = { kind: "partner", subjectId: owner.id, text: "Call in the morning" };
  expect((await asStaff("POST /api/admin/notes", note)).status).toBe(201);
  const shown = await show(ownerEmail);
  expect(shown.counts.staffNotes).toBe(0);
  expect(JSON.stringify(shown.data.auditEntries)).not.toContain("Noor Kitchen");

  for (let time = 0; time < 2; time++) {
    expect((await erase(ownerEmail)).status).toBe(200);
    const entries = await entriesAbout(owner.id);
    expect(entries).toContainEqual({
      actor_id: second.id,
      actor_name: "Bilal (Noor Grill)",
      before: expect.objectContaining({ businessName: "Noor Grill" }),
      after: expect.objectContaining({ businessName: "Noor Kitchen" }),
    });
    expect(JSON.stringify(entries)).not.toContain("Maryam");
  }
  expect(await app.db.query("select text from staff_notes where subject_id = $1", [owner.id])).toHaveLength(
    1,
  );
});

test("a founder who does not own the business any more exports no entry of others about it", async () => {
  const second = await colleague(app, owner.id, "owner", "Bilal");
  await at(second.headers, `PUT /partner/api/people/${owner.id}`, { role: "editor" });
  await at(second.headers, "PUT /partner/api/me", profile);
  const exported = async (headers: Headers) => (await at(headers, "GET /partner/api/me/export")).json;
  const own = JSON.stringify((await exported(owner.headers)).auditEntries);
  expect(own).toContain('"role":"editor"');
  expect(own).not.toContain("Noor Kitchen");
  expect(JSON.stringify((await exported(second.headers)).auditEntries)).toContain("Noor Kitchen");
});

test("all people of a business that is deleted or erased with its last owner are found and erased later", async () => {
  for (const remove of [
    (second: Headers) => at(second, "DELETE /partner/api/me", { password: PASSWORD }),
    (_: Headers, email: string) => erase(email),
  ]) {
    const email = `found-${++count}@example.com`;
    const founder = await partner(app, email);
    const second = await colleague(app, founder.id, "owner", "Bilal");
    const editor = await colleague(app, founder.id, "editor", "Hana");
    await at(second.headers, `PUT /partner/api/people/${founder.id}`, { role: "manager" });
    expect((await remove(second.headers, second.email)).status).toBe(200);
    for (const address of [email, editor.email])
      expect((await mailsTo(app, address)).map(({ kind }) => kind)).toContain("partner-goodbye");
    const shown = await show(editor.email);
    expect(shown.data.partnerAccounts).toMatchObject([{ id: editor.id, deleted: true }]);
  }
});

test("all people of a business that its leading owner, who did not found it, deletes are found by their addresses", async () => {
  const second = await colleague(app, owner.id, "owner", "Bilal");
  await at(second.headers, `PUT /partner/api/people/${owner.id}`, { role: "manager" });
  await at(second.headers, "DELETE /partner/api/me", { password: PASSWORD });
  const accounts = async (email: string) =>
    (await show(email)).data.partnerAccounts.map(({ id }: { id: string }) => id);
  expect(await accounts(ownerEmail)).toEqual([owner.id]);
  expect((await accounts(second.email)).toSorted()).toEqual([owner.id, second.id].toSorted());
});

test("the name of a person who left stays neither with whom they invited nor as the contact of the business", async () => {
  const second = await colleague(app, owner.id, "owner", "Bilal");
  const email = `layla-${count}@example.com`;
  await at(owner.headers, "POST /partner/api/people/invitations", { email, role: "editor" });
  const { token } = await lastMail(app, email, "partner-colleague");
  const accept = { token, name: "Layla", password: PASSWORD };
  await app.send("POST /partner/api/people/invitations/accept", { body: accept });
  await at(owner.headers, "PUT /partner/api/people/me", { name: "Maryam Q" });
  const people = async () => (await at(second.headers, "GET /partner/api/people")).json.people;
  expect(await people()).toContainEqual(expect.objectContaining({ name: "Layla", invitedBy: "Maryam Q" }));
  expect((await leave(owner.headers)).status).toBe(200);
  expect(JSON.stringify(await people())).not.toContain("Maryam");
  expect((await at(second.headers, "GET /partner/api/me")).json.contactName).toBe("Bilal");
});

test("erasing who asked for a place clears why", async () => {
  const asker = await partner(app, `asker-${count}@example.com`);
  const { id } = await place(app, { name: `Asked ${count}` }, owner.id);
  const ask = { why: "bought", explanation: "I bought it from my uncle", documents: ["A contract"] };
  const asked = await at(asker.headers, `POST /partner/api/pois/${id}/transfer`, ask);
  expect(asked.status).toBe(201);
  expect((await erase(`asker-${count}@example.com`)).status).toBe(200);
  expect(
    await app.db.query("select why, explanation, documents from place_transfers where id = $1", [
      asked.json.id,
    ]),
  ).toEqual([{ why: null, explanation: "", documents: [] }]);
});
