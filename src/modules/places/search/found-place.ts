import type { Place } from "../schema.ts";
import type { pois } from "../table.ts";

/** A place with its actual owner, as staff may see it. */
export type FoundPlace = Omit<Place, "isOwned"> &
  Pick<typeof pois.$inferSelect, "seq" | "tierChanges" | "latitude" | "longitude">;

/** No text of a place has control characters, as these are refused. */
const SEPARATOR = "\u001F";
/** The texts come last, so that one that has a separator nevertheless moves no other field. */
const FIELDS = [
  ...["p.id", "p.seq", "p.category", "p.halal_verification_status", "p.tier_changes"],
  ...["p.owner_id", "p.latitude::text", "p.longitude::text"].map((column) => `coalesce(${column}, '')`),
  ...["p.name", "p.address", "p.city", "p.state", "p.zip_code", "p.phone", "p.website"],
  ...["p.subcategory", "p.halal_certificate"],
];

/** A `FoundPlace`, of `pois p`, as one text: quicker to write and to read than a column for each field. */
export const LINE = `concat_ws('${SEPARATOR}', ${FIELDS.join(", ")})`;

/**
 * Between the lines of several places in one text, as a row for each takes longer to send and to read. Several
 * characters, so that a text with one of them ends no line.
 */
export const LINE_END = "\u001E\u001F\u001E";

export const splitLines = (text: string): string[] => (text === "" ? [] : text.split(LINE_END));

/** The first field. */
export const idOf = (line: string): string => line.slice(0, line.indexOf(SEPARATOR));

const NAME = 8; // the field

export const nameOf = (line: string): string => line.split(SEPARATOR, NAME + 1)[NAME] ?? "";

export function readLine(line: string): FoundPlace {
  const fields = line.split(SEPARATOR);
  const text = (at: number) => fields[at] ?? "";
  const number = (at: number) => (text(at) === "" ? null : Number(text(at)));
  return {
    id: text(0),
    name: text(NAME),
    address: text(9),
    city: text(10),
    state: text(11),
    zipCode: text(12),
    phone: text(13),
    website: text(14),
    category: text(2) as FoundPlace["category"],
    subcategory: text(15),
    halalCertificate: text(16),
    halalVerificationStatus: text(3) as FoundPlace["halalVerificationStatus"],
    ownerId: text(5) || null,
    tierChanges: text(4) === "[]" ? [] : JSON.parse(text(4)),
    latitude: number(6),
    longitude: number(7),
    seq: Number(text(1)),
  };
}
