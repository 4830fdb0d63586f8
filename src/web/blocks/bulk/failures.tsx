import type { BulkResult } from "../../../shared/bulk.ts";
import { BULK } from "./content.ts";

/** What was refused, one line for each reason. */
export function Failures({ failed }: Pick<BulkResult, "failed">) {
  if (failed.length === 0) return null;
  const reasons = [...Map.groupBy(failed, ({ reason }) => reason)];
  return (
    <div className="bulk-failures" role="alert">
      <p>{BULK.failed(failed.length)}</p>
      <ul>
        {reasons.map(([reason, same]) => (
          <li key={reason}>{same.length === 1 ? reason : `${reason} (${same.length})`}</li>
        ))}
      </ul>
    </div>
  );
}
