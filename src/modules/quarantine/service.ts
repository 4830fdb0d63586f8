import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { DomainError } from "../../shared/errors.ts";
import { record } from "../audit/service.ts";
import * as partnerships from "../partnerships/service.ts";
import * as reports from "../reports/quarantine/service.ts";
import * as waitlist from "../waitlist/service.ts";
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

/** Releases a submission or deletes it, through the module that owns it. Throws 404. */
export async function resolve(ctx: ActionContext<StaffActor>, id: string, release: boolean) {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const resolved =
      (await waitlist.resolveQuarantined(deps, tx, id, release)) ||
      (await partnerships.resolveQuarantined(deps, tx, id, release)) ||
      (await reports.resolveQuarantined(deps, tx, id, release));
    if (!resolved) throw new DomainError("notFound", "There is no quarantined submission with this id");
    await record(tx, ctx, { subject: id });
    return { success: true as const };
  });
}

/** Brings a deleted submission back. Throws 404 if there is none or it was deleted too long ago. */
export async function restore(ctx: ActionContext<StaffActor>, id: string) {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const restored =
      (await waitlist.restoreQuarantined(deps, tx, id)) ||
      (await partnerships.restoreQuarantined(deps, tx, id)) ||
      (await reports.restoreQuarantined(deps, tx, id));
    if (!restored) throw new DomainError("notFound", "This submission can no longer be restored");
    await record(tx, ctx, { subject: id });
    return { success: true as const };
  });
}
