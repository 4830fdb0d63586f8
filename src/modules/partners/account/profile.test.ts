import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { randomId } from "../../../shared/id.ts";
import { partner } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { auditLog } from "../../audit/table.ts";

let app: TestApp;
let owner: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  owner = await partner(app, `${randomId()}@noor.example`);
});
afterAll(() => app.close());

const put = (body: object, headers: Record<string, string> = owner.headers) =>
  app.send("PUT /partner/api/me", { headers, body });
const me = async () => (await app.send("GET /partner/api/me", { headers: owner.headers })).json;

test("a partner changes the own names and phone number; what is omitted or not theirs to set stays", async () => {
  const before = await me();
  const answer = await put({ businessName: " Noor Foods ", phone: "313 555 0101" });
  expect([answer.status, answer.json]).toEqual([
    200,
    { ...before, businessName: "Noor Foods", phone: "(313) 555-0101", updatedAt: expect.any(String) },
  ]);
  await put({ contactName: "Amina", isVerified: true, email: "other@noor.example", emailConfirmed: true });
  const { updatedAt: _, ...after } = await me();
  const { updatedAt: __, ...expected } = { ...answer.json, contactName: "Amina" };
  expect(after).toEqual(expected);
  expect((await put({ phone: "" })).json).toMatchObject({ contactName: "Amina", phone: "" });
});

test("an own change is recorded without personal data, and card numbers are masked", async () => {
  const { json } = await put({ businessName: "Grill 4242 4242 4242 4242", contactName: "Amina" });
  expect(json.businessName).not.toContain("4242 4242");
  const acts = await app.db.orm
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, owner.id))
    .orderBy(auditLog.id);
  expect(acts.at(-1)).toMatchObject({
    action: "partner.profile.update",
    actorKind: "partner",
    before: { businessName: "Noor Grill" },
    after: { businessName: json.businessName, contactChanged: true },
  });
  expect(JSON.stringify(acts)).not.toContain("Amina");
});

test("own details are refused where they are empty or malformed, and without a session", async () => {
  const refused = async (body: object) => (await put(body)).json.fields;
  expect(await refused({ businessName: " " })).toEqual({ businessName: "Business name is required" });
  expect(await refused({ contactName: "" })).toEqual({ contactName: "Contact name is required" });
  expect(await refused({ phone: "123" })).toEqual({ phone: "Phone must have 10 digits" });
  expect((await put({ businessName: "Noor" }, {})).status).toBe(401);
});

test("of two changes of one version the second is refused with the current profile", async () => {
  const { updatedAt } = await me();
  const answers = await Promise.all(["One", "Two"].map((businessName) => put({ businessName, updatedAt })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const saved = answers.find(({ status }) => status === 200)?.json;
  const conflict = answers.find(({ status }) => status === 409)?.json;
  expect(conflict).toMatchObject({ code: "CONFLICT", current: saved });
  expect((await put({ businessName: "Three", updatedAt: saved.updatedAt })).status).toBe(200);
});
