import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import type { FileSource, ProvenanceField } from "../../../shared/places/sources.ts";
import { executeRaw } from "./staging.ts";

/** The fields of a place that a file has words on, with their columns; coordinates are numbers. */
export const COLUMN_OF: Readonly<Record<ProvenanceField, string>> = {
  name: "name",
  address: "address",
  city: "city",
  state: "state",
  category: "category",
  zipCode: "zip_code",
  phone: "phone",
  website: "website",
  subcategory: "subcategory",
  halalCertificate: "halal_certificate",
  latitude: "latitude",
  longitude: "longitude",
};
type Field = keyof typeof COLUMN_OF;
export const FIELDS = Object.keys(COLUMN_OF) as Field[];

export const isNumber = (field: Field): boolean => field === "latitude" || field === "longitude";
export const TEXT_FIELDS = FIELDS.filter((field) => !isNumber(field));

/** What says which place it is stays together, and so does a position. */
export const FIELD_GROUPS: readonly (readonly Field[])[] = [
  ["name", "address", "city", "state"],
  ["latitude", "longitude"],
  ["zipCode"],
  ["phone"],
  ["website"],
  ["category"],
  ["subcategory"],
  ["halalCertificate"],
];

/** SQL: what row `t` says; null if it is empty. */
export const saidValue = (field: Field): string =>
  isNumber(field) ? `(t.row->>'${field}')::float8` : `nullif(t.row->>'${field}', '')`;

/** SQL: the value that place `p` has if row `t` is written: an empty value empties nothing. */
const newValueOf = (field: Field): string => `coalesce(${saidValue(field)}, p.${COLUMN_OF[field]})`;

/** SQL: the value that place `p` has once the decided row `t` is written. */
export const writtenValueOf = (field: Field): string =>
  `case when t.before->'fields' ? '${field}' then ${newValueOf(field)} else p.${COLUMN_OF[field]} end`;

interface Writer {
  readonly source: FileSource;
  /** When the rows were said, if that was before now. */
  readonly until: Date | undefined;
}

/**
 * SQL: whether a file may write a field of place `p`. The owner, staff, issuers and reports are stronger; an empty field that
 * no one emptied is free. A source that said it before gives way to what another file has said since.
 */
function mayWrite(field: Field, { source, until }: Writer): string {
  const word = `coalesce(p.said->'${field}', p.said->'*')`;
  const isFree = isNumber(field)
    ? `p.${COLUMN_OF[field]} is null and not p.said ? '${field}'`
    : `p.${COLUMN_OF[field]} = '' and not p.said ? '${field}'`;
  const isOfFile = `(${word}->>'by' = 'file' and (not t.is_known or ${word}->>'source' = '${source}'
    or (${word}->>'at')::timestamptz <= t.was_at)${until ? ` and (${word}->>'at')::timestamptz <= '${until.toISOString()}'` : ""})`;
  return `(${word} is null or (${isFree}) or ${isOfFile})`;
}

/** SQL: whether row `t` changes these fields of place `p`. What a source said before and says again changes nothing. */
function isWritten(fields: readonly Field[], writer: Writer): string {
  const differs = fields.map((field) => `p.${COLUMN_OF[field]} is distinct from ${newValueOf(field)}`);
  const isNew = fields.map((field) => `t.row->'${field}' is distinct from t.was->'${field}'`);
  const may = fields.map((field) => mayWrite(field, writer));
  return `((${differs.join(" or ")}) and (not t.is_known or (t.was is not null and (${isNew.join(" or ")})))
    and ${may.join(" and ")})`;
}

/** SQL: whether row `t` says something else of a field than a stronger one, which stays. */
export function isHeldBack(field: Field, source: FileSource): string {
  const group = FIELD_GROUPS.find((fields) => fields.includes(field)) ?? [field];
  const may = group.map((each) => mayWrite(each, { source, until: undefined }));
  return `(p.${COLUMN_OF[field]} is distinct from ${newValueOf(field)} and not (${may.join(" and ")}))`;
}

/** SQL: whether place `p` has no maps id and gets that of row `t`. */
const GETS_MAPS_ID = `(p.place_id is null and t.place_id is not null and not t.is_known and not (t.row->>'isClosed')::boolean
  and not exists (select from current_pois o where o.place_id = t.place_id))`;

/** SQL: whether row `t` makes place `p` reported: it says halal in so many words. A masjid has no tier. */
export const IS_REPORTED = `((t.row->>'isHalal')::boolean and not (t.row->>'isClosed')::boolean
  and t.row->>'category' <> 'mosque' and p.category <> 'mosque' and p.halal_verification_status = 'unverified')`;

/** SQL: the fields of place `p` that row `t` changes, with what they are now. */
const beforeOf = (writer: Writer): string => {
  const parts = FIELD_GROUPS.map((fields) => {
    const pairs = fields.map((field) => `'${field}', p.${COLUMN_OF[field]}`);
    return `case when ${isWritten(fields, writer)} then jsonb_build_object(${pairs.join(", ")}) else '{}' end`;
  });
  return parts.join(" || ");
};

/**
 * Decides what each matched row does: `changed` with the fields of the place that it changes in `before`, `same` if it says
 * nothing new about a place that its source did not name before, else `new`. What files have said after `until` stays.
 */
export async function decideRows(tx: Tx, source: FileSource, until?: Date): Promise<void> {
  await executeRaw(
    tx,
    `update staged_rows t set
        before = jsonb_build_object('fields', w.fields) || case when w.gets_maps_id then '{"mapsId": true}'::jsonb else '{}' end,
        outcome = case when t.was is not null or w.fields <> '{}' or w.closed or w.is_reported or w.gets_maps_id
          then 'changed' else 'same' end
      from (select t.n, (t.row->>'isClosed')::boolean as closed, ${IS_REPORTED} as is_reported, ${GETS_MAPS_ID} as gets_maps_id,
          case when (t.row->>'isClosed')::boolean then '{}' else ${beforeOf({ source, until })} end as fields
        from staged_rows t join current_pois p on p.id = t.poi where t.outcome is null) w
      where t.n = w.n`,
  );
  await tx.execute(sql`
    update staged_rows set outcome = 'refused', reason = 'Its source says that this place is closed for good'
    where outcome is null and poi is null and (row->>'isClosed')::boolean`);
  await tx.execute(sql`
    update staged_rows set outcome = case when poi is null then 'new' else 'seen' end where outcome is null`);
}
