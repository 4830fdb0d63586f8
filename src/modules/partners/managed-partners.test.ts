import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, isNotNull, sql } from "drizzle-orm";
import { throttle } from "../../core/auth/auth.table.ts";
import { randomId } from "../../shared/id.ts";
import { basic, partner, signIn, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { auditLog } from "../audit/table.ts";
import { mails } from "../mail/table.ts";
import { poiClaims } from "../ownership/claims/table.ts";
import { poiRequests } from "../ownership/requests/table.ts";
import { pois } from "../places/table.ts";
import { currentPartners, partnerSessions, partners } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "partner_manager");
  await staff(app, "super_admin");
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.delete(throttle);
  await app.db.orm.delete(pois);
  await app.db.orm.delete(partners);
  await app.db.orm.delete(mails);
});
afterAll(() => app.close());

const PATH = "/api/partner-manager/partners";
const MANAGER = basic("partner_manager");
const call = (line: string, body?: object, headers: Record<string, string> = MANAGER) =>
  app.send(line, { headers, ...(body && { body }) });
const business = (email: string, change: object = {}) => ({
  email,
  password: "six figs and a pear",
  businessName: "Noor Grill",
  contactName: "Maryam",
  ...change,
});
const add = async (email: string, change: object = {}) =>
  (await call(`POST ${PATH}`, business(email, change))).json;
const lastAct = async (action: string) =>
  (
    await app.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, `partnerManager.partners.${action}`))
      .orderBy(auditLog.id)
  ).at(-1);
const at = () => ({ createdAt: app.clock.now, updatedAt: app.clock.now });

async function place(ownerId: string | null): Promise<string> {
  const id = randomId();
  const address = { address: "1 Main St", city: "Dearborn", state: "MI" };
  await app.db.orm
    .insert(pois)
    .values({ id, name: `Place ${id}`, ...address, category: "restaurant", ownerId, ...at() });
  return id;
}

const claim = (partnerId: string, poiId: string, status: "pending" | "approved" = "pending") => {
  const names = { poiName: "Place", partnerName: "Noor Grill" };
  const values = { id: randomId(), partnerId, poiId, ...names, documents: [], status };
  return app.db.orm.insert(poiClaims).values({ ...values, submittedAt: app.clock.now });
};

describe("a partner that a manager adds", () => {
  test("is unverified whatever was sent, and can sign in", async () => {
    const body = business("new@noor.example", { phone: "2125550100", isVerified: true, id: "x" });
    const answer = await call(`POST ${PATH}`, body);
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^\w{26}$/),
        email: "new@noor.example",
        businessName: "Noor Grill",
        contactName: "Maryam",
        phone: "(212) 555-0100",
        isVerified: false,
        emailConfirmed: false,
        emailConfirmedAt: null,
        createdAt: app.clock.now.toISOString(),
        updatedAt: app.clock.now.toISOString(),
      },
    ]);
    const login = { email: "new@noor.example", password: "six figs and a pear" };
    expect((await app.send("POST /partner/api/login", { body: login })).status).toBe(200);
    expect(await lastAct("create")).toMatchObject({ actorName: "partner_manager", subject: answer.json.id });
    expect(await app.db.orm.select().from(mails)).toMatchObject([{ kind: "partner-welcome" }]);
  });

  test("needs a password of six characters, all required fields, and an unused address", async () => {
    await add("taken@noor.example");
    const short = await call(`POST ${PATH}`, business("x@noor.example", { password: "12345" }));
    expect([short.status, short.json.error]).toEqual([400, "Password must be at least 6 characters"]);
    for (const field of ["email", "businessName", "contactName", "password"]) {
      const answer = await call(`POST ${PATH}`, business("x@noor.example", { [field]: "" }));
      expect([field, answer.status, Object.keys(answer.json.fields)]).toEqual([field, 400, [field]]);
    }
    const taken = await call(`POST ${PATH}`, business("TAKEN@noor.example"));
    expect([taken.status, taken.json.error]).toEqual([409, "An account with this email already exists"]);
  });

  test("cannot be added, listed, updated or deleted by other roles", async () => {
    const { id } = await add("safe@noor.example");
    const owner = (await partner(app, "other@noor.example")).headers;
    for (const line of [`GET ${PATH}`, `POST ${PATH}`, `PUT ${PATH}/${id}`, `DELETE ${PATH}/${id}`]) {
      const body = line.startsWith("GET") ? undefined : business("x@noor.example");
      expect([line, (await call(line, body, basic("admin"))).status]).toEqual([line, 403]);
      expect([line, (await call(line, body, owner)).status]).toEqual([line, 401]);
      expect([line, (await call(line, body, {})).status]).toEqual([line, 401]);
    }
    expect((await call(`GET ${PATH}`, undefined, basic("super_admin"))).status).toBe(200);
  });
});

