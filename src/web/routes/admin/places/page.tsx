import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { createInput, type StaffPlace } from "../../../../modules/places/schema.ts";
import { EXPORT_IDS_MAX } from "../../../../modules/places/staff-list/schema.ts";
import { number } from "../../../../shared/format.ts";
import { CATEGORY_NAMES, HALAL_STATUSES, TIER_NAMES } from "../../../../shared/places/places.ts";
import { placePath } from "../../../../shared/places/slug.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { DialogForm, FormDialog, type FormWords } from "../../../kit/dialog/form-dialog.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { type BulkOf, declareList, deleteSelected } from "../../../kit/records/declare-list.ts";
import type { FilterValues } from "../../../kit/records/list-params.ts";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { TierBadge } from "../../../kit/site/tier-mark.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { ADMINS } from "../../../kit/staff/roles.ts";
import { useStaff } from "../../../kit/staff/use-staff.ts";
import { Age, None } from "../../../kit/table/cells.tsx";
import { mapLink } from "../../../kit/text/links.ts";
import { UserText } from "../../../kit/text/user-text.tsx";
import { useRequestedAct } from "../../../lib/acts.ts";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { toast } from "../../../lib/toast.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { SYNC_NAMES, SYNC_TONES } from "./labels.ts";
import { withPlace } from "./open-place.ts";
import { EMPTY, PlaceFields, readValues } from "./record/place-fields.tsx";
import { PlaceRecord } from "./record/place-record.tsx";
import { placeParams } from "./search-params.ts";
import { useRefreshPlace } from "./use-refresh-place.ts";

export function PlacesPage() {
  return (
    <StaffFrame title="Places">
      <Places />
    </StaffFrame>
  );
}

function Places() {
  const { place } = useSearch({ strict: false });
  const isAdmin = ADMINS.includes(useStaff().role);
  const navigate = useNavigate();
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
      bulk={isAdmin ? placeBulk : undefined}
      rowActions={(shown) => [
        { name: "Public page", onSelect: () => openTab(placePath(shown)) },
        { name: "Map", onSelect: () => openTab(mapLink(shown)) },
        ...(isAdmin
          ? [
              {
                name: "History",
                onSelect: () => void navigate({ to: "/admin/audit", search: { q: shown.id } }),
              },
            ]
          : []),
      ]}
    />
  ) : (
    <PlaceRecord key={place} id={place} />
  );
}

/** What can be done with selected places. */
const placeBulk: BulkOf<typeof placeParams> = {
  one: "place",
  many: "places",
  select: (client, values) => client.admin.pois.select.query(values),
  refresh: (utils) => utils.admin.invalidate(),
  export: { path: "/api/admin/pois/export?format=csv", file: "places.csv", idsMax: EXPORT_IDS_MAX },
  acts: [
    deleteSelected(
      "places",
      (client, ids, act) => client.admin.pois.deleteMany.mutate({ ids, act }),
      "Their public pages are gone at once. ",
    ),
  ],
};

/** How many of the places that the list shows have which halal tier. */
function Tiers({ filters }: { readonly filters: FilterValues<typeof placeParams.filters> }) {
  const { data } = trpc.admin.pois.tiers.useQuery(filters);
  if (!data) return null;
  const shown = HALAL_STATUSES.map((tier) => `${number.format(data[tier])} ${TIER_NAMES[tier]}`);
  return <p className="pager-sum">{shown.join(" · ")}</p>;
}

const openTab = (address: string): unknown => window.open(address, "_blank", "noopener,noreferrer");

/** The link that opened a record, or left it, is gone with what was shown before. */
function useFocusOnChange(place: string | undefined): void {
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    focusFrom(null, document.getElementById("main"));
  }, [place]);
}

