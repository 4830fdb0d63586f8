import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { openMain, type TestMain } from "../../../testing/database/main-database.ts";
import { prepareMainTable } from "../main-database/main-table.ts";
import { type PushContext, pushBatch } from "../runs/push-batch.ts";
import type { DuePlace } from "../runs/source-store.ts";
import { boxesAround, type LocalPlace, type MainRow, matchPlace, metersBetween } from "./matching.ts";
import { nearWith, RowReservations, reservationOf } from "./resolve-matches.ts";

let main: TestMain;
beforeAll(async () => {
  main = await openMain();
  await prepareMainTable(main.db);
});
afterAll(() => main.db.close());

const METRE = 1 / 111_195; // degrees of latitude

const UNKNOWN = { address: "", phone: "", website: "", category: "" };
const local = (id: string, given: Partial<LocalPlace> = {}): LocalPlace => ({
  ...{ ...UNKNOWN, id, name: "Noor Grill", city: "Dearborn", state: "MI" },
  placeId: null,
  latitude: 42.3,
  longitude: -83.2,
  ...given,
});
const row = (id: string, given: Partial<MainRow> = {}): MainRow => ({
  ...{ ...UNKNOWN, id, name: "Noor Grill", placeId: null },
  sourceId: null,
  latitude: 42.3,
  longitude: -83.2,
  ...given,
});

interface Case {
  readonly rule: string;
  readonly locals: readonly LocalPlace[];
  readonly mains: readonly MainRow[];
  /** The main row of each local place, `new`, or parts of its error message. */
  readonly ends: Readonly<Record<string, string | readonly string[]>>;
}

