import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { advisoryLock } from "../../../db/locks.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import type { StaffRole } from "../../../shared/people/accounts.ts";
import { staffUsers } from "../../accounts/public.ts";
import { record } from "../../audit/public.ts";
import { type SavedView, VIEW_LISTS, VIEWS_MAX, type ViewList, type viewInput } from "./schema.ts";
import { savedViews as t } from "./table.ts";

type Ctx = ActionContext<StaffActor>;

/** The views of a list, by name. Throws 403. */
export async function list(ctx: Ctx, of: ViewList): Promise<SavedView[]> {
  requireRole(ctx, of);
  return viewsIn(ctx).where(eq(t.list, of)).orderBy(asc(t.name), asc(t.id));
}

const viewsIn = ({ deps }: Ctx) =>
  deps.db.orm
    .select({ ...getTableColumns(t), createdBy: staffUsers.username })
    .from(t)
    .leftJoin(staffUsers, eq(staffUsers.id, t.createdBy));

/** A view. Throws 403 and 404. */
export async function get(ctx: Ctx, id: string): Promise<SavedView> {
  const [row] = await viewsIn(ctx).where(eq(t.id, id));
  if (!row) throw unknown();
  requireRole(ctx, row.list);
  return row;
}

/** Throws 403, and 409 if the list has a view of this name or too many. */
export function create(ctx: Ctx, input: z.output<typeof viewInput>): Promise<SavedView> {
  requireRole(ctx, input.list);
  const { deps, principal } = ctx;
  const createdBy = principal.kind === "staff" ? principal.id : "";
  return deps.db.transaction(async (tx) => {
    // one at a time: the next one counts the view of this one
    await tx.execute(advisoryLock("savedViews", sql`hashtext(${input.list})`));
    if ((await tx.$count(t, eq(t.list, input.list))) >= VIEWS_MAX)
      throw new DomainError("conflict", `A list has at most ${VIEWS_MAX} views. Delete one first.`);
    const [row] = await tx
      .insert(t)
      .values({ id: randomId(), ...input, createdBy, createdAt: deps.now() })
      .onConflictDoNothing()
      .returning();
    if (!row) throw new DomainError("conflict", "This list has a view of this name already");
    await record(tx, ctx, { subject: row.id, after: { list: row.list, name: row.name } });
    return { ...row, createdBy: principal.kind === "staff" ? principal.name : null };
  });
}

/** Deletes a view for everyone. Throws 403 and 404. */
export function remove(ctx: Ctx, id: string) {
  return ctx.deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(t).where(eq(t.id, id)).for("update");
    if (!row) throw unknown();
    requireRole(ctx, row.list);
    await tx.delete(t).where(eq(t.id, id));
    await record(tx, ctx, { subject: id, before: { list: row.list, name: row.name } });
    return { success: true as const };
  });
}

/** Views are for those who see the list. Throws 403. */
function requireRole({ principal }: Ctx, of: ViewList): void {
  const roles: readonly StaffRole[] = VIEW_LISTS[of];
  if (principal.kind === "staff" && !roles.includes(principal.role))
    throw new DomainError("forbidden", "Your role does not see this list");
}

const unknown = () => new DomainError("notFound", "This view does not exist");
