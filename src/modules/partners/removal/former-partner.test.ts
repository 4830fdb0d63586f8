import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ERASED_PARTNER } from "../../../shared/reviews/reviews.ts";
import { basic, PASSWORD, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { pdf } from "../../../testing/evidence-files.ts";
import { place } from "../../../testing/places/places.ts";

let home: string;
let app: TestApp;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-former-partner-"));
  app = await testApp({ DATA_DIR: home });
  await staff(app, "super_admin");
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

type Owner = Awaited<ReturnType<typeof partner>>;

const asStaff = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("super_admin"), ...(body !== undefined && { body }) });
const erase = async (email: string) => (await asStaff("POST /api/admin/people/erase", { email })).json;
const show = async (email: string) => (await asStaff(`GET /api/admin/people?email=${email}`)).json;
const byItself = ({ headers }: Owner) =>
  app.send("DELETE /partner/api/me", { headers, body: { password: PASSWORD } });
const byStaff = ({ id }: Owner) => asStaff(`DELETE /api/partner-manager/partners/${id}`);

/** A new account with a claim, its evidence and a request, deleted again. Returns the ids of account and records. */
async function leave(email: string, remove: (owner: Owner) => Promise<{ status: number }>) {
  const owner = await partner(app, email);
  const send = async (line: string, body: unknown) =>
    (await app.send(line, { headers: owner.headers, body })).json;
  const upload = { "Content-Type": "application/octet-stream", "X-File-Name": "license.pdf" };
  const headers = { ...owner.headers, ...upload };
  const file = (await app.send("POST /partner/api/evidence", { raw: pdf(email), headers })).json;
  const documents = [`I am ${email}`, `file:${file.id}`];
  const claim = await send("POST /partner/api/poi-claims", { poiId: (await place(app)).id, documents });
  const address = { category: "grocery", address: `${email} Ave`, city: "Dearborn", state: "MI" };
  const request = await send("POST /partner/api/poi-requests", { ...address, name: "New Shop" });
  expect((await remove(owner)).status).toBe(200);
  return { account: owner.id, claim: claim.id, file: file.id, request: request.id };
}

const rowOf = async (table: string, id: string) =>
  (await app.db.query<Record<string, unknown>>(`select * from ${table} where id = $1`, [id]))[0];
const entriesOf = (ids: readonly string[]) =>
  app.db.query<Record<string, unknown>>(
    "select action, before, after, actor_name, address from audit_log where subject = any($1) or actor_id = any($1)",
    [ids],
  );

test("erasing an address also clears what its deleted accounts left, and nothing of others", async () => {
  const email = "gone@owner.example";
  const left = [await leave(email, byItself), await leave(email, byStaff)];
  const other = await leave("other@owner.example", byItself);
  expect(JSON.stringify(await rowOf("poi_claims", other.claim))).not.toContain("gone@");
  expect((await rowOf("poi_claims", left[0]?.claim))?.former_partner).toMatch(/^[\w-]{22}$/);

  const person = await show(email.toUpperCase());
  expect(person.counts).toMatchObject({ partnerAccounts: 2, claims: 2, evidence: 2, requests: 2 });
  const { forgotten, kept } = await erase(email);

  expect(forgotten).toBe(person.counts.mails + person.counts.trash + 8);
  expect(kept).toEqual(person.kept);
  for (const { account, claim, file, request } of left) {
    expect(await rowOf("poi_claims", claim)).toMatchObject({
      partner_name: ERASED_PARTNER,
      documents: [],
      former_partner: null,
    });
    expect(await rowOf("poi_requests", request)).toBeUndefined();
    expect(await rowOf("evidence_files", file)).toBeUndefined();
    const entries = await entriesOf([account, claim, file, request]);
    expect(entries.length).toBeGreaterThan(3);
    expect(entries.filter(({ before, after }) => before !== null || after !== null)).toEqual([]);
  }
  expect(await rowOf("poi_claims", other.claim)).toMatchObject({
    documents: ["I am other@owner.example", `file:${other.file}`],
  });
  expect((await show("other@owner.example")).counts).toMatchObject({ claims: 1, evidence: 1, requests: 1 });
  expect(await erase(email)).toEqual({ success: true, forgotten: 0, kept });
});

test("an account that registers with the address of a deleted one does not get its records", async () => {
  const email = "again@owner.example";
  await leave(email, byItself);
  const { headers } = await partner(app, email);
  const own = (await app.send("GET /partner/api/me/export", { headers })).json;
  expect([own.claims, own.requests]).toEqual([[], []]);
  expect((await show(email)).counts).toMatchObject({ partnerAccounts: 2, claims: 1, requests: 1 });
});
