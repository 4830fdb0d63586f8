import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Database } from "../../../db/client.ts";
import { MIGRATIONS } from "../../../db/migrate.ts";
import { readMigrations } from "../../../db/migrations.ts";
import { testDatabase } from "../../../testing/database/database.ts";
import { migrationsFolder } from "../../../testing/database/migrations.ts";

const migrations = readMigrations(MIGRATIONS);
const isOf = ({ sql }: (typeof migrations)[number]) => sql.join().includes('CREATE TABLE "partner_people"');
const at = migrations.findIndex(isOf);

/** The declared programs are none of the temporary folder. */
const undeclared = (statement: string): string => statement.replace(/^-- oldest program.*/, "");

let db: Database;
beforeAll(async () => {
  const before = await migrationsFolder(...migrations.slice(0, at).map(({ sql }) => sql.map(undeclared)));
  db = await testDatabase(before.path);
  await before.remove();
});
afterAll(() => db.close());

/** An account as it was before a business had people, with a session and a passkey. */
async function insertOldAccount(id: string, email: string, deletedAt: string | null): Promise<void> {
  await db.query(
    `insert into partners (id, email, email_key, password_hash, business_name, contact_name, phone, is_verified,
       email_confirmed_at, first_login_at, created_at, updated_at, deleted_at)
     values ($1, $2, lower($2), 'hash', 'Noor Grill', 'Maryam', '', true, '2026-01-02Z', '2026-01-03Z', '2026-01-01Z',
       '2026-01-04Z', $3)`,
    [id, email, deletedAt],
  );
  await db.query(
    `insert into partner_sessions (id, user_id, created_at, last_seen_at, authenticated_at, expires_at)
     values ($1, $1, '2026-02-01Z', '2026-02-01Z', '2026-02-01Z', '2026-12-31Z')`,
    [id],
  );
  await db.query(
    `insert into partner_passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, $1, $1, 'key', 0, '[]', 'Phone', '2026-01-05Z')`,
    [id],
  );
}

test("an old account becomes the owner of its business, with its password, address, sessions and passkeys; one in the trash too", async () => {
  await insertOldAccount("kept", "Maryam@example.com", null);
  await insertOldAccount("trashed", "gone@example.com", "2026-03-01Z");
  for (const { sql } of migrations.slice(at)) for (const statement of sql) await db.query(statement);

  const people = await db.query(
    `select id, partner_id, name, role, leads, email, email_key, password_hash, email_confirmed, deleted_at is null as current,
       last_login_at = '2026-02-01Z' as at_last_session from partner_people order by id`,
  );
  const owner = { name: "Maryam", role: "owner", leads: true, password_hash: "hash", email_confirmed: true };
  const kept = {
    id: "kept",
    partner_id: "kept",
    email: "Maryam@example.com",
    email_key: "maryam@example.com",
  };
  const trashed = {
    id: "trashed",
    partner_id: "trashed",
    email: "gone@example.com",
    email_key: "gone@example.com",
  };
  expect(people).toEqual([
    { ...kept, ...owner, current: true, at_last_session: true },
    { ...trashed, ...owner, current: false, at_last_session: true },
  ]);
  expect(await db.query("select id, email, business_name from current_partners")).toEqual([
    { id: "kept", email: "Maryam@example.com", business_name: "Noor Grill" },
  ]);
  for (const table of ["partner_sessions", "partner_passkeys"])
    expect(await db.query(`select user_id from ${table} order by id`)).toEqual([
      { user_id: "kept" },
      { user_id: "trashed" },
    ]);
});
