import { useId } from "react";
import type { FailureDetail } from "../../../../../modules/sync/decisions/schema.ts";
import { Badge } from "../../../../ui/badge/badge.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { CompareTable } from "../compare/compare-table.tsx";
import { DECIDE } from "./content.ts";

type Row = FailureDetail["candidates"][number];

interface CandidateProps {
  readonly ours: FailureDetail["ours"];
  readonly candidate: Row;
  readonly busy: boolean;
  readonly onTake: () => void;
}

/** A row of the main database next to our place. A row of another place cannot be taken. */
export function Candidate({ ours, candidate, busy, onTake }: CandidateProps) {
  const headingId = useId();
  const { id, name, theirs, linkedTo } = candidate;
  const fields = Object.keys(theirs)
    .map((column) => ({ name: column, ours: ours[column] ?? null, theirs: theirs[column] ?? null }))
    .filter((field) => field.ours || field.theirs);
  return (
    <section className="sync-decide-candidate" aria-labelledby={headingId}>
      <div className="sync-decide-head">
        <h4 id={headingId}>
          <bdi>{name}</bdi> <span className="table-sub">{id}</span>
        </h4>
        {factsOf(candidate).map((fact) => (
          <Badge key={fact}>{fact}</Badge>
        ))}
      </div>
      <CompareTable caption={DECIDE.fieldsOf(name)} fields={fields} />
      {linkedTo ? (
        <p className="soft">{DECIDE.taken(linkedTo.name)}</p>
      ) : (
        <Button className="button-tiny" aria-disabled={busy} aria-describedby={headingId} onClick={onTake}>
          {DECIDE.take}
        </Button>
      )}
    </section>
  );
}

const factsOf = ({ isLinked, hasPlaceId, meters }: Row): readonly string[] => [
  ...(isLinked ? [DECIDE.isLinked] : []),
  ...(hasPlaceId ? [DECIDE.hasPlaceId] : []),
  ...(meters === null ? [] : [DECIDE.away(meters)]),
];
