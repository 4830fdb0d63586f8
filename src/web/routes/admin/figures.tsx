import { type ReactNode, useState } from "react";
import { formatElapsed, number, percent } from "../../../shared/format.ts";
import { Button } from "../../kit/controls/button.tsx";
import { SOURCE_NAMES } from "../../kit/inquiries/waitlist-list.tsx";
import { Loaded } from "../../kit/page/states.tsx";
import { Count, CountNote, Counts } from "../../kit/table/count.tsx";
import { SparkLine } from "../../kit/table/spark-line.tsx";
import { trpc } from "../../lib/api.tsx";
import { lastDays, useNow } from "../../lib/now.ts";
import { FAILED } from "./needs.tsx";

const WEEK = 7;

type Days = ReturnType<typeof lastDays>;

const sumOf = (days: Days): number => days.reduce((all, { count }) => all + count, 0);

function trendOf(week: number, before: number): string {
  if (week === before) return "Same as the week before";
  if (before === 0) return "None the week before";
  const share = Math.abs(Math.round(((week - before) / before) * 100));
  return week > before ? `▲ ${share}% in a week` : `▼ ${share}% in a week`;
}

interface GrowthProps {
  readonly label: string;
  readonly total: number;
  readonly days: Days;
}

function Growth({ label, total, days }: GrowthProps) {
  const week = sumOf(days.slice(-WEEK));
  return (
    <Count label={label} value={total}>
      <CountNote>{`${number.format(week)} in the last 7 days`}</CountNote>
      <CountNote>{trendOf(week, sumOf(days.slice(-2 * WEEK, -WEEK)))}</CountNote>
    </Count>
  );
}

/** The totals, with charts that are loaded once they are opened. */
export function Figures() {
  const summary = trpc.admin.dashboard.summary.useQuery();
  const now = useNow();
  return (
    <section className="list-card home-wide" aria-label="Counts">
      <Loaded query={summary} failed={FAILED} rows={3}>
        {({ signups, inquiries }) => (
          <Counts>
            <Growth label="Total signups" total={signups.total} days={lastDays(signups.days, now)} />
            <Growth
              label="Partnership inquiries"
              total={inquiries.total}
              days={lastDays(inquiries.days, now)}
            />
            <Count label="Beta testers" value={signups.beta}>
              <CountNote>
                {`${percent.format(signups.beta / Math.max(1, signups.total))} of all signups`}
              </CountNote>
            </Count>
            <Count label="Waiting for a reply" value={inquiries.waiting}>
              <CountNote>
                {inquiries.oldestWaiting
                  ? `The oldest for ${formatElapsed(now - inquiries.oldestWaiting.getTime())}`
                  : "Every inquiry is answered"}
              </CountNote>
            </Count>
          </Counts>
        )}
      </Loaded>
      <Charts />
    </section>
  );
}

type ChartName =
  | "Signups by day"
  | "Inquiries by day"
  | "By source"
  | "By city"
  | "Gifts"
  | "Decisions"
  | "Emails";

const CHARTS: Readonly<Record<ChartName, () => ReactNode>> = {
  "Signups by day": () => <Totals of="signups" label="Total signups a day over the last 30 days" />,
  "Inquiries by day": () => (
    <Totals of="inquiries" label="Partnership inquiries a day over the last 30 days" />
  ),
  "By source": () => <Sources />,
  "By city": () => <Cities />,
  Gifts: () => <Trend of="gifts" label="Gifts by card a day over the last 30 days" />,
  Decisions: () => (
    <Trend of="decisions" label="Decisions about claims and requests a day over the last 30 days" />
  ),
  Emails: () => <Trend of="emails" label="Emails sent a day over the last 30 days" />,
};

/** One chart at a time; none until one is opened. */
function Charts() {
  const [open, setOpen] = useState<ChartName | null>(null);
  const names = Object.keys(CHARTS) as ChartName[]; // the keys of a constant
  return (
    <>
      <fieldset className="home-charts" aria-label="Charts">
        {names.map((name) => (
          <Button
            key={name}
            look={name === open ? "quiet" : "text"}
            className="button-tiny"
            aria-expanded={name === open}
            onClick={() => setOpen(name === open ? null : name)}
          >
            {name}
          </Button>
        ))}
      </fieldset>
      {open && CHARTS[open]()}
    </>
  );
}

interface ChartProps<Of> {
  readonly of: Of;
  readonly label: string;
}

function Totals({ of, label }: ChartProps<"signups" | "inquiries">) {
  const summary = trpc.admin.dashboard.summary.useQuery();
  const now = useNow();
  return (
    <Loaded query={summary} failed={FAILED} rows={2}>
      {(data) => <DayChart label={label} days={lastDays(data[of].days, now)} />}
    </Loaded>
  );
}

function Trend({ of, label }: ChartProps<"gifts" | "decisions" | "emails">) {
  const trends = trpc.admin.dashboard.trends.useQuery(undefined, { staleTime: 0 });
  const now = useNow();
  return (
    <Loaded query={trends} failed={FAILED} rows={2}>
      {(data) => <DayChart label={label} days={lastDays(data[of], now)} />}
    </Loaded>
  );
}

function DayChart({ label, days }: { readonly label: string; readonly days: Days }) {
  const most = days.reduce<Days[number] | undefined>((a, b) => (a && a.count >= b.count ? a : b), undefined);
  return (
    <div className="home-chart">
      <p>
        <strong>{`${number.format(sumOf(days))} in 30 days`}</strong>
        {most && most.count > 0 && `, at most ${number.format(most.count)} on ${most.day}`}
      </p>
      <SparkLine label={label} days={days} />
      <p className="home-chart-ends">
        <span>{days.at(0)?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </p>
    </div>
  );
}

const SHOWN = 8;

function Sources() {
  const report = trpc.admin.waitlist.sources.useQuery({}, { staleTime: 0 });
  return (
    <Loaded query={report} failed={FAILED} rows={2}>
      {({ sources }) => (
        <Bars
          none="No one has joined in the last 30 days."
          bars={sources.map(({ source, joins }) => ({ name: SOURCE_NAMES[source] ?? source, count: joins }))}
        />
      )}
    </Loaded>
  );
}

function Cities() {
  const ranking = trpc.admin.cities.rank.useQuery({ limit: SHOWN }, { staleTime: 0 });
  return (
    <Loaded query={ranking} failed={FAILED} rows={2}>
      {({ items }) => (
        <Bars
          none="No one has chosen a city yet."
          bars={items.map(({ name, state, waiting }) => ({ name: `${name}, ${state}`, count: waiting }))}
        />
      )}
    </Loaded>
  );
}

interface BarsProps {
  readonly none: string;
  readonly bars: readonly { readonly name: string; readonly count: number }[];
}

/** The largest ones, as bars in proportion. */
function Bars({ none, bars }: BarsProps) {
  const shown = bars
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, SHOWN);
  const [largest] = shown;
  if (!largest) return <p className="home-chart soft">{none}</p>;
  return (
    <div className="home-chart">
      <ul className="home-bars">
        {shown.map(({ name, count }) => (
          <li key={name}>
            <span>{name}</span>
            <progress max={largest.count} value={count} aria-hidden="true" />
            <span>{number.format(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
