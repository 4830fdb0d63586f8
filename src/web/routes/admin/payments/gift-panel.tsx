import type { z } from "zod";
import type { showOutput } from "../../../../modules/payments/schema.ts";
import { RECORD_COMMANDS } from "../../../../shared/commands/record-commands.ts";
import { RecordPanel } from "../../../blocks/record-panel/record-panel.tsx";
import { trpc } from "../../../lib/api.tsx";
import { formatDateTime } from "../../../lib/format/format-date.ts";
import { formatDollars } from "../../../lib/format/format-dollars.ts";
import { toastOutcome } from "../../../lib/toast/toast-outcome.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Facts } from "../../../ui/facts/facts.tsx";
import { MailLink } from "../../../ui/mail-link/mail-link.tsx";
import { GATEWAYS, GIFT, PAYMENT_STATUS_NAMES } from "./content.ts";

/** One gift by card: its facts, and what the gateway reported about it. */
export function GiftPanel({ id }: { readonly id: string }) {
  const gift = trpc.admin.payments.show.useQuery({ id }, { staleTime: 0 });
  const send = trpc.admin.payments.sendReceipt.useMutation();
  const sendAgain = () =>
    toastOutcome(send.mutateAsync({ id }), { done: { title: GIFT.sent }, failed: GIFT.failed });
  return (
    <RecordPanel
      id={id}
      noun="gift"
      commands={RECORD_COMMANDS.gift}
      query={gift}
      nameOf={({ reference }) => reference}
      actions={({ status }) =>
        status === "succeeded" && (
          <Button
            look="quiet"
            className="button-tiny"
            aria-disabled={send.isPending}
            onClick={() => !send.isPending && void sendAgain()}
          >
            {GIFT.again}
          </Button>
        )
      }
    >
      {(data) => (
        <>
          <Facts facts={factsOf(data)} />
          <section>
            <h3>{GIFT.events}</h3>
            {data.events.length === 0 ? (
              <p className="soft">{GIFT.noEvents}</p>
            ) : (
              <Facts facts={data.events.map(({ type, receivedAt }) => [type, formatDateTime(receivedAt)])} />
            )}
          </section>
        </>
      )}
    </RecordPanel>
  );
}

const factsOf = (gift: z.output<typeof showOutput>) =>
  [
    [GIFT.giver, gift.customerName],
    [GIFT.email, gift.customerEmail && <MailLink key="email" address={gift.customerEmail} />],
    [GIFT.amount, formatDollars(gift.amount)],
    [GIFT.tier, gift.tier],
    [GIFT.status, PAYMENT_STATUS_NAMES[gift.status]],
    [GIFT.gateway, GATEWAYS[gift.gateway]],
    [GIFT.card, gift.cardLast4 && GIFT.ending(gift.cardBrand ?? "card", gift.cardLast4)],
    [GIFT.begun, formatDateTime(gift.createdAt)],
  ] as const;
