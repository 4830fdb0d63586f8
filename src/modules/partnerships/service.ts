import { and, desc, eq, gt, isNull, lte } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, Visitor } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { hasChangedSince, nextUpdatedAt } from "../../db/query/row-version.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import { randomId } from "../../shared/id.ts";
import type { Erasure } from "../../shared/people/erasure.ts";
import { UNDO_ACCEPTED } from "../../shared/undo.ts";
import { record } from "../audit/service.ts";
import {
  type answeredInput,
  type Inquiry,
  type InquiryFields,
  inquiry,
  type submitInput,
  type updateInput,
} from "./schema.ts";
import { partnershipInquiries as inquiries } from "./table.ts";

type Row = typeof inquiries.$inferSelect;

/** An inquiry from the landing page. With a filled honeypot it gets the same response and is quarantined. */
export async function submit(ctx: ActionContext<Visitor>, input: z.output<typeof submitInput>) {
  const { hp_note, ...fields } = input;
  const row = await insert(ctx, fields, { addedBy: "user", quarantined: hp_note !== "" });
  return { success: true as const, id: row.id };
}

/** An inquiry that staff received another way. */
export function create(ctx: ActionContext<StaffActor>, fields: InquiryFields): Promise<Inquiry> {
  return insert(ctx, fields, { addedBy: "admin", quarantined: false });
}

async function insert(
  ctx: ActionContext,
  fields: InquiryFields,
  origin: { addedBy: "admin" | "user"; quarantined: boolean },
): Promise<Row> {
  const now = ctx.deps.now();
  const id = randomId();
  return ctx.deps.db.transaction(async (tx) => {
    const values = {
      ...fields,
      ...origin,
      id,
      emailKey: emailKey(fields.email),
      createdAt: now,
      updatedAt: now,
    };
    const [row] = await tx.insert(inquiries).values(values).returning();
    if (!row) throw new Error("the inserted inquiry was not returned");
    await record(tx, ctx, { subject: id, after: auditFields(row) });
    return row;
  });
}

/** Updates an inquiry. Throws 404, and 409 if it has changed since `updatedAt`. */
export async function update(ctx: ActionContext<StaffActor>, input: z.output<typeof updateInput>) {
  const { id, updatedAt: readAt, ...fields } = input;
  return ctx.deps.db.transaction(async (tx): Promise<Inquiry> => {
    const before = await lockInquiry(tx, id);
    const updatedAt = nextVersion(ctx.deps, before, readAt);
    const values = { ...fields, emailKey: emailKey(fields.email), updatedAt };
    const [after] = await tx.update(inquiries).set(values).where(eq(inquiries.id, id)).returning();
    if (!after) throw notFound();
    await record(tx, ctx, { subject: id, before: auditFields(before), after: auditFields(after) });
    return after;
  });
}

/** Deletes an inquiry, which can be restored for `UNDO_ACCEPTED`. Throws 404. */
export async function remove(ctx: ActionContext<StaffActor>, id: string) {
  return ctx.deps.db.transaction(async (tx) => {
    const before = await lockInquiry(tx, id);
    await tx.update(inquiries).set({ deletedAt: ctx.deps.now() }).where(eq(inquiries.id, id));
    await record(tx, ctx, { subject: id, before: auditFields(before) });
    return { success: true as const };
  });
}

/** Brings a deleted inquiry back as it was. Throws 404 if there is none or it was deleted too long ago. */
export async function restore(ctx: ActionContext<StaffActor>, id: string) {
  return ctx.deps.db.transaction(async (tx): Promise<Inquiry> => {
    const restorable = and(eq(inquiries.id, id), gt(inquiries.deletedAt, restorableSince(ctx.deps)));
    const [row] = await tx.update(inquiries).set({ deletedAt: null }).where(restorable).returning();
    if (!row) throw new DomainError("notFound", "This inquiry can no longer be restored");
    await record(tx, ctx, { subject: id, after: auditFields(row) });
    return row;
  });
}

