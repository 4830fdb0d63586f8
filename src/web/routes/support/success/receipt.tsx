import { useBrand } from "../../../lib/brand.ts";
import { formatDollars } from "../../../lib/format/format-dollars.ts";
import { Button, ButtonLink } from "../../../ui/button/button.tsx";
import { NOT_DEDUCTIBLE } from "../content.ts";
import { RECEIPT, RESULT } from "./content.ts";
import type { Verified } from "./use-verification.ts";

/** A printable receipt with the current status: a refunded gift is no receipt for a donation. */
export function Receipt({ gift }: { readonly gift: Verified }) {
  const { name, postalAddress } = useBrand();
  return (
    <>
      <section className="receipt" aria-labelledby="receipt-heading">
        <h2 id="receipt-heading">{RECEIPT.heading}</h2>
        <dl>
          <Row name={RECEIPT.reference} value={gift.reference} />
          {gift.paidAt && <Row name={RECEIPT.date} value={DAY.format(gift.paidAt)} />}
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

/** The day that the mailed receipt names. */
const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** Many postal addresses begin with the name already. */
const addressed = (name: string, address: string): string =>
  address.startsWith(name) ? address : `${name}, ${address}`;

function Row({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
