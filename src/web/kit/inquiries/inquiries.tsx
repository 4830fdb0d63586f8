import { type ReactNode, useRef, useState } from "react";
import {
  createInput,
  type Inquiry,
  inquiry as inquirySchema,
  MISSING_IN_ADMIN,
} from "../../../modules/inquiries/schema.ts";
import type { FieldErrors } from "../../../shared/errors.ts";
import { useRequestedAct } from "../../lib/acts.ts";
import { trpc } from "../../lib/api.tsx";
import { toast, toastOutcome } from "../../lib/toast.ts";
import { Confirm, ConfirmSubject } from "../dialog/confirm.tsx";
import { EditForm } from "../dialog/edit-form.tsx";
import { DialogForm, FormDialog, type FormWords } from "../dialog/form-dialog.tsx";
import { EmailField } from "../form/email-field.tsx";
import { Field, SelectField, TextAreaField } from "../form/field.tsx";
import { PhoneField } from "../form/formatted-field.tsx";
import { Button } from "../page/button.tsx";
import type { Bulk } from "../records/bulk.ts";
import type { FilterValues } from "../records/list-params.ts";
import { useOpenRecord } from "../records/open-record.tsx";
import { ResourceList } from "../records/resource-list.tsx";
import type { RowAction } from "../records/row-actions.tsx";
import { BUSINESS_TYPE_NAMES, businessTypeName } from "./business-types.ts";
import { EMPTY, readValues, type Values, valuesOf } from "./form-values.ts";
import { FIELD_LABELS, BULK_INQUIRIES as WORDS } from "./inquiries-content.ts";
import { inquiryList } from "./inquiries-list.tsx";
import type { inquiryParams } from "./inquiries-list-search-params.ts";
import { InquiryPanel } from "./inquiry-panel.tsx";
import { useRefreshInquiries } from "./use-refresh-inquiries.ts";

interface InquiriesProps {
  /** The key of its state in the URL, where a screen shows another list too. */
  readonly scope?: string;
  readonly pageSize?: number;
  readonly brief?: boolean;
  /** Leads to their own screen. */
  readonly all?: ReactNode;
}

type OpenDialog =
  | { readonly name: "edit" | "delete"; readonly inquiry: Inquiry }
  | { readonly name: "add" }
  | null;

/** The inquiries, and the dialogs that add, change and delete them. */
export function Inquiries({ all, ...props }: InquiriesProps) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const setAnswered = useSetAnswered();
  const close = () => setOpen(null);
  useRequestedAct("addInquiry", () => setOpen({ name: "add" }));
  function actionsOf(inquiry: Inquiry): readonly RowAction[] {
    const answered = inquiry.answeredAt !== null;
    return [
      { name: "Edit", onSelect: () => setOpen({ name: "edit", inquiry }) },
      {
        name: answered ? "Mark as waiting" : "Mark as answered",
        onSelect: () => void setAnswered(inquiry, !answered),
      },
      { name: "Delete", onSelect: () => setOpen({ name: "delete", inquiry }), destructive: true },
    ];
  }
  return (
    <>
      <ResourceList
        {...props}
        list={inquiryList}
        headingRef={heading}
        bulk={useBulk()}
        panel={
          props.scope === undefined
            ? (id) => (
                <InquiryPanel
                  key={id}
                  id={id}
                  onEdit={(inquiry) => setOpen({ name: "edit", inquiry })}
                  onDelete={(inquiry) => setOpen({ name: "delete", inquiry })}
                />
              )
            : undefined
        }
        rowActions={actionsOf}
        actions={() => (
          <>
            {all}
            <Button className="button-tiny" onClick={() => setOpen({ name: "add" })}>
              Add inquiry
            </Button>
          </>
        )}
      />
      <AddDialog open={open?.name === "add"} onClose={close} />
      <EditDialog inquiry={open?.name === "edit" ? open.inquiry : null} onClose={close} />
      <DeleteDialog
        inquiry={open?.name === "delete" ? open.inquiry : null}
        onClose={close}
        onDeleted={() => heading.current?.focus()}
      />
    </>
  );
}

/** Marks an inquiry as answered, or as unanswered again. Resolves to whether that succeeded. */
function useSetAnswered() {
  const setAnswered = trpc.admin.partnerships.setAnswered.useMutation();
  const refresh = useRefreshInquiries();
  return async ({ id, businessName }: Inquiry, answered: boolean): Promise<boolean> => {
    const done = await toastOutcome(setAnswered.mutateAsync({ id, answered }), {
      done: { title: `${businessName}: ${answered ? "answered" : "waiting again"}` },
      failed: "Failed to update partnership",
    });
    if (done) await refresh();
    return done;
  };
}

interface AddDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

function AddDialog({ open, onClose }: AddDialogProps) {
  const create = trpc.admin.partnerships.create.useMutation();
  const refresh = useRefreshInquiries();
  return (
    <FormDialog keepsText open={open} onClose={onClose} title={ADD_INQUIRY.title} description={FORM_TEXT}>
      <DialogForm
        words={ADD_INQUIRY}
        schema={createInput}
        read={readValues}
        send={(input) => create.mutateAsync(input)}
        onDone={() => {
          toast({ title: "Inquiry added" });
          void refresh();
        }}
      >
        {(errors) => <FormFields values={EMPTY} errors={errors} />}
      </DialogForm>
    </FormDialog>
  );
}

