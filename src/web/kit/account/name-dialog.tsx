import { passkeyName } from "../../../shared/people/passkeys.ts";
import { PasskeyDismissed } from "../../lib/credentials/passkeys.ts";
import { messageOf } from "../../lib/error-message.ts";
import { textOf } from "../../lib/form/form-text.ts";
import { useSubmit } from "../../lib/form/use-submit.ts";
import { toast } from "../../lib/toast/toast.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { Field } from "../form/field.tsx";
import { Button } from "../page/button.tsx";
import { sentenceOf } from "./passkey-actions.ts";
import type { ADD, RENAME } from "./passkeys-content.ts";

interface NameDialogProps {
  readonly words: typeof ADD | typeof RENAME;
  readonly name: string;
  readonly send: (name: string) => Promise<void>;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

/** Names a passkey, a new one or one of the list. Mounted while it is open. */
export function NameDialog({ words, name, onClose, focusAfter, ...form }: NameDialogProps) {
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
    onFailed: (message, error) => {
      if (error instanceof PasskeyDismissed) return;
      const description = sentenceOf(error) ?? message ?? messageOf(error);
      toast({ title: words.failed, variant: "destructive", ...(description && { description }) });
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
