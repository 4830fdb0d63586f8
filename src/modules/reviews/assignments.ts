import { and, asc, eq, gt, lte, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, StaffPrincipal } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import type { Orm } from "../../db/types.ts";
import { days, seconds } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { isActivePerson, staffUsers } from "../accounts/public.ts";
import { record, skipAuditCheck } from "../audit/public.ts";
import { placeReports, placeSuggestions } from "../directory/public.ts";
import { evidenceRecords, renewals } from "../evidence/public.ts";
import { placePhotos, placeProposals, placeTransfers, poiClaims, poiRequests } from "../ownership/public.ts";
import { currentPois, placeMatches } from "../places/public.ts";
import type {
  assignInput,
  caseAssignment,
  snoozeInput,
  ViewedKind,
  viewInput,
  viewOutput,
} from "./schema.ts";
import { caseAssignments as t, caseViewers as v } from "./table.ts";
import { isWaiting } from "./waiting.ts";

/** docs/limits.md */
const SNOOZE_MAX = days(90);

type Assignment = z.input<typeof caseAssignment>;

/** The active staff, by name: every role reviews. */
export const listReviewers = ({ db }: Deps) =>
  db.orm
    .select({ id: staffUsers.id, name: staffUsers.username })
    .from(staffUsers)
    .where(isActivePerson())
    .orderBy(asc(staffUsers.username));

/**
 * Gives a case to a staff member, or frees it. Throws 404 for an unknown case, 400 for an account that does not review, and
 * 409 if the case is decided or `seen` is not its assignee any more.
 */
export function assign(
  ctx: ActionContext<StaffActor>,
  { case: key, assigneeId, seen }: z.output<typeof assignInput>,
): Promise<Assignment> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    await refuseDecided(tx, deps, key);
    if (assigneeId !== null && !(await isReviewer(tx, assigneeId))) throw noReviewer();
    const before = await assignmentOf(tx, deps, key);
    const isFree = seen === undefined || (before.assignee?.id ?? null) === seen;
    const written = await tx
      .insert(t)
      .values({ caseKey: key, assigneeId })
      .onConflictDoUpdate({
        target: t.caseKey,
        set: { assigneeId },
        // of two who take it at once, the second one finds the row of the first
        ...(seen !== undefined && { setWhere: sql`${activeAssignee(tx)} is not distinct from ${seen}` }),
      })
      .returning({ caseKey: t.caseKey });
    const after = await assignmentOf(tx, deps, key);
    if (!isFree || written.length === 0) throw taken(isFree ? after : before);
    const nameOf = ({ assignee }: Assignment) => ({ assignee: assignee?.name ?? null });
    await record(tx, ctx, { subject: idOf(key), before: nameOf(before), after: nameOf(after) });
    return after;
  });
}

/** Of an account that was deactivated, a case is free. */
const activeAssignee = (tx: Tx) =>
  tx
    .select({ id: staffUsers.id })
    .from(staffUsers)
    .where(and(eq(staffUsers.id, t.assigneeId), eq(staffUsers.isActive, true)));

/** Throws 404, and 409 for a case that does not wait any more. */
async function refuseDecided(tx: Tx, deps: Deps, key: string): Promise<void> {
  await refuseUnknown(tx, key);
  if (!(await isWaiting(tx, deps, key))) throw new DomainError("conflict", "This case is no longer waiting");
}

const idOf = (key: string): string => key.slice(key.indexOf(":") + 1);

/** Takes a case out of the way until a time, or back with null. Throws 404, 409 for a decided case, and 400 for a time that is past or too far away. */
export function snooze(
  ctx: ActionContext<StaffActor>,
  { case: key, until }: z.output<typeof snoozeInput>,
): Promise<Assignment> {
  const { deps } = ctx;
  const now = deps.now();
  const snoozedUntil = until;
  if (until && (until <= now || until.getTime() > now.getTime() + SNOOZE_MAX)) throw noTime();
  return deps.db.transaction(async (tx) => {
    await refuseDecided(tx, deps, key);
    const before = await assignmentOf(tx, deps, key);
    await tx
      .insert(t)
      .values({ caseKey: key, snoozedUntil })
      .onConflictDoUpdate({ target: t.caseKey, set: { snoozedUntil } });
    const { snoozedUntil: earlier } = before;
    await record(tx, ctx, { subject: idOf(key), before: { snoozedUntil: earlier }, after: { snoozedUntil } });
    return assignmentOf(tx, deps, key);
  });
}

/** Throws 404 for an unknown case. */
export async function showAssignment(deps: Deps, key: string): Promise<Assignment> {
  await refuseUnknown(deps.db.orm, key);
  return assignmentOf(deps.db.orm, deps, key);
}

async function assignmentOf(tx: Orm | Tx, { now }: Pick<Deps, "now">, key: string): Promise<Assignment> {
  const [row] = await tx
    .select({ snoozedUntil: t.snoozedUntil, id: staffUsers.id, name: staffUsers.username })
    .from(t)
    .leftJoin(staffUsers, and(eq(staffUsers.id, t.assigneeId), eq(staffUsers.isActive, true)))
    .where(eq(t.caseKey, key));
  const { id = null, name, snoozedUntil = null } = row ?? {};
  return {
    assignee: id === null ? null : { id, name: name ?? "" },
    snoozedUntil: snoozedUntil && snoozedUntil > now() ? snoozedUntil : null,
  };
}

async function isReviewer(tx: Tx, id: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: staffUsers.id })
    .from(staffUsers)
    .where(and(eq(staffUsers.id, id), isActivePerson()));
  return found !== undefined;
}

const noReviewer = () =>
  new DomainError("invalid", "This account does not review cases", {
    fields: { assigneeId: "This account does not review cases" },
  });

const noTime = () =>
  new DomainError("invalid", "Choose a time within the next 90 days", {
    fields: { until: "Choose a time within the next 90 days" },
  });

const taken = ({ assignee }: Assignment) =>
  new DomainError(
    "conflict",
    assignee ? `This case is assigned to ${assignee.name} now` : "This case is no longer assigned",
  );

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
    await orm.delete(v).where(and(eq(v.caseKey, key), eq(v.staffId, principal.id)));
  } else {
    const seenAt = deps.now();
    await orm
      .insert(v)
      .values({ ...own, seenAt })
      .onConflictDoUpdate({ target: [v.caseKey, v.staffId], set: { seenAt } });
  }
  const others = await orm
    .select({ case: v.caseKey, id: staffUsers.id, name: staffUsers.username })
    .from(v)
    .innerJoin(staffUsers, eq(staffUsers.id, v.staffId))
    .where(and(ne(v.staffId, principal.id), gt(v.seenAt, goneBefore(deps))))
    .orderBy(staffUsers.username);
  return { viewers: others.filter((each) => each.case === key), open: others };
}

/** The hourly sweep of those who are gone. */
export async function deleteGoneViewers(deps: Deps): Promise<void> {
  await deps.db.orm.delete(v).where(lte(v.seenAt, goneBefore(deps)));
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
async function refuseUnknown(orm: Orm | Tx, key: string): Promise<void> {
  const [kind, id = ""] = key.split(":");
  const { table, id: column, name } = KINDS[kind as ViewedKind]; // by the schema
  const isCertificate = kind === "reading" ? eq(evidenceRecords.kind, "certificate") : undefined;
  if ((await orm.$count(table, and(eq(column, id), isCertificate))) === 0)
    throw new DomainError("notFound", `There is no such ${name}`);
}
