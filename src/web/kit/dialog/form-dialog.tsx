import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
} from "react";
import type { FieldErrors } from "../../../shared/errors.ts";
import { refusalOf } from "../../lib/errors.ts";
import { focusFrom } from "../../lib/focus.ts";
import type { FormSchema, InputOf } from "../../lib/form.ts";
import { toastError } from "../../lib/toast.ts";
import { type SubmitOptions, useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../controls/button.tsx";
import { Alert } from "../page/alert.tsx";
import { Dialog } from "./dialog.tsx";

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, "onOpenChange" | "held"> {
  readonly onClose: () => void;
}

interface OpenDialog {
  readonly close: () => void;
  /** Keeps the dialog open until the request has been answered. */
  readonly holdFor: <T>(sent: Promise<T>) => Promise<T>;
}

const OpenDialogContext = createContext<OpenDialog | null>(null);

/** A dialog around a `DialogForm`. It cannot be closed while the form is being sent. */
export function FormDialog({ onClose, children, ...dialog }: FormDialogProps) {
  const sending = useRef(false);
  const close = () => {
    if (!sending.current) onClose();
  };
  const holdFor: OpenDialog["holdFor"] = async (sent) => {
    sending.current = true;
    return await sent.finally(() => {
      sending.current = false;
    });
  };
  return (
    <Dialog {...dialog} onOpenChange={(open) => !open && close()}>
      <OpenDialogContext value={{ close, holdFor }}>{children}</OpenDialogContext>
    </Dialog>
  );
}

export function useOpenDialog(): OpenDialog {
  const dialog = use(OpenDialogContext);
  if (!dialog) throw new Error("No form dialog around this component");
  return dialog;
}

export interface FormWords {
  /** Names the form. */
  readonly title: string;
  readonly submit: string;
  /** On the button while the form is being sent. */
  readonly sending: string;
  /** Where a required field is empty. */
  readonly missing: string;
  readonly failed: string;
  /** Below it if the server did not respond. */
  readonly tryAgain?: string;
  /** Titles every error toast; the server's own message is then shown in the form instead. */
  readonly errorTitle?: string;
  /** Deletes or withdraws something. */
  readonly destructive?: true;
}

export interface DialogFormProps<Schema extends FormSchema, Input extends InputOf<Schema>>
  extends Pick<SubmitOptions<Schema, Input>, "schema" | "read" | "send" | "onDone" | "conflictField"> {
  readonly words: FormWords;
  readonly marksRequired?: boolean;
  /** The fields hold what is saved: changes of them are not discarded without a question. */
  readonly edits?: true;
  readonly children: (errors: FieldErrors) => ReactNode;
}

/** The fields of a form dialog with their buttons; it closes the dialog once the form is accepted. */
export function DialogForm<Schema extends FormSchema, Input extends InputOf<Schema>>({
  words,
  marksRequired = false,
  edits,
  children,
  onDone,
  ...form
}: DialogFormProps<Schema, Input>) {
  const { close, holdFor } = useOpenDialog();
  const [message, setMessage] = useState<string | null>(null);
  const formRef = useLateFocus();
  const { fields, sending, onSubmit } = useSubmit<Schema, Input>({
    ...form,
    missing: words.missing,
    send: (input) => holdFor(form.send(input)),
    onInvalid: (sentence) => toastFormError(words.errorTitle, sentence),
    onDone: (sent) => {
      onDone(sent);
      sent.reset();
      close();
    },
    onFailed: (description, error, errors) => {
      toastFormError(words.errorTitle, words.failed, error, words.tryAgain);
      const isBesideField = Object.keys(errors).length > 0;
      setMessage(words.errorTitle && !isBesideField ? (refusalOf(error)?.sentence ?? description) : null);
    },
  });
  return (
    <form
      ref={formRef}
      className={marksRequired ? "dialog-form field-required-marks" : "dialog-form"}
      aria-label={words.title}
      data-edits={edits}
      noValidate
      onSubmit={onSubmit}
    >
      {message && <Alert>{message}</Alert>}
      {children(fields)}
      <div className="dialog-actions">
        <Button look="quiet" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" look={words.destructive ? "danger" : "primary"} disabled={sending}>
          {sending ? words.sending : words.submit}
        </Button>
      </div>
    </form>
  );
}

/** The first field takes the focus of a dialog that opened before its record was loaded. */
function useLateFocus(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const dialog = form.current?.closest("[role=dialog]");
    const nothingElse = dialog?.querySelector(".dialog-close") ?? null;
    focusFrom(nothingElse, form.current?.querySelector<HTMLElement>("input, select, textarea"));
  }, []);
  return form;
}

export function toastFormError(
  title: string | undefined,
  sentence: string,
  ...why: [error?: unknown, unreached?: string]
) {
  if (title === undefined) toastError(sentence, ...why);
  else toastError(title, sentence);
}
