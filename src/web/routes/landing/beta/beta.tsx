import { lazy, type MouseEvent, useRef, useState, useTransition } from "react";
import { BETA, INQUIRY, INQUIRY_ANSWERED, PARTNERSHIP, WAITLIST } from "../../../../copy/en/waitlist.ts";
import { Button, ButtonLink } from "../../../kit/controls/button.tsx";
import { NoEmailNote } from "../../../kit/page/alert.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { mailto } from "../../../kit/text/links.ts";
import { useBrand } from "../../../lib/brand.ts";
import { StraightRoute } from "../route-line.tsx";
import type { SentInquiry } from "./partnership-dialog.tsx";
import { WaitlistForm } from "./waitlist-form.tsx";

/** The end of the route: the waitlist card and the business-owner block. */
export function Beta() {
  return (
    <section id="beta" className="beta" aria-labelledby="beta-heading">
      <div className="wrap">
        <div className="beta-grid">
          <div className="beta-words">
            <h2 id="beta-heading">{BETA.heading}</h2>
            <p>{BETA.text}</p>
            <ul className="beta-benefits">
              {BETA.benefits.map((benefit) => (
                <li key={benefit}>{benefit}</li>
              ))}
            </ul>
          </div>
          <StraightRoute className="beta-route" />
          <Card id="waitlist" className="beta-card">
            <WaitlistForm at="waitlist" label={WAITLIST.label} />
            <ul className="beta-badges">
              {WAITLIST.badges.map((badge) => (
                <li key={badge}>{badge}</li>
              ))}
            </ul>
          </Card>
        </div>
        <Partnership />
      </div>
    </section>
  );
}

const PartnershipDialog = lazy(() =>
  import("./partnership-dialog.tsx").then((file) => ({ default: file.PartnershipDialog })),
);

/** The business-owner block. Without JavaScript, or if the app cannot be loaded, its button opens an email. */
function Partnership() {
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
