import { and, asc, desc, eq, exists, gt, ne, or, sql } from "drizzle-orm";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import { days } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { type Day, dayIn } from "../../../shared/places/days.ts";
import { noPlace } from "../../../shared/places/places.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { currentPois, isOfPlace } from "../../places/public.ts";
import { certificateProgress, evidenceRecords } from "../table.ts";
import {
  agreedReading,
  type Certificate,
  type EvidenceRecord,
  readAlike,
  readingsOf,
} from "../tier/records.ts";
import { type RecordRow, recordOf } from "../tier/rows.ts";
import { recordsOf, rulesOf } from "../tier/service.ts";
import { lastAnswer, notRevoked, tierOn, tierPeriods } from "../tier/tier.ts";
import { renewalDue } from "./queries.ts";
import type { CertificateProgress, ReturnedCertificate } from "./schema.ts";
import { renewals as t } from "./table.ts";

/**
 * How far the certificate of the caller's own place has come: the one on which its tier is based, else the one that was sent
 * last. Says nothing of what its readers read before they agree. Throws 404, and 400 for a masjid.
 */
export async function showCertificateProgress(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  id: string,
): Promise<CertificateProgress> {
  const { orm } = deps.db;
  const [place] = await orm.select().from(currentPois).where(eq(currentPois.id, id));
  if (place?.ownerId !== principal.id) throw noPlace();
  if (place.category === "mosque") throw new DomainError("invalid", "A masjid has no halal tier");
  return (await readRoad(deps, place, principal.id)).road;
}

/** How long an owner is reminded of a certificate that could not be used. */
const REMINDED = days(30);

/** The caller's own places whose last certificate was declined or sent back lately, and that need another one. */
export async function listReturned({
  deps,
  principal,
}: ActionContext<PartnerPrincipal>): Promise<ReturnedCertificate[]> {
  const since = new Date(deps.now().getTime() - REMINDED);
  const own = and(eq(currentPois.ownerId, principal.id), ne(currentPois.category, "mosque"));
  const places = await deps.db.orm
    .select()
    .from(currentPois)
    .where(and(own, mayBeReturned(deps, since)))
    .orderBy(asc(currentPois.name), asc(currentPois.id))
    .limit(RETURNED_MAX);
  const found: ReturnedCertificate[] = [];
  for (const place of places) {
    const { road, isDue, returned } = await readRoad(deps, place, principal.id);
    const isNeeded = road.tier !== "verified" || isDue;
    if (returned && returned.at > since && isNeeded)
      found.push({ poiId: place.id, poiName: place.name, reason: returned.reason });
  }
  return found;
}

const RETURNED_MAX = 50; // more than an owner sends at once

function mayBeReturned({ db }: Deps, since: Date) {
  const one = { one: sql`1` };
  const declined = db.orm
    .select(one)
    .from(t)
    .where(and(eq(t.poiId, currentPois.id), eq(t.state, "declined"), gt(t.decidedAt, since)));
  const { kind, poiId, recordedAt } = evidenceRecords;
  const withdrawn = db.orm
    .select(one)
    .from(evidenceRecords)
    .where(and(isOfPlace(poiId, currentPois.id), eq(kind, "revocation"), gt(recordedAt, since)));
  return or(exists(declined), exists(withdrawn));
}

type Place = typeof currentPois.$inferSelect;

