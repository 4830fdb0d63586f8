import type { BulkResult } from "../../../shared/bulk.ts";
import { isolated } from "../../lib/format/isolated.ts";
import { BULK } from "./content.ts";

const NAMED = 5;

/** What was refused, one line for each reason. */
export function Failures({ failed }: Pick<BulkResult, "failed">) {
  if (failed.length === 0) return null;
  const reasons = [...Map.groupBy(failed, ({ reason }) => reason)];
  return (
    <div className="bulk-failures" role="alert">
      <p>{BULK.failed(failed.length)}</p>
      <ul>
        {reasons.map(([reason, same]) => (
          <li key={reason}>
            {same.length === 1 ? reason : `${reason} (${same.length})`}
            <Names failed={same} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Names({ failed }: Pick<BulkResult, "failed">) {
  const names = failed.flatMap(({ name }) => (name === undefined ? [] : [name]));
  if (names.length === 0) return null;
  const shown = names.slice(0, NAMED).map(isolated);
  return <span className="bulk-names">{BULK.names(shown, names.length - shown.length)}</span>;
}
