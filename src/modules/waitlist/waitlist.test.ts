import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { auditLog } from "../audit/table.ts";
import { partnershipInquiries } from "../partnerships/table.ts";
import { waitlistSignups } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.delete(waitlistSignups);
  await app.db.orm.execute(sql`truncate audit_log`);
});
afterAll(() => app.close());

const join = (body: unknown) => app.send("POST /api/waitlist", { body });
const rows = () => app.db.orm.select().from(waitlistSignups);

describe("joining the waitlist", () => {
  test("keeps the signup, the consent and an act without personal data", async () => {
    const answer = await join({ firstName: "  Aisha ", email: "Aisha@Example.com", isBetaTester: true });
    expect(answer.status).toBe(201);
    expect(answer.json.success).toBe(true);
    const [row] = await rows();
    expect(row).toMatchObject({
      firstName: "Aisha",
      email: "Aisha@Example.com",
      emailKey: "aisha@example.com",
      isBetaTester: true,
      quarantined: false,
      consentWording: "waitlist-1",
      createdAt: app.clock.now,
    });
    const [act] = await app.db.orm.select().from(auditLog);
    expect(act).toMatchObject({ action: "public.waitlist.join", actorKind: "visitor", subject: row?.id });
    expect(JSON.stringify(act)).not.toContain("aisha");
  });

  test("the same address again, in any case or form, gets the same answer and stays one row", async () => {
    const first = await join({ firstName: "Zoë", email: "zoe\u0308@example.com" });
    const again = await join({ firstName: "Other", email: "ZO\u00CB@example.com" });
    expect([again.status, again.json]).toEqual([first.status, first.json]);
    expect(await rows()).toHaveLength(1);
  });

  test("a beta wish is added by a repeat and never removed by one", async () => {
    await join({ firstName: "A", email: "a@example.com" });
    await join({ firstName: "A", email: "a@example.com", isBetaTester: true });
    await join({ firstName: "A", email: "a@example.com", isBetaTester: false });
    expect((await rows())[0]?.isBetaTester).toBe(true);
    expect(await app.db.orm.select().from(auditLog)).toHaveLength(2);
  });

  test("a hundred at once with one address are one row with every wish", async () => {
    const bodies = Array.from({ length: 100 }, (_, index) => ({
      firstName: "Twin",
      email: index % 2 ? "TWIN@example.com" : "twin@example.com",
      isBetaTester: index === 50,
    }));
    const answers = await Promise.all(bodies.map(join));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(await rows()).toMatchObject([{ isBetaTester: true }]);
  });

  test("many different people at once are all kept", async () => {
    const bodies = Array.from({ length: 700 }, (_, n) => ({ firstName: "P", email: `p${n}@example.com` }));
    const answers = await Promise.all(bodies.map(join));
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
    expect(await rows()).toHaveLength(700);
  });

  test("an empty name or address is refused with the form's sentence and names the field", async () => {
    for (const body of [{}, { firstName: "", email: "" }, { firstName: "   ", email: null }, []]) {
      const answer = await join(body);
      expect([answer.status, answer.json.code]).toEqual([400, "INVALID_INPUT"]);
    }
    const answer = await join({ firstName: "" });
    expect(answer.json.error).toBe("Please fill in all required fields");
    expect(answer.json.fields).toEqual({ firstName: "First name is required", email: "Email is required" });
  });

  test("what is no address is refused with its sentence", async () => {
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
      const answer = await join({ firstName: "A", email });
      expect([email, answer.status]).toEqual([email, 400]);
      expect(answer.json.fields.email).toBeString();
    }
    const answer = await join({ firstName: "A", email: "nobody" });
    expect(answer.json.error).toBe("Please enter a valid email address");
    expect(await rows()).toHaveLength(0);
  });

  test("texts that are too long, hold control characters or are no text are refused", async () => {
    const wrong: unknown[] = ["a".repeat(201), "a\u0000b", "a\u0007", "\ud800", 5, true, {}, ["a"]];
    for (const firstName of wrong) {
      const answer = await join({ firstName, email: "a@example.com" });
      expect([firstName, answer.status]).toEqual([firstName, 400]);
      expect(answer.json.fields.firstName).toBeString();
    }
    expect((await join({ firstName: "😀".repeat(200), email: "a@example.com" })).status).toBe(201);
    expect((await join({ firstName: "A", email: "b@example.com", isBetaTester: "false" })).status).toBe(400);
  });

  test("nobody sets what is not theirs to set", async () => {
    const extra = { id: "mine", createdAt: "2000-01-01", quarantined: true, city: "X", lastName: "Y" };
    expect((await join({ firstName: "A", email: "a@example.com", ...extra })).status).toBe(201);
    expect(await rows()).toMatchObject([{ quarantined: false, city: null, lastName: null }]);
    expect((await rows())[0]?.id).not.toBe("mine");
  });

  test("a filled honeypot is answered alike, kept apart, and does not keep the person out", async () => {
    const honest = await join({ firstName: "A", email: "a@example.com" });
    const robot = await join({ firstName: "B", email: "b@example.com", hp_note: "buy now" });
    expect([robot.status, robot.json]).toEqual([honest.status, honest.json]);
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

  test("a robot and its victim in one moment are told apart, with one act each", async () => {
    const body = { firstName: "B", email: "b@example.com" };
    await Promise.all([join({ ...body, hp_note: "x" }), join(body), join({ ...body, hp_note: "y" })]);
    expect(await rows()).toHaveLength(3);
    expect(await app.db.orm.select().from(auditLog)).toHaveLength(3);
  });
});

describe("what staff see of it", () => {
  const asAdmin = (line: string) => app.send(line, { headers: basic("admin") });

  async function fill(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      app.clock.forward(1_000);
      await join({ firstName: `N${n}`, email: `n${n}@example.com`, isBetaTester: n % 2 === 0 });
    }
  }

  test("a list is newest first and pages by cursor without a gap or a repeat", async () => {
    await fill(7);
    const seen: string[] = [];
    let next = "/api/admin/waitlist?limit=3";
    while (next !== "") {
      const answer = await asAdmin(`GET ${next}`);
      expect([answer.status, answer.headers.get("x-total-count")]).toEqual([200, "7"]);
      seen.push(...answer.json.map((row: { firstName: string }) => row.firstName));
      next = /^<(.*)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1] ?? "";
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
    ]);
    expect(new Date(row.createdAt).toISOString()).toBe(row.createdAt);
  });

  test("an empty list is an empty array", async () => {
    const answer = await asAdmin("GET /api/admin/waitlist");
    expect([answer.json, answer.headers.get("x-total-count")]).toEqual([[], "0"]);
  });

  test("search takes percent and underscore as they are", async () => {
    await join({ firstName: "100%", email: "a@example.com" });
    await join({ firstName: "100x", email: "b_c@example.com" });
    const found = async (q: string) =>
      (await asAdmin(`GET /api/admin/waitlist?q=${encodeURIComponent(q)}`)).json.length;
    expect([await found("100%"), await found("%"), await found("_"), await found("100")]).toEqual([
      1, 1, 1, 2,
    ]);
  });

  test("limits and cursors that cannot be are refused", async () => {
    const cursor = (ms: number) => Buffer.from(JSON.stringify([ms, "x"])).toString("base64url");
    for (const query of [
      "limit=0",
      "limit=501",
      "limit=abc",
      "limit=1.5",
      "cursor=zzz",
      "cursor=%00",
      `cursor=${cursor(7_000_000_000_000_000)}`, // years that PostgreSQL does not read
      `cursor=${cursor(-70_000_000_000_000)}`,
      "q=%00",
    ]) {
      expect([query, (await asAdmin(`GET /api/admin/waitlist?${query}`)).status]).toEqual([query, 400]);
    }
  });

  test("the export holds every row quoted, with CRLF, newest first, and no cell that a spreadsheet runs", async () => {
    const names = ["=1+1", "+1", "-1", "@x", "＝1", 'say "hi"', "a,b"];
    for (const [n, firstName] of names.entries()) {
      app.clock.forward(1_000);
      await join({ firstName, email: `e${n}@example.com` });
    }
    const answer = await asAdmin("GET /api/admin/waitlist/export");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="waitlist-signups.csv"');
    const lines = answer.text.split("\r\n");
    expect(lines[0]).toBe('"id","firstName","lastName","email","city","isBetaTester","createdAt"');
    expect(lines.at(-1)).toBe("");
    const exported = lines.slice(1, -1).map((line) => /^"[^"]+","((?:[^"]|"")*)"/.exec(line)?.[1]);
    expect(exported).toEqual(["a,b", 'say ""hi""', "'＝1", "'@x", "'-1", "'+1", "'=1+1"]);
    expect(lines[1]).toEndWith(`,"false","${app.clock.now.toISOString()}"`);
    const [act] = (await app.db.orm.select().from(auditLog)).filter((row) => row.actorKind === "staff");
    expect(act).toMatchObject({ action: "admin.waitlist.export", actorName: "admin" });
  });

  test("an export of more than one page has every row once", async () => {
    await app.db.query(
      `insert into waitlist_signups (id, first_name, email, email_key, is_beta_tester, consent_wording, created_at)
       select 'x' || n, 'N', n || '@example.com', n || '@example.com', false, 'w', now() - (n / 3) * interval '1 ms'
       from generate_series(1, 12345) n`,
    );
    const answer = await asAdmin("GET /api/admin/waitlist/export?format=jsonl");
    const ids = answer.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).id);
    expect([ids.length, new Set(ids).size]).toEqual([12_345, 12_345]);
  });
});

describe("forgetting a person", () => {
  test("deletes signups, quarantine and inquiries, and only theirs", async () => {
    const email = "Gone@example.com";
    await join({ firstName: "A", email });
    await join({ firstName: "A", email, hp_note: "x" });
    await join({ firstName: "B", email: "stays@example.com" });
    await app.send("POST /api/partnership", { body: { businessName: "Shop", email } });
    const answer = await app.operate("admin.waitlist.forget", { email: "gone@EXAMPLE.com" });
    expect(answer).toEqual({ success: true, forgotten: 3 });
    expect((await rows()).map((row) => row.email)).toEqual(["stays@example.com"]);
    expect(await app.db.orm.select().from(partnershipInquiries)).toHaveLength(0);
    const acts = JSON.stringify(await app.db.orm.select().from(auditLog));
    expect(acts.toLowerCase()).not.toContain("gone@");
  });

  test("of somebody unknown deletes nothing and says so", async () => {
    expect(await app.operate("admin.waitlist.forget", { email: "who@example.com" })).toEqual({
      success: true,
      forgotten: 0,
    });
  });
});
