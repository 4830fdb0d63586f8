import type { z } from "zod";
import type { ActionContext, Deps, Visitor } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import type { Erasure, KeptData } from "../../shared/people/erasure.ts";
import { staffAccountsOf, staffDataOf } from "../accounts/queries.ts";
import { ERASING_ACTIONS, personHash, personHashes } from "../audit/erased-queries.ts";
import { eraseFromEntries, record, recordedBefore } from "../audit/service.ts";
import { deleteItemsOf } from "../audit/trash/service.ts";
import { deleteNotesAbout } from "../backoffice/notes/service.ts";
import { eraseReportsOf } from "../directory/reports/erasure.ts";
import { deleteInquiriesOf } from "../inquiries/erasure.ts";
import { keptBouncesOf } from "../mail/events/queries.ts";
import { deleteLinksOf } from "../mail/links/erasure.ts";
import { deleteMailsTo } from "../mail/service.ts";
import { accountDataOf } from "../partners/removal/personal-data.ts";
import { eraseAccount, eraseFormerAccounts } from "../partners/removal/service.ts";
import { anonymizeGiver } from "../payments/giver.ts";
import { clearRecipient } from "../waitlist/broadcasts/recipients.ts";
import { deleteSignupsOf } from "../waitlist/service.ts";
import { type forgetOutput, pastErasure } from "./schema.ts";

/** The procedures that erase a person. */
/**
 * Erases a person: each module deletes or clears its own rows of this address, in one transaction, and reports
 * what it must keep. The audit log keeps only the ids (docs/security.md PRI-03). Erasing a person again reports the
 * same again.
 */
export function erase(ctx: ActionContext<StaffActor>, email: string): Promise<Forgotten> {
  return eraseAndRecord(ctx, email, (tx) => eraseEverywhere(tx, ctx, email));
}

/**
 * `erase` for the owner of an address, who proved no more than that mails arrive there: a partner account, with its claims
 * and requests, stays behind its password, where the partner can delete it.
 */
export function eraseWithoutAccount(ctx: ActionContext<Visitor>, email: string): Promise<Forgotten> {
  return eraseAndRecord(ctx, email, async (tx) => {
    const { partnerAccounts } = await accountDataOf(tx, ctx.deps, email);
    const accounts = partnerAccounts.filter(({ deleted }) => deleted !== true).map(({ id }) => id);
    const erased = await eraseFormerAccounts(tx, ctx.deps, email);
    const kept = accounts.length === 0 ? [] : [KEPT_ACCOUNT];
    return eraseRest(tx, ctx.deps, email, { ...erased, kept }, accounts);
  });
}

type Forgotten = z.output<typeof forgetOutput>;

const KEPT_ACCOUNT = {
  what: "Partner account, with its claims and requests",
  count: 1,
  why: "It is protected by its password. Sign in to delete it there.",
  until: null,
};

async function eraseAndRecord(
  ctx: ActionContext,
  email: string,
  eraseRows: (tx: Tx) => ReturnType<typeof eraseRest>,
): Promise<Forgotten> {
  const { deps } = ctx;
  const { ids, kept, afterCommit } = await deps.db.transaction(async (tx) => {
    const erased = await eraseRows(tx);
    const { ids, linked, unlinked } = erased;
    const after = { forgotten: ids.length, ...(ids.length > 0 && { ids: linked, kept: unlinked }) };
    await record(tx, ctx, { subject: personHash(deps, email), after });
    return erased;
  });
  await afterCommit?.();
  return { success: true, forgotten: ids.length, kept };
}

/** Everything that `erase` does in its transaction, except for recording it. */
export async function eraseEverywhere(tx: Tx, ctx: ActionContext<StaffActor>, email: string) {
  return eraseRest(tx, ctx.deps, email, await eraseAccount(tx, ctx, email), []);
}

type AccountErasure = Awaited<ReturnType<typeof eraseAccount>>;

/** Everything besides the partner account. `keptAccounts` are partner accounts that stay, with their links. */
async function eraseRest(
  tx: Tx,
  deps: Deps,
  email: string,
  account: AccountErasure,
  keptAccounts: readonly string[],
) {
  const before = await pastErasures(tx, deps, email);
  const { staffAccounts = [] } = await staffDataOf(tx, email);
  const accounts = {
    deleted: account.ids,
    kept: [...staffAccounts.map(({ id }) => id), ...keptAccounts],
  };
  const records: readonly Erasure[] = [
    await deleteSignupsOf(tx, email),
    await deleteInquiriesOf(tx, email),
    account,
    await anonymizeGiver(tx, email),
    await eraseReportsOf(tx, email),
    await deleteMailsTo(tx, email),
    await clearRecipient(tx, email),
    await keptBouncesOf(tx, email),
    await deleteLinksOf(tx, email, accounts),
    await staffAccountsOf(tx, email),
    await deleteItemsOf(tx, email),
  ];
  const notes = await deleteNotesAbout(
    tx,
    records.flatMap(({ ids }) => ids),
  );
  const erasures = [...records, notes];
  const ids = erasures.flatMap((each) => each.ids);
  const entries = await eraseFromEntries(tx, [...new Set([...before.ids, ...ids])]);
  const unlinked = erasures.flatMap((each) => each.unlinked ?? []);
  const kept = [
    ...addUp([...before.kept, ...unlinked]),
    ...erasures.flatMap((each) => each.kept),
    ...entries.kept,
  ];
  return { ids, kept, unlinked, linked: entries.found, afterCommit: account.afterCommit };
}

/** What earlier erasures of this person left that its address no longer leads to. */
export async function pastErasures(tx: Tx, deps: Deps, email: string) {
  const recorded = await recordedBefore(tx, personHashes(deps, email), ERASING_ACTIONS);
  const past = recorded.flatMap((after) => pastErasure.safeParse(after).data ?? []);
  return { ids: past.flatMap(({ ids }) => ids), kept: past.flatMap(({ kept }) => kept) };
}

function addUp(kept: readonly KeptData[]): readonly KeptData[] {
  const sums = new Map<string, KeptData>();
  for (const each of kept)
    sums.set(each.what, { ...each, count: each.count + (sums.get(each.what)?.count ?? 0) });
  return [...sums.values()];
}
