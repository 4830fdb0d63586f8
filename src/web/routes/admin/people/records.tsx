import {
  type AllPersonalData,
  PERSONAL_DATA_LABELS,
  type PersonalDataKind,
  type PersonalRecord,
} from "../../../../shared/people/personal-data.ts";
import { ListCard } from "../../../ui/list-card/list-card.tsx";
import { DateTime, None } from "../../../ui/table/cells.tsx";
import { type Column, Table } from "../../../ui/table/table.tsx";
import { UserText } from "../../../ui/user-text/user-text.tsx";
import { EFFECTS, NAMED_BY, PERSON } from "./content.ts";
import { CaseLink, ListLink } from "./record-links.tsx";

interface RecordsProps {
  readonly kind: PersonalDataKind;
  readonly email: string;
  readonly count: number;
  readonly records: AllPersonalData[PersonalDataKind];
}

/** The records of one kind. */
export function Records({ kind, email, count, records }: RecordsProps) {
  const label = PERSONAL_DATA_LABELS[kind];
  return (
    <ListCard title={`${label} (${count})`} actions={<ListLink kind={kind} email={email} />}>
      {records.length < count && <p className="list-card-note">{PERSON.newest(records.length)}</p>}
      <Table caption={label} columns={columnsOf(kind)} rows={records} />
    </ListCard>
  );
}

const columnsOf = (kind: PersonalDataKind): readonly Column<PersonalRecord>[] => [
  {
    head: "Record",
    look: "main",
    cell: (record) => (
      <CaseLink kind={kind} record={record}>
        <Name text={nameOf(kind, record)} />
      </CaseLink>
    ),
  },
  { head: "Since", cell: ({ at }) => <DateTime at={at} /> },
  { head: "When erased", cell: ({ onErasure }) => EFFECTS[onErasure] },
];

const Name = ({ text }: { readonly text: string }) => (text === "" ? <None /> : <UserText text={text} />);

const nameOf = (kind: PersonalDataKind, record: PersonalRecord): string =>
  NAMED_BY[kind]
    .map((field) => record[field])
    .filter((value) => typeof value === "string" && value !== "")
    .join(", ");
