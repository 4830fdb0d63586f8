import { Link } from "@tanstack/react-router";
import type { Neighbor } from "../../../../../modules/places/neighbors/schema.ts";
import { KM_PER_DEGREE, type Point } from "../../../../../shared/places/distance.ts";
import { withPlace } from "../open-place.ts";

interface NeighborMapProps {
  readonly center: Point;
  /** Meters. */
  readonly radius: number;
  /** In the order of their numbers. */
  readonly places: readonly Neighbor[];
}

const MARGIN = 1.1;

/** The surroundings of a place to scale, north at the top. Hidden from screen readers, which have the list with the same links. */
export function NeighborMap({ center, radius, places }: NeighborMapProps) {
  const half = radius * MARGIN;
  return (
    <svg className="neighbor-map" viewBox={`${-half} ${-half} ${2 * half} ${2 * half}`} aria-hidden="true">
      <circle className="neighbor-map-ring" r={radius} />
      <circle className="neighbor-map-ring" r={radius / 2} />
      <text className="neighbor-map-scale" x={radius / 2 / Math.SQRT2 + 4} y={radius / 2 / Math.SQRT2 + 12}>
        {radius / 2} m
      </text>
      <text className="neighbor-map-scale" x={radius / Math.SQRT2 + 4} y={radius / Math.SQRT2 + 12}>
        {radius} m
      </text>
      <circle className="neighbor-map-center" r={9} />
      {places.map((place, index) => {
        const at = offsetOf(center, place);
        if (at === null || Math.hypot(at.x, at.y) > half) return null;
        return (
          <Link
            key={place.id}
            to="."
            search={withPlace(place.id) as never}
            state={(before) => before}
            tabIndex={-1}
            className="neighbor-map-place"
            data-alike={place.alike || undefined}
          >
            <circle cx={at.x} cy={at.y} r={12} />
            <text x={at.x} y={at.y} dy="0.35em">
              {index + 1}
            </text>
            <title>{place.name}</title>
          </Link>
        );
      })}
    </svg>
  );
}

/** Meters to the east and to the south. */
function offsetOf(center: Point, { latitude, longitude }: Neighbor) {
  if (latitude === null || longitude === null) return null;
  const meters = KM_PER_DEGREE * 1_000;
  const parallel = Math.cos((center.latitude * Math.PI) / 180);
  return {
    x: (longitude - center.longitude) * parallel * meters,
    y: (center.latitude - latitude) * meters,
  };
}
