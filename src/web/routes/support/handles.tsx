import { ALTERNATIVES, OTHER_WAYS } from "../../../copy/en/support.ts";
import { CopyButton } from "../../kit/page/copy-button.tsx";

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
