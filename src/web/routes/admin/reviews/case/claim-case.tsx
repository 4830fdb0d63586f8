import type { z } from "zod";
import type { claimCase } from "../../../../../modules/reviews/schema.ts";
import { formatDay } from "../../../../../shared/format.ts";
import { Badge } from "../../../../kit/page/badge.tsx";
import { StaffNotes } from "../../../../kit/records/staff-notes.tsx";
import { CASE, REVIEWS } from "../content.ts";
import { DecisionSection } from "../decision/decision-section.tsx";
import { ApplicantSection } from "./applicant-section.tsx";
import { CaseHead } from "./case-head.tsx";
import type { CaseActions } from "./case-props.ts";
import { EvidenceSection } from "./evidence-section.tsx";
import { PlaceSection } from "./place-section.tsx";
import { CaseSection } from "./section.tsx";

type Shown = z.output<typeof claimCase>;

export function ClaimCase({ shown, ...actions }: CaseActions & { readonly shown: Shown }) {
  const { claim, place, claimant, otherClaims, statements, evidence } = shown;
  const rivals = otherClaims.filter(({ status }) => status === "pending").length;
  return (
    <>
      <CaseHead {...claim} kind={REVIEWS.kindOf.claim} name={claim.poiName} of="claim" />
      <div className="case-body" data-evidence={evidence.length > 0 || undefined}>
        <div className="case-parts">
          {place ? <PlaceSection place={place} /> : <PlaceGone />}
          <ApplicantSection title="Claimant" name={claim.partnerName} applicant={claimant} />
          <CaseSection title="What they wrote">
            {statements.length === 0 && <p className="soft">The claim has no statement.</p>}
            {statements.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same text, and none ever moves
              <p key={index} className="case-text" dir="auto">
                {text}
              </p>
            ))}
          </CaseSection>
          {claim.status === "pending" && claim.notes !== "" && (
            <CaseSection
              title={claim.moreRequested === null ? "What we asked for" : "Asked for, not here yet"}
            >
              <p className="case-text" dir="auto">
                {claim.notes}
              </p>
            </CaseSection>
          )}
          <OtherClaims others={otherClaims} />
          <div className="case-part">
            <StaffNotes kind="claim" id={claim.id} />
          </div>
          {evidence.length === 0 && (
            <CaseSection title={CASE.evidence}>
              <p className="soft">No file came with this claim.</p>
            </CaseSection>
          )}
        </div>
        {evidence.length > 0 && <EvidenceSection files={evidence} />}
      </div>
      <DecisionSection
        {...actions}
        kind="claim"
        decided={claim}
        undoUntil={shown.undoUntil}
        placeName={claim.poiName}
        rivals={rivals}
        files={evidence.length}
      />
    </>
  );
}

const PlaceGone = () => (
  <CaseSection title="Place">
    <p className="soft">{CASE.placeGone}</p>
  </CaseSection>
);

function OtherClaims({ others }: { readonly others: Shown["otherClaims"] }) {
  return (
    <CaseSection title="Other claims of this place">
      {others.length === 0 ? (
        <p className="soft">No one else claims it.</p>
      ) : (
        <ul className="case-list">
          {others.map(({ id, partnerName, status, submittedAt }) => (
            <li key={id}>
              <strong>
                <bdi>{partnerName}</bdi>
              </strong>{" "}
              <Badge>{REVIEWS.status[status]}</Badge>{" "}
              <span className="soft">{CASE.sent(formatDay(submittedAt))}</span>
            </li>
          ))}
        </ul>
      )}
    </CaseSection>
  );
}
