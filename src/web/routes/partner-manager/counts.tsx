import { trpc } from "../../lib/api.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { PARTNERS } from "./content.ts";

const number = new Intl.NumberFormat("en-US");

export function PartnerCounts() {
  const counts = trpc.partnerManager.partners.counts.useQuery();
  return (
    <section className="list-card" aria-label={PARTNERS.counts}>
      <Loaded query={counts} failed={PARTNERS.countsFailed} rows={2}>
        {({ total, verified, pending }) => (
          <ul className="counts" data-few>
            <Count label={PARTNERS.total} value={total} />
            <Count label={PARTNERS.verifiedCount} value={verified} />
            <Count label={PARTNERS.pendingCount} value={pending} />
          </ul>
        )}
      </Loaded>
    </section>
  );
}

const Count = ({ label, value }: { readonly label: string; readonly value: number }) => (
  <li className="count">
    <p className="count-label">{label}</p>
    <p className="count-value">{number.format(value)}</p>
  </li>
);
