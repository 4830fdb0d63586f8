import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { openMain, type TestMain } from "../../../testing/main-database.ts";
import { prepareMainTable } from "../main-database/main-table.ts";
import { type PushContext, pushBatch } from "../runs/push-batch.ts";
import type { DuePlace } from "../runs/source-store.ts";
import { boxesAround, distance, type LocalPlace, type MainRow, matchPlace } from "./matching.ts";
import { likeness, wordsOf } from "./name-similarity.ts";
import { nearWith, reservationOf } from "./resolve-matches.ts";
import { RowReservations } from "./row-reservations.ts";

let main: TestMain;
beforeAll(async () => {
  main = await openMain();
  await prepareMainTable(main.db);
});
afterAll(() => main.db.close());

const METRE = 1 / 111_195; // degrees of latitude

const local = (id: string, given: Partial<LocalPlace> = {}): LocalPlace => ({
  id,
  name: "Noor Grill",
  placeId: null,
  latitude: 42.3,
  longitude: -83.2,
  ...given,
});
const row = (id: string, given: Partial<MainRow> = {}): MainRow => ({
  id,
  name: "Noor Grill",
  placeId: null,
  sourceId: null,
  latitude: 42.3,
  longitude: -83.2,
  ...given,
});

interface Case {
  readonly says: string;
  readonly locals: readonly LocalPlace[];
  readonly mains: readonly MainRow[];
  /** A local place's main row, `new`, or texts that the message of its error holds. */
  readonly ends: Readonly<Record<string, string | readonly string[]>>;
}