/** Opens the import of places, for those who may add places. */
function ImportPlaces() {
  const { role } = useStaff();
  const [open, setOpen] = useState(false);
  useRequestedAct("importPlaces", () => setOpen(true));
  if (!ADMINS.includes(role)) return null;
  return (
    <>
      <Button look="quiet" className="button-tiny" onClick={() => setOpen(true)}>
        Import
      </Button>
      <ImportDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}

/** Adds a place and opens its record. */
function AddPlace() {
  const { role } = useStaff();
  const [open, setOpen] = useState(false);
  const create = trpc.admin.pois.create.useMutation();
  const refresh = useRefreshPlace();
  const navigate = useNavigate();
  if (!ADMINS.includes(role)) return null;
  return (
    <>
      <Button className="button-tiny" onClick={() => setOpen(true)}>
        {ADD_PLACE.title}
      </Button>
      <FormDialog
        keepsText
        open={open}
        onClose={() => setOpen(false)}
        title={ADD_PLACE.title}
        description={ADD_PLACE_TEXT}
      >
        <DialogForm
          words={ADD_PLACE}
          schema={createInput}
          read={readValues}
          send={async (input) => {
            const { id } = await create.mutateAsync(input);
            await navigate({ to: ".", search: withPlace(id) });
          }}
          onDone={() => {
            toast({ title: PLACE_ADDED });
            void refresh();
          }}
        >
          {(errors) => <PlaceFields values={EMPTY} errors={errors} />}
        </DialogForm>
      </FormDialog>
    </>
  );
}

/** Places, newest first; what a search finds, best first. */
const placeList = declareList({
  params: placeParams,
  views: "places",
  sums: (values) => <Tiers filters={values} />,
  pageSize: 25,
  query: (utils, { q, sort, ...input }) =>
    utils.admin.pois.list.queryOptions({
      ...input,
      q,
      sort: q !== undefined && sort === "newest" ? undefined : sort,
    }),
  words: {
    title: "Directory",
    isScreen: true,
    caption: "Places",
    pages: "Pages of the places",
    failed: "The places could not be loaded",
    empty: "No place yet",
    emptyText: "Add a place or import a file here, or approve a request of a partner.",
    noMatch: "No place matches",
    noMatchText: "Try fewer words, another spelling, or the beginning of the address.",
  },
  export: { path: "/api/admin/pois/export?format=csv", file: "places.csv" },
  nameOf: ({ name }) => name,
  columns: [
    { head: "Place", look: "main", cell: (place) => <Name place={place} /> },
    { head: "City", brief: true, cell: ({ city, state }) => <UserText text={`${city}, ${state}`} /> },
    { head: "Category", cell: ({ category }) => CATEGORY_NAMES[category] },
    {
      head: "Halal tier",
      brief: true,
      cell: (place) => <Tier place={place} />,
    },
    {
      head: "Owner",
      cell: ({ ownerId }) => (ownerId ? <Badge tone="info">Owned</Badge> : <None />),
    },
    { head: "Sync", cell: (place) => <Sync place={place} /> },
    {
      head: "Listed",
      orders: [
        { sort: "newest", direction: "descending" },
        { sort: "oldest", direction: "ascending" },
      ],
      cell: ({ createdAt }) => <Age at={createdAt} />,
    },
  ],
});

const Name = ({ place: { id, name, address } }: { readonly place: StaffPlace }) => (
  <>
    <Link
      to="."
      search={withPlace(id)}
      state={(before) => before}
      className="record-panel-link"
      data-opens={id}
    >
      <UserText text={name} />
    </Link>
    <span className="table-sub">
      <UserText text={address} />
    </span>
  </>
);

/** That a place is withheld is more than its tier, which no one but a file gave it. */
function Tier({ place: { category, halalVerificationStatus, isWithheld } }: { readonly place: StaffPlace }) {
  if (isWithheld) return <Badge tone="warning">Not in search</Badge>;
  return category === "mosque" ? <None /> : <TierBadge status={halalVerificationStatus} />;
}

const Sync = ({ place: { syncState, latitude, placeId } }: { readonly place: StaffPlace }) => (
  <>
    <Badge tone={SYNC_TONES[syncState]}>{SYNC_NAMES[syncState]}</Badge>
    {latitude === null && placeId === null && <span className="table-sub">No coordinates</span>}
  </>
);

const ADD_PLACE: FormWords = {
  title: "Add place",
  submit: "Add place",
  sending: "Adding...",
  missing: "Name, address, city and state are required",
  failed: "The place was not added",
  errorTitle: "The place was not added",
};

const ADD_PLACE_TEXT = "It is listed at once, without an owner and without a halal tier.";

const PLACE_ADDED = "Place added";
