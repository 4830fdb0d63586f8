import { TRPCClientError } from "@trpc/client";
import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { UNSAVED } from "../../lib/drafts.ts";
import type { FormSchema, InputOf } from "../../lib/form.ts";
import { Button } from "../controls/button.tsx";
import { None } from "../table/cells.tsx";
import { DialogForm, type DialogFormProps, toastFormError, useOpenDialog } from "./form-dialog.tsx";

interface EditFormProps<Schema extends FormSchema, Input extends InputOf<Schema>, Row>
  extends Omit<DialogFormProps<Schema, Input>, "send" | "onDone"> {
  readonly record: Row;
  /** Parses the record in a 409 response. */
  readonly recordSchema: z.ZodType<Row>;
  /** What the record is: `inquiry`. */
  readonly noun: string;
  /** The fields that two versions are compared by, in the order of the form. */
  readonly labels: Readonly<Record<keyof Input & string, string>>;
  readonly valuesOf: (record: Row) => Input;
  /** A value as a person reads it; empty if there is none. */
  readonly textOf: (name: keyof Input & string, values: Input) => string;
  /** Refused with 409 and the current record if that was changed after `readAt`. */
  readonly save: (values: Input, readAt: Date) => Promise<unknown>;
  readonly onSaved: () => void;
  /** The record may have been changed by someone else. */
  readonly onRefused: () => void;
}

/** A form that edits a record. If someone else has changed it since, both versions are shown to choose from. */
export function EditForm<
  Schema extends FormSchema,
  Input extends InputOf<Schema>,
  Row extends { readonly updatedAt: Date },
>(props: EditFormProps<Schema, Input, Row>) {
  const { record, recordSchema, noun, labels, valuesOf, textOf, save, onSaved, onRefused, ...form } = props;
  // The record may be reloaded while the form is open; what was typed is a change of the version that was opened.
  const [readAt] = useState(record.updatedAt);
  const [conflict, setConflict] = useState<{ readonly theirs: Row; readonly mine: Input } | null>(null);

  async function send(mine: Input, readAt: Date): Promise<void> {
    try {
      await save(mine, readAt);
    } catch (error) {
      const theirs = currentOf(error, recordSchema);
      if (theirs) setConflict({ theirs, mine });
      onRefused();
      throw error;
    }
  }

  if (!conflict) {
    return <DialogForm {...form} edits send={(input) => send(input, readAt)} onDone={onSaved} />;
  }
  const { theirs, mine } = conflict;
  const names = Object.keys(labels) as (keyof Input & string)[]; // `labels` has a key for each and no other
  const versions = names.map((name) => ({
    label: labels[name],
    theirs: textOf(name, valuesOf(theirs)),
    mine: textOf(name, mine),
  }));
  return (
    <EditConflict
      noun={noun}
      versions={versions}
      sending={form.words.sending}
      onSendMine={() => send(mine, theirs.updatedAt)}
      onSent={onSaved}
      onFailed={(error) => toastFormError(form.words.errorTitle, form.words.failed, error)}
    />
  );
}

interface Version {
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
}

interface EditConflictProps {
  readonly noun: string;
  readonly versions: readonly Version[];
  readonly sending: string;
  readonly onSendMine: () => Promise<unknown>;
  readonly onSent: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** Both versions of a record side by side, and the choice between them. */
export function EditConflict({ noun, versions, sending, onSendMine, onSent, onFailed }: EditConflictProps) {
  const { close, holdFor } = useOpenDialog();
  const heading = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  async function sendMine(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await holdFor(onSendMine());
      onSent();
      close();
    } catch (error) {
      onFailed(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <section className="edit-conflict" {...UNSAVED}>
      <h3 ref={heading} tabIndex={-1}>
        Someone else has changed this {noun}
      </h3>
      <p className="soft">Nothing has been saved yet. Compare both versions and choose which one to keep.</p>
      <Versions versions={versions} />
      <div className="dialog-actions">
        <Button look="quiet" onClick={close}>
          Keep theirs
        </Button>
        <Button onClick={sendMine} aria-disabled={busy}>
          {busy ? sending : "Send mine"}
        </Button>
      </div>
    </section>
  );
}

function Versions({ versions }: { readonly versions: readonly Version[] }) {
  const differing = versions.filter(({ theirs, mine }) => theirs !== mine);
  if (differing.length === 0) return <p>Both versions are the same.</p>;
  return (
    <table className="edit-conflict-versions">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Theirs</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {differing.map(({ label, theirs, mine }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{theirs || <None text="empty" />}</td>
            <td>{mine || <None text="empty" />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The current record from an edit conflict; null for any other error. */
export function currentOf<Row>(error: unknown, record: z.ZodType<Row>): Row | null {
  if (!(error instanceof TRPCClientError)) return null;
  const conflict = z.object({ httpStatus: z.literal(409), current: record });
  return conflict.safeParse(error.data).data?.current ?? null;
}
