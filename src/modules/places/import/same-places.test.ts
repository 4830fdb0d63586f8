import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database, Tx } from "../../../db/client.ts";
import { inRolledBack } from "../../../db/transactions/rolled-back.ts";
import type { Category } from "../../../shared/places/places.ts";
import type { SourceRow } from "../../../shared/places/sources.ts";
import { basic, staff } from "../../../testing/accounts.ts";
import { operatorContext, type TestApp, testApp } from "../../../testing/app.ts";
import { featuresOf, GRILL, intakeCounts, LIKE_GRILL, MARKET } from "../../../testing/places/intake-files.ts";
import { HARD_PAIRS } from "../../../testing/places/matching/hard-pairs.ts";
import { generatedPairs } from "../../../testing/places/matching/labelled-pairs.ts";
import type { Comparable } from "../duplicates/likeness.ts";
import { matchAndDecide } from "../intake/plan.ts";
import { takeFile } from "../intake/service.ts";
import { createStagedRows, stageRows } from "../intake/staging.ts";
import { placeMatches } from "../intake/table.ts";
import type { ImportReport } from "../schema.ts";
import { pois } from "../table.ts";
import { decideEntries } from "./decide-entries.ts";
import { importFile, writeEntries } from "./import-file.ts";

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(join(tmpdir(), "rihla-same-"));
  await staff(app, "admin");
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate pois, poi_vocabulary cascade`);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const take = async (...rows: readonly Readonly<Record<string, unknown>>[]) => {
  const file = join(folder, crypto.randomUUID());
  await Bun.write(file, featuresOf(rows));
  return (await app.operate("admin.pois.import", { file })) as ImportReport;
};
const all = () => app.db.orm.select().from(pois).orderBy(pois.seq);
const listed = async () => (await all()).filter(({ mergedInto, deletedAt }) => !mergedInto && !deletedAt);
const matches = async () =>
  (await app.send("GET /api/reviews/matches", { headers: basic("admin") })).json as {
    id: string;
    place: { id: string };
    intake: unknown;
    says: { name: string };
  }[];
const decideAs = (id: string, decision: string) =>
  app.send(`PUT /api/reviews/matches/${id}`, { headers: basic("admin"), body: { decision } });

const NOOR = { ...GRILL, point: [-83.2, 42.3] };
const RESPELLED = { ...GRILL, name: "Nour Grill", address: "12 Main Street", subcategory: "Grill" };

describe("an import", () => {
  test("updates the place that an entry surely is, in any spelling", async () => {
    await take(NOOR);
    expect(await take(RESPELLED)).toMatchObject({ created: 0, updated: 1 });
    expect(await all()).toMatchObject([
      { name: "Nour Grill", address: "12 Main Street", subcategory: "Grill" },
    ]);
    expect(await take(RESPELLED)).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    expect(await matches()).toEqual([]);
  });

  test("takes two spellings of one place in one file as one, the last of which counts", async () => {
    const report = await take({ ...GRILL, zipCode: "" }, LIKE_GRILL, { ...RESPELLED, zipCode: "48126" });
    expect(report).toMatchObject({ created: 2, repeated: 1, replaced: [{ at: 0, by: 2 }] });
    expect(await all()).toMatchObject([
      { name: "Noor Grill & Sweets" },
      { name: "Nour Grill", phone: GRILL.phone },
    ]);
  });

  test("with a maps id for each of two entries makes two places", async () => {
    await take(NOOR);
    const report = await take({ ...GRILL, placeId: "m1" }, { ...RESPELLED, placeId: "m2" });
    expect(report).toMatchObject({ created: 1, updated: 1 });
    expect((await all()).map(({ placeId }) => placeId)).toEqual(["m1", "m2"]);
  });
});

test("Staff are asked about 25 look-alikes of a listed place, and the other rows are refused with a reason", async () => {
  await take(NOOR);
  const rows = Array.from({ length: 30 }, (_, n) => ({
    ...LIKE_GRILL,
    ...{ id: `f${n}`, name: `Noor Grill & ${WORDS[n]}`, address: `${14 + 2 * n} Main St` },
  }));
  const report = await take(...rows);
  expect(report).toMatchObject({ success: false, created: 25, refused: 5 });
  expect(report.refusals[0]?.reason).toBe(
    "It may be Noor Grill, about which 25 questions are open. Take it again once they are answered.",
  );
  expect(await matches()).toHaveLength(25);
  const file = join(folder, "one-more");
  await Bun.write(file, featuresOf([{ ...LIKE_GRILL, name: "Noor Grill & Zest", address: "90 Main St" }]));
  const options = {
    file,
    source: "geojson",
    release: "",
    city: "",
    name: "",
    map: undefined,
    dryRun: true,
  } as const;
  const intake = await takeFile(operatorContext(app.deps, "admin.intakes.take"), options);
  expect(intake).toMatchObject({ counts: intakeCounts({ refused: 1 }), refused: [{ row: 1 }] });
});

/** Words that are not alike. */
const WORDS = Array.from({ length: 30 }, (_, n) =>
  [...`${n + 10}`]
    .map((digit) => ["bado", "kemi", "sufa", "loro", "tizu", "wepa", "gony", "hube", "vira", "xolm"][+digit])
    .join(""),
);

test("A position with more than 500 entries around it says nothing about which place an entry is", async () => {
  await take(NOOR);
  await app.db.orm.execute(sql`
    insert into pois (id, name, address, city, state, category, latitude, longitude, identity, created_at, updated_at)
    select 'p' || n, 'Shop ' || n, n || ' Oak St', 'Dearborn', 'MI', 'grocery', 42.3, -83.2, n || ' oak st|dearborn|mi|shop ' || n,
      now(), now() from generate_series(1, 500) n`);
  expect(await take(LIKE_GRILL)).toMatchObject({ created: 1 });
  expect(await matches()).toEqual([]);
});

describe("an entry that may be a listed place", () => {
  beforeEach(async () => {
    await take(NOOR);
    expect(await take(LIKE_GRILL)).toMatchObject({ created: 1, updated: 0 });
  });

  test("is created, and staff are asked once", async () => {
    const [grill, like] = await all();
    const [match] = await matches();
    expect(match).toMatchObject({ intake: null, place: { id: grill?.id }, says: { name: like?.name } });
    const queue = (await app.send("GET /api/reviews/queue", { headers: basic("admin") })).json;
    expect(queue).toMatchObject([{ kind: "match", name: "Noor Grill & Sweets" }]);
    expect(await take(LIKE_GRILL)).toMatchObject({ created: 0, unchanged: 1 });
    expect(await matches()).toHaveLength(1);
  });

  test("that is the same is merged into it, and is not created again", async () => {
    const [{ id } = { id: "" }] = await matches();
    const decided = await decideAs(id, "same");
    expect([decided.status, decided.json]).toMatchObject([
      200,
      { status: "same", place: { name: "Noor Grill" } },
    ]);
    expect(await listed()).toMatchObject([{ name: "Noor Grill", latitude: 42.3 }]);
    expect([await matches(), (await decideAs(id, "same")).status]).toEqual([[], 409]);
    expect(await take(LIKE_GRILL)).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
  });

  test("that is another one stays", async () => {
    const [{ id } = { id: "" }] = await matches();
    expect((await decideAs(id, "different")).json).toMatchObject({ status: "different" });
    expect(await listed()).toHaveLength(2);
    expect(await matches()).toEqual([]);
  });

  test("is not asked about once one of both is gone", async () => {
    const [{ id } = { id: "" }] = await matches();
    await app.operate("admin.pois.delete", { id: (await all())[1]?.id });
    expect([await matches(), (await decideAs(id, "different")).status]).toEqual([[], 409]);
  });
});

test("Two imports of one file at once make each place once, and ask once", async () => {
  await take(NOOR);
  const reports = await Promise.all([take(LIKE_GRILL), take(LIKE_GRILL)]);
  expect(reports.map(({ created }) => created).toSorted()).toEqual([0, 1]);
  expect(await listed()).toHaveLength(2);
  expect(await app.db.orm.select().from(placeMatches)).toHaveLength(1);
});

test("The file of an import and of an intake is read before the transaction, for which others wait", async () => {
  const file = join(folder, "read-before");
  const transaction: Database["transaction"] = async (work, options) => {
    await rm(file, { force: true });
    return app.db.transaction(work, options);
  };
  const db: Database = Object.create(app.db, { transaction: { value: transaction } });
  const ctxOf = (action: string) => operatorContext({ ...app.deps, db }, action);
  for (const dryRun of [true, false]) {
    await Bun.write(file, featuresOf([GRILL]));
    const imported = await importFile(ctxOf("admin.pois.import"), { file, format: "geojson", dryRun });
    expect(imported).toMatchObject({ dryRun, created: 1 });
  }
  const options = { source: "geojson", release: "", city: "", map: undefined, name: "" } as const;
  for (const dryRun of [true, false]) {
    await Bun.write(file, featuresOf([MARKET]));
    const taken = await takeFile(ctxOf("admin.intakes.take"), { ...options, file, dryRun });
    expect(taken.counts).toEqual(intakeCounts({ new: 1 }));
  }
});

const rowOf = (place: Comparable, n: number): SourceRow => ({
  ...{
    externalId: `row ${n}`,
    names: {},
    categoryRule: "",
    subcategory: "",
    hours: "",
    isHalal: false,
    isClosed: false,
  },
  ...{ name: place.name, address: place.address, city: place.city, state: place.state },
  ...{ zipCode: place.zipCode ?? "", phone: place.phone ?? "", website: place.website ?? "" },
  ...{ placeId: place.placeId ?? null, latitude: place.latitude ?? null, longitude: place.longitude ?? null },
  category: (place.category || "restaurant") as Category,
});
const stage = async (tx: Tx, places: readonly Comparable[]) => {
  await createStagedRows(tx);
  const rows = places.map((place, n) => ({ n: n + 1, at: n, externalId: `row ${n}`, row: rowOf(place, n) }));
  await stageRows(tx, "csv", rows);
};
/** What each place gets, and what is asked of which; entries of one place count once. */
const decisions = async (tx: Tx) => {
  const { rows } = await tx.execute<{ decided: string }>(sql`
    select case when outcome = 'unsure' or alike is not null then 'ask ' || coalesce(alike, poi)
      when outcome = 'new' then 'new' else 'is ' || poi end as decided
    from staged_rows where outcome <> 'refused'`);
  return rows.map(({ decided }) => decided).toSorted();
};

test("An import and an intake decide alike about the same rows", async () => {
  const pairs = [...generatedPairs(7, 6), ...HARD_PAIRS];
  const ones = pairs.map(({ one }) => one);
  await app.db.transaction(async (tx) => {
    await stage(tx, ones);
    await decideEntries(tx, "csv", true);
    await writeEntries(tx, app.deps, "csv");
  });
  const distinct = pairs.map(({ other }) => other).filter((_, n) => n % 3 !== 1);
  const run = (work: (tx: Tx) => Promise<unknown>) =>
    inRolledBack(
      (each) => app.db.transaction(each),
      async (tx) => {
        await stage(tx, distinct);
        await work(tx);
        return decisions(tx);
      },
    );
  const ofImport = await run((tx) => decideEntries(tx, "csv", true));
  const ofIntake = await run((tx) => matchAndDecide(tx, "csv", true));
  expect(ofImport).toEqual(ofIntake);
  const kinds = new Set(ofImport.map((each) => each.split(" ", 1)[0]));
  expect([...kinds].toSorted()).toEqual(["ask", "is", "new"]);
});
