import { ALTERNATIVES, OTHER_WAYS } from "../../../copy/en/support.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { CopyButton } from "../../kit/controls/copy-button.tsx";
import { mailto } from "../../kit/text/links.ts";
import { useBrand } from "../../lib/brand.ts";

export const OTHER_WAYS_ID = "other-ways";

/** Venmo, Zelle and the e-mail contact: they work without the app, and when card payments are unavailable. */
export function OtherWays() {
  const { venmoHandle, zelleRecipient, contactEmail } = useBrand();
  return (
    <section id={OTHER_WAYS_ID} className="other-ways" aria-labelledby="ways-heading">
      <div className="wrap">
        <h2 id="ways-heading">{OTHER_WAYS.heading}</h2>
        <div className="other-ways-grid">
          <div>
            <p>{OTHER_WAYS.text}</p>
            <Handles venmo={venmoHandle} zelle={zelleRecipient} />
            <p className="soft">{OTHER_WAYS.note}</p>
          </div>
          <div className="other-ways-large">
            <h3>{OTHER_WAYS.large}</h3>
            <p>{OTHER_WAYS.largeText}</p>
            <ButtonLink look="quiet" href={mailto(contactEmail, OTHER_WAYS.subject)}>
              {OTHER_WAYS.write}
            </ButtonLink>
            <p className="soft">{contactEmail}</p>
          </div>
        </div>
      </div>
    </section>
  );
}

interface HandlesProps {
  readonly venmo: string;
  readonly zelle: string;
  /** The reference that identifies the transfer, if any. */
  readonly reference?: string | undefined;
}

/** Addresses for gifts without a card, each with a copy button. */
export function Handles({ venmo, zelle, reference }: HandlesProps) {
  return (
    <dl className="handles">
      <Handle name={OTHER_WAYS.venmo} value={venmo} what={OTHER_WAYS.handleOf(OTHER_WAYS.venmo)} />
      <Handle name={OTHER_WAYS.zelle} value={zelle} what={OTHER_WAYS.handleOf(OTHER_WAYS.zelle)} />
      {reference && <Handle name={ALTERNATIVES.reference} value={reference} what={ALTERNATIVES.what} />}
    </dl>
  );
}

interface HandleProps {
  readonly name: string;
  readonly value: string;
  readonly what: string;
}

function Handle({ name, value, what }: HandleProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="handles-value">{value}</span>
        <span className="script-only">
          <CopyButton text={value} what={what} />
        </span>
      </dd>
    </div>
  );
}
