import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { basic, partner, partnerSession, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const role of ["partner_manager", "admin"] as const) await staff(app, role);
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate partners, mails, audit_log cascade`);
});
afterAll(() => app.close());

const send = (line: string, as = "partner_manager") => app.send(line, { headers: basic(as) });
const sessionsPath = (id: string) => `/api/partner-manager/partners/${id}/sessions`;
const list = async (id: string) => (await send(`GET ${sessionsPath(id)}`)).json;
const isIn = async (headers: Record<string, string>) =>
  (await app.send("GET /partner/api/me", { headers })).status === 200;
const notices = () => app.db.query("select 1 from mails where kind = 'partner-sessions-ended'");

test("a manager sees where a partner is signed in, ends one session, then all of them, and the partner is told", async () => {
  const { id, headers } = await partner(app);
  const second = await partnerSession(app, id);
  const [newest, ...rest] = await list(id);
  expect([newest.current, rest.length]).toEqual([false, 1]);
  expect((await send(`DELETE ${sessionsPath(id)}/${newest.id}`)).json).toEqual({ success: true });
  const left = [await isIn(headers), await isIn(second)];
  expect([left.filter(Boolean), (await notices()).length]).toEqual([[true], 1]);
  expect((await send(`DELETE ${sessionsPath(id)}`)).status).toBe(200);
  expect([await isIn(headers), await isIn(second), await list(id)]).toEqual([false, false, []]);
  expect((await send(`DELETE ${sessionsPath(id)}`)).status).toBe(200);
  expect(await notices()).toHaveLength(2);
});

test("of two calls that end one session at the same time one is recorded, and the other finds nothing", async () => {
  const { id } = await partner(app);
  const [session] = await list(id);
  const both = await Promise.all([1, 2].map(() => send(`DELETE ${sessionsPath(id)}/${session.id}`)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  const entries = await app.db.query("select from audit_log where action like '%ession%'");
  expect([entries.length, (await notices()).length]).toEqual([1, 1]);
});

test("a session of another partner, an unknown one and an unknown partner are not found, and admins have no access", async () => {
  const one = await partner(app, "one@x.example");
  const other = await partner(app, "other@x.example");
  const [session] = await list(other.id);
  const statuses = await Promise.all([
    send(`DELETE ${sessionsPath(one.id)}/${session.id}`),
    send(`DELETE ${sessionsPath(one.id)}/none`),
    send(`GET ${sessionsPath("none")}`),
    send(`DELETE ${sessionsPath("none")}`),
    send(`GET ${sessionsPath(one.id)}`, "admin"),
    send(`DELETE ${sessionsPath(one.id)}`, "admin"),
    send(`DELETE ${sessionsPath(other.id)}/${session.id}`, "admin"),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 403, 403, 403]);
  expect(await isIn(other.headers)).toBe(true);
});
