import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { days, hours, minutes, seconds } from "../../../shared/duration.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { auditLog } from "../../audit/table.ts";
import { mails } from "../../mail/table.ts";
import { waitlistSignups } from "../table.ts";
import { referralCodeOf } from "./links.ts";

const WRONG = "amina@exmaple.com";
const RIGHT = "amina@example.com";
const SOURCE = { utmSource: "masjid", ref: "0123456789ab" };

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.delete(waitlistSignups);
  await app.db.orm.delete(mails);
});
afterAll(() => app.close());

const cookieOf = (headers: Headers) => headers.getSetCookie().join().split(";")[0] ?? "";

/** Joins, and returns the cookie that the browser keeps. */
async function join(email: string, body: Record<string, unknown> = {}) {
  const answer = await app.send("POST /api/waitlist", { body: { firstName: "Amina", email, ...body } });
  expect(answer.status).toBe(201);
  return cookieOf(answer.headers);
}

const call = (line: string, Cookie: string, body?: unknown) => app.send(line, { body, headers: { Cookie } });
const joined = async (cookie: string) => (await call("GET /api/joined", cookie)).json;
const correct = (cookie: string, email: string) => call("POST /api/joined/correct", cookie, { email });
const choose = (cookie: string, city: string) => call("POST /api/joined/city", cookie, { city });
const welcome = () => app.operate("admin.waitlist.welcome");
const rows = () => app.db.orm.select().from(waitlistSignups).orderBy(waitlistSignups.emailKey);
const row = async (email: string) => (await rows()).find((each) => each.emailKey === email);
const mailed = async () => (await app.db.orm.select().from(mails)).map(({ to }) => to).sort();
/** All that an outsider can see, with what differs in every answer left out. */
const seen = ({ status, json }: { status: number; json: Record<string, unknown> }) => ({
  status,
  json: { ...json, link: String(json.link).replace(/[0-9a-f]{12}$/, "CODE") },
});

describe("a browser that joined", () => {
  test("remembers what was entered in it for a week, with the person's own link, and nothing without the cookie", async () => {
    const cookie = await join(RIGHT, { isBetaTester: true });
    const code = (await row(RIGHT))?.referralCode;
    expect(await joined(cookie)).toEqual({
      firstName: "Amina",
      email: RIGHT,
      isBetaTester: true,
      city: null,
      link: `http://localhost:3000/?ref=${code}`,
      greets: false,
      correctableUntil: new Date(app.clock.now.getTime() + minutes(10)).toISOString(),
    });
    expect(await joined("joined=x")).toBeNull();
    expect((await app.send("GET /api/joined")).json).toBeNull();
    app.clock.forward(minutes(10));
    expect(await joined(cookie)).toMatchObject({ email: RIGHT, correctableUntil: null });
    app.clock.forward(days(7));
    expect(await joined(cookie)).toBeNull();
  });

  test("keeps the cookie from scripts and other sites, and shows no address in it", async () => {
    const { headers } = await app.send("POST /api/waitlist", { body: { firstName: "Amina", email: RIGHT } });
    const [cookie = ""] = headers.getSetCookie();
    expect(cookie).toMatch(/^joined=[\w-]{100,}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/);
    expect(Buffer.from(cookie.slice(7, 200), "base64url").toString("latin1")).not.toContain("amina");
  });

  test("keeps the longest input within what browsers keep of a cookie", async () => {
    const firstName = "\u{1F54C}".repeat(200);
    const source = Object.fromEntries(
      ["utmSource", "utmMedium", "referrer"].map((key) => [key, "م".repeat(200)]),
    );
    const cookie = await join(RIGHT, { firstName, source });
    expect(cookie.length).toBeLessThan(4_000);
    expect(await joined(cookie)).toMatchObject({ firstName });
    const named = await choose(cookie, "م".repeat(200));
    expect([named.status, cookieOf(named.headers).length < 4_000]).toEqual([200, true]);
  });

  test("forgets it when asked, and the signup stays", async () => {
    const cookie = await join(RIGHT);
    const answer = await call("POST /api/joined/dismiss", cookie, {});
    expect([answer.status, answer.headers.getSetCookie().join()]).toEqual([
      200,
      "joined=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
    ]);
    expect(await rows()).toHaveLength(1);
  });
});

