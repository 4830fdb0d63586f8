import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Operation } from "../../../core/rpc/operations.ts";
import { basic, partnerSession } from "../../../testing/accounts.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { CALLERS, Callers, contextOf, endStream } from "../../../testing/callers.ts";
import { place } from "../../../testing/places/places.ts";
import { tiersWithoutEvidence } from "../../../testing/places/stored-tiers.ts";

const TIER = {
  halalVerificationStatus: "verified",
  halal_verification_status: "verified",
  tier: "verified",
  tierUntil: "2099-12-31",
  tier_until: "2099-12-31",
  tierChanges: [],
  evidenceDigest: "0".repeat(64),
};
/** The tier wherever a body might have it. */
const EVERYWHERE = {
  ...TIER,
  fields: TIER,
  place: TIER,
  poi: TIER,
  changes: TIER,
  data: TIER,
  evidence: TIER,
  facts: TIER,
  places: [TIER],
  updates: [TIER],
  proposal: TIER,
};
const SHOP = { category: "grocery", address: "77 Elm Ave", city: "Dearborn", state: "MI" };
const GRILL = { name: "Noor Grill", address: "12 Main St", city: "Dearborn", state: "MI" };
const RULES = { readings: 2 };

let app: TestApp;
let callers: Callers;
let folder: string;
/** What the calls are about, by the beginning of their paths; the last one that fits counts. */
const subjects: [string, string][] = [];
let free: string;
let claimed: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rihla-tiers-"));
  const unreachable = { stopping: new AbortController().signal, close: async () => {} };
  const away = () => Promise.reject(Object.assign(new Error("away"), { code: "ECONNREFUSED" }));
  app = await testApp({ DATA_DIR: folder }, { mainDatabase: { ...unreachable, use: away } });
  callers = await Callers.create(app);
  await makeSubjects();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function makeSubjects(): Promise<void> {
  const partner = callers.principal("partner");
  const owner = "id" in partner ? partner.id : "";
  const session = { headers: await partnerSession(app, owner) };
  const owned = await place(app, {}, owner);
  claimed = (await place(app, { name: "Olive Deli", address: "3 Elm Ave" })).id;
  free = (await place(app, { name: "Cedar Bakery", category: "grocery", address: "9 Oak St" })).id;
  await place(app, { name: "Masjid Al-Noor", category: "mosque" });
  const send = async (line: string, body: object, by: object = session) => {
    const { status, text, json } = await app.send(line, { ...by, body });
    if (status !== 201) throw new Error(`${line} answered ${status}: ${text}`);
    return json.id as string;
  };
  const amina = { headers: basic("partner_manager") };
  const council = { name: "Halal Council", country: "US" };
  const issuer = await send("POST /api/admin/issuers", council, { headers: basic("admin") });
  const certificate = { issuerId: issuer, number: "HC-1", validFrom: "2020-01-01", validUntil: "2090-12-31" };
  const record = { kind: "certificate", ...certificate };
  subjects.push(
    ["", owned.id],
    [
      "partner.claims",
      await send("POST /partner/api/poi-claims", { poiId: claimed, documents: ["A lease"] }),
    ],
    [
      "admin.reviews.decideRequest",
      await send("POST /partner/api/poi-requests", { ...SHOP, name: "New Market" }),
    ],
    ["admin.reviews.readings", await send(`POST /api/admin/pois/${owned.id}/evidence`, record, amina)],
    ["admin.issuers", issuer],
  );
  subjects.push(["admin.reviews.decideClaim", subjects[1]?.[1] ?? ""]);
}

/** What these calls need instead. */
const OVERRIDES: Readonly<Record<string, object>> = {
  "public.reports.submit": { kind: "closed" },
  "partner.requests.submit": { ...SHOP, name: "Fig Market" },
  "admin.reviews.decideClaim": { reason: null },
  "admin.reviews.decideRequest": { reason: null },
};

/** Plausible values of fields, so that many calls do what they are for. */
function bodyOf({ path, input }: Operation, file: string): Record<string, unknown> {
  const id = subjects.findLast(([start]) => path.startsWith(start))?.[1];
  const values: Record<string, unknown> = {
    id,
    poiId: free,
    decision: "approved",
    kind: "statement",
    text: "Halal since 1990.",
    file,
    replace: true,
    ...GRILL,
    category: "restaurant",
    documents: ["A lease"],
    businessName: "Noor",
    contactName: "Maryam",
    email: "maryam@example.com",
    firstName: "Maryam",
    country: "US",
    number: "HC-2",
    reason: "other",
    issuerId: subjects.find(([start]) => start === "admin.issuers")?.[1],
    validUntil: "2090-12-31",
  };
  const known = Object.keys(input?.shape ?? {}).filter((name) => name in values);
  const fields = Object.fromEntries(known.map((name) => [name, values[name]]));
  return { ...EVERYWHERE, ...fields, ...OVERRIDES[path] };
}

