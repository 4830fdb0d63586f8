import { useState } from "react";
import { formatDay, formatDueDay, isolated } from "../../../../shared/format.ts";
import { useListSearchParams } from "../../../lib/list.ts";
import { CASE, CaseHead, CaseSection, PartnerLine, PlaceLine } from "./case/case.tsx";
import { EvidenceSection } from "./case/evidence.tsx";
import { REVIEWS } from "./desk.tsx";
import { OwnershipScreen, useOpenTransfer, useTransfers } from "./ownership.tsx";
import type { ShownTransfer } from "./ownership-cases.ts";
import type { DecideActions } from "./ownership-decision.tsx";
import { DecidePart } from "./ownership-decision.tsx";
import { type ReviewSearchParams, reviewSearchParams } from "./search-params.ts";

const TRANSFERS = {
  kind: "Transfer",
  list: "Transfers of places",
  pages: "Pages of transfers",
  failed: "The transfers could not be loaded",
  none: "No transfer is waiting",
  noneText: "When a partner asks for a place that has an owner, it appears here.",
  choose: "Choose a transfer",
  chooseText: "The owner can answer first, within three business days. Then we decide.",
  pane: "Transfer",
} as const;

/** Partners ask for places of others. */
export function TransfersTab() {
  const listState = useListSearchParams<ReviewSearchParams>(reviewSearchParams);
  const cases = useTransfers(listState.search);
  return (
    <OwnershipScreen
      kind="transfer"
      words={TRANSFERS}
      cases={cases}
      found={useOpenTransfer(cases, listState.search)}
      listState={listState}
      factOf={({ evidence }) => (evidence.length > 0 ? REVIEWS.files(evidence.length) : "")}
      waitingOf={({ answerBy }) => TRANSFER.waits(formatDueDay(answerBy))}
    >
      {(transfer, actions) => <TransferCase key={transfer.status} transfer={transfer} actions={actions} />}
    </OwnershipScreen>
  );
}

interface TransferCaseProps {
  readonly transfer: ShownTransfer;
  readonly actions: DecideActions;
}

/** Who asks for whose place, with documents and files, and the owner's answer. */
function TransferCase({ transfer, actions }: TransferCaseProps) {
  const { poiId, poiName, partnerId, partnerName, statements, evidence, answerBy } = transfer;
  return (
    <>
      <CaseHead
        {...transfer}
        kind={TRANSFERS.kind}
        name={poiName}
        of="transfer"
        waiting={TRANSFER.waits(formatDueDay(answerBy))}
      />
      <div className="case-body" data-evidence={evidence.length > 0 || undefined}>
        <div className="case-parts">
          <CaseSection title="Who asks">
            <PartnerLine id={partnerId} name={partnerName} />
          </CaseSection>
          <Owner transfer={transfer} />
          <CaseSection title="Place">
            <PlaceLine id={poiId} name={poiName} />
          </CaseSection>
          <CaseSection title="What they wrote">
            {statements.length === 0 && <p className="soft">No explanation came with it.</p>}
            {statements.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same text, and none ever moves
              <p key={index} className="case-text" dir="auto">
                {text}
              </p>
            ))}
          </CaseSection>
          {evidence.length === 0 && (
            <CaseSection title={CASE.evidence}>
              <p className="soft">No file came with it.</p>
            </CaseSection>
          )}
        </div>
        {evidence.length > 0 && <EvidenceSection files={evidence} />}
      </div>
      <Decision transfer={transfer} actions={actions} />
    </>
  );
}

/** The owner who was asked, and the answer. */
function Owner({ transfer }: Pick<TransferCaseProps, "transfer">) {
  const { ownerId, ownerName, status } = transfer;
  const answer = answerOf(transfer);
  return (
    <CaseSection title={status === "pending" ? "Current owner" : "Owner when it was asked"}>
      {ownerName === null ? (
        <p className="soft">The account was deleted.</p>
      ) : (
        <PartnerLine id={ownerId} name={ownerName} />
      )}
      {answer && <p className="soft">{answer}</p>}
    </CaseSection>
  );
}

function answerOf({ refusedAt, waitsFor, answerBy, dueBy }: ShownTransfer): string | null {
  if (refusedAt) return `Refused on ${formatDay(refusedAt)}`;
  if (waitsFor === "owner") return TRANSFER.waits(formatDueDay(answerBy));
  return waitsFor === "staff" && dueBy !== null ? `Did not answer by ${formatDueDay(answerBy)}` : null;
}

/** Until when the owner decides alone, else the decision. */
function Decision({ transfer, actions }: TransferCaseProps) {
  const { waitsFor, answerBy, poiId, partnerId, partnerName, ownerName } = transfer;
  const [opened] = useState(transfer);
  if (waitsFor === "owner")
    return (
      <div className="case-outcome">
        <p className="soft">{`The owner has until ${formatDueDay(answerBy)} to answer. You can decide after that, or when the owner refuses.`}</p>
      </div>
    );
  const gone = poiId === null ? "This place is no longer in the directory. You can only reject this." : null;
  return (
    <DecidePart
      kind="transfer"
      shown={transfer}
      opened={opened}
      {...actions}
      applies={`An approval takes the place from ${isolated(ownerName ?? "its owner")} and gives it to ${isolated(partnerName)}. Both get an email.`}
      blocked={partnerId === null ? "The partner's account was deleted. You can only reject this." : gone}
    />
  );
}

const TRANSFER = {
  waits: (day: string) => `Owner may answer until ${day}`,
} as const;
