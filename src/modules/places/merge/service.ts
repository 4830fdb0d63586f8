import { and, desc, eq, isNotNull, lt, or } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { inRolledBack } from "../../../db/transactions/rolled-back.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import { PROVENANCE_FIELDS, provenanceOf } from "../../../shared/places/sources.ts";
import { tierToday } from "../../../shared/places/tier-today.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { unlist } from "../deletion.ts";
import { copyFacts } from "../facts/merge.ts";
import { announceChange } from "../offers.ts";
import { setOwner } from "../owner.ts";
import { copyStatements } from "../prayer/statements.ts";
import { reindexPlace } from "../search/word-index.ts";
import { lockPlace, updatePlace } from "../service.ts";
import { PLACE_UNDO, pois } from "../table.ts";
import { lockWithOwners, requirePlace } from "./lock.ts";
import { moveAll } from "./rows.ts";
import type { MergeReport, Merges, MergeUndo, mergeInput } from "./schema.ts";
import { placeMerges } from "./table.ts";

type Row = typeof pois.$inferSelect;

/**
 * Merges a duplicate into the place that stays, which keeps its fields and gets what it lacks: docs/decisions/028-merged-places.md.
 * Throws 404; 400 for a place and itself; 409 if the places have different owners, only one is a masjid, or one is merged
 * already.
 */
export function merge(
  ctx: ActionContext<StaffActor>,
  { id, duplicateId, dryRun }: z.output<typeof mergeInput>,
): Promise<MergeReport> {
  if (id === duplicateId) throw itself();
  const work = async (tx: Tx): Promise<MergeReport> => {
    const report = await mergeIn(tx, ctx, id, duplicateId);
    if (dryRun) {
      skipAuditCheck(ctx);
      return { ...report, dryRun, id: null };
    }
    const { keptId, duplicateName, ownerMoves, moved, filled } = report;
    const after = { merge: report.id, duplicateId, duplicateName, ownerMoves, moved, filled };
    await record(tx, ctx, { subject: keptId, after });
    return report;
  };
  const { db } = ctx.deps;
  return dryRun ? inRolledBack((each) => db.transaction(each), work) : db.transaction(work);
}

/** As `merge`, in a transaction of the caller, who records it. */
export async function mergeIn(
  tx: Tx,
  { deps, principal }: ActionContext<StaffActor>,
  keptId: string,
  duplicateId: string,
): Promise<MergeReport> {
  const locked = await lockWithOwners(tx, [keptId, duplicateId]);
  const kept = await requirePlace(tx, locked, keptId);
  const duplicate = await requirePlace(tx, locked, duplicateId);
  refuseMisfit(kept, duplicate);
  const now = deps.now();
  const undo: MergeUndo = {
    moved: await moveAll(tx, deps, duplicateId, keptId),
    facts: await copyFacts(tx, duplicateId, keptId),
    prayer: await copyStatements(tx, duplicateId, keptId),
    filled: missingIn(kept, duplicate),
    said: kept.said,
    owner: kept.ownerId === null ? duplicate.ownerId : null,
    earlier: await pointTo(tx, kept, duplicate),
  };
  const evidence = await announceMerge(tx, deps, [duplicateId, ...undo.earlier], kept.id);
  const after = await complete(tx, deps, { kept, duplicate }, undo);
  const names = { keptId, keptName: kept.name, duplicateId, duplicateName: duplicate.name };
  const id = randomId();
  const by = { mergedAt: now, mergedBy: principal.name };
  await tx.insert(placeMerges).values({ id, ...names, ...by, undo });
  const owner = after.ownerId ?? undo.owner;
  return {
    success: true,
    dryRun: false,
    id,
    ...names,
    undoUntil: new Date(now.getTime() + PLACE_UNDO),
    filled: Object.keys(undo.filled),
    ownerMoves: undo.owner !== null,
    ownerName: locked.partners.get(owner ?? "")?.businessName ?? null,
    ...countsOf(undo, evidence),
    tierBefore: tierOf(kept, now),
    tierAfter: tierOf(await lockPlace(tx, keptId), now),
  };
}

