import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { inArray, sql } from "drizzle-orm";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { auditLog } from "../audit/table.ts";
import { partnershipInquiries } from "../inquiries/table.ts";
import { broadcastRecipients, broadcasts } from "./broadcasts/table.ts";
import { waitlistSignups } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate waitlist_signups, audit_log cascade`);
});
afterAll(() => app.close());

const join = (body: unknown) => app.send("POST /api/waitlist", { body });
const rows = () => app.db.orm.select().from(waitlistSignups);

describe("joining the waitlist", () => {
  test("a signup is stored with its consent, and its audit entry holds no personal data", async () => {
    const response = await join({ firstName: "  Aisha ", email: "Aisha@Example.com", isBetaTester: true });
    expect(response.status).toBe(201);
    expect(response.json.success).toBe(true);
    const [row] = await rows();
    expect(row).toMatchObject({
      firstName: "Aisha",
      email: "Aisha@Example.com",
      emailKey: "aisha@example.com",
      isBetaTester: true,
      quarantined: false,
      consentWording: "waitlist-2",
      createdAt: app.clock.now,
    });
    const [entry] = await app.db.orm.select().from(auditLog).orderBy(auditLog.id);
    expect(entry).toMatchObject({ action: "public.waitlist.join", actorKind: "visitor", subject: row?.id });
    expect(JSON.stringify(entry)).not.toContain("aisha");
  });

  test("a repeated address, in any case or Unicode form, gets the same response and stays one row", async () => {
    const first = await join({ firstName: "Zoë", email: "zoe\u0308@example.com" });
    const again = await join({ firstName: "Other", email: "ZO\u00CB@example.com" });
    expect([again.status, again.json]).toEqual([first.status, first.json]);
    expect(await rows()).toHaveLength(1);
  });

  test("a repeated signup can opt in to the beta but never opt out", async () => {
    await join({ firstName: "A", email: "a@example.com" });
    await join({ firstName: "A", email: "a@example.com", isBetaTester: true });
    await join({ firstName: "A", email: "a@example.com", isBetaTester: false });
    expect((await rows())[0]?.isBetaTester).toBe(true);
    expect(await app.db.orm.select().from(auditLog).orderBy(auditLog.id)).toHaveLength(2);
  });

  test("a hundred parallel signups with one address become one row that keeps the beta opt-in", async () => {
    const bodies = Array.from({ length: 100 }, (_, index) => ({
      firstName: "Twin",
      email: index % 2 ? "TWIN@example.com" : "twin@example.com",
      isBetaTester: index === 50,
    }));
    const responses = await Promise.all(bodies.map(join));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([201]));
    expect(await rows()).toMatchObject([{ isBetaTester: true }]);
  });

  test("signups written together keep their own names and sources, whatever these contain", async () => {
    const names = ['Amina "Umm, {A}"', "Back\\slash \\", "NULL", "O'Neil $1", "نور"];
    await Promise.all(
      names.map((firstName, index) =>
        join({ firstName, email: `name${index}@example.com`, source: { utmSource: firstName } }),
      ),
    );
    await join({ firstName: "Plain", email: "plain@example.com" });
    const stored = (await rows()).toSorted((a, b) => (a.email < b.email ? -1 : 1));
    expect(stored.map(({ firstName, source }) => [firstName, source])).toEqual([
      ...names.map((firstName) => [firstName, { utmSource: firstName }]),
      ["Plain", null],
    ]);
  });

  test("700 parallel signups are all stored", async () => {
    const bodies = Array.from({ length: 700 }, (_, n) => ({ firstName: "P", email: `p${n}@example.com` }));
    const responses = await Promise.all(bodies.map(join));
    expect(responses.every((response) => response.status === 201)).toBe(true);
    expect(await rows()).toHaveLength(700);
  });

  test("an empty name or address is refused with the form's message, and the field is named", async () => {
    for (const body of [{}, { firstName: "", email: "" }, { firstName: "   ", email: null }, []]) {
      const response = await join(body);
      expect([response.status, response.json.code]).toEqual([400, "INVALID_INPUT"]);
    }
    const response = await join({ firstName: "" });
    expect(response.json.error).toBe("Please fill in all required fields");
    expect(response.json.fields).toEqual({ firstName: "First name is required", email: "Email is required" });
  });

  test("an invalid email address is refused", async () => {
    const wrong = [
      "a",
      "a@b",
      "a b@c.de",
      "a@b..c",
      "a@b.c\r\nBcc: x@y.z",
      "<a@b.cd>",
      `${"a".repeat(65)}@b.cd`,
    ];
    for (const email of wrong) {
      const response = await join({ firstName: "A", email });
      expect([email, response.status]).toEqual([email, 400]);
      expect(response.json.fields.email).toBeString();
    }
    const response = await join({ firstName: "A", email: "no-address" });
    expect(response.json.error).toBe("Please enter a valid email address");
    expect(await rows()).toHaveLength(0);
  });

  test("a name that is too long, holds control characters or is not a string is refused", async () => {
    const wrong: unknown[] = ["a".repeat(201), "a\u0000b", "a\u0007", "\ud800", 5, true, {}, ["a"]];
    for (const firstName of wrong) {
      const response = await join({ firstName, email: "a@example.com" });
      expect([firstName, response.status]).toEqual([firstName, 400]);
      expect(response.json.fields.firstName).toBeString();
    }
    expect((await join({ firstName: "😀".repeat(200), email: "a@example.com" })).status).toBe(201);
    expect((await join({ firstName: "A", email: "b@example.com", isBetaTester: "false" })).status).toBe(400);
  });

  test("fields owned by the server are ignored in a signup", async () => {
    const extra = { id: "chosen", createdAt: "2000-01-01", quarantined: true, city: "X", lastName: "Y" };
    expect((await join({ firstName: "A", email: "a@example.com", ...extra })).status).toBe(201);
    expect(await rows()).toMatchObject([{ quarantined: false, city: null, lastName: null }]);
    expect((await rows())[0]?.id).not.toBe("chosen");
  });

  test("a signup keeps how the person came, without what may be personal, and staff see it", async () => {
    const source = {
      utmSource: "masjid-newsletter",
      utmMedium: "amina@example.com",
      utmCampaign: " ramadan ",
      referrer: "https://example.org/page?email=amina#top",
      ref: "0123456789ab",
      other: "ignored",
    };
    expect((await join({ firstName: "A", email: "a@example.com", source })).status).toBe(201);
    for (const none of [null, {}, { ref: "" }, undefined])
      await join({ firstName: "B", email: "b@example.com", source: none });
    const list = (await app.send("GET /api/admin/waitlist?sort=email", { headers: basic("admin") })).json;
    expect(list.map((row: { source: unknown }) => row.source)).toEqual([
      {
        utmSource: "masjid-newsletter",
        utmCampaign: "ramadan",
        referrer: "https://example.org/page",
        ref: "0123456789ab",
      },
      null,
    ]);
    for (const wrong of ["x", 5, { ref: "r".repeat(201) }, { ref: 5 }, { utmSource: "a\u0007" }])
      expect((await join({ firstName: "A", email: "a@example.com", source: wrong })).status).toBe(400);
  });

  test("a signup with a filled honeypot gets the same response and is quarantined, and the address can still join", async () => {
    const regular = await join({ firstName: "A", email: "a@example.com" });
    const bot = await join({ firstName: "B", email: "b@example.com", hp_note: "buy now" });
    expect([bot.status, bot.json]).toEqual([regular.status, regular.json]);
    const person = await join({ firstName: "B", email: "b@example.com" });
    expect(person.status).toBe(201);
    expect((await rows()).map((row) => [row.email, row.quarantined]).sort()).toEqual([
      ["a@example.com", false],
      ["b@example.com", false],
      ["b@example.com", true],
    ]);
    const list = await app.send("GET /api/admin/waitlist", { headers: basic("admin") });
    expect(list.json).toHaveLength(2);
  });

  test("a person and two bots with the same address at once become three rows with one audit entry each", async () => {
    const body = { firstName: "B", email: "b@example.com" };
    await Promise.all([join({ ...body, hp_note: "x" }), join(body), join({ ...body, hp_note: "y" })]);
    expect(await rows()).toHaveLength(3);
    expect(await app.db.orm.select().from(auditLog).orderBy(auditLog.id)).toHaveLength(3);
  });
});

describe("the waitlist in the back office", () => {
  const asAdmin = (line: string) => app.send(line, { headers: basic("admin") });

  async function fill(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      app.clock.forward(1_000);
      await join({ firstName: `N${n}`, email: `n${n}@example.com`, isBetaTester: n % 2 === 0 });
    }
  }

  test("the list is newest first and pages by cursor without gaps or repeats", async () => {
    await fill(7);
    const seen: string[] = [];
    let next = "/api/admin/waitlist?limit=3";
    while (next !== "") {
      const response = await asAdmin(`GET ${next}`);
      expect([response.status, response.headers.get("x-total-count")]).toEqual([200, "7"]);
      seen.push(...response.json.map((row: { firstName: string }) => row.firstName));
      next = /^<(.*)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
    }
    expect(seen).toEqual(["N6", "N5", "N4", "N3", "N2", "N1", "N0"]);
  });

  test("a row has exactly the documented keys", async () => {
    await fill(1);
    const [row] = (await asAdmin("GET /api/admin/waitlist")).json;
    expect(Object.keys(row)).toEqual([
      "id",
      "firstName",
      "lastName",
      "email",
      "city",
      "isBetaTester",
      "createdAt",
      "confirmedAt",
      "leftAt",
      "invitedAt",
      "acceptedAt",
      "source",
    ]);
    expect(new Date(row.createdAt).toISOString()).toBe(row.createdAt);
  });

  test("one signup is shown with the text that the person agreed to, and one in quarantine is not", async () => {
    await join({ firstName: "Amina", email: "amina@example.com" });
    const [listed] = (await asAdmin("GET /api/admin/waitlist")).json;
    const shown = (await asAdmin(`GET /api/admin/waitlist/${listed.id}`)).json;
    expect(shown).toEqual({
      ...listed,
      updatedAt: listed.createdAt,
      consent: {
        id: "waitlist-2",
        text: expect.stringContaining("you agree"),
        at: listed.createdAt,
        source: null,
      },
    });
    await join({ firstName: "Bot", email: "bot@example.com", hp_note: "x" });
    const [held] = (await asAdmin("GET /api/admin/quarantine")).json;
    for (const id of [held.id, "none"])
      expect([id, (await asAdmin(`GET /api/admin/waitlist/${id}`)).status]).toEqual([id, 404]);
  });

  test("an empty list is an empty array", async () => {
    const response = await asAdmin("GET /api/admin/waitlist");
    expect([response.json, response.headers.get("x-total-count")]).toEqual([[], "0"]);
  });

  test("search treats percent and underscore literally", async () => {
    await join({ firstName: "100%", email: "a@example.com" });
    await join({ firstName: "100x", email: "b_c@example.com" });
    const found = async (q: string) =>
      (await asAdmin(`GET /api/admin/waitlist?q=${encodeURIComponent(q)}`)).json.length;
    expect([await found("100%"), await found("%"), await found("_"), await found("100")]).toEqual([
      1, 1, 1, 2,
    ]);
  });

  test("the list and the export are filtered by who confirmed the address and who left, and the export has no one who left unless it is asked for them", async () => {
    for (const name of ["new", "confirmed", "left", "both"])
      await join({ firstName: name, email: `${name}@example.com` });
    const at = app.clock.now;
    const of = (...names: string[]) => inArray(waitlistSignups.firstName, names);
    await app.db.orm.update(waitlistSignups).set({ confirmedAt: at }).where(of("confirmed", "both"));
    await app.db.orm.update(waitlistSignups).set({ leftAt: at }).where(of("left", "both"));
    const names = async (query: string) => {
      const listed = (await asAdmin(`GET /api/admin/waitlist?${query}`)).json;
      const { text } = await asAdmin(`GET /api/admin/waitlist/export?format=jsonl&${query}`);
      const exported = text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line).firstName);
      const hasLeft = ({ leftAt }: { leftAt: string | null }) => leftAt !== null;
      const expected = query.includes("left=true") ? listed : listed.filter((each: never) => !hasLeft(each));
      expect(exported.sort()).toEqual(expected.map((each: { firstName: string }) => each.firstName).sort());
      return listed.map(({ firstName }: { firstName: string }) => firstName).sort();
    };
    expect(await names("")).toEqual(["both", "confirmed", "left", "new"]);
    expect(await names("confirmed=true")).toEqual(["both", "confirmed"]);
    expect(await names("confirmed=false")).toEqual(["left", "new"]);
    expect(await names("left=true")).toEqual(["both", "left"]);
    expect(await names("confirmed=true&left=false")).toEqual(["confirmed"]);
    for (const wrong of ["confirmed=maybe", "left=2026-01-01"])
      expect((await asAdmin(`GET /api/admin/waitlist?${wrong}`)).status).toBe(400);
  });

  test("the list shows and filters who was invited to the beta", async () => {
    for (const name of ["invited", "waiting", "news", "never"])
      await join({ firstName: name, email: `${name}@example.com` });
    const at = app.clock.now;
    const broadcast = { subject: "s", markdown: "m", audience: {}, audienceCount: 1, createdBy: "amina" };
    const times = { createdAt: at, updatedAt: at };
    await app.db.orm.insert(broadcasts).values([
      { ...broadcast, ...times, id: "beta", invites: true },
      { ...broadcast, ...times, id: "news", invites: false },
    ]);
    await app.db.orm.insert(broadcastRecipients).values([
      { id: "1", broadcastId: "beta", emailKey: "invited@example.com", state: "sent", takenAt: at },
      { id: "2", broadcastId: "beta", emailKey: "waiting@example.com" },
      { id: "3", broadcastId: "news", emailKey: "news@example.com", state: "sent", takenAt: at },
    ]);
    const invited = (await asAdmin("GET /api/admin/waitlist?invited=true")).json;
    expect(invited).toMatchObject([{ firstName: "invited", invitedAt: at.toISOString() }]);
    expect(invited).toHaveLength(1);
    const others = (await asAdmin("GET /api/admin/waitlist?invited=false")).json;
    expect(others.map((row: { invitedAt: string | null }) => row.invitedAt)).toEqual([null, null, null]);
    const { text } = await asAdmin("GET /api/admin/waitlist/export?format=jsonl&invited=true");
    expect(text.trim().split("\n")).toHaveLength(1);
    await app.db.orm.delete(broadcasts);
  });

  test("invalid limits and cursors are refused", async () => {
    const cursor = (ms: number) => Buffer.from(JSON.stringify([ms, "x"])).toString("base64url");
    for (const query of [
      "limit=0",
      "limit=501",
      "limit=abc",
      "limit=1.5",
      "cursor=zzz",
      "cursor=%00",
      `cursor=${cursor(7_000_000_000_000_000)}`, // a year beyond what PostgreSQL accepts
      `cursor=${cursor(-70_000_000_000_000)}`,
      "q=%00",
    ]) {
      expect([query, (await asAdmin(`GET /api/admin/waitlist?${query}`)).status]).toEqual([query, 400]);
    }
  });

  test("the export quotes every field, ends lines with CRLF, is newest first and contains no spreadsheet formulas", async () => {
    const names = ["=1+1", "+1", "-1", "@x", "＝1", 'say "hi"', "a,b"];
    for (const [n, firstName] of names.entries()) {
      app.clock.forward(1_000);
      await join({ firstName, email: `e${n}@example.com` });
    }
    const response = await asAdmin("GET /api/admin/waitlist/export");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="waitlist-signups.csv"');
    const lines = response.text.split("\r\n");
    expect(lines[0]).toBe('"id","firstName","lastName","email","city","isBetaTester","createdAt"');
    expect(lines.at(-1)).toBe("");
    const exported = lines.slice(1, -1).map((line) => /^"[^"]+","((?:[^"]|"")*)"/.exec(line)?.[1]);
    expect(exported).toEqual(["a,b", 'say ""hi""', "'＝1", "'@x", "'-1", "'+1", "'=1+1"]);
    expect(lines[1]).toEndWith(`,"false","${app.clock.now.toISOString()}"`);
    const [entry] = (await app.db.orm.select().from(auditLog).orderBy(auditLog.id)).filter(
      (row) => row.actorKind === "staff",
    );
    expect(entry).toMatchObject({ action: "admin.waitlist.export", actorName: "admin" });
  });

  test("an export of several pages holds every row once", async () => {
    await app.db.query(
      `insert into waitlist_signups (id, first_name, email, email_key, is_beta_tester, consent_wording, created_at)
       select 'x' || n, 'N', n || '@example.com', n || '@example.com', false, 'w', now() - (n / 3) * interval '1 ms'
       from generate_series(1, 4321) n`,
    );
    const response = await asAdmin("GET /api/admin/waitlist/export?format=jsonl");
    const ids = response.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).id);
    expect([ids.length, new Set(ids).size]).toEqual([4_321, 4_321]);
  });
});

describe("forgetting a person", () => {
  test("forgetting a person deletes their signups, quarantined submissions and inquiries, and no one else's", async () => {
    const email = "Gone@example.com";
    await join({ firstName: "A", email });
    await join({ firstName: "A", email, hp_note: "x" });
    await join({ firstName: "B", email: "stays@example.com" });
    await app.send("POST /api/partnership", { body: { businessName: "Shop", email } });
    const response = await app.operate("admin.waitlist.forget", { email: "gone@EXAMPLE.com" });
    expect(response).toMatchObject({ success: true, forgotten: 4 });
    expect((await rows()).map((row) => row.email)).toEqual(["stays@example.com"]);
    expect(await app.db.orm.select().from(partnershipInquiries)).toHaveLength(0);
    const entries = JSON.stringify(await app.db.orm.select().from(auditLog).orderBy(auditLog.id));
    expect(entries.toLowerCase()).not.toContain("gone@");
  });

  test("forgetting an unknown address deletes nothing and reports zero", async () => {
    expect(await app.operate("admin.waitlist.forget", { email: "who@example.com" })).toEqual({
      success: true,
      forgotten: 0,
      kept: [],
    });
  });
});
