import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { issuePersonToken } from "../../../core/auth/person-tokens.ts";
import { days, hours } from "../../../shared/duration.ts";
import { basic, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { signupLinks, waitlistSignups } from "../table.ts";
import { LINKS_MAX } from "./links.ts";

const EMAIL = "aisha@example.com";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate waitlist_signups, signup_links, mails, audit_log cascade`);
});
afterAll(() => app.close());

const cookieOf = ({ headers }: { readonly headers: Headers }) =>
  headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
const call = (line: string, Cookie: string, body?: unknown) => app.send(line, { body, headers: { Cookie } });
async function join(email = EMAIL, body: Record<string, unknown> = {}): Promise<string> {
  const answer = await app.send("POST /api/waitlist", { body: { firstName: "Aisha", email, ...body } });
  expect(answer.status).toBe(201);
  return cookieOf(answer);
}
const codeOf = async (cookie: string): Promise<string> =>
  new URL((await call("GET /api/joined", cookie)).json.link).searchParams.get("ref") ?? "";
const rows = () => app.db.orm.select().from(waitlistSignups).orderBy(waitlistSignups.createdAt);
const row = async (email = EMAIL) => (await rows()).find((each) => each.emailKey === email);
const links = () => app.db.orm.select().from(signupLinks);
const token = (email = EMAIL) => issuePersonToken(app.deps, "me", email, days(1));
const me = (path: string, body: object = {}, Cookie = "") =>
  call(`POST /api/me${path}`, Cookie, { token: token(), ...body });
const friends = async () => (await me("")).json.signup.friends;
const invitedBy = async (ref: string) =>
  (await app.send(`GET /api/waitlist/invited-by?ref=${ref}`)).json.firstName;
const greet = (cookie: string, on: boolean) => call("POST /api/joined/greeting", cookie, { on });
const beta = (cookie: string, on: unknown) => call("POST /api/joined/beta", cookie, { on });

async function friendJoins(ref: string, email: string): Promise<void> {
  await join(email, { source: { ref } });
  await app.send("POST /api/me/confirm", { body: { token: token(email) } });
}

describe("the link of a browser that joined with an address that had joined before", () => {
  test("credits the same signup as the first one", async () => {
    const codes = [await codeOf(await join()), await codeOf(await join()), await codeOf(await join())];
    expect(new Set(codes).size).toBe(3);
    for (const [n, code] of codes.entries()) await friendJoins(code, `friend${n}@example.com`);
    expect([await friends(), (await rows()).length]).toEqual([3, 4]);
  });

  test("credits it also when two browsers join at once, in one batch or in several", async () => {
    const cookies = await Promise.all(Array.from({ length: 8 }, () => join()));
    const [own] = await rows();
    const codes = await Promise.all(cookies.map(codeOf));
    expect([(await rows()).length, new Set(codes).size, codes.includes(own?.referralCode ?? "")]).toEqual([
      1,
      8,
      true,
    ]);
    expect((await links()).map(({ emailKey }) => emailKey)).toEqual(Array(7).fill(EMAIL));
  });

  test("is answered, shown and found like that of a new address", async () => {
    await join();
    const known = await app.send("POST /api/waitlist", { body: { firstName: "Aisha", email: EMAIL } });
    const fresh = await app.send("POST /api/waitlist", {
      body: { firstName: "Aisha", email: "new@example.com" },
    });
    expect([known.status, known.json]).toEqual([fresh.status, fresh.json]);
    const seen = async (cookie: string) => {
      const { link, email, ...shown } = (await call("GET /api/joined", cookie)).json;
      return { ...shown, link: link.replace(/[0-9a-f]{12}$/, "CODE") };
    };
    expect(await seen(cookieOf(known))).toEqual(await seen(cookieOf(fresh)));
    for (const cookie of [cookieOf(known), cookieOf(fresh)]) {
      expect(await invitedBy(await codeOf(cookie))).toBeNull();
      expect((await greet(cookie, true)).json.greets).toBe(true);
      expect(await invitedBy(await codeOf(cookie))).toBe("Aisha");
    }
  });

  test("credits the right address after staff correct it, and after the browser itself does", async () => {
    const wrong = "aisha@exmaple.com";
    await join(wrong);
    const code = await codeOf(await join(wrong));
    const signup = await row(wrong);
    const body = { email: EMAIL };
    await app.send(`PUT /api/admin/waitlist/${signup?.id}`, { headers: basic("admin"), body });
    await friendJoins(code, "friend@example.com");
    const mistaken = await join("another@example.com");
    const corrected = await call("POST /api/joined/correct", mistaken, { email: EMAIL });
    await friendJoins(await codeOf(cookieOf(corrected)), "second@example.com");
    expect(await friends()).toBe(2);
  });

  test(`is one of ${LINKS_MAX} at most: later browsers get one that credits no one, and earlier links stay`, async () => {
    await join();
    const codes: string[] = [];
    for (let n = 0; n < LINKS_MAX + 2; n++) codes.push(await codeOf(await join()));
    expect((await links()).map(({ code }) => code).sort()).toEqual(codes.slice(0, LINKS_MAX).sort());
  });

  test("goes with the signup when the person is erased, and when nothing of the address is left", async () => {
    await join();
    await greet(await join(), true);
    await me("/erase");
    expect(await links()).toEqual([]);
    const other = await join("other@example.com");
    await join("other@example.com");
    await call("POST /api/joined/correct", other, { email: EMAIL });
    await app.operate("operator.maintenance.sweep");
    expect(await links()).toEqual([]);
  });
});

describe("the greeting of a link", () => {
  test("is off until the person allows it on the card or with the mailed link, and shows the first name alone", async () => {
    const cookie = await join();
    const code = await codeOf(cookie);
    expect(await invitedBy(code)).toBeNull();
    expect((await greet(cookie, true)).json.greets).toBe(true);
    const answer = await app.send(`GET /api/waitlist/invited-by?ref=${code}`);
    expect([answer.json, answer.headers.get("cache-control")]).toEqual([{ firstName: "Aisha" }, "no-store"]);
    expect((await me("")).json.signup.greets).toBe(true);
    await me("/update", { greets: false });
    expect([await invitedBy(code), (await me("")).json.signup.greets]).toEqual([null, false]);
    await me("/update", { greets: true, firstName: "Aïcha" });
    expect(await invitedBy(code)).toBe("Aïcha");
  });

  test("is no one's of an unknown, a wrong or no code, and of a person who left or whom staff deleted", async () => {
    for (const ref of ["000000000000", "x", "%00", "", "'"]) {
      const { status, json } = await app.send(`GET /api/waitlist/invited-by?ref=${ref}`);
      expect([ref, status === 400 || json.firstName === null]).toEqual([ref, true]);
    }
    const cookie = await join();
    const code = await codeOf(cookie);
    await greet(cookie, true);
    await me("/leave");
    expect(await invitedBy(code)).toBeNull();
    await greet(cookie, true);
    expect(await invitedBy(code)).toBeNull();
    const other = await join("other@example.com");
    await greet(other, true);
    const path = `/api/admin/waitlist/${(await row("other@example.com"))?.id}`;
    await app.send(`DELETE ${path}`, { headers: basic("admin") });
    expect(await invitedBy(await codeOf(other))).toBeNull();
  });

  test("does not tell a stranger whether an address is on the list, through a submission in quarantine either", async () => {
    await join();
    for (const email of [EMAIL, "new@example.com"]) {
      const trapped = await join(email, { hp_note: "x" });
      const code = await codeOf(trapped);
      await greet(trapped, true);
      expect([email, await invitedBy(code)]).toEqual([email, "Aisha"]);
      await greet(trapped, false);
      expect([email, await invitedBy(code)]).toEqual([email, null]);
    }
  });

  test(`does not tell how often an address was entered: that of browser ${LINKS_MAX + 2} is switched like that of the first`, async () => {
    const cookies: string[] = [];
    for (let n = 0; n < LINKS_MAX + 2; n++) cookies.push(await join());
    for (const on of [true, false, true])
      for (const cookie of [cookies[0] ?? "", cookies.at(-1) ?? ""]) {
        expect((await greet(cookie, on)).json.greets).toBe(on);
        expect(await invitedBy(await codeOf(cookie))).toBe(on ? "Aisha" : null);
      }
    const code = (await row())?.referralCode ?? "";
    await Promise.all(cookies.map((cookie) => greet(cookie, true)));
    await me("/update", { greets: true });
    expect(await invitedBy(code)).toBe("Aisha");
    await me("/update", { greets: false });
    expect(await invitedBy(code)).toBeNull();
  });

  test("of the owner's own link is the owner's alone once the address is confirmed", async () => {
    const stranger = await join(EMAIL, { firstName: "Stranger" });
    const code = await codeOf(stranger);
    await me("/confirm");
    expect((await greet(stranger, true)).json.greets).toBe(true);
    expect(await invitedBy(code)).toBeNull();
    await me("/update", { firstName: "Aisha", greets: true });
    expect((await greet(stranger, false)).json.greets).toBe(false);
    expect(await invitedBy(code)).toBe("Aisha");
  });

  test("comes back when leaving is undone, as the owner had set it", async () => {
    const cookie = await join();
    const code = await codeOf(cookie);
    await me("/update", { firstName: "Aïcha", greets: true });
    const left = await me("/leave", {}, cookie);
    expect(await invitedBy(code)).toBeNull();
    await call("POST /api/joined/undo-leave", cookieOf(left));
    expect(await invitedBy(code)).toBe("Aïcha");
    await me("/update", { greets: false });
    await call("POST /api/joined/undo-leave", cookieOf(await me("/leave", {}, cookie)));
    expect(await invitedBy(code)).toBeNull();
  });

  test("is moved by a correction with the link, which then credits the right address alone", async () => {
    await join();
    const cookie = await join();
    const code = await codeOf(cookie);
    const corrected = await call("POST /api/joined/correct", cookie, { email: "right@example.com" });
    expect(await codeOf(cookieOf(corrected))).toBe(code);
    await friendJoins(code, "friend@example.com");
    const right = (await call("POST /api/me", "", { token: token("right@example.com") })).json.signup;
    expect([right.friends, await friends()]).toEqual([1, 0]);
    const greeting = await greet(cookieOf(corrected), true);
    const again = await call("POST /api/joined/correct", cookieOf(greeting), { email: "third@example.com" });
    expect(await invitedBy(await codeOf(cookieOf(again)))).toBe("Aisha");
    expect((await links()).map(({ emailKey }) => emailKey)).toEqual(["third@example.com"]);
  });

  test("of a link whose owner has confirmed ends with a stranger's correction, and the link keeps crediting its owner", async () => {
    const stranger = cookieOf(await greet(await join(EMAIL, { firstName: "Stranger" }), true));
    const code = await codeOf(stranger);
    await me("/confirm");
    const corrected = await call("POST /api/joined/correct", stranger, { email: "stranger@example.com" });
    expect(await invitedBy(code)).toBeNull();
    expect(await invitedBy(await codeOf(cookieOf(corrected)))).toBe("Stranger");
    await friendJoins(code, "friend@example.com");
    const other = (await call("POST /api/me", "", { token: token("stranger@example.com") })).json.signup;
    expect([await friends(), other.friends]).toEqual([1, 0]);
  });

  test("by a stranger who entered the address is the stranger's name and never the owner's, whatever the owner allowed", async () => {
    await join();
    await me("/update", { greets: true });
    const stranger = await join(EMAIL, { firstName: "Stranger" });
    const code = await codeOf(stranger);
    expect(await invitedBy(code)).toBeNull();
    await greet(stranger, true);
    expect([await invitedBy(code), (await row())?.firstName]).toEqual(["Stranger", "Aisha"]);
  });

  test("is refused for a text that is no name, without a cookie and without a choice", async () => {
    const cookie = await join(EMAIL, { firstName: "Win at casino.example" });
    for (const [sent, body, error] of [
      [cookie, { on: true }, "A greeting can show a name of one to four words of letters"],
      ["", { on: true }, "This browser no longer remembers your signup. Please join again."],
      [cookie, {}, "on must be true or false"],
    ] as const) {
      const answer = await call("POST /api/joined/greeting", sent, body);
      expect([answer.status, answer.json.error]).toEqual([400, error]);
    }
    expect((await me("/update", { greets: true })).status).toBe(400);
    expect(await links()).toEqual([]);
  });
});

describe("the beta wish", () => {
  test("is switched on and off in the browser that joined, and the card remembers it", async () => {
    const cookie = await join();
    const on = await beta(cookie, true);
    expect([on.json.isBetaTester, (await row())?.isBetaTester]).toEqual([true, true]);
    const off = await beta(cookieOf(on), false);
    expect([off.json.isBetaTester, (await row())?.isBetaTester]).toEqual([false, false]);
    expect((await call("GET /api/joined", cookieOf(off))).json.isBetaTester).toBe(false);
    await join(EMAIL, { isBetaTester: true });
    await join(EMAIL);
    expect((await row())?.isBetaTester).toBe(true);
  });

  test("is only added to a signup that was there before or is confirmed, as by joining again, and to none that left", async () => {
    await join(EMAIL, { isBetaTester: true });
    const stranger = await join();
    expect((await beta(stranger, false)).json.isBetaTester).toBe(false);
    expect((await row())?.isBetaTester).toBe(true);
    const own = await join("own@example.com");
    await app.db.orm.update(waitlistSignups).set({ confirmedAt: app.clock.now });
    await beta(own, true);
    expect((await row("own@example.com"))?.isBetaTester).toBe(true);
    await beta(own, false);
    expect((await row("own@example.com"))?.isBetaTester).toBe(true);
    await app.db.orm.update(waitlistSignups).set({ isBetaTester: false, leftAt: app.clock.now });
    await beta(own, true);
    expect(await row("own@example.com")).toMatchObject({ isBetaTester: false, leftAt: app.clock.now });
  });

  test("of a submission in quarantine credits no signup of its address, though it greets, also after staff delete it", async () => {
    await join();
    const held = await join(EMAIL, { hp_note: "x" });
    await greet(held, true);
    const code = await codeOf(held);
    expect(await invitedBy(code)).toBe("Aisha");
    await friendJoins(code, "friend@example.com");
    expect(await friends()).toBe(0);
    const id = (await rows()).find(({ quarantined }) => quarantined)?.id;
    const removed = await app.send(`DELETE /api/admin/quarantine/${id}`, { headers: basic("admin") });
    expect(removed.status).toBe(200);
    expect([await invitedBy(code), await friends(), await links()]).toEqual([null, 0, []]);
  });

  test("of a submission in quarantine changes no other signup, and its cookie is as long as that of another", async () => {
    const honest = await join();
    const trapped = await join(EMAIL, { hp_note: "x" });
    expect(trapped.length).toBe(honest.length);
    const { link: _, ...answered } = (await beta(trapped, true)).json;
    expect((await beta(honest, false)).json).toMatchObject({ ...answered, isBetaTester: false });
    await beta(trapped, true);
    const found = (await rows()).map(({ quarantined, isBetaTester }) => [quarantined, isBetaTester]);
    expect(found).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test("switched ten times at once is one of the two, and what is erased does not come back", async () => {
    const cookie = await join();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => beta(cookie, n % 2 === 0)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await rows()).toHaveLength(1);
    await me("/erase");
    await beta(cookie, true);
    expect(await rows()).toEqual([]);
  });

  test("is refused without a cookie and without a choice", async () => {
    const cookie = await join();
    for (const [sent, on] of [
      ["", true],
      ["joined=forged", true],
      [cookie, "yes"],
      [cookie, undefined],
    ] as const)
      expect((await beta(sent, on)).status).toBe(400);
  });
});

describe("leaving", () => {
  const undo = (cookie: string) => call("POST /api/joined/undo-leave", cookie);

  test("is undone in the browser where it was done, with the confirmation and the card as they were", async () => {
    const cookie = await join();
    await me("/confirm");
    const before = await row();
    const left = await me("/leave", {}, cookie);
    expect([left.json, (await row())?.leftAt]).toEqual([{ success: true }, app.clock.now]);
    expect(left.headers.getSetCookie().join()).toContain("joined=; Path=/; Max-Age=0");
    const undone = await undo(cookieOf(left));
    expect([undone.status, undone.json, await row()]).toEqual([200, { success: true }, before as never]);
    expect((await call("GET /api/joined", cookieOf(undone))).json.email).toBe(EMAIL);
    expect((await undo(cookieOf(left))).status).toBe(200);
  });

  test("by the link of a mail is undone in a browser that never joined, and another person's card there stays", async () => {
    await join();
    const other = await join("other@example.com");
    const left = await me("/leave", {}, other);
    expect(left.headers.getSetCookie().map((each) => each.split("=")[0])).toEqual(["left"]);
    expect((await undo(cookieOf(left))).status).toBe(200);
    expect((await row())?.leftAt).toBeNull();
  });

  test("is not undone later, elsewhere, with a forged cookie, after leaving anew or after erasing", async () => {
    const cookie = await join();
    expect((await undo(cookie)).status).toBe(400);
    const left = cookieOf(await me("/leave"));
    for (const sent of ["", cookie, `${left.slice(0, -3)}abc`]) expect((await undo(sent)).status).toBe(400);
    await me("/rejoin");
    app.clock.forward(1_000);
    const anew = cookieOf(await me("/leave"));
    const answer = await undo(left);
    expect([answer.status, answer.json.error]).toEqual([
      400,
      "This can no longer be undone here. You can join again.",
    ]);
    app.clock.forward(hours(1));
    expect((await undo(anew)).status).toBe(400);
    expect((await row())?.leftAt).not.toBeNull();
    await me("/rejoin");
    const again = cookieOf(await me("/leave"));
    await me("/erase");
    expect([(await undo(again)).status, await rows()]).toEqual([400, []]);
  });

  test("and undoing it at once ends in one of the two, and the mailed link has the last word", async () => {
    const left = cookieOf(await me("/leave", {}, await join()));
    const answers = await Promise.all([undo(left), undo(left), me("/leave"), me("/rejoin"), undo(left)]);
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
    await me("/leave");
    expect((await row())?.leftAt).not.toBeNull();
    await me("/rejoin");
    expect((await row())?.leftAt).toBeNull();
  });
});