const importOf = async () => {
  const feature = {
    type: "Feature",
    geometry: null,
    properties: { ...GRILL, category: "restaurant", ...TIER },
  };
  const file = join(folder, "places.geojson");
  await Bun.write(file, JSON.stringify({ type: "FeatureCollection", features: [feature] }));
  return file;
};

test("no call of any caller sets a tier, wherever it sends one: every tier follows from evidence", async () => {
  const file = await importOf();
  const done = new Set<string>();
  let pairs = 0;
  const operations = app.app.operations.toSorted((a, b) => rank(a) - rank(b));
  for (const operation of operations) {
    for (const caller of CALLERS) {
      const context = contextOf(callers.principal(caller), app.deps);
      const ended = await operation.call(context, bodyOf(operation, file)).then(
        (output) => endStream(output).then(() => done.add(operation.path)),
        () => "refused",
      );
      pairs += ended === undefined ? 0 : 1;
    }
    const wrong = await tiersWithoutEvidence(app.db, RULES, app.clock.now);
    expect([operation.path, wrong]).toEqual([operation.path, []]);
  }
  const reached = [
    "admin.pois.import",
    "admin.evidence.add",
    "partner.requests.submit",
    "partner.claims.submit",
  ];
  const decided = ["admin.reviews.decideClaim", "admin.reviews.decideRequest", "admin.reviews.readings.read"];
  expect([...reached, ...decided].filter((path) => !done.has(path))).toEqual([]);
  expect(pairs).toBe(operations.length * CALLERS.length);
  const proven = "select from pois where halal_verification_status in ('verified', 'friendly')";
  expect(await app.db.query(proven)).toEqual([]);
}, 60_000);

/** What others need is deleted last. */
const rank = ({ path }: Operation): number => (/delete|erase|restore|lockdown|revoke/i.test(path) ? 1 : 0);

test("staff who send a tier are refused with the way to record evidence, over every transport", async () => {
  const id = subjects[0]?.[1];
  const sentence = "A halal tier follows from evidence. Record it under /api/admin/pois/{id}/evidence";
  for (const halalVerificationStatus of ["verified", "unverified", "", null]) {
    const sent = { headers: basic("super_admin"), body: { name: "Noor", halalVerificationStatus } };
    const { status, json } = await app.send(`PUT /api/admin/pois/${id}`, sent);
    expect([status, json.error]).toEqual([400, sentence]);
  }
  const body = { json: { id, halalVerificationStatus: "verified" } };
  const over = await app.send("POST /trpc/admin.pois.update", { headers: basic("super_admin"), body });
  expect([over.status, over.text.includes(sentence)]).toEqual([400, true]);
  const operated = app.operate("admin.pois.update", { id, halalVerificationStatus: "verified" });
  expect(await operated.then(String, ({ message }) => message)).toContain(sentence);
});

test("a file that calls places verified and friendly makes them reported, and a masjid unverified", async () => {
  const header = "name,address,city,state,category,halalVerificationStatus,tierUntil,evidenceDigest";
  const rows = ["verified", "friendly", "reported"].map(
    (tier, n) => `Kebab ${n},${n} Fir St,Dearborn,MI,restaurant,${tier},2099-01-01,abc`,
  );
  const file = join(folder, "places.csv");
  await Bun.write(file, [header, ...rows, "Masjid Nur,8 Fir St,Dearborn,MI,mosque,verified,,"].join("\n"));
  for (const times of [1, 2])
    expect([times, await app.operate("admin.pois.import", { file, format: "csv" })]).toMatchObject([
      times,
      { read: 4, refused: 0 },
    ]);
  const text = `select halal_verification_status as tier, tier_until, evidence_digest from pois
    where address like '%Fir St' order by name`;
  const reported = { tier: "reported", tier_until: null, evidence_digest: null };
  const none = { ...reported, tier: "unverified" };
  expect(await app.db.query(text)).toEqual([reported, reported, reported, none]);
  expect(await tiersWithoutEvidence(app.db, RULES, app.clock.now)).toEqual([]);
});
