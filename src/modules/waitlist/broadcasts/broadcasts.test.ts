import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { hours, minutes } from "../../../shared/duration.ts";
import { basic, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { failureOf } from "../../../testing/failure.ts";
import { auditLog } from "../../audit/table.ts";
import { suppress } from "../../mail/events/suppression.ts";
import { mails } from "../../mail/table.ts";
import { waitlistSignups } from "../table.ts";
import { broadcastRecipients, broadcasts } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const role of ["admin", "partner_manager"] as const) await staff(app, role);
});
beforeEach(async () => {
  await app.db.orm.delete(broadcasts);
  await app.db.orm.delete(waitlistSignups);
  await app.db.orm.delete(mails);
});
afterAll(() => app.close());

const call = (line: string, body?: unknown, role = "admin") =>
  app.send(line.replace(" ", " /api/admin/broadcasts"), {
    headers: basic(role),
    ...(body !== undefined && { body }),
  });
const draft = async (fields: object = {}) =>
  (await call("POST ", { subject: "News", markdown: "Assalamu alaikum, {name}.", ...fields })).json;
const join = (email: string, fields: Partial<typeof waitlistSignups.$inferInsert> = {}) =>
  app.db.orm.insert(waitlistSignups).values({
    id: email,
    firstName: "Hana",
    email,
    emailKey: email,
    isBetaTester: false,
    consentWording: "waitlist-2",
    createdAt: app.clock.now,
    ...fields,
  });

describe("a draft", () => {
  test("is added, read, changed and deleted by admins, each on record", async () => {
    await join("one@example.com");
    const startsAt = "2030-01-01T00:00:00.000Z";
    const audience = { confirmed: false, joinedAfter: "2020-01-01T00:00:00.000Z" };
    const created = await call("POST ", {
      subject: " News ",
      markdown: "Hello",
      audience,
      ratePerMinute: 60,
      startsAt,
    });
    expect([created.status, created.json]).toMatchObject([
      201,
      { subject: "News", state: "draft", filter: audience, ratePerMinute: 60, startsAt, createdBy: "admin" },
    ]);
    const { id, updatedAt } = created.json;
    expect((await call(`GET /${id}`)).json).toMatchObject({ audience: 1, sent: 0, failed: 0, left: 1 });
    await join("two@example.com");
    expect((await call(`GET /${id}`)).json.audience).toBe(2);
    const changed = await call(`PUT /${id}`, { subject: "Other", markdown: "Hello", updatedAt });
    expect(changed.json).toMatchObject({ subject: "Other", filter: {}, ratePerMinute: null, audience: 2 });
    expect((await call("GET ")).json).toMatchObject([{ id, subject: "Other" }]);
    expect((await call(`DELETE /${id}`)).json).toEqual({ success: true });
    expect((await call(`GET /${id}`)).status).toBe(404);
    const entries = await app.db.orm.select().from(auditLog).where(eq(auditLog.subject, id));
    expect(entries.map(({ action }) => action).sort()).toEqual([
      "admin.broadcasts.create",
      "admin.broadcasts.delete",
      "admin.broadcasts.update",
    ]);
  });

  test("is refused without a subject or message, and with a rate, audience, placeholder, link or image that cannot be sent", async () => {
    const wrong = [
      { subject: "" },
      { markdown: " " },
      { markdown: undefined },
      { markdown: "m".repeat(20_001) },
      { ratePerMinute: 0 },
      { ratePerMinute: 1.5 },
      { startsAt: "soon" },
      { audience: { beta: "yes" } },
      { audience: { cityIds: "5" } },
      { audience: { joinedAfter: "then" } },
      { markdown: "Dear {firstname}" },
      { subject: "Open {invite}" },
      { subject: "Open {invite}" }, // again: a refusal leaves nothing behind that lets the next one pass
      { markdown: "[x](http://plain.example)" },
      { markdown: "[x](javascript:alert(1))" },
      { markdown: "![x](https://pixel.example/1.png)" },
    ];
    for (const each of wrong) {
      const { status, json } = await call("POST ", { subject: "News", markdown: "Hello", ...each });
      expect([each, status, json.code]).toEqual([each, 400, "INVALID_INPUT"]);
    }
    expect(await app.db.orm.select().from(broadcasts)).toEqual([]);
  });

  test("that was saved before nesting was limited is read, previewed and listed, the list without its message", async () => {
    const { id } = await draft();
    const markdown = `${"- ".repeat(21)}a`;
    await app.db.orm.update(broadcasts).set({ markdown }).where(eq(broadcasts.id, id));
    const { status, json } = await call(`GET /${id}`);
    expect([status, json.markdown, json.preview.text]).toEqual([200, markdown, expect.stringContaining("a")]);
    expect(await app.operate("admin.broadcasts.preview", { id })).toMatchObject({ subject: "News" });
    const [row] = (await call("GET ")).json;
    expect([row.id, row.subject, "markdown" in row]).toEqual([id, "News", false]);
    const refused = await call("POST ", { subject: "News", markdown });
    expect([refused.status, refused.json.fields.markdown]).toEqual([
      400,
      "Lists and quotes can be 20 levels deep at most",
    ]);
  });

  test("is not changed or deleted by other roles, with another's version, or once it was sent", async () => {
    await join("one@example.com");
    const { id, updatedAt } = await draft();
    for (const line of ["GET ", `GET /${id}`, `PUT /${id}`, `DELETE /${id}`, `POST /${id}/send`]) {
      const body = line.startsWith("GET") ? undefined : { subject: "x", markdown: "x", count: 1 };
      expect([line, (await call(line, body, "partner_manager")).status]).toEqual([line, 403]);
    }
    const change = { subject: "Other", markdown: "Hello", updatedAt };
    await call(`PUT /${id}`, change);
    const conflict = await call(`PUT /${id}`, change);
    expect([conflict.status, conflict.json.current.subject]).toEqual([409, "Other"]);
    await call(`POST /${id}/send`, { count: 1 });
    expect((await call(`PUT /${id}`, { ...change, updatedAt: undefined })).status).toBe(409);
    expect((await call(`DELETE /${id}`)).status).toBe(409);
    expect((await call("PUT /none", change)).status).toBe(404);
  });
});

