import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Neighbor, Neighbors } from "../../../../../modules/places/neighbors/schema.ts";
import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import { CATEGORY_NAMES } from "../../../../../shared/places/places.ts";
import { ADMINS } from "../../../../blocks/staff/roles.ts";
import { useStaff } from "../../../../blocks/staff/use-staff.ts";
import { trpc } from "../../../../lib/api.tsx";
import { Badge } from "../../../../ui/badge/badge.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { ListCard } from "../../../../ui/list-card/list-card.tsx";
import { Loaded } from "../../../../ui/loaded/loaded.tsx";
import { MERGE } from "../merge/content.ts";
import { MergeDialog } from "../merge/merge-dialog.tsx";
import { withPlace } from "../open-place.ts";
import { NEIGHBORS } from "./content.ts";
import { NeighborMap } from "./neighbor-map.tsx";

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
      title={NEIGHBORS.title}
      headingRef={heading}
      actions={<MergeWithAny onSearch={() => ask("search")} />}
    >
      <div className="place-record-body">
        <Loaded query={query} failed={NEIGHBORS.failed} rows={3}>
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
      {MERGE.other}
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
  if (places.length === 0) return <p className="soft">{NEIGHBORS.none}</p>;
  return (
    <div className="neighbor-list-around">
      {radius !== null && latitude !== null && longitude !== null ? (
        <NeighborMap center={{ latitude, longitude }} radius={radius} places={places} />
      ) : (
        <p className="soft">{NEIGHBORS.noPosition}</p>
      )}
      <ol className="neighbor-list">
        {places.map((each) => (
          <li key={each.id}>
            <div className="neighbor-list-entry">
              <div>
                <Link to="." search={withPlace(each.id) as never} state={(before) => before}>
                  <bdi>{each.name}</bdi>
                </Link>
                <span className="table-sub">
                  {CATEGORY_NAMES[each.category]}, <bdi>{each.address}</bdi> · {NEIGHBORS.away(each.meters)}
                </span>
                {each.alike && <Badge tone="warning">{NEIGHBORS.alike}</Badge>}
              </div>
              {ADMINS.includes(role) && (
                <Button
                  look="quiet"
                  className="button-tiny"
                  aria-label={NEIGHBORS.mergeWith(each.name)}
                  onClick={() => onMerge(each)}
                >
                  {NEIGHBORS.merge}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
