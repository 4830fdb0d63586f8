import { and, inArray, max } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { emailKey } from "../../shared/fields.ts";
import { auditLog as t } from "./table.ts";

/** The actions that erase a person. */
export const ERASING_ACTIONS = ["admin.people.erase", "admin.waitlist.forget", "public.me.erase"];

/**
 * Names a person in the audit log without their address, so that a second erasure finds what the first one left. With
 * another SECRET_KEY it does not.
 */
export const personHash = ({ encryption }: Deps, email: string): string =>
  encryption.keyedHash("person", emailKey(email));

/** What `personHash` may have returned for an address, with the older keys too. */
export const personHashes = ({ encryption }: Deps, email: string): readonly string[] =>
  encryption.keyedHashes("person", emailKey(email));

/** When each of these people was last erased; people who were not are absent. */
export async function lastErasures(
  tx: Tx,
  deps: Deps,
  emails: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const people = new Map(
    emails.flatMap((email) => personHashes(deps, email).map((hash) => [hash, email] as const)),
  );
  const rows = await tx
    .select({ subject: t.subject, at: max(t.at) })
    .from(t)
    .where(and(inArray(t.action, ERASING_ACTIONS), inArray(t.subject, [...people.keys()])))
    .groupBy(t.subject);
  const erasures = rows.flatMap(({ subject, at }) =>
    at ? [[people.get(subject ?? "") ?? "", at] as const] : [],
  );
  return new Map(erasures.toSorted(([, a], [, b]) => a.getTime() - b.getTime())); // of two hashes the later one
}
