import { ROAD } from "../../../copy/en/cities.ts";
import type { MetroRoad } from "../../../modules/directory/cities/schema.ts";
import { FEW } from "../../../shared/format.ts";
import { Star } from "../page/star.tsx";

type RoadProps = Pick<MetroRoad, "name" | "waiting" | "bar">;

const LENGTH = 400;

/** How far an area is from opening: as far as it is, a line; the rest, dots. */
export function RoadToOpening({ name, waiting, bar }: RoadProps) {
  const end = bar === null || waiting === FEW ? 0 : LENGTH * Math.min(1, waiting / bar);
  // Only those with a confirmed email count for the bar, so that more may wait than it needs.
  const isBelow = bar !== null && (waiting === FEW || waiting < bar);
  return (
    <div className="road">
      <p>{isBelow ? ROAD.toOpen(name, waiting, bar) : ROAD.waiting(name, waiting)}</p>
      {bar !== null && (
        <div className="road-line">
          <svg viewBox={`0 0 ${LENGTH} 8`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
            <line className="road-ahead" x1="2" x2={LENGTH} y1="4" y2="4" />
            {end > 0 && <line className="road-done" x1="2" x2={Math.max(2, end)} y1="4" y2="4" />}
          </svg>
          <Star className="star road-star" />
        </div>
      )}
    </div>
  );
}