describe("the list of partners", () => {
  test("has search, filters and sorting, and pages without gaps", async () => {
    for (const [n, name] of ["Cedar", "Aleppo", "Basra 100%"].entries()) {
      app.clock.forward(1_000);
      await add(`p${n}@noor.example`, { businessName: name, contactName: `Person ${n}` });
    }
    await app.operate("partnerManager.partners.verify", { id: "p1@noor.example" });
    const names = async (query: string) => {
      const answer = await call(`GET ${PATH}${query}`);
      const found = (answer.json as { businessName: string }[]).map(({ businessName }) => businessName);
      return [answer.headers.get("x-total-count"), ...found];
    };
    expect(await names("")).toEqual(["3", "Basra 100%", "Aleppo", "Cedar"]);
    expect(await names("?sort=oldest")).toEqual(["3", "Cedar", "Aleppo", "Basra 100%"]);
    expect(await names("?sort=business")).toEqual(["3", "Aleppo", "Basra 100%", "Cedar"]);
    expect(await names("?sort=email")).toEqual(["3", "Cedar", "Aleppo", "Basra 100%"]);
    expect(await names("?q=0%25")).toEqual(["1", "Basra 100%"]);
    expect(await names("?q=person+2")).toEqual(["1", "Basra 100%"]);
    expect(await names("?q=P0@")).toEqual(["1", "Cedar"]);
    expect(await names("?verified=true")).toEqual(["1", "Aleppo"]);
    expect(await names("?verified=false")).toEqual(["2", "Basra 100%", "Cedar"]);
    const first = await call(`GET ${PATH}?limit=2&sort=business`);
    const next = /<[^>]*(\/api[^>]*)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1];
    expect((await call(`GET ${next}`)).json).toMatchObject([{ businessName: "Cedar" }]);
    expect(Object.keys(first.json[0]).sort()).toEqual([
      "businessName",
      "contactName",
      "createdAt",
      "email",
      "emailConfirmed",
      "emailConfirmedAt",
      "id",
      "isVerified",
      "phone",
      "updatedAt",
    ]);
    expect((await call(`GET ${PATH}/counts`)).json).toEqual({ total: 3, verified: 1, pending: 2 });
  });

  test("refuses an unknown sort, filter or cursor", async () => {
    for (const query of ["?sort=phone", "?verified=perhaps", "?cursor=none"])
      expect([query, (await call(`GET ${PATH}${query}`)).status]).toEqual([query, 400]);
    expect((await call(`GET ${PATH}`)).json).toEqual([]);
    expect((await call(`GET ${PATH}/counts`)).json).toEqual({ total: 0, verified: 0, pending: 0 });
  });
});

