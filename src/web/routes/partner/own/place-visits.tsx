import { VISITS } from "../../../../copy/en/my-place.ts";
import type { Visits } from "../../../../modules/directory/visits/schema.ts";
import { formatCalendarDay } from "../../../../shared/format.ts";

const HEIGHT = 36;
const STEP = 10;
const BAR = 7;
const LEAST = 2; // of a week whose count is hidden

/** How often the page was seen, in a line and a small chart. */
export function PlaceVisits({ visits }: { readonly visits: Visits }) {
  const { views, directions, weeks } = visits;
  const isShown = weeks.some((week) => week.views !== null);
  return (
    <div className="own-place-visits">
      <p>{views === null && directions === null ? VISITS.none : VISITS.said(views, directions)}</p>
      {isShown && <Chart weeks={weeks} />}
      <p className="soft">{VISITS.how}</p>
    </div>
  );
}

function Chart({ weeks }: Pick<Visits, "weeks">) {
  const most = Math.max(1, ...weeks.map((week) => week.views ?? 0));
  return (
    <svg
      role="img"
      aria-label={`${VISITS.chart}. ${weeks.map((each) => VISITS.week(formatCalendarDay(each.from), each.views)).join(". ")}`}
      viewBox={`0 0 ${weeks.length * STEP - (STEP - BAR)} ${HEIGHT}`}
      width={weeks.length * STEP}
      height={HEIGHT}
    >
      {weeks.map((week, n) => {
        const height = week.views === null ? LEAST : Math.max(LEAST, (week.views / most) * HEIGHT);
        return (
          <rect
            key={week.from}
            data-hidden={week.views === null || undefined}
            x={n * STEP}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            rx={2}
          >
            <title>{VISITS.week(formatCalendarDay(week.from), week.views)}</title>
          </rect>
        );
      })}
    </svg>
  );
}
