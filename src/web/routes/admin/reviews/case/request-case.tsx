import type { z } from "zod";
import type { requestCase } from "../../../../../modules/reviews/case/schema.ts";
import { StaffNotes } from "../../../../blocks/staff-notes/staff-notes.tsx";
import { Facts } from "../../../../ui/facts/facts.tsx";
import { CASE, REVIEWS } from "../content.ts";
import { DecisionSection } from "../decision/decision-section.tsx";
import { ApplicantSection, Places } from "./applicant-section.tsx";
import { CaseHead } from "./case-head.tsx";
import type { CaseActions } from "./case-props.ts";
import { PlaceSection, placeFacts } from "./place-section.tsx";
import { SearchLinks } from "./search-links.tsx";
import { CaseSection } from "./section.tsx";

type Shown = z.output<typeof requestCase>;

export function RequestCase({ shown, ...actions }: CaseActions & { readonly shown: Shown }) {
  const { request, place, requester, duplicates } = shown;
  return (
    <>
      <CaseHead {...request} kind={REVIEWS.kindOf.request} of="request" />
      <div className="case-body">
        <div className="case-parts">
          <CaseSection title={CASE.asked}>
            <p className="case-name">
              <bdi>{request.name}</bdi>
            </p>
            <Facts facts={placeFacts(request)} />
            <SearchLinks place={request} />
          </CaseSection>
          <CaseSection title={CASE.duplicates}>
            {duplicates.length === 0 ? (
              <p className="soft">{CASE.noDuplicates}</p>
            ) : (
              <Places places={duplicates} />
            )}
          </CaseSection>
          <ApplicantSection title={CASE.requester} name={request.partnerName} applicant={requester} />
          {place && <PlaceSection title={CASE.made} place={place} />}
          <div className="case-part">
            <StaffNotes kind="request" id={request.id} />
          </div>
        </div>
      </div>
      <DecisionSection
        {...actions}
        kind="request"
        decided={request}
        undoUntil={shown.undoUntil}
        placeName={request.name}
        rivals={0}
        files={0}
      />
    </>
  );
}
