import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { issuePersonToken } from "../../core/auth/person-tokens.ts";
import { days, minutes } from "../../shared/duration.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { fillPerson, PERSON } from "../../testing/person.ts";
import { auditLog } from "../audit/table.ts";
import { mails } from "../mail/table.ts";
import { waitlistSignups } from "../waitlist/table.ts";

const CALLS = ["", "/confirm", "/update", "/leave", "/rejoin", "/export", "/erase"];

const DEARBORN = 4_990_510; // its GeoNames id

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
  await fillPerson(app);
});
beforeEach(async () => {
  await app.db.orm.delete(mails);
});
afterAll(() => app.close());

const tokenFor = (email: string, kind: "me" | "leave" = "me") =>
  issuePersonToken(app.deps, kind, email, days(30));
const me = (call: string, body: Record<string, unknown>) => app.send(`POST /api/me${call}`, { body });
const join = (email: string) => app.send("POST /api/waitlist", { body: { firstName: "Hana", email } });
const show = async (email: string) => (await me("", { token: tokenFor(email) })).json;
const outbox = () => app.db.orm.select().from(mails);

describe("a person's link, asked for by address", () => {
  test("is mailed to an address of which something is kept and works for 24 hours", async () => {
    await join("link@example.com");
    const answer = await me("/link", { email: "LINK@example.com" });
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
    const [mail] = await outbox();
    const { text } = (await app.operate("operator.mail.show", { id: mail?.id })) as { text: string };
    const token = /\/me#([\w-]{40,})/.exec(text)?.[1];
    expect((await me("", { token })).json).toMatchObject({ email: "link@example.com" });
    app.clock.forward(days(1));
    expect((await me("", { token })).status).toBe(400);
  });

  test("is answered alike and not mailed where nothing is kept", async () => {
    const answer = await me("/link", { email: "nothing@example.com" });
    expect([answer.status, answer.json, await outbox()]).toEqual([200, { success: true }, []]);
    expect((await me("/link", { email: "no-address" })).status).toBe(400);
  });

  test("is mailed to one mailbox five times a day, whatever is added after a plus", async () => {
    for (let n = 0; n < 7; n += 1) {
      const email = `tagged+${n}@example.com`;
      await join(email);
      expect((await me("/link", { email })).status).toBe(200);
    }
    expect((await outbox()).filter(({ kind }) => kind === "person-link")).toHaveLength(5);
    await app.db.query("delete from waitlist_signups where email_key like 'tagged+%'");
  });

  test("is mailed to one mailbox five times a day, however many ask at once", async () => {
    const addresses = Array.from({ length: 8 }, (_, n) => `raced+${n}@example.com`);
    for (const email of addresses) await join(email);
    await Promise.all(addresses.map((email) => me("/link", { email })));
    expect((await outbox()).filter(({ kind }) => kind === "person-link")).toHaveLength(5);
    await app.db.query("delete from waitlist_signups where email_key like 'raced+%'");
  });

  test("is mailed once in ten minutes and five times a day", async () => {
    await join("often@example.com");
    for (let n = 0; n < 7; n += 1) {
      await Promise.all([
        me("/link", { email: "often@example.com" }),
        me("/link", { email: "often@example.com" }),
      ]);
      app.clock.forward(minutes(10));
    }
    expect(await outbox()).toHaveLength(5);
  });
});

