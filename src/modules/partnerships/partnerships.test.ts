import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { auditLog } from "../audit/table.ts";
import { partnershipInquiries } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.delete(partnershipInquiries);
  await app.db.orm.execute(sql`truncate audit_log`);
});
afterAll(() => app.close());

const submit = (body: unknown) => app.send("POST /api/partnership", { body });
const asAdmin = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("admin"), ...(body !== undefined && { body }) });
const rows = () => app.db.orm.select().from(partnershipInquiries);
const SHOP = { businessName: "Noor Grill", email: "hi@noor.example" };

describe("an inquiry from the landing page", () => {
  test("needs only business name and email, and is kept with an act", async () => {
    const answer = await submit(SHOP);
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({ success: true, id: expect.any(String) });
    expect(await rows()).toMatchObject([
      { ...SHOP, id: answer.json.id, addedBy: "user", phone: "", state: "" },
    ]);
    const [act] = await app.db.orm.select().from(auditLog);
    expect(act).toMatchObject({ action: "public.partnerships.submit", subject: answer.json.id });
  });

  test("without either is refused with the form's sentence", async () => {
    for (const body of [
      {},
      { businessName: "x" },
      { email: "a@b.cd" },
      { businessName: " ", email: "a@b.cd" },
    ]) {
      const answer = await submit(body);
      expect([answer.status, answer.json.error]).toEqual([
        400,
        "Business name and email are required to submit your inquiry.",
      ]);
    }
  });

  test("takes a phone in any usual form and keeps ten digits", async () => {
    const typed = ["(123) 456-7890", "+1 (123) 456-7890", "1-123-456-7890", "123.456.7890", "1234567890"];
    for (const phone of typed)
      expect([phone, (await submit({ ...SHOP, phone })).status]).toEqual([phone, 201]);
    expect(new Set((await rows()).map((row) => row.phone))).toEqual(new Set(["1234567890"]));
    for (const phone of ["123", "22345678901", "2 123 456 7890", "phone", "１２３４５６７８９０"]) {
      const answer = await submit({ ...SHOP, phone });
      expect([phone, answer.status, answer.json.fields?.phone]).toEqual([
        phone,
        400,
        "Phone must have 10 digits",
      ]);
    }
  });

  test("takes a bare domain as https and refuses what is no web address", async () => {
    await submit({ ...SHOP, website: "noor.example/menu" });
    await submit({ ...SHOP, website: "HTTP://noor.example" });
    expect((await rows()).map((row) => row.website).sort()).toEqual([
      "HTTP://noor.example",
      "https://noor.example/menu",
    ]);
    const wrong = [
      "javascript:alert(1)",
      "data:text/html,x",
      "ftp://a.bc",
      "https://",
      "a b.cd",
      "https://u:p@a.bc",
    ];
    for (const website of wrong)
      expect([website, (await submit({ ...SHOP, website })).status]).toEqual([website, 400]);
  });

  test("takes the five kinds of business and none", async () => {
    for (const businessType of ["restaurant", "grocery", "fashion", "services", "other", "", null]) {
      expect((await submit({ ...SHOP, businessType })).status).toBe(201);
    }
    expect((await submit({ ...SHOP, businessType: "casino" })).status).toBe(400);
  });

  test("may have lines in its message and no other control characters, up to 5,000 characters", async () => {
    expect((await submit({ ...SHOP, message: "salam\n\tline" })).status).toBe(201);
    expect((await submit({ ...SHOP, message: "😀".repeat(5_000) })).status).toBe(201);
    expect((await submit({ ...SHOP, message: "a".repeat(5_001) })).status).toBe(400);
    expect((await submit({ ...SHOP, message: "a\u0000" })).status).toBe(400);
    expect((await submit({ ...SHOP, city: "a\nb" })).status).toBe(400);
  });

  test("with a filled honeypot is answered alike and kept apart", async () => {
    const answer = await submit({ ...SHOP, hp_note: "spam" });
    expect(answer.json).toEqual({ success: true, id: expect.any(String) });
    expect((await asAdmin("GET /api/admin/partnerships")).json).toEqual([]);
    expect(await rows()).toMatchObject([{ quarantined: true }]);
  });
});

