import { createHash } from "node:crypto";
import { and, eq, isNotNull, isNull, not, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { isPlainName } from "../../../shared/people/names.ts";
import { currentSignups, signupLinks as t, waitlistSignups } from "../table.ts";

/** Links of one address besides its own (docs/limits.md). Later browsers get one that credits no signup. */
export const LINKS_MAX = 20;

/** What a link passes on: of a signup's id the same as the generated column `referral_code`. */
export const referralCodeOf = (id: string): string => createHash("md5").update(id).digest("hex").slice(0, 12);

/** The name, if a link may greet by it. Throws 400. */
export function greetingBy(name: string): string {
  if (isPlainName(name)) return name;
  throw new DomainError("invalid", "A greeting can show a name of one to four words of letters");
}

/** Sets what a link greets by, or null; in one statement, whether or not the address has a signup. */
export async function setGreeting(
  tx: Tx,
  { now }: Deps,
  { code, emailKey, greeting }: Pick<typeof t.$inferSelect, "code" | "emailKey" | "greeting">,
  max = LINKS_MAX,
): Promise<void> {
  await tx.execute(sql`
    insert into ${t} (code, email_key, greeting, created_at)
    select ${code}, ${emailKey}, ${greeting}::text, ${now().toISOString()}::timestamptz
    where (select count(*) from ${t} where ${t.emailKey} = ${emailKey} and ${t.code} <> ${code}) < ${max}
    on conflict (code) do update set email_key = excluded.email_key, greeting = excluded.greeting`);
}

/** Whether the link with this code greets by a name. */
export async function isGreeting(tx: Tx, code: string | null): Promise<boolean> {
  const found = await tx.$count(t, and(eq(t.code, code ?? ""), isNotNull(t.greeting)));
  return found > 0;
}

/**
 * The first name of the person who shared a link, if that person allowed it; null of any other code, and of one whose
 * address is not on the waitlist any more.
 */
export async function invitedBy({ db }: Deps, code: string): Promise<string | null> {
  const { emailKey, leftAt, quarantined } = currentSignups;
  const [found] = await db.orm
    .select({ greeting: t.greeting })
    .from(t)
    .innerJoin(currentSignups, and(eq(emailKey, t.emailKey), isNull(leftAt), not(quarantined)))
    .where(eq(t.code, code));
  return found?.greeting ?? null;
}

/** The links of an address that was corrected credit the right one. */
export const moveLinks = (tx: Tx, wrong: string, right: string) =>
  tx.update(t).set({ emailKey: right }).where(eq(t.emailKey, wrong));

/** Deletes links of addresses that have no signup any more; part of the hourly sweep. */
export async function deleteUnusedLinks({ db }: Deps): Promise<void> {
  const ofAddress = db.orm.select().from(waitlistSignups).where(eq(waitlistSignups.emailKey, t.emailKey));
  await db.orm.delete(t).where(sql`not exists ${ofAddress}`);
}
