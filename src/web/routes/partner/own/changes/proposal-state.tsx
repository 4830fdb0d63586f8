import { PROPOSAL_FIELDS, type ProposalField } from "../../../../../shared/places/ownership.ts";
import { CATEGORY_NAMES } from "../../../../../shared/places/places.ts";
import { formatDay, formatDueDay } from "../../../../lib/format/format-date.ts";
import { Facts } from "../../../../ui/facts/facts.tsx";
import { isRecentlyDecided } from "../../recently-decided.ts";
import { OWN } from "../content.ts";
import { CHANGE_FIELDS, PROPOSAL } from "./content.ts";
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
          textIn(proposal, field),
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

function textIn({ fields }: Proposal, field: ProposalField): string {
  if (field === "category" && fields.category) return CATEGORY_NAMES[fields.category];
  return fields[field] || PROPOSAL.empty;
}
