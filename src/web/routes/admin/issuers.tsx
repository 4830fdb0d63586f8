import { useState } from "react";
import { type Issuer, issuerInput, issuer as issuerSchema } from "../../../modules/evidence/schema.ts";
import { listCountries } from "../../../shared/places/regions.ts";
import { Button } from "../../kit/controls/button.tsx";
import { EmailField } from "../../kit/form/email-field.tsx";
import { TextAreaField } from "../../kit/form/field.tsx";
import { Badge } from "../../kit/page/badge.tsx";
import { declareList } from "../../kit/records/declare-list.ts";
import { issuerParams } from "../../kit/records/lists.ts";
import {
  AddRecord,
  choice,
  declareForm,
  EditRecord,
  text,
  type Wired,
} from "../../kit/records/record-form.tsx";
import { ResourceList } from "../../kit/records/resource-list.tsx";
import type { Refresh } from "../../kit/records/use-act.ts";
import { StaffFrame } from "../../kit/staff/frame.tsx";
import { ADMINS } from "../../kit/staff/roles.ts";
import { useStaff } from "../../kit/staff/use-staff.ts";
import { Age, None } from "../../kit/table/cells.tsx";
import { MailLink, WebsiteLink } from "../../kit/text/address-links.tsx";
import { UserText } from "../../kit/text/user-text.tsx";
import { useRequestedAct } from "../../lib/acts.ts";

export function IssuersPage() {
  return (
    <StaffFrame title="Issuers">
      <Issuers />
    </StaffFrame>
  );
}

const refresh: Refresh = (utils) => utils.admin.issuers.invalidate();

/** The register of certifying bodies. Reviewers read it, admins change it. */
function Issuers() {
  const mayEdit = ADMINS.includes(useStaff().role);
  const [open, setOpen] = useState<Issuer | "new" | null>(null);
  const dialog = { refresh, onClose: () => setOpen(null) } as const;
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
      <AddRecord
        {...dialog}
        form={ADD}
        open={open === "new"}
        send={(client, values) => client.admin.issuers.add.mutate(values)}
        done={() => ({ title: "Issuer added" })}
      />
      <EditRecord
        {...dialog}
        form={EDIT}
        noun="issuer"
        record={open === "new" ? null : open}
        recordSchema={issuerSchema}
        save={(client, changed) => client.admin.issuers.update.mutate(changed)}
        done={{ title: "Issuer saved" }}
      />
    </>
  );
}

/** Bodies that certify places, by name. */
const issuerList = declareList({
  params: issuerParams,
  query: (utils, { q }) => utils.admin.issuers.list.queryOptions({ q }),
  words: {
    title: "Register",
    isScreen: true,
    caption: "Issuers of halal certificates",
    note: "Bodies whose certificates can make a place verified.",
    failed: "The issuers could not be loaded",
    empty: "No issuer yet",
    emptyText: "Add the bodies whose certificates you accept. Without one, no certificate can be recorded.",
    noMatch: "No issuer matches",
  },
  nameOf: ({ name }) => name,
  columns: [
    { head: "Name", look: "main", cell: ({ name }) => <UserText text={name} /> },
    { head: "Country", brief: true, cell: ({ country }) => countryName(country) },
    { head: "Published address", look: "wide", cell: (issuer) => <Address issuer={issuer} /> },
    { head: "Website", cell: ({ site }) => (site ? <WebsiteLink address={site} /> : <None />) },
    { head: "Added", cell: ({ createdAt }) => <Age at={createdAt} /> },
  ],
});

/** Without an address, its certificates cannot be confirmed by mail. */
const Address = ({ issuer: { address } }: { readonly issuer: Issuer }) =>
  address ? <MailLink address={address} /> : <Badge tone="warning">Look-up needed</Badge>;

const COUNTRIES: Readonly<Record<string, string>> = Object.fromEntries(
  listCountries().map(({ code, name }) => [code, name]),
);

/** The English name of a country; the code itself if it is unknown. */
const countryName = (code: string): string => COUNTRIES[code] ?? code;

const area = (label: string) => ({
  ...text(label),
  control: ({ value, ...wired }: Wired<string>) => <TextAreaField rows={3} defaultValue={value} {...wired} />,
});

const FORM = {
  description:
    "We ask the issuer about each certificate by email. Use the address that it publishes itself, not one from a certificate.",
  missing: "Name and country are required",
  pairs: true,
  schema: issuerInput,
  fields: {
    name: text("Name", { required: true }),
    country: choice("Country", { "": "Choose a country", ...COUNTRIES }, "", true),
    address: {
      ...text("Published email address"),
      control: ({ value, ...wired }: Wired<string>) => (
        <div className="field-noted">
          <EmailField {...wired} defaultValue={value} autoComplete="off" />
          <p>Empty if it publishes none: its certificates then need a look-up in its register.</p>
        </div>
      ),
    },
    site: text("Website", { type: "url", inputMode: "url" }),
    register: text("Register that it publishes", { type: "url", inputMode: "url" }),
    about: area("Who it is, for visitors"),
    standard: area("What it asks of a place, for visitors"),
  },
} as const;

const ADD = declareForm({
  ...FORM,
  title: "Add issuer",
  submit: "Add issuer",
  sending: "Adding...",
  failed: "The issuer was not added",
});

const EDIT = declareForm({
  ...FORM,
  title: "Edit issuer",
  submit: "Save changes",
  sending: "Saving...",
  failed: "The issuer was not saved",
});
