import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { days } from "../../shared/duration.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { auditLog } from "../audit/table.ts";
import { mails } from "../mail/table.ts";
import { partnershipInquiries } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.delete(partnershipInquiries);
  await app.db.orm.execute(sql`truncate audit_log, mails cascade`);
});
afterAll(() => app.close());

const submit = (body: unknown) => app.send("POST /api/partnership", { body });
const asAdmin = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("admin"), ...(body !== undefined && { body }) });
const rows = () => app.db.orm.select().from(partnershipInquiries);
const SHOP = { businessName: "Noor Grill", email: "hi@noor.example" };

describe("an inquiry from the landing page", () => {
  test("an inquiry needs only business name and email, and is recorded in the audit log", async () => {
    const response = await submit(SHOP);
    expect(response.status).toBe(201);
    expect(response.json).toEqual({
      success: true,
      id: expect.any(String),
      reference: expect.stringMatching(/^[A-Z]+-[A-Z]+-\d{4}$/),
    });
    expect(await rows()).toMatchObject([
      { ...SHOP, id: response.json.id, addedBy: "user", phone: "", state: "" },
    ]);
    const [entry] = await app.db.orm.select().from(auditLog).orderBy(auditLog.id);
    expect(entry).toMatchObject({ action: "public.partnerships.submit", subject: response.json.id });
  });

  test("an inquiry without business name or email is refused with the form's message", async () => {
    for (const body of [
      {},
      { businessName: "x" },
      { email: "a@b.cd" },
      { businessName: " ", email: "a@b.cd" },
    ]) {
      const response = await submit(body);
      expect([response.status, response.json.error]).toEqual([
        400,
        "Business name and email are required to submit your inquiry.",
      ]);
    }
  });

  test("an inquiry accepts a phone number in any common format and stores ten digits", async () => {
    const accepted = ["(123) 456-7890", "+1 (123) 456-7890", "1-123-456-7890", "123.456.7890", "1234567890"];
    for (const phone of accepted)
      expect([phone, (await submit({ ...SHOP, phone })).status]).toEqual([phone, 201]);
    expect(new Set((await rows()).map((row) => row.phone))).toEqual(new Set(["1234567890"]));
    for (const phone of ["123", "22345678901", "2 123 456 7890", "phone", "１２３４５６７８９０"]) {
      const response = await submit({ ...SHOP, phone });
      expect([phone, response.status, response.json.fields?.phone]).toEqual([
        phone,
        400,
        "Phone must have 10 digits",
      ]);
    }
  });

  test("an inquiry stores a bare domain as https and refuses anything but a web address", async () => {
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

  test("an inquiry accepts the five business types or none", async () => {
    for (const businessType of ["restaurant", "grocery", "fashion", "services", "other", "", null]) {
      expect((await submit({ ...SHOP, businessType })).status).toBe(201);
    }
    expect((await submit({ ...SHOP, businessType: "casino" })).status).toBe(400);
  });

  test("an inquiry's message has up to 5,000 characters and no control characters but tabs and line breaks", async () => {
    expect((await submit({ ...SHOP, message: "salam\n\tline" })).status).toBe(201);
    expect((await submit({ ...SHOP, message: "😀".repeat(5_000) })).status).toBe(201);
    expect((await submit({ ...SHOP, message: "a".repeat(5_001) })).status).toBe(400);
    expect((await submit({ ...SHOP, message: "a\u0000" })).status).toBe(400);
    expect((await submit({ ...SHOP, city: "a\nb" })).status).toBe(400);
  });

  test("an inquiry with a filled honeypot gets the same response and is quarantined", async () => {
    const [honest, response] = [await submit(SHOP), await submit({ ...SHOP, hp_note: "spam" })];
    const form = ({ status, json }: typeof honest) => [
      status,
      Object.keys(json),
      json.reference.replace(/[A-Z]+|\d+/g, "x"),
    ];
    expect(form(response)).toEqual(form(honest));
    await app.db.orm.delete(partnershipInquiries).where(eq(partnershipInquiries.id, honest.json.id));
    expect((await asAdmin("GET /api/admin/partnerships")).json).toEqual([]);
    expect(await rows()).toMatchObject([{ quarantined: true }]);
  });
});

describe("the reference of an inquiry", () => {
  const mailed = () => app.db.orm.select().from(mails).orderBy(mails.id);

  test("is in the response and in an email that confirms the inquiry, without a word that was entered", async () => {
    const { reference } = (await submit({ ...SHOP, message: "Buy pills", contactName: "Pill shop" })).json;
    const [mail, ...others] = await mailed();
    expect([mail?.to, mail?.kind, mail?.bulk, others]).toEqual([SHOP.email, "inquiry-received", true, []]);
    expect(`${mail?.subject} ${mail?.text}`).toContain(reference);
    expect(mail?.text).toContain("We'll get back to you within 24 hours.");
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/Noor|pill/i);
  });

  test("is shown to staff and found by them, whole or in part, and the export finds it too", async () => {
    const { id, reference } = (await submit(SHOP)).json;
    await submit({ ...SHOP, businessName: "Other" });
    for (const q of [reference, reference.toLowerCase(), reference.slice(0, -2)]) {
      const found = (await asAdmin(`GET /api/admin/partnerships?q=${q}`)).json;
      expect(found).toMatchObject([{ id, reference }]);
    }
    const { text } = await asAdmin(`GET /api/admin/partnerships/export?q=${reference}`);
    expect([text.includes("Noor Grill"), text.includes("Other")]).toEqual([true, false]);
    expect((await asAdmin("POST /api/admin/partnerships", SHOP)).json.reference).toMatch(
      /^[A-Z]+-[A-Z]+-\d{4}$/,
    );
  });

  test("is mailed to one address three times a day at most, and not for what staff add", async () => {
    for (let n = 0; n < 5; n++) expect((await submit(SHOP)).status).toBe(201);
    await submit({ ...SHOP, email: "other@noor.example" });
    await asAdmin("POST /api/admin/partnerships", { ...SHOP, email: "third@noor.example" });
    const to = (await mailed()).map((mail) => mail.to);
    expect(to).toEqual([SHOP.email, SHOP.email, SHOP.email, "other@noor.example"]);
    app.clock.forward(days(1));
    await submit(SHOP);
    expect(await mailed()).toHaveLength(5);
  });

  test("is mailed to one address three times a day also if the forms come at once", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => submit(SHOP)));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect(await mailed()).toHaveLength(3);
  });

  test("is mailed to one mailbox three times a day, whatever is added after a plus", async () => {
    const [name, domain] = SHOP.email.split("@");
    for (const tag of ["", "+a", "+b", "+c+d"]) await submit({ ...SHOP, email: `${name}${tag}@${domain}` });
    await submit({ ...SHOP, email: `${name}x@${domain}` });
    expect((await mailed()).map(({ to }) => to.split("@")[0])).toEqual([
      name,
      `${name}+a`,
      `${name}+b`,
      `${name}x`,
    ]);
  });

  test("of a quarantined inquiry is mailed once staff release it", async () => {
    const { id, reference } = (await submit({ ...SHOP, hp_note: "x" })).json;
    expect(await mailed()).toEqual([]);
    expect((await asAdmin(`POST /api/admin/quarantine/${id}/release`)).status).toBe(200);
    expect((await mailed()).map(({ subject }) => subject.includes(reference))).toEqual([true]);
  });
});

