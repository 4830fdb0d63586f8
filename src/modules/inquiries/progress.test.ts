import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { basic, partner, signIn, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { fakeMailer } from "../../testing/fake-mailer.ts";
import { lastMail, mailsTo } from "../../testing/mailed.ts";
import { place } from "../../testing/places/places.ts";
import { auditLog } from "../audit/table.ts";
import { mails } from "../mail/table.ts";
import { partnershipInquiries, replyTemplates } from "./table.ts";

let app: TestApp;
let staffIds: Record<string, string>;
let id: string;
beforeAll(async () => {
  app = await testApp({}, { mailer: fakeMailer(() => Promise.resolve()) });
  staffIds = {};
  for (const role of ["super_admin", "admin", "partner_manager"] as const)
    staffIds[role] = await staff(app, role);
  await app.operate("admin.tokens.create", { service: "robot", scopes: ["inquiries:write"] });
  const [robot] = await app.db.query<{ id: string }>("select id from staff_users where is_service");
  staffIds.service = robot?.id ?? "";
});
beforeEach(async () => {
  await app.db.orm.delete(partnershipInquiries);
  await app.db.orm.delete(mails);
  const body = { ...SHOP, message: "Salam,\nwe bake bread.", city: "Dearborn" };
  id = (await app.send("POST /api/partnership", { body })).json.id;
});
afterAll(() => app.close());

const SHOP = { businessName: "Noor Grill", email: "hi@noor.example" };
const as = (role: string, line: string, body?: unknown) =>
  app.send(line, { headers: basic(role), ...(body !== undefined && { body }) });
const show = async () => (await as("admin", `GET /api/admin/partnerships/${id}`)).json;
const progress = (body: unknown, role = "admin") =>
  as(role, `PUT /api/admin/partnerships/${id}/progress`, body);
const listed = async (query: string, role = "admin"): Promise<string[]> =>
  (await as(role, `GET /api/admin/partnerships?${query}`)).json.map((row: { id: string }) => row.id);

describe("the progress of an inquiry", () => {
  test("an inquiry goes through its stages, and is waiting exactly while it is new", async () => {
    expect(await show()).toMatchObject({ stage: "new", answeredAt: null, assigneeName: null, place: null });
    const won = await progress({ stage: "won" });
    expect([won.status, won.json]).toMatchObject([200, { stage: "won", answeredAt: expect.any(String) }]);
    expect((await progress({ stage: "new" })).json).toMatchObject({ stage: "new", answeredAt: null });
    const mark = (answered: boolean) =>
      as("admin", `PUT /api/admin/partnerships/${id}/answered`, { answered });
    expect((await mark(true)).json.stage).toBe("answered");
    await progress({ stage: "closed" });
    expect((await mark(true)).json.stage).toBe("closed");
    expect((await mark(false)).json.stage).toBe("new");
    const entries = (await as("admin", "GET /api/admin/audit?action=admin.partnerships.progress")).json;
    expect(entries[0]).toMatchObject({
      subject: id,
      before: { stage: "answered" },
      after: { stage: "closed" },
    });
  });

  test("an inquiry is assigned to staff who may see inquiries, and to no one again", async () => {
    const assigned = await progress({ assigneeId: staffIds.super_admin });
    expect(assigned.json.assigneeId).toBe(staffIds.super_admin);
    expect((await show()).assigneeName).toBe("super_admin");
    for (const assigneeId of [staffIds.partner_manager, staffIds.service, "unknown", 5, "a\u0000"]) {
      const refused = await progress({ assigneeId });
      expect([assigneeId, refused.status, Object.keys(refused.json.fields)]).toEqual([
        assigneeId,
        400,
        ["assigneeId"],
      ]);
    }
    expect((await progress({ assigneeId: null })).json.assigneeId).toBeNull();
  });

  test("the likeliest three places are found by name and city, and one of them can be linked", async () => {
    const near = await place(app, { name: "Noor Grill House", address: "1 Elm St", city: "Dearborn" });
    await place(app, { name: "Noor Grill", address: "2 Elm St", city: "Chicago", state: "IL" });
    await place(app, { name: "Cedar Bakery", address: "3 Elm St", city: "Dearborn" });
    const likely = (await as("admin", `GET /api/admin/partnerships/${id}/places`)).json;
    expect(likely.map(({ name, city }: { name: string; city: string }) => [name, city])).toEqual([
      ["Noor Grill House", "Dearborn"],
      ["Noor Grill", "Chicago"],
    ]);
    expect((await progress({ placeId: near.id })).status).toBe(200);
    expect((await show()).place).toMatchObject({ id: near.id, name: "Noor Grill House" });
    const unknown = await progress({ placeId: "unknown" });
    expect([unknown.status, unknown.json.fields]).toEqual([400, { placeId: "This place does not exist" }]);
    expect((await progress({ placeId: null })).json.placeId).toBeNull();
  });

  test("the place of an inquiry is the one that is kept of a merge, and a merged one cannot be linked any more", async () => {
    const kept = await place(app, { name: "Noor Grill House", address: "1 Elm St", city: "Dearborn" });
    const duplicate = await place(app, { name: "Noor Grill", address: "2 Elm St", city: "Dearborn" });
    await progress({ placeId: duplicate.id });
    const merged = await as("admin", `POST /api/admin/pois/${kept.id}/merge`, { duplicateId: duplicate.id });
    expect([merged.status, (await show()).placeId]).toEqual([200, kept.id]);
    expect((await show()).place).toMatchObject({ id: kept.id, name: "Noor Grill House" });
    await progress({ placeId: null });
    expect((await progress({ placeId: duplicate.id })).json.placeId).toBe(kept.id);
  });

  test("the list names assignees, and the inquiries of one who is deactivated or has another role are unassigned", async () => {
    const omar = await staff(app, "admin", "omar");
    await progress({ assigneeId: omar });
    const [row] = (await as("admin", "GET /api/admin/partnerships")).json;
    expect([row.assigneeId, row.assigneeName, await listed("assignee=none")]).toEqual([omar, "omar", []]);
    for (const change of [{ isActive: false }, { isActive: true, role: "partner_manager" }]) {
      expect((await as("super_admin", `PUT /api/admin/users/${omar}`, change)).status).toBe(200);
      expect(await listed("assignee=none")).toEqual([id]);
      expect(await show()).toMatchObject({ assigneeId: null, assigneeName: null });
      expect((await as("admin", "GET /api/admin/partnerships")).json[0].assigneeName).toBeNull();
      expect((await as("admin", "GET /api/admin/partnerships/export?assignee=none")).text).toContain(
        '"new",""',
      );
    }
  });

  test("of two changes of one version the second is refused with the current one", async () => {
    const { updatedAt } = await show();
    const both = await Promise.all([
      progress({ stage: "won", updatedAt }),
      progress({ assigneeId: staffIds.admin, updatedAt }, "super_admin"),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409)?.json;
    expect(refused.current.updatedAt).toBe((await show()).updatedAt);
  });

  test("a wrong stage is refused with a sentence, an unknown inquiry with 404, a partner manager with 403", async () => {
    const wrong = await progress({ stage: "lost" });
    expect([wrong.status, wrong.json.fields.stage]).toEqual([
      400,
      "stage must be one of new, answered, won, closed",
    ]);
    expect((await as("admin", "PUT /api/admin/partnerships/unknown/progress", { stage: "won" })).status).toBe(
      404,
    );
    expect((await progress({ stage: "won" }, "partner_manager")).status).toBe(403);
  });

  test("the list and the export are filtered by stage and assignee, and the search reads city and message", async () => {
    const other = (await app.send("POST /api/partnership", { body: { ...SHOP, businessName: "Cedar" } })).json
      .id;
    await progress({ stage: "won", assigneeId: staffIds.admin });
    expect(await listed("stage=won")).toEqual([id]);
    expect(await listed("assignee=none")).toEqual([other]);
    for (const assignee of ["me", staffIds.admin])
      expect([assignee, await listed(`assignee=${assignee}`)]).toEqual([assignee, [id]]);
    expect(await listed("assignee=me", "super_admin")).toEqual([]);
    const operator = await app.operate("admin.partnerships.list", { assignee: "me" }).catch((error) => error);
    expect(operator).toMatchObject({ message: expect.stringContaining("An operator has no inquiries") });
    expect([await listed("q=dearborn"), await listed("q=BREAD")]).toEqual([[id], [id]]);
    expect((await as("admin", "GET /api/admin/partnerships?stage=lost")).status).toBe(400);
    const file = await as("admin", "GET /api/admin/partnerships/export?stage=won&assignee=me");
    expect(file.text.trimEnd().split("\r\n")).toHaveLength(2);
    expect(file.text).toContain('"won","admin"');
    const rest = await as("admin", "GET /api/admin/partnerships/export?assignee=none");
    expect([rest.text.includes("Cedar"), rest.text.includes("Noor Grill")]).toEqual([true, false]);
  });
});

describe("an answer by mail", () => {
  const answer = (text: unknown, more: object = {}) =>
    as("admin", `POST /api/admin/partnerships/${id}/answers`, { text, ...more });

  test("an answer is mailed with the staff member's address for replies and kept with the inquiry", async () => {
    const sent = await answer("Salam, welcome!\nCall us.");
    expect([sent.status, sent.json]).toMatchObject([
      201,
      { text: "Salam, welcome!\nCall us.", sentTo: SHOP.email, authorName: "admin", mailState: "waiting" },
    ]);
    const [mail] = await app.db.orm.select().from(mails).where(eq(mails.kind, "inquiry-answer"));
    expect(mail).toMatchObject({ replyTo: "admin@example.com" });
    expect(mail?.text).toBe(
      "Salam, welcome!\nCall us.\n\nadmin\nRihla\n\nYou wrote:\n> Salam,\n> we bake bread.",
    );
    const shown = await show();
    expect([shown.stage, shown.answers.length]).toEqual(["answered", 1]);
    expect(JSON.stringify(await app.db.orm.select().from(auditLog))).not.toContain("welcome!");
  });

  test("the name below an answer is that of its author, not of the assignee", async () => {
    await progress({ assigneeId: staffIds.super_admin });
    await answer("Salam, welcome!");
    const [mail] = await app.db.orm.select().from(mails).where(eq(mails.kind, "inquiry-answer"));
    expect(mail?.text).toStartWith("Salam, welcome!\n\nadmin\nRihla\n");
  });

  test("an inquiry comes back from the trash with its answers", async () => {
    await answer("Salam, welcome!");
    const before = await show();
    await as("admin", `DELETE /api/admin/partnerships/${id}`);
    expect((await as("admin", `POST /api/admin/partnerships/${id}/restore`, {})).status).toBe(200);
    expect(await show()).toEqual(before);
  });

  test("an answer to an address that was corrected since is shown and deleted with the person of that address", async () => {
    const correct = (email: string) => as("admin", `PUT /api/admin/partnerships/${id}`, { ...SHOP, email });
    await correct("\u00D6zge@noor.example");
    await answer("Salam to the wrong address");
    await correct("right@noor.example");
    const wrong = "\u00F6zge@noor.example";
    const shown = await as("super_admin", `GET /api/admin/people?email=${encodeURIComponent(wrong)}`);
    expect(shown.json.data.inquiryAnswers).toMatchObject([{ text: "Salam to the wrong address" }]);
    await as("super_admin", "POST /api/admin/people/erase", { email: wrong });
    expect(await show()).toMatchObject({ email: "right@noor.example", answers: [] });
  });

  test("an inquiry in quarantine gets no answer, stage or account", async () => {
    const body = { ...SHOP, email: "held@noor.example", hp_note: "filled" };
    id = (await app.send("POST /api/partnership", { body })).json.id;
    const refused = [await answer("Salam"), await progress({ stage: "won" })];
    const invited = await as("super_admin", `POST /api/admin/partnerships/${id}/account`, {});
    expect([...refused, invited].map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await mailsTo(app, body.email)).toEqual([]);
  });

  test("an answer leaves a won inquiry won", async () => {
    await progress({ stage: "won" });
    await answer("Thanks again");
    expect((await show()).stage).toBe("won");
  });

  test("of two answers to one version one is sent, and an empty one or one to an unknown inquiry is refused", async () => {
    const { updatedAt } = await show();
    const both = await Promise.all([answer("First", { updatedAt }), answer("Second", { updatedAt })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const answers = (await mailsTo(app, SHOP.email)).filter(({ kind }) => kind === "inquiry-answer");
    expect(answers).toHaveLength(1);
    for (const text of ["", " \n", "x".repeat(5_001), 5]) expect((await answer(text)).status).toBe(400);
    const gone = await as("admin", "POST /api/admin/partnerships/unknown/answers", { text: "x" });
    expect(gone.status).toBe(404);
    const manager = await as("partner_manager", `POST /api/admin/partnerships/${id}/answers`, { text: "x" });
    expect(manager.status).toBe(403);
  });
});

describe("a partner account for the sender", () => {
  const invite = (role = "super_admin") => as(role, `POST /api/admin/partnerships/${id}/account`, {});

  test("the owner chooses the password with the mailed link, which also confirms the address", async () => {
    const made = await invite();
    expect([made.status, made.json]).toMatchObject([201, { email: SHOP.email, link: null }]);
    expect((await show()).partner).toEqual({ id: made.json.partnerId, businessName: "Noor Grill" });
    const { token, text } = await lastMail(app, SHOP.email, "partner-invitation");
    expect(text).not.toContain("Noor Grill");
    const body = { token, newPassword: "a passphrase of their own" };
    expect((await app.send("POST /partner/api/password/reset", { body })).status).toBe(200);
    const login = { email: SHOP.email, password: body.newPassword };
    expect((await app.send("POST /partner/api/login", { body: login })).json).toMatchObject({
      businessName: "Noor Grill",
      emailConfirmed: true,
    });
    expect((await app.send("POST /partner/api/password/reset", { body })).status).toBe(400);
  });

  test("an address gets one account, however often it is asked for at the same time", async () => {
    const body = { ...SHOP, email: "twice@noor.example" };
    id = (await app.send("POST /api/partnership", { body })).json.id;
    const both = await Promise.all([invite(), invite()]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    await partner(app, "known@noor.example");
    id = (await app.send("POST /api/partnership", { body: { ...SHOP, email: "Known@noor.example" } })).json
      .id;
    expect((await invite()).json.error).toBe("An account with this email already exists");
  });

  test("only a super admin makes an account, and not for an inquiry that is gone", async () => {
    expect([(await invite("admin")).status, (await invite("partner_manager")).status]).toEqual([403, 403]);
    await as("admin", `DELETE /api/admin/partnerships/${id}`);
    expect((await invite()).status).toBe(404);
  });
});

test("without a mail server the link of an invitation is in the answer, to be handed over", async () => {
  const plain = await testApp();
  await staff(plain, "super_admin");
  const { json } = await plain.send("POST /api/partnership", { body: SHOP });
  const made = await plain.send(`POST /api/admin/partnerships/${json.id}/account`, {
    headers: basic("super_admin"),
    body: {},
  });
  expect(made.json.link).toMatch(/^http:\/\/localhost:3000\/partner\/reset\/[\w-]{43}$/);
  await plain.close();
});

describe("the templates of replies", () => {
  const save = (body: unknown, role = "admin") => as(role, "POST /api/admin/reply-templates", body);
  const templates = async () => (await as("admin", "GET /api/admin/reply-templates")).json;
  const HOURS = { name: "Hours", text: "Salam {contactName}, we are here from 9 to 5." };
  beforeEach(async () => void (await app.db.orm.delete(replyTemplates)));

  test("are added, changed, listed by name and deleted, each with an audit entry", async () => {
    const added = await save(HOURS);
    expect([added.status, added.json]).toMatchObject([200, HOURS]);
    await save({ name: "Claims", text: "Claim your place first." });
    const { id, updatedAt } = added.json;
    expect((await save({ ...HOURS, id, text: "From 9 to 6.", updatedAt })).json.text).toBe("From 9 to 6.");
    expect((await templates()).map(({ name }: { name: string }) => name)).toEqual(["Claims", "Hours"]);
    expect((await as("admin", `DELETE /api/admin/reply-templates/${id}`)).json).toEqual({ success: true });
    expect(await templates()).toHaveLength(1);
    const acts = await app.db.orm.select().from(auditLog).where(eq(auditLog.subject, id));
    expect(acts.map(({ action }) => action)).toEqual([
      "admin.partnerships.saveTemplate",
      "admin.partnerships.saveTemplate",
      "admin.partnerships.deleteTemplate",
    ]);
    expect(acts.map(({ before, after }) => [before, after])).toEqual([
      [null, HOURS],
      [HOURS, { ...HOURS, text: "From 9 to 6." }],
      [{ ...HOURS, text: "From 9 to 6." }, null],
    ]);
  });

  test("have a name each, are changed from the version that was read, and are refused when empty or gone", async () => {
    const both = await Promise.all([save(HOURS), save({ ...HOURS, name: "HOURS" })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [{ id, updatedAt }] = await templates();
    await save({ ...HOURS, id });
    const late = await save({ ...HOURS, id, updatedAt });
    expect([late.status, late.json.current]).toMatchObject([409, { id }]);
    for (const body of [
      {},
      { ...HOURS, text: " " },
      { ...HOURS, name: "x".repeat(101) },
      { ...HOURS, id: 1 },
    ])
      expect((await save(body)).status).toBe(400);
    expect((await save({ ...HOURS, id: "unknown" })).status).toBe(404);
    expect((await as("admin", "DELETE /api/admin/reply-templates/unknown")).status).toBe(404);
    expect((await save(HOURS, "partner_manager")).status).toBe(403);
  });

  test("are 50 at most", async () => {
    const rows = Array.from({ length: 50 }, (_, n) => ({
      ...{ id: `t${n}`, name: `T${n}`, nameKey: `t${n}`, text: "x", updatedAt: app.clock.now },
    }));
    await app.db.orm.insert(replyTemplates).values(rows);
    expect((await save(HOURS)).status).toBe(409);
    expect((await save({ ...HOURS, id: "t1" })).status).toBe(200);
    await app.db.orm.delete(replyTemplates).where(eq(replyTemplates.id, "t2"));
    const headers = await signIn(app, "admin");
    const saves = Array.from({ length: 5 }, (_, n) => {
      const body = { ...HOURS, name: `Raced ${n}` };
      return app.send("POST /api/admin/reply-templates", { headers, body });
    });
    const raced = await Promise.all(saves);
    expect(raced.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
