import { useState } from "react";
import type { STAFF_KINDS } from "../../../../../modules/evidence/schema.ts";
import type { FieldErrors } from "../../../../../shared/errors.ts";
import { formatDay } from "../../../../../shared/format.ts";
import { Checkbox } from "../../../../kit/form/checkbox.tsx";
import { Field, SelectField, TextAreaField } from "../../../../kit/form/field.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { DECLARED } from "./record-facts.tsx";

export type RecordedKind = Exclude<(typeof STAFF_KINDS)[number], "revocation">;

interface KindFieldsProps {
  readonly kind: RecordedKind;
  readonly placeId: string;
  readonly errors: FieldErrors;
}

/** The fields of one kind of evidence. */
export function KindFields({ kind, placeId, errors }: KindFieldsProps) {
  const wired = (name: keyof typeof LABELS) => ({
    name,
    label: LABELS[name],
    error: errors[name],
    autoComplete: "off",
    required: true,
  });
  switch (kind) {
    case "certificate":
      return (
        <div className="field-pairs">
          <IssuerField error={errors.issuerId} asks />
          <Field {...wired("number")} autoCapitalize="characters" spellCheck={false} />
          <Field {...wired("validFrom")} type="date" />
          <Field {...wired("validUntil")} type="date" />
          <FileField placeId={placeId} error={errors.fileId} />
        </div>
      );
    case "lookup":
      return (
        <div className="field-pairs">
          <IssuerField error={errors.issuerId} />
          <Field {...wired("checkedAt")} type="date" />
          <Field {...wired("address")} type="url" inputMode="url" />
        </div>
      );
    case "declaration":
      return (
        <fieldset className="evidence-declared">
          <legend>The owner declares</legend>
          {Object.entries(DECLARED).map(([name, label]) => (
            <Checkbox key={name} name={name} label={label} />
          ))}
        </fieldset>
      );
    case "visit":
      return <Field {...wired("checkedAt")} type="date" />;
    case "statement":
      return <TextAreaField {...wired("text")} rows={4} />;
  }
}

const LABELS = {
  number: "Certificate number",
  validFrom: "Valid from",
  validUntil: "Valid until",
  address: "Address of the register's page",
  checkedAt: "Checked on",
  text: "What was stated, and by whom",
} as const;

interface IssuerFieldProps {
  readonly error: string | undefined;
  /** The issuer is asked by mail to confirm. */
  readonly asks?: boolean;
}

function IssuerField({ error, asks = false }: IssuerFieldProps) {
  const issuers = trpc.admin.issuers.list.useQuery({});
  const [chosen, setChosen] = useState("");
  const silent = issuers.data?.find(({ id }) => id === chosen)?.address === "";
  return (
    <div className="field-noted">
      <SelectField
        label="Issuer"
        name="issuerId"
        required
        error={error}
        value={chosen}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      >
        <option value="">Choose an issuer</option>
        {issuers.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {asks && silent && (
        <p>
          This issuer has no published email address, so it cannot be asked: record a look-up in its register
          too.
        </p>
      )}
      {issuers.data?.length === 0 && <p>The register of issuers is empty. Add the issuer there first.</p>}
    </div>
  );
}

interface FileFieldProps {
  readonly placeId: string;
  readonly error: string | undefined;
}

/** The files of the place's claims and the new certificate that its owner sent; nothing where there is none. */
function FileField({ placeId, error }: FileFieldProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const claims = trpc.admin.reviews.placeClaims.useQuery({ id: placeId });
  const renewals = trpc.admin.reviews.renewals.list.useQuery();
  const renewal = renewals.data?.find(({ poiId }) => poiId === placeId);
  const files = (claims.data ?? []).flatMap((claim) =>
    // two files of a claim may have the same name
    claim.files.map(({ id, name }, n) => ({
      id,
      label: `${name}, file ${n + 1} from ${claim.partnerName}, ${formatDay(claim.submittedAt)}`,
    })),
  );
  if (!renewals.data || (files.length === 0 && !renewal)) return null;
  const shown = chosen ?? renewal?.fileId ?? "";
  return (
    <div className="field-noted">
      <SelectField
        label="File of a claim"
        name="fileId"
        error={error}
        value={shown}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      >
        <option value="">No file</option>
        {renewal && <option value={renewal.fileId}>New certificate from the owner</option>}
        {files.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      {shown !== "" && (
        <a
          href={`/api/reviews/evidence/${encodeURIComponent(shown)}?inline=true`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Open the file in a new tab
        </a>
      )}
    </div>
  );
}
