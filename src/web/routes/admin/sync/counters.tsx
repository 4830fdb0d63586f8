import type { SyncStats } from "../../../../modules/sync/schema.ts";
import { Count, Counts } from "../../../kit/table/count.tsx";
import { SYNC } from "./content.ts";

const WIDE = 1_000;

/** The four counters, and one bar of synced, pending and errors. */
export function Counters({ stats }: { readonly stats: SyncStats }) {
  const { totalPois, syncedPois, pendingPois, errorPois } = stats;
  const counts = [
    { label: "Total POIs", value: totalPois, tone: "total" },
    { label: "Synced", value: syncedPois, tone: "synced" },
    { label: "Pending", value: pendingPois, tone: "pending" },
    { label: "Errors", value: errorPois, tone: "errors" },
  ];
  return (
    <section className="list-card" aria-label="Places">
      <Counts>
        {counts.map((count) => (
          <Count key={count.label} {...count} />
        ))}
      </Counts>
      {totalPois > 0 && <Bar {...stats} />}
    </section>
  );
}

function Bar({ totalPois, syncedPois, pendingPois, errorPois }: SyncStats) {
  const share = (count: number): number => (count / totalPois) * WIDE;
  const parts = [
    { tone: "synced", wide: share(syncedPois) },
    { tone: "pending", wide: share(pendingPois) },
    { tone: "errors", wide: share(errorPois) },
  ];
  let from = 0;
  return (
    <svg
      className="sync-bar"
      viewBox={`0 0 ${WIDE} 10`}
      preserveAspectRatio="none"
      role="img"
      aria-label={SYNC.bar(syncedPois, pendingPois, errorPois)}
    >
      {parts.map(({ tone, wide }) => {
        const x = from;
        from += wide;
        return <rect key={tone} data-tone={tone} x={x} width={wide} height={10} />;
      })}
    </svg>
  );
}
