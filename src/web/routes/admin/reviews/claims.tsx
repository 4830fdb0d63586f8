import { useRef, useState } from "react";
import type { z } from "zod";
import { decisionTimeSentence } from "../../../../copy/en/partner-places.ts";
import type { claimCase, requestCase } from "../../../../modules/reviews/schema.ts";
import { formatDay } from "../../../../shared/format.ts";
import type { ClaimDecision } from "../../../../shared/reviews/reviews.ts";
import { ShortcutsHint } from "../../../kit/commands/shortcuts-hint.tsx";
import { Button } from "../../../kit/controls/button.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { EmptyState, Loaded } from "../../../kit/page/states.tsx";
import { StaffNotes } from "../../../kit/records/staff-notes.tsx";
import { Facts } from "../../../kit/text/facts.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { useListSearchParams } from "../../../lib/list.ts";
import {
  ApplicantSection,
  CASE,
  type CaseActions,
  CaseHead,
  CaseSection,
  PlaceSection,
  Places,
  placeFacts,
  SearchLinks,
} from "./case/case.tsx";
import { EvidenceSection } from "./case/evidence.tsx";
import { DecisionSection } from "./claim-decision.tsx";
import { REVIEWS, SHORTCUTS, useLeaveCase, useOpenCase, useReviewShortcuts } from "./desk.tsx";
import { nextCase, Queue, useRefetchQueue, useWaiting } from "./queue.tsx";
import { caseOf, keyOf } from "./queue-rows.ts";
import { type ReviewSearchParams, reviewSearchParams } from "./search-params.ts";

/** The decision form that is open; it closes with its case. */
interface OpenDecision {
  readonly key: string;
  readonly decision: ClaimDecision;
}

/** The queue on the left and the case on the right; on a phone one at a time. */
export function ReviewScreen() {
  const listState = useListSearchParams<ReviewSearchParams>(reviewSearchParams);
  const key = listState.search.case;
  const list = useRef<HTMLElement>(null);
  const leave = useLeaveCase(list, key);
  const [deciding, setDeciding] = useState<OpenDecision | null>(null);
  const moveOn = useOpenNextCase(listState.search);
  const decision = deciding !== null && deciding.key === key ? deciding.decision : null;
  const decide = (next: ClaimDecision | null) => setDeciding(next && key ? { key, decision: next } : null);
  async function settled(decided: string): Promise<void> {
    const next = await moveOn(decided);
    setDeciding(null); // after an undo the case opens without its form
    // The focused form is gone with the last case.
    if (next === undefined) focusFrom(null, list.current);
  }
  useReviewShortcuts({ list, open: key, decision, decide, leave });
  return (
    <div className="review-screen" data-open={key === undefined ? undefined : true}>
      <div className="review-screen-side">
        <Queue listState={listState} listRef={list} />
        <DecisionTime />
        <ShortcutsHint words={SHORTCUTS} />
      </div>
      <section className="review-screen-case" aria-label="Case">
        {key === undefined ? (
          <div className="list-card review-screen-none">
            <EmptyState title="Choose a case">
              Oldest first. We promise an answer within 3-5 business days.
            </EmptyState>
          </div>
        ) : (
          <CasePane
            key={key}
            caseKey={key}
            decision={decision}
            onDecide={decide}
            onSettled={() => settled(key)}
            onBack={leave}
          />
        )}
      </section>
    </div>
  );
}

/** What partners read in the claim form; nothing while there are too few decisions. */
function DecisionTime() {
  const time = trpc.admin.reviews.decisionTime.useQuery();
  const sentence = decisionTimeSentence(time.data?.days ?? null);
  return sentence && <p className="soft">{sentence}</p>;
}

/** Opens the case after a decided one and resolves to its key, or to undefined when the queue is empty. */
function useOpenNextCase(search: ReviewSearchParams) {
  const waiting = useWaiting(search, search.show !== "decided");
  const fresh = useRefetchQueue();
  const openCase = useOpenCase();
  return async (decided: string): Promise<string | undefined> => {
    const before = (waiting.data?.lines ?? []).map(keyOf);
    const now = await fresh(search).catch(() => []);
    const next = nextCase(before, decided, now.map(keyOf));
    await openCase(next, true);
    return next;
  };
}

interface CasePaneProps extends CaseActions {
  readonly caseKey: string;
  readonly onBack: () => void;
}

/** One case with everything needed to decide it. */
function CasePane({ caseKey, onBack, ...actions }: CasePaneProps) {
  const { kind, id } = caseOf(caseKey);
  return (
    <article className="list-card case">
      <div className="case-back">
        <Button look="text" className="button-tiny" onClick={onBack}>
          Back to the queue
        </Button>
      </div>
      {kind === "claim" ? <LoadedClaim id={id} {...actions} /> : <LoadedRequest id={id} {...actions} />}
    </article>
  );
}

function LoadedClaim({ id, ...actions }: CaseActions & { readonly id: string }) {
  const found = trpc.admin.reviews.claim.useQuery({ id });
  return (
    <Loaded query={found} failed="The case could not be loaded" rows={8}>
      {(shown) => <ClaimCase shown={shown} {...actions} />}
    </Loaded>
  );
}

function LoadedRequest({ id, ...actions }: CaseActions & { readonly id: string }) {
  const found = trpc.admin.reviews.request.useQuery({ id });
  return (
    <Loaded query={found} failed="The case could not be loaded" rows={8}>
      {(shown) => <RequestCase shown={shown} {...actions} />}
    </Loaded>
  );
}

type ShownRequest = z.output<typeof requestCase>;

function RequestCase({ shown, ...actions }: CaseActions & { readonly shown: ShownRequest }) {
  const { request, place, requester, duplicates } = shown;
  return (
    <>
      <CaseHead {...request} kind={REVIEWS.kindOf.request} of="request" />
      <div className="case-body">
        <div className="case-parts">
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
          <ApplicantSection title="Requester" name={request.partnerName} applicant={requester} />
          {place && <PlaceSection title="The place created by the approval" place={place} />}
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
        noProofWarning={null}
      />
    </>
  );
}

type Shown = z.output<typeof claimCase>;

function ClaimCase({ shown, ...actions }: CaseActions & { readonly shown: Shown }) {
  const { claim, place, claimant, otherClaims, statements, evidence } = shown;
  const rivals = otherClaims.filter(({ status }) => status === "pending").length;
  return (
    <>
      <CaseHead {...claim} kind={REVIEWS.kindOf.claim} name={claim.poiName} of="claim" />
      <div className="case-body" data-evidence={evidence.length > 0 || undefined}>
        <div className="case-parts">
          {evidence.length === 0 && (
            <CaseSection title={CASE.evidence}>
              <p>No file came with this claim.</p>
            </CaseSection>
          )}
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
        noProofWarning={evidence.length === 0 ? unprovenText(claimant?.emailConfirmedAt ?? null) : null}
      />
    </>
  );
}

const unprovenText = (emailConfirmedAt: Date | null): string =>
  emailConfirmedAt
    ? "Nothing proves this claim: no file came with it."
    : "Nothing proves this claim: no file came with it, and the claimant's address is not confirmed.";

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
              <Badge>{REVIEWS.status[status]}</Badge>{" "}
              <span className="soft">{CASE.sent(formatDay(submittedAt))}</span>
            </li>
          ))}
        </ul>
      )}
    </CaseSection>
  );
}
