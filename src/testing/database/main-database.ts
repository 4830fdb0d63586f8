import type { Database } from "../../db/client.ts";
import { outsideTransaction } from "../../db/transactions/transaction-scope.ts";
import { type MainDatabase, manageMainDatabase } from "../../modules/sync/main-database/main-database.ts";
import { randomId } from "../../shared/id.ts";
import type { TestApp } from "../app.ts";
import { type TestDatabase, testDatabase } from "./database.ts";
import { migrationsFolder } from "./migrations.ts";

export interface TestMain {
  readonly db: TestDatabase;
  readonly port: MainDatabase;
  /** Runs right before each transaction of a sync run. */
  before: (() => Promise<unknown>) | undefined;
}

/** An empty main database, in which the product creates its table. The test closes it. */
export async function openMain(): Promise<TestMain> {
  const folder = await migrationsFolder(["select 1"]);
  try {
    const db = await outsideTransaction(() => testDatabase(folder.path));
    const main: TestMain = { db, port: manageMainDatabase(async () => watched, null), before: undefined };
    const transaction: Database["transaction"] = async (work, options) => {
      await main.before?.();
      return db.transaction(work, options);
    };
    const watched: Database = Object.assign(Object.create(db), { transaction });
    return main;
  } finally {
    await folder.remove();
  }
}

export interface LocalRow {
  readonly id: string;
  readonly name: string;
  readonly placeId: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly phone: string;
}

/** Inserts pending places into the local table, with defaults for omitted fields. */
export async function addPlaces(app: TestApp, places: readonly Partial<LocalRow>[]): Promise<string[]> {
  const rows = places.map((place) => ({
    id: randomId(),
    name: "Noor Grill",
    placeId: null,
    latitude: null,
    longitude: null,
    phone: "",
    ...place,
  }));
  await app.db.query(
    `insert into pois (id, name, place_id, latitude, longitude, phone, address, city, state, category, created_at, updated_at)
     select id, name, "placeId", latitude, longitude, phone, '1 Main St', 'Dearborn', 'MI', 'restaurant', now(), now()
     from jsonb_to_recordset($1::jsonb) as r(id text, name text, "placeId" text, latitude float8, longitude float8, phone text)`,
    [JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}

export interface MainRow {
  readonly id: string;
  readonly name: string;
  readonly source_id: string | null;
  readonly place_id: string | null;
  readonly owner_id: string | null;
  readonly phone: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly visits: number;
  readonly first_seen_at: Date | null;
  readonly updated_at: Date | null;
}

export const mainRows = ({ db }: TestMain): Promise<MainRow[]> =>
  db.query<MainRow>("select * from public.places order by name, id");

/** Inserts rows into the main database, as other writers do. */
export async function addMainRows({ db }: TestMain, rows: readonly Partial<MainRow>[]): Promise<void> {
  await db.query(
    `insert into public.places (id, name, source_id, place_id, phone, latitude, longitude, visits, first_seen_at)
     select id, coalesce(name, 'Noor Grill'), source_id, place_id, phone, latitude, longitude, coalesce(visits, 7), '2020-01-01'
     from jsonb_to_recordset($1::jsonb) as r(id text, name text, source_id text, place_id text, phone text,
       latitude float8, longitude float8, visits int)`,
    [JSON.stringify(rows)],
  );
}
