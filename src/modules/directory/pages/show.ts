import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, Visitor } from "../../../core/rpc/context.ts";
import { type Day, dayIn } from "../../../shared/places/days.ts";
import { noPlace } from "../../../shared/places/places.ts";
import { citySlug } from "../../../shared/places/slug.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import {
  agreedReading,
  type Certificate,
  type EvidenceRecord,
  issuerNames,
  issuerPages,
  notRevoked,
  published,
  type RecordRow,
  readAlike,
  readingsOf,
  reasonsFor,
  recordOf,
  recordsOf,
  revokedSince,
  rulesOf,
  suppliersOf,
  tierOn,
  tierPeriods,
} from "../../evidence/public.ts";
import { contactFromOwner, photosOfPlace } from "../../ownership/public.ts";
import {
  canonicalPlaceOf,
  currentPois,
  factsOf,
  filesCallingHalal,
  placeProvenance,
  timesOf,
} from "../../places/public.ts";
import { closedReportsOf } from "../reports/queries.ts";
import { stillOpenOf } from "../still-open/queries.ts";
import type { PublicPlace, Why, whyInput } from "./schema.ts";

const ANSWER_BYTES = 5_000;
const SHOWN_DAYS = 2; // after Isha the next prayer is tomorrow's

type PlaceRow = typeof currentPois.$inferSelect;

/**
 * A place for everyone, with what its tier is based on; for the id of a merged one the place that stayed. Throws 404.
 */
export const showPlace = ({ deps }: ActionContext<Visitor>, id: string): Promise<PublicPlace> =>
  cached(deps, id, "show", () => readPlace(deps, id));

/** An unknown place is not in the cache: `read` throws 404. */
const cached = async <Answer>(
  { state }: Deps,
  id: string,
  call: string,
  read: () => Promise<Answer>,
): Promise<Answer> => {
  const version = await state.placeAddresses.version(id);
  return version === null
    ? read()
    : state.answers({ key: `${call} ${id}`, version, bytes: ANSWER_BYTES }, read);
};

async function readPlace(deps: Deps, asked: string): Promise<PublicPlace> {
  const evidence = await evidenceOf(deps, asked);
  const { place, timeZone } = evidence;
  const { id, name, address, city, state, zipCode, phone, website, category, subcategory } = place;
  const { latitude, longitude } = place;
  const facts = await factsOf(deps, place);
  return {
    id,
    name,
    address,
    city,
    state,
    zipCode,
    cityPage: cityPageOf(deps, place),
    phone,
    website,
    category,
    subcategory,
    latitude,
    longitude,
    isListed: !place.isWithheld,
    hasOwner: place.ownerId !== null,
    fromOwner: await ownerDays(deps, place, timeZone),
    sources: await shownSources(deps, place, timeZone),
    ...facts,
    photos: await photosOfPlace(deps.db.orm, id),
    suppliers: await suppliersOf(deps.db.orm, place, facts.today),
    stillOpen: await stillOpenOf(deps.db.orm, place, facts),
    reports: await closedReportsOf(deps.db.orm, place),
    prayer: category === "mosque" ? await timesOf(deps, place, { days: SHOWN_DAYS }) : null,
    ...(category === "mosque" ? NO_TIER : await tierFacts(deps, evidence)),
  };
}

/** Until a new place was assigned to its nearest city, the one that its address names. */
function cityPageOf({ state: { gazetteer } }: Deps, { cityId, city, state }: PlaceRow) {
  const found = cityId === null ? gazetteer.meaning(`${city}, ${state}`) : gazetteer.city(cityId);
  return found && { name: found.name, state: found.state, slug: citySlug(found) };
}

const NO_TIER = {
  tier: null,
  halalVerificationStatus: null,
  since: null,
  until: null,
  revokedOn: null,
  reasons: [],
  issuers: [],
  history: [],
};

async function tierFacts(deps: Deps, { place, rows, records, today, timeZone }: PlaceEvidence) {
  const rules = rulesOf(deps);
  const basis = tierOn(records, today, rules);
  const periods = tierPeriods(records, rules);
  const current = periods.findLast(({ since }) => since <= today);
  const visible = published(rows, rules.readings);
  const pages = await issuerPages(deps.db.orm);
  const issuers = new Map(pages.map(({ id, name }) => [id, name]));
  const all = visible.map((row) => recordOf(row, timeZone));
  const shownBasis = basis.records.map((each) => all.find(({ id }) => id === each.id) ?? each);
  const sources = new Map(rows.map((row) => [row.id, row.source]));
  const lists = await filesCallingHalal(deps.db.orm, place.id);
  return {
    tier: basis.tier,
    halalVerificationStatus: basis.tier,
    since: current?.since ?? null,
    until: current?.until ?? null,
    revokedOn: revokedSince(basis, records),
    reasons: [...reasonsFor({ ...basis, records: shownBasis }, { all, issuers, rules, sources, lists })],
    issuers: pages.filter(({ id }) => shownBasis.some((each) => "issuerId" in each && each.issuerId === id)),
    history: periods.map(({ tier, since, until }) => ({ tier, since, until })),
  };
}

