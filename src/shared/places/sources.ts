import type { Category } from "./places.ts";

/** Where files of places come from. */
export const FILE_SOURCES = ["overture", "foursquare", "osm", "alltheplaces", "geojson", "csv"] as const;
export type FileSource = (typeof FILE_SOURCES)[number];

/** What has to be said about a source wherever its words are shown or handed on. */
export interface SourceTerms {
  readonly name: string;
  readonly license: string;
  readonly licenseUrl: string | null;
  readonly attribution: string;
  readonly url: string | null;
  /** Its rows may be handed on under the same license alone. */
  readonly isShareAlike: boolean;
}

export const SOURCE_TERMS: Readonly<Record<FileSource, SourceTerms>> = {
  overture: {
    name: "Overture Maps",
    license: "CDLA-Permissive-2.0",
    licenseUrl: "https://cdla.dev/permissive-2-0/",
    attribution: "© Overture Maps Foundation",
    url: "https://overturemaps.org",
    isShareAlike: false,
  },
  foursquare: {
    name: "Foursquare OS Places",
    license: "Apache-2.0",
    licenseUrl: "https://www.apache.org/licenses/LICENSE-2.0",
    attribution: "© Foursquare Labs, Inc.",
    url: "https://opensource.foursquare.com/os-places/",
    isShareAlike: false,
  },
  osm: {
    name: "OpenStreetMap",
    license: "ODbL-1.0",
    licenseUrl: "https://opendatacommons.org/licenses/odbl/1-0/",
    attribution: "© OpenStreetMap contributors",
    url: "https://www.openstreetmap.org/copyright",
    isShareAlike: true,
  },
  alltheplaces: {
    name: "All The Places",
    license: "CC0-1.0",
    licenseUrl: "https://creativecommons.org/publicdomain/zero/1.0/",
    attribution: "All The Places",
    url: "https://www.alltheplaces.xyz",
    isShareAlike: false,
  },
  geojson: {
    name: "A list shared with our team",
    license: "By agreement with its maker",
    licenseUrl: null,
    attribution: "A list shared with our team",
    url: null,
    isShareAlike: false,
  },
  csv: {
    name: "A list shared with our team",
    license: "By agreement with its maker",
    licenseUrl: null,
    attribution: "A list shared with our team",
    url: null,
    isShareAlike: false,
  },
};

/** The name of a source within a sentence. */
export const sourceName = (source: FileSource): string => SOURCE_TERMS[source].name.replace(/^A /, "a ");

const NAMES = new Intl.ListFormat("en-US");

/** `OpenStreetMap lists this place as halal`; without sources, another directory. */
export const calledHalalBy = (sources: readonly FileSource[]): string => {
  const names = [...new Set(sources.map(sourceName))];
  const who = names.length === 0 ? "another directory" : NAMES.format(names);
  return `${who.charAt(0).toUpperCase()}${who.slice(1)} ${names.length > 1 ? "list" : "lists"} this place as halal`;
};

/** A release of a file, as people name it: `OpenStreetMap, release 2026-11`. */
export const releaseLabel = ({
  source,
  release,
}: {
  readonly source: FileSource;
  readonly release: string;
}): string =>
  release === "" ? SOURCE_TERMS[source].name : `${SOURCE_TERMS[source].name}, release ${release}`;

/** Who can say something about a place, the strongest first; owner and staff are equal. */
export const ORIGINS = ["owner", "staff", "issuer", "report", "file"] as const;
export type Origin = (typeof ORIGINS)[number];

/** Who said a field of a place last, and when. */
export interface Provenance {
  readonly by: Origin;
  /** Of a file. */
  readonly source?: FileSource;
  /** Of a file: the release that the operator named, or empty. */
  readonly release?: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** The fields of a place of which it is kept who said them, besides the facts. */
export const PROVENANCE_FIELDS = [
  "name",
  "address",
  "city",
  "state",
  "zipCode",
  "phone",
  "website",
  "category",
  "subcategory",
  "halalCertificate",
  "latitude",
  "longitude",
] as const;
export type ProvenanceField = (typeof PROVENANCE_FIELDS)[number];

/** Who said which field; `*` is who said all others. A field without either is of before this was kept. */
export type ProvenanceByField = Readonly<Partial<Record<ProvenanceField | "*", Provenance>>>;

/** Who said a field of a place; null if it is not known. Of an empty field, `*` says nothing: a weaker source may fill it. */
export function provenanceOf(
  place: { readonly said: ProvenanceByField },
  field: ProvenanceField,
): Provenance | null {
  const value = (place as Readonly<Record<string, unknown>>)[field];
  const isEmpty = value === "" || value === null || value === undefined;
  return place.said[field] ?? (isEmpty ? null : (place.said["*"] ?? null));
}

/** The files that said something of a place. */
export const filesOf = (said: ProvenanceByField): FileSource[] => [
  ...new Set(Object.values(said).flatMap(({ source }) => source ?? [])),
];

/** 0 for the strongest; owner and staff are equal. */
export const rankOf = (by: Origin): number => Math.max(0, ORIGINS.indexOf(by) - 1);

/** `said` with these fields as in `earlier`, which an undo gives their values of then. */
export function withEarlierProvenance(
  said: ProvenanceByField,
  earlier: ProvenanceByField,
  fields: readonly string[],
): ProvenanceByField {
  const undone = new Set(fields);
  const names = Object.keys({ ...said, ...earlier }) as (ProvenanceField | "*")[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const word = undone.has(name) ? earlier[name] : said[name];
      return word ? [[name, word]] : [];
    }),
  );
}

/** What a source says about a place: one row of a file in the same shape for all sources. */
export interface SourceRow {
  /** The source's own id: GERS, FSQ, `node/1` of OpenStreetMap, `@spider:ref` of All The Places, else the dedupe key. */
  readonly externalId: string;
  readonly name: string;
  /** Other names by language tag. */
  readonly names: Readonly<Record<string, string>>;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  /** Digits. */
  readonly phone: string;
  readonly website: string;
  readonly category: Category;
  readonly subcategory: string;
  /** Which value of the source chose the category, such as `amenity=place_of_worship religion=muslim`. */
  readonly categoryRule: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** The id in the maps service; null if the source does not know it. */
  readonly placeId: string | null;
  /** As the source writes them, or empty. */
  readonly hours: string;
  /** The source says halal in so many words. */
  readonly isHalal: boolean;
  /** The source says that the place has closed for good. */
  readonly isClosed: boolean;
  /** Where a license differs by row; else that of the source. */
  readonly license?: string;
  /** Of a list in our own format. */
  readonly halalCertificate?: string;
}