describe("inquiries in the back office", () => {
  test("are added by an admin, with the phone shown as people write it", async () => {
    const answer = await asAdmin("POST /api/admin/partnerships", {
      ...SHOP,
      phone: "1234567890",
      addedBy: "user",
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ ...SHOP, phone: "(123) 456-7890", addedBy: "admin" });
    const empty = await asAdmin("POST /api/admin/partnerships", {});
    expect([empty.status, empty.json.error]).toEqual([400, "Business name and email are required"]);
  });

  test("are changed, with what was before and after in the audit log", async () => {
    const { id } = (await submit(SHOP)).json;
    const answer = await asAdmin(`PUT /api/admin/partnerships/${id}`, {
      ...SHOP,
      city: "Toronto",
      id: "x",
      addedBy: "admin",
    });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ id, city: "Toronto", addedBy: "user" });
    const act = (await app.db.orm.select().from(auditLog)).find(
      (row) => row.action === "admin.partnerships.update",
    );
    expect(act).toMatchObject({
      subject: id,
      before: { city: "" },
      after: { city: "Toronto" },
      actorName: "admin",
    });
  });

  test("of two editors who read the same version the second is told", async () => {
    const { id } = (await submit(SHOP)).json;
    const read = (await asAdmin("GET /api/admin/partnerships")).json[0];
    const put = (city: string) =>
      asAdmin(`PUT /api/admin/partnerships/${id}`, { ...SHOP, city, updatedAt: read.updatedAt });
    const statuses = (await Promise.all([put("Toronto"), put("Boston")])).map((answer) => answer.status);
    expect(statuses.sort()).toEqual([200, 409]);
    expect((await asAdmin(`PUT /api/admin/partnerships/${id}`, { ...SHOP, city: "Ottawa" })).status).toBe(
      200,
    );
  });

  test("are noted as answered in the version that was read, which is another one then", async () => {
    const { id } = (await submit(SHOP)).json;
    const read = (await asAdmin("GET /api/admin/partnerships")).json[0];
    const note = (body: object) => asAdmin(`PUT /api/admin/partnerships/${id}/answered`, body);
    const noted = await note({ updatedAt: read.updatedAt });
    expect([noted.status, noted.json.answeredAt]).toEqual([200, expect.any(String)]);
    expect(noted.json.updatedAt > read.updatedAt).toBe(true);
    const late = await note({ answered: false, updatedAt: read.updatedAt });
    expect([late.status, late.json.current.updatedAt]).toEqual([409, noted.json.updatedAt]);
    expect((await note({ answered: false })).json.answeredAt).toBeNull();
  });

  test("are deleted once", async () => {
    const { id } = (await submit(SHOP)).json;
    const first = await asAdmin(`DELETE /api/admin/partnerships/${id}`);
    expect([first.status, first.json]).toEqual([200, { success: true }]);
    expect((await asAdmin(`DELETE /api/admin/partnerships/${id}`)).status).toBe(404);
    expect((await asAdmin(`PUT /api/admin/partnerships/${id}`, SHOP)).status).toBe(404);
  });

  test("an id of any form that nobody has answers 404", async () => {
    for (const id of ["x", "%25", "..", "a".repeat(90), "0'--"]) {
      expect([id, (await asAdmin(`DELETE /api/admin/partnerships/${id}`)).status]).toEqual([id, 404]);
    }
  });

  test("are exported with every column", async () => {
    await submit({ ...SHOP, phone: "1234567890", message: "two\nlines", state: "Ontario" });
    const answer = await asAdmin("GET /api/admin/partnerships/export");
    expect(answer.headers.get("content-disposition")).toBe(
      'attachment; filename="partnership-inquiries.csv"',
    );
    expect(answer.text).toContain(
      '"Noor Grill","","hi@noor.example","(123) 456-7890","","","","Ontario","two\nlines","user"',
    );
  });
});
