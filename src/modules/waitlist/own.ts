import { and, count, eq, inArray, isNotNull, isNull, not, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { cityColumns, nextVersion } from "./columns.ts";
import { greetingBy, setGreeting, stopGreeting } from "./joined/links.ts";
import { currentSignups, signupLinks, waitlistSignups as t } from "./table.ts";

/** What people change about their own signup. */
export interface OwnChange {
  readonly firstName?: string | undefined;
  readonly city?: string | undefined;
  readonly isBetaTester?: boolean | undefined;
  /** Whether the person's own link greets friends by the first name. */
  readonly greets?: boolean | undefined;
}

const ofKey = (key: string): SQL | undefined =>
  and(eq(t.emailKey, key), not(t.quarantined), isNull(t.deletedAt));

/** A person's signup, also after leaving; null without one. `key` is the address's `emailKey`. Called by `people`. */
export async function ownSignup(tx: Tx, key: string) {
  const { emailKey, quarantined } = currentSignups;
  const ofAddress = and(eq(emailKey, key), not(quarantined));
  const [row] = await tx.select().from(currentSignups).where(ofAddress);
  return row ?? null;
}

/**
 * How many people came through a person's own links, from whichever browser, and confirmed. Others do not count: entering an address would
 * otherwise tell whether it was on the list. Neither does the link of a submission in quarantine, which greets friends all
 * the same. Called by `people`.
 */
export async function friendsOf(
  tx: Tx,
  { referralCode, emailKey }: Pick<typeof currentSignups.$inferSelect, "referralCode" | "emailKey">,
): Promise<number> {
  const { code, emailKey: key } = signupLinks;
  const held = tx
    .select({ code: t.referralCode })
    .from(t)
    .where(and(eq(t.emailKey, emailKey), t.quarantined));
  const links = await tx
    .select({ code })
    .from(signupLinks)
    .where(and(eq(key, emailKey), notInArray(code, held)));
  const codes = [referralCode ?? "", ...links.map((link) => link.code)];
  const [row] = await tx
    .select({ friends: count() })
    .from(currentSignups)
    .where(
      and(
        inArray(sql`source->>'ref'`, codes),
        sql`confirmed_at is not null`,
        not(currentSignups.quarantined),
      ),
    );
  return row?.friends ?? 0;
}

/** Marks the address of a signup as confirmed. Returns its id, or null if there is none. Called by `people`. */
export async function confirmSignup(tx: Tx, { now }: Deps, key: string): Promise<string | null> {
  const confirmedAt = sql`coalesce(${t.confirmedAt}, ${now().toISOString()}::timestamptz)`;
  const [row] = await tx
    .update(t)
    .set({ confirmedAt, welcomeDueAt: null })
    .where(ofKey(key))
    .returning({ id: t.id });
  return row?.id ?? null;
}

/**
 * Corrects a signup; an empty city removes it. Returns its id, or null if there is none. Throws 400 if a link cannot greet by
 * the name. Called by `people`.
 */
export async function updateSignup(
  tx: Tx,
  deps: Deps,
  key: string,
  change: OwnChange,
): Promise<string | null> {
  const { firstName, city, isBetaTester, greets } = change;
  const set = {
    ...(firstName !== undefined && { firstName }),
    ...(city !== undefined && cityColumns(deps, city)),
    ...(isBetaTester !== undefined && { isBetaTester }),
  };
  const row =
    Object.keys(set).length === 0 ? await ownSignup(tx, key) : await changeSignup(tx, deps, key, set);
  if (row === null) return null;
  if (greets !== undefined) {
    const greeting = greets ? greetingBy(row.firstName) : null;
    await setGreeting(tx, deps, { code: row.referralCode ?? "", emailKey: key, greeting });
  }
  return row.id;
}

async function changeSignup(tx: Tx, { now }: Deps, key: string, set: Partial<typeof t.$inferInsert>) {
  const [row] = await tx
    .update(t)
    .set({ ...set, updatedAt: nextVersion(now()) })
    .where(ofKey(key))
    .returning();
  return row ?? null;
}

/**
 * Takes a person off the waitlist, also one whom staff deleted and may restore: no mail about it goes out any more, and the
 * person's own link stops greeting. One that left with the card of a browser leaves anew, so that the browser cannot undo
 * it. Returns the id of the signup, when it left and what its link greeted by, or null if the person was not on the list.
 * Called by `people`.
 */
export async function leaveWaitlist(tx: Tx, { now }: Deps, key: string) {
  const leftAt = now();
  const rows = await tx
    .update(t)
    .set({ leftAt, leftByCard: false, welcomeDueAt: null })
    .where(and(eq(t.emailKey, key), not(t.quarantined), or(isNull(t.leftAt), t.leftByCard)))
    .returning({ id: t.id, deletedAt: t.deletedAt, code: t.referralCode });
  const row = rows.find(({ deletedAt }) => deletedAt === null) ?? rows[0];
  if (!row) return null;
  const greetings = await stopGreeting(
    tx,
    rows.map(({ code }) => code ?? ""),
  );
  return { id: row.id, leftAt, greeting: greetings.get(row.code ?? "") ?? null };
}

/**
 * Puts a person who left back on the waitlist, with the confirmation and the consent as they were, because the link proves
 * the address; no mail becomes due. Returns the id of the signup, or null if no one has left. Called by `people`.
 */
export async function rejoinWaitlist(tx: Tx, key: string): Promise<string | null> {
  const [row] = await tx
    .update(t)
    .set({ leftAt: null, leftByCard: false })
    .where(and(ofKey(key), isNotNull(t.leftAt)))
    .returning({ id: t.id });
  return row?.id ?? null;
}

/** Notes when a person first accepted an invitation to the beta. Called by `broadcasts`. */
export async function markAccepted(tx: Tx, { now }: Deps, key: string): Promise<void> {
  await tx
    .update(t)
    .set({ acceptedAt: now() })
    .where(and(ofKey(key), isNull(t.acceptedAt)));
}
