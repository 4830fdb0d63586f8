import { useRef, useState } from "react";
import { sentenceOf } from "../../../../copy/en/decisions.ts";
import { MY_CLAIMS, OWN } from "../../../../copy/en/partner.ts";
import { MORE, PROOFS, WITHDRAW } from "../../../../copy/en/partner-places.ts";
import type { Claim } from "../../../../modules/ownership/claims/schema.ts";
import { formatDueDay } from "../../../../shared/format.ts";
import { isId } from "../../../../shared/id.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { ConfirmSubject } from "../../../kit/dialog/confirm.tsx";
import { FormDialog, useOpenDialog } from "../../../kit/dialog/form-dialog.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { toast } from "../../../lib/toast.ts";
import { DocumentsForm } from "../claim/documents-form.tsx";
import { QuickProofs } from "../claim/quick-proofs.tsx";
import type { OpenDialog } from "../dialogs.tsx";
import { ReviewState, StatusBadge } from "../review-progress.tsx";
import { useRights } from "../session.tsx";
import { useOwn } from "./own-data.ts";
import { OwnList, QuestionButton } from "./own-list.tsx";

interface MyClaimsProps {
  readonly onDo: (doing: OpenDialog) => void;
  readonly onSearch: () => void;
}

export function MyClaims({ onDo, onSearch }: MyClaimsProps) {
  const { claims } = useOwn();
  const { manages } = useRights();
  const settled = new Set(
    claims.data?.items.filter(({ status }) => status !== "rejected").map(({ poiId }) => poiId),
  );
  const again = ({ status, reason, poiId, poiName }: Claim) => {
    const open = poiId !== null && !settled.has(poiId) && reason !== "already_claimed_by_other";
    if (status !== "rejected" || !open || !manages) return null;
    return () => onDo({ what: "claim", place: { id: poiId, name: poiName } });
  };
  return (
    <OwnList
      list={claims}
      words={MY_CLAIMS}
      emptyAction={<Button onClick={onSearch}>{OWN.goSearch}</Button>}
      keyOf={(claim) => claim.id}
      card={(claim) => <ClaimCard claim={claim} onAgain={again(claim)} />}
    />
  );
}

interface ClaimCardProps {
  readonly claim: Claim;
  /** Null if it cannot be submitted again, or already was. */
  readonly onAgain: (() => void) | null;
}

function ClaimCard({ claim, onAgain }: ClaimCardProps) {
  const reason = sentenceOf(claim.reason);
  const texts = textsOf(claim);
  return (
    <article className="own-list-card">
      <div className="place-card-head">
        <h3>
          <UserText text={claim.poiName} />
          <span className="own-list-number">{MY_CLAIMS.number(claim.id)}</span>
        </h3>
        <StatusBadge status={claim.status} />
      </div>
      {claim.poiAddress && <p className="soft">{claim.poiAddress}</p>}
      <ReviewState reviewed={claim} />
      <SentFiles files={claim.files} texts={texts} />
      {reason && <p>{reason}</p>}
      {claim.notes && (
        <p className="own-list-notes">
          <strong>{noteLabel(claim)}</strong> <bdi>{claim.notes}</bdi>
        </p>
      )}
      {claim.poiId === null && <p className="soft">{MY_CLAIMS.gone}</p>}
      {claim.status === "pending" && <QuickProofs claim={claim} />}
      {claim.status === "pending" && <ClaimActions claim={claim} />}
      {onAgain && (
        <Button
          look="quiet"
          className="button-small"
          aria-label={`${MY_CLAIMS.again}: ${claim.poiName}`}
          onClick={onAgain}
        >
          {MY_CLAIMS.again}
        </Button>
      )}
    </article>
  );
}

const textsOf = ({ documents }: Claim): readonly string[] =>
  documents.filter((text) => text !== "" && !isId(text));

interface SentFilesProps {
  readonly files: Claim["files"];
  readonly texts: readonly string[];
}

/** What was sent: files, each with what it proves, and the text. */
function SentFiles({ files, texts }: SentFilesProps) {
  if (files.length + texts.length === 0) return null;
  return (
    <details className="own-list-sent">
      <summary>{MY_CLAIMS.sent(files.length)}</summary>
      {files.length > 0 && (
        <ul>
          {files.map(({ id, name, slot }) => (
            <li key={id}>
              {slot && <strong>{PROOFS[slot].label}: </strong>}
              <a href={`/partner/api/evidence/${id}`} download>
                <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      {texts.map((text) => (
        <p key={text} className="own-list-notes" dir="auto">
          {text}
        </p>
      ))}
    </details>
  );
}

/** While a claim is pending, its note is what we asked for. */
function noteLabel({ status, moreRequested }: Claim): string {
  if (moreRequested !== null) return MORE.asked;
  return status === "pending" ? MORE.answered : `${OWN.notes}:`;
}

interface ClaimActionsProps {
  readonly claim: Claim;
}

/** What a partner can do with a pending claim: send what we asked for, and withdraw it. */
function ClaimActions({ claim }: ClaimActionsProps) {
  const { id, poiName, moreRequested } = claim;
  const [answers, setAnswers] = useState(false);
  const change = trpc.partner.claims.change.useMutation();
  const utils = trpc.useUtils();
  const more = useRef<HTMLButtonElement>(null);
  const withdraw = useRef<HTMLButtonElement>(null);
  const { manages } = useRights();
  if (!manages) return null;
  return (
    <div className="place-card-actions">
      {moreRequested !== null && (
        <Button
          className="button-small"
          ref={more}
          aria-label={MORE.of(poiName)}
          onClick={() => setAnswers(true)}
        >
          {MORE.open}
        </Button>
      )}
      <QuestionButton
        look="quiet"
        buttonRef={withdraw}
        aria-label={WITHDRAW.of(poiName)}
        words={WITHDRAW}
        done={WITHDRAW.done}
        send={() => change.mutateAsync({ id, withdraw: true })}
        reload={() => utils.partner.claims.list.invalidate()}
        tab="claims"
      >
        <ConfirmSubject name={poiName} detail={WITHDRAW.text} />
      </QuestionButton>
      <FormDialog open={answers} onClose={() => setAnswers(false)} title={MORE.title(poiName)}>
        {answers && <Answer claim={claim} onAnswered={() => focusFrom(more.current, withdraw.current)} />}
      </FormDialog>
    </div>
  );
}

interface AnswerProps extends ClaimActionsProps {
  /** The button that opened the dialog is gone. */
  readonly onAnswered: () => void;
}

/** Our question, with files and a text as the answer. */
function Answer({ claim: { id, moreRequested }, onAnswered }: AnswerProps) {
  const { close, holdFor } = useOpenDialog();
  const change = trpc.partner.claims.change.useMutation();
  const utils = trpc.useUtils();
  async function send(documents: string[]): Promise<void> {
    const { dueBy } = await holdFor(change.mutateAsync({ id, documents }));
    toast({ title: MORE.sent, ...(dueBy && { description: MORE.sentText(formatDueDay(dueBy)) }) });
  }
  function sent(): void {
    close();
    void utils.partner.claims.list.invalidate().then(onAnswered);
  }
  return (
    <DocumentsForm words={MORE} send={send} onSent={sent} onClose={close}>
      <div className="claim-form-notice">
        <p>
          <strong>{MORE.asked}</strong>
        </p>
        <p dir="auto">{moreRequested}</p>
      </div>
    </DocumentsForm>
  );
}