const CASES: readonly Case[] = [
  {
    rule: "a place id has precedence over distance and name",
    locals: [local("a", { placeId: "p1" })],
    mains: [row("m1", { placeId: "p1", name: "Quite Other", latitude: 10 }), row("m2")],
    ends: { a: "m1" },
  },
  {
    rule: "a linked row has precedence over the place id",
    locals: [local("a", { placeId: "p1" })],
    mains: [row("m1", { sourceId: "a", placeId: "old", latitude: 10 })],
    ends: { a: "m1" },
  },
  {
    rule: "a place id that has moved to another row is an error that names both rows",
    locals: [local("a", { placeId: "p1" })],
    mains: [row("m1", { sourceId: "a" }), row("m2", { placeId: "p1", name: "Moved Here" })],
    ends: { a: ["Noor Grill", "m1", "Moved Here", "m2"] },
  },
  {
    rule: "a place id of two rows is an error that names both",
    locals: [local("a", { placeId: "p1" })],
    mains: [row("m1", { placeId: "p1", name: "One" }), row("m2", { placeId: "p1", name: "Two" })],
    ends: { a: ["One", "Two"] },
  },
  {
    rule: "a place id that is linked to another local place is an error that names both",
    locals: [local("a", { placeId: "p1", name: "Late" })],
    mains: [row("m1", { placeId: "p1", sourceId: "b", name: "Early" })],
    ends: { a: ["Late", "Early", "b"] },
  },
  {
    rule: "rows within 50 m match, others do not",
    locals: [local("a"), local("b", { longitude: 10 })],
    mains: [
      row("m1", { latitude: 42.3 + 49.9 * METRE }),
      row("m2", { latitude: 42.3 + 50.2 * METRE, longitude: 10 }),
    ],
    ends: { a: "m1", b: "new" },
  },
  {
    rule: "a nearby row with another name is another place",
    locals: [local("a")],
    mains: [row("m1", { name: "Cedar Market" })],
    ends: { a: "new" },
  },
  {
    rule: "a nearby row of others with another name, but the same phone or website, is asked about",
    locals: [
      local("a", { phone: "3135550100" }),
      local("b", { website: "https://noor.example", latitude: 10 }),
      local("c", { phone: "3135550100", latitude: 20 }),
    ],
    mains: [
      row("m1", { name: "Cedar House", phone: "(313) 555-0100" }),
      row("m2", { name: "Cedar House", website: "http://www.noor.example/", latitude: 10 }),
      row("m3", { name: "Cedar House", phone: "313-555-0100", sourceId: "other", latitude: 20 }),
    ],
    ends: { a: ["Noor Grill", "Cedar House", "m1"], b: ["m2"], c: "new" },
  },
  {
    rule: "a row with a similar name is taken before one that would be asked about",
    locals: [local("a", { phone: "3135550100" })],
    mains: [
      row("m1", { name: "Cedar House", phone: "3135550100" }),
      row("m2", { latitude: 42.3 + 30 * METRE }),
    ],
    ends: { a: "m2" },
  },
  {
    rule: "two masjids at one address are asked about",
    locals: [local("a", { name: "Masjid Al Noor", address: "8 Ash St", category: "mosque" })],
    mains: [row("m1", { name: "Islamic Society of Dearborn", address: "8 Ash Street", category: "mosque" })],
    ends: { a: ["Masjid Al Noor", "m1"] },
  },
  {
    rule: "a row with a different place id is another place, one without a place id is not",
    locals: [local("a", { placeId: "p1" })],
    mains: [row("m1", { placeId: "p2" }), row("m2", { latitude: 42.3 + 30 * METRE })],
    ends: { a: "m2" },
  },
  {
    rule: "a place without a place id matches a row that has one",
    locals: [local("a")],
    mains: [row("m1", { placeId: "p2" })],
    ends: { a: "m1" },
  },
  {
    rule: "two equal rows at one address are an error that names both",
    locals: [local("a")],
    mains: [row("m1", { name: "Noor Grill" }), row("m2", { name: "NOOR GRILL" })],
    ends: { a: ["Noor Grill", "NOOR GRILL", "m1", "m2"] },
  },
  {
    rule: "of two rows at one address the one with the same name matches",
    locals: [local("a")],
    mains: [row("m1", { name: "Noor Grill Express" }), row("m2", { name: "Nōor Grill" })],
    ends: { a: "m2" },
  },
  {
    rule: "two branches in one mall each find their own row",
    locals: [local("a"), local("b", { latitude: 42.3 + 30 * METRE })],
    mains: [row("m1"), row("m2", { latitude: 42.3 + 30 * METRE })],
    ends: { a: "m1", b: "m2" },
  },
  {
    rule: "two branches with place ids are two places, even if both are new",
    locals: [local("a", { placeId: "p1" }), local("b", { placeId: "p2", latitude: 42.3 + 30 * METRE })],
    mains: [],
    ends: { a: "new", b: "new" },
  },
  {
    rule: "a second local place that matches one main place is an error that names both",
    locals: [
      local("a", { name: "Noor Grill" }),
      local("b", { name: "Nour Grill", latitude: 42.3 + 10 * METRE }),
    ],
    mains: [row("m1")],
    ends: { a: "m1", b: ["Nour Grill", "Noor Grill", "the place a"] },
  },
  {
    rule: "a row gets the place id of its first place and does not match a second one with another",
    locals: [
      local("a", { placeId: "p1" }),
      local("b", { placeId: "p2", latitude: 42.3 + 10 * METRE }),
      local("c", { latitude: 42.3 - 20 * METRE }),
    ],
    mains: [row("m1")],
    ends: { a: "m1", b: "new", c: ["the place a"] },
  },
  {
    rule: "places with a place id are matched first",
    locals: [local("a"), local("b", { placeId: "p1" })],
    mains: [row("m1", { placeId: "p1" })],
    ends: { b: "m1", a: ["the place b"] },
  },
  {
    rule: "swapped coordinates match nothing, or are invalid",
    locals: [
      local("a", { latitude: -83.2, longitude: 42.3 }),
      local("b", { latitude: -118.2, longitude: 34 }),
    ],
    mains: [row("m1"), row("m2", { latitude: 34, longitude: -118.2 })],
    ends: { a: "new", b: ["not on Earth"] },
  },
  {
    rule: "a place without coordinates is an error, unless it has a place id",
    locals: [
      local("a", { latitude: null, longitude: null }),
      local("b", { latitude: null, longitude: null, placeId: "p1" }),
    ],
    mains: [],
    ends: { a: ["neither a place id nor coordinates"], b: "new" },
  },
  {
    rule: "a name in Arabic matches with other vowel marks, and next to the name in Latin letters",
    locals: [
      local("a", { name: "مَطعم النُّور" }),
      local("b", { name: "Al Noor Restaurant", latitude: 10 }),
      local("c", { name: "مسجد الهدى", latitude: 20 }),
    ],
    mains: [
      row("m1", { name: "مطعم النور" }),
      row("m2", { name: "مطعم النور Al-Noor Restaurant", latitude: 10 }),
      row("m3", { name: "مسجد النور", latitude: 20 }),
    ],
    ends: { a: "m1", b: "m2", c: "new" },
  },
  {
    rule: "places at the antimeridian and the poles match like others",
    locals: [
      local("a", { latitude: -16.5, longitude: 179.9999 }),
      local("b", { latitude: 90, longitude: 12 }),
      local("c", { latitude: -89.9999, longitude: 170 }),
    ],
    mains: [
      row("m1", { latitude: -16.5, longitude: -179.9999 }),
      row("m2", { latitude: 89.9999, longitude: -140 }),
      row("m3", { latitude: -89.9999, longitude: -170 }),
    ],
    ends: { a: "m1", b: "m2", c: "m3" },
  },
];

