import { and, desc, eq, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { nextUpdatedAtOf } from "../../../db/query/row-version.ts";
import { days } from "../../../shared/duration.ts";
import { emailKey } from "../../../shared/fields.ts";
import type { Erasure, PersonalData } from "../../../shared/people/personal-data.ts";
import { undoableSince } from "../../../shared/reviews/reviews.ts";
import { deleteMailsBefore } from "../../mail/public.ts";
import { placeSuggestions as t } from "./table.ts";

/** The suggestions that were sent with an address: what `eraseSuggestionsOf` clears. Called by `people`. */
export async function suggestionsOf(tx: Tx, email: string): Promise<PersonalData> {
  const rows = await tx
    .select()
    .from(t)
    .where(and(eq(t.emailKey, emailKey(email)), isNull(t.deletedAt)))
    .orderBy(desc(t.createdAt));
  return {
    suggestions: rows.map(({ id, createdAt: at, name, address, city, state, url, why, email, status }) => ({
      ...{ id, at, name, address, city, state, url, why, email, status },
      onErasure: "cleared" as const,
    })),
  };
}

/** Clears the address, the words and the link of a person. The name and the place of a suggestion stay. Called by `people`. */
export async function eraseSuggestionsOf(tx: Tx, email: string): Promise<Erasure> {
  const cleared = await tx
    .update(t)
    .set({
      ...{ email: null, emailKey: null, network: null, why: "", url: "" },
      updatedAt: nextUpdatedAtOf(sql`now()`, t.updatedAt),
    })
    .where(eq(t.emailKey, emailKey(email)))
    .returning({ id: t.id });
  return { ids: cleared.map(({ id }) => id), kept: [] };
}

/** docs/security.md PRI-04 */
const RETAINED_AFTER_DECISION = days(30);
const QUARANTINE_KEPT = days(90);

/**
 * Clears addresses, words and links 30 days after the decision, and what it takes to undo one that cannot be undone
 * any more. Deletes old suggestions in the quarantine, and the mails about outcomes.
 */
export async function deleteSuggesters({ db, now }: Deps): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms);
  const end = before(RETAINED_AFTER_DECISION);
  await db.transaction(async (tx) => {
    const rest = or(isNotNull(t.emailKey), ne(t.why, ""), ne(t.url, ""));
    await tx
      .update(t)
      .set({ email: null, emailKey: null, why: "", url: "" })
      .where(and(lt(t.reviewedAt, end), rest));
    await tx
      .update(t)
      .set({ lastDecision: null })
      .where(and(isNotNull(t.lastDecision), lt(t.reviewedAt, undoableSince(now()))));
    const held = and(eq(t.quarantined, true), isNull(t.deletedAt));
    await tx.delete(t).where(and(held, lt(t.createdAt, before(QUARANTINE_KEPT))));
    await deleteMailsBefore(tx, "suggestion-outcome", end);
  });
}
