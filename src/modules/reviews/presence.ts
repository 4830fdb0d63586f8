import { and, eq, gt, lte, ne } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, StaffPrincipal } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import type { Orm } from "../../db/types.ts";
import { seconds } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { staffUsers } from "../accounts/public.ts";
import { skipAuditCheck } from "../audit/public.ts";
import { placeReports, placeSuggestions } from "../directory/public.ts";
import { evidenceRecords, renewals } from "../evidence/public.ts";
import { placePhotos, placeProposals, placeTransfers, poiClaims, poiRequests } from "../ownership/public.ts";
import { currentPois, placeMatches } from "../places/public.ts";
import type { ViewedKind, viewInput, viewOutput } from "./schema.ts";
import { caseViewers as t } from "./table.ts";

/** docs/limits.md: three heartbeats of the screen. */
const GONE_AFTER = seconds(30);

const goneBefore = ({ now }: Pick<Deps, "now">): Date => new Date(now().getTime() - GONE_AFTER);

/**
 * The heartbeat of a screen that shows a case: notes who has it open, until it leaves or is silent for 30 seconds, and
 * tells who else has. Not in the audit log, as nothing but this list changes. Throws 404 for an unknown case, but not for one that is left.
 */
export async function view(
  ctx: ActionContext<StaffPrincipal>,
  { case: key, leave }: z.output<typeof viewInput>,
): Promise<z.input<typeof viewOutput>> {
  skipAuditCheck(ctx);
  const { deps, principal } = ctx;
  const { orm } = deps.db;
  const own = { caseKey: key, staffId: principal.id };
  if (!leave) await refuseUnknown(orm, key); // what is left may just have been deleted
  if (leave) {
    await orm.delete(t).where(and(eq(t.caseKey, key), eq(t.staffId, principal.id)));
  } else {
    const seenAt = deps.now();
    await orm
      .insert(t)
      .values({ ...own, seenAt })
      .onConflictDoUpdate({ target: [t.caseKey, t.staffId], set: { seenAt } });
  }
  const others = await orm
    .select({ case: t.caseKey, id: staffUsers.id, name: staffUsers.username })
    .from(t)
    .innerJoin(staffUsers, eq(staffUsers.id, t.staffId))
    .where(and(ne(t.staffId, principal.id), gt(t.seenAt, goneBefore(deps))))
    .orderBy(staffUsers.username);
  return { viewers: others.filter((each) => each.case === key), open: others };
}

/** The hourly sweep of those who are gone. */
export async function deleteGoneViewers(deps: Deps): Promise<void> {
  await deps.db.orm.delete(t).where(lte(t.seenAt, goneBefore(deps)));
}

const KINDS = {
  claim: { table: poiClaims, id: poiClaims.id, name: "claim" },
  request: { table: poiRequests, id: poiRequests.id, name: "request" },
  report: { table: placeReports, id: placeReports.id, name: "report" },
  suggestion: { table: placeSuggestions, id: placeSuggestions.id, name: "suggestion" },
  proposal: { table: placeProposals, id: placeProposals.id, name: "change" },
  transfer: { table: placeTransfers, id: placeTransfers.id, name: "transfer" },
  photo: { table: placePhotos, id: placePhotos.id, name: "photo" },
  renewal: { table: renewals, id: renewals.id, name: "certificate" },
  reading: { table: evidenceRecords, id: evidenceRecords.id, name: "certificate" },
  match: { table: placeMatches, id: placeMatches.id, name: "match" },
  place: { table: currentPois, id: currentPois.id, name: "place" },
} as const satisfies Record<ViewedKind, unknown>;

/** Throws 404. */
export async function refuseUnknown(orm: Orm | Tx, key: string): Promise<void> {
  const [kind, id = ""] = key.split(":");
  const { table, id: column, name } = KINDS[kind as ViewedKind]; // by the schema
  const isCertificate = kind === "reading" ? eq(evidenceRecords.kind, "certificate") : undefined;
  if ((await orm.$count(table, and(eq(column, id), isCertificate))) === 0)
    throw new DomainError("notFound", `There is no such ${name}`);
}