describe("an audience", () => {
  test("is everyone on the list to whom all conditions apply, but no one who left, is suppressed or is quarantined", async () => {
    const early = new Date(app.clock.now.getTime() - hours(1));
    await join("plain@example.com");
    await join("confirmed@example.com", { confirmedAt: app.clock.now, isBetaTester: true });
    const dearborn = app.deps.state.gazetteer.meaning("Dearborn, MI");
    await join("near@example.com", { cityId: dearborn?.id ?? 0 });
    await join("early@example.com", { createdAt: early, source: { ref: "abc" } });
    await join("left@example.com", { leftAt: app.clock.now });
    await join("held@example.com", { quarantined: true });
    await join("stopped@example.com");
    await app.db.transaction((tx) => suppress(tx, "Stopped@example.com", "manual", app.clock.now));
    const audienceOf = async (audience: object) => (await draft({ audience })).audience;
    expect(await audienceOf({})).toBe(4);
    expect(await audienceOf({ confirmed: true })).toBe(1);
    expect(await audienceOf({ confirmed: false, beta: false })).toBe(3);
    expect(await audienceOf({ referred: true })).toBe(1);
    expect(await audienceOf({ joinedBefore: app.clock.now.toISOString() })).toBe(1);
    expect(await audienceOf({ joinedAfter: app.clock.now.toISOString() })).toBe(3);
    expect(await audienceOf({ neverInvited: true })).toBe(4);
    expect(await audienceOf({ cityIds: [String(dearborn?.metroId)] })).toBe(1);
    expect(await audienceOf({ cityIds: [1] })).toBe(0);
  });

  test("of people never invited leaves out people whom another broadcast invites, unless it was canceled before", async () => {
    await join("one@example.com");
    const { id } = await draft({ markdown: "Come: {invite}" });
    await call(`POST /${id}/send`, { count: 1 });
    const audience = { neverInvited: true };
    expect((await draft({ audience })).audience).toBe(0);
    await call(`POST /${id}/cancel`, {});
    expect((await draft({ audience })).audience).toBe(1);
  });
});

