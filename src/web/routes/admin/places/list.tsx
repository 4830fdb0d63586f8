import { Link } from "@tanstack/react-router";
import type { StaffPlace } from "../../../../modules/places/schema.ts";
import { CATEGORY_NAMES } from "../../../../shared/places/places.ts";
import { declareList } from "../../../blocks/resource-list/declare-list.ts";
import { TierBadge } from "../../../blocks/tier-badge/tier-badge.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Day, None } from "../../../ui/table/cells.tsx";
import { UserText } from "../../../ui/user-text/user-text.tsx";
import { PLACES, SYNC_NAMES, SYNC_TONES } from "./content.ts";
import { withPlace } from "./open-place.ts";
import { placeParams } from "./search-params.ts";

/** Places, newest first; what a search finds, best first. */
export const placeList = declareList({
  params: placeParams,
  pageSize: 25,
  query: (utils, { q, sort, ...input }) =>
    utils.admin.pois.list.queryOptions({
      ...input,
      q,
      sort: q !== undefined && sort === "newest" ? undefined : sort,
    }),
  words: {
    title: "Directory",
    caption: "Places",
    pages: "Pages of the places",
    failed: "The places could not be loaded",
    empty: "No place yet",
    emptyText: "Add a place or import a file here, or approve a request of a partner.",
    noMatch: "No place matches",
    noMatchText: "Try fewer words, another spelling, or the beginning of the address.",
  },
  export: { path: "/api/admin/pois/export?format=csv", file: "places.csv" },
  columns: [
    { head: "Place", look: "main", cell: (place) => <Name place={place} /> },
    { head: "City", cell: ({ city, state }) => <UserText text={`${city}, ${state}`} /> },
    { head: "Category", cell: ({ category }) => CATEGORY_NAMES[category] },
    {
      head: "Halal tier",
      cell: ({ category, halalVerificationStatus }) =>
        category === "mosque" ? <None /> : <TierBadge status={halalVerificationStatus} />,
    },
    {
      head: "Owner",
      cell: ({ ownerId }) => (ownerId ? <Badge tone="info">{PLACES.owned}</Badge> : <None />),
    },
    { head: "Sync", cell: (place) => <Sync place={place} /> },
    {
      head: "Listed",
      orders: [
        { sort: "newest", direction: "descending" },
        { sort: "oldest", direction: "ascending" },
      ],
      cell: ({ createdAt }) => <Day at={createdAt} />,
    },
  ],
});

const Name = ({ place: { id, name, address } }: { readonly place: StaffPlace }) => (
  <>
    <Link to="." search={withPlace(id) as never} state={(before) => before}>
      <UserText text={name} />
    </Link>
    <span className="table-sub">
      <UserText text={address} />
    </span>
  </>
);

const Sync = ({ place: { syncState, latitude, placeId } }: { readonly place: StaffPlace }) => (
  <>
    <Badge tone={SYNC_TONES[syncState]}>{SYNC_NAMES[syncState]}</Badge>
    {latitude === null && placeId === null && <span className="table-sub">{PLACES.noPosition}</span>}
  </>
);
