import { trpc } from "../../lib/api.tsx";
import { lastDays } from "../../lib/last-days.ts";
import { spanOf, useNow } from "../../lib/when.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { SparkLine } from "../../ui/spark-line.tsx";
import { DASHBOARD } from "./content.ts";

const number = new Intl.NumberFormat("en-US");
const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 0 });

interface CountProps {
  readonly label: string;
  readonly value: number;
  readonly note: string;
  readonly days?: ReturnType<typeof lastDays>;
}

function Count({ label, value, note, days }: CountProps) {
  return (
    <li className="count">
      <p className="count-label">{label}</p>
      <p className="count-value">{number.format(value)}</p>
      <p className="count-note">{note}</p>
      {days && <SparkLine label={DASHBOARD.last30(label)} days={days} />}
    </li>
  );
}

/** How many there are, and how they came about over the last 30 days. */
export function Counts() {
  const summary = trpc.admin.dashboard.summary.useQuery();
  const now = useNow();
  return (
    <section className="list-card" aria-label={DASHBOARD.counts}>
      <Loaded query={summary} failed={DASHBOARD.failed} rows={3}>
        {({ signups, inquiries }) => (
          <ul className="counts">
            <Count label={DASHBOARD.signups} value={signups.total} {...sumOf(lastDays(signups.days, now))} />
            <Count
              label={DASHBOARD.inquiries}
              value={inquiries.total}
              {...sumOf(lastDays(inquiries.days, now))}
            />
            <Count
              label={DASHBOARD.beta}
              value={signups.beta}
              note={DASHBOARD.betaShare(percent.format(signups.beta / Math.max(1, signups.total)))}
            />
            <Count
              label={DASHBOARD.waiting}
              value={inquiries.waiting}
              note={
                inquiries.oldestWaiting
                  ? DASHBOARD.oldest(spanOf(now - inquiries.oldestWaiting.getTime()))
                  : DASHBOARD.noneWaits
              }
            />
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function sumOf(days: ReturnType<typeof lastDays>) {
  const sum = days.reduce((all, { count }) => all + count, 0);
  return { days, note: DASHBOARD.last30Sum(number.format(sum)) };
}
