import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, Visitor } from "../../../core/rpc/context.ts";
import { DomainError } from "../../../shared/errors.ts";
import { type Day, dayIn, longDay } from "../../../shared/places/days.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { closedReportsOf } from "../../directory/reports/queries.ts";
import { contactFromOwner } from "../../ownership/proposals/queries.ts";
import { factsOf } from "../../places/facts/queries.ts";
import { keptPlaceOf } from "../../places/merge/queries.ts";
import { pois } from "../../places/table.ts";
import { issuerNames } from "../issuers.ts";
import { published } from "../tier/published.ts";
import { agreedReading, readAlike, readingsOf } from "../tier/readings.ts";
import { type RecordRow, recordOf } from "../tier/record-of.ts";
import type { Certificate, EvidenceRecord } from "../tier/records.ts";
import { recordsOf, rulesOf } from "../tier/service.ts";
import { type Basis, lastAnswer, notRevoked, type TierRules, tierOn, tierPeriods } from "../tier/tier.ts";
import type { PublicPlace, Why, whyInput } from "./schema.ts";

const ANSWER_BYTES = 5_000;

type PlaceRow = typeof pois.$inferSelect;

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
  const version = await state.pageVersions(id);
  return version === null
    ? read()
    : state.answers({ key: `${call} ${id}`, version, bytes: ANSWER_BYTES }, read);
};

async function readPlace(deps: Deps, asked: string): Promise<PublicPlace> {
  const { place, rows, records, today, timeZone } = await evidenceOf(deps, asked);
  const { id, name, address, city, state, zipCode, phone, website, category, subcategory } = place;
  const { latitude, longitude } = place;
  const facts = {
    ...{ id, name, address, city, state, zipCode, phone, website, category, subcategory },
    ...{ latitude, longitude },
    fromOwner: await ownerDays(deps, place, timeZone),
    ...(await factsOf(deps, place)),
    reports: await closedReportsOf(deps.db.orm, place),
  };
  if (category === "mosque")
    return {
      ...facts,
      tier: null,
      halalVerificationStatus: null,
      since: null,
      until: null,
      revokedOn: null,
      reasons: [],
      history: [],
    };
  const rules = rulesOf(deps);
  const basis = tierOn(records, today, rules);
  const periods = tierPeriods(records, rules);
  const current = periods.findLast(({ since }) => since <= today);
  const visible = published(rows, rules.readings);
  const issuers = await issuerNames(
    deps.db.orm,
    visible.map(({ issuerId }) => issuerId),
  );
  const all = visible.map((row) => recordOf(row, timeZone));
  const shownBasis = basis.records.map((each) => all.find(({ id }) => id === each.id) ?? each);
  const sources = new Map(rows.map((row) => [row.id, row.source]));
  return {
    ...{ ...facts, tier: basis.tier, halalVerificationStatus: basis.tier },
    ...{ since: current?.since ?? null, until: current?.until ?? null },
    revokedOn: revokedSince(basis, records),
    reasons: [...reasonsFor({ ...basis, records: shownBasis }, { all, issuers, rules, sources })],
    history: periods.map(({ tier, since, until }) => ({ tier, since, until })),
  };
}

