import { useState } from "react";
import type { z } from "zod";
import { messageOf } from "../../lib/error-message.ts";
import { currentOf } from "../../lib/form/edit-conflict.ts";
import type { FormSchema, InputOf } from "../../lib/form/form-schema.ts";
import { toast } from "../../lib/toast/toast.ts";
import { DialogForm, type DialogFormProps, errorToast } from "./dialog-form.tsx";
import { EditConflict } from "./edit-conflict.tsx";

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
    return <DialogForm {...form} send={(input) => send(input, readAt)} onDone={onSaved} />;
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
      onFailed={(error) => toast(errorToast(form.words.errorTitle, form.words.failed, messageOf(error)))}
    />
  );
}
