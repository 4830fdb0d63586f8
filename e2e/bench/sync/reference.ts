import { join } from "node:path";
import { type Database, openDatabase } from "../../../src/db/client.ts";
import { outputOf } from "../load.ts";

const FIELDS =
  "place_id, name, address, city, state, zip_code, phone, website, category, subcategory, halal_certificate, halal_verification_status, owner_id, latitude, longitude";
const names = FIELDS.split(", ");
const of = (table: string) => names.map((name) => `${table}.${name}`).join(", ");

/** The sync as a few statements over all rows, with the same writes on both sides and a plain comparison of names. */
const push = (file: string) => `
  set jit = off; begin;
  create temp table staged (source_id text, ${names.map((each) => `${each} ${each.endsWith("itude") ? "float8" : "text"}`).join(", ")}, main_id text);
  \\copy staged (source_id, ${FIELDS}) from '${file}'
  analyze staged;
  update staged s set main_id = p.id from public.places p where p.place_id = s.place_id;
  update staged s set main_id = d.id from (
    select s.source_id, (select p.id from public.places p where p.place_id is null
      and p.latitude between s.latitude - 0.00046 and s.latitude + 0.00046
      and p.longitude between s.longitude - 0.00064 and s.longitude + 0.00064 and lower(p.name) = lower(s.name)
      order by (p.latitude - s.latitude) ^ 2 + (p.longitude - s.longitude) ^ 2 limit 1) as id
    from staged s where main_id is null) d where d.source_id = s.source_id and d.id is not null;
  update public.places p set (source_id, ${FIELDS}, updated_at) = row(s.source_id, ${of("s")}, now())
    from staged s where p.id = s.main_id and (p.source_id, ${of("p")}) is distinct from (s.source_id, ${of("s")});
  insert into public.places (id, source_id, ${FIELDS}, updated_at, first_seen_at)
    select gen_random_uuid(), source_id, ${FIELDS}, now(), now() from staged where main_id is null;
  commit;`;

const PULL = (file: string) =>
  `\\copy (select id, ${FIELDS} from pois where sync_state = 'pending' order by id) to '${file}'`;
const MARK = "update pois set sync_state = 'synced', synced_at = now() where sync_state = 'pending';";

/** Its total time in psql, in milliseconds. */
export async function byPsql(local: string, main: string, home: string): Promise<number> {
  const file = join(home, "places.copy");
  const steps: [string, string][] = [
    [local, PULL(file)],
    [main, push(file)],
    [local, MARK],
  ];
  const script = join(home, "step.sql");
  const started = performance.now();
  for (const [url, text] of steps) {
    await Bun.write(script, text);
    await outputOf(["psql", "-q", "-v", "ON_ERROR_STOP=1", "-f", script, url]);
  }
  return performance.now() - started;
}

/** Rows a second of a program that queries each place separately. */
export async function rowByRow(local: string, main: string, rows: number): Promise<number> {
  const [here, there] = [await openDatabase({ url: local }), await openDatabase({ url: main })];
  const places = await here.query<Record<string, unknown>>(
    `select id, ${FIELDS} from pois where sync_state = 'pending' order by id limit $1`,
    [rows],
  );
  const started = performance.now();
  for (const place of places) await one(here, there, place);
  const seconds = (performance.now() - started) / 1_000;
  await Promise.all([here.close(), there.close()]);
  return places.length / seconds;
}

const prepared = { prepared: true };

async function one(here: Database, there: Database, place: Record<string, unknown>): Promise<void> {
  const values = [place.id, ...names.map((name) => place[name])];
  const [found] =
    (
      await there.query<{ id: string }>(
        "select id from public.places where place_id = $1",
        [place.place_id],
        prepared,
      )
    ).concat() ?? [];
  const near =
    found ??
    (
      await there.query<{ id: string }>(
        `select id from public.places where place_id is null and latitude between $1::float8 - 0.00046 and $1::float8 + 0.00046
           and longitude between $2::float8 - 0.00064 and $2::float8 + 0.00064 and lower(name) = lower($3) limit 1`,
        [place.latitude, place.longitude, place.name],
        prepared,
      )
    )[0];
  const marks = values.map((_, n) => `$${n + 1}`).join(", ");
  if (near) {
    const text = `update public.places set (source_id, ${FIELDS}, updated_at) = row(${marks}, now()) where id = $${values.length + 1}`;
    await there.query(text, [...values, near.id], prepared);
  } else {
    const text = `insert into public.places (id, source_id, ${FIELDS}, updated_at, first_seen_at) values (gen_random_uuid(), ${marks}, now(), now())`;
    await there.query(text, values, prepared);
  }
  await here.query(
    "update pois set sync_state = 'synced', synced_at = now() where id = $1",
    [place.id],
    prepared,
  );
}
