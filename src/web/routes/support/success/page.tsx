import { useParams } from "@tanstack/react-router";
import { RESULT } from "../../../../copy/en/support.ts";
import { ButtonLink } from "../../../kit/page/button.tsx";
import { ResultPage } from "./result-page.tsx";
import { Verification } from "./verification.tsx";

/** The outcome of a gift. Without an id it says thank you and confirms no payment. */
export function SupportResultPage() {
  const { paymentId } = useParams({ strict: false });
  if (paymentId) return <Verification paymentId={paymentId} />;
  return (
    <ResultPage title={RESULT.thanks} text={RESULT.noPayment}>
      <div className="result-page-actions">
        <ButtonLink href="/support" look="quiet">
          {RESULT.give}
        </ButtonLink>
      </div>
    </ResultPage>
  );
}
