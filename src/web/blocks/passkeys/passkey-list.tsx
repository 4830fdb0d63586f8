import type { Passkey } from "../../../shared/accounts/passkeys.ts";
import { formatDateTime } from "../../lib/format/format-date.ts";
import { Button } from "../../ui/button/button.tsx";
import { PASSKEYS } from "./content.ts";

interface PasskeyListProps {
  readonly passkeys: readonly Passkey[];
  readonly onRename: (passkey: Passkey) => void;
  readonly onRemove: (passkey: Passkey) => void;
}

export function PasskeyList({ passkeys, onRename, onRemove }: PasskeyListProps) {
  if (passkeys.length === 0) return <p>{PASSKEYS.none}</p>;
  return (
    <ul className="session-list" aria-label={PASSKEYS.title}>
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="session-list-item">
          <div>
            <p>
              <strong>
                <bdi>{passkey.name}</bdi>
              </strong>
            </p>
            <p className="soft">
              {PASSKEYS.added} <Moment at={passkey.createdAt} /> ·{" "}
              {passkey.lastUsedAt ? (
                <>
                  {PASSKEYS.used} <Moment at={passkey.lastUsedAt} />
                </>
              ) : (
                PASSKEYS.neverUsed
              )}
            </p>
          </div>
          <span className="passkeys-actions">
            <Button look="quiet" className="button-small" onClick={() => onRename(passkey)}>
              {PASSKEYS.rename}
              <span className="visually-hidden">: {passkey.name}</span>
            </Button>
            <Button look="quiet" className="button-small" onClick={() => onRemove(passkey)}>
              {PASSKEYS.remove}
              <span className="visually-hidden">: {passkey.name}</span>
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}

const Moment = ({ at }: { readonly at: Date }) => (
  <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
);
