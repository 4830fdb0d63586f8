import { trpc } from "../../lib/api.tsx";
import { Count, Counts } from "../../ui/count/count.tsx";
import { Loaded } from "../../ui/loaded/loaded.tsx";

export function PartnerCounts() {
  const counts = trpc.partnerManager.partners.counts.useQuery();
  return (
    <section className="list-card" aria-label="Counts">
      <Loaded query={counts} failed="The counts could not be loaded" rows={2}>
        {({ total, verified, pending }) => (
          <Counts few>
            <Count label="Total Partners" value={total} />
            <Count label="Verified Partners" value={verified} />
            <Count label="Pending Verification" value={pending} />
          </Counts>
        )}
      </Loaded>
    </section>
  );
}