describe("a wrong address", () => {
  test("is corrected within ten minutes: the mail goes to the right one alone, and the rest of the signup stays", async () => {
    const cookie = await join(WRONG, { isBetaTester: true, source: SOURCE });
    const code = (await row(WRONG))?.referralCode;
    const named = cookieOf((await choose(cookie, "Dearborn")).headers);
    app.clock.forward(minutes(10) - 1);
    const answer = await correct(named, RIGHT);
    expect([answer.status, answer.json]).toEqual([
      200,
      expect.objectContaining({ email: RIGHT, city: "Dearborn" }),
    ]);
    expect(await rows()).toMatchObject([
      {
        email: RIGHT,
        firstName: "Amina",
        isBetaTester: true,
        city: "Dearborn",
        source: SOURCE,
        referralCode: code,
      },
    ]);
    await welcome();
    expect(await mailed()).toEqual([RIGHT]);
    expect(await joined(cookieOf(answer.headers))).toMatchObject({ email: RIGHT });
  });

  test("gets no mail that was not sent yet, and the links of one that was do nothing any more", async () => {
    const cookie = await join(WRONG);
    await welcome();
    const [mail] = await app.db.orm.select().from(mails);
    const { text } = (await app.operate("operator.mail.show", { id: mail?.id })) as { text: string };
    const token = /\/me#([\w-]+)/.exec(text)?.[1];
    await correct(cookie, RIGHT);
    expect(await mailed()).toEqual([]);
    expect((await app.send("POST /api/me/confirm", { body: { token } })).status).toBe(404);
    expect((await app.send("POST /api/me", { body: { token } })).status).toBe(404);
    await app.send("POST /api/me/leave", { body: { token } });
    await welcome();
    expect([await mailed(), (await row(RIGHT))?.leftAt, (await row(RIGHT))?.confirmedAt]).toEqual([
      [RIGHT],
      null,
      null,
    ]);
  });

  test("that is being mailed is not tried again, and its mail still counts for the day", async () => {
    const cookie = await join(WRONG);
    await welcome();
    await app.db.orm.update(mails).set({ attempts: 1 });
    await correct(cookie, RIGHT);
    await welcome();
    await join(WRONG);
    await welcome();
    expect(await mailed()).toEqual([WRONG, RIGHT].sort());
    const [first] = (await app.db.orm.select().from(mails)).filter(({ to }) => to === WRONG);
    expect(first).toMatchObject({ attempts: 2, nextTryAt: null, lastError: "The address was corrected" });
    app.clock.forward(days(1));
    await welcome();
    expect((await mailed()).filter((to) => to === WRONG)).toHaveLength(2);
  });

  test("corrected back and forth gets each address one mail a day", async () => {
    let cookie = await join(WRONG);
    for (const email of [RIGHT, WRONG, RIGHT, WRONG, RIGHT]) {
      await welcome();
      await app.db.orm.update(mails).set({ sentAt: app.clock.now, nextTryAt: null, attempts: 1 });
      app.clock.forward(seconds(60));
      cookie = cookieOf((await correct(cookie, email)).headers);
    }
    app.clock.forward(hours(20));
    await welcome();
    expect([await mailed(), (await rows()).map(({ email }) => email)]).toEqual([
      [RIGHT, WRONG].sort(),
      [RIGHT],
    ]);
  });

  test("cannot be corrected later, with a forged cookie, without a cookie or to an invalid address", async () => {
    const cookie = await join(WRONG);
    const forged = `${cookie.slice(0, -3)}abc`;
    for (const [sent, email, error] of [
      [forged, RIGHT, "This browser no longer remembers your signup. Please join again."],
      ["", RIGHT, "This browser no longer remembers your signup. Please join again."],
      [cookie, "no-address", "Please enter a valid email address"],
      [cookie, "", "Please fill in all required fields"],
    ] as const) {
      const answer = await correct(sent, email);
      expect([answer.status, answer.json.error]).toEqual([400, error]);
    }
    expect((await choose(forged, "Dearborn")).status).toBe(400);
    app.clock.forward(minutes(10));
    const late = await correct(cookie, RIGHT);
    expect([late.status, late.json.error]).toEqual([
      400,
      "An address can be corrected for 10 minutes. Please join again with the right one.",
    ]);
    app.clock.forward(days(7));
    expect((await choose(cookie, "Dearborn")).status).toBe(400);
    expect(await rows()).toMatchObject([{ email: WRONG, city: null }]);
  });

  test("corrected 20 times at once ends as one signup with one mail", async () => {
    const cookie = await join(WRONG);
    const emails = Array.from({ length: 20 }, (_, n) => `amina${n}@example.com`);
    const answers = await Promise.all(emails.map((email) => correct(cookie, email)));
    await welcome();
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const [left] = await rows();
    expect([(await rows()).length, await mailed()]).toEqual([1, [left?.email ?? ""]]);
  });

  test("of a submission in quarantine takes back no mail of the address, and stays there also after staff delete it", async () => {
    await join(WRONG);
    await welcome();
    const cookie = await join(WRONG, { hp_note: "x" });
    const corrected = cookieOf((await correct(cookie, RIGHT)).headers);
    expect(await mailed()).toEqual([WRONG]);
    expect((await app.db.orm.select().from(mails)).map(({ lastError }) => lastError)).toEqual([null]);
    await app.db.orm
      .update(waitlistSignups)
      .set({ deletedAt: app.clock.now })
      .where(eq(waitlistSignups.quarantined, true));
    await correct(corrected, "third@example.com");
    expect(await row("third@example.com")).toMatchObject({ quarantined: true });
  });

  test("of a submission in quarantine is corrected there", async () => {
    const cookie = await join(WRONG, { hp_note: "x" });
    await correct(cookie, RIGHT);
    await welcome();
    expect([await rows(), await mailed()]).toEqual([
      [expect.objectContaining({ email: RIGHT, quarantined: true })],
      [],
    ]);
  });
});

