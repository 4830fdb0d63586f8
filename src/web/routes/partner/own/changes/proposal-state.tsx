import { PROPOSAL_FIELDS } from "../../../../../shared/places/ownership.ts";
import { formatDay, formatDueDay } from "../../../../lib/format/format-date.ts";
import { Facts } from "../../../../ui/facts/facts.tsx";
import { isRecentlyDecided } from "../../recently-decided.ts";
import { OWN } from "../content.ts";
import { CHANGE_FIELDS, PROPOSAL, valueText } from "./content.ts";
import type { Proposal } from "./use-proposals.ts";

/** A change that waits for staff, or what they decided. */
export function ProposalState({ proposal }: { readonly proposal: Proposal }) {
  const { fields, notes, status, reviewedAt } = proposal;
  if (status === "approved" && notes === "" && !isRecentlyDecided(reviewedAt)) return null;
  return (
    <div className="place-changes-state">
      <p>{sentenceOf(proposal)}</p>
      <Facts
        facts={PROPOSAL_FIELDS.filter((field) => fields[field] !== undefined).map((field) => [
          CHANGE_FIELDS[field],
          valueText(fields, field) || PROPOSAL.empty,
        ])}
      />
      {notes && (
        <p className="own-list-notes">
          <strong>{OWN.notes}:</strong> <bdi>{notes}</bdi>
        </p>
      )}
    </div>
  );
}

function sentenceOf({ status, submittedAt, reviewedAt, dueBy }: Proposal): string {
  if (status === "pending") return PROPOSAL.pending(formatDueDay(dueBy));
  return PROPOSAL[status](formatDay(reviewedAt ?? submittedAt));
}
