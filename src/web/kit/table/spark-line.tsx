interface Day {
  readonly day: string;
  readonly count: number;
}

interface SparkLineProps {
  /** What is counted; names the table of the same numbers. */
  readonly label: string;
  readonly days: readonly Day[];
}

const WIDTH = 240;
const HEIGHT = 44;
const EDGE = 4; // room for the line's own thickness and the last point

/** Daily counts as a line. Screen readers get the same numbers as a table. */
export function SparkLine({ label, days }: SparkLineProps) {
  const points = pointsOf(days);
  const last = points.at(-1);
  const line = points.map(({ x, y }) => `${x},${y}`).join(" ");
  return (
    <>
      <svg
        className="spark-line"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polygon points={`${EDGE},${HEIGHT} ${line} ${WIDTH - EDGE},${HEIGHT}`} />
        <polyline points={line} />
        {last && <line x1={last.x} x2={last.x} y1={last.y} y2={last.y} />}
      </svg>
      <div className="visually-hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Count</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, count }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function pointsOf(days: readonly Day[]) {
  const max = Math.max(1, ...days.map(({ count }) => count));
  const step = (WIDTH - 2 * EDGE) / Math.max(1, days.length - 1);
  return days.map(({ count }, at) => ({
    x: Math.round((EDGE + at * step) * 10) / 10,
    y: Math.round((HEIGHT - EDGE - (count / max) * (HEIGHT - 2 * EDGE)) * 10) / 10,
  }));
}