type Ends = Map<string, { readonly main: string } | { readonly message: string }>;

const ordered = (locals: readonly LocalPlace[]): readonly LocalPlace[] =>
  [...locals].sort(
    (a, b) => Number(a.placeId === null) - Number(b.placeId === null) || (a.id < b.id ? -1 : 1),
  );

/**
 * The rules applied to lists one place at a time, as the reference for the set-based form. A batch sees the rows as
 * they were before it, and its own reservations.
 */
function oneByOne(locals: readonly LocalPlace[], mains: readonly MainRow[], size: number): Ends {
  const rows = new Map(mains.map((each) => [each.id, each]));
  const ends: Ends = new Map();
  for (const batch of batchesOf(locals, size)) {
    const [seen, claims] = [[...rows.values()], new RowReservations()];
    for (const each of batch) {
      const decision = decideAmong(each, seen, claims);
      if (decision.kind === "error") {
        ends.set(each.id, { message: decision.message });
        continue;
      }
      const before = decision.kind === "write" ? rows.get(decision.main.id) : undefined;
      const after = rowAfter(each, before);
      rows.set(after.id, after);
      const claim = reservationOf(each, decision);
      if (claim) claims.add(claim);
      ends.set(each.id, { main: before?.id ?? "new" });
    }
  }
  return ends;
}

function batchesOf(locals: readonly LocalPlace[], size: number): readonly (readonly LocalPlace[])[] {
  return [false, true].flatMap((withoutPlaceId) => {
    const pass = ordered(locals).filter(({ placeId }) => (placeId === null) === withoutPlaceId);
    return Array.from({ length: Math.ceil(pass.length / size) }, (_, n) =>
      pass.slice(n * size, (n + 1) * size),
    );
  });
}

const decideAmong = (each: LocalPlace, seen: readonly MainRow[], claims: RowReservations) =>
  matchPlace(each, {
    linked: seen.find(({ sourceId }) => sourceId === each.id),
    byPlaceId: seen.filter(({ placeId }) => placeId !== null && placeId === each.placeId),
    near: nearWith(
      [claims],
      each,
      seen.filter(({ placeId }) => each.placeId === null || placeId === null),
    ),
  });

