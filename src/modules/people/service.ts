import type { z } from "zod";
import type { ActionContext, Deps, Visitor } from "../../core/rpc/context.ts";
import { offersOf } from "../../core/rpc/offers.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import type {
  Erasure,
  PersonalData,
  PersonRecords,
  RetainedData,
} from "../../shared/people/personal-data.ts";
import {
  ERASING_ACTIONS,
  eraseFromEntries,
  lockItemsOf,
  personHash,
  personHashes,
  record,
  recordedBefore,
} from "../audit/public.ts";
import { businessesOfOthers } from "../partners/public.ts";
import { type forgetOutput, pastErasure } from "./schema.ts";

declare module "../../core/rpc/offers.ts" {
  interface Offers {
    /** What the module keeps about an address, in any spelling: what `erase` deletes, clears or reports as retained. */
    readonly personalData?: (tx: Tx, deps: Deps, email: string) => Promise<PersonalData>;
    /**
     * Erases it. `staff` is null for the owner of the address, who proved no more than that mails arrive there: a partner
     * account stays behind its password, where the partner can delete it.
     */
    readonly erase?: (
      tx: Tx,
      deps: Deps,
      email: string,
      staff: ActionContext<StaffActor> | null,
    ) => Promise<Erasure>;
    /** What the module keeps about the person's records in other modules. */
    readonly personalDataAbout?: (tx: Tx, email: string, records: PersonRecords) => Promise<PersonalData>;
    readonly eraseAbout?: (tx: Tx, email: string, records: PersonRecords) => Promise<Erasure>;
  }
}

/**
 * Erases a person: each module deletes or clears its own rows of this address, in one transaction, and reports
 * what it must keep. The audit log keeps only the ids (docs/security.md PRI-03). Erasing a person again reports the
 * same again.
 */
export const erase = (ctx: ActionContext<StaffActor>, email: string): Promise<Forgotten> =>
  eraseAndRecord(ctx, email, ctx);

/** `erase` for the owner of an address, without the partner account. */
export const eraseWithoutAccount = (ctx: ActionContext<Visitor>, email: string): Promise<Forgotten> =>
  eraseAndRecord(ctx, email, null);

type Forgotten = z.output<typeof forgetOutput>;

async function eraseAndRecord(
  ctx: ActionContext,
  email: string,
  staff: ActionContext<StaffActor> | null,
): Promise<Forgotten> {
  const { deps } = ctx;
  const { ids, kept, erasures } = await deps.db.transaction(async (tx) => {
    await lockItemsOf(tx, email);
    const erased = await eraseEverywhere(tx, deps, email, staff);
    const { ids, linked, unlinked } = erased;
    const after = { forgotten: ids.length, ...(ids.length > 0 && { ids: linked, kept: unlinked }) };
    await record(tx, ctx, { subject: personHash(deps, email), after });
    return erased;
  });
  for (const { afterCommit } of erasures) await afterCommit?.();
  return { success: true, forgotten: ids.length, kept };
}

/** Everything that `erase` does in its transaction, except for recording it. */
export async function eraseEverywhere(
  tx: Tx,
  deps: Deps,
  email: string,
  staff: ActionContext<StaffActor> | null,
) {
  const before = await pastErasures(tx, deps, email);
  const erasures: Erasure[] = [];
  // the upper floors first: their rows refer to those of the lower ones
  for (const eraseOwn of offersOf(deps, "erase").toReversed())
    erasures.push(await eraseOwn(tx, deps, email, staff));
  const found = [...before.ids, ...erasures.flatMap((each) => each.ids)];
  const others = await businessesOfOthers(tx, email, found);
  const records = {
    erased: erasures.flatMap((each) => each.ids),
    others,
    kept: erasures.flatMap(({ accounts = [] }) => accounts),
  };
  for (const eraseAbout of offersOf(deps, "eraseAbout")) erasures.push(await eraseAbout(tx, email, records));
  const ids = erasures.flatMap((each) => each.ids);
  const entries = await eraseFromEntries(tx, [...new Set([...before.ids, ...ids])], others);
  const unlinked = erasures.flatMap((each) => each.unlinked ?? []);
  const kept = [
    ...addUp([...before.kept, ...unlinked]),
    ...erasures.flatMap((each) => each.kept),
    ...entries.kept,
  ];
  return { ids, kept, unlinked, linked: entries.found, erasures };
}

/** What earlier erasures of this person left that its address no longer leads to. */
export async function pastErasures(tx: Tx, deps: Deps, email: string) {
  const recorded = await recordedBefore(tx, personHashes(deps, email), ERASING_ACTIONS);
  const past = recorded.flatMap((after) => pastErasure.safeParse(after).data ?? []);
  return { ids: past.flatMap(({ ids }) => ids), kept: past.flatMap(({ kept }) => kept) };
}

function addUp(kept: readonly RetainedData[]): readonly RetainedData[] {
  const sums = new Map<string, RetainedData>();
  for (const each of kept)
    sums.set(each.what, { ...each, count: each.count + (sums.get(each.what)?.count ?? 0) });
  return [...sums.values()];
}
