import { trpc } from "../../../lib/api.tsx";
import { formatDollars } from "../../../lib/format/format-dollars.ts";
import { Count, CountNote, Counts } from "../../../ui/count/count.tsx";
import { Loaded } from "../../../ui/loaded/loaded.tsx";
import { TOTALS } from "./content.ts";

const number = new Intl.NumberFormat("en-US");

/** Totals received, refunded and pledged; sandbox payments are separate. */
export function Totals() {
  const totals = trpc.admin.payments.totals.useQuery(undefined, { staleTime: 0 });
  return (
    <section className="list-card" aria-label={TOTALS.label}>
      <Loaded query={totals} failed={TOTALS.failed} rows={3}>
        {({ succeeded, refunded, pending, failed, pledgesWaiting, pledgesReceived, sandbox }) => (
          <>
            <Counts>
              <Total label={TOTALS.received} amount={succeeded.amount} note={giftsOf(succeeded.count)}>
                {TOTALS.open(number.format(pending.count), number.format(failed.count))}
              </Total>
              <Total label={TOTALS.refunded} amount={refunded.amount} note={giftsOf(refunded.count)} />
              <Total
                label={TOTALS.waiting}
                amount={pledgesWaiting.amount}
                note={pledgesOf(pledgesWaiting.count)}
              />
              <Total
                label={TOTALS.pledged}
                amount={pledgesReceived.amount}
                note={pledgesOf(pledgesReceived.count)}
              />
            </Counts>
            {sandbox.count > 0 && (
              <p className="totals-sandbox">
                {TOTALS.sandbox(formatDollars(sandbox.amount), number.format(sandbox.count))}
              </p>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

const giftsOf = (count: number): string => TOTALS.gifts(number.format(count));
const pledgesOf = (count: number): string => TOTALS.pledges(number.format(count));

interface TotalProps {
  readonly label: string;
  readonly amount: number;
  readonly note: string;
  readonly children?: string;
}

const Total = ({ label, amount, note, children }: TotalProps) => (
  <Count label={label} value={formatDollars(amount)}>
    <CountNote>{note}</CountNote>
    {children && <CountNote>{children}</CountNote>}
  </Count>
);
