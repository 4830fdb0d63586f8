import { useParams, useSearch } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import type { z } from "zod";
import { NOT_DEDUCTIBLE, RECEIPT, RESULT } from "../../../../copy/en/support.ts";
import type { verifyOutput } from "../../../../modules/payments/schema.ts";
import { minutes, seconds } from "../../../../shared/duration.ts";
import { formatUtcDay } from "../../../../shared/format.ts";
import { formatDollars } from "../../../../shared/money/money.ts";
import { Button, ButtonLink } from "../../../kit/controls/button.tsx";
import { PublicPage } from "../../../kit/site/public-page.tsx";
import { mailto } from "../../../kit/text/links.ts";
import { trpc } from "../../../lib/api.tsx";
import { useBrand } from "../../../lib/brand.ts";
import { refusalOf } from "../../../lib/errors.ts";
import { focusFrom } from "../../../lib/focus.ts";
import { resultSearchParams } from "./search-params.ts";

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

/** A printable receipt with the current status: a refunded gift is no receipt for a donation. */
function Receipt({ gift }: { readonly gift: Verified }) {
  const { name, postalAddress } = useBrand();
  return (
    <>
      <section className="receipt" aria-labelledby="receipt-heading">
        <h2 id="receipt-heading">{RECEIPT.heading}</h2>
        <dl>
          <Row name={RECEIPT.reference} value={gift.reference} />
          {gift.name && <Row name={RECEIPT.from} value={<bdi>{gift.name}</bdi>} />}
          {gift.paidAt && <Row name={RECEIPT.date} value={formatUtcDay(gift.paidAt)} />}
          <Row name={RECEIPT.amount} value={`${formatDollars(gift.amount)} USD`} />
          <Row name={RECEIPT.tier} value={gift.tier || RECEIPT.ownAmount} />
          <Row name={RECEIPT.status} value={gift.status === "refunded" ? RECEIPT.refunded : RECEIPT.paid} />
          <Row name={RECEIPT.receivedBy} value={addressed(name, postalAddress)} />
        </dl>
        <p className="soft">{`${RECEIPT.line} ${NOT_DEDUCTIBLE}`}</p>
      </section>
      <div className="result-page-actions">
        <Button look="quiet" onClick={() => window.print()}>
          {RECEIPT.print}
        </Button>
        <ButtonLink look="text" href="/">
          {RESULT.home}
        </ButtonLink>
      </div>
    </>
  );
}

/** Many postal addresses begin with the name already. */
const addressed = (name: string, address: string): string =>
  address.startsWith(name) ? address : `${name}, ${address}`;

function Row({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

type Verified = z.output<typeof verifyOutput>;

const FIRST_PAUSE = seconds(2);
const GROWTH = 1.5;
const POLL_FOR = minutes(2);

/** The outcome of a payment. A pending payment is polled with growing delays for two minutes. */
function useVerification(paymentId: string) {
  const { mutateAsync, error, isPending } = trpc.public.support.verify.useMutation();
  const [gift, setGift] = useState<Verified | null>(null);
  const [answers, setAnswers] = useState(0); // failures too: they count toward the two minutes
  async function ask(): Promise<void> {
    await mutateAsync({ paymentId }).then(setGift, () => undefined); // `error` is shown
    setAnswers((count) => count + 1);
  }
  const isFirst = answers === 0;
  const pause = gift?.status === "pending" && pauseAfter(answers);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after each answer; `ask` is a new function on every render
  useEffect(() => {
    if (!isFirst && pause === false) return;
    const timer = setTimeout(() => void ask(), isFirst ? 0 : Number(pause));
    return () => clearTimeout(timer);
  }, [answers]);
  async function askAgain(): Promise<void> {
    const pressed = document.activeElement;
    await ask();
    focusFrom(pressed, document.querySelector<HTMLElement>("main")); // the button may have been removed
  }
  return { gift, error, askAgain, isAsking: isPending || isFirst, stillAsking: pause !== false } as const;
}

/** Milliseconds until the next poll; false if it would exceed the two minutes. */
function pauseAfter(answers: number): number | false {
  let asked = 0;
  let pause = FIRST_PAUSE;
  for (let n = 1; n < answers; n++) {
    asked += pause;
    pause *= GROWTH;
  }
  return asked + pause <= POLL_FOR && pause;
}

interface ResultPageProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly tone?: "good" | "bad" | "waiting";
  /** The receipt and next steps. */
  readonly children?: ReactNode;
}

/** The frame of every outcome: one sentence and the next steps. */
function ResultPage({ title, text, tone = "good", children }: ResultPageProps) {
  return (
    <PublicPage title={title}>
      <div className="result-page" data-tone={tone}>
        <div className="result-page-words" role="status">
          <h1>{title}</h1>
          <p>{text}</p>
        </div>
        {children}
      </div>
    </PublicPage>
  );
}