const CASES: readonly Case[] = [
  {
    says: "a place id counts before nearness and name",
    locals: [local("a", { placeId: "p1" })],
    mains: [row("m1", { placeId: "p1", name: "Quite Other", latitude: 10 }), row("m2")],
    ends: { a: "m1" },
  },
  {
    says: "the row that a place already stands on counts before its place id",
    locals: [local("a", { placeId: "p1" })],
    mains: [row("m1", { sourceId: "a", placeId: "old", latitude: 10 })],
    ends: { a: "m1" },
  },
  {
    says: "a place id that has moved to another row names both rows",
    locals: [local("a", { placeId: "p1" })],
    mains: [row("m1", { sourceId: "a" }), row("m2", { placeId: "p1", name: "Moved Here" })],
    ends: { a: ["Noor Grill", "m1", "Moved Here", "m2"] },
  },
  {
    says: "a place id that two rows have names both",
    locals: [local("a", { placeId: "p1" })],
    mains: [row("m1", { placeId: "p1", name: "One" }), row("m2", { placeId: "p1", name: "Two" })],
    ends: { a: ["One", "Two"] },
  },
  {
    says: "a place id that another local place has taken names both",
    locals: [local("a", { placeId: "p1", name: "Late" })],
    mains: [row("m1", { placeId: "p1", sourceId: "b", name: "Early" })],
    ends: { a: ["Late", "Early", "b"] },
  },
  {
    says: "50 m are near, more are not",
    locals: [local("a"), local("b", { longitude: 10 })],
    mains: [
      row("m1", { latitude: 42.3 + 49.9 * METRE }),
      row("m2", { latitude: 42.3 + 50.2 * METRE, longitude: 10 }),
    ],
    ends: { a: "m1", b: "new" },
  },
  {
    says: "a neighbour of another name is another place",
    locals: [local("a")],
    mains: [row("m1", { name: "Cedar Market" })],
    ends: { a: "new" },
  },
  {
    says: "a row with a different place id is another place, one with none is not",
    locals: [local("a", { placeId: "p1" })],
    mains: [row("m1", { placeId: "p2" }), row("m2", { latitude: 42.3 + 30 * METRE })],
    ends: { a: "m2" },
  },
  {
    says: "a place without a place id takes the row that has one",
    locals: [local("a")],
    mains: [row("m1", { placeId: "p2" })],
    ends: { a: "m1" },
  },
  {
    says: "twins at one address are told, both by name",
    locals: [local("a")],
    mains: [row("m1", { name: "Noor Grill" }), row("m2", { name: "NOOR GRILL" })],
    ends: { a: ["Noor Grill", "NOOR GRILL", "m1", "m2"] },
  },
  {
    says: "of two at one address the one of the same name is meant",
    locals: [local("a")],
    mains: [row("m1", { name: "Noor Grill Express" }), row("m2", { name: "Nōor Grill" })],
    ends: { a: "m2" },
  },
  {
    says: "two branches in one mall each find their own row",
    locals: [local("a"), local("b", { latitude: 42.3 + 30 * METRE })],
    mains: [row("m1"), row("m2", { latitude: 42.3 + 30 * METRE })],
    ends: { a: "m1", b: "m2" },
  },
  {
    says: "two branches with place ids are two places even where none is known yet",
    locals: [local("a", { placeId: "p1" }), local("b", { placeId: "p2", latitude: 42.3 + 30 * METRE })],
    mains: [],
    ends: { a: "new", b: "new" },
  },
  {
    says: "a second local place on one main place names both",
    locals: [
      local("a", { name: "Noor Grill" }),
      local("b", { name: "Nour Grill", latitude: 42.3 + 10 * METRE }),
    ],
    mains: [row("m1")],
    ends: { a: "m1", b: ["Nour Grill", "Noor Grill", "the place a"] },
  },
  {
    says: "a row takes the place id of its first place, and is another place to a second one with its own",
    locals: [
      local("a", { placeId: "p1" }),
      local("b", { placeId: "p2", latitude: 42.3 + 10 * METRE }),
      local("c", { latitude: 42.3 - 20 * METRE }),
    ],
    mains: [row("m1")],
    ends: { a: "m1", b: "new", c: ["the place a"] },
  },
  {
    says: "a place with a place id comes before one without",
    locals: [local("a"), local("b", { placeId: "p1" })],
    mains: [row("m1", { placeId: "p1" })],
    ends: { b: "m1", a: ["the place b"] },
  },
  {
    says: "coordinates in the wrong order match nothing, or are not on Earth",
    locals: [
      local("a", { latitude: -83.2, longitude: 42.3 }),
      local("b", { latitude: -118.2, longitude: 34 }),
    ],
    mains: [row("m1"), row("m2", { latitude: 34, longitude: -118.2 })],
    ends: { a: "new", b: ["not on Earth"] },
  },
  {
    says: "a place of which nobody knows where it is, is told; its place id alone is enough",
    locals: [
      local("a", { latitude: null, longitude: null }),
      local("b", { latitude: null, longitude: null, placeId: "p1" }),
    ],
    mains: [],
    ends: { a: ["neither a place id nor coordinates"], b: "new" },
  },
  {
    says: "a name in Arabic is found with other marks, and beside the name in Latin letters",
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
    says: "the antimeridian and the poles are places like others",
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
 * The rules over lists, one place after the other: what the set-based form must come to. A batch sees the rows as
 * they were before it, and beside them what it has claimed itself.
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

const rowAfter = (
  { id, name, placeId, latitude, longitude }: LocalPlace,
  before: MainRow | undefined,
): MainRow => ({
  id: before?.id ?? `new:${id}`,
  name,
  sourceId: id,
  placeId: before?.placeId ?? placeId,
  latitude: latitude ?? before?.latitude ?? null,
  longitude: longitude ?? before?.longitude ?? null,
});

const staged = ({ id, name, placeId, latitude, longitude }: LocalPlace): DuePlace => ({
  source_id: id,
  name,
  place_id: placeId,
  latitude,
  longitude,
  version: 1,
  is_synced: false,
});

/** The same by the statements, `size` places at a time; a dry run tells of errors alone. */
async function bySets(
  locals: readonly LocalPlace[],
  mains: readonly MainRow[],
  size: number,
  dryRun = false,
): Promise<Ends> {
  const { db } = main;
  await db.query("delete from public.places");
  await db.query(
    `insert into public.places (id, name, place_id, source_id, latitude, longitude)
     select id, name, "placeId", "sourceId", latitude, longitude from jsonb_to_recordset($1::jsonb)
       as r(id text, name text, "placeId" text, "sourceId" text, latitude float8, longitude float8)`,
    [JSON.stringify(mains)],
  );
  const now = () => new Date();
  const dryRunState = { reservations: new RowReservations(), unlinked: new Set<string>() };
  const push: PushContext = { main: db, idType: "text", fence: 0, dryRun, dryRunState, now };
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

for (const { says, locals, mains, ends } of CASES) {
  test(`one by one: ${says}`, () => expectEnds(oneByOne(locals, mains, 10), ends));
  test(`by sets: ${says}`, async () => expectEnds(await bySets(locals, mains, 10), ends));
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

test("the statements and the rules come to the same in any small world, at any size of batch", async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ locals, mains, size }) => {
      const taken = new Set<string>();
      const once = (key: string | null) => {
        if (key === null || taken.has(key)) return null;
        taken.add(key);
        return key;
      };
      const here = locals.map(({ where, placeId, name }, n) => ({
        ...local(`l${n}`, { ...where, name }),
        placeId: once(placeId),
      }));
      const there = mains.map(([{ where, placeId, name }, source], n) => ({
        ...row(`m${n}`, { ...where, name, placeId }),
        sourceId: once(source === null ? null : `l${source}`),
      }));
      const ends = await bySets(here, there, size);
      expect(kindOf(ends)).toEqual(kindOf(oneByOne(here, there, size)));
      expect(errorsOf(await bySets(here, there, size, true))).toEqual(errorsOf(ends));
    }),
    { numRuns: 100 },
  );
}, 60_000);

