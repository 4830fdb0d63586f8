import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { basic, PASSWORD, partner, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { pdf } from "../../../testing/evidence-files.ts";
import { decide, give } from "../../../testing/gifts.ts";
import { place } from "../../../testing/places/places.ts";

let home: string;
let app: TestApp;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-own-account-"));
  app = await testApp({ DATA_DIR: home });
  await staff(app, "admin");
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

type Owner = Awaited<ReturnType<typeof partner>>;

const at = (owner: Owner, line: string, body?: unknown) =>
  app.send(line, { headers: owner.headers, ...(body !== undefined && { body }) });
const remove = (owner: Owner, password: unknown = PASSWORD) =>
  at(owner, "DELETE /partner/api/me", { password });
const decideClaim = (id: string, decision: string) =>
  app.send(`PUT /api/reviews/claims/${id}`, {
    headers: basic("admin"),
    body: { decision, notes: "Seen on the map" },
  });
const claim = async (owner: Owner, poiId: string, documents: readonly string[] = ["I own it"]) =>
  await at(owner, "POST /partner/api/poi-claims", { poiId, documents });
const rows = <Row>(text: string, ...params: unknown[]) => app.db.query<Row>(text, params);
const exists = async ({ id }: Owner) =>
  (await rows("select id from partners where id = $1", id)).length === 1;

/** An owner of one place, with a pending claim on another, and a request. */
async function ownerWithEverything(email: string): Promise<Owner> {
  const owner = await partner(app, email);
  const headers = {
    ...owner.headers,
    "Content-Type": "application/octet-stream",
    "X-File-Name": "license.pdf",
  };
  const file = await app.send("POST /partner/api/evidence", { raw: pdf(email), headers });
  const won = await claim(owner, (await place(app)).id, [`file:${file.json.id}`, file.json.id]);
  expect((await decideClaim(won.json.id, "approved")).status).toBe(200);
  await claim(owner, (await place(app, { name: "Elm Masjid" })).id);
  const request = {
    name: "New Shop",
    category: "grocery",
    address: `${email} Ave`,
    city: "Dearborn",
    state: "MI",
  };
  expect((await at(owner, "POST /partner/api/poi-requests", request)).status).toBe(201);
  return owner;
}

test("a partner downloads everything kept about the account, and nothing about staff or of others", async () => {
  const email = "export@owner.example";
  const owner = await ownerWithEverything(email);
  await ownerWithEverything("other@owner.example");
  const gift = await give(app, { customerEmail: email, customerName: "Someone Else", amount: 10 });
  await decide(app, gift.json.paymentUrl, "confirm");

  const file = await at(owner, "GET /partner/api/me/export");

  expect([file.status, file.headers.get("content-disposition")]).toEqual([
    200,
    'attachment; filename="my-data.json"',
  ]);
  expect(file.json).toMatchObject({
    account: { id: owner.id, email, businessName: "Noor Grill" },
    sessions: [{ lastSeenAt: expect.any(String) }],
    places: [{ name: "Noor Grill" }],
    claims: [{ status: "pending" }, { status: "approved", evidence: [{ name: "license.pdf" }] }],
    unsentEvidence: [],
    requests: [{ name: "New Shop", status: "pending" }],
    mails: [{ kind: "claim-approved", to: email }],
  });
  expect(file.json.auditEntries).toContainEqual(
    expect.objectContaining({ action: "admin.reviews.decideClaim", actor: "staff" }),
  );
  for (const text of ["other@owner.example", "Someone Else", "argon2", '"admin"', "onErasure"])
    expect([text, file.text.includes(text)]).toEqual([text, false]);
});

test("deleting the own account ends its sessions, frees its places, closes its cases and is mailed", async () => {
  const email = "leaving@owner.example";
  const owner = await ownerWithEverything(email);
  const deleted = await remove(owner);
  expect([deleted.status, deleted.json]).toEqual([200, { success: true }]);
  expect(deleted.headers.get("set-cookie")).toContain("partner_session=;");
  expect((await at(owner, "GET /partner/api/me")).status).toBe(401);
  expect((await app.send("POST /partner/api/login", { body: { email, password: PASSWORD } })).status).toBe(
    401,
  );
  expect(await rows("select id from pois where owner_id = $1", owner.id)).toEqual([]);
  const [entry] = await rows<{ action: string; actor_kind: string; after: unknown }>(
    "select action, actor_kind, after from audit_log where subject = $1 order by id desc limit 1",
    owner.id,
  );
  expect(entry).toEqual({
    action: "partner.account.delete",
    actor_kind: "partner",
    after: { freedPlaces: 1, closedClaims: 1, closedRequests: 1, formerPartner: expect.any(String) },
  });
  const closed = await rows(
    "select status, reason, reviewed_by from poi_claims where partner_id is null and poi_name = 'Elm Masjid'",
  );
  expect(closed).toEqual([{ status: "rejected", reason: "partner_deleted", reviewed_by: null }]);
  const mails = await rows<{ kind: string }>("select kind from mails where to_key = $1", email);
  expect(mails.map(({ kind }) => kind)).toContain("partner-goodbye");
});

test("an account is deleted neither with a wrong password nor without one nor signed out, and guesses are limited", async () => {
  const owner = await partner(app, "staying@owner.example");
  expect((await app.send("DELETE /partner/api/me", { body: { password: PASSWORD } })).status).toBe(401);
  expect((await app.send("GET /partner/api/me/export")).status).toBe(401);
  for (const missing of [undefined, "", 7])
    expect((await at(owner, "DELETE /partner/api/me", { password: missing })).status).toBe(400);
  const wrong = await remove(owner, "not the password");
  expect([wrong.status, wrong.json.error]).toEqual([401, "Your current password is not right"]);
  for (let guess = 0; guess < 9; guess++) await remove(owner, `guess ${guess}`);
  expect((await remove(owner)).status).toBe(429);
  expect(await exists(owner)).toBe(true);
});

test("of several deletions at the same time one succeeds", async () => {
  const owner = await ownerWithEverything("twice@owner.example");
  const answers = await Promise.all(Array.from({ length: 4 }, () => remove(owner)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  const mails = await rows(
    "select id from mails where to_key = 'twice@owner.example' and kind = 'partner-goodbye'",
  );
  expect(mails).toHaveLength(1);
});

test("an account that is deleted while its claims are submitted and decided leaves no owner and nothing pending", async () => {
  for (let round = 0; round < 10; round++) {
    const owner = await partner(app, `race-${round}@owner.example`);
    const [first, second] = [await place(app), await place(app, { name: "Second" })];
    const { id } = (await claim(owner, first.id)).json;
    const [decided, deleted, submitted] = await Promise.all([
      decideClaim(id, "approved"),
      remove(owner),
      claim(owner, second.id),
    ]);
    expect(deleted.status).toBe(200);
    expect([200, 409]).toContain(decided.status);
    expect([201, 401]).toContain(submitted.status);
    expect(await rows("select id from pois where owner_id = $1", owner.id)).toEqual([]);
    const left = "select status from poi_claims where poi_id in ($1, $2) and status = 'pending'";
    expect(await rows(left, first.id, second.id)).toEqual([]);
  }
});
