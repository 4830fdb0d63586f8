import { useState } from "react";
import type { FieldErrors } from "../../../../../shared/errors.ts";
import { Checkbox } from "../../../../kit/form/checkbox.tsx";
import { Field, SelectField, TextAreaField } from "../../../../kit/form/field.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { ADD_FIELDS, DECLARED, type RecordedKind } from "./content.ts";

interface KindFieldsProps {
  readonly kind: RecordedKind;
  readonly placeId: string;
  readonly errors: FieldErrors;
}

/** The fields of one kind of evidence. */
export function KindFields({ kind, placeId, errors }: KindFieldsProps) {
  const wired = (name: "number" | "validFrom" | "validUntil" | "address" | "checkedAt" | "text") => ({
    name,
    label: ADD_FIELDS[name],
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
          <legend>{ADD_FIELDS.declared}</legend>
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
        label={ADD_FIELDS.issuer}
        name="issuerId"
        required
        error={error}
        value={chosen}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      >
        <option value="">{ADD_FIELDS.chooseIssuer}</option>
        {issuers.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {asks && silent && <p>{ADD_FIELDS.noAddress}</p>}
      {issuers.data?.length === 0 && <p>{ADD_FIELDS.noIssuers}</p>}
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
    claim.files.map((file, n) => ({ id: file.id, label: ADD_FIELDS.fileOf(file.name, n + 1, claim) })),
  );
  if (!renewals.data || (files.length === 0 && !renewal)) return null;
  const shown = chosen ?? renewal?.fileId ?? "";
  return (
    <div className="field-noted">
      <SelectField
        label={ADD_FIELDS.file}
        name="fileId"
        error={error}
        value={shown}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      >
        <option value="">{ADD_FIELDS.noFile}</option>
        {renewal && <option value={renewal.fileId}>{ADD_FIELDS.renewal}</option>}
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
