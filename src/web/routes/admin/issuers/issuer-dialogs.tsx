import { type Issuer, issuerInput, issuer as issuerSchema } from "../../../../modules/evidence/schema.ts";
import { act } from "../../../blocks/copy-command/acts.ts";
import { CopyForm } from "../../../blocks/copy-command/copy-form.tsx";
import { DialogForm } from "../../../blocks/form-dialog/dialog-form.tsx";
import { EditForm } from "../../../blocks/form-dialog/edit-form.tsx";
import { FormDialog } from "../../../blocks/form-dialog/form-dialog.tsx";
import { trpc } from "../../../lib/api.tsx";
import { toast } from "../../../lib/toast/toast.ts";
import { ADD_ISSUER, EDIT_ISSUER, FIELD_LABELS, ISSUERS } from "./content.ts";
import { countryName } from "./countries.ts";
import { IssuerFields, NEW, readValues } from "./issuer-fields.tsx";

interface AddIssuerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function AddIssuer({ open, onClose }: AddIssuerProps) {
  const utils = trpc.useUtils();
  const add = trpc.admin.issuers.add.useMutation();
  return (
    <FormDialog open={open} onClose={onClose} title={ADD_ISSUER.title} description={ISSUERS.text}>
      {open && (
        <DialogForm
          words={ADD_ISSUER}
          schema={issuerInput}
          read={readValues}
          aside={<CopyForm act={(form) => act("admin.issuers.add", readValues(form))} />}
          send={(input) => add.mutateAsync(input)}
          onDone={() => {
            toast({ title: ISSUERS.added });
            void utils.admin.issuers.invalidate();
          }}
        >
          {(errors) => <IssuerFields values={NEW} errors={errors} />}
        </DialogForm>
      )}
    </FormDialog>
  );
}

interface EditIssuerProps {
  /** Null while it is closed. */
  readonly issuer: Issuer | null;
  readonly onClose: () => void;
}

export const EditIssuer = ({ issuer, onClose }: EditIssuerProps) => (
  <FormDialog open={issuer !== null} onClose={onClose} title={EDIT_ISSUER.title} description={ISSUERS.text}>
    {issuer && <EditFields key={issuer.id} issuer={issuer} />}
  </FormDialog>
);

function EditFields({ issuer }: { readonly issuer: Issuer }) {
  const utils = trpc.useUtils();
  const update = trpc.admin.issuers.update.useMutation();
  const refresh = () => void utils.admin.issuers.invalidate();
  return (
    <EditForm
      words={EDIT_ISSUER}
      noun="issuer"
      record={issuer}
      recordSchema={issuerSchema}
      schema={issuerInput}
      labels={FIELD_LABELS}
      valuesOf={({ name, country, address, site }) => ({ name, country, address, site })}
      textOf={(name, values) => (name === "country" ? countryName(values.country) : values[name]) ?? ""}
      read={readValues}
      aside={(updatedAt) => (
        <CopyForm
          act={(form) => act("admin.issuers.update", { ...readValues(form), id: issuer.id, updatedAt })}
        />
      )}
      save={(values, updatedAt) => update.mutateAsync({ ...values, id: issuer.id, updatedAt })}
      onSaved={() => {
        toast({ title: ISSUERS.saved });
        refresh();
      }}
      onRefused={refresh}
    >
      {(errors) => <IssuerFields values={issuer} errors={errors} />}
    </EditForm>
  );
}
