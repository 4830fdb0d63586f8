import { and, count, desc, eq, ilike, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Acting } from "../../core/context.ts";
import { type ExportFormat, exportText } from "../../core/export.ts";
import type { StaffActor } from "../../core/trpc.ts";
import { containing } from "../../db/like.ts";
import { after, pageFrom } from "../../db/paging.ts";
import { emailKey } from "../../shared/fields.ts";
import { randomId } from "../../shared/id.ts";
import type { Page } from "../../shared/listing.ts";
import { record } from "../audit/service.ts";
import { forgetInquirer } from "../partnerships/service.ts";
import { writeSignup } from "./join.ts";
import { CONSENT_WORDING, type joinInput, type Signup, type signupList } from "./schema.ts";
import { waitlistSignups } from "./table.ts";

/**
 * Takes a visitor onto the list. The same address again gets the same answer, so that nobody learns who is
 * on it. Resolves when the signup is on disk.
 */
export async function join(acting: Acting, input: z.output<typeof joinInput>, action: string) {
  const { deps, call } = acting;
  call.recorded += 1; // the write below records it in the same statement
  await writeSignup(deps.db, {
    id: randomId(),
    firstName: input.firstName,
    email: input.email,
    emailKey: emailKey(input.email),
    isBetaTester: input.isBetaTester,
    quarantined: input.hp_note !== "",
    consentWording: CONSENT_WORDING,
    at: deps.now(),
    action,
    address: call.address,
    requestId: call.requestId,
  });
  const { name } = deps.settings.brand;
  const message = `Welcome to the waitlist! You'll be among the first to know when ${name} launches.`;
  return { success: true as const, message };
}

const listed = sql`not ${waitlistSignups.quarantined}`;

/** Signups, newest first; `q` looks into name and address. */
export async function list(
  { deps }: Acting<StaffActor>,
  input: z.output<typeof signupList>,
): Promise<Page<Signup>> {
  const t = waitlistSignups;
  const wanted =
    input.q === ""
      ? undefined
      : or(ilike(t.email, containing(input.q)), ilike(t.firstName, containing(input.q)));
  const rows = await deps.db.orm
    .select()
    .from(t)
    .where(and(listed, wanted, after(t.createdAt, t.id, input.cursor)))
    .orderBy(desc(t.createdAt), desc(t.id))
    .limit(input.limit + 1);
  const [counted] = await deps.db.orm.select({ total: count() }).from(t).where(and(listed, wanted));
  return pageFrom(rows, input.limit, counted?.total ?? 0);
}

const EXPORT = {
  table: "waitlist_signups",
  where: "not quarantined",
  columns: [
    { name: "id", sql: "id", type: "text" },
    { name: "firstName", sql: "first_name", type: "text" },
    { name: "lastName", sql: "last_name", type: "text" },
    { name: "email", sql: "email", type: "text" },
    { name: "city", sql: "city", type: "text" },
    { name: "isBetaTester", sql: "is_beta_tester", type: "flag" },
    { name: "createdAt", sql: "created_at", type: "time" },
  ],
} as const;

/** The whole list as text; the export itself is an act that is recorded. */
export async function exportAll(acting: Acting<StaffActor>, format: ExportFormat, action: string) {
  const { db } = acting.deps;
  await db.transaction((tx) => record(tx, acting, { action, subject: null, after: { format } }));
  return exportText(db, EXPORT, format);
}

/** Deletes what a person gave us, here and among the inquiries. Answers how many rows that were. */
export async function forget(acting: Acting<StaffActor>, email: string, action: string) {
  return acting.deps.db.transaction(async (tx) => {
    const gone = await tx
      .delete(waitlistSignups)
      .where(eq(waitlistSignups.emailKey, emailKey(email)))
      .returning({ id: waitlistSignups.id });
    const inquiries = await forgetInquirer(tx, email);
    const ids = [...gone.map((row) => row.id), ...inquiries];
    await record(tx, acting, { action, subject: ids[0] ?? null, after: { forgotten: ids.length } });
    return { success: true as const, forgotten: ids.length };
  });
}