describe("what a person sees of their own data", () => {
  test("is the signup with the text agreed to, inquiries, states of claims and requests, gifts and mails", async () => {
    await app.operate("admin.waitlist.welcome");
    const data = await show(PERSON.email);
    expect(data).toMatchObject({
      email: PERSON.email,
      signup: {
        firstName: "Zaynab",
        isBetaTester: false,
        confirmedAt: null,
        leftAt: null,
        consent: { id: "waitlist-2", text: expect.stringContaining("By joining, you agree that Rihla") },
        referralUrl: expect.stringMatching(/^http:\/\/localhost:3000\/\?ref=[0-9a-f]{12}$/),
      },
      inquiries: [{ businessName: "Qamar Bakery", message: "I kept the recipe" }],
      partnerAccount: true,
    });
    const states = (kind: string) => data[kind].map(({ status }: { status: string }) => status).sort();
    expect([states("claims"), states("requests")]).toEqual([["approved", "pending"], ["pending"]]);
    expect(states("gifts")).toEqual(["failed", "pending", "pending", "pledged", "succeeded", "succeeded"]);
    expect(data.gifts.filter((gift: { receiptUrl: string }) => gift.receiptUrl !== null)).toHaveLength(2);
    expect([data.mails.length > 0, data.heldBack.length]).toEqual([true, 2]);
    expect(data.deleted).toMatchObject([{ label: "Qamar Kiosk" }]);
  });

  test("counts those who came through the person's link once they confirm, without saying who", async () => {
    await join("passes.on@example.com");
    const { referralUrl } = (await show("passes.on@example.com")).signup;
    const ref = new URL(referralUrl).searchParams.get("ref");
    const friends = ["friend.one@example.com", "friend.two@example.com", "friend.three@example.com"];
    for (const email of friends)
      await app.send("POST /api/waitlist", { body: { firstName: "Friend", email, source: { ref } } });
    expect((await show("passes.on@example.com")).signup.friends).toBe(0);
    for (const email of friends.slice(1)) await me("/confirm", { token: tokenFor(email) });
    const data = await show("passes.on@example.com");
    expect([data.signup.friends, JSON.stringify(data).includes("friend.")]).toEqual([2, false]);
  });

  test("holds nothing of other people, staff or what needs a password", async () => {
    await join("someone.else@example.com");
    const text = JSON.stringify(await show(PERSON.email));
    for (const hidden of [
      "someone.else",
      "Called Zaynab",
      '"admin"',
      "I am Zaynab of",
      "passwordHash",
      "198.51.100.77",
    ])
      expect([hidden, text.includes(hidden)]).toEqual([hidden, false]);
  });

  test("is exported with its time, and the audit entry does not name the address", async () => {
    const answer = await me("/export", { token: tokenFor(PERSON.email) });
    expect([answer.status, answer.json.exportedAt]).toEqual([200, app.clock.now.toISOString()]);
    expect(answer.json).toMatchObject(await show(PERSON.email));
    const entries = (await app.db.orm.select().from(auditLog).orderBy(auditLog.id)).filter(
      (row) => row.action === "public.me.export",
    );
    expect([entries.length, JSON.stringify(entries).includes("zaynab")]).toEqual([1, false]);
  });

  test("is not found where nothing is kept", async () => {
    for (const call of ["", "/confirm", "/update", "/rejoin", "/export"])
      expect([call, (await me(call, { token: tokenFor("nothing@example.com") })).status]).toEqual([
        call,
        404,
      ]);
  });
});

