import { eq, inArray } from "drizzle-orm";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { emailKey } from "../../../shared/fields.ts";
import type { Erasure, KeptData } from "../../../shared/people/erasure.ts";
import { subjectsWith } from "../../audit/queries.ts";
import { record } from "../../audit/service.ts";
import { discard } from "../../audit/trash/service.ts";
import * as replies from "../../directory/reports/erasure.ts";
import { endLinks } from "../../mail/links/service.ts";
import * as claims from "../../ownership/claims/service.ts";
import * as ownership from "../../ownership/removal.ts";
import * as requests from "../../ownership/requests/service.ts";
import { releaseOwner } from "../../places/service.ts";
import { formerPartnerHash, formerPartnerHashes } from "../former-queries.ts";
import type { PartnerRow } from "../queries.ts";
import { auditFields, lockByIdOrEmail } from "../service.ts";
import { partners } from "../table.ts";
import { copyForTrash } from "../trash.ts";

/**
 * Deletes a partner: ends its sessions, releases its places (the next sync run writes that to the main database) and
 * closes its pending claims and requests. Decided ones stay under the business name. The partner is locked first, as
 * in an approval, so that no place gets a deleted owner (docs/security.md AZ-08). It can be restored for `TRASH_KEPT`.
 * Throws 404.
 */
export function remove(ctx: ActionContext<StaffActor>, id: string, act?: string) {
  return ctx.deps.db.transaction(async (tx) => {
    const before = await lockByIdOrEmail(tx, id);
    const rows = await copyForTrash(tx, before.id);
    await removeLocked(tx, ctx, before);
    const { businessName: label, email } = before;
    await discard(tx, ctx, { id: before.id, kind: "partner", label, email, rows, act });
    return { success: true as const };
  });
}

/** Does what `remove` does for good, for a partner that the caller has locked. */
export async function removeLocked(tx: Tx, ctx: Remover, before: PartnerRow): Promise<void> {
  const closed = await close(tx, ctx, before.id);
  const former = formerPartnerHash(ctx.deps, before.email);
  await claims.linkToFormer(tx, before.id, former);
  await requests.linkToFormer(tx, before.id, former);
  await replies.linkToFormer(tx, before.id, former);
  await ownership.linkToFormer(tx, before.id, former);
  await tx.delete(partners).where(eq(partners.id, before.id));
  await record(tx, ctx, {
    subject: before.id,
    before: auditFields(before),
    after: { ...closed, [FORMER]: former },
  });
}

/** In the audit entry of a deletion: whose account it was. */
const FORMER = "formerPartner";

/** Deleted accounts of an address, as far back as the audit log goes. */
export async function formerAccounts(tx: Tx, deps: Deps, email: string) {
  const entries = await subjectsWith(tx, FORMER, formerPartnerHashes(deps, email));
  const accounts = entries.flatMap(({ subject: id, at }) => (id === null ? [] : { id, at }));
  const ids = accounts.map(({ id }) => id);
  const restored = await tx.select({ id: partners.id }).from(partners).where(inArray(partners.id, ids));
  return accounts.filter(({ id }) => !restored.some((each) => each.id === id));
}

type Remover = ActionContext<StaffActor | PartnerPrincipal>;

/** Ends the sessions and mailed links of a locked partner, releases its places and closes what is pending. */
async function close(tx: Tx, ctx: Remover, id: string) {
  const freedPlaces = await releaseOwner(tx, ctx.deps, id);
  const closedClaims = await claims.closeForPartner(tx, ctx, id);
  const closedRequests = await requests.closeForPartner(tx, ctx, id);
  await ownership.closeForPartner(tx, ctx, id);
  await ctx.deps.sessions.partner.endAll(tx, id);
  await endLinks(tx, ctx.deps, id);
  return { freedPlaces, closedClaims, closedRequests };
}

type AccountErasure = Erasure & { readonly files: readonly string[] };

/**
 * Erases the account of an address, if there is one, and the personal data in claims and requests of it and of accounts
 * that were deleted before. Places stay, but lose their owner. The caller deletes the bytes of `files` after the commit.
 * Called by `people`.
 */
export async function eraseAccount(
  tx: Tx,
  ctx: ActionContext<StaffActor>,
  email: string,
): Promise<AccountErasure> {
  const ofAddress = eq(partners.emailKey, emailKey(email));
  const [row] = await tx.select().from(partners).where(ofAddress).for("update");
  const freedPlaces = row ? (await close(tx, ctx, row.id)).freedPlaces : 0;
  return eraseCases(tx, ctx.deps, email, row ?? null, freedPlaces);
}

/** The same for accounts that were deleted before alone: one that exists stays as it is. Called by `people`. */
export const eraseFormerAccounts = (tx: Tx, deps: Deps, email: string): Promise<AccountErasure> =>
  eraseCases(tx, deps, email, null, 0);

async function eraseCases(
  tx: Tx,
  deps: Deps,
  email: string,
  row: PartnerRow | null,
  freedPlaces: number,
): Promise<AccountErasure> {
  const who = { id: row?.id ?? null, former: formerPartnerHashes(deps, email) };
  const claimed = await claims.eraseForPartner(tx, deps, who);
  const requested = await requests.eraseForPartner(tx, who);
  const replied = await replies.eraseRepliesOf(tx, who);
  const owned = await ownership.eraseForPartner(tx, who);
  const former = await formerAccounts(tx, deps, email);
  if (row) await tx.delete(partners).where(eq(partners.id, row.id));
  const accounts = [...(row ? [row] : []), ...former].map(({ id }) => id);
  const decisions = [...claimed.claims, ...requested.approved, ...owned];
  return {
    ids: [...accounts, ...decisions, ...claimed.files, ...requested.deleted, ...replied],
    kept: [],
    unlinked: keptOfAccount(freedPlaces, decisions.length),
    files: claimed.files,
  };
}

function keptOfAccount(places: number, decisions: number): readonly KeptData[] {
  const kept = [
    {
      what: "Places, without their owner",
      count: places,
      why: "The directory is public and is about places, not people.",
      until: null,
    },
    {
      what: "Decisions on claims, requests, changes and transfers, without names, texts and files",
      count: decisions,
      why: "They record why a place has or had an owner.",
      until: null,
    },
  ];
  return kept.filter(({ count }) => count > 0);
}
