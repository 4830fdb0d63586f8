import type { ReactNode } from "react";
import type { ListedRecord } from "../../../../../modules/evidence/schema.ts";
import { formatCalendarDay } from "../../../../../shared/format.ts";
import { Facts } from "../../../../kit/page/facts.tsx";
import { UserText } from "../../../../kit/page/user-text.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { ANSWERS, DECLARED, EVIDENCE } from "./content.ts";

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
      {isPaper && record.number === null && <p className="soft">{EVIDENCE.hidden}</p>}
      {record.reading === "differs" && <p className="soft">{EVIDENCE.differsText}</p>}
      <Facts facts={[...factsOf(record), [EVIDENCE.file, file]]} />
    </>
  );
}

function factsOf(record: ListedRecord): readonly (readonly [string, ReactNode])[] {
  const checked = [EVIDENCE.checked, record.checkedAt && formatCalendarDay(record.checkedAt)] as const;
  const issuer = [EVIDENCE.issuer, record.issuer] as const;
  switch (record.kind) {
    case "certificate":
    case "reading":
      return [issuer, [EVIDENCE.number, record.number], [EVIDENCE.valid, periodOf(record)]];
    case "lookup":
      return [
        issuer,
        [EVIDENCE.register, record.note && <Register key="register" address={record.note} />],
        checked,
      ];
    case "answer":
      return [
        [EVIDENCE.said, record.answer && ANSWERS[record.answer]],
        [EVIDENCE.valid, periodOf(record)],
      ];
    case "declaration":
      return [[EVIDENCE.said, declaredIn(record)]];
    case "prior":
      return [[EVIDENCE.valid, periodOf(record)]];
    default:
      return [checked, [EVIDENCE.said, saidIn(record)]];
  }
}

function saidIn({ note, source }: ListedRecord): ReactNode {
  if (note !== "") return <UserText text={note} />;
  return source === "import" ? EVIDENCE.imported : null;
}

function periodOf({ validFrom, validUntil }: ListedRecord): string | null {
  if (validUntil === null) return null;
  const until = formatCalendarDay(validUntil);
  return validFrom === null ? EVIDENCE.until(until) : EVIDENCE.period(formatCalendarDay(validFrom), until);
}

const NAMES = Object.keys(DECLARED) as (keyof typeof DECLARED)[]; // its own keys

function declaredIn(record: ListedRecord): string {
  const [first, ...others] = NAMES.filter((name) => record[name]).map((name) => DECLARED[name]);
  if (first === undefined) return EVIDENCE.declaredNothing;
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
  const claims = trpc.reviews.placeClaims.useQuery({ id: placeId }, { enabled: fileId !== null });
  if (fileId === null || !claims.data) return null;
  const file = claims.data.flatMap(({ files }) => files).find(({ id }) => id === fileId);
  if (!file) return EVIDENCE.fileGone;
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
