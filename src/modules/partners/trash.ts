import { eq, inArray } from "drizzle-orm";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { copyRows, putRows, storedIds } from "../../db/query/stored-rows.ts";
import type { Restored } from "../audit/trash/service.ts";
import type { StoredRows, TrashItem } from "../audit/trash/table.ts";
import * as replies from "../directory/reports/former.ts";
import * as renewals from "../evidence/renewals/former.ts";
import * as claims from "../ownership/claims/former.ts";
import * as ownership from "../ownership/former.ts";
import * as requests from "../ownership/requests/former.ts";
import { giveBack, ownedIds } from "../places/owner.ts";
import { auditFields, lockByIdOrEmail, withUniqueAddress } from "./service.ts";
import { partners, partnerPasskeys as passkeys } from "./table.ts";

const CASES = [claims, requests, ownership, renewals, replies] as const;

/** A locked partner with everything that its deletion deletes or changes, except for sessions and links. */
export async function copyForTrash(tx: Tx, id: string): Promise<StoredRows> {
  const cases = await Array.fromAsync(CASES, (each) => each.copyOf(tx, id));
  return {
    partner: await copyRows(tx, partners, eq(partners.id, id)),
    passkeys: await copyRows(tx, passkeys, eq(passkeys.userId, id)),
    places: await ownedIds(tx, id),
    ...Object.assign({}, ...cases),
  };
}

/**
 * Puts a deleted partner back with its password, passkeys and cases, and its places where they have no owner. Throws 409 if
 * its address has an account again. Called by `trash`, which records it.
 */
export async function putBack(
  tx: Tx,
  { id, rows }: TrashItem,
  { deps }: ActionContext<StaffActor>,
): Promise<Restored> {
  await withUniqueAddress(() => putRows(tx, partners, rows.partner ?? []));
  await putPasskeys(tx, rows.passkeys);
  const lost = await putPlaces(tx, deps, id, rows);
  const closed = await claims.putBackOf(tx, id, rows);
  for (const each of [requests, ownership, renewals, replies]) await each.putBackOf(tx, id, rows);
  const partner = await lockByIdOrEmail(tx, id);
  return {
    notes: [
      "The password works again. All sessions stay ended.",
      ...(lost > 0 ? [lost === 1 ? ONE_PLACE_LOST : placesLost(lost)] : []),
      ...(closed > 0 ? [closed === 1 ? ONE_CLAIM_CLOSED : claimsClosed(closed)] : []),
    ],
    recorded: auditFields(partner),
  };
}

const ONE_PLACE_LOST = "One place does not come back: it has another owner now, or is gone.";
const placesLost = (count: number) =>
  `${count} places do not come back: they have other owners now, or are gone.`;
const ONE_CLAIM_CLOSED = "One claim stays closed: its place has an owner now, or is gone.";
const claimsClosed = (count: number) =>
  `${count} claims stay closed: their places have owners now, or are gone.`;

/** A passkey that another account has added since stays there. */
async function putPasskeys(tx: Tx, rows: StoredRows[string] = []): Promise<void> {
  const keys = rows.map((row) => String(row.credential_id));
  const taken = await tx
    .select({ key: passkeys.credentialId })
    .from(passkeys)
    .where(inArray(passkeys.credentialId, keys));
  const free = rows.filter((row) => !taken.some(({ key }) => key === row.credential_id));
  await putRows(tx, passkeys, free);
}

async function putPlaces(tx: Tx, deps: Deps, id: string, { places }: StoredRows): Promise<number> {
  const ids = storedIds(places);
  return ids.length - (await giveBack(tx, deps, id, ids));
}
