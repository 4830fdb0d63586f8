import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Neighbor, Neighbors } from "../../../../modules/places/neighbors/schema.ts";
import type { StaffPlaceDetail } from "../../../../modules/places/staff-list/schema.ts";
import { CATEGORY_NAMES, KM_PER_DEGREE, type Point } from "../../../../shared/places/places.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { ADMINS } from "../../../kit/staff/roles.ts";
import { useStaff } from "../../../kit/staff/use-staff.ts";
import { trpc } from "../../../lib/api.tsx";
import { MergeDialog } from "./merge/merge-dialog.tsx";
import { withPlace } from "./open-place.ts";

/** What is around a place, and what may be the same place. */
export function NeighborsCard({ place }: { readonly place: StaffPlaceDetail }) {
  const [other, setOther] = useState<Neighbor | "search" | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element>(null);
  const query = trpc.admin.pois.neighbors.useQuery({ id: place.id }, { staleTime: 0 });
  function ask(neighbor: Neighbor | "search"): void {
    opener.current = document.activeElement;
    setOther(neighbor);
  }
  return (
    <ListCard
      title="Neighbors"
      headingRef={heading}
      actions={<MergeWithAny onSearch={() => ask("search")} />}
    >
      <div className="place-record-body">
        <Loaded query={query} failed="The neighbors could not be loaded" rows={3}>
          {(data) => <Around place={place} data={data} onMerge={ask} />}
        </Loaded>
      </div>
      <MergeDialog
        place={place}
        other={other}
        onClose={() => setOther(null)}
        // A merge removes the row with the button that opened the dialog.
        focusAfter={() => (opener.current?.isConnected ? null : heading.current)}
      />
    </ListCard>
  );
}

function MergeWithAny({ onSearch }: { readonly onSearch: () => void }) {
  const { role } = useStaff();
  return ADMINS.includes(role) ? (
    <Button look="quiet" className="button-tiny" onClick={onSearch}>
      Merge with another place
    </Button>
  ) : null;
}

interface AroundProps {
  readonly place: StaffPlaceDetail;
  readonly data: Neighbors;
  readonly onMerge: (other: Neighbor) => void;
}

function Around({ place: { latitude, longitude }, data: { radius, places }, onMerge }: AroundProps) {
  const { role } = useStaff();
  if (places.length === 0)
    return <p className="soft">No other place is within 200 m, and none in the city looks alike.</p>;
  return (
    <div className="neighbor-list-around">
      {radius !== null && latitude !== null && longitude !== null ? (
        <NeighborMap center={{ latitude, longitude }} radius={radius} places={places} />
      ) : (
        <p className="soft">Without coordinates no map can be drawn. These places in the city look alike.</p>
      )}
      <ol className="neighbor-list">
        {places.map((each) => (
          <li key={each.id}>
            <div className="neighbor-list-entry">
              <div>
                <Link to="." search={withPlace(each.id)} state={(before) => before}>
                  <bdi>{each.name}</bdi>
                </Link>
                <span className="table-sub">
                  {CATEGORY_NAMES[each.category]}, <bdi>{each.address}</bdi> ·{" "}
                  {each.meters === null ? "in the same city" : `${each.meters.toLocaleString("en-US")} m`}
                </span>
                {each.alike && (
                  <Badge tone="warning">{each.same ? "Looks alike: the same place" : "Looks alike"}</Badge>
                )}
              </div>
              {ADMINS.includes(role) && (
                <Button
                  look="quiet"
                  className="button-tiny"
                  aria-label={`Merge with ${each.name}`}
                  onClick={() => onMerge(each)}
                >
                  Merge
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface NeighborMapProps {
  readonly center: Point;
  /** Meters. */
  readonly radius: number;
  /** In the order of their numbers. */
  readonly places: readonly Neighbor[];
}

const MARGIN = 1.1;

/** The surroundings of a place to scale, north at the top. Hidden from screen readers, which have the list with the same links. */
function NeighborMap({ center, radius, places }: NeighborMapProps) {
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
            search={withPlace(place.id)}
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
