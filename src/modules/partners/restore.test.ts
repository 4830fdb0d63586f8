import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { basic, PASSWORD, partner, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { fillPerson, PERSON } from "../../testing/person.ts";
import { place } from "../../testing/places/places.ts";
import { pois } from "../places/table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const role of ["admin", "super_admin", "partner_manager"] as const) await staff(app, role);
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate partners, pois, trash_items, audit_log cascade`);
});
afterAll(() => app.close());

const PARTNERS = "/api/partner-manager/partners";
const as = (role: string) => (line: string, body?: unknown) =>
  app.send(line, { headers: basic(role), ...(body !== undefined && { body }) });
const asManager = as("partner_manager");
const restore = (id: string, role = "partner_manager") => as(role)(`POST /api/admin/trash/${id}/restore`);

/** The rows of everything that a deletion of a partner deletes or changes. */
async function rowsOfPartners() {
  const tables = ["partners", "partner_passkeys", "poi_claims", "evidence_files", "poi_requests"];
  const more = ["place_reports", "place_proposals", "place_transfers", "renewals"];
  const rows = [...tables, ...more].map(async (name) => [
    name,
    await app.db.query(`select to_jsonb(t) as row from "${name}" t order by id`),
  ]);
  const owners = app.db.query("select id, owner_id from pois order by id");
  return { ...Object.fromEntries(await Promise.all(rows)), owners: await owners };
}

async function filled() {
  await fillPerson(app);
  const [row] = await app.db.query<{ id: string }>("select id from partner_people where email_key = $1", [
    PERSON.email,
  ]);
  return row?.id ?? "";
}

test("a restored partner has its id, password, passkey, places and cases as before, and no session", async () => {
  const id = await filled();
  const before = await rowsOfPartners();
  expect((await asManager(`DELETE ${PARTNERS}/${id}`)).json).toEqual({ success: true });
  expect((await asManager(`GET ${PARTNERS}/${id}`)).status).toBe(404);
  expect((await restore(id)).json).toEqual({
    success: true,
    id,
    kind: "partner",
    label: "Qamar Bakery",
    notes: ["The password works again. All sessions stay ended."],
  });
  expect(await rowsOfPartners()).toEqual(before);
  expect(await app.db.query("select id from partner_sessions where user_id = $1", [id])).toEqual([]);
  const body = { email: PERSON.email, password: "six figs and a pear" };
  expect((await app.send("POST /partner/api/login", { body })).status).toBe(200);
  const person = (await as("super_admin")(`GET /api/admin/people?email=${PERSON.email}`)).json;
  expect(person.data.partnerAccounts).toMatchObject([{ id, onErasure: "deleted" }]);
});

test("a restored partner gets no place that has another owner by now, and no claim on one", async () => {
  const { id, headers } = await partner(app);
  const own = await place(app, {}, id);
  const wanted = await place(app, { name: "Elm Masjid", address: "1 Elm St" });
  await app.send("POST /partner/api/poi-claims", { headers, body: { poiId: wanted.id, documents: ["x"] } });
  await asManager(`DELETE ${PARTNERS}/${id}`);
  const rival = await partner(app, "rival@example.com");
  for (const each of [own.id, wanted.id])
    await app.db.orm.update(pois).set({ ownerId: rival.id }).where(eq(pois.id, each));
  expect((await restore(id)).json.notes).toEqual([
    "The password works again. All sessions stay ended.",
    "One place does not come back: it has another owner now, or is gone.",
    "One claim stays closed: its place has an owner now, or is gone.",
  ]);
  expect((await rowsOfPartners()).owners.map((row: { owner_id: string }) => row.owner_id)).toEqual([
    rival.id,
    rival.id,
  ]);
});

test("a partner whose address has an account again is refused, and stays in the trash", async () => {
  const { id } = await partner(app);
  await asManager(`DELETE ${PARTNERS}/${id}`);
  await partner(app);
  const refused = await restore(id);
  expect([refused.status, refused.json.error]).toEqual([409, "An account with this email already exists"]);
  expect((await asManager("GET /api/admin/trash")).json).toMatchObject([{ id, kind: "partner" }]);
});

test("a partner is restored once, however often it is asked for at the same time, and not by an admin", async () => {
  const { id } = await partner(app);
  await asManager(`DELETE ${PARTNERS}/${id}`);
  expect((await restore(id, "admin")).status).toBe(404);
  const statuses = (await Promise.all([restore(id), restore(id)])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 404]);
});

test("an account that its partner deleted is not in the trash, nor is an erased one", async () => {
  const { id, headers } = await partner(app);
  await asManager(`DELETE ${PARTNERS}/${id}`);
  const again = await partner(app);
  const body = { password: PASSWORD };
  const own = await app.send("DELETE /partner/api/me", { headers: again.headers, body });
  expect([own.status, headers.Cookie !== again.headers.Cookie]).toEqual([200, true]);
  expect((await asManager("GET /api/admin/trash")).json).toEqual([]);
  const other = await filled();
  await asManager(`DELETE ${PARTNERS}/${other}`);
  await as("super_admin")("POST /api/admin/people/erase", { email: PERSON.email });
  expect((await restore(other)).status).toBe(404);
});
