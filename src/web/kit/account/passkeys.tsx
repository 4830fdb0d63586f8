import { useRef, useState } from "react";
import { formatDateTime, isolated } from "../../../shared/format.ts";
import type { Passkey } from "../../../shared/people/passkeys.ts";
import { Confirm } from "../dialog/confirm.tsx";
import { Button } from "../page/button.tsx";
import { Loaded } from "../page/loaded.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { type PasskeyCalls, passkeyActions } from "./passkey-actions.ts";
import { PASSKEYS, RENAME } from "./passkeys-content.ts";

interface PasskeysProps {
  readonly query: {
    readonly data: readonly Passkey[] | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly calls: PasskeyCalls;
}

interface Open {
  readonly kind: "rename" | "remove";
  readonly passkey: Passkey;
}

/** The account's passkeys: adding, renaming and removing. */
export function Passkeys({ query, calls }: PasskeysProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const body = useRef<HTMLDivElement>(null);
  return (
    <div className="passkeys" ref={body} tabIndex={-1}>
      <p className="soft">
        Sign in with your fingerprint, your face or your device's PIN instead of a password.
      </p>
      <Loaded query={query} failed="Your passkeys could not be loaded" rows={1}>
        {(list) => (
          <PasskeyList
            passkeys={list}
            onRename={(passkey) => setOpen({ kind: "rename", passkey })}
            onRemove={(passkey) => setOpen({ kind: "remove", passkey })}
          />
        )}
      </Loaded>
      <AddPasskey calls={calls} />
      <OpenDialog open={open} onClose={() => setOpen(null)} calls={calls} focusAfter={() => body.current} />
    </div>
  );
}

interface OpenDialogProps {
  readonly open: Open | null;
  readonly onClose: () => void;
  readonly calls: PasskeyCalls;
  readonly focusAfter: () => HTMLElement | null;
}

/** Mounted only now: an open dialog, which may be around this, hides what is mounted before it from screen readers. */
function OpenDialog({ open, calls, ...dialog }: OpenDialogProps) {
  const { rename, remove } = passkeyActions(calls);
  if (!open) return null;
  const { id, name } = open.passkey;
  if (open.kind === "rename")
    return <NameDialog {...dialog} words={RENAME} name={name} send={(chosen) => rename(id, chosen)} />;
  return (
    <Confirm
      {...dialog}
      open
      title={PASSKEYS.remove}
      action={PASSKEYS.remove}
      onConfirm={() => remove(id).finally(dialog.onClose)}
    >
      {`"${isolated(name)}" will no longer sign you in, and your other devices are signed out. Your device may still list it; delete it there too.`}
    </Confirm>
  );
}

interface PasskeyListProps {
  readonly passkeys: readonly Passkey[];
  readonly onRename: (passkey: Passkey) => void;
  readonly onRemove: (passkey: Passkey) => void;
}

function PasskeyList({ passkeys, onRename, onRemove }: PasskeyListProps) {
  if (passkeys.length === 0) return <p>You have no passkeys yet.</p>;
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
              Added <Moment at={passkey.createdAt} /> ·{" "}
              {passkey.lastUsedAt ? (
                <>
                  Last used <Moment at={passkey.lastUsedAt} />
                </>
              ) : (
                "Not used yet"
              )}
            </p>
          </div>
          <span className="passkeys-actions">
            <Button look="quiet" className="button-small" onClick={() => onRename(passkey)}>
              Rename
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
