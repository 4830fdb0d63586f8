import { afterAll, beforeAll, expect, test } from "bun:test";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const role of ["super_admin", "admin"] as const) await staff(app, role);
});
afterAll(() => app.close());

const UNKNOWN = "0b7c8f0e-4d1a-4b7e-9c55-2f1d3a6e8b90";
const trace = (id: string, who = "super_admin") =>
  app.send(`GET /api/admin/audit/requests/${id}`, { headers: basic(who) });

/** Creates a partner, who is mailed; returns the id of the request. */
async function createPartner(): Promise<string> {
  const email = `${crypto.randomUUID()}@noor.example`;
  const body = {
    email,
    password: "a long enough passphrase",
    businessName: "Noor Grill",
    contactName: "Layla",
  };
  const { status, headers } = await app.send("POST /api/partner-manager/partners", {
    headers: basic("super_admin"),
    body,
  });
  expect(status).toBe(201);
  return headers.get("X-Request-Id") ?? "";
}

test("a request is traced to its audit entries and mails, and to no other request's", async () => {
  const [first, second] = [await createPartner(), await createPartner()];
  const { status, json } = await trace(first.toUpperCase());
  expect(status).toBe(200);
  expect(json).toMatchObject([
    { source: "audit", event: "partnerManager.partners.create", actor: "super_admin" },
    { source: "mail", event: "partner-welcome", subject: null, details: { state: "waiting", attempts: 0 } },
  ]);
  expect(JSON.stringify(json[1])).not.toContain("@");
  const other = (await trace(second)).json.map(({ id }: { id: string }) => id);
  expect(other).toHaveLength(2);
  expect(json.filter(({ id }: { id: string }) => other.includes(id))).toEqual([]);
});

test("nothing is traced to an unknown request, and a malformed id is refused", async () => {
  const unknown = await trace(UNKNOWN);
  expect([unknown.status, unknown.json]).toEqual([200, []]);
  for (const id of ["a%20b", "x".repeat(129), "%27--"])
    expect([id, (await trace(id)).status]).toEqual([id, 400]);
});

test("only super admins and the operator trace requests", async () => {
  const statuses = [
    await trace(UNKNOWN, "admin"),
    await app.send(`GET /api/admin/audit/requests/${UNKNOWN}`),
  ];
  expect(statuses.map(({ status }) => status)).toEqual([403, 401]);
  expect(await app.operate("admin.audit.trace", { requestId: UNKNOWN })).toEqual([]);
});

test("the mail list does not show which request caused a mail", async () => {
  const id = await createPartner();
  const { text } = await app.send("GET /api/admin/mails", { headers: basic("super_admin") });
  expect(text).toContain("noor.example");
  expect(text).not.toContain(id);
});
