import type { ReactNode } from "react";
import { useBrand } from "../../../lib/brand.ts";
import { mailto } from "../../../lib/mailto.ts";
import { refusalOf } from "../../../lib/refusal.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { RESULT } from "./content.ts";
import { Receipt } from "./receipt.tsx";
import { ResultPage } from "./result-page.tsx";
import { useVerification } from "./use-verification.ts";

/** Asks what became of the payment and says it. */
export function Verification({ paymentId }: { readonly paymentId: string }) {
  const { gift, error, refetch, isFetching, stillAsking } = useVerification(paymentId);
  const toForm = <ButtonLink href="/support">{RESULT.tryAgain}</ButtonLink>;
  if (gift?.status === "succeeded") {
    return (
      <ResultPage title={RESULT.thanks} text={RESULT.received}>
        <Receipt gift={gift} />
      </ResultPage>
    );
  }
  if (gift?.status === "refunded") {
    return (
      <ResultPage title={RESULT.refunded} text={RESULT.refundedText} tone="waiting">
        <Receipt gift={gift} />
      </ResultPage>
    );
  }
  if (gift?.status === "pending") return <Pending stillAsking={stillAsking} />;
  if (gift?.status === "failed") {
    return <Failed paymentId={paymentId} text={RESULT.declined} again={toForm} />;
  }
  if (!error || isFetching)
    return <ResultPage title={RESULT.verifying} text={RESULT.verifyingText} tone="waiting" />;
  if (isUnknown(error)) return <Failed paymentId={paymentId} text={RESULT.unknown} again={toForm} />;
  const askAgain = <Button onClick={() => void refetch()}>{RESULT.tryAgain}</Button>;
  return <Failed paymentId={paymentId} text={RESULT.unanswered} again={askAgain} />;
}

const isUnknown = (error: unknown): boolean => [400, 404].includes(refusalOf(error)?.status ?? 0);

function Pending({ stillAsking }: { readonly stillAsking: boolean }) {
  const { contactEmail } = useBrand();
  return (
    <ResultPage
      title={RESULT.pending}
      text={stillAsking ? RESULT.pendingText : RESULT.stillPending(contactEmail)}
      tone="waiting"
    >
      {stillAsking && <div className="pending" />}
    </ResultPage>
  );
}

interface FailedProps {
  readonly paymentId: string;
  readonly text: string;
  readonly again: ReactNode;
}

function Failed({ paymentId, text, again }: FailedProps) {
  const { contactEmail } = useBrand();
  return (
    <ResultPage title={RESULT.failed} text={text} tone="bad">
      <div className="result-acts">
        {again}
        <ButtonLink look="quiet" href={mailto(contactEmail, RESULT.contactSubject(paymentId))}>
          {RESULT.contact}
        </ButtonLink>
      </div>
    </ResultPage>
  );
}
