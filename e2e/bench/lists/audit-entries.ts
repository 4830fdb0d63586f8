import { openDatabase } from "../../../src/db/client.ts";

const FILL = `
  insert into audit_log (at, actor_kind, actor_id, actor_name, action, subject, before, after, address, request_id)
  select now() - ($2::int - n) * interval '1 s', 'staff', 'a' || n % 40, 'Aisha ' || n % 40,
    (array['admin.partnerships.update', 'admin.waitlist.delete', 'admin.pois.update', 'auth.login'])[1 + n % 4],
    md5('s' || n / 5), jsonb_build_object('businessName', 'Zaytuna ' || n / 5),
    jsonb_build_object('businessName', 'Zaytuna Grill ' || n / 5), '192.0.2.' || n % 250, md5('r' || n)
  from generate_series($1::int, $2::int) n`;
const PORTION = 100_000;

/** Made-up entries of 40 staff members, five for each record. */
export async function fillAudit(url: string, rows: number): Promise<void> {
  const db = await openDatabase({ url, maxConnections: 1 });
  for (let from = 1; from <= rows; from += PORTION) {
    await db.query(FILL, [from, Math.min(rows, from + PORTION - 1)], { timeoutMs: 0 });
  }
  await db.query("vacuum analyze audit_log", [], { timeoutMs: 0 });
  await db.close();
}
