import { openDatabase } from "../../../src/db/client.ts";

/**
 * Pending local places: 88% are in the main database by place id, 8% by coordinates, 4% are new. As after an import, their
 * ids are in order and their cities are looked up: the server would do so at the same time, and psql would not.
 */
const LOCAL = `
  insert into pois (id, place_id, name, address, city, state, phone, category, halal_verification_status, latitude,
    longitude, city_id, created_at, updated_at)
  select lpad(n::text, 10, '0') || left(md5(n::text), 16), case when n % 25 < 22 then 'p' || n else 'q' || n end,
    initcap(substr(md5(n::text), 1, 7)) || ' Grill', n || ' Main St', 'Dearborn', 'MI', lpad(n::text, 10, '3'),
    'restaurant', 'reported', case when n % 25 = 24 then 60 else 25 end + (n / 1000) * 0.002 + 0.00005,
    -120 + (n % 1000) * 0.003, 0, now(), now()
  from generate_series($1::int, $2::int) n`;

/** As many main rows: the same places with other spellings, and 4% that are not local. */
const MAIN = `
  insert into public.places (id, place_id, name, address, city, state, phone, latitude, longitude, visits, first_seen_at)
  select md5('m' || n), case when n % 25 < 22 or n % 25 = 24 then 'p' || n end,
    initcap(substr(md5(n::text), 1, 7)) || ' GRILL', n || ' Main Street', 'Dearborn', 'MI', '', 25 + (n / 1000) * 0.002,
    -120 + (n % 1000) * 0.003, n, now()
  from generate_series($1::int, $2::int) n`;

const PORTION = 100_000;

export const fillLocal = (url: string, rows: number) => fill(url, LOCAL, rows, "pois");
export const fillMain = (url: string, rows: number) => fill(url, MAIN, rows, "public.places");

async function fill(url: string, text: string, rows: number, table: string): Promise<void> {
  const db = await openDatabase({ url, maxConnections: 1 });
  for (let from = 1; from <= rows; from += PORTION) {
    await db.query(text, [from, Math.min(rows, from + PORTION - 1)], { timeoutMs: 0 });
  }
  await db.query(`vacuum analyze ${table}`, [], { timeoutMs: 0 });
  await db.close();
}
