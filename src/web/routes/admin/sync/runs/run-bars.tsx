import type { RunSummary } from "../../../../../modules/sync/schema.ts";
import { formatDateTime } from "../../../../lib/format/format-date.ts";
import { HISTORY } from "../content.ts";

const HIGH = 40;
const STEP = 14;
const BAR = 10;
const LEAST = 1.5; // a run without places is visible too

/** Runs as small bars, oldest first, with errors stacked on synced places. */
export function RunBars({ runs }: { readonly runs: readonly RunSummary[] }) {
  const shown = runs.filter(({ dryRun, status }) => !dryRun && status !== "running").toReversed();
  const max = Math.max(1, ...shown.map(({ synced, errors }) => synced + errors));
  if (shown.length < 2) return null;
  return (
    <svg
      className="sync-runs"
      viewBox={`0 0 ${shown.length * STEP} ${HIGH}`}
      role="img"
      aria-label={HISTORY.bars}
    >
      {shown.map(({ id, startedAt, synced, errors }, index) => {
        const failed = (errors / max) * HIGH;
        const high = Math.max(LEAST, ((synced + errors) / max) * HIGH);
        return (
          <g key={id} transform={`translate(${index * STEP} 0)`}>
            <title>{HISTORY.barOf(formatDateTime(startedAt), synced, errors)}</title>
            <rect data-tone="synced" y={HIGH - high} width={BAR} height={high} />
            <rect data-tone="errors" y={HIGH - high} width={BAR} height={failed} />
          </g>
        );
      })}
    </svg>
  );
}
