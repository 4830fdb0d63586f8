import type { SyncStats } from "../../../../modules/sync/schema.ts";
import { formatDateTime, useNow } from "../../../lib/format/format-date.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { ListCard } from "../../../ui/list-card/list-card.tsx";
import { HEALTH } from "./content.ts";
import { formatDuration } from "./format-duration.ts";
import { healthOf, percentOf } from "./health.ts";

/** The health label, the figures behind it and possible causes. */
export function HealthCard({ stats }: { readonly stats: SyncStats | undefined }) {
  const now = useNow();
  const { label, tone, rate, reasons } = healthOf(stats, now);
  return (
    <ListCard title={HEALTH.title}>
      <dl className="sync-health">
        <div>
          <dt>{HEALTH.status}</dt>
          <dd>
            <Badge tone={tone}>{label}</Badge>
          </dd>
        </div>
        <div>
          <dt>{HEALTH.rate}</dt>
          <dd>{rate === null ? HEALTH.none : percentOf(rate)}</dd>
        </div>
        <div>
          <dt>{HEALTH.last}</dt>
          <dd>{stats?.lastSyncTime ? formatDateTime(stats.lastSyncTime) : HEALTH.never}</dd>
        </div>
        <div>
          <dt>{HEALTH.average}</dt>
          <dd>{stats?.avgSyncTime == null ? HEALTH.none : formatDuration(stats.avgSyncTime)}</dd>
        </div>
      </dl>
      <p className="sync-reason">{reasons.join(" ")}</p>
    </ListCard>
  );
}
