import { trpc } from "../../lib/api.tsx";
import { formatElapsed, useNow } from "../../lib/format/format-date.ts";
import { lastDays } from "../../lib/last-days.ts";
import { Count, CountNote, Counts } from "../../ui/count/count.tsx";
import { Loaded } from "../../ui/loaded/loaded.tsx";
import { SparkLine } from "../../ui/spark-line/spark-line.tsx";
import { DASHBOARD } from "./content.ts";

const number = new Intl.NumberFormat("en-US");
const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 0 });

const WEEK = 7;

interface GrowthProps {
  readonly label: string;
  readonly total: number;
  readonly days: ReturnType<typeof lastDays>;
}

function Growth({ label, total, days }: GrowthProps) {
  const sumOf = (some: typeof days) => some.reduce((all, { count }) => all + count, 0);
  const week = sumOf(days.slice(-WEEK));
  return (
    <Count label={label} value={total}>
      <CountNote>{DASHBOARD.lastWeek(number.format(week))}</CountNote>
      <CountNote>{DASHBOARD.trend(week, sumOf(days.slice(-2 * WEEK, -WEEK)))}</CountNote>
      <SparkLine label={DASHBOARD.last30(label)} days={days} />
    </Count>
  );
}

/** The totals, and their growth over the last 30 days. */
export function DashboardCounts() {
  const summary = trpc.admin.dashboard.summary.useQuery();
  const now = useNow();
  return (
    <section className="list-card" aria-label={DASHBOARD.counts}>
      <Loaded query={summary} failed={DASHBOARD.failed} rows={3}>
        {({ signups, inquiries }) => (
          <Counts>
            <Growth label={DASHBOARD.signups} total={signups.total} days={lastDays(signups.days, now)} />
            <Growth
              label={DASHBOARD.inquiries}
              total={inquiries.total}
              days={lastDays(inquiries.days, now)}
            />
            <Count label={DASHBOARD.beta} value={signups.beta}>
              <CountNote>
                {DASHBOARD.betaShare(percent.format(signups.beta / Math.max(1, signups.total)))}
              </CountNote>
            </Count>
            <Count label={DASHBOARD.waiting} value={inquiries.waiting}>
              <CountNote>
                {inquiries.oldestWaiting
                  ? DASHBOARD.oldest(formatElapsed(now - inquiries.oldestWaiting.getTime()))
                  : DASHBOARD.noneWaits}
              </CountNote>
            </Count>
          </Counts>
        )}
      </Loaded>
    </section>
  );
}
