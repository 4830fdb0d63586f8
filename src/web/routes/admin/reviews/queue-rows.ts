import type { z } from "zod";
import type { Queued, reviewedClaim, reviewedRequest } from "../../../../modules/reviews/schema.ts";
import type { Decision, ReviewKind } from "../../../../shared/reviews/reviews.ts";
import type { Pick } from "../../../kit/table/toolbar.tsx";

/** One row of the queue: a claim or a request. */
export interface Line {
  readonly kind: ReviewKind;
  readonly id: string;
  readonly name: string;
  readonly partnerName: string;
  /** Where the place is; empty if it is not known. */
  readonly where: string;
  readonly submittedAt: Date;
  /** Null while it waits for the partner. */
  readonly dueBy: Date | null;
  readonly late: boolean;
  readonly files: number;
  readonly rivals: number;
  /** Null while pending. */
  readonly decided: { readonly status: Decision; readonly at: Date; readonly by: string | null } | null;
}

export const keyOf = ({ kind, id }: Pick<Line, "kind" | "id">): string => `${kind}:${id}`;

/** An address holds `claim:id` or `request:id`. */
export function caseOf(key: string): { readonly kind: ReviewKind; readonly id: string } {
  const at = key.indexOf(":");
  return { kind: key.slice(0, at) === "claim" ? "claim" : "request", id: key.slice(at + 1) };
}

export const placeText = (...parts: readonly string[]): string => parts.filter(Boolean).join(", ");

export const waitingLine = ({ city, state, ...queued }: Queued): Line => ({
  ...queued,
  where: placeText(city, state),
  decided: null,
});

type Claim = z.output<typeof reviewedClaim>;
type Request = z.output<typeof reviewedRequest>;

export const claimLine = (claim: Claim): Line => ({
  ...common(claim),
  kind: "claim",
  name: claim.poiName,
  where: "",
});

export const requestLine = (request: Request): Line => ({
  ...common(request),
  kind: "request",
  name: request.name,
  where: placeText(request.city, request.state),
});

function common({
  id,
  partnerName,
  submittedAt,
  dueBy,
  late,
  status,
  reviewedAt,
  reviewedBy,
}: Claim | Request) {
  const decided = status === "pending" ? null : { status, at: reviewedAt ?? submittedAt, by: reviewedBy };
  return { id, partnerName, submittedAt, dueBy, late, files: 0, rivals: 0, decided } as const;
}

/**
 * Merges lists sorted by decision, newest first. Rows older than the last row of a list with more pages are left out,
 * because its next page belongs before them.
 */
export function mergeByDecisionTime(
  lists: readonly { readonly lines: readonly Line[]; readonly more: boolean }[],
): readonly Line[] {
  const time = (line: Line | undefined): number => line?.decided?.at.getTime() ?? 0;
  const border = Math.max(0, ...lists.filter(({ more }) => more).map(({ lines }) => time(lines.at(-1))));
  return lists
    .flatMap(({ lines }) => lines)
    .filter((line) => time(line) >= border)
    .toSorted((one, other) => time(other) - time(one));
}
