import type { z } from "zod";
import { decisionTimeSentence } from "../../../../copy/en/partner-places.ts";
import type { claimCase, requestCase } from "../../../../modules/reviews/schema.ts";
import { formatDay } from "../../../../shared/format.ts";
import { domainOfEmail, domainOfWebsite } from "../../../../shared/places/own-domain.ts";
import { Badge } from "../../../kit/page/badge.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { StaffNotes } from "../../../kit/records/staff-notes.tsx";
import { Facts } from "../../../kit/text/facts.tsx";
import { trpc } from "../../../lib/api.tsx";
import { Agreement, type Compared, matchExactly } from "./case/agreement.tsx";
import {
  ApplicantSection,
  CASE,
  type CaseActions,
  CaseSection,
  PlaceSection,
  Places,
  placeFacts,
  placeText,
  SearchLinks,
  Statements,
} from "./case/case.tsx";
import { EvidenceSection } from "./case/evidence.tsx";
import { CaseFrame, CaseHead, Due } from "./case/frame.tsx";
import { DecisionSection } from "./claim-decision.tsx";
import { ProofCodes, proofRowsOf } from "./proof-codes.tsx";

type CaseProps = CaseActions & { readonly id: string };

/** A claim with everything needed to decide it. */
export function ClaimCase({ id, ...actions }: CaseProps) {
  const found = trpc.admin.reviews.claim.useQuery({ id });
  return (
    <Loaded query={found} failed="The case could not be loaded" rows={8}>
      {(shown) => <ShownClaim shown={shown} {...actions} />}
    </Loaded>
  );
}

/** A request for a new place. */
export function RequestCase({ id, ...actions }: CaseProps) {
  const found = trpc.admin.reviews.request.useQuery({ id });
  return (
    <Loaded query={found} failed="The case could not be loaded" rows={8}>
      {(shown) => <ShownRequest shown={shown} {...actions} />}
    </Loaded>
  );
}

/** What partners read in the claim form; nothing while there are too few decisions. */
function DecisionTime() {
  const time = trpc.admin.reviews.decisionTime.useQuery();
  const sentence = decisionTimeSentence(time.data?.days ?? null);
  return sentence && <p className="case-part soft">{sentence}</p>;
}

/** Whether the form of a decision takes the place of the facts. */
const isDeciding = ({ decision }: CaseActions, status: string) => decision !== null && status === "pending";

type RequestShown = z.output<typeof requestCase>;

function ShownRequest({ shown, ...actions }: CaseActions & { readonly shown: RequestShown }) {
  const { request, requester, duplicates } = shown;
  return (
    <CaseFrame
      head={
        <CaseHead {...request} kind="request" sentAt={request.submittedAt}>
          {request.status === "pending" && <Due {...request} />}
        </CaseHead>
      }
      sent={
        <>
          <CaseSection title="The requested place">
            <p className="case-name">
              <bdi>{request.name}</bdi>
            </p>
            <Facts facts={placeFacts(request)} />
            <SearchLinks place={request} />
          </CaseSection>
          <CaseSection title="Possible duplicates in the directory">
            {duplicates.length === 0 ? (
              <p className="soft">There is nothing similar in the directory.</p>
            ) : (
              <Places places={duplicates} />
            )}
          </CaseSection>
        </>
      }
      facts={isDeciding(actions, request.status) ? null : <RequestFacts shown={shown} />}
    >
      <DecisionSection
        {...actions}
        kind="request"
        decided={request}
        undoUntil={shown.undoUntil}
        placeName={request.name}
        rivals={0}
        files={0}
        lacking={requester?.emailConfirmedAt === null ? "The requester's address is not confirmed." : null}
      />
    </CaseFrame>
  );
}

function RequestFacts({ shown }: { readonly shown: RequestShown }) {
  const { request, place, requester, duplicates } = shown;
  const [likeliest] = duplicates;
  return (
    <>
      {likeliest && (
        <CaseSection title="Next to the likeliest duplicate">
          <Agreement rows={placeRows(request, likeliest)} />
        </CaseSection>
      )}
      <ApplicantSection title="Requester" name={request.partnerName} applicant={requester} />
      {place && <PlaceSection title="The place created by the approval" place={place} />}
      <div className="case-part">
        <StaffNotes kind="request" id={request.id} />
      </div>
    </>
  );
}

interface Placed {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
}

/** A place that was sent next to a listed one. */
export const placeRows = (sent: Placed, listed: Placed): readonly Compared[] => [
  { label: "Name", sent: sent.name, listed: listed.name },
  { label: "Address", sent: sent.address, listed: listed.address },
  { label: "City", sent: placeText(sent.city, sent.state), listed: placeText(listed.city, listed.state) },
];

