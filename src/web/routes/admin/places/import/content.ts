import type { ImportPreview } from "../../../../../modules/places/import/preview/schema.ts";
import { formatPhone } from "../../../../../shared/phone.ts";
import { TIER_NAMES } from "../../../../../shared/places/places.ts";
import { FIELD_LABELS } from "../content.ts";

const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;
const places = (n: number): string => count(n, "place", "places");
const lines = (n: number): string => count(n, "line", "lines");

export const IMPORT = {
  open: "Import",
  title: "Import places",
  text: "Nothing is written before you have seen what the import would do.",
  label: "A CSV file, up to 10 MiB",
  columns:
    "Columns: name, address, city, state and category, and if you have them placeId, zipCode, phone, website, subcategory, halalCertificate, latitude and longitude. A place that is listed already is updated.",
  choose: "Choose a file",
  another: "Choose another file",
  sending: (name: string, share: number) => `Sending ${name}: ${Math.floor(share * 100)}%`,
  reading: (name: string) => `Reading ${name} and comparing it with the directory…`,
  importing: (n: number) => `Importing ${places(n)}…`,
  unreached: "The server was not reached. Please look at the list of places before you try again.",
  unreachedPreview: "The server was not reached. Nothing was imported.",
  stale:
    "The places have changed since the preview, so nothing was imported. This is what the import would do now.",
  submit: (n: number) => `Import ${places(n)}`,
  nothing: "There is nothing to import: every place in this file is already listed with the same details.",
  final:
    "An import cannot be undone as a whole: new places can be deleted one by one, and the earlier values of changed places are lost.",
  done: "Places imported",
  counts: (created: number, updated: number) =>
    `${places(created)} added, ${updated.toLocaleString("en-US")} changed`,
  more: (n: number) => `and ${n.toLocaleString("en-US")} more`,
  line: (at: number) => `Line ${at}`,
  alikeLine: (at: number) => `line ${at} of this file`,
  empty: "empty",
} as const;

/** What the file holds, in a sentence. */
export function summaryOf({ read, unchanged, repeated }: ImportPreview): string {
  const parts = [
    `${lines(read)} read`,
    ...(unchanged > 0 ? [`${places(unchanged)} stay as they are`] : []),
    ...(repeated > 0 ? [`${lines(repeated)} repeated by a later one`] : []),
  ];
  return `${parts.join(", ")}.`;
}

export const SECTIONS = {
  alike: (n: number) => `May be listed already: ${n.toLocaleString("en-US")}`,
  refused: (n: number) => `Left out: ${n.toLocaleString("en-US")}`,
  changed: (n: number) => `Changed: ${n.toLocaleString("en-US")}`,
  created: (n: number) => `New: ${n.toLocaleString("en-US")}`,
} as const;

type Value = ImportPreview["changes"][number]["fields"][number]["before"];

/** A field by its label, and its values as staff read them. */
export const labelOf = (field: string): string =>
  field === "halalVerificationStatus"
    ? "Halal tier"
    : field in FIELD_LABELS
      ? FIELD_LABELS[field as keyof typeof FIELD_LABELS]
      : field;

export function shownValue(field: string, value: Value): string {
  if (value === null || value === "") return IMPORT.empty;
  if (field === "phone") return formatPhone(String(value));
  return value in TIER_NAMES ? TIER_NAMES[value as keyof typeof TIER_NAMES] : String(value);
}
