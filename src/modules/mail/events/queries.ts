import { desc, eq } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { Erasure } from "../../../shared/people/erasure.ts";
import type { PersonalData } from "../../../shared/people/personal-data.ts";
import { mailEvents, mailSuppressions } from "../table.ts";
import { addressHash, suppressionsOf } from "./suppression.ts";

/** The bounces and complaints of an address, and whether it gets no mail; found by its hash. Called by `people`. */
export async function bouncesOf(tx: Tx, email: string): Promise<PersonalData> {
  const hash = addressHash(email);
  const events = await tx
    .select()
    .from(mailEvents)
    .where(eq(mailEvents.addressHash, hash))
    .orderBy(desc(mailEvents.at));
  const suppressions = await tx.select().from(mailSuppressions).where(eq(mailSuppressions.id, hash));
  return {
    bounces: events.map(({ addressHash: _, ...fields }) => ({ ...fields, onErasure: "kept" as const })),
    suppressions: suppressions.map(({ since: at, ...fields }) => ({
      ...fields,
      at,
      onErasure: "kept" as const,
    })),
  };
}

/** Reports what an erasure leaves, so that no mail is sent to an address that cannot or must not get any. */
export async function keptBouncesOf(tx: Tx, email: string): Promise<Erasure> {
  const { bounces = [], suppressions = [] } = await bouncesOf(tx, email);
  const count = bounces.length + suppressions.length;
  if (count === 0) return { ids: [], kept: [] };
  const what = "Bounces and complaints, by a hash of the address";
  const why = "They keep mail from an address that cannot or does not want to receive any.";
  return { ids: [], kept: [{ what, count, why, until: null }] };
}

/** Those of the addresses that get no mail. Called by `waitlist`. */
export const suppressedAmong = async (deps: Deps, emails: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await suppressionsOf(deps, emails)).keys());
