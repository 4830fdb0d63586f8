import { useRef, useState } from "react";
import { formatDateTime, isolated } from "../../../shared/format.ts";
import { deviceName } from "../../../shared/people/accounts.ts";
import {
  type CreationOptions,
  type Passkey,
  passkeyName,
  type RegistrationResponse,
} from "../../../shared/people/passkeys.ts";
import { textOf } from "../../lib/form.ts";
import { knowsPasskeys, makePasskey, PasskeyDismissed, PasskeyExists } from "../../lib/session/passkeys.ts";
import { toast, toastError, toastOutcome } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../controls/button.tsx";
import { Confirm } from "../dialog/confirm.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { Field } from "../form/field.tsx";
import { Loaded } from "../page/states.tsx";

export const PASSKEYS = {
  title: "Passkeys",
  remove: "Remove",
} as const;

const NAME = {
  missing: "Please enter a name",
  label: "Name",
  hint: "So that you recognize it in the list.",
} as const;

export const ADD = {
  ...NAME,
  title: "Add a passkey",
  submit: "Continue",
  sending: "Waiting for the passkey...",
  failed: "Failed to add the passkey",
} as const;

export const RENAME = {
  ...NAME,
  title: "Rename the passkey",
  submit: "Save",
  sending: "Saving...",
  failed: "Failed to rename the passkey",
} as const;

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

interface AddPasskeyProps {
  readonly calls: PasskeyCalls;
  readonly look?: "primary" | "quiet";
}

/** The button that adds a passkey, named after this device unless the user names it. */
export function AddPasskey({ calls, look = "primary" }: AddPasskeyProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!knowsPasskeys())
    return (
      <p className="soft">
        This browser cannot use passkeys. They need an up-to-date browser and a secure connection.
      </p>
    );
  return (
    <>
      <Button ref={button} look={look} onClick={() => setOpen(true)}>
        Add a passkey
      </Button>
      {open && (
        <NameDialog
          words={ADD}
          name={deviceName(navigator.userAgent)}
          send={passkeyActions(calls).add}
          onClose={() => setOpen(false)}
          focusAfter={() => button.current}
        />
      )}
    </>
  );
}

interface NameDialogProps {
  readonly words: typeof ADD | typeof RENAME;
  readonly name: string;
  readonly send: (name: string) => Promise<void>;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

/** Names a passkey, a new one or one of the list. Mounted while it is open. */
function NameDialog({ words, name, onClose, focusAfter, ...form }: NameDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      keepsText // the name is quickly typed again
      size="small"
      title={words.title}
      description={words.hint}
      focusAfter={focusAfter}
    >
      <NameForm {...form} words={words} name={name} onClose={onClose} />
    </Dialog>
  );
}

function NameForm({ words, name, send, onClose }: Omit<NameDialogProps, "focusAfter">) {
  const { fields, sending, onSubmit } = useSubmit({
    schema: passkeyName,
    missing: words.missing,
    read: (data) => ({ name: textOf(data, "name") }),
    send: ({ name: chosen }) => send(chosen),
    onInvalid: () => undefined,
    onDone: onClose,
    onFailed: (_, error) => {
      if (error instanceof PasskeyDismissed) return;
      toastError(words.failed, sentenceOf(error) ?? error);
    },
  });
  return (
    <form className="dialog-form" aria-label={words.title} noValidate onSubmit={onSubmit}>
      <Field
        label={words.label}
        name="name"
        autoComplete="off"
        required
        defaultValue={name}
        error={fields.name}
      />
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={sending}>
          {sending ? words.sending : words.submit}
        </Button>
      </div>
    </form>
  );
}

/** The calls of one kind of account. */
interface PasskeyCalls {
  readonly startAdding: () => Promise<CreationOptions>;
  readonly add: (input: { name: string; response: RegistrationResponse }) => Promise<Passkey>;
  readonly rename: (input: { id: string; name: string }) => Promise<Passkey>;
  readonly remove: (input: { id: string }) => Promise<unknown>;
  readonly reload: () => Promise<unknown>;
}

function passkeyActions({ startAdding, add, rename, remove, reload }: PasskeyCalls) {
  return {
    /** Throws `PasskeyDismissed` if the user closes the browser's dialog. */
    async add(name: string): Promise<void> {
      const response = await makePasskey(await startAdding());
      await add({ name, response });
      toast({ title: "Passkey added" });
      await reload();
    },
    async rename(id: string, name: string): Promise<void> {
      await rename({ id, name });
      toast({ title: "Passkey renamed" });
      await reload();
    },
    async remove(id: string): Promise<void> {
      await toastOutcome(remove({ id }), {
        done: { title: "Passkey removed" },
        failed: "Failed to remove the passkey",
      });
      await reload(); // also after a refusal: it may have been removed elsewhere
    },
  } as const;
}

/** The sentence for a failure in the browser; null for one that says itself what is wrong. */
export const sentenceOf = (error: unknown): string | null =>
  error instanceof PasskeyExists ? "This device already has a passkey for your account." : null;
