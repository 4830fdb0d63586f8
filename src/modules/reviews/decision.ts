import { inArray } from "drizzle-orm";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import {
  isNoteMissing,
  labelOf,
  mailSentences,
  NOTE_MISSING,
  type Outcome,
  type ReviewKind,
  reasonsFor,
} from "../../shared/reviews.ts";
import { letter, pageAddress, post } from "../mail/service.ts";
import { partners } from "../partners/table.ts";
import type { DecideInput } from "./schema.ts";

/** Throws 400 for a reason that is none of this decision's, and for a decision that does not say why. */
export function checkReason(kind: ReviewKind, { decision, reason, notes }: DecideInput): void {
  const known = reasonsFor(kind, decision);
  if (reason && !known.includes(reason)) throw wrong("reason", `reason must be one of ${known.join(", ")}`);
  if (decision === "rejected" && !reason && notes === "") {
    throw wrong("reason", "A rejection needs a reason or notes");
  }
  if (isNoteMissing(reason, notes)) throw wrong("notes", NOTE_MISSING);
}

const wrong = (field: "reason" | "notes", sentence: string) =>
  new DomainError("invalid", sentence, { fields: { [field]: sentence } });

export const alreadyDecided = (kind: ReviewKind) =>
  new DomainError("conflict", `This ${kind} is already decided`);

/** What a decision sets; reviewer and time are the same for all that it touches. */
export const decided = ({ deps, principal }: ActionContext<StaffActor>) => ({
  reviewedAt: deps.now(),
  reviewedBy: principal.name,
});

/** The addresses of partners by their ids; who is gone is left out. */
export async function addressesOf(tx: Tx, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await tx
    .select({ id: partners.id, email: partners.email })
    .from(partners)
    .where(inArray(partners.id, known));
  return new Map(rows.map((row) => [row.id, row.email]));
}

/** Tells a partner what was decided. Nobody is told where the account is gone. */
export async function tell(tx: Tx, deps: Deps, to: string | undefined, outcome: Outcome): Promise<void> {
  if (to === undefined) return;
  const { kind, decision } = outcome;
  const text = letter(
    deps,
    ...mailSentences(outcome),
    pageAddress(deps, "/partner"),
    `Questions? Write to ${deps.settings.brand.contactEmail}.`,
  );
  const subject = `Your ${labelOf(outcome)} was ${decision}`;
  await post(tx, deps, { to, subject, text, kind: `${kind}-${decision}` });
}
