import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { DomainError } from "../../shared/errors.ts";
import { record } from "../audit/service.ts";
import * as partnerships from "../partnerships/service.ts";
import * as waitlist from "../waitlist/service.ts";
import type { HeldBack } from "./schema.ts";

const SHOWN = 200; // of each form; more than anybody reads at once

/** What the honeypot held back, over both forms, newest first. */
export async function list({ deps }: ActionContext<StaffActor>): Promise<HeldBack[]> {
  const signups = (await waitlist.heldBack(deps, SHOWN)).map((row) => ({
    id: row.id,
    form: "waitlist" as const,
    name: row.firstName,
    email: row.email,
    message: "",
    createdAt: row.createdAt,
  }));
  const inquiries = (await partnerships.heldBack(deps, SHOWN)).map((row) => ({
    id: row.id,
    form: "partnership" as const,
    name: row.businessName,
    email: row.email,
    message: row.message,
    createdAt: row.createdAt,
  }));
  return [...signups, ...inquiries].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/** Lets it through, or deletes it for good. Throws 404. */
export async function settle(acting: ActionContext<StaffActor>, id: string, release: boolean) {
  return acting.deps.db.transaction(async (tx) => {
    const settled =
      (await waitlist.settleHeldBack(tx, id, release)) ||
      (await partnerships.settleHeldBack(tx, id, release));
    if (!settled) throw new DomainError("notFound", "There is nothing held back under this id");
    await record(tx, acting, { subject: id });
    return { success: true as const };
  });
}
