import { and, desc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { z } from "zod";
import { INQUIRY_RECEIVED } from "../../copy/en/emails.ts";
import type { ActionContext, Deps, Visitor } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { readJsonRows } from "../../db/query/json-rows.ts";
import { changedByOther, hasChangedSince, nextUpdatedAt } from "../../db/query/row-version.ts";
import { days } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import { randomId } from "../../shared/id.ts";
import { insertWithReference } from "../../shared/references.ts";
import {
  discard,
  type Restored,
  record,
  removeItem,
  type StoredRows,
  type TrashItem,
} from "../audit/public.ts";
import { countMails, mailText, postOrDiscard } from "../mail/public.ts";
import { inviteBusiness, withUniqueAddress } from "../partners/public.ts";
import {
  type answeredInput,
  type Inquiry,
  type InquiryFields,
  inquiry,
  type submitInput,
  type updateInput,
} from "./schema.ts";
import {
  currentInquiries,
  partnershipInquiries as inquiries,
  inquiryAnswers,
  inquiryReplies,
} from "./table.ts";

type Row = typeof currentInquiries.$inferSelect;

/**
 * An inquiry from the landing page, confirmed by an email. With a filled honeypot it gets the same response after the same
 * work, and is quarantined.
 */
export async function submit(ctx: ActionContext<Visitor>, input: z.output<typeof submitInput>) {
  const { hp_note, ...fields } = input;
  const row = await insert(ctx, fields, { addedBy: "user", quarantined: hp_note !== "" });
  return { success: true as const, id: row.id, reference: row.reference };
}

/** An inquiry that staff received another way. */
export function create(ctx: ActionContext<StaffActor>, fields: InquiryFields): Promise<Inquiry> {
  return insert(ctx, fields, { addedBy: "admin", quarantined: false });
}

async function insert(
  ctx: ActionContext,
  fields: InquiryFields,
  origin: { addedBy: "admin" | "user"; quarantined: boolean },
) {
  const now = ctx.deps.now();
  const values = { ...fields, ...origin, emailKey: emailKey(fields.email), createdAt: now, updatedAt: now };
  return ctx.deps.db.transaction(async (tx) => {
    const row = await insertWithReference(async (reference) => {
      const inserting = tx.insert(inquiries).values({ ...values, id: randomId(), reference });
      const [inserted] = await inserting.onConflictDoNothing().returning();
      return inserted && { ...inserted, reference };
    });
    if (origin.addedBy === "user") await confirmByMail(tx, ctx.deps, row);
    await record(tx, ctx, { subject: row.id, after: auditFields(row) });
    return row;
  });
}

/** Confirmations to one mailbox within a day (docs/limits.md): strangers can enter any address of it. */
const CONFIRMATIONS_A_DAY = 3;
const CONFIRMATION = "inquiry-received";

/** Without a word of the inquiry, as anyone can enter any address. Not while it is quarantined. */
async function confirmByMail(
  tx: Tx,
  deps: Deps,
  { email: to, quarantined, reference }: Confirmed,
): Promise<void> {
  const { name: brand, contactEmail } = deps.settings.brand;
  const since = new Date(deps.now().getTime() - days(1));
  const discard = (await countMails(tx, to, CONFIRMATION, since)) >= CONFIRMATIONS_A_DAY || quarantined;
  const subject = INQUIRY_RECEIVED.subject(brand, reference);
  const text = mailText(deps, ...INQUIRY_RECEIVED.text({ brand, contactEmail, reference }));
  await postOrDiscard(tx, deps, { to, subject, text, kind: CONFIRMATION }, discard);
}

type Confirmed = Pick<Row, "email" | "quarantined"> & { readonly reference: string };

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

/** Deletes an inquiry, which can be restored for `TRASH_KEPT`. Throws 404. */
export async function remove(ctx: ActionContext<StaffActor>, id: string, act?: string) {
  return ctx.deps.db.transaction(async (tx) => {
    const before = await lockInquiry(tx, id);
    await tx.update(inquiries).set({ deletedAt: ctx.deps.now() }).where(eq(inquiries.id, id));
    const { businessName: label, email } = before;
    await discard(tx, ctx, { id, kind: "inquiry", label, email, act });
    await record(tx, ctx, { subject: id, before: auditFields(before) });
    return { success: true as const };
  });
}

/** Restores a deleted inquiry as it was. Throws 404 if there is none or it was deleted too long ago. */
export async function restore(ctx: ActionContext<StaffActor>, id: string) {
  return ctx.deps.db.transaction(async (tx): Promise<Inquiry> => {
    const item = await removeItem(tx, ctx.deps, id, "inquiry");
    if (!item) throw new DomainError("notFound", "This inquiry can no longer be restored");
    await clearDeleted(tx, item);
    const row = await lockInquiry(tx, id);
    await record(tx, ctx, { subject: id, after: auditFields(row) });
    return row;
  });
}

/** Restores a deleted inquiry. The caller records it. */
export async function restoreDeleted(tx: Tx, item: TrashItem): Promise<Restored> {
  await clearDeleted(tx, item);
  return { notes: [], recorded: auditFields(await lockInquiry(tx, item.id)) };
}

/** Restores an inquiry, or one in quarantine; nothing if it is not one of this module. */
export async function clearDeleted(tx: Tx, { id }: TrashItem): Promise<void> {
  await tx.update(inquiries).set({ deletedAt: null }).where(eq(inquiries.id, id));
}

/** Deletes inquiries in the trash for good, with the answers to them and the replies. */
export const purge = (tx: Tx, ids: readonly string[]) =>
  tx.delete(inquiries).where(and(inArray(inquiries.id, [...ids]), isNotNull(inquiries.deletedAt)));

/** The rows of an inquiry in the trash. */
export async function deletedRows(tx: Tx, id: string): Promise<StoredRows> {
  const inquiry = await readJsonRows(
    tx,
    inquiries,
    and(eq(inquiries.id, id), isNotNull(inquiries.deletedAt)),
  );
  if (inquiry.length === 0) return {};
  const answer = await readJsonRows(tx, inquiryAnswers, eq(inquiryAnswers.inquiryId, id));
  return { inquiry, answer, reply: await readJsonRows(tx, inquiryReplies, eq(inquiryReplies.inquiryId, id)) };
}

/** Marks an inquiry as answered, or as unanswered again. Throws 404, 409 as `update` does. */
export async function setAnswered(
  ctx: ActionContext<StaffActor>,
  { id, answered, updatedAt: readAt }: z.output<typeof answeredInput>,
) {
  return ctx.deps.db.transaction(async (tx): Promise<Inquiry> => {
    const before = await lockInquiry(tx, id);
    const updatedAt = nextVersion(ctx.deps, before, readAt);
    const answeredAt = answered ? (before.answeredAt ?? ctx.deps.now()) : null;
    const kept = before.stage === "new" ? ("answered" as const) : before.stage;
    const values = { answeredAt, stage: answered ? kept : ("new" as const), updatedAt };
    const [after] = await tx.update(inquiries).set(values).where(eq(inquiries.id, id)).returning();
    if (!after) throw notFound();
    const was = before.answeredAt !== null;
    await record(tx, ctx, { subject: id, before: { answered: was }, after: { answered } });
    return after;
  });
}

/** Quarantined inquiries, newest first; called by `quarantine`. */
export async function listQuarantined({ db }: Deps, limit: number) {
  const newest = desc(inquiries.createdAt);
  const rows = await db.orm.select().from(inquiries).where(quarantined).orderBy(newest).limit(limit);
  return rows.map(({ id, businessName: name, email, message, createdAt }) => ({
    id,
    form: "partnership" as const,
    name,
    email,
    message,
    createdAt,
  }));
}

const quarantined = and(eq(inquiries.quarantined, true), isNull(inquiries.deletedAt));

/** Releases a quarantined inquiry, which is then confirmed; false if none has this id. `quarantine` records it. */
export async function releaseQuarantined(deps: Deps, tx: Tx, id: string): Promise<boolean> {
  const [released] = await tx
    .update(inquiries)
    .set({ quarantined: false })
    .where(and(eq(inquiries.id, id), quarantined))
    .returning();
  if (released?.reference) await confirmByMail(tx, deps, { ...released, reference: released.reference });
  return released !== undefined;
}

/** Deletes a quarantined inquiry; null if none has this id. `quarantine` lists it in the trash. */
export async function removeQuarantined({ now }: Deps, tx: Tx, id: string) {
  const [deleted] = await tx
    .update(inquiries)
    .set({ deletedAt: now() })
    .where(and(eq(inquiries.id, id), quarantined))
    .returning({ label: inquiries.businessName, email: inquiries.email });
  return deleted ?? null;
}

/** Throws 404. */
export async function lockInquiry(tx: Tx, id: string): Promise<Row> {
  const found = tx.select().from(currentInquiries).where(eq(currentInquiries.id, id));
  const [row] = await found.for("update");
  if (!row) throw notFound();
  return row;
}

/** `lockInquiry` of one that staff have in their list. Throws 404, also while it is in quarantine. */
export async function lockListed(tx: Tx, id: string): Promise<Row> {
  const row = await lockInquiry(tx, id);
  if (row.quarantined) throw notFound();
  return row;
}

/** The time of the next version. Throws 409 on an edit conflict. */
export function nextVersion({ now }: Deps, before: Row, readAt: Date | undefined): Date {
  if (hasChangedSince(readAt, before.updatedAt)) throw changedByOther("inquiry", inquiry.parse(before));
  return nextUpdatedAt(now(), before.updatedAt);
}

const notFound = () => new DomainError("notFound", "This inquiry does not exist");

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

/**
 * Makes a partner account for the sender of an inquiry, who chooses the password with a mailed link. Throws 404, and 409
 * if the address has an account.
 */
export async function invite(ctx: ActionContext<StaffActor>, id: string) {
  const { deps } = ctx;
  const passwordHash = deps.passwords.unusableHash();
  const { partner, link } = await withUniqueAddress(() =>
    deps.db.transaction(async (tx) => {
      const { email, businessName, contactName, phone } = await lockListed(tx, id);
      const account = { email, businessName, contactName: contactName || businessName, phone, passwordHash };
      const invited = await inviteBusiness(tx, deps, account);
      await record(tx, ctx, {
        subject: id,
        after: { partner: invited.partner.id, mailed: invited.link === null },
      });
      return invited;
    }),
  );
  return { partnerId: partner.id, email: partner.email, link };
}