/** What can be done with selected inquiries. */
function useBulk(): Bulk<Inquiry, FilterValues<typeof inquiryParams.filters>> {
  const utils = trpc.useUtils();
  const remove = trpc.admin.partnerships.deleteMany.useMutation();
  const move = trpc.admin.partnerships.progressMany.useMutation();
  const refresh = useRefreshInquiries();
  return {
    nameOf: ({ businessName }) => businessName,
    one: "inquiry",
    many: "inquiries",
    select: async ({ type, ...values }, count) => {
      const matching = { ...values, businessType: type, count };
      return (await utils.admin.partnerships.select.fetch(matching)).ids;
    },
    refresh,
    acts: [
      {
        ...WORDS.close,
        send: (ids) => move.mutateAsync({ ids: [...ids], stage: "closed" }),
      },
      {
        ...WORDS.delete,
        destructive: true,
        undoable: true,
        send: (ids, actId) => remove.mutateAsync({ ids: [...ids], act: actId }),
      },
    ],
  };
}

interface EditDialogProps {
  /** Null while it is closed. */
  readonly inquiry: Inquiry | null;
  readonly onClose: () => void;
}

function EditDialog({ inquiry, onClose }: EditDialogProps) {
  return (
    <FormDialog open={inquiry !== null} onClose={onClose} title={EDIT_INQUIRY.title} description={FORM_TEXT}>
      {inquiry && <Form key={inquiry.id} inquiry={inquiry} />}
    </FormDialog>
  );
}

function Form({ inquiry }: { readonly inquiry: Inquiry }) {
  const update = trpc.admin.partnerships.update.useMutation();
  const refresh = useRefreshInquiries();
  return (
    <EditForm
      words={EDIT_INQUIRY}
      noun="inquiry"
      record={inquiry}
      recordSchema={inquirySchema}
      schema={createInput}
      labels={FIELD_LABELS}
      valuesOf={valuesOf}
      textOf={(name, values) =>
        (name === "businessType" ? businessTypeName(values.businessType) : values[name]) ?? ""
      }
      read={readValues}
      save={(values, updatedAt) => update.mutateAsync({ ...values, id: inquiry.id, updatedAt })}
      onSaved={() => {
        toast({ title: "Inquiry saved" });
        void refresh();
      }}
      onRefused={() => void refresh()}
    >
      {(errors) => <FormFields values={valuesOf(inquiry)} errors={errors} />}
    </EditForm>
  );
}

interface DeleteDialogProps {
  /** Null while it is closed. */
  readonly inquiry: Inquiry | null;
  readonly onClose: () => void;
  /** The row or the button that had the focus is gone by then; called again when it was restored. */
  readonly onDeleted: () => void;
}

function DeleteDialog({ inquiry, onClose, onDeleted }: DeleteDialogProps) {
  const remove = trpc.admin.partnerships.delete.useMutation();
  const restore = trpc.admin.partnerships.restore.useMutation();
  const refresh = useRefreshInquiries();
  const record = useOpenRecord();
  async function undo({ id, businessName }: Inquiry): Promise<void> {
    await toastOutcome(restore.mutateAsync({ id }), {
      done: { title: "Inquiry restored", description: businessName },
      failed: "Failed to restore the inquiry",
    });
    await refresh();
    onDeleted();
  }
  async function confirm(): Promise<void> {
    if (!inquiry) return;
    const done = await toastOutcome(remove.mutateAsync({ id: inquiry.id }), {
      done: {
        title: "Inquiry deleted",
        description: inquiry.businessName,
        onUndo: () => void undo(inquiry),
      },
      failed: "Failed to delete partnership",
    });
    if (!done) return;
    onClose();
    if (record.open === inquiry.id) await record.close();
    await refresh();
    onDeleted();
  }
  return (
    <Confirm
      open={inquiry !== null}
      onClose={onClose}
      title="Delete partnership inquiry"
      action="Delete"
      acting="Deleting..."
      onConfirm={confirm}
    >
      <ConfirmSubject name={inquiry?.businessName} detail={inquiry?.email} />
      <p>Are you sure you want to delete this partnership inquiry? This action cannot be undone.</p>
    </Confirm>
  );
}

const FORM_TEXT = "Only business name and email are required.";

const ADD_INQUIRY: FormWords = {
  title: "Add partnership inquiry",
  submit: "Add inquiry",
  sending: "Saving...",
  missing: MISSING_IN_ADMIN,
  failed: "Failed to create partnership",
};

const EDIT_INQUIRY: FormWords = {
  title: "Edit partnership inquiry",
  submit: "Save changes",
  sending: "Saving...",
  missing: MISSING_IN_ADMIN,
  failed: "Failed to update partnership",
};

interface FormFieldsProps {
  readonly values: Values;
  readonly errors: FieldErrors;
}

/** Staff enter other people's data, so the browser must not autofill their own. */
function FormFields({ values, errors }: FormFieldsProps) {
  const wired = <Name extends keyof Values>(name: Name) => ({
    name,
    label: FIELD_LABELS[name],
    defaultValue: values[name],
    error: errors[name],
    autoComplete: "off",
  });
  return (
    <div className="field-pairs">
      <Field {...wired("businessName")} required />
      <EmailField {...wired("email")} required />
      <Field {...wired("contactName")} />
      <PhoneField {...wired("phone")} />
      <Field {...wired("website")} type="url" />
      <SelectField {...wired("businessType")}>
        <option value="">Not given</option>
        {Object.entries(BUSINESS_TYPE_NAMES).map(([type, name]) => (
          <option key={type} value={type}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field {...wired("city")} />
      <Field {...wired("state")} />
      <TextAreaField {...wired("message")} rows={4} />
    </div>
  );
}
