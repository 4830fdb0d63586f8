import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { focusFrom } from "../../../lib/focus-from.ts";
import { AddPlace } from "./add-place.tsx";
import { PLACES } from "./content.ts";
import { ImportPlaces } from "./import/import-places.tsx";
import { placeList } from "./list.tsx";
import { PlaceRecord } from "./record/place-record.tsx";
import { placesSearch } from "./search-params.ts";

export function PlacesPage() {
  return (
    <StaffFrame wide title={PLACES.title}>
      <Places />
    </StaffFrame>
  );
}

function Places() {
  const { place } = placesSearch.parse(useSearch({ strict: false }));
  useFocusOnChange(place);
  return place === undefined ? (
    <ResourceList
      list={placeList}
      actions={() => (
        <>
          <ImportPlaces />
          <AddPlace />
        </>
      )}
      emptyAction={<AddPlace />}
    />
  ) : (
    <PlaceRecord key={place} id={place} />
  );
}

/** The link that opened a record, or left it, is gone with what was shown before. */
function useFocusOnChange(place: string | undefined): void {
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    focusFrom(null, document.getElementById("main"));
  }, [place]);
}
