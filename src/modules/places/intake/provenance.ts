import { desc, inArray } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { Orm } from "../../../db/types.ts";
import { formatPhone } from "../../../shared/phone.ts";
import { currentFacts, type FactKey } from "../../../shared/places/facts.ts";
import { distance } from "../../../shared/places/places.ts";
import {
  type FileSource,
  filesOf,
  PROVENANCE_FIELDS,
  type Provenance,
  type ProvenanceField,
  provenanceOf,
  rankOf,
  type SourceRow,
} from "../../../shared/places/sources.ts";
import { compareStreets, streetOf } from "../../../shared/places/streets.ts";
import { foldedText } from "../../../shared/spelling/spelling.ts";
import { newestStatements } from "../facts/queries.ts";
import { isOfPlace } from "../merge/queries.ts";
import { pois } from "../table.ts";
import { FIELD_GROUPS } from "./decide-rows.ts";
import type { PlaceProvenance, Proposed } from "./schema.ts";
import { placeSources } from "./table.ts";

type Place = typeof pois.$inferSelect;
type Kept = typeof placeSources.$inferSelect;
type Db = Orm | Tx;

/** Who said which field of a place, and what files say otherwise and later, but may not overwrite. */
export async function placeProvenance(db: Db, place: Place): Promise<PlaceProvenance> {
  const rows = await sourcesOf(db, place.id);
  return {
    sources: { ...saidFields(place), ...(await saidFacts(db, place.id, rows)) },
    proposed: proposedBy(rows, place),
  };
}

/** The files that said something of these places. */
export async function filesAmong(
  { db }: Pick<Deps, "db">,
  ids: readonly string[],
): Promise<readonly FileSource[]> {
  if (ids.length === 0) return [];
  const rows = await db.orm
    .select({ said: pois.said })
    .from(pois)
    .where(inArray(pois.id, [...ids]));
  return [...new Set(rows.flatMap(({ said }) => filesOf(said)))];
}

/** What sources say about a place, or said about one that was merged into it, the newest first. */
const sourcesOf = (db: Db, poiId: string): Promise<Kept[]> =>
  db
    .select()
    .from(placeSources)
    .where(isOfPlace(placeSources.poiId, poiId))
    .orderBy(desc(placeSources.saidAt), placeSources.id);

const isEmpty = (value: unknown): boolean => value === "" || value === null;

function saidFields(place: Place): Partial<Record<ProvenanceField, Provenance>> {
  const said = PROVENANCE_FIELDS.flatMap((field) => {
    const word = isEmpty(place[field]) ? null : provenanceOf(place, field);
    return word ? [[field, word] as const] : [];
  });
  return Object.fromEntries(said);
}

/** Of facts from files only hours are in the rows of sources, so that only their source is known. */
async function saidFacts(
  db: Db,
  poiId: string,
  rows: readonly Kept[],
): Promise<Partial<Record<FactKey, Provenance>>> {
  const facts = currentFacts(await newestStatements(db, poiId));
  const withHours = rows.find(({ row }) => row.hours !== "");
  return Object.fromEntries(
    [...facts.values()].map(({ key, source, at }) => {
      const isFromRow = key === "hours" && withHours !== undefined && withHours.saidAt >= at;
      const { source: file, release } = isFromRow ? withHours : { source: undefined, release: undefined };
      const by =
        source === "import"
          ? { by: "file" as const, ...(file && { source: file, release }) }
          : { by: source };
      return [key, { ...by, at: at.toISOString() }];
    }),
  );
}

/** One proposal for each value of a field: that of the newest release. */
function proposedBy(rows: readonly Kept[], place: Place): Proposed[] {
  const said = rows
    .filter(({ goneAt }) => goneAt === null)
    .flatMap((kept) =>
      PROVENANCE_FIELDS.filter((field) => isProposed(kept, place, field)).map((field) =>
        proposalOf(kept, field),
      ),
    );
  const seen = new Set<string>();
  return said.filter(({ field, value }) => {
    const key = `${field} ${value}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

/** What a source said already when a stronger one decided on the field stays declined in its further releases. */
function isProposed({ row, saidAt, saidSince }: Kept, place: Place, field: ProvenanceField): boolean {
  const value = valueIn(row, field);
  const present = provenanceOf(place, field);
  const since = Date.parse(saidSince[field] ?? saidSince["*"] ?? saidAt.toISOString());
  const isHeldBack = present === null || (since > Date.parse(present.at) && isKept(place, field));
  return !isEmpty(value) && isHeldBack && !isSame(row, place, field);
}

/** Whether a file may not write the field, as someone stronger said it, or one that belongs to it. */
const isKept = (place: Place, field: ProvenanceField): boolean =>
  (FIELD_GROUPS.find((fields: readonly ProvenanceField[]) => fields.includes(field)) ?? [field]).some(
    (each) => rankOf(provenanceOf(place, each)?.by ?? "file") < rankOf("file"),
  );

function proposalOf({ row, source, release, saidAt }: Kept, field: ProvenanceField): Proposed {
  const value = valueIn(row, field) ?? "";
  const shown = field === "phone" ? formatPhone(String(value)) : value;
  return { field, value: shown, by: "file", source, release, at: saidAt.toISOString() };
}

const valueIn = (row: SourceRow, field: ProvenanceField): string | number | null =>
  field === "halalCertificate" ? null : row[field];

const SAME_POINT = 0.1; // km: sources put the point of one place in different corners of it

/** Whether a source says the same in other words, such as `Street` for `St`. */
function isSame(row: SourceRow, place: Place, field: ProvenanceField): boolean {
  switch (field) {
    case "latitude":
    case "longitude":
      return isSamePoint(row, place);
    case "address":
      return compareStreets(streetOf({ ...place, address: row.address }), streetOf(place)) === "same";
    case "zipCode":
      return row.zipCode.startsWith(place.zipCode.slice(0, 5)) && place.zipCode !== "";
    case "website":
      return bareAddress(row.website) === bareAddress(place.website);
    case "name":
    case "city":
    case "subcategory":
      return foldedText(row[field]) === foldedText(place[field]);
    default:
      return valueIn(row, field) === place[field];
  }
}

function isSamePoint(one: SourceRow, { latitude, longitude }: Place): boolean {
  if (one.latitude === null || one.longitude === null) return true;
  if (latitude === null || longitude === null) return false;
  return distance({ latitude: one.latitude, longitude: one.longitude }, { latitude, longitude }) < SAME_POINT;
}

const bareAddress = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?/, "")
    .replace(/\/$/, "");
