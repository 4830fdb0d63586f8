import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { days } from "../../shared/duration.ts";
import { basic, partner, signIn, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { place } from "../../testing/places/places.ts";
import { staffUsers } from "../accounts/table.ts";
import { auditLog } from "../audit/table.ts";
import { poiRequests } from "../ownership/requests/table.ts";
import { caseAssignments } from "./table.ts";
import { deleteDecidedAssignments } from "./waiting.ts";

let app: TestApp;
let service: string;
let ids: { readonly admin: string; readonly manager: string };
let id: string;
let path: string;
let owner: Awaited<ReturnType<typeof partner>>;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
  await staff(app, "partner_manager");
  await staff(app, "super_admin");
  const idOf = async (username: string) =>
    (
      await app.db.orm.select({ id: staffUsers.id }).from(staffUsers).where(eq(staffUsers.username, username))
    )[0]?.id ?? "";
  ids = { admin: await idOf("admin"), manager: await idOf("partner_manager") };
  await app.operate("admin.tokens.create", { service: "robot", scopes: ["reviews:write"] });
  service = await idOf("robot");
  owner = await partner(app);
});
beforeEach(async () => {
  for (const table of [caseAssignments, poiRequests]) await app.db.orm.delete(table);
  const shop = { name: "Crescent Market", category: "grocery", address: "77 Elm Ave" };
  const body = { ...shop, city: "Dearborn", state: "MI" };
  id = (await app.send("POST /partner/api/poi-requests", { headers: owner.headers, body })).json.id;
  path = `/api/reviews/cases/request:${id}`;
});
afterAll(() => app.close());

const as = (line: string, body?: unknown, who = "admin") =>
  app.send(line, { headers: basic(who), ...(body !== undefined && { body }) });
const assign = (body: unknown, of = path) => as(`PUT ${of}/assignee`, body);
const snooze = (until: Date | string | null, of = path) => as(`PUT ${of}/snooze`, { until });
const inDays = (n: number) => new Date(app.clock.now.getTime() + days(n));
const queue = async (query = "") =>
  (await as(`GET /api/reviews/queue${query}`)).json as { readonly id: string }[];
const lastEntry = async () =>
  (await app.db.orm.select().from(auditLog).orderBy(auditLog.id)).at(-1) as typeof auditLog.$inferSelect;

