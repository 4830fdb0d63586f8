import type { ListedRecord } from "../../../../../modules/evidence/schema.ts";
import { formatDateTime } from "../../../../lib/format/format-date.ts";
import { isolated } from "../../../../lib/format/isolated.ts";
import { Badge } from "../../../../ui/badge/badge.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { EVIDENCE, KIND_NAMES, SOURCES } from "./content.ts";
import { RecordFacts } from "./record-facts.tsx";
import { type Entry, mayWithdraw } from "./timeline.ts";

interface EvidenceEntryProps {
  readonly placeId: string;
  readonly entry: Entry;
  /** Null where nothing can be withdrawn. */
  readonly onWithdraw: ((entry: Entry) => void) | null;
}

/** One record, with what others recorded about it. */
export function EvidenceEntry({ placeId, entry, onWithdraw }: EvidenceEntryProps) {
  const { record, withdrawal, parts } = entry;
  const kind = KIND_NAMES[record.kind] ?? record.kind;
  return (
    <li data-withdrawn={withdrawal ? true : undefined}>
      <div className="evidence-timeline-head">
        <h3>{kind}</h3>
        {withdrawal === null && <Reading state={record.reading} />}
        {onWithdraw && mayWithdraw(entry) && (
          <div className="evidence-timeline-act">
            <Button
              look="quiet"
              className="button-tiny button-destructive"
              aria-label={`${EVIDENCE.withdraw}: ${kind}`}
              onClick={() => onWithdraw(entry)}
            >
              {EVIDENCE.withdraw}
            </Button>
          </div>
        )}
      </div>
      <div className="evidence-timeline-said">
        <RecordFacts placeId={placeId} record={record} />
      </div>
      <p className="evidence-timeline-by">
        {EVIDENCE.recorded(whoOf(record), formatDateTime(record.recordedAt))}
      </p>
      {withdrawal && (
        <p className="evidence-timeline-withdrawal">
          {EVIDENCE.withdrawn(whoOf(withdrawal), formatDateTime(withdrawal.recordedAt))}{" "}
          <bdi>{withdrawal.note}</bdi>
        </p>
      )}
      {parts.length > 0 && (
        <ol className="evidence-timeline-parts">
          {parts.map((part) => (
            <EvidenceEntry key={part.record.id} placeId={placeId} entry={part} onWithdraw={onWithdraw} />
          ))}
        </ol>
      )}
    </li>
  );
}

/** Whether enough people have read a certificate alike. */
function Reading({ state }: { readonly state: ListedRecord["reading"] }) {
  if (state === null) return null;
  if (state === "agreed") return <Badge tone="good">{EVIDENCE.agreed}</Badge>;
  return state === "waiting" ? (
    <Badge tone="warning">{EVIDENCE.waiting}</Badge>
  ) : (
    <Badge tone="bad">{EVIDENCE.differs}</Badge>
  );
}

const whoOf = ({ source, byName }: ListedRecord): string =>
  byName === null ? (SOURCES[source] ?? source) : isolated(byName);
