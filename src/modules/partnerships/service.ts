import { and, count, desc, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Acting, Visitor } from "../../core/context.ts";
import { type ExportFormat, exportText } from "../../core/export.ts";
import type { StaffActor } from "../../core/trpc.ts";
import type { Tx } from "../../db/client.ts";
import { containing } from "../../db/like.ts";
import { after, pageFrom } from "../../db/paging.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import { randomId } from "../../shared/id.ts";
import type { Page } from "../../shared/listing.ts";
import { record } from "../audit/service.ts";
import type { Inquiry, InquiryFields, inquiryList, submitInput, updateInput } from "./schema.ts";
import { partnershipInquiries as inquiries } from "./table.ts";

type Row = typeof inquiries.$inferSelect;

/** A business writes from the landing page. A filled honeypot is answered alike and kept apart. */
export async function submit(acting: Acting<Visitor>, input: z.output<typeof submitInput>, action: string) {
  const { hp_note, ...fields } = input;
  const row = await insert(acting, fields, { addedBy: "user", quarantined: hp_note !== "" }, action);
  return { success: true as const, id: row.id };
}

/** Staff note an inquiry that reached them another way. */
export function create(acting: Acting<StaffActor>, fields: InquiryFields, action: string): Promise<Inquiry> {
  return insert(acting, fields, { addedBy: "admin", quarantined: false }, action);
}

async function insert(
  acting: Acting,
  fields: InquiryFields,
  origin: { addedBy: "admin" | "user"; quarantined: boolean },
  action: string,
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
    await record(tx, acting, { action, subject: id, after: traceOf(row) });
    return row;
  });
}

/** Changes an inquiry. Throws 404, and 409 where it changed after `updatedAt`. */
export async function update(
  acting: Acting<StaffActor>,
  input: z.output<typeof updateInput>,
  action: string,
) {
  const { id, updatedAt: readAt, ...fields } = input;
  return acting.deps.db.transaction(async (tx): Promise<Inquiry> => {
    const before = await locked(tx, id);
    if (readAt && readAt.getTime() !== before.updatedAt.getTime()) throw changedMeanwhile();
    const now = acting.deps.now();
    // a version must differ from the one that it replaces, on a clock that may stand still
    const updatedAt = new Date(Math.max(now.getTime(), before.updatedAt.getTime() + 1));
    const values = { ...fields, emailKey: emailKey(fields.email), updatedAt };
    const [after] = await tx.update(inquiries).set(values).where(eq(inquiries.id, id)).returning();
    if (!after) throw missing();
    await record(tx, acting, { action, subject: id, before: traceOf(before), after: traceOf(after) });
    return after;
  });
}

export async function remove(acting: Acting<StaffActor>, id: string, action: string) {
  return acting.deps.db.transaction(async (tx) => {
    const before = await locked(tx, id);
    await tx.delete(inquiries).where(eq(inquiries.id, id));
    await record(tx, acting, { action, subject: id, before: traceOf(before) });
    return { success: true as const };
  });
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

const missing = () => new DomainError("notFound", "This inquiry does not exist");
const changedMeanwhile = () =>
  new DomainError("conflict", "This inquiry was changed by someone else meanwhile. Please look at it again.");

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

const listed = sql`not ${inquiries.quarantined}`;

/** Inquiries, newest first; `q` looks into business, person and address. */
export async function list(
  { deps }: Acting<StaffActor>,
  input: z.output<typeof inquiryList>,
): Promise<Page<Inquiry>> {
  const wanted = input.q === "" ? undefined : mentions(containing(input.q));
  const rows = await deps.db.orm
    .select()
    .from(inquiries)
    .where(and(listed, wanted, after(inquiries.createdAt, inquiries.id, input.cursor)))
    .orderBy(desc(inquiries.createdAt), desc(inquiries.id))
    .limit(input.limit + 1);
  const [counted] = await deps.db.orm.select({ total: count() }).from(inquiries).where(and(listed, wanted));
  return pageFrom(rows, input.limit, counted?.total ?? 0);
}

const mentions = (pattern: string): SQL | undefined =>
  or(
    ilike(inquiries.businessName, pattern),
    ilike(inquiries.contactName, pattern),
    ilike(inquiries.email, pattern),
  );

const EXPORT = {
  table: "partnership_inquiries",
  where: "not quarantined",
  columns: [
    { name: "id", sql: "id", type: "text" },
    { name: "businessName", sql: "business_name", type: "text" },
    { name: "contactName", sql: "contact_name", type: "text" },
    { name: "email", sql: "email", type: "text" },
    {
      name: "phone",
      sql: `case when phone = '' then '' else '(' || left(phone, 3) || ') ' || substr(phone, 4, 3) || '-' || substr(phone, 7) end`,
      type: "text",
    },
    { name: "website", sql: "website", type: "text" },
    { name: "businessType", sql: "business_type", type: "text" },
    { name: "city", sql: "city", type: "text" },
    { name: "state", sql: "state", type: "text" },
    { name: "message", sql: "message", type: "text" },
    { name: "addedBy", sql: "added_by", type: "text" },
    { name: "createdAt", sql: "created_at", type: "time" },
  ],
} as const;

/** All inquiries as text; the export itself is an act that is recorded. */
export async function exportAll(acting: Acting<StaffActor>, format: ExportFormat, action: string) {
  const { db } = acting.deps;
  await db.transaction((tx) => record(tx, acting, { action, subject: null, after: { format } }));
  return exportText(db, EXPORT, format);
}