describe("a case", () => {
  test("is taken, given to another reviewer and freed, with an audit entry each", async () => {
    expect((await as(`GET ${path}`)).json).toEqual({ assignee: null, snoozedUntil: null });
    const taken = await assign({ assigneeId: ids.admin, seen: null });
    expect([taken.status, taken.json.assignee]).toEqual([200, { id: ids.admin, name: "admin" }]);
    expect(await lastEntry()).toMatchObject({
      action: "admin.reviews.assign",
      subject: id,
      before: { assignee: null },
      after: { assignee: "admin" },
    });
    await assign({ assigneeId: ids.manager });
    expect((await queue())[0]).toMatchObject({ assignee: { name: "partner_manager" } });
    expect((await assign({ assigneeId: null, seen: ids.manager })).json.assignee).toBeNull();
    expect((await queue())[0]).toMatchObject({ assignee: null });
  });

  test("is listed by its assignee", async () => {
    await assign({ assigneeId: ids.manager });
    const count = async (query: string, who = "admin") =>
      (await as(`GET /api/reviews/queue?assignee=${query}`, undefined, who)).json.length;
    expect([await count("me"), await count("none"), await count(ids.manager)]).toEqual([0, 0, 1]);
    expect(await count("me", "partner_manager")).toBe(1);
  });

  test("is given to active staff accounts alone, who are listed by name", async () => {
    const names = (await as("GET /api/reviews/reviewers")).json.map(({ name }: { name: string }) => name);
    expect(names).toEqual(["admin", "partner_manager", "super_admin"]);
    for (const assigneeId of ["unknown", owner.id, service]) {
      const { status, json } = await assign({ assigneeId });
      expect([status, json.fields]).toEqual([400, { assigneeId: "This account does not review cases" }]);
    }
    for (const body of [{}, { assigneeId: 1 }, { assigneeId: ids.admin, seen: 1 }])
      expect((await assign(body)).status).toBe(400);
  });

  test("that two take at once goes to one of them, and the other one is told to whom", async () => {
    const desks = [await signIn(app, "admin"), await signIn(app, "partner_manager")];
    const answers = await Promise.all(
      [ids.admin, ids.manager].map((assigneeId, at) =>
        app.send(`PUT ${path}/assignee`, { headers: desks[at] ?? {}, body: { assigneeId, seen: null } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const kept = (await as(`GET ${path}`)).json.assignee;
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json.error).toBe(`This case is assigned to ${kept.name} now`);
  });

  test("that was freed since is not taken over as if it had an assignee", async () => {
    const { status, json } = await assign({ assigneeId: ids.admin, seen: ids.manager });
    expect([status, json.error]).toEqual([409, "This case is no longer assigned"]);
    expect((await as(`GET ${path}`)).json.assignee).toBeNull();
  });

  test("that is snoozed is out of the list that leaves those out, until its time or until it is brought back", async () => {
    const answer = await snooze(inDays(3));
    expect([answer.status, answer.json.snoozedUntil]).toEqual([200, inDays(3).toISOString()]);
    expect(await lastEntry()).toMatchObject({ action: "admin.reviews.snooze", subject: id });
    const lists = async () => [
      (await queue("?snoozed=false")).length,
      (await queue("?snoozed=true")).length,
      (await queue()).length,
    ];
    expect(await lists()).toEqual([0, 1, 1]);
    await snooze(null);
    expect(await lists()).toEqual([1, 0, 1]);
    await snooze(inDays(3));
    app.clock.forward(days(3));
    expect(await lists()).toEqual([1, 0, 1]);
  });

  test("is snoozed for 90 days at most, and not into the past", async () => {
    for (const until of [app.clock.now, inDays(91), "soon"]) expect((await snooze(until)).status).toBe(400);
    expect((await snooze(inDays(90))).status).toBe(200);
  });

  test("whose reviewer was deactivated is free, and can be taken as a free one", async () => {
    await assign({ assigneeId: ids.manager });
    const setActive = (isActive: boolean) =>
      app.db.orm.update(staffUsers).set({ isActive }).where(eq(staffUsers.id, ids.manager));
    await setActive(false);
    expect((await as(`GET ${path}`)).json.assignee).toBeNull();
    expect(await queue("?assignee=none")).toMatchObject([{ assignee: null }]);
    const { status, json } = await assign({ assigneeId: ids.admin, seen: null });
    expect([status, json.assignee]).toEqual([200, { id: ids.admin, name: "admin" }]);
    await setActive(true);
  });

  test("that is decided is neither given to anyone nor snoozed, and the sweep deletes what was kept of it", async () => {
    await assign({ assigneeId: ids.admin });
    const kept = async () => (await app.db.orm.select().from(caseAssignments)).map(({ caseKey }) => caseKey);
    await deleteDecidedAssignments(app.deps);
    expect(await kept()).toEqual([`request:${id}`]);
    await as(`PUT /api/reviews/requests/${id}`, { decision: "rejected", notes: "Closed" });
    const answers = [await assign({ assigneeId: ids.manager }), await snooze(inDays(1))];
    expect(answers.map(({ status, json }) => [status, json.error])).toEqual(
      Array(2).fill([409, "This case is no longer waiting"]),
    );
    await deleteDecidedAssignments(app.deps);
    expect(await kept()).toEqual([]);
  });

  test("of a reading is a certificate that waits for one, no matter who recorded it", async () => {
    const poi = await place(app);
    const issuer = { name: "Council", country: "US", address: "" };
    const issuerId = (await as("POST /api/admin/issuers", issuer)).json.id;
    const record = async (body: object) => (await as(`POST /api/admin/pois/${poi.id}/evidence`, body)).json;
    const said = { issuerId, number: "HC-1", validUntil: "2099-01-01" };
    const certificate = await record({ kind: "certificate", ...said, validFrom: "2020-01-01" });
    const statement = await record({ kind: "statement", text: "All halal" });
    const care = (each: { readonly id: string }) =>
      assign({ assigneeId: ids.manager }, `/api/reviews/cases/reading:${each.id}`);
    expect([(await care(statement)).status, (await care(certificate)).status]).toEqual([404, 200]);
    await deleteDecidedAssignments(app.deps);
    expect(await app.db.orm.select().from(caseAssignments)).toHaveLength(1);
    await as(`POST /api/reviews/readings/${certificate.id}`, said, "partner_manager");
    expect((await care(certificate)).status).toBe(409);
  });

  test("that does not exist or is no case is refused, and so is everyone but staff", async () => {
    const none = "/api/reviews/cases/claim:none";
    const answers = [
      await as(`GET ${none}`),
      await assign({ assigneeId: null }, none),
      await snooze(null, none),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    const poi = await place(app);
    expect((await snooze(null, `/api/reviews/cases/place:${poi.id}`)).status).toBe(400);
    for (const headers of [{}, owner.headers])
      expect((await app.send(`PUT ${path}/snooze`, { headers, body: { until: null } })).status).toBe(401);
  });
});
