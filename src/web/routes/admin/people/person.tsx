import { useState } from "react";
import type { Person } from "../../../../modules/people/schema.ts";
import { PERSONAL_DATA_KINDS } from "../../../../shared/people/personal-data.ts";
import { ExportLink } from "../../../blocks/resource-list/export-link.tsx";
import { formatDay } from "../../../lib/format/format-date.ts";
import { isolated } from "../../../lib/format/isolated.ts";
import { Alert } from "../../../ui/alert/alert.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { ListCard } from "../../../ui/list-card/list-card.tsx";
import { EmptyState } from "../../../ui/states/states.tsx";
import { Table } from "../../../ui/table/table.tsx";
import { ERASE, PERSON } from "./content.ts";
import { EraseDialog } from "./erase-dialog.tsx";
import { Records } from "./records.tsx";

/** Everything that is kept about an address, by kind, with what can be done about it. */
export function PersonView({ person }: { readonly person: Person }) {
  const [erasing, setErasing] = useState(false);
  const [erased, setErased] = useState<number | null>(null);
  const { email, counts, data } = person;
  const kinds = PERSONAL_DATA_KINDS.filter((kind) => counts[kind] > 0);
  const report = erased !== null && <Alert tone="info">{ERASE.done(erased)}</Alert>;
  if (kinds.length === 0) {
    return (
      <>
        {report}
        <EmptyState title={PERSON.nothing}>{PERSON.nothingText}</EmptyState>
      </>
    );
  }
  return (
    <>
      {report}
      <Kept person={person} onErase={mayErase(person) ? () => setErasing(true) : null} />
      {kinds.map((kind) => (
        <Records key={kind} kind={kind} email={email} count={counts[kind]} records={data[kind]} />
      ))}
      <EraseDialog person={person} open={erasing} onClose={() => setErasing(false)} onErased={setErased} />
    </>
  );
}

const mayErase = ({ data }: Person): boolean =>
  Object.values(data).some((records) => records.some(({ onErasure }) => onErasure !== "kept"));

interface KeptProps {
  readonly person: Person;
  readonly onErase: (() => void) | null;
}

/** What an erasure leaves, beside the buttons that export and erase. */
function Kept({ person: { email, counts, kept }, onErase }: KeptProps) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const rows = kept.map((each) => ({ ...each, id: each.what }));
  return (
    <ListCard
      title={PERSON.title(total, isolated(email))}
      actions={
        <>
          <ExportLink
            path="/api/admin/people/export"
            file="person.json"
            query={{ email }}
            label={PERSON.export}
          />
          {onErase && (
            <Button look="danger" className="button-tiny" onClick={onErase}>
              {PERSON.erase}
            </Button>
          )}
        </>
      }
    >
      <p className="list-card-note">{rows.length === 0 ? PERSON.staysNothing : PERSON.staysNote}</p>
      {rows.length > 0 && (
        <Table
          caption={PERSON.stays}
          columns={[
            { head: "What", look: "main", cell: ({ what, count }) => `${what} (${count})` },
            { head: "Why", cell: ({ why }) => why },
            { head: "Until", look: "short", cell: ({ until }) => (until ? formatDay(until) : "No end") },
          ]}
          rows={rows}
        />
      )}
    </ListCard>
  );
}
