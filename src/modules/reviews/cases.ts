import { and, desc, eq, getViewSelectedFields, inArray, isNull, ne, type SQL } from "drizzle-orm";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Orm } from "../../db/types.ts";
import { DomainError } from "../../shared/errors.ts";
import { withTierToday } from "../../shared/places/tier-today.ts";
import { reasonOf } from "../../shared/reviews/reviews.ts";
import { evidenceFiles } from "../evidence/public.ts";
import {
  listDuplicates,
  poiClaims,
  poiRequests,
  proofRows,
  proofsOf,
  undoUntil,
} from "../ownership/public.ts";
import { currentPartners } from "../partners/public.ts";
import { currentPois, withCurrentPlaces } from "../places/public.ts";
import { reviewedClaim, reviewedRequest } from "./queries.ts";

const MAX_ROWS = 100; // of each list within a case

const placeSummary = {
  id: currentPois.id,
  name: currentPois.name,
  address: currentPois.address,
  city: currentPois.city,
  state: currentPois.state,
};

/** A claim with the context for its decision. Throws 404. */
export async function claimCase(ctx: ActionContext<StaffActor>, id: string) {
  const { deps } = ctx;
  const { orm } = deps.db;
  const [row] = await withCurrentPlaces(orm, await orm.select().from(poiClaims).where(eq(poiClaims.id, id)));
  if (!row) throw new DomainError("notFound", "This claim does not exist");
  const [place, claimant, otherClaims, evidence, proofs] = await Promise.all([
    placeOf(deps, row.poiId),
    applicantOf(orm, row.partnerId),
    otherClaimsOf(orm, row.poiId, id),
    orm.select().from(evidenceFiles).where(eq(evidenceFiles.claimId, id)).orderBy(evidenceFiles.uploadedAt),
    proofRows(orm, [id]),
  ]);
  const files = new Set(evidence.map((file) => file.id));
  const statements = row.documents.filter((entry) => !files.has(entry));
  const claim = reviewedClaim(row, deps.now());
  const asked = proofsOf(place ?? undefined, proofs.get(id) ?? [], false);
  return {
    claim,
    place,
    claimant,
    otherClaims,
    statements,
    evidence,
    proofs: asked,
    undoUntil: undoUntil(ctx, row),
  };
}

/** The claims of a listed place with their files, newest first; at most 100. */
export async function claimsOfPlace({ deps: { db } }: ActionContext<StaffActor>, id: string) {
  const listed = db.orm.select({ id: currentPois.id }).from(currentPois).where(eq(currentPois.id, id));
  const claims = await claimsOn(db.orm, inArray(poiClaims.poiId, listed));
  const ids = claims.map((claim) => claim.id);
  const files = await db.orm
    .select()
    .from(evidenceFiles)
    .where(and(inArray(evidenceFiles.claimId, ids), isNull(evidenceFiles.removedAt)))
    .orderBy(evidenceFiles.uploadedAt);
  return claims.map((claim) => ({ ...claim, files: files.filter(({ claimId }) => claimId === claim.id) }));
}

/** A place request with the context for its decision. Throws 404. */
export async function requestCase(ctx: ActionContext<StaffActor>, id: string) {
  const { deps } = ctx;
  const { orm } = deps.db;
  const [row] = await withCurrentPlaces(
    orm,
    await orm.select().from(poiRequests).where(eq(poiRequests.id, id)),
  );
  if (!row) throw new DomainError("notFound", "There is no such request");
  const [place, requester, found] = await Promise.all([
    placeOf(deps, row.poiId),
    applicantOf(orm, row.partnerId),
    listDuplicates({ deps }, row),
  ]);
  const duplicates = found.filter((each) => each.id !== row.poiId); // the place that its approval created
  const request = reviewedRequest(row, deps.now());
  return { request, place, requester, duplicates, undoUntil: undoUntil(ctx, row) };
}

async function placeOf({ db, now }: Deps, id: string | null) {
  if (id === null) return null;
  const [found] = await db.orm
    .select({ place: getViewSelectedFields(currentPois), ownerName: currentPartners.businessName })
    .from(currentPois)
    .leftJoin(currentPartners, eq(currentPartners.id, currentPois.ownerId))
    .where(eq(currentPois.id, id));
  return found ? { ...withTierToday(found.place, now()), ownerName: found.ownerName } : null;
}

async function applicantOf(orm: Orm, id: string | null) {
  if (id === null) return null;
  const [partner] = await orm.select().from(currentPartners).where(eq(currentPartners.id, id));
  if (!partner) return null;
  const places = await orm
    .select(placeSummary)
    .from(currentPois)
    .where(eq(currentPois.ownerId, id))
    .orderBy(currentPois.name, currentPois.id)
    .limit(MAX_ROWS);
  return { ...partner, places };
}

async function otherClaimsOf(orm: Orm, poiId: string | null, id: string) {
  if (poiId === null) return [];
  const rows = await claimsOn(orm, and(eq(poiClaims.poiId, poiId), ne(poiClaims.id, id)));
  return rows.map((row) => ({ ...row, reason: reasonOf(row.reason) }));
}

const claimsOn = (orm: Orm, which: SQL | undefined) =>
  orm
    .select()
    .from(poiClaims)
    .where(which)
    .orderBy(desc(poiClaims.submittedAt), desc(poiClaims.id))
    .limit(MAX_ROWS);