async function readRoad(deps: Deps, place: Place, partnerId: string) {
  const { orm } = deps.db;
  const timeZone = timeZoneOf(place);
  const today = dayIn(timeZone, deps.now());
  const rules = rulesOf(deps);
  const rows = await recordsOf(orm, place.id);
  const records = rows.map((row) => recordOf(row, timeZone));
  const { tier, records: basis } = tierOn(records, today, rules);
  const until = tierPeriods(records, rules).findLast(({ since }) => since <= today)?.until ?? null;
  const shown = { tier, until, today, needed: rules.readings, ...NOTHING };
  const [sent] = await orm
    .select()
    .from(t)
    .where(and(eq(t.poiId, place.id), eq(t.partnerId, partnerId)))
    .orderBy(desc(t.sentAt))
    .limit(1);
  const newest = rows.findLast((each) => each.kind === "certificate");
  const isNewer = sent && sent.state !== "recorded" && (!newest || newest.recordedAt < sent.sentAt);
  const returned = isNewer ? declinedOf(sent) : sentBackOf(rows, records, rules.readings);
  const isDue = renewalDue(records, today, rules) !== null;
  const answer = (road: CertificateProgress) => ({ road, returned, isDue });
  const sentDay = (row: RecordRow): Day =>
    dayIn(timeZone, sent?.fileId === row.fileId ? sent.sentAt : row.recordedAt);
  if (tier !== "verified" && isNewer)
    return answer({ ...shown, sentOn: dayIn(timeZone, sent.sentAt), declined: returned?.reason ?? null });
  if (tier !== "verified" && returned && newest)
    return answer({ ...shown, sentOn: sentDay(newest), declined: returned.reason });
  const basisCertificate = basis.find((each) => each.kind === "certificate");
  const certificate = (tier === "verified" ? basisCertificate : undefined) ?? newestCertificate(records);
  const row = rows.find((each) => each.id === certificate?.id);
  if (!certificate || !row) return answer(shown);
  const progress = progressOf(certificate, records, rules.readings);
  const asked = await askedOn(deps, certificate.id, timeZone);
  return answer({ ...shown, sentOn: sentDay(row), ...progress, askedOn: asked });
}

interface Returned {
  readonly reason: string;
  readonly at: Date;
}

const declinedOf = ({ state, notes, decidedAt }: typeof t.$inferSelect): Returned | null =>
  state === "declined" && decidedAt ? { reason: notes, at: decidedAt } : null;

/** Why the newest certificate was withdrawn before it was agreed on; null if it was not. */
function sentBackOf(
  rows: readonly RecordRow[],
  records: readonly EvidenceRecord[],
  needed: number,
): Returned | null {
  const newest = records.findLast((each) => each.kind === "certificate");
  const withdrawal = rows.find((each) => each.kind === "revocation" && each.aboutId === newest?.id);
  if (!newest || !withdrawal || agreedReading(newest, notRevoked(records), needed)) return null;
  return { reason: withdrawal.note, at: withdrawal.recordedAt };
}

const NOTHING = {
  sentOn: null,
  declined: null,
  readings: 0,
  readOn: null,
  askedOn: null,
  confirmedOn: null,
  refusedOn: null,
  validUntil: null,
};

const newestCertificate = (records: readonly EvidenceRecord[]): Certificate | undefined =>
  notRevoked(records).findLast((each) => each.kind === "certificate");

/** Who has read a certificate alike, and what its issuer says. */
function progressOf(certificate: Certificate, all: readonly EvidenceRecord[], needed: number) {
  const records = notRevoked(all);
  const first = records.findIndex(({ id }) => id === certificate.id);
  const agreedAt = records.findIndex(
    (_, n) => n >= first && agreedReading(certificate, records.slice(0, n + 1), needed) !== null,
  );
  const readings = readingsOf(certificate, records);
  const most = Math.max(
    ...readings.map(
      (one) => new Set(readings.flatMap((other) => (readAlike(one, other) ? other.by : []))).size,
    ),
  );
  const answer = lastAnswer(certificate.id, records);
  const agreed = agreedReading(certificate, records, needed);
  const { issuerId } = agreed ?? certificate;
  const lookup = records
    .filter((each) => each.kind === "lookup")
    .findLast((each) => each.issuerId === issuerId && certificate.validFrom <= each.checkedOn);
  const isRefused = answer !== undefined && answer.answer !== "valid";
  return {
    readings: most,
    readOn: records[agreedAt]?.recordedOn ?? null,
    confirmedOn: isRefused ? null : (answer?.recordedOn ?? lookup?.checkedOn ?? null),
    refusedOn: isRefused ? answer.recordedOn : null,
    validUntil: agreed && (answer?.validUntil ?? agreed.validUntil),
  };
}

/** When the issuer was asked; null if it has no address. */
async function askedOn({ db }: Deps, certificateId: string, timeZone: string): Promise<Day | null> {
  const [row] = await db.orm
    .select({ askedAt: certificateProgress.askedAt })
    .from(certificateProgress)
    .where(eq(certificateProgress.certificateId, certificateId));
  return row?.askedAt ? dayIn(timeZone, row.askedAt) : null;
}
