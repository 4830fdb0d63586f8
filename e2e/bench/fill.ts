import { type EmbeddedConfig, openDatabase, type ServerConfig } from "../../src/db/client.ts";

const FILL = `
  insert into waitlist_signups (id, first_name, email, email_key, is_beta_tester, consent_wording, created_at)
  select md5(n::text), 'Amina ' || n % 1000, 'someone' || n || '@example.org', 'someone' || n || '@example.org',
    n % 3 = 0, 'waitlist-1', now() - n * interval '1 s' from generate_series($1::int, $2::int) n`;
const PORTION = 100_000; // rows per statement, which an embedded database holds in memory

/** Made-up signups, one for each second before now. */
export async function fillSignups(where: EmbeddedConfig | ServerConfig, rows: number): Promise<void> {
  const db = await openDatabase(where);
  for (let from = 1; from <= rows; from += PORTION) {
    await db.query(FILL, [from, Math.min(rows, from + PORTION - 1)], { timeoutMs: 0 });
  }
  await db.query("vacuum analyze waitlist_signups", [], { timeoutMs: 0 });
  await db.close();
}
