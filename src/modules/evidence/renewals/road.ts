import { and, desc, eq } from "drizzle-orm";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import { DomainError } from "../../../shared/errors.ts";
import { type Day, dayIn } from "../../../shared/places/days.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { currentPois } from "../../places/public.ts";
import { certificateProgress } from "../table.ts";
import {
  agreedReading,
  type Certificate,
  type EvidenceRecord,
  readAlike,
  readingsOf,
} from "../tier/records.ts";
import { recordOf } from "../tier/rows.ts";
import { recordsOf, rulesOf } from "../tier/service.ts";
import { lastAnswer, notRevoked, tierOn, tierPeriods } from "../tier/tier.ts";
import type { Road } from "./schema.ts";
import { renewals as t } from "./table.ts";

/**
 * How far the certificate of the caller's own place has come: the one on which its tier is based, else the one that was sent
 * last. Says nothing of what its readers read. Throws 404, and 400 for a masjid.
 */
export async function showRoad(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  id: string,
): Promise<Road> {
  const { orm } = deps.db;
  const [place] = await orm.select().from(currentPois).where(eq(currentPois.id, id));
  if (place?.ownerId !== principal.id) throw new DomainError("notFound", "This place does not exist");
  if (place.category === "mosque") throw new DomainError("invalid", "A masjid has no halal tier");
  const timeZone = timeZoneOf(place);
  const today = dayIn(timeZone, deps.now());
  const rules = rulesOf(deps);
  const rows = await recordsOf(orm, id);
  const records = rows.map((row) => recordOf(row, timeZone));
  const { tier, records: basis } = tierOn(records, today, rules);
  const until = tierPeriods(records, rules).findLast(({ since }) => since <= today)?.until ?? null;
  const shown = { tier, until, today, needed: rules.readings };
  const [sent] = await orm
    .select()
    .from(t)
    .where(and(eq(t.poiId, id), eq(t.partnerId, principal.id)))
    .orderBy(desc(t.sentAt))
    .limit(1);
  const basisCertificate = basis.find((each) => each.kind === "certificate");
  const certificate = (tier === "verified" ? basisCertificate : undefined) ?? newestCertificate(records);
  const row = rows.find((each) => each.id === certificate?.id);
  const isNewer = sent && sent.state !== "recorded" && (!row || row.recordedAt < sent.sentAt);
  if (tier !== "verified" && isNewer) {
    const declined = sent.state === "declined" ? sent.notes : null;
    return { ...shown, ...NOTHING, sentOn: dayIn(timeZone, sent.sentAt), declined };
  }
  if (!certificate || !row) return { ...shown, ...NOTHING };
  const ofFile = sent?.fileId === row.fileId ? sent : undefined;
  return {
    ...shown,
    ...NOTHING,
    sentOn: dayIn(timeZone, ofFile?.sentAt ?? row.recordedAt),
    ...progressOf(certificate, records, rules.readings),
    askedOn: await askedOn(deps, certificate.id, timeZone),
  };
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
  const { issuerId, validUntil } = agreedReading(certificate, records, needed) ?? certificate;
  const lookup = records
    .filter((each) => each.kind === "lookup")
    .findLast((each) => each.issuerId === issuerId && certificate.validFrom <= each.checkedOn);
  const isRefused = answer !== undefined && answer.answer !== "valid";
  return {
    readings: most,
    readOn: records[agreedAt]?.recordedOn ?? null,
    confirmedOn: isRefused ? null : (answer?.recordedOn ?? lookup?.checkedOn ?? null),
    refusedOn: isRefused ? answer.recordedOn : null,
    validUntil: answer?.validUntil ?? validUntil,
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
