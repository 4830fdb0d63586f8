import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { issuePersonToken } from "../../../core/auth/person-tokens.ts";
import { hours, minutes, seconds } from "../../../shared/duration.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { auditLog } from "../../audit/table.ts";
import { mails } from "../../mail/table.ts";
import { signupLinks, waitlistSignups } from "../table.ts";

const EMAIL = "amina@example.com";
const CARDLESS = "This browser no longer remembers your signup. Please join again.";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate waitlist_signups, signup_links, mails, audit_log cascade`);
});
afterAll(() => app.close());

/** The cookies that a browser holds after an answer. */
const cookiesOf = ({ headers }: { readonly headers: Headers }) =>
  headers
    .getSetCookie()
    .filter((each) => !each.includes("Max-Age=0"))
    .map((each) => each.split(";")[0])
    .join("; ");
const call = (line: string, Cookie: string, body: unknown = {}) =>
  app.send(line, { body, headers: { Cookie } });
async function join(body: Record<string, unknown> = {}): Promise<string> {
  const answer = await app.send("POST /api/waitlist", {
    body: { firstName: "Amina", email: EMAIL, ...body },
  });
  expect(answer.status).toBe(201);
  return cookiesOf(answer);
}
const leave = (cookie: string) => call("POST /api/joined/leave", cookie);
const undo = (cookie: string) => call("POST /api/joined/undo-leave", cookie);
const shown = async (Cookie: string) => (await app.send("GET /api/joined", { headers: { Cookie } })).json;
const rows = () => app.db.orm.select().from(waitlistSignups);
const set = (change: Partial<typeof waitlistSignups.$inferInsert>) =>
  app.db.orm.update(waitlistSignups).set(change);
const welcome = () => app.operate("admin.waitlist.welcome");
const mailed = async () => (await app.db.orm.select().from(mails)).map(({ to }) => to);

describe("leaving with the card", () => {
  test("takes the signup off the list, ends the card and stops the mail, and can be undone for an hour", async () => {
    const left = await leave(await join({ isBetaTester: true }));
    expect([left.status, left.json]).toEqual([200, { success: true }]);
    const after = cookiesOf(left);
    expect([(await rows())[0]?.leftAt, await shown(after)]).toEqual([app.clock.now, null]);
    await welcome();
    expect(await mailed()).toEqual([]);
    app.clock.forward(hours(1) - 1);
    const undone = await undo(after);
    expect([undone.status, (await rows())[0]?.leftAt]).toEqual([200, null]);
    expect(await shown(cookiesOf(undone))).toMatchObject({ email: EMAIL, isBetaTester: true });
    await welcome();
    expect(await mailed()).toEqual([EMAIL]);
    app.clock.forward(1);
    expect((await undo(after)).status).toBe(400);
    const told = (await app.db.orm.select().from(auditLog)).map(({ action }) => action);
    expect(told.filter((action) => action.includes("eave"))).toEqual([
      "public.joined.leave",
      "public.joined.undoLeave",
    ]);
  });

  test("mails a person who comes back no second time", async () => {
    const cookie = await join();
    await welcome();
    await undo(cookiesOf(await leave(cookie)));
    app.clock.forward(minutes(1));
    await welcome();
    expect(await mailed()).toEqual([EMAIL]);
  });

  test("is taken back by joining again", async () => {
    await leave(await join());
    app.clock.forward(seconds(1));
    await join();
    expect(await rows()).toMatchObject([{ leftAt: null, emailKey: EMAIL }]);
  });

  test("pressed twenty times at once is one leaving, which each answer can undo", async () => {
    const cookie = await join();
    const answers = await Promise.all(Array.from({ length: 20 }, () => leave(cookie)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    app.clock.forward(seconds(5));
    const again = await leave(cookie);
    await undo(cookiesOf(again));
    expect((await rows())[0]?.leftAt).toBeNull();
    const entries = (await app.db.orm.select().from(auditLog)).filter(({ action }) =>
      action.endsWith("leave"),
    );
    expect(entries).toHaveLength(1);
  });

  test("needs the card of this browser", async () => {
    const cookie = await join();
    for (const wrong of ["", "joined=x", `${cookie.slice(0, -3)}abc`]) {
      const answer = await leave(wrong);
      expect([answer.status, answer.json.error]).toEqual([400, CARDLESS]);
    }
    expect((await undo(cookie)).status).toBe(400);
    expect((await rows())[0]?.leftAt).toBeNull();
  });
});

describe("a stranger who entered an address", () => {
  test("takes no signup off the list that was there before or that its owner has confirmed, and reads the same", async () => {
    await join();
    const [before] = await rows();
    const known = await leave(await join());
    expect(await rows()).toEqual([before] as never);
    await set({ confirmedAt: app.clock.now });
    const [confirmed] = await rows();
    const fresh = await leave(await join({ email: "new@example.com" }));
    const form = (answer: typeof known) => [
      answer.status,
      answer.json,
      answer.headers.getSetCookie().map((each) => each.replace(/=[\w-]{50,}/, "=x")),
    ];
    expect(form(known)).toEqual(form(fresh));
    expect((await rows()).find(({ emailKey }) => emailKey === EMAIL)).toEqual(confirmed as never);
    for (const answer of [known, fresh]) expect((await undo(cookiesOf(answer))).status).toBe(200);
  });

  test("cannot undo that its owner left with a mailed link after confirming", async () => {
    const cookie = await join();
    const leftAt = app.clock.now;
    await set({ confirmedAt: leftAt, leftAt });
    app.clock.forward(seconds(9));
    await undo(cookiesOf(await leave(cookie)));
    expect((await rows())[0]?.leftAt).toEqual(leftAt);
  });

  test("who has left with the card first does not keep the owner from leaving, and cannot undo it then", async () => {
    const left = await leave(await join());
    app.clock.forward(seconds(5));
    const leftAt = app.clock.now;
    const token = issuePersonToken(app.deps, "leave", EMAIL, hours(1));
    expect((await app.send("POST /api/me/leave", { body: { token } })).status).toBe(200);
    expect((await undo(cookiesOf(left))).status).toBe(200);
    expect(await rows()).toMatchObject([{ leftAt, leftByCard: false }]);
  });

  test("learns nothing from a second press or a late undo, and cannot undo what its owner did before", async () => {
    await join();
    const [known, fresh] = [await join(), await join({ email: "new@example.com" })];
    for (const each of [known, fresh]) await leave(each);
    app.clock.forward(minutes(1));
    const agesOf = ({ headers }: { readonly headers: Headers }) =>
      headers.getSetCookie().map((each) => /Max-Age=\d+/.exec(each)?.[0]);
    const again = [await leave(known), await leave(fresh)];
    expect(agesOf(again[0] as never)).toEqual(agesOf(again[1] as never));
    app.clock.forward(minutes(59.5));
    for (const each of again) expect((await undo(cookiesOf(each))).status).toBe(200);
    const late = await join({ email: "late@example.com" });
    const leftAt = app.clock.now;
    await set({ leftAt });
    app.clock.forward(minutes(1));
    await undo(cookiesOf(await leave(late)));
    expect((await rows()).find(({ emailKey }) => emailKey === "late@example.com")?.leftAt).toEqual(leftAt);
  });

  test("with a filled honeypot is answered alike, and changes the submission in quarantine alone", async () => {
    await join();
    const cookie = await join({ hp_note: "x" });
    const left = await leave(cookie);
    expect([left.status, left.json]).toEqual([200, { success: true }]);
    const leftAt = async () =>
      (await rows()).filter((row) => row.leftAt !== null).map((row) => row.quarantined);
    expect(await leftAt()).toEqual([true]);
    expect((await undo(cookiesOf(left))).status).toBe(200);
    expect(await leftAt()).toEqual([]);
    expect((await rows()).find((row) => row.quarantined)?.welcomeDueAt).toBeNull();
  });
});

test("undoing a leaving stores nothing again about a person who was erased since", async () => {
  const cookie = await join();
  const left = await leave(cookiesOf(await call("POST /api/joined/greeting", cookie, { on: true })));
  const token = issuePersonToken(app.deps, "me", EMAIL, hours(1));
  expect((await app.send("POST /api/me/erase", { body: { token } })).status).toBe(200);
  expect((await undo(cookiesOf(left))).status).toBe(200);
  expect([await rows(), await app.db.orm.select().from(signupLinks)]).toEqual([[], []]);
});

test("undoing a leaving by card lets no link greet whose signup stays off the list", async () => {
  const cookie = await join();
  const left = await leave(cookiesOf(await call("POST /api/joined/greeting", cookie, { on: true })));
  const token = issuePersonToken(app.deps, "leave", EMAIL, hours(1));
  await app.send("POST /api/me/leave", { body: { token } });
  await undo(cookiesOf(left));
  const [signup] = await rows();
  const greeting = await app.send(`GET /api/waitlist/invited-by?ref=${signup?.referralCode}`);
  expect([signup?.leftAt === null, greeting.json.firstName]).toEqual([false, null]);
});

test("the link of a person who leaves greets no one, until the person comes back", async () => {
  const cookie = await join();
  const greeting = await call("POST /api/joined/greeting", cookie, { on: true });
  const ref = new URL((await shown(cookie)).link).searchParams.get("ref");
  const greets = async () => (await app.send(`GET /api/waitlist/invited-by?ref=${ref}`)).json.firstName;
  expect(await greets()).toBe("Amina");
  const left = await leave(cookiesOf(greeting));
  expect(await greets()).toBeNull();
  await undo(cookiesOf(left));
  expect(await greets()).toBe("Amina");
});