describe("inquiries in the back office", () => {
  test("an admin adds an inquiry, and its phone number is shown formatted", async () => {
    const response = await asAdmin("POST /api/admin/partnerships", {
      ...SHOP,
      phone: "1234567890",
      addedBy: "user",
    });
    expect(response.status).toBe(201);
    expect(response.json).toMatchObject({ ...SHOP, phone: "(123) 456-7890", addedBy: "admin" });
    const empty = await asAdmin("POST /api/admin/partnerships", {});
    expect([empty.status, empty.json.error]).toEqual([400, "Business name and email are required"]);
  });

  test("updating an inquiry records before and after in the audit log", async () => {
    const { id } = (await submit(SHOP)).json;
    const response = await asAdmin(`PUT /api/admin/partnerships/${id}`, {
      ...SHOP,
      city: "Toronto",
      id: "x",
      addedBy: "admin",
    });
    expect(response.status).toBe(200);
    expect(response.json).toMatchObject({ id, city: "Toronto", addedBy: "user" });
    const entry = (await app.db.orm.select().from(auditLog).orderBy(auditLog.id)).find(
      (row) => row.action === "admin.partnerships.update",
    );
    expect(entry).toMatchObject({
      subject: id,
      before: { city: "" },
      after: { city: "Toronto" },
      actorName: "admin",
    });
  });

  test("the second of two editors of one version gets an edit conflict", async () => {
    const { id } = (await submit(SHOP)).json;
    const read = (await asAdmin("GET /api/admin/partnerships")).json[0];
    const put = (city: string) =>
      asAdmin(`PUT /api/admin/partnerships/${id}`, { ...SHOP, city, updatedAt: read.updatedAt });
    const statuses = (await Promise.all([put("Toronto"), put("Boston")])).map((response) => response.status);
    expect(statuses.sort()).toEqual([200, 409]);
    expect((await asAdmin(`PUT /api/admin/partnerships/${id}`, { ...SHOP, city: "Ottawa" })).status).toBe(
      200,
    );
  });

  test("marking an inquiry as answered needs the version that was read and creates a new one", async () => {
    const { id } = (await submit(SHOP)).json;
    const read = (await asAdmin("GET /api/admin/partnerships")).json[0];
    const mark = (body: object) => asAdmin(`PUT /api/admin/partnerships/${id}/answered`, body);
    const marked = await mark({ updatedAt: read.updatedAt });
    expect([marked.status, marked.json.answeredAt]).toEqual([200, expect.any(String)]);
    expect(marked.json.updatedAt > read.updatedAt).toBe(true);
    const late = await mark({ answered: false, updatedAt: read.updatedAt });
    expect([late.status, late.json.current.updatedAt]).toEqual([409, marked.json.updatedAt]);
    expect((await mark({ answered: false })).json.answeredAt).toBeNull();
  });

  test("an inquiry can be deleted once", async () => {
    const { id } = (await submit(SHOP)).json;
    const first = await asAdmin(`DELETE /api/admin/partnerships/${id}`);
    expect([first.status, first.json]).toEqual([200, { success: true }]);
    expect((await asAdmin(`DELETE /api/admin/partnerships/${id}`)).status).toBe(404);
    expect((await asAdmin(`PUT /api/admin/partnerships/${id}`, SHOP)).status).toBe(404);
  });

  test("an unknown id of any form is a 404", async () => {
    for (const id of ["x", "%25", "..", "a".repeat(90), "0'--"]) {
      expect([id, (await asAdmin(`DELETE /api/admin/partnerships/${id}`)).status]).toEqual([id, 404]);
    }
  });

  test("the export holds every column of an inquiry", async () => {
    await submit({ ...SHOP, phone: "1234567890", message: "two\nlines", state: "Ontario" });
    const response = await asAdmin("GET /api/admin/partnerships/export");
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="partnership-inquiries.csv"',
    );
    expect(response.text).toContain(
      '"Noor Grill","","hi@noor.example","(123) 456-7890","","","","Ontario","two\nlines","user"',
    );
  });
});
