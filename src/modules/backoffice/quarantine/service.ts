import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { record } from "../../audit/service.ts";
import { discard, type Restored, takeItem } from "../../audit/trash/service.ts";
import type { TrashItem } from "../../audit/trash/table.ts";
import * as reports from "../../directory/reports/quarantine.ts";
import * as partnerships from "../../inquiries/service.ts";
import * as waitlist from "../../waitlist/removal.ts";
import type { QuarantinedItem } from "./schema.ts";

const SHOWN_MAX = 200; // of each form

/** Quarantined submissions of all forms, newest first. */
export async function list({ deps }: ActionContext<StaffActor>): Promise<QuarantinedItem[]> {
  const signups = (await waitlist.listQuarantined(deps, SHOWN_MAX)).map((row) => ({
    id: row.id,
    form: "waitlist" as const,
    name: row.firstName,
    email: row.email,
    message: "",
    createdAt: row.createdAt,
  }));
  const inquiries = (await partnerships.listQuarantined(deps, SHOWN_MAX)).map((row) => ({
    id: row.id,
    form: "partnership" as const,
    name: row.businessName,
    email: row.email,
    message: row.message,
    createdAt: row.createdAt,
  }));
  const held = (await reports.listQuarantined(deps, SHOWN_MAX)).map((row) => ({
    id: row.id,
    form: "report" as const,
    name: row.placeName,
    email: "", // staff need not know who reports
    message: row.text,
    createdAt: row.createdAt,
  }));
  return [...signups, ...inquiries, ...held].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

const FORMS = [waitlist, partnerships, reports] as const;

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
  for (const form of FORMS) if (await form.releaseQuarantined(deps, tx, id)) return true;
  return false;
}

/** Deletes a submission, which can be restored for `TRASH_KEPT`. Throws 404. */
export async function remove(ctx: ActionContext<StaffActor>, id: string) {
  return ctx.deps.db.transaction(async (tx) => {
    const taken = await takeAny(tx, id);
    if (!taken) throw notFound();
    await discard(tx, ctx, { id, kind: "quarantine", ...taken });
    await record(tx, ctx, { subject: id });
    return { success: true as const };
  });
}

async function takeAny(tx: Tx, id: string) {
  for (const form of FORMS) {
    const taken = await form.takeQuarantined(tx, id);
    if (taken) return taken;
  }
  return null;
}

/** Brings a deleted submission back. Throws 404 if there is none or it was deleted too long ago. */
export async function restore(ctx: ActionContext<StaffActor>, id: string) {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const item = await takeItem(tx, deps, id, "quarantine");
    if (!item) throw new DomainError("notFound", "This submission can no longer be restored");
    await putBack(tx, item);
    await record(tx, ctx, { subject: id });
    return { success: true as const };
  });
}

/** Puts a deleted submission back. Throws 409 if a report's place is gone. Called by `trash`, which records it. */
export async function putBack(tx: Tx, item: TrashItem): Promise<Restored> {
  const { signup, inquiry, report = [] } = item.rows;
  if (signup) return waitlist.putBack(tx, item);
  if (inquiry) await partnerships.putBack(tx, item);
  await reports.putBackQuarantined(tx, report);
  return { notes: [], recorded: {} };
}

const notFound = () => new DomainError("notFound", "There is no quarantined submission with this id");
