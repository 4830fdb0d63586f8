import { useEffect, useRef, useState } from "react";
import { GIFT, OTHER_WAYS } from "../../../copy/en/support.ts";
import { tierOf } from "../../../shared/money/gifts.ts";
import { Dialog } from "../../kit/dialog/dialog.tsx";
import { Loaded } from "../../kit/page/states.tsx";
import { mailto } from "../../kit/text/links.ts";
import { trpc } from "../../lib/api.tsx";
import { useBrand } from "../../lib/brand.ts";
import { typedInFrame } from "../../lib/drafts.ts";
import type { RememberedFields } from "./gift.ts";
import { GiftForm } from "./gift-form.tsx";
import { Handles } from "./other-ways.tsx";

interface GiftDialogProps {
  /** Dollars, as typed. */
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

/** The payment form for the configured gateway. Closing it unmounts it, which removes the card. */
export function GiftDialog({ amount, onAmount, open, onClose, focusAfter }: GiftDialogProps) {
  const options = trpc.public.support.options.useQuery();
  const tier = tierOf(Number(amount));
  const [typed] = useState(typedInFrame);
  const kept = useRef<RememberedFields>(typed);
  const [sending, setSending] = useState(false);
  useClosedOnReturn(onClose);
  return (
    <Dialog
      keepsText={options.data?.collectsCard === false}
      open={open}
      held={sending} // the user must see the outcome: the payment page, or a reference for a transfer
      onOpenChange={(next) => !next && onClose()}
      focusAfter={focusAfter}
      title={tier ? GIFT.title(tier.name) : GIFT.titleBelow}
      description={tier?.purpose ?? GIFT.purposeBelow}
      closeLabel={GIFT.close}
    >
      {open && (
        <Loaded query={options} failed={GIFT.optionsFailed}>
          {({ gateway, collectsCard, venmo, zelle }) =>
            gateway === "off" ? (
              <WithoutCard venmo={venmo} zelle={zelle} />
            ) : (
              <GiftForm
                amount={amount}
                onAmount={onAmount}
                collectsCard={collectsCard}
                isTest={gateway === "sandbox"}
                kept={kept}
                onSending={setSending}
              />
            )
          }
        </Loaded>
      )}
    </Dialog>
  );
}

/** A page restored from the back/forward cache would still contain the submitted form. */
function useClosedOnReturn(onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && close.current();
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);
}

function WithoutCard({ venmo, zelle }: { readonly venmo: string; readonly zelle: string }) {
  const { contactEmail } = useBrand();
  return (
    <div className="gift">
      <p>{GIFT.off}</p>
      <Handles venmo={venmo} zelle={zelle} />
      <p className="soft">{OTHER_WAYS.note}</p>
      <p>
        <a href={mailto(contactEmail, OTHER_WAYS.giftSubject)}>{contactEmail}</a>
      </p>
    </div>
  );
}