/** Gives the place that stays what it lacked, with who said it. */
async function complete(
  tx: Tx,
  deps: Deps,
  { kept, duplicate }: { readonly kept: Row; readonly duplicate: Row },
  { filled, owner }: MergeUndo,
): Promise<Row> {
  if (owner !== null) await setOwner(tx, deps, kept.id, owner);
  const words = PROVENANCE_FIELDS.flatMap((field) => {
    const word = Object.hasOwn(filled, field) ? provenanceOf(duplicate, field) : null;
    return word ? [[field, word] as const] : [];
  });
  const said = { ...kept.said, ...Object.fromEntries(words) };
  const after = await updatePlace(tx, deps, kept, { ...filled, said });
  await reindexPlace(tx, after);
  await announceChange(tx, deps, after);
  return after;
}

function refuseMisfit(kept: Row, duplicate: Row): void {
  if (kept.ownerId !== null && duplicate.ownerId !== null && kept.ownerId !== duplicate.ownerId)
    throw new DomainError(
      "conflict",
      "These places have different owners. First settle who owns the place: one of them can release it or ask for a transfer.",
    );
  if ((kept.category === "mosque") !== (duplicate.category === "mosque"))
    throw new DomainError(
      "conflict",
      "One of these is a masjid and the other is not. Correct the category first.",
    );
}

const TEXTS = ["zipCode", "phone", "website", "subcategory", "halalCertificate"] as const;

/**
 * What the place that stays lacks and the duplicate has. Not its maps id: in the main database that still belongs to the
 * row that the duplicate was linked to.
 */
function missingIn(kept: Row, duplicate: Row): Partial<Row> {
  const texts = TEXTS.filter((name) => kept[name] === "" && duplicate[name] !== "");
  const { latitude, longitude } = duplicate;
  const position = kept.latitude === null && latitude !== null ? { latitude, longitude } : {};
  return { ...Object.fromEntries(texts.map((name) => [name, duplicate[name]])), ...position };
}

/** Points the duplicate, and what had been merged into it before, to the place that stays. Returns the ids of the latter. */
async function pointTo(tx: Tx, { id: mergedInto }: Row, duplicate: Row): Promise<readonly string[]> {
  const earlier = await tx
    .update(pois)
    .set({ mergedInto })
    .where(eq(pois.mergedInto, duplicate.id))
    .returning({ id: pois.id });
  await unlist(tx, duplicate, { mergedInto });
  return earlier.map((row) => row.id);
}

/** Returns how many records of evidence count for the place that stays from now on. */
async function announceMerge(tx: Tx, deps: Deps, ids: readonly string[], keptId: string): Promise<number> {
  let records = 0;
  for (const offer of offersOf(deps, "onPlacesMerged")) records += await offer(tx, ids, keptId);
  return records;
}

function countsOf({ moved, facts }: MergeUndo, evidence: number) {
  const { claims, requests, proposals, transfers, reports, renewals, photos } = moved;
  const ended = Object.values(moved).reduce((sum, each) => sum + each.ended.length, 0);
  return {
    moved: {
      claims: claims.rows.length,
      requests: requests.rows.length,
      proposals: proposals.rows.length,
      transfers: transfers.rows.length,
      reports: reports.rows.length,
      renewals: renewals.rows.length,
      photos: photos.rows.length,
      facts: facts.length,
      evidence,
    },
    ended,
  };
}

const tierOf = (place: Row | null, now: Date) =>
  place === null || place.category === "mosque" ? null : tierToday(place, now);

/** The merges into a place and of it into another, newest first. Empty for an unknown place. */
export async function listMerges({ deps }: ActionContext<StaffActor>, id: string): Promise<Merges> {
  const rows = await deps.db.orm
    .select()
    .from(placeMerges)
    .where(or(eq(placeMerges.keptId, id), eq(placeMerges.duplicateId, id)))
    .orderBy(desc(placeMerges.mergedAt), desc(placeMerges.id));
  const end = deps.now().getTime();
  return rows.map(({ undo, ...row }) => {
    const until = new Date(row.mergedAt.getTime() + PLACE_UNDO);
    return { ...row, undoUntil: undo !== null && until.getTime() >= end ? until : null };
  });
}

/** Forgets what an undo would need, once it can no longer be made. */
export async function purgeMergeUndo({ db, now }: Deps): Promise<void> {
  const end = new Date(now().getTime() - PLACE_UNDO);
  const old = and(lt(placeMerges.mergedAt, end), isNotNull(placeMerges.undo));
  await db.orm.update(placeMerges).set({ undo: null }).where(old);
}

const itself = () =>
  new DomainError("invalid", "A place cannot be merged into itself", {
    fields: { duplicateId: "A place cannot be merged into itself" },
  });
