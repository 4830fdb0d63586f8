import { inArray } from "drizzle-orm";
import type { Acting, Deps } from "../../core/context.ts";
import type { StaffActor } from "../../core/trpc.ts";
import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import { type ReasonCode, type ReviewKind, reasonsFor, sentenceOf } from "../../shared/reviews.ts";
import { letter, pageAddress, post } from "../mail/service.ts";
import { partners } from "../partners/table.ts";
import type { DecideInput } from "./schema.ts";

/** Throws 400 for a reason that is none of this decision's, and for a rejection that says nothing. */
export function checkReason(kind: ReviewKind, { decision, reason, notes }: DecideInput): void {
  const known = reasonsFor(kind, decision);
  if (reason && !known.includes(reason)) throw wrongReason(`reason must be one of ${known.join(", ")}`);
  if (decision === "rejected" && !reason && notes === "") {
    throw wrongReason("A rejection needs a reason or notes");
  }
}

const wrongReason = (sentence: string) =>
  new DomainError("invalid", sentence, { fields: { reason: sentence } });

export const alreadyDecided = (kind: ReviewKind) =>
  new DomainError("conflict", `This ${kind} is already decided`);

/** What a decision sets; reviewer and time are the same for all that it touches. */
export const decided = ({ deps, principal }: Acting<StaffActor>) => ({
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

interface Outcome {
  readonly kind: ReviewKind;
  /** The claim's or request's. */
  readonly id: string;
  readonly decision: DecideInput["decision"];
  readonly reason: ReasonCode | null;
  readonly notes: string;
}

const SHOWN_OF_ID = 8; // characters; spec: support-partner-sync 9

/**
 * Tells a partner what was decided, why, and what to do next. Holds no words that somebody typed, as all our mails:
 * a note is read in the portal. Nobody is told where the account is gone.
 */
export async function tell(tx: Tx, deps: Deps, to: string | undefined, outcome: Outcome): Promise<void> {
  if (to === undefined) return;
  const { kind, id, decision, reason, notes } = outcome;
  const label = `${kind} #${id.slice(0, SHOWN_OF_ID)}`;
  const said = [sentenceOf(reason), notes === "" ? null : "There is a note for you in the portal."];
  const text = letter(
    deps,
    `We have looked at your ${label}. It was ${decision}.`,
    ...said.filter((line) => line !== null),
    pageAddress(deps, "/partner"),
    `Questions? Write to ${deps.settings.brand.contactEmail}.`,
  );
  await post(tx, deps, { to, subject: `Your ${label} was ${decision}`, text, kind: `${kind}-${decision}` });
}
