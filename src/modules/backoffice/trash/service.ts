import { and, eq, gt, inArray, like } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { keyContaining } from "../../../db/query/like-pattern.ts";
import { newestFirst, readPage } from "../../../db/query/paging.ts";
import { BULK_MAX } from "../../../shared/bulk.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { Page } from "../../../shared/listing.ts";
import { MAY_RESTORE, TRASH_KEPT, TRASH_KINDS, type TrashKind } from "../../../shared/trash.ts";
import {
  type ByKind,
  keptSince,
  onEach,
  type Restored,
  record,
  removeItem,
  type TrashItem,
  trashItems as t,
} from "../../audit/public.ts";
import type { ListedTrash, restoreActInput, trashList } from "./schema.ts";

declare module "../../../core/rpc/offers.ts" {
  interface Offers {
    /** How the module restores its kinds of records as they were; throws 409 if something has taken the place of one. */
    readonly restore?: ByKind<Restore>;
  }
}

type Restore = (tx: Tx, item: TrashItem, ctx: ActionContext<StaffActor>) => Promise<Restored>;

/**
 * Restores a deleted record with its id and everything that it had. Throws 404 once it is restored, erased or too old,
 * and for a kind that the caller may not delete and so does not see; 409 if something has taken its place.
 */
export function restore(ctx: ActionContext<StaffActor>, id: string) {
  return ctx.deps.db.transaction(async (tx) => {
    const item = await removeItem(tx, ctx.deps, id);
    if (!item || !restorableBy(ctx.principal).includes(item.kind)) throw notInTrash();
    const { kind, label } = item;
    const restoreItem = offersOf(ctx.deps, "restore").find((each) => each[kind])?.[kind];
    if (!restoreItem) throw new Error(`No module restores a ${kind}`);
    const { notes, recorded } = await restoreItem(tx, item, ctx);
    await record(tx, ctx, { subject: id, after: { kind, ...recorded } });
    return { success: true as const, id, kind, label, notes: [...notes] };
  });
}

/** Restores the next records that were deleted in one act, each in a transaction of its own; refusals are reported. */
export async function restoreAct(
  ctx: ActionContext<StaffActor>,
  { act, after }: z.output<typeof restoreActInput>,
) {
  const ids = await idsOfAct(ctx, act, after);
  const result = await onEach(ctx, ids, (id) => restore(ctx, id));
  return { ...result, next: ids.length === BULK_MAX ? (ids.at(-1) ?? null) : null };
}

const NEWEST = newestFirst(t.deletedAt, (row: TrashItem) => row.deletedAt);

/** What the caller may restore, the last deleted first; `q` searches names and addresses. */
export async function list(
  { deps, principal }: ActionContext<StaffActor>,
  { q, kind, ...input }: z.output<typeof trashList>,
): Promise<Page<ListedTrash>> {
  const where = and(
    inArray(t.kind, restorableBy(principal)),
    gt(t.deletedAt, keptSince(deps)),
    kind && eq(t.kind, kind),
    q === "" ? undefined : like(t.searchKey, keyContaining(q)),
  );
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, input });
  return { ...page, items: page.items.map(listed) };
}

/** One record that the caller may restore. Throws 404 for any other. */
export async function find({ deps, principal }: ActionContext<StaffActor>, id: string): Promise<ListedTrash> {
  const own = and(eq(t.id, id), inArray(t.kind, restorableBy(principal)), gt(t.deletedAt, keptSince(deps)));
  const [item] = await deps.db.orm.select().from(t).where(own);
  if (!item) throw notInTrash();
  return listed(item);
}

/** The refusal of a record that is not in the trash, or no longer. */
const notInTrash = () => new DomainError("notFound", "There is no such record in the trash");

/** The ids of the next records of an act that the caller may restore, in the order of ids. Throws 404 without any. */
async function idsOfAct(
  { deps, principal }: ActionContext<StaffActor>,
  act: string,
  after: string,
): Promise<string[]> {
  const rows = await deps.db.orm
    .select({ id: t.id })
    .from(t)
    .where(
      and(
        eq(t.act, act),
        gt(t.id, after),
        inArray(t.kind, restorableBy(principal)),
        gt(t.deletedAt, keptSince(deps)),
      ),
    )
    .orderBy(t.id)
    .limit(BULK_MAX);
  if (rows.length === 0 && after === "") throw new DomainError("notFound", "Nothing of this is in the trash");
  return rows.map(({ id }) => id);
}

/** The kinds that the caller may restore. */
const restorableBy = (principal: StaffActor): TrashKind[] =>
  TRASH_KINDS.filter(
    (kind) => principal.kind === "operator" || MAY_RESTORE[kind].some((role) => role === principal.role),
  );

const listed = ({ id, kind, label, emailKey, act, deletedBy, deletedAt }: TrashItem): ListedTrash => ({
  id,
  kind,
  label,
  email: emailKey,
  act,
  deletedBy,
  deletedAt,
  keptUntil: new Date(deletedAt.getTime() + TRASH_KEPT),
});
