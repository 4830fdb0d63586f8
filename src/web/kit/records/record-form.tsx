import { type ComponentProps, Fragment, type ReactNode } from "react";
import type { z } from "zod";
import type { FieldErrors } from "../../../shared/errors.ts";
import { trpc } from "../../lib/api.tsx";
import type { FormSchema, InputOf } from "../../lib/form.ts";
import { textOf } from "../../lib/form.ts";
import { type Toast, toast } from "../../lib/toast.ts";
import { EditForm } from "../dialog/edit-form.tsx";
import { DialogForm, FormDialog, type FormWords } from "../dialog/form-dialog.tsx";
import { Checkbox } from "../form/checkbox.tsx";
import { EmailField } from "../form/email-field.tsx";
import { Field, SelectField } from "../form/field.tsx";
import type { Client, Refresh } from "./use-act.ts";

/** What a form gives each of its fields. */
export interface Wired<Value> {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly value: Value;
}

/** One field of a form that adds or edits a record, declared once for its control, its reading and its comparison. */
interface FieldOf<Value> {
  readonly label: string;
  readonly read: (form: FormData, name: string) => Value;
  /** The value of a stored record; of `undefined`, that of a new one. */
  readonly of: (stored: unknown) => Value;
  /** As a person reads it; empty if there is none. */
  shown(value: Value): string;
  control(wired: Wired<Value>): ReactNode;
  /** Below the fields that are side by side. */
  readonly below?: true;
}

/** The fields of a form by name, in its order. */
type FieldsOf<Values> = { readonly [Name in keyof Values]: FieldOf<Values[Name]> };

type TextProps = Omit<ComponentProps<typeof Field>, "name" | "label" | "error" | "defaultValue">;

/** Staff enter other people's data, so the browser must not fill in their own. */
export const text = (
  label: string,
  props: TextProps = {},
  Control: typeof EmailField = Field,
): FieldOf<string> => ({
  label,
  read: textOf,
  of: (stored) => (typeof stored === "string" ? stored : ""),
  shown: (value) => value,
  control: ({ value, ...wired }) => <Control autoComplete="off" defaultValue={value} {...wired} {...props} />,
});

export const email = (label: string, props?: TextProps) => text(label, props, EmailField);

/** One of `options`, which are named by key; a new record begins with `initial`. */
export const choice = <Key extends string>(
  label: string,
  options: Readonly<Record<Key, string>>,
  initial: NoInfer<Key>,
  required = false,
): FieldOf<Key> => {
  const keys = Object.keys(options) as Key[]; // `options` has a key for each and no other
  const of = (stored: unknown) => keys.find((key) => key === stored) ?? initial;
  return {
    label,
    read: (form, name) => of(form.get(name)),
    of,
    shown: (value) => (value === "" ? "" : options[value]),
    control: ({ value, ...wired }) => (
      <SelectField defaultValue={value} {...wired} required={required} autoComplete="off">
        {keys.map((key) => (
          <option key={key} value={key}>
            {options[key]}
          </option>
        ))}
      </SelectField>
    ),
  };
};

export const checkbox = (label: string, note?: string): FieldOf<boolean> => ({
  label,
  read: (form, name) => form.get(name) !== null,
  of: (stored) => stored === true,
  shown: (value) => (value ? "Yes" : "No"),
  control: ({ value, error: _, ...wired }) => (
    <Checkbox {...wired} defaultChecked={value} {...(note && { note })} />
  ),
  below: true,
});

// The compiler cannot follow each name to what is made of its own field: `FieldsOf` has one for each and no other.
const fromEach = <Result,>(
  fields: Readonly<Record<string, FieldOf<unknown>>>,
  of: (field: FieldOf<unknown>, name: string) => unknown,
) => Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, of(field, name)])) as Result;

/** What was entered. */
const readFields = <Values,>(fields: FieldsOf<Values>, form: FormData): Values =>
  fromEach(fields, (field, name) => field.read(form, name));

/** What a record has in the fields; without a record, what a new one begins with. */
const valuesOf = <Values,>(fields: FieldsOf<Values>, record: object = {}): Values =>
  fromEach(fields, (field, name) => field.of(Reflect.get(record, name)));

const labelsOf = <Values,>(fields: FieldsOf<Values>): Record<keyof Values & string, string> =>
  fromEach(fields, ({ label }) => label);

interface FormOf<Schema extends FormSchema, Values> extends FormWords {
  readonly description?: ReactNode;
  readonly schema: Schema;
  readonly fields: FieldsOf<Values>;
  /** The fields are side by side where there is room. */
  readonly pairs?: true;
  readonly marksRequired?: true;
  /** The only field that a 409 can be about. */
  readonly conflictField?: keyof Values & string;
}

/** Declares a form. Returns its argument, with inferred types. */
export const declareForm = <Schema extends FormSchema, Values extends InputOf<Schema>>(
  form: FormOf<Schema, Values>,
): FormOf<Schema, Values> => form;