const rowAfter = (place: LocalPlace, before: MainRow | undefined): MainRow => ({
  ...place,
  id: before?.id ?? `new:${place.id}`,
  sourceId: place.id,
  placeId: before?.placeId ?? place.placeId,
  latitude: place.latitude ?? before?.latitude ?? null,
  longitude: place.longitude ?? before?.longitude ?? null,
});

const staged = ({ id, placeId, ...place }: LocalPlace): DuePlace => ({
  ...place,
  source_id: id,
  place_id: placeId,
  version: 1,
  is_synced: false,
});

/** The same by the SQL statements, `size` places at a time; a dry run reports only errors. */
async function bySets(
  locals: readonly LocalPlace[],
  mains: readonly MainRow[],
  size: number,
  dryRun = false,
): Promise<Ends> {
  const { db } = main;
  await db.query("delete from public.places");
  await db.query(
    `insert into public.places (id, name, address, phone, website, category, place_id, source_id, latitude, longitude)
     select id, name, address, phone, website, category, "placeId", "sourceId", latitude, longitude
     from jsonb_to_recordset($1::jsonb) as r(id text, name text, address text, phone text, website text, category text,
       "placeId" text, "sourceId" text, latitude float8, longitude float8)`,
    [JSON.stringify(mains)],
  );
  const now = () => new Date();
  const dryRunState = { reservations: new RowReservations(), unlinked: new Set<string>() };
  const push: PushContext = {
    main: db,
    shape: { idType: "text", tierColumns: [], otherColumns: [] },
    fence: 0,
    dryRun,
    dryRunState,
    now,
  };
  const ends: Ends = new Map();
  for (const batch of batchesOf(locals, size)) {
    const { failures } = await pushBatch(push, batch.map(staged));
    for (const { place, message } of failures) ends.set(place.source_id, { message });
  }
  const there = new Set(mains.map(({ id }) => id));
  const rows = await db.query<{ id: string; source: string }>(
    "select id, source_id as source from public.places where source_id is not null",
  );
  for (const { id, source } of rows) {
    if (ends.has(source) || !locals.some((each) => each.id === source)) continue;
    ends.set(source, { main: there.has(id) ? id : "new" });
  }
  return ends;
}

function expectEnds(ends: Ends, wanted: Case["ends"]): void {
  for (const [id, end] of Object.entries(wanted)) {
    const found = ends.get(id);
    if (typeof end === "string") expect([id, found]).toEqual([id, { main: end }]);
    else for (const part of end) expect(found).toEqual({ message: expect.stringContaining(part) });
  }
}

const errorsOf = (ends: Ends) => [...ends].flatMap(([id, end]) => ("message" in end ? id : [])).sort();

for (const { rule, locals, mains, ends } of CASES) {
  test(`one by one: ${rule}`, () => expectEnds(oneByOne(locals, mains, 10), ends));
  test(`by sets: ${rule}`, async () => expectEnds(await bySets(locals, mains, 10), ends));
}

const NAMES = [
  "Noor Grill",
  "NOOR grill",
  "Noor Grill 2",
  "Masjid Al Noor",
  "Masjid al-Nur",
  "مسجد النور",
  "Pizza",
];
const steps = fc.integer({ min: -4, max: 4 });
const spot = fc
  .tuple(fc.constantFrom([42.3, -83.2], [0, 179.9999], [-16, -180], [89.9999, 3], [-90, 0]), steps, steps)
  .map(([[lat = 0, lng = 0], up, along]) => ({
    latitude: lat + up * 13 * METRE,
    longitude: lng + along * 13 * METRE,
  }));
