import type { z } from "zod";
import type { staffPlace } from "../../../../modules/places/schema.ts";
import type { FormWords } from "../../../kit/dialog/dialog-form.tsx";

export type SyncState = z.output<typeof staffPlace>["syncState"];

export const SYNC_NAMES = { pending: "Pending", synced: "Synced", error: "Failed" } as const satisfies Record<
  SyncState,
  string
>;
export const SYNC_TONES = { pending: "warning", synced: "good", error: "bad" } as const satisfies Record<
  SyncState,
  string
>;

export const PLACES = {
  title: "Places",
  all: "All places",
  owned: "Owned",
  noPosition: "No coordinates",
} as const;

export const RECORD = {
  thing: "place",
  failed: "The place could not be loaded",
  details: "Details",
  edit: "Edit",
  publicPage: "Public page",
  map: "Map",
  owner: "Owner",
  noOwner: "No owner yet",
  position: "Coordinates",
  noPosition: "Missing. Without coordinates or a maps place ID, the sync cannot match this place.",
  sync: "Sync",
  syncedAt: "Last synced",
  listed: "Listed since",
  changed: "Last change",
} as const;

export const FACTS = {
  title: "Hours and facts",
  record: "Record facts",
  status: "Status",
  failed: "The hours and facts could not be loaded",
  none: "Nothing is known yet.",
  contradiction:
    "Alcohol is served here, but the tier rests on a declaration of no alcohol. Please check the declaration.",
} as const;

/** The fields of the form, in its order. */
export const FIELD_LABELS = {
  name: "Name",
  category: "Category",
  address: "Address",
  city: "City",
  state: "State or province",
  zipCode: "ZIP or postal code",
  phone: "Phone",
  website: "Website",
  subcategory: "Kind or cuisine",
  halalCertificate: "Halal certificate",
  placeId: "Maps place ID",
  latitude: "Latitude",
  longitude: "Longitude",
} as const;

export const EDIT_PLACE: FormWords = {
  title: "Edit place",
  submit: "Save changes",
  sending: "Saving...",
  missing: "Name, address, city and state are required",
  failed: "Failed to update the place",
};
export const EDIT_PLACE_TEXT = "A halal tier is not entered here: it follows from the evidence.";
export const PLACE_SAVED = "Place saved";

export const TIER = {
  title: "Halal tier",
  failed: "The tier could not be loaded",
  masjid: "A masjid has no halal tier.",
  since: (day: string) => `Since ${day}`,
  until: (day: string) => `until ${day}`,
} as const;

export const ADD_PLACE: FormWords = {
  title: "Add place",
  submit: "Add place",
  sending: "Adding...",
  missing: "Name, address, city and state are required",
  failed: "The place was not added",
  errorTitle: "The place was not added",
};
export const ADD_PLACE_TEXT = "It is listed at once, without an owner and without a halal tier.";
export const PLACE_ADDED = "Place added";

export const CLOSE = {
  mark: "Closed",
  close: "Mark as closed",
  reopen: "Mark as open",
  closed: "Place marked as closed",
  reopened: "Place marked as open",
  undone: "As it was before",
  failed: "The place was not changed",
} as const;

export const DELETE = {
  action: "Delete",
  done: "Place deleted",
  failed: "The place was not deleted",
} as const;

/** A place that is not listed. */
export const GONE = {
  merged: (name: string, kept: string) => `${name} was merged into ${kept}`,
  open: (name: string) => `Open ${name}`,
  trashed: (name: string) => `${name} is in the trash`,
  deletedBy: (name: string, when: string, until: string) =>
    `Deleted by ${name}, ${when}. It can be restored until ${until}.`,
  unknown: "There is no such place",
  unknownText: "It may have been deleted for good, or the address is incomplete.",
} as const;

export const HISTORY = {
  title: "History",
  all: "All entries",
  failed: "The history could not be loaded",
  none: "Nothing has been recorded yet.",
  actors: {
    visitor: "A visitor",
    schedule: "The schedule",
    partner: "A partner",
    staff: "A staff member",
    operator: "An operator",
  },
} as const;

export const CLAIMS = {
  title: "Claims",
  failed: "The claims could not be loaded",
  none: "There are no claims for this place.",
  status: { pending: "Pending", approved: "Approved", rejected: "Rejected" },
} as const;