test("places of one batch see what those before them claimed, however many lie between", async () => {
  const many = Array.from({ length: 601 }, (_, n) =>
    local(`l${String(n).padStart(3, "0")}`, { latitude: (n % 600) * 0.01 }),
  );
  const ends = await bySets(many, [row("m", { latitude: 0 })], many.length);
  expect(errorsOf(ends)).toEqual(["l600"]);
  expect([ends.get("l000"), ends.get("l599")]).toEqual([{ main: "m" }, { main: "new" }]);
});

test("a box holds all that is within 50 m, wherever on Earth", () => {
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
      (lat, lng, angle, metres) => {
        const from = { latitude: lat, longitude: lng };
        const to = walk(from, angle, metres);
        fc.pre(distance(from, to) <= 50);
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

/** The point that lies `metres` away in a direction. */
function walk(
  { latitude, longitude }: { latitude: number; longitude: number },
  angle: number,
  metres: number,
) {
  const [phi, lambda, delta] = [
    (latitude * Math.PI) / 180,
    (longitude * Math.PI) / 180,
    metres / 6_371_008.8,
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

test("names are alike as people would say", () => {
  const alike = [
    ["Noor Grill", "noor  GRILL"],
    ["Café Médina", "Cafe Medina"],
    ["Al-Noor Restaurant", "Alnoor Restaurant"],
    ["Mama's Kitchen", "Mamas Kitchen"],
    ["Noor Gril", "Noor Grill"],
    ["Noor", "Noor Grill"],
    ["مسجدُ النُّور", "مسجد النور"],
    ["مطعم النور ١", "مطعم النور 1"],
    ["Noor Food Mart", "Noor Foodmart"],
    ["Noor Resturant Markt", "Noor Restaurant Market"],
    ["Al Noor Halal Meat", "AlNoor Halal Meat"],
  ];
  const other = [
    ["Noor Grill", "Noor Market"],
    ["Masjid Al Noor", "Masjid Al Huda"],
    ["Gate 1 Cafe", "Gate 2 Cafe"],
    ["Target", "Target Optical"],
    ["Restaurant", "Noor Restaurant"],
    ["", "Noor"],
    ["مسجد الهدى", "مسجد النور"],
    ["Noor Grill حلال", "Cedar Market حلال"],
    ["مطعم النور Restaurant", "مطعم الشام Restaurant"],
    ["مسجد الهدى 1", "مطعم النور 1"],
    ["مطعم النور 1", "مطعم النور 2"],
    ["Ali Halal Meat and Grocery Market", "Zam Halal Meat and Grocery Market"],
    ["Dearborn Ali Halal Meat and Grocery", "Dearborn Zam Halal Meat and Grocery"],
    ["H & M Halal Meat and Grocery Market", "A & B Halal Meat and Grocery Market"],
    ["Noor Grill Express B1", "Noor Grill Express B2"],
  ];
  const score = ([a = "", b = ""]: string[]) => likeness(a, b);
  expect(alike.filter((pair) => score(pair) < 70)).toEqual([]);
  expect(other.filter((pair) => score(pair) >= 70)).toEqual([]);
});

test("likeness is the same in both directions, 100 for the same words, and never out of its bounds", () => {
  const name = fc.oneof(
    fc.constantFrom(...NAMES),
    fc.string({ maxLength: 30 }),
    fc.string({ unit: "grapheme" }),
  );
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(likeness(a, b)).toBe(likeness(b, a));
      expect(likeness(a, b)).toBeWithin(0, 101);
      if (wordsOf(a).length > 0) expect(likeness(a, a)).toBe(100);
    }),
  );
});

test("names that the search folds to the same words are the same name", () => {
  for (const [one, other] of [
    ["Łódź Grill", "Lodz Grill"],
    ["مدینہ", "مدينه"],
    ["Kaʿba Market", "Kaba Market"],
  ] as const)
    expect([one, likeness(one, other)]).toEqual([one, 100]);
});
