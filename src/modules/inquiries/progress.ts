import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import { mayHandleInquiries } from "../accounts/public.ts";
import { record } from "../audit/public.ts";
import { canonicalPlaceOf, currentPois } from "../places/public.ts";
import type { Inquiry, progressInput } from "./schema.ts";
import { lockListed, nextVersion } from "./service.ts";
import { type currentInquiries, partnershipInquiries as inquiries } from "./table.ts";

type Row = typeof currentInquiries.$inferSelect;
type Input = z.output<typeof progressInput>;
type Change = Partial<Pick<Input, "stage" | "assigneeId" | "placeId">>;

/**
 * Changes how far an inquiry is, to whom it is assigned, and which place it is about; a missing key means no change.
 * Throws 404, 400 on an account that does not handle inquiries or an unknown place, and 409 as `update` does.
 */
export function progress(
  ctx: ActionContext<StaffActor>,
  { id, updatedAt: readAt, ...sent }: Change & Pick<Input, "id" | "updatedAt">,
): Promise<Inquiry> {
  return ctx.deps.db.transaction(async (tx) => {
    const before = await lockListed(tx, id);
    const updatedAt = nextVersion(ctx.deps, before, readAt);
    const change = await checked(tx, sent);
    const values = { ...change, ...answeredBy(before, change.stage, ctx.deps.now()), updatedAt };
    const [after] = await tx.update(inquiries).set(values).where(eq(inquiries.id, id)).returning();
    if (!after) throw new Error("update of partnership_inquiries returned no row");
    await record(tx, ctx, { subject: id, before: partOf(before, change), after: partOf(after, change) });
    return after;
  });
}

/** A new inquiry has no reply; in every other stage it counts as answered from the first time on. */
export function answeredBy({ answeredAt }: Row, stage: Row["stage"] | undefined, now: Date) {
  if (stage === undefined) return {};
  return { stage, answeredAt: stage === "new" ? null : (answeredAt ?? now) };
}

/** Replaces a place that was merged by the one that is kept. */
async function checked(tx: Tx, change: Change): Promise<Change> {
  const { assigneeId, placeId } = change;
  if (assigneeId && !(await mayHandleInquiries(tx, assigneeId)))
    throw refusal("assigneeId", "This account does not handle inquiries");
  if (!placeId) return change;
  const kept = (await canonicalPlaceOf(tx, placeId)) ?? placeId;
  if (!(await isPlace(tx, kept))) throw refusal("placeId", "This place does not exist");
  return { ...change, placeId: kept };
}

async function isPlace(tx: Tx, id: string): Promise<boolean> {
  const found = await tx.select({ id: currentPois.id }).from(currentPois).where(eq(currentPois.id, id));
  return found.length === 1;
}

const refusal = (field: keyof Change, sentence: string) =>
  new DomainError("invalid", sentence, { fields: { [field]: sentence } });

/** The columns that a change names. */
const partOf = (row: Row, change: Change) =>
  Object.fromEntries(
    (["stage", "assigneeId", "placeId"] as const)
      .filter((key) => change[key] !== undefined)
      .map((key) => [key, row[key]]),
  );
