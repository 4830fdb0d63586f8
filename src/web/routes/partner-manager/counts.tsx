import { trpc } from "../../lib/api.tsx";
import { Count, Counts } from "../../ui/count/count.tsx";
import { Loaded } from "../../ui/loaded/loaded.tsx";
import { PARTNERS } from "./content.ts";

export function PartnerCounts() {
  const counts = trpc.partnerManager.partners.counts.useQuery();
  return (
    <section className="list-card" aria-label={PARTNERS.counts}>
      <Loaded query={counts} failed={PARTNERS.countsFailed} rows={2}>
        {({ total, verified, pending }) => (
          <Counts few>
            <Count label={PARTNERS.total} value={total} />
            <Count label={PARTNERS.verifiedCount} value={verified} />
            <Count label={PARTNERS.pendingCount} value={pending} />
          </Counts>
        )}
      </Loaded>
    </section>
  );
}
