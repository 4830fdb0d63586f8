import { useState } from "react";
import { TRANSFER_WHY } from "../../../../copy/en/decisions.ts";
import { formatDay, formatDueDay, isolated } from "../../../../shared/format.ts";
import { Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { Agreement } from "./case/agreement.tsx";
import { CASE, type CaseActions, CaseSection, PartnerLine, PlaceLine, Statements } from "./case/case.tsx";
import { EvidenceSection } from "./case/evidence.tsx";
import { CaseFrame, CaseHead, Due } from "./case/frame.tsx";
import type { ShownTransfer } from "./ownership-cases.ts";
import { DecidePart } from "./ownership-decision.tsx";

/** A partner asks for the place of another one. */
export function TransferCase({ id, ...actions }: CaseActions & { readonly id: string }) {
  const found = trpc.admin.reviews.transfers.get.useQuery({ id });
  return (
    <Loaded query={found} failed="The case could not be loaded" rows={8}>
      {(transfer) => <Shown key={transfer.status} transfer={transfer} actions={actions} />}
    </Loaded>
  );
}

interface ShownProps {
  readonly transfer: ShownTransfer;
  readonly actions: CaseActions;
}

/** Who asks for whose place, with documents and files, and the owner's answer. */
function Shown({ transfer, actions }: ShownProps) {
  const { poiId, poiName, partnerId, partnerName, statements, evidence, answerBy, status } = transfer;
  const isPending = status === "pending";
  const words = <Statements texts={statements} none="No explanation came with it." />;
  return (
    <CaseFrame
      head={
        <CaseHead {...transfer} kind="transfer" name={poiName} sentAt={transfer.submittedAt}>
          {isPending && <Due {...transfer} waiting={WAITS(formatDueDay(answerBy))} />}
        </CaseHead>
      }
      sent={
        evidence.length > 0 ? (
          <EvidenceSection files={evidence} />
        ) : (
          <>
            <CaseSection title={CASE.evidence}>
              <p>No file came with it.</p>
            </CaseSection>
            {words}
          </>
        )
      }
      facts={
        isPending && actions.decision && transfer.waitsFor !== "owner" ? null : (
          <>
            {isPending && (
              <CaseSection title="Sent and listed">
                <Agreement rows={[{ label: "Name", sent: partnerName, listed: poiName }]} />
              </CaseSection>
            )}
            {evidence.length > 0 && words}
            <Owner transfer={transfer} />
            <Why transfer={transfer} />
            <CaseSection title="Who asks">
              <PartnerLine id={partnerId} name={partnerName} />
            </CaseSection>
            <CaseSection title="Place">
              <PlaceLine id={poiId} name={poiName} />
            </CaseSection>
          </>
        )
      }
    >
      <Decision transfer={transfer} actions={actions} />
    </CaseFrame>
  );
}

/** Why the partner asks, as the owner reads it too. */
function Why({ transfer: { why, explanation } }: Pick<ShownProps, "transfer">) {
  if (why === null) return null;
  return (
    <CaseSection title="Reason">
      <p>{TRANSFER_WHY[why]}.</p>
      <p dir="auto">{explanation}</p>
    </CaseSection>
  );
}

/** The owner who was asked, and the answer. */
function Owner({ transfer }: Pick<ShownProps, "transfer">) {
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
  if (waitsFor === "owner") return WAITS(formatDueDay(answerBy));
  return waitsFor === "staff" && dueBy !== null ? `Did not answer by ${formatDueDay(answerBy)}` : null;
}

/** Until when the owner decides alone, else the decision. */
function Decision({ transfer, actions }: ShownProps) {
  const { waitsFor, answerBy, poiId, partnerId, partnerName, ownerName, evidence } = transfer;
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
      lacking={evidence.length === 0 ? "Nothing proves this: no file came with it." : null}
      blocked={partnerId === null ? "The partner's account was deleted. You can only reject this." : gone}
    />
  );
}

const WAITS = (day: string) => `Owner may answer until ${day}`;
