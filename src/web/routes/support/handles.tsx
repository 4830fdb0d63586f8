import { CopyButton } from "../../blocks/security/copy-button.tsx";
import { ALTERNATIVES, WAYS } from "./content.ts";

interface HandlesProps {
  readonly venmo: string;
  readonly zelle: string;
  /** What the transfer is recognised by, where there is one. */
  readonly reference?: string | undefined;
}

/** Where to send a gift without a card, ready to be copied. */
export function Handles({ venmo, zelle, reference }: HandlesProps) {
  return (
    <dl className="handles">
      <Handle name={WAYS.venmo} value={venmo} what={WAYS.handleOf(WAYS.venmo)} />
      <Handle name={WAYS.zelle} value={zelle} what={WAYS.handleOf(WAYS.zelle)} />
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
