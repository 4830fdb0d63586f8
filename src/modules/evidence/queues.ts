import {
  and,
  asc,
  count,
  eq,
  exists,
  getViewSelectedFields,
  gte,
  inArray,
  isNotNull,
  lte,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { readPage, type Sorting } from "../../db/query/paging.ts";
import { DomainError } from "../../shared/errors.ts";
import type { Page } from "../../shared/listing.ts";
import { addDays, dayIn, LATEST_ZONE } from "../../shared/places/days.ts";
import { timeZoneOf } from "../../shared/places/time-zone.ts";
import { record } from "../audit/public.ts";
import { suppressedAmong } from "../mail/public.ts";
import { currentPois, isOfPlace } from "../places/public.ts";
import { auditFields, lockTiered } from "./append.ts";
import { askIssuer } from "./ask-issuer.ts";
import { isOpen, MAX_REMINDERS } from "./reminders/remind-issuers.ts";
import { isWaiting, RENEWABLE, tierBasisOf } from "./renewals/queries.ts";
import { renewals } from "./renewals/table.ts";
import type { ExpiringPlace, expiringList, SilentIssuer } from "./schema.ts";
import { certificateProgress, evidenceRecords, issuers } from "./table.ts";
import { type RecordRow, recordOf } from "./tier/rows.ts";
import { recordsOfEach, rulesOf } from "./tier/service.ts";
import { tierOn } from "./tier/tier.ts";

type PlaceRow = typeof currentPois.$inferSelect;

const SOONEST: Sorting<PlaceRow> = {
  column: currentPois.tierUntil,
  kind: "text",
  descending: false,
  of: ({ tierUntil }) => tierUntil ?? "",
};

/**
 * Places whose tier ends within 30 days, and all that were verified before evidence was recorded; those that end first
 * come first.
 */
export async function listExpiring(
  { deps }: ActionContext<StaffActor>,
  input: z.output<typeof expiringList>,
): Promise<Page<ExpiringPlace>> {
  const { orm } = deps.db;
  const where = isExpiring(deps);
  const page = await readPage(orm, { table: currentPois, sorting: SOONEST, where, input });
  const ids = page.items.map(({ id }) => id);
  if (ids.length === 0) return { ...page, items: [] };
  const records = await recordsOfEach(orm, ids);
  const waiting = await orm
    .select({ poiId: renewals.poiId, sentAt: renewals.sentAt })
    .from(renewals)
    .where(and(isWaiting, inArray(renewals.poiId, ids)));
  const sent = new Map(waiting.map(({ poiId, sentAt }) => [poiId, sentAt]));
  const items = page.items.map((place) => ({
    ...expiringOf(deps, place, records.get(place.id) ?? []),
    renewalSentAt: sent.get(place.id) ?? null,
  }));
  return { ...page, items };
}

function expiringOf(deps: Deps, place: PlaceRow, rows: readonly RecordRow[]) {
  const { id, name, city, state, halalVerificationStatus: tier, ownerId } = place;
  const until = place.tierUntil ?? "";
  const records = rows.map((row) => recordOf(row, timeZoneOf(place)));
  return {
    poiId: id,
    placeName: name,
    city,
    state,
    tier,
    until,
    next: place.tierChanges[0]?.tier ?? "unverified",
    basis: tierBasisOf(tierOn(records, until, rulesOf(deps)).records),
    hasOwner: ownerId !== null,
  };
}

function isExpiring({ db, now }: Deps): SQL | undefined {
  const today = dayIn(LATEST_ZONE, now());
  const prior = db.orm
    .select({ one: sql`1` })
    .from(evidenceRecords)
    .where(
      and(
        isOfPlace(evidenceRecords.poiId, currentPois.id),
        eq(evidenceRecords.kind, "prior"),
        eq(evidenceRecords.validUntil, currentPois.tierUntil),
      ),
    );
  const rises = sql`(${currentPois.halalVerificationStatus} = 'friendly' and ${currentPois.tierChanges} -> 0 ->> 'tier' = 'verified')`;
  return and(
    inArray(currentPois.halalVerificationStatus, ["verified", "friendly"]),
    isNotNull(currentPois.tierUntil),
    gte(currentPois.tierUntil, today),
    not(rises),
    or(lte(currentPois.tierUntil, addDays(today, RENEWABLE.before)), exists(prior)),
  );
}

const SILENT_MAX = 200; // certificates

/** Certificates that are read and whose issuer does not answer, oldest question first. */
export async function listSilent({ deps }: ActionContext<StaffActor>): Promise<SilentIssuer[]> {
  const t = certificateProgress;
  const rows = await deps.db.orm
    .select({
      progress: t,
      number: evidenceRecords.number,
      place: getViewSelectedFields(currentPois),
      issuer: issuers,
    })
    .from(t)
    .innerJoin(evidenceRecords, eq(evidenceRecords.id, t.certificateId))
    .innerJoin(currentPois, eq(currentPois.id, t.poiId))
    .innerJoin(issuers, eq(issuers.id, t.issuerId))
    .where(isSilent(deps))
    .orderBy(asc(t.askedAt), asc(t.certificateId))
    .limit(SILENT_MAX);
  return rows.map(({ progress, number, place, issuer }) => ({
    id: progress.certificateId,
    poiId: place.id,
    placeName: place.name,
    city: place.city,
    state: place.state,
    askedAt: progress.askedAt,
    issuerId: issuer.id,
    issuer: issuer.name,
    site: issuer.site,
    number: number ?? "",
    validUntil: progress.validUntil,
  }));
}

/** A certificate that is not read yet waits for its readers first, who must not learn its issuer here. */
const isSilent = (deps: Deps): SQL | undefined =>
  and(
    isOpen(deps),
    gte(certificateProgress.alike, rulesOf(deps).readings),
    or(gte(certificateProgress.reminders, MAX_REMINDERS), sql`${certificateProgress.askedAt} is null`),
  );

/** How many places have a tier that ends soon, and how many certificates a silent issuer. */
export async function countWatched(deps: Deps) {
  const { orm } = deps.db;
  const n = { count: count() };
  const [silent] = await orm
    .select(n)
    .from(certificateProgress)
    .innerJoin(currentPois, eq(currentPois.id, certificateProgress.poiId))
    .where(isSilent(deps));
  const [expiring] = await orm.select(n).from(currentPois).where(isExpiring(deps));
  return { expiring: expiring?.count ?? 0, silentIssuers: silent?.count ?? 0 };
}

/**
 * Asks a silent issuer again, which starts its reminders anew. Throws 404, and 409 if it is not silent any more or cannot
 * be asked by mail.
 */
export async function askAgain(ctx: ActionContext<StaffActor>, id: string): Promise<{ success: true }> {
  const { deps } = ctx;
  const [seen] = await deps.db.orm
    .select({ poiId: certificateProgress.poiId, address: issuers.address })
    .from(certificateProgress)
    .innerJoin(issuers, eq(issuers.id, certificateProgress.issuerId))
    .where(eq(certificateProgress.certificateId, id));
  if (!seen) throw new DomainError("notFound", "This certificate does not exist");
  if (seen.address === "" || (await suppressedAmong(deps, [seen.address]))(seen.address)) throw unreachable();
  return deps.db.transaction(async (tx) => {
    const place = await lockTiered(tx, seen.poiId);
    const [found] = await tx
      .select({ row: evidenceRecords, issuer: issuers })
      .from(certificateProgress)
      .innerJoin(evidenceRecords, eq(evidenceRecords.id, certificateProgress.certificateId))
      .innerJoin(issuers, eq(issuers.id, certificateProgress.issuerId))
      .where(and(eq(certificateProgress.certificateId, id), isSilent(deps)));
    if (!found) throw new DomainError("conflict", "This certificate no longer waits for its issuer");
    await askIssuer(tx, deps, { ...found, place });
    await record(tx, ctx, { subject: place.id, after: { ...auditFields(found.row), asked: true } });
    return { success: true };
  });
}

const unreachable = () =>
  new DomainError(
    "conflict",
    "This issuer cannot be reached by email. Look the place up in its register, or correct its address.",
  );