describe("an address that was on the list before", () => {
  const OWNER = "owner@example.com";
  const before = async () => {
    await join(OWNER, { firstName: "Owner", source: SOURCE });
    await app.send("POST /api/waitlist", { body: { firstName: "Owner", email: "second@example.com" } });
    await app.db.orm
      .update(waitlistSignups)
      .set({ city: "Houston", confirmedAt: app.clock.now, welcomeDueAt: null });
    return row(OWNER);
  };

  test("shows a stranger who enters it nothing of its owner, and the stranger changes nothing", async () => {
    const owner = await before();
    const stranger = await join(OWNER, { firstName: "Stranger" });
    const shown = await joined(stranger);
    expect(shown).toMatchObject({ firstName: "Stranger", isBetaTester: false, city: null });
    expect(shown.link).not.toContain(owner?.referralCode ?? "none");
    await choose(stranger, "Elsewhere");
    await correct(stranger, "stranger@example.com");
    expect(await row(OWNER)).toEqual(owner);
  });

  test("is answered, mailed and stored like a new one, as the wrong and as the right one", async () => {
    const owner = await before();
    const wrong = await join(OWNER);
    const fresh = await join("fresh@example.com");
    const answers = [await correct(wrong, "one@example.com"), await correct(fresh, "two@example.com")];
    await welcome();
    expect(await mailed()).toEqual(["one@example.com", "two@example.com"]);
    const [one, two] = [await row("one@example.com"), await row("two@example.com")];
    expect({ ...one, id: "", email: "", emailKey: "", referralCode: "", searchKey: "" }).toEqual({
      ...two,
      id: "",
      email: "",
      emailKey: "",
      referralCode: "",
      searchKey: "",
    } as never);
    const known = await correct(await join("third@example.com"), "second@example.com");
    const unknown = await correct(await join("fourth@example.com"), "new@example.com");
    const [first, ...rest] = [...answers, known, unknown].map(({ status, json }) =>
      seen({ status, json: { ...json, email: "" } }),
    );
    for (const each of rest) expect(each).toEqual(first as never);
    expect([await row(OWNER), await row("third@example.com"), await row("fourth@example.com")]).toEqual([
      owner,
      undefined,
      undefined,
    ]);
    expect((await row("second@example.com"))?.city).toBe("Houston");
  });

  test("keeps its place when its owner confirms or leaves before a stranger corrects it", async () => {
    for (const [email, set] of [
      ["confirmed@example.com", { confirmedAt: app.clock.now }],
      ["left@example.com", { leftAt: app.clock.now }],
    ] as const) {
      const cookie = await join(email);
      await app.db.orm.update(waitlistSignups).set(set);
      await correct(cookie, RIGHT);
      expect([await row(email), await row(RIGHT)]).toMatchObject([set, { confirmedAt: null, leftAt: null }]);
      await app.db.orm.delete(waitlistSignups);
    }
  });
});

test("a city that the browser chooses is not written once the owner of the address has confirmed it, or left", async () => {
  for (const ended of [{ confirmedAt: app.clock.now }, { leftAt: app.clock.now }]) {
    const cookie = await join(WRONG);
    await app.db.orm.update(waitlistSignups).set({ city: "Chicago, IL", ...ended });
    expect((await choose(cookie, "Attackerville")).status).toBe(200);
    expect(await rows()).toMatchObject([{ email: WRONG, city: "Chicago, IL" }]);
    await app.db.orm.delete(waitlistSignups);
  }
});

test("audit entries of corrections and cities name no address, person or city", async () => {
  const cookie = await join(WRONG);
  await choose(await cookieOf((await correct(cookie, RIGHT)).headers), "Dearborn");
  const text = JSON.stringify(await app.db.orm.select().from(auditLog));
  for (const hidden of ["amina", "Dearborn"])
    expect([hidden, text.toLowerCase().includes(hidden.toLowerCase())]).toEqual([hidden, false]);
});

test("the link that the card shows carries the code that the database generates", async () => {
  await join(RIGHT);
  const signup = await row(RIGHT);
  expect(referralCodeOf(signup?.id ?? "")).toBe(signup?.referralCode ?? "none");
});
