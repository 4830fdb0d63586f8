import type { ReactNode } from "react";
import { STAYS_IN_TRASH } from "../../../shared/trash.ts";
import { useBusy } from "../../lib/use-busy.ts";
import { Button } from "../controls/button.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** On the button, and while the action runs. */
  readonly action: string;
  readonly acting?: string;
  readonly cancel?: string;
  readonly look?: "danger" | "primary";
  /** Runs the action, shows its outcome and closes the dialog. */
  readonly onConfirm: () => Promise<void>;
  readonly focusAfter?: () => HTMLElement | null;
  /** Between the question and the buttons. */
  readonly extra?: ReactNode;
  /** The question. */
  readonly children: ReactNode;
}

/** Asks for confirmation. Cancel has the focus. */
export function Confirm({ open, onClose, title, children, focusAfter, extra, ...actions }: ConfirmProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="small"
      title={title}
      description={children}
      {...(focusAfter && { focusAfter })}
    >
      {extra}
      <Actions {...actions} onClose={onClose} />
    </Dialog>
  );
}

type ActsProps = Omit<ConfirmProps, "open" | "title" | "focusAfter" | "extra" | "children">;

function Actions({
  action,
  acting = action,
  cancel = "Cancel",
  look = "danger",
  onConfirm,
  onClose,
}: ActsProps) {
  const [busy, run] = useBusy();
  return (
    <div className="dialog-actions">
      <Button look="quiet" data-autofocus onClick={onClose}>
        {cancel}
      </Button>
      <Button look={look} aria-disabled={busy} onClick={() => void run(onConfirm)}>
        {busy ? acting : action}
      </Button>
    </div>
  );
}

interface ConfirmDeleteProps extends Pick<ConfirmProps, "title" | "onClose"> {
  /** The record; null while the dialog is closed. */
  readonly record: { readonly name: string; readonly detail: string } | null;
  readonly question: string;
  readonly onDelete: () => Promise<unknown>;
}

/** Asks whether to delete a record of a list, which then stays in Trash. */
export const ConfirmDelete = ({ record, question, onDelete, ...dialog }: ConfirmDeleteProps) => (
  <Confirm
    {...dialog}
    open={record !== null}
    action="Delete"
    acting="Deleting..."
    onConfirm={async () => void (await onDelete())}
  >
    <ConfirmSubject name={record?.name} detail={record?.detail} />
    <p>{question}</p>
    <p>{STAYS_IN_TRASH}</p>
  </Confirm>
);

interface ConfirmSubjectProps {
  /** Undefined while the dialog is closed. */
  readonly name: string | undefined;
  readonly detail: string | undefined;
}

/** Names the record that the question is about. */
export function ConfirmSubject({ name, detail }: ConfirmSubjectProps) {
  return (
    <p>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {detail && (
        <>
          <br />
          {detail}
        </>
      )}
    </p>
  );
}

interface ConsequencesProps {
  readonly title: string;
  readonly list: readonly string[];
}

/** A heading with a list, in a dialog that says what its action does. */
export function Consequences({ title, list }: ConsequencesProps) {
  return (
    <section className="consequences">
      <h3>{title}</h3>
      <ul>
        {list.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </section>
  );
}