describe("a partner that a manager changes", () => {
  const fields = { businessName: "Noor House", contactName: "Ali", phone: "", isVerified: true };

  test("keeps its address, and gets one mail when it is verified", async () => {
    const before = await add("edit@noor.example", { phone: "2125550100" });
    const sent = { ...fields, email: "thief@noor.example", password: "stolen password", createdAt: "2001" };
    const answer = await call(`PUT ${PATH}/${before.id}`, { ...sent, updatedAt: before.updatedAt });
    expect([answer.status, answer.json]).toEqual([
      200,
      { ...before, ...fields, phone: "", updatedAt: expect.any(String) },
    ]);
    await call(`PUT ${PATH}/${before.id}`, fields);
    const kinds = (await app.db.orm.select().from(mails)).map(({ kind }) => kind).sort();
    expect(kinds).toEqual(["partner-verified", "partner-welcome"]);
    const act = await app.db.orm
      .select()
      .from(auditLog)
      .where(
        sql`${auditLog.subject} = ${before.id} and ${auditLog.action} = 'partnerManager.partners.update'`,
      )
      .orderBy(auditLog.id);
    expect(act[0]).toMatchObject({
      before: { businessName: "Noor Grill", isVerified: false },
      after: { businessName: "Noor House", isVerified: true, contactChanged: true },
    });
    const recorded = act.map((entry) => [entry.before, entry.after]); // without random ids
    expect(JSON.stringify(recorded)).not.toMatch(/Maryam|Ali|edit@|555/);
    const login = { email: "edit@noor.example", password: "six figs and a pear" };
    expect((await app.send("POST /partner/api/login", { body: login })).status).toBe(200);
  });

  test("is unchanged after a conflicting edit or a missing field; an unknown one is refused", async () => {
    const { id, updatedAt } = await add("late@noor.example");
    expect((await call(`PUT ${PATH}/${id}`, { ...fields, updatedAt })).status).toBe(200);
    const late = await call(`PUT ${PATH}/${id}`, { ...fields, businessName: "Late", updatedAt });
    expect([late.status, late.json.code, late.json.current.businessName]).toEqual([
      409,
      "CONFLICT",
      "Noor House",
    ]);
    expect(JSON.stringify(late.json)).not.toContain("argon2");
    for (const field of ["businessName", "contactName"]) {
      const answer = await call(`PUT ${PATH}/${id}`, { ...fields, [field]: " " });
      expect([answer.status, Object.keys(answer.json.fields)]).toEqual([400, [field]]);
    }
    expect((await call(`PUT ${PATH}/nobody`, fields)).status).toBe(404);
    expect((await call(`DELETE ${PATH}/nobody`)).status).toBe(404);
    expect((await call(`PUT ${PATH}/nobody/verify`)).status).toBe(404);
  });

  test("by two editors of the same version is updated by exactly one", async () => {
    const { id, updatedAt } = await add("two@noor.example");
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        call(`PUT ${PATH}/${id}`, { ...fields, businessName: `House ${n}`, updatedAt }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });
});

describe("a partner that is deleted", () => {
  test("leaves its places unclaimed, its pending claims and requests closed and no session; decisions stay", async () => {
    const { id, headers } = await partner(app, "gone@noor.example");
    const [owned, wanted] = [await place(id), await place(null)];
    await app.db.orm.update(pois).set({ syncState: "synced" });
    await claim(id, wanted);
    await claim(id, owned, "approved");
    const address = {
      address: "2 Elm St",
      city: "Dearborn",
      state: "MI",
      zipCode: "",
      phone: "",
      website: "",
    };
    const about = { subcategory: "", halalCertificate: "", category: "mosque" as const };
    await app.db.orm.insert(poiRequests).values({
      id: randomId(),
      partnerId: id,
      partnerName: "Noor Grill",
      name: "New",
      ...address,
      ...about,
      submittedAt: app.clock.now,
    });
    const answer = await call(`DELETE ${PATH}/${id}`);
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
    expect((await app.send("GET /partner/api/me", { headers })).status).toBe(401);
    expect(await app.db.orm.select().from(partnerSessions)).toEqual([]);
    const [free] = await app.db.orm.select().from(pois).where(eq(pois.id, owned));
    expect(free).toMatchObject({ ownerId: null, syncState: "pending", version: 2 });
    const claims = await app.db.orm.select().from(poiClaims).orderBy(poiClaims.status);
    const closed = {
      status: "rejected",
      reason: "partner_deleted",
      reviewedAt: app.clock.now,
      reviewedBy: "partner_manager",
    } as const;
    const history = { partnerId: null, partnerName: "Noor Grill" };
    expect(claims).toMatchObject([
      { ...history, status: "approved", reason: null, reviewedAt: null },
      { ...history, ...closed },
    ]);
    expect(await app.db.orm.select().from(poiRequests)).toMatchObject([{ ...history, ...closed }]);
    expect(await lastAct("delete")).toMatchObject({
      subject: id,
      before: { businessName: "Noor Grill" },
      after: { freedPlaces: 1, closedClaims: 1, closedRequests: 1 },
    });
    expect((await call(`DELETE ${PATH}/${id}`)).status).toBe(404);
  });

  test("in parallel with approvals of its claims never leaves a place with a deleted owner", async () => {
    const count = 24;
    const owners = await Promise.all(
      Array.from({ length: count }, (_, n) => partner(app, `race${n}@noor.example`)),
    );
    const places = await Promise.all(owners.map(() => place(null)));
    await Promise.all(owners.map(({ id }, n) => claim(id, places[n] ?? "")));
    const manager = await signIn(app, "partner_manager"); // Basic would count 48 sign-ins at once
    const claims = await app.db.orm.select().from(poiClaims);
    const approve = async (id: string) => {
      const mine = claims.find(({ partnerId }) => partnerId === id)?.id;
      const path = `PUT /api/reviews/claims/${mine}`;
      const { status } = await call(path, { decision: "approved" }, manager);
      return status === 200 || status === 409 ? "decided" : status;
    };
    const remove = (id: string) =>
      call(`DELETE ${PATH}/${id}`, undefined, manager).then(({ status }) => status);
    const statuses = await Promise.all(owners.flatMap(({ id }) => [remove(id), approve(id), remove(id)]));
    const counted = (wanted: unknown) => statuses.filter((status) => status === wanted).length;
    expect([counted(200), counted(404), counted("decided")]).toEqual([count, count, count]);
    expect(await app.db.orm.select().from(pois).where(isNotNull(pois.ownerId))).toEqual([]);
    expect(await app.db.orm.select().from(currentPartners)).toEqual([]);
    const open = await app.db.orm.select().from(poiClaims).where(eq(poiClaims.status, "pending"));
    expect(open).toEqual([]);
  });
});

describe("the operator's commands", () => {
  test("create, verify and delete by address", async () => {
    const made = await app.operate("partnerManager.partners.create", business("cli@noor.example"));
    expect(made).toMatchObject({ email: "cli@noor.example", isVerified: false });
    const verified = await app.operate("partnerManager.partners.verify", { id: "CLI@noor.example" });
    expect(verified).toMatchObject({ isVerified: true });
    await app.operate("partnerManager.partners.delete", { id: "cli@noor.example" });
    expect(await app.operate("partnerManager.partners.list", {})).toMatchObject({ items: [], total: 0 });
  });
});

test("a manager's session cookie opens the partners' list", async () => {
  const headers = await signIn(app, "partner_manager");
  expect((await call(`GET ${PATH}`, undefined, headers)).status).toBe(200);
});
