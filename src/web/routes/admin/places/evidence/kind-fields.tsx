import { type ReactNode, useState } from "react";
import type { ListedRecord, STAFF_KINDS } from "../../../../../modules/evidence/schema.ts";
import type { FieldErrors } from "../../../../../shared/errors.ts";
import { formatCalendarDay, formatDay } from "../../../../../shared/format.ts";
import { calledHalalBy } from "../../../../../shared/places/sources.ts";
import { Checkbox } from "../../../../kit/form/checkbox.tsx";
import { Field, SelectField, TextAreaField } from "../../../../kit/form/field.tsx";
import { Facts } from "../../../../kit/text/facts.tsx";
import { UserText } from "../../../../kit/text/user-text.tsx";
import { trpc } from "../../../../lib/api.tsx";

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

interface RecordFactsProps {
  readonly placeId: string;
  readonly record: ListedRecord;
}

/** What a record says. */
export function RecordFacts({ placeId, record }: RecordFactsProps) {
  const isPaper = record.kind === "certificate" || record.kind === "reading";
  const file = useFile(placeId, record.fileId);
  return (
    <>
      {isPaper && record.number === null && (
        <p className="soft">Its details stay hidden until you have read it yourself.</p>
      )}
      {record.reading === "differs" && <p className="soft">A third person decides which one is right.</p>}
      <Facts facts={[...factsOf(record), ["File", file]]} />
    </>
  );
}

function factsOf(record: ListedRecord): readonly (readonly [string, ReactNode])[] {
  const checked = ["Checked on", record.checkedAt && formatCalendarDay(record.checkedAt)] as const;
  const issuer = ["Issuer", record.issuer] as const;
  switch (record.kind) {
    case "certificate":
    case "reading":
      return [issuer, ["Number", record.number], ["Valid", periodOf(record)]];
    case "lookup":
      return [
        issuer,
        ["Register", record.note && <Register key="register" address={record.note} />],
        checked,
      ];
    case "answer":
      return [
        ["Says", record.answer && ANSWERS[record.answer]],
        ["Valid", periodOf(record)],
      ];
    case "declaration":
      return [["Says", declaredIn(record)]];
    case "prior":
      return [["Valid", periodOf(record)]];
    default:
      return [checked, ["Says", saidIn(record)]];
  }
}

function saidIn({ note, source, lists = [] }: ListedRecord): ReactNode {
  if (note !== "") return <UserText text={note} />;
  return source === "import" ? calledHalalBy(lists) : null;
}

function periodOf({ validFrom, validUntil }: ListedRecord): string | null {
  if (validUntil === null) return null;
  const until = formatCalendarDay(validUntil);
  return validFrom === null ? `until ${until}` : `${formatCalendarDay(validFrom)} to ${until}`;
}

export const DECLARED = {
  meatFree: "No meat",
  noAlcohol: "No alcohol",
  noPork: "No pork",
} as const;

const NAMES = Object.keys(DECLARED) as (keyof typeof DECLARED)[]; // its own keys

function declaredIn(record: ListedRecord): string {
  const [first, ...others] = NAMES.filter((name) => record[name]).map((name) => DECLARED[name]);
  if (first === undefined) return "That meat, alcohol and pork may be served";
  return [first, ...others.map((each) => each.toLowerCase())].join(", ");
}

const Register = ({ address }: { readonly address: string }) =>
  /^https?:\/\//.test(address) ? (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {address}
    </a>
  ) : (
    address
  );

/** A link to the file of a claim that a certificate was read from; null if there is none. */
function useFile(placeId: string, fileId: string | null): ReactNode {
  const claims = trpc.admin.reviews.placeClaims.useQuery({ id: placeId }, { enabled: fileId !== null });
  if (fileId === null || !claims.data) return null;
  const file = claims.data.flatMap(({ files }) => files).find(({ id }) => id === fileId);
  if (!file) return "The file was deleted.";
  return (
    <a
      href={`/api/reviews/evidence/${encodeURIComponent(file.id)}?inline=true`}
      target="_blank"
      rel="noopener"
    >
      <bdi>{file.name}</bdi>
    </a>
  );
}

const ANSWERS = {
  valid: "The certificate is valid",
  not_ours: "The certificate is not theirs",
  revoked: "The certificate was revoked",
} as const;