describe("a person's own changes", () => {
  test("confirm the address once, for staff to see", async () => {
    await join("confirm@example.com");
    const confirmedAt = app.clock.now.toISOString();
    expect((await me("/confirm", { token: tokenFor("confirm@example.com") })).json).toEqual({
      success: true,
    });
    app.clock.forward(minutes(1));
    await me("/confirm", { token: tokenFor("confirm@example.com") });
    const list = await app.send("GET /api/admin/waitlist?q=confirm@example.com", { headers: basic("admin") });
    expect(list.json).toMatchObject([{ email: "confirm@example.com", confirmedAt, leftAt: null }]);
  });

  test("correct name, city and beta wish, each by itself", async () => {
    await join("correct@example.com");
    const token = tokenFor("correct@example.com");
    expect(
      (await me("/update", { token, firstName: " Hanna ", city: "Dearborn", isBetaTester: true })).status,
    ).toBe(200);
    expect((await show("correct@example.com")).signup).toMatchObject({
      firstName: "Hanna",
      city: "Dearborn",
      isBetaTester: true,
    });
    await me("/update", { token, isBetaTester: false });
    await me("/update", { token });
    expect((await show("correct@example.com")).signup).toMatchObject({
      firstName: "Hanna",
      city: "Dearborn",
      isBetaTester: false,
    });
    const cityId = async () =>
      (
        await app.db.orm
          .select()
          .from(waitlistSignups)
          .where(eq(waitlistSignups.emailKey, "correct@example.com"))
      )[0]?.cityId;
    expect(await cityId()).toBe(DEARBORN);
    await me("/update", { token, city: "Springfield" });
    expect([(await show("correct@example.com")).signup.city, await cityId()]).toEqual(["Springfield", null]);
    await me("/update", { token, city: "springfield, il" });
    expect([(await show("correct@example.com")).signup.city, await cityId()]).toEqual([
      "springfield, il",
      4_250_542,
    ]);
    await me("/update", { token, city: "" });
    expect(await cityId()).toBeNull();
    expect((await show("correct@example.com")).signup).toMatchObject({ city: null });
    for (const wrong of [{ firstName: "" }, { city: "c".repeat(201) }, { isBetaTester: "yes" }])
      expect((await me("/update", { token, ...wrong })).status).toBe(400);
  });

  test("leave the waitlist with either link, again and again, and stop a joining mail that is due", async () => {
    await join("leave@example.com");
    const leftAt = app.clock.now.toISOString();
    for (const token of [tokenFor("leave@example.com", "leave"), tokenFor("leave@example.com")])
      expect((await me("/leave", { token })).json).toEqual({ success: true });
    expect((await show("leave@example.com")).signup.leftAt).toBe(leftAt);
    await app.operate("admin.waitlist.welcome");
    expect((await outbox()).filter(({ to }) => to === "leave@example.com")).toEqual([]);
    expect((await me("/leave", { token: tokenFor("nothing@example.com") })).status).toBe(200);
  });

  test("take leaving back with the confirmation and the consent as they were, in one entry, without a mail", async () => {
    await join("back@example.com");
    await app.operate("admin.waitlist.welcome");
    const token = tokenFor("back@example.com");
    await me("/confirm", { token });
    const { signup } = await show("back@example.com");
    await app.db.orm.delete(mails);
    app.clock.forward(days(2));
    await me("/leave", { token });
    await me("/update", { token, firstName: "Hanna" });
    const answers = await Promise.all([me("/rejoin", { token }), me("/rejoin", { token })]);
    for (const answer of answers) {
      expect([answer.status, answer.json]).toEqual([200, { success: true }]);
      expect(answer.headers.get("Set-Cookie")).toBeNull();
    }
    expect((await show("back@example.com")).signup).toEqual({ ...signup, firstName: "Hanna" });
    await app.operate("admin.waitlist.welcome");
    expect(await outbox()).toEqual([]);
    const entries = await app.db.orm.select().from(auditLog).where(eq(auditLog.action, "public.me.rejoin"));
    expect(entries).toHaveLength(1);
  });

  test("need a token of their own kind that is neither forged nor expired, and change nothing without", async () => {
    await join("safe@example.com");
    const forged = `${tokenFor("safe@example.com").slice(0, -2)}xx`;
    const leaveOnly = tokenFor("safe@example.com", "leave");
    const old = tokenFor("safe@example.com");
    for (const call of CALLS)
      for (const token of [forged, "x", "", undefined, ...(call === "/leave" ? [] : [leaveOnly])])
        expect([call, (await me(call, { token })).status]).toEqual([call, 400]);
    app.clock.forward(days(30));
    for (const call of CALLS) {
      const answer = await me(call, { token: old });
      expect([call, answer.status, answer.json.error]).toEqual([
        call,
        400,
        "This link has expired or was used already",
      ]);
    }
    expect((await show("safe@example.com")).signup).toMatchObject({
      firstName: "Hana",
      confirmedAt: null,
      leftAt: null,
    });
  });
});

describe("a person's erasure of their own data", () => {
  test("deletes everything of the address except what must stay and the account, which it names", async () => {
    const answer = await me("/erase", { token: tokenFor(PERSON.email) });
    expect([answer.status, answer.json.success]).toEqual([200, true]);
    const kept = answer.json.kept.map(({ what }: { what: string }) => what);
    expect(kept).toContain("Partner account, with its claims and requests");
    expect(kept).toContain("Gifts that were received, with name and email address");
    const data = await show(PERSON.email);
    expect(data).toMatchObject({
      signup: null,
      inquiries: [],
      heldBack: [],
      deleted: [],
      mails: [],
      partnerAccount: true,
    });
    expect([data.claims.length, data.gifts.length]).toEqual([2, 1]);
    const signIn = { email: PERSON.email, password: "six figs and a pear" };
    expect((await app.send("POST /partner/api/login", { body: signIn })).status).toBe(200);
    const left = (await app.db.orm.select().from(waitlistSignups)).filter(
      (row) => row.emailKey === PERSON.email,
    );
    expect(left).toEqual([]);
  });

  test("leaves nothing to find where there is no account, and again erases nothing", async () => {
    await join("gone@example.com");
    const token = tokenFor("gone@example.com");
    expect((await me("/erase", { token })).json).toMatchObject({ success: true, forgotten: 1 });
    expect((await me("", { token })).status).toBe(404);
    expect((await me("/erase", { token })).json).toMatchObject({ success: true, forgotten: 0 });
  });
});
