import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { type TestApp, testApp } from "../../../testing/app.ts";

const PLACES = 4_000;
const READ_MAX = 10_000; // half of the entries in docs/limits.md, as each start is one of a street or of a subcategory

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.db.orm.execute(sql`
    insert into pois (id, name, address, city, state, category, subcategory, identity, created_at, updated_at)
    select 'p' || n, 'Place ' || n, n || ' Main St', 'Dearborn', 'MI', 'restaurant', 'Restaurant',
      n || ' main st|dearborn|mi|place ' || n, now(), now() from generate_series(1, ${PLACES}::int) n`);
  await app.db.orm.execute(sql`analyze pois`);
});
afterAll(() => app.close());

const withValues = (text: string, values: readonly unknown[]): SQL =>
  sql.join(
    text
      .split(/\$(\d+)/)
      .map((part, n) => (n % 2 === 0 ? sql.raw(part) : sql.param(values[Number(part) - 1]))),
  );

const READ = sql`select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = 'pois'`;

/** How many places the statements of a search read, each counted by the database. */
async function placesRead(q: string): Promise<number[]> {
  const query = spyOn(app.db, "query");
  expect((await app.send(`GET /api/places?q=${encodeURIComponent(q)}`)).status).toBe(200);
  const statements = query.mock.calls.map(([text, values]) => withValues(text, values ?? []));
  query.mockRestore();
  const counts: number[] = [];
  for (const statement of statements)
    await app.db.transaction(async (tx) => {
      const read = async () => Number((await tx.execute(READ)).rows[0]?.count ?? 0);
      const before = await read();
      await tx.execute(statement);
      counts.push((await read()) - before);
    });
  return counts;
}

test("a search reads a bounded number of places, also with a word that no place has", async () => {
  for (const q of ["res rest mai zzq", "where is rest restau main zzq open now", "restaurants on main zzq"]) {
    const counts = await placesRead(q);
    expect(counts.length).toBeGreaterThan(0);
    expect([q, Math.max(...counts) <= READ_MAX, counts]).toEqual([q, true, counts]);
  }
});

test("a question that finds no place is not asked again without the opening hours", async () => {
  const query = spyOn(app.db, "query");
  const asked = async (q: string) => {
    query.mockClear();
    await app.send(`GET /api/places?q=${encodeURIComponent(q)}`);
    return query.mock.calls.length;
  };
  const once = await asked("mai zzqa");
  expect(await asked("mai zzqb open now")).toBe(once);
  query.mockRestore();
});
