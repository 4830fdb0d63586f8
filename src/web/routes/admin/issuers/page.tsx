import { useState } from "react";
import type { z } from "zod";
import { type Issuer, issuerInput, issuer as issuerSchema } from "../../../../modules/evidence/schema.ts";
import type { FieldErrors } from "../../../../shared/errors.ts";
import { listCountries } from "../../../../shared/places/regions.ts";
import { EditForm } from "../../../kit/dialog/edit-form.tsx";
import { DialogForm, FormDialog, type FormWords } from "../../../kit/dialog/form-dialog.tsx";
import { EmailField } from "../../../kit/form/email-field.tsx";
import { Field, SelectField } from "../../../kit/form/field.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { MailLink } from "../../../kit/page/mail-link.tsx";
import { UserText } from "../../../kit/page/user-text.tsx";
import { declareList } from "../../../kit/records/declare-list.ts";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { ADMINS } from "../../../kit/staff/roles.ts";
import { useStaff } from "../../../kit/staff/use-staff.ts";
import { Day, None } from "../../../kit/table/cells.tsx";
import { useRequestedAct } from "../../../lib/acts.ts";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { issuerParams } from "./list-search-params.ts";

export function IssuersPage() {
  return (
    <StaffFrame wide title="Issuers">
      <Issuers />
    </StaffFrame>
  );
}

/** The register of certifying bodies. Reviewers read it, admins change it. */
function Issuers() {
  const mayEdit = ADMINS.includes(useStaff().role);
  const [open, setOpen] = useState<Issuer | "new" | null>(null);
  const close = () => setOpen(null);
  useRequestedAct("addIssuer", () => setOpen("new"));
  return (
    <>
      <ResourceList
        list={issuerList}
        rowActions={mayEdit ? (issuer) => [{ name: "Edit", onSelect: () => setOpen(issuer) }] : undefined}
        actions={() =>
          mayEdit && (
            <Button className="button-tiny" onClick={() => setOpen("new")}>
              Add issuer
            </Button>
          )
        }
      />
      <AddIssuer open={open === "new"} onClose={close} />
      <EditIssuer issuer={open === "new" ? null : open} onClose={close} />
    </>
  );
}

/** Bodies that certify places, by name. */
const issuerList = declareList({
  params: issuerParams,
  pageSize: 25,
  query: (utils, { q }) => utils.admin.issuers.list.queryOptions({ q }),
  words: {
    title: "Register",
    caption: "Issuers of halal certificates",
    note: "Bodies whose certificates can make a place verified.",
    failed: "The issuers could not be loaded",
    empty: "No issuer yet",
    emptyText: "Add the bodies whose certificates you accept. Without one, no certificate can be recorded.",
    noMatch: "No issuer matches",
  },
  rowActions: { look: "pinned", nameOf: ({ name }) => name },
  columns: [
    { head: "Name", look: "main", cell: ({ name }) => <UserText text={name} /> },
    { head: "Country", cell: ({ country }) => countryName(country) },
    { head: "Published address", look: "wide", cell: (issuer) => <Address issuer={issuer} /> },
    { head: "Website", cell: ({ site }) => (site ? <Site address={site} /> : <None />) },
    { head: "Added", cell: ({ createdAt }) => <Day at={createdAt} /> },
  ],
});

/** Without an address, its certificates cannot be confirmed by mail. */
const Address = ({ issuer: { address } }: { readonly issuer: Issuer }) =>
  address ? <MailLink address={address} /> : <Badge tone="warning">Look-up needed</Badge>;

const Site = ({ address }: { readonly address: string }) => (
  <a href={address} target="_blank" rel="noopener noreferrer">
    {address.replace(/^https?:\/\//, "").replace(/\/$/, "")}
  </a>
);

interface AddIssuerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

function AddIssuer({ open, onClose }: AddIssuerProps) {
  const utils = trpc.useUtils();
  const add = trpc.admin.issuers.add.useMutation();
  return (
    <FormDialog open={open} onClose={onClose} title={ADD_ISSUER.title} description={ISSUERS.text}>
      {open && (
        <DialogForm
          words={ADD_ISSUER}
          schema={issuerInput}
          read={readValues}
          send={(input) => add.mutateAsync(input)}
          onDone={() => {
            toast({ title: "Issuer added" });
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

const EditIssuer = ({ issuer, onClose }: EditIssuerProps) => (
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
      save={(values, updatedAt) => update.mutateAsync({ ...values, id: issuer.id, updatedAt })}
      onSaved={() => {
        toast({ title: "Issuer saved" });
        refresh();
      }}
      onRefused={refresh}
    >
      {(errors) => <IssuerFields values={issuer} errors={errors} />}
    </EditForm>
  );
}

/** The form's values: a text for every field. */
type Values = Readonly<Record<keyof z.input<typeof issuerInput>, string>>;

const NEW: Values = { name: "", country: "", address: "", site: "" };

const readValues = (form: FormData): Values => ({
  name: textOf(form, "name"),
  country: textOf(form, "country"),
  address: textOf(form, "address"),
  site: textOf(form, "site"),
});

interface IssuerFieldsProps {
  readonly values: Values;
  readonly errors: FieldErrors;
}

function IssuerFields({ values, errors }: IssuerFieldsProps) {
  const wired = (name: keyof Values) => ({
    name,
    label: FIELD_LABELS[name],
    defaultValue: values[name],
    error: errors[name],
    autoComplete: "off",
  });
  return (
    <div className="field-pairs">
      <Field {...wired("name")} required />
      <SelectField {...wired("country")} required>
        <option value="">Choose a country</option>
        {COUNTRIES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="field-noted">
        <EmailField {...wired("address")} />
        <p>Empty if it publishes none: its certificates then need a look-up in its register.</p>
      </div>
      <Field {...wired("site")} type="url" inputMode="url" />
    </div>
  );
}

const COUNTRIES = listCountries();
const NAMES = new Map(COUNTRIES.map(({ code, name }) => [code, name]));

/** The English name of a country; the code itself if it is unknown. */
const countryName = (code: string): string => NAMES.get(code) ?? code;

const ISSUERS = {
  text: "A certificate asks its issuer by mail. Use the address that it publishes itself, not one from a certificate.",
} as const;

/** The fields of the form, in its order. */
const FIELD_LABELS = {
  name: "Name",
  country: "Country",
  address: "Published email address",
  site: "Website",
} as const;

const MISSING = "Name and country are required";

const ADD_ISSUER: FormWords = {
  title: "Add issuer",
  submit: "Add issuer",
  sending: "Adding...",
  missing: MISSING,
  failed: "The issuer was not added",
};

const EDIT_ISSUER: FormWords = {
  title: "Edit issuer",
  submit: "Save changes",
  sending: "Saving...",
  missing: MISSING,
  failed: "The issuer was not saved",
};
