import { and, desc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { emailKey } from "../../shared/fields.ts";
import { randomId } from "../../shared/id.ts";
import { accountedFor, record } from "../audit/service.ts";
import { forgetRecipient } from "../mail/service.ts";
import { forgetInquirer } from "../partnerships/service.ts";
import { CONSENT_WORDING, type joinInput } from "./schema.ts";
import { waitlistSignups } from "./table.ts";

/**
 * Takes a visitor onto the list. The same address again gets the same answer, so that nobody learns who is
 * on it. Resolves when the signup is on disk.
 */
export async function join(acting: ActionContext, input: z.output<typeof joinInput>) {
  const { deps, call, invocation } = acting;
  accountedFor(acting);
  await deps.state.writeSignup({
    id: randomId(),
    firstName: input.firstName,
    email: input.email,
    emailKey: emailKey(input.email),
    isBetaTester: input.isBetaTester,
    quarantined: input.hp_note !== "",
    consentWording: CONSENT_WORDING,
    at: deps.now(),
    action: invocation.action,
    address: call.address,
    requestId: call.requestId,
  });
  const { name } = deps.settings.brand;
  const message = `Welcome to the waitlist! You'll be among the first to know when ${name} launches.`;
  return { success: true as const, message };
}

/** Deletes what a person gave us, here and among the inquiries, and what we wrote. Answers how many rows that were. */
export async function forget(acting: ActionContext<StaffActor>, email: string) {
  return acting.deps.db.transaction(async (tx) => {
    const gone = await tx
      .delete(waitlistSignups)
      .where(eq(waitlistSignups.emailKey, emailKey(email)))
      .returning({ id: waitlistSignups.id });
    const inquiries = await forgetInquirer(tx, email);
    const mails = await forgetRecipient(tx, email);
    const ids = [...gone.map((row) => row.id), ...inquiries, ...mails];
    await record(tx, acting, { subject: ids[0] ?? null, after: { forgotten: ids.length } });
    return { success: true as const, forgotten: ids.length };
  });
}

/** What the honeypot held back, newest first. */
export function heldBack({ db }: Deps, limit: number) {
  const t = waitlistSignups;
  return db.orm.select().from(t).where(eq(t.quarantined, true)).orderBy(desc(t.createdAt)).limit(limit);
}

/**
 * Lets a held-back signup through, or deletes it for good. Somebody who has joined since keeps their own row and
 * gains its beta wish. False where there is none of this id.
 */
export async function settleHeldBack(tx: Tx, id: string, release: boolean): Promise<boolean> {
  const t = waitlistSignups;
  const [held] = await tx
    .delete(t)
    .where(and(eq(t.id, id), eq(t.quarantined, true)))
    .returning();
  if (!held) return false;
  if (!release) return true;
  const { searchKey: _, ...row } = held; // the database makes it
  await tx
    .insert(t)
    .values({ ...row, quarantined: false })
    .onConflictDoUpdate({
      target: t.emailKey,
      targetWhere: sql`not quarantined`,
      set: { isBetaTester: sql`${t.isBetaTester} or excluded.is_beta_tester` },
    });
  return true;
}
