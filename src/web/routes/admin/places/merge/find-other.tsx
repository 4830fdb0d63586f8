import type { StaffPlaceDetail } from "../../../../../modules/places/staff-list/schema.ts";
import { CATEGORY_NAMES } from "../../../../../shared/places/places.ts";
import { trpc } from "../../../../lib/api.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { Loaded } from "../../../../ui/loaded/loaded.tsx";
import { Search } from "../../../../ui/toolbar/toolbar.tsx";
import { MERGE } from "./content.ts";

const SHOWN = 8; // places; more words find the one that is meant

/** A place that can be merged with another one. */
export type Candidate = Pick<StaffPlaceDetail, "id" | "name" | "address">;

interface FindOtherProps {
  readonly place: StaffPlaceDetail;
  readonly q: string;
  readonly onSearch: (q: string) => void;
  readonly onChoose: (other: Candidate) => void;
}

/** Finds the place to merge with one, as the list of places does. */
export function FindOther({ place, q, onSearch, onChoose }: FindOtherProps) {
  const found = trpc.admin.pois.list.useQuery({ q, limit: SHOWN + 1 }, { enabled: q !== "", staleTime: 0 });
  return (
    <div className="stack">
      <Search label={MERGE.find} value={q} onSearch={onSearch} />
      <div aria-live="polite" aria-busy={found.isFetching}>
        {q !== "" && (
          <Loaded query={found} failed={MERGE.findFailed} rows={3}>
            {({ items }) => (
              <Results
                places={items.filter(({ id }) => id !== place.id).slice(0, SHOWN)}
                onChoose={onChoose}
              />
            )}
          </Loaded>
        )}
      </div>
    </div>
  );
}

interface ResultsProps extends Pick<FindOtherProps, "onChoose"> {
  readonly places: readonly (Candidate & Pick<StaffPlaceDetail, "category" | "city" | "state">)[];
}

function Results({ places, onChoose }: ResultsProps) {
  if (places.length === 0) return <p className="soft">{MERGE.noMatch}</p>;
  return (
    <ul className="merge-choice-list">
      {places.map(({ id, name, address, city, state, category }) => (
        <li key={id} className="merge-choice-found">
          <span>
            <bdi>{name}</bdi>
            <span className="table-sub">
              {CATEGORY_NAMES[category]}, <bdi>{address}</bdi>,{" "}
              <bdi>
                {city}, {state}
              </bdi>
            </span>
          </span>
          <Button
            look="quiet"
            className="button-tiny"
            aria-label={MERGE.choose(name, address)}
            onClick={() => onChoose({ id, name, address })}
          >
            {MERGE.pick}
          </Button>
        </li>
      ))}
    </ul>
  );
}