type Shown = z.output<typeof claimCase>;

function ShownClaim({ shown, ...actions }: CaseActions & { readonly shown: Shown }) {
  const { claim, claimant, otherClaims, statements, evidence, proofs } = shown;
  const confirmed = proofs.filter(({ confirmedAt, isCurrent }) => confirmedAt !== null && isCurrent).length;
  const rivals = otherClaims.filter(({ status }) => status === "pending").length;
  return (
    <CaseFrame
      head={
        <CaseHead {...claim} kind="claim" name={claim.poiName} sentAt={claim.submittedAt}>
          {claim.status === "pending" && <Due {...claim} />}
        </CaseHead>
      }
      sent={
        evidence.length > 0 ? (
          <EvidenceSection files={evidence} />
        ) : (
          <>
            <CaseSection title={CASE.evidence}>
              <p>
                {confirmed > 0
                  ? "No file came with this claim. A code proves it."
                  : "No file came with this claim."}
              </p>
            </CaseSection>
            <Statements texts={statements} none="The claim has no statement." />
          </>
        )
      }
      facts={isDeciding(actions, claim.status) ? null : <ClaimFacts shown={shown} />}
    >
      <DecisionSection
        {...actions}
        kind="claim"
        decided={claim}
        undoUntil={shown.undoUntil}
        placeName={claim.poiName}
        rivals={rivals}
        files={evidence.length}
        lacking={lackingOf(evidence.length + confirmed, claimant?.emailConfirmedAt ?? null)}
      />
    </CaseFrame>
  );
}

function ClaimFacts({ shown }: { readonly shown: Shown }) {
  const { claim, place, claimant, otherClaims, statements, evidence, proofs } = shown;
  return (
    <>
      {place && claimant && claim.status === "pending" && (
        <CaseSection title="Sent and listed">
          <Agreement rows={[...proofRowsOf(proofs), ...claimRows(place, claimant, evidence.length > 0)]} />
        </CaseSection>
      )}
      <ProofCodes shown={shown} />
      {evidence.length > 0 && <Statements texts={statements} none="The claim has no statement." />}
      {claim.status === "pending" && claim.notes !== "" && (
        <CaseSection title={claim.moreRequested === null ? "What we asked for" : "Asked for, not here yet"}>
          <p className="case-text" dir="auto">
            {claim.notes}
          </p>
        </CaseSection>
      )}
      {place ? <PlaceSection place={place} /> : <PlaceGone />}
      <ApplicantSection title="Claimant" name={claim.partnerName} applicant={claimant} />
      <OtherClaims others={otherClaims} />
      <div className="case-part">
        <StaffNotes kind="claim" id={claim.id} />
      </div>
      <DecisionTime />
    </>
  );
}

/** The account of the claimant next to the place. */
function claimRows(
  place: NonNullable<Shown["place"]>,
  claimant: NonNullable<Shown["claimant"]>,
  hasFiles: boolean,
): readonly Compared[] {
  const rows: readonly Compared[] = [
    { label: "Name", sent: claimant.businessName, listed: place.name },
    { label: "Phone", sent: claimant.phone, listed: place.phone, match: matchExactly },
    {
      ...{ label: "Website", sent: domainOfEmail(claimant.email), listed: domainOfWebsite(place.website) },
      match: matchExactly,
    },
  ];
  if (!hasFiles) return rows;
  return [
    ...rows,
    { label: "Address", sent: "", listed: placeText(place.address, place.city, place.state), inFile: true },
    { label: "Holder", sent: claimant.contactName, listed: "", inFile: true },
  ];
}

/** What a claim lacks, so that approving it is not the first choice; null if it has everything. A code counts as a file. */
function lackingOf(proofs: number, emailConfirmedAt: Date | null): string | null {
  if (proofs > 0) return emailConfirmedAt ? null : "The claimant's address is not confirmed.";
  return emailConfirmedAt
    ? "Nothing proves this claim: no file came with it."
    : "Nothing proves this claim: no file came with it, and the claimant's address is not confirmed.";
}

const PlaceGone = () => (
  <CaseSection title="Place">
    <p className="soft">This place is no longer in the directory.</p>
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
              <Badge>{CASE.status[status]}</Badge>{" "}
              <span className="soft">{CASE.sent(formatDay(submittedAt))}</span>
            </li>
          ))}
        </ul>
      )}
    </CaseSection>
  );
}
