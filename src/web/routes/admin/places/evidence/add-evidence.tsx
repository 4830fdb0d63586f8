import { useState } from "react";
import { recordProblems } from "../../../../../modules/evidence/needed-fields/schema.ts";
import { recordInput } from "../../../../../modules/evidence/schema.ts";
import { act } from "../../../../blocks/copy-command/acts.ts";
import { CopyForm } from "../../../../blocks/copy-command/copy-form.tsx";
import { DialogForm } from "../../../../blocks/form-dialog/dialog-form.tsx";
import { FormDialog } from "../../../../blocks/form-dialog/form-dialog.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { toast } from "../../../../lib/toast/toast.ts";
import { SelectField } from "../../../../ui/field/field.tsx";
import { useRefreshPlace } from "../use-refresh-place.ts";
import { ADD, ADD_FIELDS, KIND_HINTS, RECORDED_KINDS, type RecordedKind } from "./content.ts";
import { KindFields } from "./kind-fields.tsx";
import { kindOf, readRecord } from "./record-values.ts";

interface AddEvidenceProps {
  readonly placeId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

const checkedRecord = recordInput.omit({ id: true }).superRefine((input, context) => {
  for (const [field, message] of Object.entries(recordProblems(input)))
    context.addIssue({ code: "custom", path: [field], message });
});

export function AddEvidence({ placeId, open, onClose }: AddEvidenceProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={ADD.title}>
      {open && <Form placeId={placeId} />}
    </FormDialog>
  );
}

function Form({ placeId }: { readonly placeId: string }) {
  const add = trpc.admin.evidence.add.useMutation();
  const refresh = useRefreshPlace();
  const [kind, setKind] = useState<RecordedKind>("certificate");
  return (
    <DialogForm
      words={ADD}
      schema={checkedRecord}
      read={readRecord}
      aside={<CopyForm act={(form) => act("admin.evidence.add", { ...readRecord(form), id: placeId })} />}
      send={(input) => add.mutateAsync({ ...input, id: placeId })}
      onDone={(form) => {
        toast({ title: ADD_FIELDS.done(RECORDED_KINDS[kindOf(new FormData(form))]) });
        void refresh();
      }}
    >
      {(errors) => (
        <>
          <div className="field-noted">
            <SelectField
              label={ADD_FIELDS.kind}
              name="kind"
              value={kind}
              onChange={({ currentTarget: { form } }) => form && setKind(kindOf(new FormData(form)))}
            >
              {Object.entries(RECORDED_KINDS).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </SelectField>
            <p>{KIND_HINTS[kind]}</p>
          </div>
          <KindFields key={kind} kind={kind} placeId={placeId} errors={errors} />
        </>
      )}
    </DialogForm>
  );
}