interface AddRecordProps<Schema extends FormSchema, Values, Answer>
  extends Pick<ComponentProps<typeof FormDialog>, "open" | "onClose" | "size" | "focusAfter" | "keepsText"> {
  readonly form: FormOf<Schema, Values>;
  readonly send: (client: Client, values: Values) => Promise<Answer>;
  readonly done?: (answer: Answer) => Toast;
  readonly refresh: Refresh;
}

/** A dialog that adds a record or does something else with what is entered. */
export function AddRecord<Schema extends FormSchema, Values extends InputOf<Schema>, Answer>({
  form: { description, schema, fields, pairs, marksRequired, conflictField, ...words },
  send,
  done,
  refresh,
  ...dialog
}: AddRecordProps<Schema, Values, Answer>) {
  const utils = trpc.useUtils();
  let toastDone = () => {};
  return (
    <FormDialog {...dialog} title={words.title} description={description}>
      {(dialog.open || dialog.keepsText) && (
        <DialogForm<Schema, Values>
          words={words}
          schema={schema}
          {...(marksRequired && { marksRequired })}
          {...(conflictField && { conflictField })}
          read={(data) => readFields(fields, data)}
          send={async (values) => {
            const answer = await send(utils.client, values);
            if (done) toastDone = () => void toast(done(answer));
          }}
          onDone={() => {
            toastDone();
            void refresh(utils);
          }}
        >
          {(errors) => <Controls fields={fields} values={valuesOf(fields)} errors={errors} pairs={pairs} />}
        </DialogForm>
      )}
    </FormDialog>
  );
}

interface EditRecordProps<Schema extends FormSchema, Values, Row> {
  readonly form: FormOf<Schema, Values>;
  /** What the record is: `inquiry`. */
  readonly noun: string;
  /** Null while the dialog is closed. */
  readonly record: Row | null;
  /** Parses the record in a 409 response. */
  readonly recordSchema: z.ZodType<Row>;
  /** Refused with 409 and the current record if that was changed after `updatedAt`. */
  readonly save: (
    client: Client,
    changed: Values & { readonly id: string; readonly updatedAt: Date },
  ) => Promise<unknown>;
  readonly done: Toast;
  readonly refresh: Refresh;
  readonly onClose: () => void;
  /** Side by side with the fields. */
  readonly children?: ReactNode;
}

/** A dialog that edits a record. If someone else has changed it since, both versions are shown to choose from. */
export function EditRecord<
  Schema extends FormSchema,
  Values extends InputOf<Schema>,
  Row extends { readonly id: string; readonly updatedAt: Date },
>({ record, onClose, ...props }: EditRecordProps<Schema, Values, Row>) {
  const { title, description } = props.form;
  return (
    <FormDialog open={record !== null} onClose={onClose} title={title} description={description}>
      {record && <EditFields key={record.id} record={record} {...props} />}
    </FormDialog>
  );
}

export function EditFields<
  Schema extends FormSchema,
  Values extends InputOf<Schema>,
  Row extends { readonly id: string; readonly updatedAt: Date },
>({
  form: { description: _, schema, fields, pairs, marksRequired, conflictField, ...words },
  record,
  save,
  done,
  refresh,
  children,
  ...edited
}: Omit<EditRecordProps<Schema, Values, Row>, "record" | "onClose"> & { readonly record: Row }) {
  const utils = trpc.useUtils();
  return (
    <EditForm<Schema, Values, Row>
      {...edited}
      words={words}
      schema={schema}
      {...(marksRequired && { marksRequired })}
      {...(conflictField && { conflictField })}
      record={record}
      labels={labelsOf(fields)}
      valuesOf={(version) => valuesOf(fields, version)}
      textOf={(name, values) => fields[name].shown(values[name])}
      read={(data) => readFields(fields, data)}
      save={(values, updatedAt) => save(utils.client, { ...values, id: record.id, updatedAt })}
      onSaved={() => {
        toast(done);
        void refresh(utils);
      }}
      onRefused={() => void refresh(utils)}
    >
      {(errors) => (
        <Controls fields={fields} values={valuesOf(fields, record)} errors={errors} pairs={pairs}>
          {children}
        </Controls>
      )}
    </EditForm>
  );
}

interface ControlsProps<Values> {
  readonly fields: FieldsOf<Values>;
  readonly values: Values;
  readonly errors: FieldErrors;
  readonly pairs: true | undefined;
  readonly children?: ReactNode;
}

function Controls<Values>({ fields, values, errors, pairs, children }: ControlsProps<Values>) {
  const all = Object.entries<FieldOf<unknown>>(fields);
  // Called, not rendered as a component: a form that is declared while rendering would lose what was typed.
  const controlOf = ([name, { label, control }]: (typeof all)[number]) => (
    <Fragment key={name}>
      {control({ name, label, error: errors[name], value: Reflect.get(Object(values), name) })}
    </Fragment>
  );
  const beside = all.filter(([, { below }]) => !below).map(controlOf);
  const below = all.filter(([, { below }]) => below).map(controlOf);
  return (
    <>
      {pairs ? (
        <div className="field-pairs">
          {beside}
          {children}
        </div>
      ) : (
        beside
      )}
      {below}
    </>
  );
}