/** Removes deleted inquiries that can no longer be restored. */
export async function purgeDeletedInquiries(deps: Deps): Promise<void> {
  await deps.db.orm.delete(inquiries).where(lte(inquiries.deletedAt, restorableSince(deps)));
}

const restorableSince = ({ now }: Deps) => new Date(now().getTime() - UNDO_ACCEPTED);

/** Marks an inquiry as answered, or as unanswered again. Throws 404, 409 as `update` does. */
export async function setAnswered(
  ctx: ActionContext<StaffActor>,
  { id, answered, updatedAt: readAt }: z.output<typeof answeredInput>,
) {
  return ctx.deps.db.transaction(async (tx): Promise<Inquiry> => {
    const before = await lockInquiry(tx, id);
    const updatedAt = nextVersion(ctx.deps, before, readAt);
    const answeredAt = answered ? (before.answeredAt ?? ctx.deps.now()) : null;
    const values = { answeredAt, updatedAt };
    const [after] = await tx.update(inquiries).set(values).where(eq(inquiries.id, id)).returning();
    if (!after) throw notFound();
    const was = before.answeredAt !== null;
    await record(tx, ctx, { subject: id, before: { answered: was }, after: { answered } });
    return after;
  });
}

/** Quarantined inquiries, newest first; called by `quarantine`. */
export function listQuarantined({ db }: Deps, limit: number) {
  return db.orm.select().from(inquiries).where(quarantined).orderBy(desc(inquiries.createdAt)).limit(limit);
}

const quarantined = and(eq(inquiries.quarantined, true), isNull(inquiries.deletedAt));

/** Releases a quarantined inquiry or deletes it; false if none has this id. `quarantine` records it. */
export async function resolveQuarantined(
  { now }: Deps,
  tx: Tx,
  id: string,
  release: boolean,
): Promise<boolean> {
  const resolved = await tx
    .update(inquiries)
    .set(release ? { quarantined: false } : { deletedAt: now() })
    .where(and(eq(inquiries.id, id), quarantined))
    .returning({ id: inquiries.id });
  return resolved.length === 1;
}

/** Brings a deleted inquiry back into the quarantine; false if none can be restored. `quarantine` records it. */
export async function restoreQuarantined(deps: Deps, tx: Tx, id: string): Promise<boolean> {
  const wasQuarantined = and(eq(inquiries.id, id), eq(inquiries.quarantined, true));
  const restored = await tx
    .update(inquiries)
    .set({ deletedAt: null })
    .where(and(wasQuarantined, gt(inquiries.deletedAt, restorableSince(deps))))
    .returning({ id: inquiries.id });
  return restored.length === 1;
}

/** Deletes a person's inquiries; called by `people`. */
export async function deleteInquiriesOf(tx: Tx, email: string): Promise<Erasure> {
  const deleted = await tx
    .delete(inquiries)
    .where(eq(inquiries.emailKey, emailKey(email)))
    .returning({ id: inquiries.id });
  return { ids: deleted.map((row) => row.id), kept: [] };
}

async function lockInquiry(tx: Tx, id: string): Promise<Row> {
  const present = and(eq(inquiries.id, id), isNull(inquiries.deletedAt));
  const [row] = await tx.select().from(inquiries).where(present).for("update");
  if (!row) throw notFound();
  return row;
}

/** The time of the next version. Throws 409 on an edit conflict. */
function nextVersion({ now }: Deps, before: Row, readAt: Date | undefined): Date {
  if (hasChangedSince(readAt, before.updatedAt)) throw editConflict(before);
  return nextUpdatedAt(now(), before.updatedAt);
}

const notFound = () => new DomainError("notFound", "This inquiry does not exist");
/** Carries the current version, so that the second editor can compare. */
const editConflict = (row: Row) =>
  new DomainError(
    "conflict",
    "This inquiry was changed by someone else meanwhile. Please look at it again.",
    {
      facts: { current: inquiry.parse(row) },
    },
  );

/** What the audit log keeps: the business, not the person. */
const auditFields = ({ businessName, businessType, city, state, website, addedBy, quarantined }: Row) => ({
  businessName,
  businessType,
  city,
  state,
  website,
  addedBy,
  quarantined,
});
