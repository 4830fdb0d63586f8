import { createHash } from "node:crypto";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { isPlainName } from "../../../shared/people/names.ts";
import { signupLinks as t, waitlistSignups } from "../table.ts";

/**
 * Links that joining again adds to an address (docs/limits.md); later ones credit no signup. Greeting has no such limit: it
 * would tell a stranger how often the address was entered.
 */
export const LINKS_MAX = 20;

/** What a link passes on: of a signup's id the same as the generated column `referral_code`. */
export const referralCodeOf = (id: string): string => createHash("md5").update(id).digest("hex").slice(0, 12);

/** The name, if a link may greet by it. Throws 400. */
export function greetingBy(name: string): string {
  if (isPlainName(name)) return name;
  throw new DomainError("invalid", "A greeting can show a name of one to four words of letters");
}

/** Sets what a link greets by, or null, whether or not the address has a signup. Returns whether there is such a link. */
export async function setGreeting(
  tx: Tx,
  { now }: Deps,
  { code, emailKey, greeting }: Pick<typeof t.$inferSelect, "code" | "emailKey" | "greeting">,
): Promise<boolean> {
  const set = { greeting };
  const ended = () => tx.update(t).set(set).where(eq(t.code, code)).returning({ code: t.code });
  const added = () =>
    tx
      .insert(t)
      .values({ code, emailKey, greeting, createdAt: now() })
      .onConflictDoUpdate({ target: t.code, set })
      .returning({ code: t.code });
  const rows = greeting === null ? await ended() : await added();
  return rows.length > 0;
}

/** Stops links from greeting. Returns what each of them greeted by. */
export async function stopGreeting(tx: Tx, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ofCodes = and(inArray(t.code, [...codes]), isNotNull(t.greeting));
  const { code, greeting } = t;
  const before = await tx.select({ code, greeting }).from(t).where(ofCodes).for("update");
  await tx.update(t).set({ greeting: null }).where(ofCodes);
  return new Map(before.map((each) => [each.code, each.greeting ?? ""]));
}

/**
 * A link that stopped greeting greets by the name again, if it is still kept: it is not once the person was erased. Returns
 * whether it is.
 */
export async function greetAgain(tx: Tx, code: string, greeting: string): Promise<boolean> {
  const rows = await tx.update(t).set({ greeting }).where(eq(t.code, code)).returning({ code: t.code });
  return rows.length > 0;
}

/** Whether the link with this code greets by a name. */
export async function isGreeting(tx: Tx, code: string | null): Promise<boolean> {
  const found = await tx.$count(t, and(eq(t.code, code ?? ""), isNotNull(t.greeting)));
  return found > 0;
}

/**
 * The first name of the person who shared a link, if that person allowed it; null of any other code. Reads no signup: the
 * answer would tell whether the address of a browser is on the waitlist.
 */
export async function invitedBy({ db }: Deps, code: string): Promise<string | null> {
  const [found] = await db.orm.select({ greeting: t.greeting }).from(t).where(eq(t.code, code));
  return found?.greeting ?? null;
}

/** A link stops greeting by this name. */
export const takeBackGreeting = (tx: Tx, code: string, greeting: string) =>
  tx
    .update(t)
    .set({ greeting: null })
    .where(and(eq(t.code, code), eq(t.greeting, greeting)));

/** The link of a browser that corrected its address credits the right one. */
export const moveLink = (tx: Tx, code: string, right: string) =>
  tx.update(t).set({ emailKey: right }).where(eq(t.code, code));

/** The links of an address that was corrected credit the right one. */
export const moveLinks = (tx: Tx, wrong: string, right: string) =>
  tx.update(t).set({ emailKey: right }).where(eq(t.emailKey, wrong));

/** Deletes links of addresses that have no signup any more; part of the hourly sweep. */
export async function deleteUnusedLinks({ db }: Deps): Promise<void> {
  const ofAddress = db.orm.select().from(waitlistSignups).where(eq(waitlistSignups.emailKey, t.emailKey));
  await db.orm.delete(t).where(sql`not exists ${ofAddress}`);
}
