import { useBrand } from "../../lib/brand.ts";
import { mailto } from "../../lib/mailto.ts";
import { ButtonLink } from "../../ui/button/button.tsx";
import { WAYS } from "./content.ts";
import { Handles } from "./handles.tsx";

export const WAYS_ID = "other-ways";

/** Venmo, Zelle and the e-mail contact: they work without the app, and where no card can be taken. */
export function OtherWays() {
  const { venmoHandle, zelleRecipient, contactEmail } = useBrand();
  return (
    <section id={WAYS_ID} className="other-ways" aria-labelledby="ways-heading">
      <div className="wrap">
        <h2 id="ways-heading">{WAYS.heading}</h2>
        <div className="other-ways-grid">
          <div className="other-ways-transfer">
            <p>{WAYS.text}</p>
            <Handles venmo={venmoHandle} zelle={zelleRecipient} />
            <p className="soft">{WAYS.note}</p>
          </div>
          <div className="other-ways-large">
            <h3>{WAYS.large}</h3>
            <p>{WAYS.largeText}</p>
            <ButtonLink look="quiet" href={mailto(contactEmail, WAYS.subject)}>
              {WAYS.write}
            </ButtonLink>
            <p className="soft">{contactEmail}</p>
          </div>
        </div>
      </div>
    </section>
  );
}