async function ownerDays(deps: Deps, place: PlaceRow, timeZone: string): Promise<PublicPlace["fromOwner"]> {
  const { phone, website } = await contactFromOwner(deps, place);
  return { phone: phone && dayIn(timeZone, phone), website: website && dayIn(timeZone, website) };
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
      ...{ id: row.id, kind: row.kind, issuer: issuers.get(row.issuerId ?? "") ?? null },
      ...{ number: row.number, validFrom: row.validFrom, validUntil: row.validUntil },
      checkedAt: row.checkedOn ?? known.find((each) => each.id === row.id)?.recordedOn ?? null,
      ...{ readBy: readersOf(row, known, deps), revokedAt: revokedOn(row, known) },
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

async function evidenceOf(deps: Deps, asked: string) {
  const place = (await placeOf(deps, asked)) ?? (await placeOf(deps, await keptPlaceOf(deps.db.orm, asked)));
  if (!place) throw new DomainError("notFound", "This place does not exist");
  const rows = await recordsOf(deps.db.orm, place.id);
  const timeZone = timeZoneOf(place satisfies PlaceRow);
  const records = rows.map((row) => recordOf(row, timeZone));
  return { place, rows, records, timeZone, today: dayIn(timeZone, deps.now()) };
}

async function placeOf({ db }: Deps, id: string | null): Promise<PlaceRow | undefined> {
  const [place] = id === null ? [] : await db.orm.select().from(pois).where(eq(pois.id, id));
  return place;
}

interface Facts {
  readonly all: readonly EvidenceRecord[];
  /** The names of issuers by id. */
  readonly issuers: ReadonlyMap<string, string>;
  readonly rules: TierRules;
  /** The source of each record, by its id. */
  readonly sources: ReadonlyMap<string, string>;
}

const NO_EVIDENCE = [
  "We have no evidence about this place yet.",
  "That does not mean that it is not halal: we just cannot show you why it would be.",
];

/** Why a place has its tier, in at most three sentences for the public. */
export function reasonsFor({ tier, records }: Basis, facts: Facts): readonly string[] {
  const [first, second] = records;
  if (!first) return NO_EVIDENCE;
  if (tier === "verified" && first.kind === "prior")
    return ["Verified before evidence was recorded. We are collecting the evidence again."];
  if (first.kind === "certificate" && tier === "verified") return certified(first, second, facts);
  if (tier === "friendly") return friendly(second);
  return reported(first, facts);
}

function certified(
  certificate: Certificate,
  confirmation: EvidenceRecord | undefined,
  facts: Facts,
): string[] {
  const issuer = nameOf(certificate, facts);
  const { number, validFrom } = certificate;
  const until = confirmation?.kind === "answer" ? confirmation.validUntil : null;
  const inForce = `valid from ${longDay(validFrom)} to ${longDay(until ?? certificate.validUntil)}`;
  const confirmed =
    confirmation?.kind === "lookup"
      ? `On ${longDay(confirmation.checkedOn)}, we found it in the register that ${issuer} publishes.`
      : `${issuer} confirmed it to us on ${longDay(confirmation?.recordedOn ?? certificate.recordedOn)}.`;
  return [
    `${issuer} certifies this place with certificate ${number}, ${inForce}.`,
    readBy(certificate, facts),
    confirmed,
  ];
}

function readBy({ id }: Certificate, { rules, all }: Facts): string {
  if (rules.readings === 1) return "One member of our staff read the certificate: read once.";
  const further = notRevoked(all).filter((each) => each.kind === "reading" && each.certificateId === id);
  return further.length > 1
    ? "Three members of our staff read the certificate, and the third decided where the first two differed."
    : "Two members of our staff read the certificate, the second without seeing what the first had read.";
}

function friendly(check: EvidenceRecord | undefined): string[] {
  const declared = "The owner declares that no meat, alcohol or pork is served here.";
  if (check?.kind === "visit")
    return [declared, `We visited and checked this on ${longDay(check.checkedOn)}.`];
  return [declared, `The owner declared this again on ${longDay(check?.recordedOn ?? "")}.`];
}

function reported(record: EvidenceRecord, facts: Facts): string[] {
  switch (record.kind) {
    case "certificate":
      return [certificateState(record, facts)];
    case "declaration":
      return ["The owner declared what is served here. We have not checked it."];
    case "prior":
      return ["Verified before evidence was recorded. The evidence has not been collected again."];
    default:
      return facts.sources.get(record.id) === "import"
        ? ["Another directory lists this place as halal. We have not checked it."]
        : ["The owner says that this place is halal. We have not checked it."];
  }
}

/** Why a certificate does not make the place verified. */
function certificateState(certificate: Certificate, facts: Facts): string {
  const isRead = certificate.issuerId !== "";
  const issuer = nameOf(certificate, facts);
  const answer = lastAnswer(certificate.id, notRevoked(facts.all));
  const revocation = revocationOf(certificate, facts.all);
  const until = answer?.validUntil ?? certificate.validUntil;
  if (answer?.answer === "revoked")
    return `${issuer} revoked its certificate on ${longDay(answer.recordedOn)}.`;
  const named = isRead ? `A certificate from ${issuer}` : "A certificate";
  if (revocation) return `${named} was withdrawn on ${longDay(revocation.recordedOn)}.`;
  if (!isRead) return "A certificate has been recorded. We have not finished reading it.";
  if (answer?.answer === "valid") return `${named} is valid until ${longDay(until)}.`;
  return `${named}, valid until ${longDay(until)}, has been recorded but is not confirmed.`;
}

const nameOf = ({ issuerId }: Certificate, { issuers }: Facts): string =>
  issuers.get(issuerId) ?? "The issuer";

const revocationOf = ({ id }: EvidenceRecord, all: readonly EvidenceRecord[]): EvidenceRecord | undefined =>
  all.find((each) => each.kind === "revocation" && each.recordId === id);

/** The day on which the certificate that a place would be verified by was revoked or withdrawn; null if none was. */
export function revokedSince({ tier, records: [first] }: Basis, all: readonly EvidenceRecord[]): Day | null {
  if (tier === "verified" || first?.kind !== "certificate") return null;
  const answer = lastAnswer(first.id, notRevoked(all));
  const end = answer?.answer === "revoked" ? answer : revocationOf(first, all);
  return end?.recordedOn ?? null;
}
