import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { isId, randomId } from "../../../shared/id.ts";
import { basic, signIn, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { VIEWS_MAX } from "./schema.ts";
import { savedViews } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const role of ["super_admin", "admin", "partner_manager"] as const) await staff(app, role);
});
afterAll(() => app.close());

const as = (role: string, line: string, body?: unknown) =>
  app.send(line, { headers: basic(role), ...(body !== undefined && { body }) });
const save = (name: string, more: object = {}, role = "admin") =>
  as(role, "POST /api/admin/views", { list: "inquiries", name, values: { answered: false }, ...more });
const names = async (list: string, role = "admin") =>
  (await as(role, `GET /api/admin/views?list=${list}`)).json.map(({ name }: { name: string }) => name);

test("a view that one saves is there for the team, and is deleted for the team", async () => {
  const saved = await save("Waiting", { values: { answered: false, sort: "oldest" } });
  expect([saved.status, saved.json]).toMatchObject([
    201,
    { list: "inquiries", name: "Waiting", values: { answered: false, sort: "oldest" }, createdBy: "admin" },
  ]);
  await save("Groceries", { values: { type: "grocery" } }, "super_admin");
  expect(await names("inquiries", "super_admin")).toEqual(["Groceries", "Waiting"]);
  expect((await as("admin", `GET /api/admin/views/${saved.json.id}`)).json).toEqual(saved.json);
  const gone = `DELETE /api/admin/views/${saved.json.id}`;
  expect((await as("super_admin", gone)).json).toEqual({ success: true });
  expect((await as("admin", gone)).status).toBe(404);
  expect((await as("admin", `GET /api/admin/views/${saved.json.id}`)).status).toBe(404);
  expect(await names("inquiries")).toEqual(["Groceries"]);
  const [entry] = (await as("admin", "GET /api/admin/audit?action=admin.views.delete&limit=1")).json;
  expect(entry.before).toEqual({ list: "inquiries", name: "Waiting" });
});

test("a view is refused without a name, with a search, for an unknown list and twice under one name", async () => {
  expect((await save("")).status).toBe(400);
  expect((await save("Search", { values: { q: "amina@example.com" } })).status).toBe(400);
  expect((await save("Odd", { list: "secrets" })).status).toBe(400);
  expect((await save("Long", { values: { city: "x".repeat(101) } })).status).toBe(400);
  const twice = await Promise.all([save("Late"), save("LATE")]);
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test("a view keeps no text that was typed, and no filter of another list", async () => {
  const leftOut: [string, Record<string, unknown>][] = [
    ["audit", { actor: "amina" }],
    ["audit", { action: "admin.users" }],
    ["audit", { since: "last week" }],
    ["places", { city: "Dearborn" }],
    ["places", { owner: "a partner" }],
    ["inquiries", { assignee: "amina" }],
    ["inquiries", { verified: true }],
    ["inquiries", { stage: "Amina 313" }],
    ["waitlist", { beta: "yes" }],
    ["waitlist", { constructor: "x" }],
  ];
  for (const [list, values] of leftOut) {
    const { json } = await save(JSON.stringify(values), { list, values });
    expect([json.list, json.values]).toEqual([list, {}]);
  }
  const kept: [string, Record<string, unknown>][] = [
    ["audit", { since: "2026-01-31" }],
    ["places", { category: "restaurant", tier: "verified", owner: "none", hasCoordinates: false }],
    ["inquiries", { assignee: "me", stage: "new" }],
    ["inquiries", { assignee: randomId() }],
    ["waitlist", { left: false, sort: "name" }],
  ];
  for (const [n, [list, values]] of kept.entries())
    expect((await save(`Kept ${n}`, { list, values })).json).toMatchObject({ list, values });
});

test("of who saved a view only the id is stored, so that its name is gone with the account", async () => {
  const saved = await save("By name");
  expect(saved.json.createdBy).toBe("admin");
  const [row] = await app.db.orm.select().from(savedViews).where(eq(savedViews.id, saved.json.id));
  expect(isId(row?.createdBy ?? "")).toBe(true);
  await app.db.orm.update(savedViews).set({ createdBy: randomId() }).where(eq(savedViews.id, saved.json.id));
  const listed = (await as("admin", "GET /api/admin/views?list=inquiries")).json;
  expect(listed.find(({ id }: { id: string }) => id === saved.json.id).createdBy).toBeNull();
});

test("views of a list are closed to roles that do not see the list", async () => {
  const { json } = await save("Mine");
  expect((await as("partner_manager", "GET /api/admin/views?list=inquiries")).status).toBe(403);
  expect((await save("Theirs", {}, "partner_manager")).status).toBe(403);
  for (const verb of ["GET", "DELETE"])
    expect((await as("partner_manager", `${verb} /api/admin/views/${json.id}`)).status).toBe(403);
  expect((await save("Pending", { list: "partners" }, "admin")).status).toBe(403);
  expect((await save("Pending", { list: "partners" }, "partner_manager")).status).toBe(201);
});

test("a list has at most 30 views", async () => {
  const statuses = [];
  for (let n = 0; n <= VIEWS_MAX; n += 1)
    statuses.push((await save(`View ${n}`, { list: "trash", values: {} })).status);
  expect([statuses.filter((status) => status === 201).length, statuses.at(-1)]).toEqual([VIEWS_MAX, 409]);
  await app.db.orm.delete(savedViews).where(eq(savedViews.name, "View 0"));
  const headers = await signIn(app, "admin");
  const body = (n: number) => ({ list: "trash", name: `Raced ${n}`, values: {} });
  const raced = await Promise.all(
    Array.from({ length: 5 }, (_, n) => app.send("POST /api/admin/views", { headers, body: body(n) })),
  );
  expect(raced.filter(({ status }) => status === 201)).toHaveLength(1);
});
