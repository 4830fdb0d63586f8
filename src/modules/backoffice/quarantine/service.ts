import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import {
  type Discarded,
  discard,
  type Restored,
  record,
  removeItem,
  type StoredRows,
  type TrashItem,
} from "../../audit/public.ts";
import type { QuarantinedItem } from "./schema.ts";

declare module "../../../core/rpc/offers.ts" {
  interface Offers {
    readonly quarantine?: Quarantine;
  }
}

/** What a module does with the submissions of its form that are in quarantine. */
interface Quarantine {
  /** Newest first. */
  readonly list: (deps: Deps, limit: number) => Promise<readonly QuarantinedItem[]>;
  /** False if none has this id. */
  readonly release: (deps: Deps, tx: Tx, id: string) => Promise<boolean>;
  /** Deletes one; null if none has this id. */
  readonly remove: (deps: Deps, tx: Tx, id: string) => Promise<Pick<Discarded, "label" | "email"> | null>;
  /** Restores it, if it is of this form. */
  readonly restore: (tx: Tx, item: TrashItem) => Promise<unknown>;
}

const SHOWN_MAX = 200; // of each form

/** Quarantined submissions of all forms, newest first. */
export async function list({ deps }: ActionContext<StaffActor>): Promise<QuarantinedItem[]> {
  const found = [];
  for (const form of offersOf(deps, "quarantine")) found.push(...(await form.list(deps, SHOWN_MAX)));
  return found.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/** Releases a submission, through the module that owns it. Throws 404. */
export async function release(ctx: ActionContext<StaffActor>, id: string) {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    if (!(await releaseAny(tx, deps, id))) throw notFound();
    await record(tx, ctx, { subject: id });
    return { success: true as const };
  });
}

async function releaseAny(tx: Tx, deps: Deps, id: string): Promise<boolean> {
  for (const form of offersOf(deps, "quarantine")) if (await form.release(deps, tx, id)) return true;
  return false;
}

/** Deletes a submission, which can be restored for `TRASH_KEPT`. Throws 404. */
export async function remove(ctx: ActionContext<StaffActor>, id: string) {
  return ctx.deps.db.transaction(async (tx) => {
    const removed = await removeAny(tx, ctx.deps, id);
    if (!removed) throw notFound();
    await discard(tx, ctx, { id, kind: "quarantine", ...removed });
    await record(tx, ctx, { subject: id });
    return { success: true as const };
  });
}

async function removeAny(tx: Tx, deps: Deps, id: string) {
  for (const form of offersOf(deps, "quarantine")) {
    const removed = await form.remove(deps, tx, id);
    if (removed) return removed;
  }
  return null;
}

/** Brings a deleted submission back. Throws 404 if there is none or it was deleted too long ago. */
export async function restore(ctx: ActionContext<StaffActor>, id: string) {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const item = await removeItem(tx, deps, id, "quarantine");
    if (!item) throw gone();
    await restoreItem(tx, item, ctx);
    await record(tx, ctx, { subject: id });
    return { success: true as const };
  });
}

/**
 * Restores a deleted submission. Throws 409 if a report's place is gone, or a signup's address joined again; 404 for a
 * report that was deleted for good with its place.
 */
export async function restoreItem(tx: Tx, item: TrashItem, { deps }: ActionContext): Promise<Restored> {
  const rows: StoredRows[] = [];
  for (const offer of offersOf(deps, "deletedRows")) rows.push((await offer.quarantine?.(tx, item.id)) ?? {});
  if (rows.every((own) => Object.keys(own).length === 0)) throw gone();
  for (const form of offersOf(deps, "quarantine")) await form.restore(tx, item);
  return { notes: [], recorded: {} };
}

const gone = () => new DomainError("notFound", "This submission can no longer be restored");
const notFound = () => new DomainError("notFound", "There is no quarantined submission with this id");
