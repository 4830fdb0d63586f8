import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as pathOf } from "node:path";
import { eq, like, sql } from "drizzle-orm";
import { writeBackup } from "../../db/backup/backup.ts";
import { restoreBackup } from "../../db/backup/restore.ts";
import type { Queries } from "../../db/client.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { waitlist } from "./module.ts";
import { signupTotal } from "./queries.ts";
import { currentSignups, waitlistSignupCounts, waitlistSignups } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
});
beforeEach(() => app.db.query("truncate waitlist_signups"));
afterAll(() => app.close());

const asAdmin = (line: string) => app.send(line, { headers: basic("admin") });
const join = (n: number, more: object = {}) =>
  app.send("POST /api/waitlist", { body: { firstName: "A", email: `a${n}@example.com`, ...more } });
const list = async (query = "") =>
  (await asAdmin(`GET /api/admin/waitlist${query}`)).headers.get("x-total-count");
const counted = () => app.db.orm.$count(currentSignups, sql`not quarantined`);

/** What the list says, after a check that it is so. */
async function total(): Promise<number> {
  const said = Number(await list());
  expect(said).toBe(await counted());
  return said;
}

const insert = (on: Queries, from: number, to: number) =>
  on.execute(sql`insert into waitlist_signups (id, first_name, email, email_key, is_beta_tester, consent_wording, created_at, quarantined)
    select 'x' || n, 'N', n || '@example.com', n || '@example.com', false, 'w', now(), n % 5 = 0
    from generate_series(${from}::int, ${to}::int) n`);

test("the total follows joins, repeated ones, quarantine, deletion, restoring, erasure and truncation", async () => {
  expect(await total()).toBe(0);
  await Promise.all([1, 2, 3, 3, 3].map((n) => join(n)));
  expect(await total()).toBe(3);
  await join(4, { hp_note: "x" });
  expect(await total()).toBe(3);
  const [item] = (await asAdmin("GET /api/admin/quarantine")).json;
  expect((await asAdmin(`POST /api/admin/quarantine/${item.id}/release`)).status).toBe(200);
  expect(await total()).toBe(4);
  expect((await asAdmin(`DELETE /api/admin/waitlist/${item.id}`)).status).toBe(200);
  expect(await total()).toBe(3);
  expect((await asAdmin(`POST /api/admin/trash/${item.id}/restore`)).status).toBe(200);
  expect(await total()).toBe(4);
  await app.operate("admin.waitlist.forget", { email: "a2@example.com" });
  expect(await total()).toBe(3);
  expect(await list("?q=a1@example.com")).toBe("1");
  await app.db.query("truncate waitlist_signups");
  expect(await total()).toBe(0);
});

test("the total is exact after simultaneous transactions that add and remove, some of which fail", async () => {
  const act = (n: number) =>
    app.db
      .transaction(async (tx) => {
        await insert(tx, n * 100, n * 100 + 49);
        if (n % 2 === 0) await tx.delete(waitlistSignups).where(like(waitlistSignups.id, `x${n}%`));
        await insert(tx, n * 100 + 50, n * 100 + 59);
        if (n % 3 === 0) throw new Error("rolled back");
        return signupTotal(tx);
      })
      .catch((error: Error) => error.message);
  const ended = await Promise.all(Array.from({ length: 24 }, (_, n) => act(n + 10)));
  expect(ended.filter((each) => each === "rolled back")).toHaveLength(8);
  expect(await total()).toBeGreaterThan(0);
  await app.db.orm.update(waitlistSignups).set({ quarantined: sql`not quarantined` });
  await total();
  await app.db.orm.delete(waitlistSignups);
  expect(await total()).toBe(0);
});

test("a deletion by one process of what another one added counts, and the sweep keeps the sum with fewer rows", async () => {
  await app.db.orm.execute(sql`update waitlist_signup_counts set backend = -2`);
  await insert(app.db.orm, 1, 9);
  await app.db.orm.delete(waitlistSignups).where(eq(waitlistSignups.id, "x1"));
  await app.db.orm.insert(waitlistSignupCounts).values([
    { backend: -3, changes: 7, changedAt: new Date(0) },
    { backend: -4, changes: -7, changedAt: new Date(0) },
  ]);
  expect(await total()).toBe(7);
  await app.operate("operator.maintenance.sweep");
  expect(await total()).toBe(7);
  const old = await app.db.orm.$count(waitlistSignupCounts, sql`backend in (-3, -4)`);
  expect(old).toBe(0);
});

test("the total of a restored database is that of the backup", async () => {
  const folder = await mkdtemp(pathOf(tmpdir(), "rihla-count-"));
  await insert(app.db.orm, 1, 10);
  await writeBackup(app.db, pathOf(folder, "a"), app.clock.now);
  await insert(app.db.orm, 11, 50);
  await restoreBackup(app.db, pathOf(folder, "a"), {
    after: async (tx) => void (await waitlist.derived?.(tx)),
  });
  await rm(folder, { recursive: true });
  expect(await signupTotal(app.db.orm)).toBe(8);
  expect(await counted()).toBe(8);
});
