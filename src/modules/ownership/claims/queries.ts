import { and, eq, gte, inArray, isNull, notInArray, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { newestFirst, readPage } from "../../../db/query/paging.ts";
import type { Orm } from "../../../db/types.ts";
import { days, minutes } from "../../../shared/duration.ts";
import type { Page } from "../../../shared/listing.ts";
import { dueBy } from "../../../shared/reviews/business-days.ts";
import { reasonOf } from "../../../shared/reviews/reviews.ts";
import { attachedFiles, isFileId } from "../../evidence/public.ts";
import { currentPois, withCurrentPlaces } from "../../places/public.ts";
import { proofRows, proofsOf } from "./proofs/queries.ts";
import type { Claim, claimList, DecisionTime } from "./schema.ts";
import { poiClaims as t } from "./table.ts";

export type ClaimRow = typeof t.$inferSelect;

const NEWEST = newestFirst(t.submittedAt, (row: ClaimRow) => row.submittedAt);

/** The caller's own claims, newest first; for an editor without their files. */
export async function listOwn(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  input: z.output<typeof claimList>,
): Promise<Page<Claim>> {
  const where = eq(t.partnerId, principal.id);
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, input });
  const items = await ownClaims(deps.db.orm, page.items);
  return { ...page, items: principal.person.role === "editor" ? items.map(withoutFiles) : items };
}

const withoutFiles = (claim: Claim): Claim => ({
  ...claim,
  documents: claim.documents.filter((document) => !isFileId(document)),
  files: [],
});

/** A claim as its own partner sees it, without the reviewer. */
export async function ownClaim(db: Orm | Tx, row: ClaimRow): Promise<Claim> {
  const [claim] = await ownClaims(db, [row]);
  if (!claim) throw new Error("a claim was lost");
  return claim;
}

async function ownClaims(db: Orm | Tx, claims: readonly ClaimRow[]): Promise<Claim[]> {
  const rows = await withCurrentPlaces(db, claims);
  const placeIds = rows.flatMap(({ poiId }) => poiId ?? []);
  const { id, address, city, state, zipCode, phone, website } = currentPois;
  const places = await db
    .select({ id, address, city, state, zipCode, phone, website })
    .from(currentPois)
    .where(inArray(id, placeIds));
  const proofs = await proofRows(
    db,
    claims.map((claim) => claim.id),
  );
  const addresses = new Map(places.map((place) => [place.id, addressOf(place)]));
  const documents = rows.flatMap((row) => row.documents);
  const files = await attachedFiles(db, documents.filter(isFileId));
  return rows.map(
    ({ partnerId, formerPartner, partnerName, reviewedBy, reason, lastDecision, ...row }): Claim => ({
      ...row,
      ...clockOf(row),
      poiAddress: addresses.get(row.poiId ?? "") ?? "",
      documents: [...row.documents],
      files: row.documents.flatMap((document) => {
        const file = files.get(document);
        return file ? [{ id: document, name: file.name, slot: file.slot }] : [];
      }),
      proofs: proofsOf(
        places.find((place) => place.id === row.poiId),
        proofs.get(row.id) ?? [],
        row.status === "pending",
      ),
      reason: reasonOf(reason),
    }),
  );
}

const addressOf = ({ address, city, state }: Record<"address" | "city" | "state", string>): string =>
  [address, city, state].filter(Boolean).join(", ");

/** What a claim waits for, if it waits for its partner, else when its decision is due. */
export function clockOf({
  submittedAt,
  moreRequestedAt,
  documentsAt,
  notes,
}: Pick<ClaimRow, "submittedAt" | "moreRequestedAt" | "documentsAt" | "notes">) {
  if (moreRequestedAt !== null) return { moreRequested: notes, dueBy: null };
  return { moreRequested: null, dueBy: dueBy(documentsAt ?? submittedAt) };
}

declare module "../../../core/rpc/context.ts" {
  interface State {
    readonly decisionTime: DecisionTimeCache;
  }
}

const PERIOD = days(90);
const FRESH = minutes(10);
/** With fewer, one slow case would be the measure. */
const FEWEST_DECISIONS = 5;
/** Claims that no reviewer decided on. */
const NOT_REVIEWED = ["already_claimed_by_other", "partner_deleted", "withdrawn"];

/** The last measurement of this process. */
export interface DecisionTimeCache {
  measured: { readonly at: Date; readonly value: DecisionTime } | null;
}

export const createDecisionTimeCache = (): DecisionTimeCache => ({ measured: null });

/** The median time from a claim to its decision in the last 90 days; at most ten minutes old. */
export async function decisionTime(deps: Deps): Promise<DecisionTime> {
  const { state, now } = deps;
  const { measured } = state.decisionTime;
  const age = measured ? now().getTime() - measured.at.getTime() : Number.POSITIVE_INFINITY;
  if (measured && age >= 0 && age < FRESH) return measured.value;
  const value = await measure(deps);
  state.decisionTime.measured = { at: now(), value };
  return value;
}

async function measure({ db, now }: Deps): Promise<DecisionTime> {
  const seconds = sql`extract(epoch from ${t.reviewedAt} - ${t.submittedAt})`;
  const [row] = await db.orm
    .select({
      decisions: sql<number>`count(*)::int`,
      days: sql<number | null>`(percentile_cont(0.5) within group (order by ${seconds}) / 86400)::float8`,
    })
    .from(t)
    .where(
      and(
        gte(t.reviewedAt, new Date(now().getTime() - PERIOD)),
        inArray(t.status, ["approved", "rejected"]),
        or(isNull(t.reason), notInArray(t.reason, NOT_REVIEWED)),
      ),
    );
  const { decisions = 0, days: median = null } = row ?? {};
  const enough = decisions >= FEWEST_DECISIONS && median !== null;
  return { decisions, days: enough ? Math.round(median * 10) / 10 : null };
}
