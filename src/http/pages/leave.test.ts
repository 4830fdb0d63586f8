import { afterAll, beforeAll, expect, test } from "bun:test";
import { issuePersonToken } from "../../core/auth/person-tokens.ts";
import { waitlistSignups } from "../../modules/waitlist/table.ts";
import { days } from "../../shared/duration.ts";
import { type TestApp, testApp } from "../../testing/app.ts";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const ONE_CLICK = "List-Unsubscribe=One-Click";
/** What a browser sends with a link opened in a webmail, and then with a page without a referrer. */
const FOREIGN = { Origin: "null", "Sec-Fetch-Site": "cross-site" };

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  await app.send("POST /api/waitlist", { body: { firstName: "A", email: "a@example.com" } });
  token = issuePersonToken(app.deps, "leave", "a@example.com", days(400));
});
afterAll(() => app.close());

const leftAt = async () => (await app.db.orm.select().from(waitlistSignups))[0]?.leftAt ?? null;

test("opening the link to leave changes nothing, by GET or HEAD", async () => {
  const page = await app.send(`GET /leave/${token}`, { headers: FOREIGN });
  const head = await app.send(`HEAD /leave/${token}`);
  expect([page.status, page.text, head.status, head.text]).toEqual([200, "leave: ", 200, ""]);
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  expect(await leftAt()).toBeNull();
});

test("a forged or expired link to leave is the 404 page by every method and changes nothing", async () => {
  const old = issuePersonToken(app.deps, "leave", "a@example.com", -1);
  for (const wrong of [old, `${token}x`, "x", "%00"])
    for (const method of ["GET", "HEAD", "POST"]) {
      const raw = method === "POST" ? { raw: ONE_CLICK, headers: FORM } : {};
      const page = await app.send(`${method} /leave/${wrong}`, raw);
      expect([wrong, method, page.status]).toEqual([wrong, method, 404]);
    }
  expect(await leftAt()).toBeNull();
});

test("a link is posted ten times a minute at most, whatever the addresses, and another link is not affected", async () => {
  const strict = await testApp({ RATE_LIMIT: "on" });
  const post = (link: string, n: number) =>
    strict.send(`POST /leave/${link}`, { raw: ONE_CLICK, headers: FORM, from: `192.0.2.${n}` });
  const own = (email: string) => issuePersonToken(strict.deps, "leave", email, days(400));
  const link = own("a@example.com");
  const statuses: number[] = [];
  for (let n = 0; n < 14; n += 1) statuses.push((await post(link, n)).status);
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(200));
  expect(statuses.slice(12)).toEqual([429, 429]); // an instance may exceed a limit by a call
  for (let n = 0; n < 20; n += 1) expect((await post(own(`b${n}@example.com`), 1)).status).toBe(200);
  await strict.close();
});

test("other methods and bodies that are no form are refused", async () => {
  const headers = { "Content-Type": "application/json" };
  expect((await app.send(`POST /leave/${token}`, { raw: "{}", headers })).status).toBe(415);
  expect((await app.send(`PUT /leave/${token}`)).status).toBe(405);
  expect(await leftAt()).toBeNull();
});

test("one click leaves from the page, a mail program or a multipart form, and again says the same", async () => {
  const multipart =
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
  const bodies = [
    { raw: ONE_CLICK, headers: FORM },
    { raw: "", headers: { ...FORM, ...FOREIGN } },
    { raw: multipart, headers: { "Content-Type": "multipart/form-data; boundary=b" } },
  ];
  const time = app.clock.now;
  for (const body of bodies) {
    const page = await app.send(`POST /leave/${token}`, body);
    expect([page.status, page.text]).toEqual([200, "left: "]);
    app.clock.forward(1_000);
  }
  expect(await leftAt()).toEqual(time);
});
