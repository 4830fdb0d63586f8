import { and, desc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, Visitor } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import { randomId } from "../../shared/id.ts";
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

/** A business writes from the landing page. A filled honeypot is answered alike and kept apart. */
export async function submit(acting: ActionContext<Visitor>, input: z.output<typeof submitInput>) {
  const { hp_note, ...fields } = input;
  const row = await insert(acting, fields, { addedBy: "user", quarantined: hp_note !== "" });
  return { success: true as const, id: row.id };
}

/** Staff note an inquiry that reached them another way. */
export function create(acting: ActionContext<StaffActor>, fields: InquiryFields): Promise<Inquiry> {
  return insert(acting, fields, { addedBy: "admin", quarantined: false });
}

async function insert(
  acting: ActionContext,
  fields: InquiryFields,
  origin: { addedBy: "admin" | "user"; quarantined: boolean },
): Promise<Row> {
  const now = acting.deps.now();
  const id = randomId();
  return acting.deps.db.transaction(async (tx) => {
    const values = {
      ...fields,
      ...origin,
      id,
      emailKey: emailKey(fields.email),
      createdAt: now,
      updatedAt: now,
    };
    const [row] = await tx.insert(inquiries).values(values).returning();
    if (!row) throw new Error("an inserted inquiry did not come back");
    await record(tx, acting, { subject: id, after: traceOf(row) });
    return row;
  });
}

/** Changes an inquiry. Throws 404, and 409 where it changed after `updatedAt`. */
export async function update(acting: ActionContext<StaffActor>, input: z.output<typeof updateInput>) {
  const { id, updatedAt: read, ...fields } = input;
  return acting.deps.db.transaction(async (tx): Promise<Inquiry> => {
    const before = await locked(tx, id);
    const updatedAt = nextVersion(acting.deps, before, read);
    const values = { ...fields, emailKey: emailKey(fields.email), updatedAt };
    const [after] = await tx.update(inquiries).set(values).where(eq(inquiries.id, id)).returning();
    if (!after) throw missing();
    await record(tx, acting, { subject: id, before: traceOf(before), after: traceOf(after) });
    return after;
  });
}

export async function remove(acting: ActionContext<StaffActor>, id: string) {
  return acting.deps.db.transaction(async (tx) => {
    const before = await locked(tx, id);
    await tx.delete(inquiries).where(eq(inquiries.id, id));
    await record(tx, acting, { subject: id, before: traceOf(before) });
    return { success: true as const };
  });
}

/** Notes that somebody replied, or that it was a mistake to say so. Throws 404, 409 as `update` does. */
export async function setAnswered(
  acting: ActionContext<StaffActor>,
  { id, answered, updatedAt: read }: z.output<typeof answeredInput>,
) {
  return acting.deps.db.transaction(async (tx): Promise<Inquiry> => {
    const before = await locked(tx, id);
    const updatedAt = nextVersion(acting.deps, before, read);
    const answeredAt = answered ? (before.answeredAt ?? acting.deps.now()) : null;
    const values = { answeredAt, updatedAt };
    const [after] = await tx.update(inquiries).set(values).where(eq(inquiries.id, id)).returning();
    if (!after) throw missing();
    const was = before.answeredAt !== null;
    await record(tx, acting, { subject: id, before: { answered: was }, after: { answered } });
    return after;
  });
}

/** What the honeypot held back, newest first. */
export function heldBack({ db }: Deps, limit: number) {
  return db.orm
    .select()
    .from(inquiries)
    .where(eq(inquiries.quarantined, true))
    .orderBy(desc(inquiries.createdAt))
    .limit(limit);
}

/** Lets a held-back inquiry through, or deletes it for good. False where there is none of this id. */
export async function settleHeldBack(tx: Tx, id: string, release: boolean): Promise<boolean> {
  const held = and(eq(inquiries.id, id), eq(inquiries.quarantined, true));
  const settled = release
    ? await tx.update(inquiries).set({ quarantined: false }).where(held).returning({ id: inquiries.id })
    : await tx.delete(inquiries).where(held).returning({ id: inquiries.id });
  return settled.length === 1;
}

/** Deletes a person's inquiries; part of forgetting somebody. Answers their ids. */
export async function forgetInquirer(tx: Tx, email: string): Promise<readonly string[]> {
  const gone = await tx
    .delete(inquiries)
    .where(eq(inquiries.emailKey, emailKey(email)))
    .returning({ id: inquiries.id });
  return gone.map((row) => row.id);
}

async function locked(tx: Tx, id: string): Promise<Row> {
  const [row] = await tx.select().from(inquiries).where(eq(inquiries.id, id)).for("update");
  if (!row) throw missing();
  return row;
}

/** Throws 409 where the inquiry is not the one that was read. A version differs from its last on any clock. */
function nextVersion(deps: Deps, before: Row, read: Date | undefined): Date {
  if (read && read.getTime() !== before.updatedAt.getTime()) throw changedMeanwhile(before);
  return new Date(Math.max(deps.now().getTime(), before.updatedAt.getTime() + 1));
}

const missing = () => new DomainError("notFound", "This inquiry does not exist");
/** Carries the version that stands, so that whoever was late can compare. */
const changedMeanwhile = (row: Row) =>
  new DomainError(
    "conflict",
    "This inquiry was changed by someone else meanwhile. Please look at it again.",
    {
      facts: { current: inquiry.parse(row) },
    },
  );

/** What the audit log keeps: the business, not the person. */
const traceOf = ({ businessName, businessType, city, state, website, addedBy, quarantined }: Row) => ({
  businessName,
  businessType,
  city,
  state,
  website,
  addedBy,
  quarantined,
});
