import { lazy, type MouseEvent, useRef, useState, useTransition } from "react";
import { INQUIRY, INQUIRY_ANSWERED, PARTNERSHIP } from "../../../../copy/en/waitlist.ts";
import { Button, ButtonLink } from "../../../kit/controls/button.tsx";
import { NoEmailNote } from "../../../kit/page/alert.tsx";
import { mailto } from "../../../kit/text/links.ts";
import { useBrand } from "../../../lib/brand.ts";
import type { SentInquiry } from "./partnership-dialog.tsx";

const PartnershipDialog = lazy(() =>
  import("./partnership-dialog.tsx").then((file) => ({ default: file.PartnershipDialog })),
);

/** The business-owner block. Without JavaScript, or if the app cannot be loaded, its button opens an email. */
export function Partnership() {
  const { contactEmail } = useBrand();
  const [open, setOpen] = useState(false);
  // Stays mounted after the first opening, so that closing it by mistake loses no input.
  const [wanted, setWanted] = useState(false);
  const mail = mailto(contactEmail, PARTNERSHIP.subject);
  const [opening, startOpening] = useTransition(); // until the dialog's code is there
  const [sent, setSent] = useState<SentInquiry | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  function show({ currentTarget }: MouseEvent<HTMLElement>): void {
    opener.current = currentTarget;
    startOpening(() => {
      setWanted(true);
      setOpen(true);
    });
  }
  return (
    <div id="partnership" className="partnership">
      <Words sent={sent} />
      <Button
        className="script-only partnership-button"
        aria-haspopup="dialog"
        data-dialog={INQUIRY.title}
        data-without-app={mail}
        pending={PARTNERSHIP.opening}
        aria-busy={opening}
        onClick={show}
      >
        {opening ? PARTNERSHIP.opening : PARTNERSHIP.open}
      </Button>
      <noscript>
        <ButtonLink className="partnership-button" href={mail}>
          {PARTNERSHIP.open}
        </ButtonLink>
      </noscript>
      {wanted && (
        <PartnershipDialog
          open={open}
          onOpenChange={setOpen}
          onSent={setSent}
          focusAfter={() => opener.current}
        />
      )}
    </div>
  );
}

function Words({ sent }: { readonly sent: SentInquiry | null }) {
  return (
    <div className="partnership-words">
      {sent ? (
        <Answer {...sent} />
      ) : (
        <>
          <h3>{PARTNERSHIP.heading}</h3>
          <p>{PARTNERSHIP.text}</p>
          <p className="soft">{PARTNERSHIP.promise}</p>
        </>
      )}
      <p className="soft">
        {PARTNERSHIP.already} <a href="/partner/auth">{PARTNERSHIP.signIn}</a>
      </p>
    </div>
  );
}

/** In place of the invitation, once the dialog has closed: what was sent, and what happens next. */
const Answer = ({ reference, email }: SentInquiry) => (
  <>
    <h3>{INQUIRY_ANSWERED.heading}</h3>
    <dl className="partnership-facts">
      <div>
        <dt>{INQUIRY_ANSWERED.reference}</dt>
        <dd className="partnership-reference">{reference}</dd>
      </div>
    </dl>
    <p>
      {INQUIRY_ANSWERED.next} <strong dir="auto">{email}</strong>.
    </p>
    <NoEmailNote insteadOf={<p className="soft">{INQUIRY_ANSWERED.mailed}</p>} />
  </>
);
