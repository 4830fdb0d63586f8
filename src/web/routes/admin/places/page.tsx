import { useSearch } from "@tanstack/react-router";
import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { AddPlace } from "./add-place.tsx";
import { PLACES } from "./content.ts";
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
  return place === undefined ? (
    <ResourceList list={placeList} actions={() => <AddPlace />} emptyAction={<AddPlace />} />
  ) : (
    <PlaceRecord key={place} id={place} />
  );
}
