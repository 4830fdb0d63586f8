import { useSearch } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { useBrand } from "../../../lib/brand.ts";
import { mailto } from "../../../lib/mailto.ts";
import { refusalOf } from "../../../lib/refusal.ts";
import { Button, ButtonLink } from "../../../ui/button/button.tsx";
import { RESULT } from "./content.ts";
import { Receipt } from "./receipt.tsx";
import { ResultPage } from "./result-page.tsx";
import { resultSearchParams } from "./search-params.ts";
import { useVerification } from "./use-verification.ts";

interface VerificationProps {
  readonly paymentId: string;
}

/** Polls the payment and shows its outcome. One page for all states, so that each change is announced. */
export function Verification({ paymentId }: VerificationProps) {
  return <ResultPage {...useOutcome(paymentId)} />;
}

type Outcome = ComponentProps<typeof ResultPage>;

function useOutcome(paymentId: string): Outcome {
  const { contactEmail } = useBrand();
  const { declined } = resultSearchParams.parse(useSearch({ strict: false }));
  const { gift, error, askAgain, isAsking, stillAsking } = useVerification(paymentId);
  const toForm = <ButtonLink href="/support">{RESULT.tryAgain}</ButtonLink>;
  const failed = (text: string, again = toForm): Outcome => ({
    title: RESULT.failed,
    text,
    tone: "bad",
    children: (
      <div className="result-page-actions">
        {again}
        <ButtonLink look="quiet" href={mailto(contactEmail, RESULT.contactSubject(paymentId))}>
          {RESULT.contact}
        </ButtonLink>
      </div>
    ),
  });
  if (gift?.status === "succeeded")
    return { title: RESULT.thanks, text: RESULT.received, children: <Receipt gift={gift} /> };
  if (gift?.status === "refunded") {
    const children = <Receipt gift={gift} />;
    return { title: RESULT.refunded, text: RESULT.refundedText, tone: "waiting", children };
  }
  if (gift?.status === "failed") return failed(declined ? RESULT.declinedByYou : RESULT.declined);
  if (gift?.status === "pending") return pending(stillAsking, isAsking, contactEmail, () => void askAgain());
  if (!error || isAsking) return { title: RESULT.verifying, text: RESULT.verifyingText, tone: "waiting" };
  if (isUnknown(error)) return failed(RESULT.unknown);
  return failed(RESULT.unanswered, <Button onClick={() => void askAgain()}>{RESULT.tryAgain}</Button>);
}

const isUnknown = (error: unknown): boolean => [400, 404].includes(refusalOf(error)?.status ?? 0);

function pending(
  stillAsking: boolean,
  isAsking: boolean,
  contactEmail: string,
  askAgain: () => void,
): Outcome {
  const tone = "waiting";
  if (stillAsking)
    return { title: RESULT.pending, text: RESULT.pendingText, tone, children: <div className="pending" /> };
  const children = (
    <div className="result-page-actions">
      <Button look="quiet" onClick={askAgain} disabled={isAsking}>
        {RESULT.askAgain}
      </Button>
    </div>
  );
  return { title: RESULT.pending, text: RESULT.stillPending(contactEmail), tone, children };
}
