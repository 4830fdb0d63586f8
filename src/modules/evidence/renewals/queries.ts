import {
  and,
  asc,
  desc,
  eq,
  exists,
  getViewSelectedFields,
  gte,
  isNotNull,
  lt,
  lte,
  ne,
  or,
  sql,
} from "drizzle-orm";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { addDays, type Day, dayIn } from "../../../shared/places/days.ts";
import type { HalalStatus } from "../../../shared/places/places.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { currentPois } from "../../places/public.ts";
import type { TierBasis } from "../schema.ts";
import { certificateProgress, evidenceRecords, tierReminders } from "../table.ts";
import type { EvidenceRecord } from "../tier/records.ts";
import { recordOf } from "../tier/rows.ts";
import { recordsOf, rulesOf } from "../tier/service.ts";
import { type TierRules, tierOn, tierPeriods } from "../tier/tier.ts";
import { attachedFiles } from "../uploads/queries.ts";
import type { DueRenewal, WaitingRenewal } from "./schema.ts";
import { renewals as t } from "./table.ts";

/** Whether a new certificate from the owner of a place waits for staff to record it. */
export async function hasWaitingRenewal(
  tx: Tx,
  { id, ownerId }: { readonly id: string; readonly ownerId: string | null },
): Promise<boolean> {
  if (ownerId === null) return false;
  const waiting = and(eq(t.poiId, id), eq(t.partnerId, ownerId), eq(t.state, "waiting"));
  const [row] = await tx.select({ id: t.id }).from(t).where(waiting);
  return row !== undefined;
}

const PLACES = 50; // more than an owner renews at once

/**
 * The caller's own places whose tier ends soon or has ended, and those of which a certificate waits for staff to record
 * it, or to read it a second time.
 */
export async function listDue({ deps, principal }: ActionContext<PartnerPrincipal>): Promise<DueRenewal[]> {
  const { orm } = deps.db;
  const rows = await orm
    .select({ place: getViewSelectedFields(currentPois), sentAt: t.sentAt })
    .from(currentPois)
    .leftJoin(t, and(eq(t.poiId, currentPois.id), isOpen(deps), eq(t.partnerId, currentPois.ownerId)))
    .where(
      and(
        eq(currentPois.ownerId, principal.id),
        ne(currentPois.category, "mosque"),
        or(mayBeDue(deps), isNotNull(t.id)),
      ),
    )
    .orderBy(asc(currentPois.tierUntil), asc(currentPois.id), desc(t.sentAt))
    .limit(PLACES);
  const found: DueRenewal[] = [];
  for (const { place, sentAt } of rows) {
    if (found.at(-1)?.poiId === place.id) continue; // of an older certificate
    const timeZone = timeZoneOf(place);
    const records = (await recordsOf(orm, place.id)).map((row) => recordOf(row, timeZone));
    const due = renewalDue(records, dayIn(timeZone, deps.now()), rulesOf(deps));
    const { id: poiId, name: poiName, halalVerificationStatus: tier } = place;
    if (due) found.push({ ...due, poiId, poiName, sentAt });
    else if (sentAt)
      found.push({ poiId, poiName, tier, basis: "certificate", until: null, ended: false, sentAt });
  }
  return found;
}

/** Whether a certificate waits for staff to record it, or was recorded from its file and needs another reading. */
function isOpen(deps: Deps) {
  const { alike, withdrawn, certificateId } = certificateProgress;
  const unread = deps.db.orm
    .select({ one: sql`1` })
    .from(evidenceRecords)
    .innerJoin(certificateProgress, eq(certificateId, evidenceRecords.id))
    .where(
      and(
        eq(evidenceRecords.fileId, t.fileId),
        eq(evidenceRecords.kind, "certificate"),
        eq(withdrawn, false),
        lt(alike, rulesOf(deps).readings),
      ),
    );
  return or(eq(t.state, "waiting"), and(eq(t.state, "recorded"), exists(unread)));
}

/** A tier that has ended was announced by a reminder. */
function mayBeDue({ db, now }: Deps) {
  const today = dayIn("UTC", now());
  const reminded = db.orm
    .select({ one: sql`1` })
    .from(tierReminders)
    .where(
      and(
        eq(tierReminders.poiId, currentPois.id),
        gte(tierReminders.until, addDays(today, -RENEWABLE.after - 1)),
      ),
    );
  const soon = addDays(today, RENEWABLE.before + 1);
  return or(and(isNotNull(currentPois.tierUntil), lte(currentPois.tierUntil, soon)), exists(reminded));
}

/** New certificates that wait for staff to record them, oldest first. */
export async function listWaiting({ db }: Deps): Promise<WaitingRenewal[]> {
  const rows = await db.orm
    .select({
      id: t.id,
      poiId: t.poiId,
      placeName: currentPois.name,
      city: currentPois.city,
      state: currentPois.state,
      fileId: t.fileId,
      issuer: t.issuer,
      number: t.number,
      validUntil: t.validUntil,
      sentAt: t.sentAt,
    })
    .from(t)
    .innerJoin(currentPois, eq(currentPois.id, t.poiId))
    .where(isWaiting)
    .orderBy(asc(t.sentAt), asc(t.id))
    .limit(WAITING_MAX);
  const files = await attachedFiles(
    db.orm,
    rows.map(({ fileId }) => fileId),
  );
  return rows.map((row) => ({ ...row, file: files.get(row.fileId) ?? null }));
}

const WAITING_MAX = 200; // certificates

/** Those of deleted accounts and places are not decided any more. */
export const isWaiting = and(
  eq(t.state, "waiting"),
  isNotNull(t.partnerId),
  sql`exists (select from ${currentPois} where ${currentPois.id} = ${t.poiId})`,
);

/** From 30 days before the end of a tier to a year after it. */
export const RENEWABLE = { before: 30, after: 365 } as const;

export interface Due {
  readonly tier: HalalStatus;
  readonly basis: TierBasis;
  /** The last day of the tier. */
  readonly until: Day;
  readonly ended: boolean;
}

/** Null for a tier that does not end. */
export function tierBasisOf([first]: readonly EvidenceRecord[]): TierBasis | null {
  if (first?.kind === "certificate" || first?.kind === "declaration" || first?.kind === "prior")
    return first.kind;
  return null;
}

/**
 * The tier that an owner can renew; null if there is none. What staff withdrew is left out, so that a declaration cannot
 * bring back a tier that they ended.
 */
export function renewalDue(all: readonly EvidenceRecord[], today: Day, rules: TierRules): Due | null {
  const withdrawn = new Set(all.flatMap((each) => (each.kind === "revocation" ? [each.recordId] : [])));
  const records = all.filter((each) => each.kind !== "revocation" && !withdrawn.has(each.id));
  const proven = tierPeriods(records, rules).filter(
    ({ tier, since }) => since <= today && (tier === "verified" || tier === "friendly"),
  );
  const last = proven.at(-1);
  const until = last?.until ?? null;
  if (!last || until === null) return null;
  if (today < addDays(until, -RENEWABLE.before) || today > addDays(until, RENEWABLE.after)) return null;
  const basis = tierBasisOf(tierOn(records, until, rules).records);
  if (basis === null || (basis === "declaration" && !isStillDeclared(records))) return null;
  return { tier: last.tier, basis, until, ended: until < today };
}

function isStillDeclared(records: readonly EvidenceRecord[]): boolean {
  const newest = records.filter((each) => each.kind === "declaration").at(-1);
  return newest?.meatFree === true && newest.noAlcohol && newest.noPork;
}
