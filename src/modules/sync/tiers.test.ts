import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from "bun:test";
import { type TestApp, testApp } from "../../testing/app.ts";
import { openMain, type TestMain } from "../../testing/database/main-database.ts";
import { place } from "../../testing/places/places.ts";

let main: TestMain;
let app: TestApp;
let issuerId: string;
const TODAY = new Date("2026-06-15T16:00:00Z");
const LAST_DAY = "2026-12-31";
beforeAll(async () => {
  main = await openMain();
  app = await testApp({ EVIDENCE_READINGS: "1" }, { mainDatabase: main.port });
  const council = { name: "Halal Council", country: "US", address: "", site: "" };
  issuerId = ((await app.operate("admin.issuers.add", council)) as { id: string }).id;
});
afterAll(async () => {
  await app.close();
  await main.db.close();
});
beforeEach(async () => {
  app.clock.now = TODAY;
  await app.db.query("delete from pois");
  await app.db.query("delete from sync_unlinks");
  await main.db.query("drop table if exists public.places, public.rihla_sync_fence");
});

const sync = (input: object = {}) => app.operate("sync.trigger", input);
const CERTIFICATE = { kind: "certificate", number: "HC-1", validFrom: "2026-01-01", validUntil: LAST_DAY };
const REGISTER = { kind: "lookup", address: "https://council.example", checkedAt: "2026-06-01" };

/** A place that is verified until the last day of the year. */
async function verifiedPlace(fields: Parameters<typeof place>[1] = {}): Promise<string> {
  const { id } = await place(app, { placeId: "p1", ...fields });
  for (const record of [CERTIFICATE, REGISTER])
    await app.operate("admin.evidence.add", { id, issuerId, ...record });
  return id;
}

const tiers = () =>
  main.db.query("select halal_verification_status as tier, tier_until, evidence_digest from public.places");
const columnNames = async () => {
  const text = "select column_name as name from information_schema.columns where table_name = 'places'";
  return (await main.db.query<{ name: string }>(text)).map(({ name }) => name);
};
/** The table as the product made it before tiers had columns. */
const OLD_TABLE = `create table public.places (id text primary key, name text not null, source_id text, place_id text,
  address text, city text, state text, zip_code text, phone text, website text, category text, subcategory text,
  halal_certificate text, halal_verification_status text, owner_id text, latitude double precision,
  longitude double precision, updated_at timestamptz, visits bigint not null default 0, first_seen_at timestamptz)`;
const VERIFIED = {
  tier: "verified",
  tier_until: LAST_DAY,
  evidence_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
};
const LAPSED = { tier: "reported", tier_until: null, evidence_digest: null };

test("the main table has the last day of a tier and the digest of its evidence", async () => {
  await verifiedPlace();
  await sync();
  expect(await tiers()).toEqual([VERIFIED]);
});

test("a run after the last day sends the tier of the new day before the daily job has run, and a dry run counts it and leaves the old one stored", async () => {
  const id = await verifiedPlace();
  await sync();
  app.clock.now = new Date("2027-01-01T05:00:00Z"); // midnight in Michigan
  expect(await sync({ dryRun: true })).toMatchObject({ success: true, synced: 1 });
  expect(await app.db.query("select tier_until, sync_state from pois")).toEqual([
    { tier_until: LAST_DAY, sync_state: "synced" },
  ]);
  expect(await sync()).toMatchObject({ success: true, synced: 1 });
  expect(await tiers()).toEqual([LAPSED]);
  expect(await sync()).toMatchObject({ synced: 0 });
  const entries = `select actor_kind as by, after from audit_log where subject = $1 and action = 'admin.evidence.expire'`;
  expect(await app.db.query(entries, [id])).toEqual([
    { by: "schedule", after: { halalVerificationStatus: "reported" } },
  ]);
});

test("a run while the sweeps catch up sends the tier of today as its dry run says, stores none, and takes it back once the clock is right", async () => {
  const id = await verifiedPlace();
  await sync();
  const { clock } = app.deps;
  const jumped = spyOn(clock, "isCatchingUp").mockResolvedValue(true);
  app.clock.now = new Date("2027-01-02T16:00:00Z");
  expect(await sync({ dryRun: true })).toMatchObject({ success: true, synced: 1 });
  expect(await sync()).toMatchObject({ success: true, synced: 1 });
  expect(await tiers()).toEqual([LAPSED]);
  const stored = "select halal_verification_status as tier, tier_until, sync_state from pois where id = $1";
  expect(await app.db.query(stored, [id])).toEqual([
    { tier: "verified", tier_until: LAST_DAY, sync_state: "pending" },
  ]);
  jumped.mockRestore();
  app.clock.now = TODAY;
  await sync();
  expect(await tiers()).toEqual([VERIFIED]);
});

test("a tier that lasts until midnight in Honolulu is not ended by a run after midnight in Michigan", async () => {
  await verifiedPlace({ latitude: 21.3, longitude: -157.85, state: "HI" });
  await sync();
  app.clock.now = new Date("2027-01-01T09:59:00Z");
  expect([await sync(), await app.operate("admin.evidence.expire")]).toMatchObject([
    { synced: 0 },
    { places: 0 },
  ]);
  expect(await tiers()).toEqual([VERIFIED]);
  app.clock.now = new Date("2027-01-01T10:00:00Z");
  await sync();
  expect(await tiers()).toEqual([LAPSED]);
});

test("a table of others without these columns is written without them, in every run", async () => {
  await main.db.query("create table public.places (id text primary key, name text not null)");
  await verifiedPlace();
  expect([await sync(), await sync({ full: true })]).toMatchObject([{ success: true }, { success: true }]);
  const names = await columnNames();
  expect(names.filter((name) => /tier|digest/.test(name))).toEqual([]);
  const [row] = await main.db.query("select halal_verification_status as tier from public.places");
  expect(row).toEqual({ tier: "verified" });
});

test("a table of others with one of these columns has it written", async () => {
  await main.db.query("create table public.places (id uuid primary key, name text, tier_until date)");
  await verifiedPlace();
  await sync();
  expect(await main.db.query("select tier_until::text as until from public.places")).toEqual([
    { until: LAST_DAY },
  ]);
  expect(await columnNames()).not.toContain("evidence_digest");
});

test("the table of an earlier version gains these columns, and its rows their values", async () => {
  await main.db.query(OLD_TABLE);
  await verifiedPlace();
  expect(await sync({ dryRun: true })).toMatchObject({ success: true, synced: 1 });
  expect(await columnNames()).not.toContain("tier_until");
  await sync();
  expect(await tiers()).toEqual([VERIFIED]);
});

test("a column of another type makes a run fail with the reason", async () => {
  await verifiedPlace();
  for (const [column, type, wanted] of [
    ["tier_until", "integer", "date"],
    ["evidence_digest", "bytea", "text"],
  ]) {
    await main.db.query("drop table if exists public.places");
    await main.db.query(`create table public.places (id text primary key, name text, ${column} ${type})`);
    expect(await sync()).toMatchObject({
      success: false,
      message: expect.stringContaining(
        `The column ${column} of the table places of the main database has the type ${type}: it must be ${wanted}.`,
      ),
    });
  }
});
