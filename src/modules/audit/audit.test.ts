import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { operationsOf } from "../../core/rpc/operations.ts";
import { appRouter } from "../../router.ts";
import { ACTION_WORDS } from "../../shared/audit/action-words.ts";
import { sentenceOf } from "../../shared/audit/sentence.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { place } from "../../testing/places/places.ts";
import { auditLog } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const role of ["super_admin", "admin", "partner_manager"] as const) await staff(app, role);
});
afterAll(() => app.close());

const asStaff = (line: string, body?: unknown, who = "admin") =>
  app.send(line, { headers: basic(who), ...(body !== undefined && { body }) });
interface Entry {
  readonly action: string;
  readonly name: string | null;
  readonly subject: string | null;
  readonly before: unknown;
  readonly after: unknown;
}
const search = async (q: string): Promise<readonly Entry[]> =>
  (await asStaff(`GET /api/admin/audit?q=${encodeURIComponent(q)}`)).json;
const actions = async (q: string) => (await search(q)).map(({ action }) => action);
const read = ({ action, after, name }: Entry) => {
  const { text, record } = sentenceOf(action, after, name);
  return text + (record ? record.words + record.rest : "");
};
const INQUIRY = { businessName: "Zaytuna Grill", email: "owner@zaytuna.example", city: "Dearborn" };

describe("the words of the audit log", () => {
  test("every call that changes or exports something has words", () => {
    const recorded = operationsOf(appRouter).filter(
      ({ isMutation, download, path }) => isMutation || (download !== null && path.startsWith("admin.")),
    );
    expect(recorded.map(({ path }) => path).filter((path) => !Object.hasOwn(ACTION_WORDS, path))).toEqual([]);
  });

  test("no words are kept of calls that do not exist", () => {
    const paths = new Set(operationsOf(appRouter).map(({ path }) => path));
    expect(Object.keys(ACTION_WORDS).filter((action) => !paths.has(action))).toEqual([]);
  });

  test("an entry says what became of a record by its name, also once the record is gone", async () => {
    const { id } = (await asStaff("POST /api/admin/partnerships", INQUIRY)).json;
    await asStaff(`DELETE /api/admin/partnerships/${id}`);
    const entries = await search(id);
    expect(entries.map(read)).toEqual([
      "deleted the inquiry of Zaytuna Grill",
      "added the inquiry of Zaytuna Grill",
    ]);
  });

  test("a record has the name that it has now", async () => {
    const { id, updatedAt } = (await asStaff(`GET /api/admin/pois/${(await place(app)).id}`)).json;
    await asStaff(`PUT /api/admin/pois/${id}`, { name: "First name", updatedAt });
    const { updatedAt: later } = (await asStaff(`GET /api/admin/pois/${id}`)).json;
    await asStaff(`PUT /api/admin/pois/${id}`, { name: "Second name", updatedAt: later });
    expect((await search(id)).map(read)).toEqual(["updated Second name", "updated Second name"]);
  });
});

describe("the search of the audit log", () => {
  test("finds entries by person, act, record, value and day, all in one search", async () => {
    const { id } = (await asStaff("POST /api/admin/partnerships", { ...INQUIRY, businessName: "Rumi Cafe" }))
      .json;
    const today = app.clock.now.toISOString().slice(0, 10);
    for (const q of ["rumi", "Rumi cafe", "ADDED rumi", `admin added inquiry rumi ${today}`, "rum dearb", id])
      expect([q, await actions(q)]).toEqual([q, ["admin.partnerships.create"]]);
    for (const q of ["rumi deleted", "rumi 1999-01-01", "rumi nowhere", "super_admin rumi"])
      expect([q, await actions(q)]).toEqual([q, []]);
  });

  test("finds what a visitor did by the id of its record or its request, and by no word", async () => {
    await app.send("POST /api/waitlist", { body: { firstName: "Yunus", email: "yunus@example.org" } });
    const [signup] = (await asStaff("GET /api/admin/waitlist?q=yunus")).json;
    expect(await actions(signup.id)).toEqual(["public.waitlist.join"]);
    const { requestId } = await app.db.orm
      .select({ requestId: auditLog.requestId })
      .from(auditLog)
      .where(eq(auditLog.subject, signup.id))
      .then(([row]) => row ?? { requestId: null });
    expect((await asStaff(`GET /api/admin/audit?q=${signup.id}`)).json).toMatchObject([{ requestId }]);
    expect(requestId).toMatch(/^[\da-f-]{36}$/);
    expect(await actions(requestId ?? "")).toEqual(["public.waitlist.join"]);
    expect(await actions(`${signup.id} ${requestId}`)).toEqual(["public.waitlist.join"]);
    expect(await actions("joined")).toEqual([]);
  });

  test("accepts any text", async () => {
    for (const q of ["'", "\\", "':*", "a & !b", "--", "<script>", "(((", "'; drop table audit_log"])
      expect((await asStaff(`GET /api/admin/audit?q=${encodeURIComponent(q)}`)).status).toBe(200);
  });
});

describe("the export of the audit log", () => {
  test("has the filtered entries, and adds one", async () => {
    await asStaff("POST /api/admin/partnerships", { ...INQUIRY, businessName: "=Formula" });
    const { status, text } = await asStaff("GET /api/admin/audit/export?q=formula");
    const lines = text.trim().split("\r\n");
    expect([status, lines.length]).toEqual([200, 2]);
    expect(lines[0]).toBe(
      '"at","actorKind","actorName","tokenName","action","subject","before","after","address","requestId"',
    );
    expect(lines[1]).toMatch(/^"\d{4}-\d\d-\d\dT[\d:.]+Z","staff","admin","","admin.partnerships.create","/);
    expect(await actions("exported audit")).toEqual(["admin.audit.export"]);
    const jsonl = await asStaff("GET /api/admin/audit/export?q=formula&format=jsonl");
    expect(JSON.parse(jsonl.text)).toMatchObject({ actorName: "admin", after: { businessName: "=Formula" } });
  });

  test("is refused to partner managers and without a session", async () => {
    const refused = [
      await asStaff("GET /api/admin/audit/export", undefined, "partner_manager"),
      await app.send("GET /api/admin/audit/export"),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 401]);
  });
});
