import type { ReactNode } from "react";
import type { ListedRecord } from "../../../../../modules/evidence/schema.ts";
import { formatCalendarDay } from "../../../../../shared/format.ts";
import { Facts } from "../../../../kit/text/facts.tsx";
import { UserText } from "../../../../kit/text/user-text.tsx";
import { trpc } from "../../../../lib/api.tsx";

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
        <p className="soft">What it says is hidden until you have read it yourself.</p>
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

function saidIn({ note, source }: ListedRecord): ReactNode {
  if (note !== "") return <UserText text={note} />;
  return source === "import" ? "Another directory lists this place as halal" : null;
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
