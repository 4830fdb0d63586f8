/** Columns of a main row that a sync always overwrites with the local values. */
export const LOCAL_COLUMNS = [
  "name",
  "address",
  "city",
  "state",
  "zip_code",
  "phone",
  "website",
  "category",
  "subcategory",
  "halal_certificate",
  "halal_verification_status",
  "owner_id",
] as const;
/** Columns that a main table may lack. */
export const TIER_COLUMN_NAMES = ["tier_until", "evidence_digest"] as const;
export type TierColumn = (typeof TIER_COLUMN_NAMES)[number];

/** What statements must know of the main table. */
export interface TableShape {
  /** SQL type of `places.id`. */
  readonly idType: string;
  readonly tierColumns: readonly TierColumn[];
  /** The quoted names of the columns that only others write. */
  readonly otherColumns: readonly string[];
}

/** Each column that a sync writes with its new value, `s` being the place and `p` the row: a place id and coordinates of a row are kept. */
export const assignments = ({ tierColumns }: TableShape): readonly (readonly [string, string])[] => [
  ["source_id", "s.source_id"],
  ["place_id", "coalesce(nullif(p.place_id, ''), s.place_id)"],
  ...[...LOCAL_COLUMNS, ...tierColumns].map((name) => [name, `s.${name}`] as const),
  ["latitude", "coalesce(s.latitude, p.latitude)"],
  ["longitude", "coalesce(s.longitude, p.longitude)"],
];

/** The columns that a sync writes, except `updated_at`. */
export const writtenColumns = (shape: TableShape): readonly string[] =>
  assignments(shape).map(([column]) => column);

/** `p.source_id, p.place_id, …` */
export const columnsOf = (row: string, names: readonly string[]): string =>
  names.map((name) => `${row}.${name}`).join(", ");
