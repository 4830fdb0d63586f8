import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { operationsOf } from "../../../core/rpc/operations.ts";
import { appRouter } from "../../../router.ts";
import { ACTION_WORDS } from "../../../shared/audit/action-words.ts";
import { readsAny, SUBJECTS, subjectsOf } from "../../../shared/changes.ts";
import { minutes } from "../../../shared/duration.ts";
import { basic, partner, signIn, staff } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
  await staff(app, "partner_manager");
});
afterAll(() => app.close());

async function changesFor(username: string, since?: string) {
  const query = since === undefined ? "" : `?since=${since}`;
  const answer = await app.send(`GET /api/admin/changes${query}`, { headers: basic(username) });
  return answer.json as { cursor: string; changed: string[] };
}
const join = (name: string) =>
  app.send("POST /api/waitlist", { body: { firstName: name, email: `${name}@example.com` } });
const inquire = (name: string) =>
  app.send("POST /api/partnership", { body: { businessName: name, email: `${name}@example.com` } });

test("the first call reports nothing, and a later one what changed since", async () => {
  app.clock.forward(minutes(1));
  const first = await changesFor("admin");
  expect(first.changed).toEqual([]);
  const quiet = await changesFor("admin", first.cursor);
  expect(quiet).toEqual({ cursor: first.cursor, changed: [] });
  await join("noor");
  await inquire("zaytuna");
  const { cursor, changed } = await changesFor("admin", quiet.cursor);
  expect(changed).toContain("admin.waitlist");
  expect(changed).toContain("admin.partnerships");
  expect(changed).toContain("admin.audit");
  expect(changed).not.toContain("admin.payments");
  expect((await changesFor("admin", cursor)).changed).toEqual([]);
});

test("a change from just before the first call is reported by the second, because the lists may lack it", async () => {
  app.clock.forward(minutes(1));
  await join("yusuf");
  const { cursor, changed } = await changesFor("admin");
  expect(changed).toEqual([]);
  expect((await changesFor("admin", cursor)).changed).toContain("admin.waitlist");
});

test("an entry that appears after a newer one, as its transaction took longer, is still reported", async () => {
  app.clock.forward(minutes(1));
  const insert = (id: number, action: string) =>
    app.db.orm.execute(sql`insert into audit_log (id, at, actor_kind, action) overriding system value
      values (${id}, ${app.clock.now}, 'visitor', ${action})`);
  const [{ newest } = { newest: 0 }] = (
    await app.db.orm.execute<{ newest: number }>(sql`select max(id)::int as newest from audit_log`)
  ).rows;
  const { cursor } = await changesFor("admin");
  await insert(newest + 3, "public.waitlist.join");
  const second = await changesFor("admin", cursor);
  expect(second.changed).not.toContain("admin.payments");
  await insert(newest + 2, "public.support.pay");
  const third = await changesFor("admin", second.cursor);
  expect(third.changed).toContain("admin.payments");
  expect((await changesFor("admin", third.cursor)).changed).toEqual([]);
  await app.db.orm.execute(sql`select setval(pg_get_serial_sequence('audit_log', 'id'), ${newest + 10})`);
});

test("more entries than are read count as a change of everything", async () => {
  app.clock.forward(minutes(1));
  const { cursor } = await changesFor("admin");
  await app.db.orm.execute(sql`insert into audit_log (at, actor_kind, action)
    select ${app.clock.now}, 'visitor', 'public.waitlist.join' from generate_series(1, 300)`);
  expect((await changesFor("admin", cursor)).changed).toContain("admin.payments");
});

test("a mail that is added or sent changes the outbox, which has no audit entries", async () => {
  app.clock.forward(minutes(1));
  const { cursor } = await changesFor("admin");
  await app.db.orm.execute(sql`insert into mails (id, "to", to_key, subject, kind, created_at, next_try_at)
    values ('mail-of-changes', 'a@example.com', 'a@example.com', 'Hello', 'test', ${app.clock.now}, ${app.clock.now})`);
  const added = await changesFor("admin", cursor);
  expect(added.changed).toEqual(["admin.mails"]);
  await app.db.orm.execute(
    sql`update mails set next_try_at = null, sent_at = ${app.clock.now} where id = 'mail-of-changes'`,
  );
  expect((await changesFor("admin", added.cursor)).changed).toEqual(["admin.mails"]);
});

test("a partner manager is told only of what the role may read", async () => {
  app.clock.forward(minutes(1));
  const { cursor } = await changesFor("partner_manager");
  await join("bilal");
  await app.send("POST /partner/api/register", {
    body: {
      email: "new@example.com",
      password: "a long enough passphrase",
      businessName: "New Grill",
      contactName: "Amina",
    },
  });
  const { changed } = await changesFor("partner_manager", cursor);
  expect(changed).toEqual(["partnerManager.partners"]);
});

test("only who may read a kind of record hears that its trash changed", async () => {
  app.clock.forward(minutes(1));
  const [manager, admin] = [await changesFor("partner_manager"), await changesFor("admin")];
  const { id } = (await inquire("qamar")).json;
  await app.send(`DELETE /api/admin/partnerships/${id}`, { headers: basic("admin") });
  expect((await changesFor("partner_manager", manager.cursor)).changed).toEqual([]);
  expect((await changesFor("admin", admin.cursor)).changed).toContain("admin.trash");
  const owner = await partner(app, "gone@example.com");
  await app.send(`DELETE /api/partner-manager/partners/${owner.id}`, { headers: basic("partner_manager") });
  const { changed } = await changesFor("partner_manager", manager.cursor);
  expect(changed).toContain("admin.trash");
});

test("changes are for staff alone, and a cursor that is not one of ours is refused", async () => {
  expect((await app.send("GET /api/admin/changes")).status).toBe(401);
  const { headers } = await partner(app);
  expect((await app.send("GET /api/admin/changes", { headers })).status).toBe(401);
  for (const since of ["x", "1..2", "1-%", "9".repeat(16), "-1"]) {
    const path = `GET /api/admin/changes?since=${encodeURIComponent(since)}`;
    expect((await app.send(path, { headers: basic("admin") })).status).toBe(400);
  }
});

test("asking for changes does not keep a session alive", async () => {
  const cookie = await signIn(app, "admin");
  const ask = () => app.send("GET /api/admin/changes", { headers: cookie });
  app.clock.forward(minutes(40));
  expect((await ask()).status).toBe(200);
  app.clock.forward(minutes(21));
  expect((await ask()).status).toBe(401);
});

const operations = operationsOf(appRouter);

test("changes of a subject are reported to exactly the roles that may read it", () => {
  for (const [subject, roles] of Object.entries(SUBJECTS)) {
    const reads = operations.filter(({ path, isMutation }) => !isMutation && readsAny(path, [subject]));
    const readers = reads.flatMap(({ guard }) => (guard.kind === "staff" ? guard.roles : []));
    expect([subject, ...new Set(readers)].toSorted()).toEqual([subject, ...roles].toSorted());
  }
});

/** Actions whose only trace on a screen is the audit log, or the user's own account. */
const OWN =
  /^(admin\.(tokens|devices|health|backups|alerts)|operator\.(maintenance|backups|alerts)|.*\.(export|exportSources))(\.|$)/;

test("every action that is recorded is announced with what it changes", () => {
  const silent = Object.keys(ACTION_WORDS).filter(
    (action) => !OWN.test(action) && subjectsOf(action, null).length === 1,
  );
  expect(silent).toEqual([]);
});
