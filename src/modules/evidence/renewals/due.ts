import { addDays, type Day } from "../../../shared/places/days.ts";
import type { HalalStatus } from "../../../shared/places/places.ts";
import type { EvidenceRecord } from "../tier/records.ts";
import { type TierRules, tierOn, tierPeriods } from "../tier/tier.ts";
import type { TierBasis } from "./schema.ts";

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
