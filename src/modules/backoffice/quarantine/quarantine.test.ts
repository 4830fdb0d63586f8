import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { days } from "../../../shared/duration.ts";
import { basic, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { trashItems } from "../../audit/trash/table.ts";
import { partnershipInquiries } from "../../inquiries/table.ts";
import { waitlistSignups } from "../../waitlist/table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.delete(partnershipInquiries);
  await app.db.orm.delete(waitlistSignups);
  await app.db.orm.delete(trashItems);
});
afterAll(() => app.close());

const PATH = "/api/admin/quarantine";
const EMAIL = "held@example.com";
const FORMS = [
  { path: "/api/waitlist", body: { firstName: "Held", email: EMAIL, hp_note: "x" } },
  { path: "/api/partnership", body: { businessName: "Held", email: EMAIL, hp_note: "x" } },
] as const;

const asAdmin = (line: string) => app.send(line, { headers: basic("admin") });
const list = async () => (await asAdmin(`GET ${PATH}`)).json;
const rows = () => app.db.orm.select({ id: trashItems.id }).from(trashItems);

/** A quarantined submission of this form that was deleted, as the list showed it. */
async function deleted({ path, body }: (typeof FORMS)[number]) {
  expect((await app.send(`POST ${path}`, { body })).status).toBe(201);
  const [item] = await list();
  expect((await asAdmin(`DELETE ${PATH}/${item.id}`)).json).toEqual({ success: true });
  return item;
}

test.each(FORMS)(
  "a deleted submission of $path is hidden, and can be restored once with its id",
  async (form) => {
    const item = await deleted(form);
    expect(await list()).toEqual([]);
    expect((await asAdmin(`POST ${PATH}/${item.id}/release`)).status).toBe(404);
    expect((await asAdmin(`DELETE ${PATH}/${item.id}`)).status).toBe(404);
    const restore = () => asAdmin(`POST ${PATH}/${item.id}/restore`);
    expect((await Promise.all([restore(), restore()])).map(({ status }) => status).sort()).toEqual([
      200, 404,
    ]);
    expect(await list()).toEqual([item]);
    expect((await asAdmin(`POST ${PATH}/${item.id}/release`)).status).toBe(200);
  },
);

test.each(FORMS)(
  "a submission of $path that was deleted too long ago is refused and removed",
  async (form) => {
    const { id } = await deleted(form);
    await app.operate("operator.maintenance.sweep");
    expect(await rows()).toEqual([{ id }]);
    app.clock.forward(days(30));
    const response = await asAdmin(`POST ${PATH}/${id}/restore`);
    expect([response.status, response.json.error]).toEqual([
      404,
      "This submission can no longer be restored",
    ]);
    await app.operate("operator.maintenance.sweep");
    expect(await rows()).toEqual([]);
  },
);

test.each(FORMS)("a deleted submission of $path goes with its person's other data", async (form) => {
  const { id } = await deleted(form);
  await app.operate("admin.waitlist.forget", { email: EMAIL });
  expect([await rows(), (await asAdmin(`POST ${PATH}/${id}/restore`)).status]).toEqual([[], 404]);
});

test("a person whose quarantined signup was deleted can still join, and the restored one is merged on release", async () => {
  const { id } = await deleted(FORMS[0]);
  await app.send("POST /api/waitlist", { body: { firstName: "Held", email: EMAIL } });
  expect((await asAdmin(`POST ${PATH}/${id}/restore`)).status).toBe(200);
  expect((await asAdmin(`POST ${PATH}/${id}/release`)).status).toBe(200);
  expect((await asAdmin("GET /api/admin/waitlist")).json).toHaveLength(1);
});

test("a submission that is not quarantined cannot be restored", async () => {
  const body = { ...FORMS[1].body, hp_note: "" };
  const { id } = (await app.send("POST /api/partnership", { body })).json;
  await asAdmin(`DELETE /api/admin/partnerships/${id}`);
  for (const each of ["none", id]) {
    expect([each, (await asAdmin(`POST ${PATH}/${each}/restore`)).status]).toEqual([each, 404]);
  }
});