const nowhere = fc.constant({ latitude: null, longitude: null });
const about = fc.record({
  name: fc.constantFrom(...NAMES),
  phone: fc.constantFrom("", "3135550100", "3135550101"),
  where: fc.oneof({ weight: 9, arbitrary: spot }, { weight: 1, arbitrary: nowhere }),
  placeId: fc.option(fc.constantFrom("p1", "p2", "p3", "p4"), { freq: 2 }),
});
const world = fc.record({
  locals: fc.array(about, { minLength: 1, maxLength: 10 }),
  mains: fc.array(fc.tuple(about, fc.option(fc.integer({ min: 0, max: 12 }), { freq: 2 })), {
    maxLength: 10,
  }),
  size: fc.integer({ min: 1, max: 6 }),
});

const kindOf = (ends: Ends) =>
  Object.fromEntries(
    [...ends]
      .map(([id, end]) => [id, "main" in end ? end.main : "error"] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

test("the statements and the rules agree on random places, at any batch size", async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ locals, mains, size }) => {
      const taken = new Set<string>();
      const once = (key: string | null) => {
        if (key === null || taken.has(key)) return null;
        taken.add(key);
        return key;
      };
      const here = locals.map(({ where, placeId, ...said }, n) => ({
        ...local(`l${n}`, { ...where, ...said }),
        placeId: once(placeId),
      }));
      const there = mains.map(([{ where, ...said }, source], n) => ({
        ...row(`m${n}`, { ...where, ...said }),
        sourceId: once(source === null ? null : `l${source}`),
      }));
      const ends = await bySets(here, there, size);
      expect(kindOf(ends)).toEqual(kindOf(oneByOne(here, there, size)));
      expect(errorsOf(await bySets(here, there, size, true))).toEqual(errorsOf(ends));
    }),
    { numRuns: 100 },
  );
}, 60_000);

test("places see the reservations of earlier ones in the batch, however many are in between", async () => {
  const many = Array.from({ length: 601 }, (_, n) =>
    local(`l${String(n).padStart(3, "0")}`, { latitude: (n % 600) * 0.01 }),
  );
  const ends = await bySets(many, [row("m", { latitude: 0 })], many.length);
  expect(errorsOf(ends)).toEqual(["l600"]);
  expect([ends.get("l000"), ends.get("l599")]).toEqual([{ main: "m" }, { main: "new" }]);
});

test("the boxes contain everything within 50 m, anywhere on Earth", () => {
  const latitude = fc.oneof(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.constantFrom(90, -90, 89.9996, 0),
  );
  const longitude = fc.oneof(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.constantFrom(180, -180, 179.9999),
  );
  const turn = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });
  fc.assert(
    fc.property(
      latitude,
      longitude,
      turn,
      fc.double({ min: 0, max: 50, noNaN: true }),
      (lat, lng, angle, meters) => {
        const from = { latitude: lat, longitude: lng };
        const to = walk(from, angle, meters);
        fc.pre(metersBetween(from, to) <= 50);
        const inside = boxesAround(from).some(
          ({ south, north, west, east }) =>
            to.latitude >= south && to.latitude <= north && to.longitude >= west && to.longitude <= east,
        );
        expect([from, to, inside]).toEqual([from, to, true]);
      },
    ),
    { numRuns: 2_000 },
  );
});

/** The point `meters` away in a direction. */
function walk(
  { latitude, longitude }: { latitude: number; longitude: number },
  angle: number,
  meters: number,
) {
  const [phi, lambda, delta] = [
    (latitude * Math.PI) / 180,
    (longitude * Math.PI) / 180,
    meters / 6_371_008.8,
  ];
  const north = Math.asin(
    Math.max(
      -1,
      Math.min(1, Math.sin(phi) * Math.cos(delta) + Math.cos(phi) * Math.sin(delta) * Math.cos(angle)),
    ),
  );
  const east =
    lambda +
    Math.atan2(
      Math.sin(angle) * Math.sin(delta) * Math.cos(phi),
      Math.cos(delta) - Math.sin(phi) * Math.sin(north),
    );
  const degrees = (east * 180) / Math.PI;
  return {
    latitude: (north * 180) / Math.PI,
    longitude: degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees,
  };
}
