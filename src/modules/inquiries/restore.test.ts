import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { days, seconds } from "../../shared/duration.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { auditLog } from "../audit/table.ts";
import { trashItems } from "../audit/trash/table.ts";
import { partnershipInquiries } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.delete(partnershipInquiries);
  await app.db.orm.execute(sql`truncate audit_log, trash_items`);
});
afterAll(() => app.close());

const INQUIRIES = "/api/admin/partnerships";
const SHOP = { businessName: "Noor Grill", email: "hi@noor.example", message: "salam", phone: "4165550100" };
const asAdmin = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("admin"), ...(body !== undefined && { body }) });
const remove = (id: string) => asAdmin(`DELETE ${INQUIRIES}/${id}`);
const restore = (id: string) => asAdmin(`POST ${INQUIRIES}/${id}/restore`);
const list = async () => (await asAdmin(`GET ${INQUIRIES}`)).json;
const rows = () => app.db.orm.select({ id: trashItems.id }).from(trashItems);

async function deleted(): Promise<string> {
  const { id } = (await asAdmin(`POST ${INQUIRIES}`, SHOP)).json;
  expect((await remove(id)).json).toEqual({ success: true });
  return id;
}

describe("a deleted inquiry", () => {
  test("a deleted inquiry appears in no list, count, export or call", async () => {
    const id = await deleted();
    expect(await list()).toEqual([]);
    expect((await asAdmin(`GET ${INQUIRIES}?q=noor`)).headers.get("x-total-count")).toBe("0");
    expect((await asAdmin(`GET ${INQUIRIES}/export`)).text).not.toContain("Noor");
    expect((await asAdmin(`GET ${INQUIRIES}/export?format=jsonl`)).text).toBe("");
    const { inquiries } = (await asAdmin("GET /api/admin/summary")).json;
    expect(inquiries).toMatchObject({ total: 0, waiting: 0, oldestWaiting: null });
    for (const line of [
      `PUT ${INQUIRIES}/${id}`,
      `PUT ${INQUIRIES}/${id}/answered`,
      `DELETE ${INQUIRIES}/${id}`,
    ]) {
      expect([line, (await asAdmin(line, SHOP)).status]).toEqual([line, 404]);
    }
  });

  test("a restored inquiry has its id and everything that it had, and the restoration is recorded", async () => {
    const { id } = (await asAdmin(`POST ${INQUIRIES}`, SHOP)).json;
    await asAdmin(`PUT ${INQUIRIES}/${id}/answered`, {});
    const before = await list();
    await remove(id);
    app.clock.forward(seconds(10));
    const restored = await restore(id);
    expect([restored.status, { ...restored.json, assigneeName: null, repliedAt: null }]).toEqual([
      200,
      before[0],
    ]);
    expect(await list()).toEqual(before);
    const [entry] = (await app.db.orm.select().from(auditLog).orderBy(auditLog.id)).filter(
      ({ action }) => action === "admin.partnerships.restore",
    );
    expect(entry).toMatchObject({ subject: id, actorName: "admin", after: { businessName: "Noor Grill" } });
    expect(JSON.stringify(entry)).not.toContain("hi@noor.example");
  });

  test("an inquiry is restored once, however often it is asked for at the same time", async () => {
    const id = await deleted();
    const statuses = (await Promise.all([restore(id), restore(id), restore(id)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 404, 404]);
    expect((await remove(id)).status).toBe(200);
  });

  test("an inquiry that was never deleted, does not exist or was deleted too long ago cannot be restored", async () => {
    const late = await deleted();
    app.clock.forward(days(30));
    const { id } = (await asAdmin(`POST ${INQUIRIES}`, SHOP)).json;
    for (const each of [id, "none", late]) {
      const response = await restore(each);
      expect([each, response.status, response.json.error]).toEqual([
        each,
        404,
        "This inquiry can no longer be restored",
      ]);
    }
    expect(await list()).toMatchObject([{ id }]);
  });

  test("a deleted inquiry is removed for good by the sweep once it can no longer be restored", async () => {
    const id = await deleted();
    await app.operate("operator.maintenance.sweep");
    expect(await rows()).toEqual([{ id }]);
    app.clock.forward(days(30));
    await app.operate("operator.maintenance.sweep");
    expect(await rows()).toEqual([]);
  });

  test("a deleted inquiry is removed at once when the person is to be forgotten", async () => {
    const id = await deleted();
    await app.operate("admin.waitlist.forget", { email: SHOP.email });
    expect([await rows(), (await restore(id)).status]).toEqual([[], 404]);
  });
});