describe("a message", () => {
  test("shows raw HTML as text, and its preview has the leave link and the postal address in both forms", async () => {
    const markdown = "# Salam {name}\n\n<img src=x onerror=alert(1)> in **{city}**\n\n[Pass it on]({link})";
    const { preview } = await draft({ subject: "Hi {name}", markdown });
    expect(preview.subject).toBe("Hi Amina");
    expect(preview.html).toContain("&lt;img src=x onerror=alert(1)&gt; in <strong>Dearborn</strong>");
    expect(preview.text).toContain("Pass it on: http://localhost:3000/?ref=sample");
    for (const form of [preview.text, preview.html]) {
      expect(form).toContain("/leave/");
      expect(form).toContain(app.deps.settings.brand.postalAddress);
    }
  });

  test("is mailed as a test to the caller's own address or to a named one, without a working link at rest", async () => {
    const { id } = await draft();
    expect((await call(`POST /${id}/test`, {})).json).toEqual({ success: true });
    await call(`POST /${id}/test`, { email: "me@example.com" });
    const posted = await app.db.orm.select().from(mails).orderBy(mails.to);
    expect(posted).toMatchObject([
      { to: "admin@example.com", subject: "[Test] News", kind: "broadcast-test" },
      { to: "me@example.com" },
    ]);
    expect(JSON.stringify(posted)).not.toMatch(/leave\/[\w-]{40,}/);
    const failure = await failureOf(() => app.operate("admin.broadcasts.test", { id }));
    expect(failure).toMatchObject({ code: "CONFLICT" }); // an operator has no address
    expect((await call("POST /none/test", {})).status).toBe(404);
  });
});

describe("sending", () => {
  test("writes a row for each person and answers the progress", async () => {
    await join("one@example.com");
    await join("two@example.com");
    const { id } = await draft();
    const { status, json } = await call(`POST /${id}/send`, { count: 2 });
    expect([status, json]).toMatchObject([
      200,
      { state: "sending", audience: 2, sent: 0, failed: 0, left: 2, sentBy: "admin" },
    ]);
    const { json: rows, headers } = await call(`GET /${id}/recipients?state=waiting&limit=1`);
    expect([rows.length, headers.get("x-total-count")]).toEqual([1, "2"]);
  });

  test("is refused where the audience has changed, is empty or was not counted", async () => {
    await join("one@example.com");
    const { id } = await draft();
    const changed = await call(`POST /${id}/send`, { count: 2 });
    expect([changed.status, changed.json.audience]).toEqual([409, 1]);
    for (const count of [undefined, null, "1", "many", 1.5, -1])
      expect((await call(`POST /${id}/send`, { count })).status).toBe(400);
    const { id: empty } = await draft({ audience: { beta: true } });
    expect((await call(`POST /${empty}/send`, { count: 0 })).status).toBe(409);
    expect(await app.db.orm.select().from(broadcastRecipients)).toEqual([]);
  });

  test("happens once although two send at the same time", async () => {
    await join("one@example.com");
    const { id } = await draft();
    const both = await Promise.all([1, 2].map(() => call(`POST /${id}/send`, { count: 1 })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await app.db.orm.select().from(broadcastRecipients)).toHaveLength(1);
  });

  test("waits for its time, pauses, resumes and ends for good", async () => {
    await join("one@example.com");
    const startsAt = new Date(app.clock.now.getTime() + minutes(5)).toISOString();
    const { id } = await draft({ startsAt });
    const act = async (verb: string) => {
      const { status, json } = await call(`POST /${id}/${verb}`, {});
      return status === 200 ? json.state : status;
    };
    expect([await act("pause"), await act("resume"), await act("cancel")]).toEqual([409, 409, 409]);
    expect((await call(`POST /${id}/send`, { count: 1 })).json.state).toBe("scheduled");
    expect([await act("resume"), await act("pause"), await act("pause")]).toEqual([409, "paused", 409]);
    expect(await act("resume")).toBe("scheduled");
    await act("pause");
    app.clock.forward(minutes(5));
    expect([await act("resume"), await act("cancel"), await act("resume")]).toEqual([
      "sending",
      "cancelled",
      409,
    ]);
  });

  test("from a public site needs the operator's postal address", async () => {
    const site = await testApp({ PUBLIC_URL: "https://rihla.example" });
    await staff(site, "admin");
    const body = { subject: "News", markdown: "Hello" };
    const headers = basic("admin");
    const { id } = (await site.send("POST /api/admin/broadcasts", { headers, body })).json;
    const refused = await site.send(`POST /api/admin/broadcasts/${id}/send`, { headers, body: { count: 0 } });
    expect([refused.status, refused.json.error]).toEqual([
      409,
      "POSTAL_ADDRESS is not set: the law requires your postal address in every broadcast",
    ]);
    await site.close();
  });
});

test("staff find metros by the name of any of their cities, and by id", async () => {
  const metros = (input: object) => app.operate("admin.broadcasts.metros", input);
  const detroit = { id: "4990729", name: "Detroit, MI" };
  expect(await metros({ q: "dearborn, mi" })).toEqual([detroit]);
  expect(await metros({ ids: [detroit.id, "1"] })).toEqual([detroit]);
  expect(await metros({})).toEqual([]);
});
