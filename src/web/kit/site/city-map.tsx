import { LAND_FILE, MAP } from "../../../shared/places/map.ts";
import { METROS } from "./points.ts";

export interface MapPoint {
  /** The metro's id. */
  readonly id: string;
  /** Shown to a pointer. */
  readonly title: string;
  /** The area of the dot grows with it. */
  readonly weight: number;
  /** Whether the metro has all that it needs. */
  readonly reached?: boolean;
}

interface CityMapProps {
  /** What the map shows, for screen readers: a table has the same. */
  readonly label: string;
  readonly points: readonly MapPoint[];
}

const POSITIONS = new Map(
  METROS.split(",").map((metro) => {
    const [id = "", x, y] = metro.split(" ");
    return [id, { x: Number(x), y: Number(y) }];
  }),
);

const SMALLEST = 5;
const LARGEST = 30;

/** The USA and Canada as dots where people live, and a larger dot for each metro that has something to show. */
export function CityMap({ label, points }: CityMapProps) {
  const most = Math.max(1, ...points.map(({ weight }) => weight));
  const largestFirst = [...points].sort((a, b) => b.weight - a.weight);
  return (
    <svg className="city-map" viewBox={`0 0 ${MAP.width} ${MAP.height}`} role="img" aria-label={label}>
      <image href={`/${LAND_FILE}`} width={MAP.width} height={MAP.height} />
      {largestFirst.map(({ id, title, weight, reached }) => {
        const { x, y } = POSITIONS.get(id) ?? { x: -LARGEST, y: -LARGEST };
        const radius = SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(weight / most);
        return (
          <circle
            className="city-map-metro"
            key={id}
            cx={x}
            cy={y}
            r={radius}
            data-reached={reached || undefined}
          >
            <title>{title}</title>
          </circle>
        );
      })}
    </svg>
  );
}