async function ownerDays(deps: Deps, place: PlaceRow, timeZone: string): Promise<PublicPlace["fromOwner"]> {
  const { phone, website } = await contactFromOwner(deps, place);
  return { phone: phone && dayIn(timeZone, phone), website: website && dayIn(timeZone, website) };
}

async function shownSources(
  { db }: Deps,
  place: PlaceRow,
  timeZone: string,
): Promise<PublicPlace["sources"]> {
  const { sources } = await placeProvenance(db.orm, place);
  return Object.fromEntries(
    Object.entries(sources).map(([field, { by, source, at }]) => [
      field,
      { by, ...(source && { source }), on: dayIn(timeZone, new Date(at)) },
    ]),
  );
}

/** The tier of a place on a day, as it was known then; of a future day as it is known now. Throws 404. */
export const why = ({ deps }: ActionContext<Visitor>, { id, on }: z.output<typeof whyInput>): Promise<Why> =>
  cached(deps, id, `why ${on ?? ""}`, () => readWhy(deps, id, on));

async function readWhy(deps: Deps, id: string, on: Day | undefined): Promise<Why> {
  const { place, rows, records, today } = await evidenceOf(deps, id);
  const day = on ?? today;
  const answer = { on: day, ...(day > today && { projection: true as const }) };
  if (place.category === "mosque") return { ...answer, tier: null, records: [] };
  const known = records.filter(({ recordedOn }) => recordedOn <= day);
  const ids = new Set(known.map((each) => each.id));
  const knownRows = rows.filter((row) => ids.has(row.id));
  const shown = published(knownRows, rulesOf(deps).readings).filter(isShown);
  const issuers = await issuerNames(
    deps.db.orm,
    shown.map(({ issuerId }) => issuerId),
  );
  return {
    ...answer,
    tier: tierOn(records, day, rulesOf(deps)).tier,
    records: shown.map((row) => ({
      id: row.id,
      kind: row.kind,
      issuer: issuers.get(row.issuerId ?? "") ?? null,
      number: row.number,
      validFrom: row.validFrom,
      validUntil: row.validUntil,
      checkedAt: row.checkedOn ?? known.find((each) => each.id === row.id)?.recordedOn ?? null,
      readBy: readersOf(row, known, deps),
      revokedAt: revokedOn(row, known),
    })),
  };
}

/** A reading and a revocation are shown with the record that they are about. */
const isShown = ({ kind }: RecordRow): boolean => kind !== "reading" && kind !== "revocation";

/** How many accounts read a certificate alike; 1 until two agree. */
function readersOf({ id }: RecordRow, known: readonly EvidenceRecord[], deps: Deps): number {
  const certificate = known.find(
    (each): each is Certificate => each.kind === "certificate" && each.id === id,
  );
  if (!certificate) return 0;
  const agreed = agreedReading(certificate, known, rulesOf(deps).readings) ?? certificate;
  const alike = readingsOf(certificate, known).filter((each) => readAlike(each, agreed));
  return new Set(alike.map(({ by }) => by)).size;
}

function revokedOn({ id }: RecordRow, known: readonly EvidenceRecord[]): Day | null {
  const answers = notRevoked(known).filter((each) => each.kind === "answer");
  const end =
    known.find((each) => each.kind === "revocation" && each.recordId === id) ??
    answers.find((each) => each.certificateId === id && each.answer === "revoked");
  return end?.recordedOn ?? null;
}

type PlaceEvidence = Awaited<ReturnType<typeof evidenceOf>>;

async function evidenceOf(deps: Deps, asked: string) {
  const place =
    (await placeOf(deps, asked)) ?? (await placeOf(deps, await canonicalPlaceOf(deps.db.orm, asked)));
  if (!place) throw noPlace();
  const rows = await recordsOf(deps.db.orm, place.id);
  const timeZone = timeZoneOf(place satisfies PlaceRow);
  const records = rows.map((row) => recordOf(row, timeZone));
  return { place, rows, records, timeZone, today: dayIn(timeZone, deps.now()) };
}

async function placeOf({ db }: Deps, id: string | null): Promise<PlaceRow | undefined> {
  const [place] = id === null ? [] : await db.orm.select().from(currentPois).where(eq(currentPois.id, id));
  return place;
}
