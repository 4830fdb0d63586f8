import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { issuePersonToken } from "../../core/auth/person-tokens.ts";
import { waitlistSignups } from "../../modules/waitlist/table.ts";
import { minutes } from "../../shared/duration.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { WAITLIST_FORMS } from "./forms.ts";

const FORM = { "Content-Type": "application/x-www-form-urlencoded", Origin: "http://localhost:3000" };

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.delete(waitlistSignups);
});
afterAll(() => app.close());

const post = (path: string, fields: Record<string, string>, Cookie = "") =>
  app.send(`POST ${path}`, {
    raw: new URLSearchParams(fields).toString(),
    headers: { ...FORM, Cookie, Referer: "http://localhost:3000/?utm_source=masjid&ref=0123456789ab" },
  });
const cookieOf = ({ headers }: { readonly headers: Headers }) =>
  headers.getSetCookie().join().split(";")[0] ?? "";
const join = () =>
  post("/waitlist", { firstName: "Amina", email: "wrong@example.com", isBetaTester: "true" });
const rows = () => app.db.orm.select().from(waitlistSignups);
const values = (text: string) => JSON.parse(text.slice(text.indexOf("{")));

test("joining without JavaScript answers with the person's place, which the browser can open again", async () => {
  const joined = await join();
  expect(joined.text).toStartWith("waitlist-joined: Welcome to the waitlist!");
  const [row] = await rows();
  expect(row?.source).toEqual({ utmSource: "masjid", ref: "0123456789ab" });
  expect(values(joined.text)).toEqual({
    failure: "",
    firstName: "Amina",
    email: "wrong@example.com",
    city: "",
    cityKnown: "true",
    link: `http://localhost:3000/?ref=${row?.referralCode}`,
    beta: "true",
    greets: "false",
  });
  const again = await app.send("GET /waitlist/joined", { headers: { Cookie: cookieOf(joined) } });
  expect([again.status, values(again.text)]).toEqual([200, values(joined.text)]);
  const head = await app.send("HEAD /waitlist/joined", { headers: { Cookie: cookieOf(joined) } });
  expect([head.status, head.text]).toEqual([200, ""]);
});

test("the page without JavaScript corrects the address and takes the city", async () => {
  const corrected = await post("/waitlist/correct", { email: "right@example.com" }, cookieOf(await join()));
  const named = await post("/waitlist/city", { city: "Dearborn" }, cookieOf(corrected));
  expect([corrected.status, values(named.text)]).toEqual([
    200,
    expect.objectContaining({ email: "right@example.com", city: "Dearborn" }),
  ]);
  expect(await rows()).toMatchObject([{ email: "right@example.com", city: "Dearborn", isBetaTester: true }]);
});

test("the page without JavaScript keeps a city that is not known as it is written, and says so", async () => {
  const cookie = cookieOf(await join());
  for (const [city, cityKnown] of [
    ["Village of Nowhere", "false"],
    ["Springfield", "false"],
    ["Springfield, IL", "true"],
    ["", "true"],
  ] as const)
    expect(values((await post("/waitlist/city", { city }, cookie)).text)).toMatchObject({ city, cityKnown });
});

test("the page without JavaScript leaves the waitlist, and the one after it undoes that", async () => {
  const left = await post("/waitlist/leave", {}, cookieOf(await join()));
  expect([left.status, left.text, (await rows())[0]?.leftAt]).toEqual([
    200,
    "waitlist-left: ",
    app.clock.now,
  ]);
  expect(left.headers.get("referrer-policy")).toBe("same-origin"); // else the form there has no origin
  const cookies = left.headers.getSetCookie().map((each) => each.split(";")[0]);
  const undone = await post("/waitlist/undo-leave", {}, cookies.join("; "));
  expect([undone.text, (await rows())[0]?.leftAt]).toEqual(["rejoined: ", null]);
  const page = await app.send("GET /waitlist/joined", { headers: { Cookie: cookieOf(undone) } });
  expect(values(page.text)).toMatchObject({ email: "wrong@example.com" });
});

test("the page without JavaScript switches the beta wish and the greeting", async () => {
  const off = await post("/waitlist/beta", { on: "false" }, cookieOf(await join()));
  expect([values(off.text).beta, (await rows())[0]?.isBetaTester]).toEqual(["false", false]);
  const on = await post("/waitlist/greeting", { on: "true" }, cookieOf(off));
  expect(values(on.text)).toMatchObject({ beta: "false", greets: "true" });
});

test("the page after leaving undoes it, once more too, and says so where it cannot", async () => {
  await join();
  const token = issuePersonToken(app.deps, "leave", "wrong@example.com", minutes(10));
  const left = await post(`/leave/${token}`, {});
  expect([left.text, (await rows())[0]?.leftAt]).toEqual(["left: ", app.clock.now]);
  for (let n = 0; n < 2; n++)
    expect((await post("/waitlist/undo-leave", {}, cookieOf(left))).text).toBe("rejoined: ");
  expect((await rows())[0]?.leftAt).toBeNull();
  const elsewhere = await post("/waitlist/undo-leave", {});
  expect([elsewhere.status, elsewhere.text]).toEqual([
    400,
    "waitlist-failed: This can no longer be undone here. You can join again.",
  ]);
});

test("what the page without JavaScript refuses is said on it, and without the cookie on a page of its own", async () => {
  const cookie = cookieOf(await join());
  const wrong = await post("/waitlist/correct", { email: "no address" }, cookie);
  expect([wrong.status, values(wrong.text)]).toEqual([
    400,
    expect.objectContaining({ failure: "Please enter a valid email address", email: "wrong@example.com" }),
  ]);
  app.clock.forward(minutes(10));
  const late = await post("/waitlist/correct", { email: "right@example.com" }, cookie);
  expect([late.status, late.text]).toEqual([400, expect.stringContaining("for 10 minutes")]);
  const ofCard = ["correct", "city", "beta", "greeting", "leave"].map((name) => `/waitlist/${name}`);
  for (const path of ofCard) {
    const forgotten = await post(path, { email: "right@example.com", city: "Dearborn" });
    expect([forgotten.status, forgotten.text]).toEqual([
      400,
      "waitlist-failed: This browser no longer remembers your signup. Please join again.",
    ]);
  }
  expect(await rows()).toMatchObject([{ email: "wrong@example.com", city: null }]);
});

test("the page leads to the form where nothing is remembered, and takes nothing from other sites", async () => {
  const page = await app.send("GET /waitlist/joined");
  expect([page.status, page.headers.get("location")]).toEqual([303, "/#beta"]);
  for (const path of Object.keys(WAITLIST_FORMS)) {
    const raw = "firstName=A&email=a@example.com&city=X";
    const foreign = { ...FORM, Origin: "https://evil.example" };
    expect([path, (await app.send(`POST ${path}`, { raw, headers: foreign })).status]).toEqual([path, 403]);
  }
  expect([(await app.send("PUT /waitlist/joined")).status, (await rows()).length]).toEqual([405, 0]);
});
