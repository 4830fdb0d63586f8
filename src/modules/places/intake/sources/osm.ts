import { createReadStream } from "node:fs";
import { type Entry, textOf } from "../../../../core/files/csv-reader.ts";
import { FileError } from "../../../../core/files/file-error.ts";
import type { Category } from "../../../../shared/places/places.ts";
import { readCategory } from "../../import/clear-values.ts";
import { readGeojson, readJsonList } from "./json-list.ts";
import { readPbf } from "./osm-pbf.ts";
import { middleOf, middlesOf, NODES_MAX, nodesOf, type Outline, type Position } from "./outlines.ts";
import {
  categoryRefusal,
  countryRefusal,
  type Fields,
  firstText,
  isFields,
  isText,
  namesIn,
  type RowDetails,
  type Source,
  saysHalal,
  startOf,
  textOr,
} from "./source.ts";

/** OpenStreetMap as PBF, as JSON of Overpass or as GeoJSON. */
export const osm: Source = { read, firstRow: 0, fieldsOf, detailsOf };

const GZIP = 0x1f;

async function* read(path: string): AsyncGenerator<readonly Entry[]> {
  const start = await startOf(path);
  const text = start.toString("latin1").trimStart();
  if (start[0] === GZIP) throw new FileError("The file is packed with gzip: unpack it first.");
  if (text.startsWith("<"))
    throw new FileError("The file is XML: OpenStreetMap is read as PBF, GeoJSON or JSON of Overpass.");
  const isJson = /^(?:\u00ef\u00bb\u00bf)?[{[]/.test(text);
  if (!isJson) yield* pbfEntries(path);
  else if (/"(?:osm3s|elements|generator"\s*:\s*"Overpass)/.test(text)) yield* overpassEntries(path);
  else yield* geojsonEntries(path);
}

async function* pbfEntries(path: string): AsyncGenerator<Entry[]> {
  let at = 0;
  const wanted = { keys: KIND_KEYS, isWanted: (tags: Fields) => kindOf(tags) !== null };
  for await (const places of readPbf(path, wanted))
    yield places.map(({ type, id, tags, point }) => ({
      at: at++,
      fields: { ...tags, ...idAndPosition(type, id, point) },
      ...(point === null && { left: "The file has no position of it" }),
    }));
}

const idAndPosition = (type: string, id: unknown, point: Position | null): Fields => ({
  "@id": `${type}/${id}`,
  longitude: point?.[0],
  latitude: point?.[1],
});

/** Features of overpass-turbo and osmtogeojson, which name the element in `@id`, or have the tags in one property. */
async function* geojsonEntries(path: string): AsyncGenerator<Entry[]> {
  for await (const entries of readGeojson(textOf(createReadStream(path))))
    yield entries.map((entry) => {
      if (!("fields" in entry)) return entry;
      const { tags, "@type": type, "@id": id, ...own } = entry.fields;
      const [kind, number] = [firstText(type, own.type), firstText(id, own.id)];
      const named = /^(?:node|way|relation)$/.test(kind) ? `${kind}/${number}` : number;
      return { ...entry, fields: { ...own, ...(isFields(tags) && tags), "@id": named } };
    });
}

const OUTLINES_MAX = 100_000; // without a center. docs/limits.md

/** The elements of Overpass. Outlines without a center are read once their nodes are known. */
async function* overpassEntries(path: string): AsyncGenerator<Entry[]> {
  const isWhole = (whole: Fields) => whole.elements !== undefined;
  const otherwise = "The file is not JSON of Overpass.";
  const list = () => readJsonList(textOf(createReadStream(path)), { key: "elements", isWhole, otherwise });
  const outlines: Outline<{ readonly at: number; readonly fields: Fields }>[] = [];
  let nodes = 0;
  for await (const items of list()) {
    const entries: Entry[] = [];
    for (const { at, value } of items) {
      if (!isFields(value) || !isFields(value.tags)) continue; // a node of an outline
      const point = pointOf(value);
      const refs = Array.isArray(value.nodes) ? value.nodes.filter((id) => typeof id === "number") : [];
      const element = {
        at,
        fields: { ...value.tags, ...idAndPosition(textOr(value.type), value.id, point) },
      };
      if (point || refs.length === 0) entries.push(element);
      else outlines.push({ element, parts: [refs] });
      if (!point) nodes += refs.length;
      if (outlines.length > OUTLINES_MAX || nodes > NODES_MAX) throw new FileError(NO_CENTERS);
    }
    yield entries;
  }
  const points = await nodesOf(outlines);
  if (points.size > 0)
    for await (const items of list())
      for (const { value } of items)
        if (isFields(value) && typeof value.id === "number" && value.type === "node" && points.has(value.id))
          points.set(value.id, pointOf(value));
  for await (const found of middlesOf(outlines, points))
    yield found.map(([{ at, fields }, point]) => ({
      at,
      fields: { ...fields, longitude: point?.[0], latitude: point?.[1] },
    }));
}

const NO_CENTERS =
  "More than 100,000 outlines, or outlines of more than 2,000,000 nodes, have no center: ask Overpass for `out center`.";

/** The point of a node, the center of an outline, or a point in its geometry. */
function pointOf({ lat, lon, center, geometry, members, bounds }: Fields): Position | null {
  if (typeof lat === "number" && typeof lon === "number") return [lon, lat];
  if (isFields(center)) return pointOf(center);
  const parts = Array.isArray(members)
    ? members
        .toSorted((one, other) => Number(one?.role === "inner") - Number(other?.role === "inner"))
        .map((each) => each?.geometry)
    : [geometry];
  const inside = middleOf(
    parts.map((part) =>
      Array.isArray(part)
        ? part.flatMap((each) =>
            [isFields(each) ? (pointOf(each) ?? []) : []].filter((point) => point.length > 0),
          )
        : [],
    ),
  );
  if (inside || !isFields(bounds)) return inside;
  const { minlat, maxlat, minlon, maxlon } = bounds;
  return [(Number(minlon) + Number(maxlon)) / 2, (Number(minlat) + Number(maxlat)) / 2];
}

/** What is in front of a key once the place is no more. https://wiki.openstreetmap.org/wiki/Lifecycle_prefix */
const GONE = ["disused:", "abandoned:", "was:", "closed:", "demolished:", "razed:", "removed:"] as const;
const KINDS = ["amenity", "religion", "shop", "office"] as const;
const KIND_KEYS: ReadonlySet<string> = new Set(
  ["", ...GONE].flatMap((prefix) => KINDS.map((key) => `${prefix}${key}`)),
);

const SERVICES =
  /^(?:bank|bureau_de_change|clinic|dentist|doctors|kindergarten|money_transfer|pharmacy|school)$/;

interface Kind {
  readonly category: Category;
  /** The tags that said so. */
  readonly rule: string;
  /** It is what the place was. */
  readonly isGone: boolean;
}

/** What the tags of OpenStreetMap say that a place is; null if they do not. */
function kindOf(tags: Fields): Kind | null {
  for (const prefix of ["", ...GONE]) {
    const found = kindWith(tags, prefix);
    if (found) return { ...found, isGone: prefix !== "" };
  }
  return null;
}

function kindWith(tags: Fields, prefix: string): Omit<Kind, "isGone"> | null {
  const of = (key: string) => textOr(tags[`${prefix}${key}`]);
  const said = (...keys: readonly string[]) =>
    keys.flatMap((key) => (of(key) === "" ? [] : `${prefix}${key}=${of(key)}`)).join(" ");
  const [amenity, religion, shop, office] = [of("amenity"), of("religion"), of("shop"), of("office")];
  if (amenity === "place_of_worship" || religion !== "") {
    const isMasjid = religion === "muslim" || of("building") === "mosque";
    return isMasjid ? { category: "mosque", rule: said("amenity", "religion", "building") } : null;
  }
  if (SERVICES.test(amenity)) return { category: "services", rule: said("amenity") };
  const ofAmenity = readCategory(amenity);
  if (ofAmenity) return { category: ofAmenity, rule: said("amenity") };
  if (shop !== "" && !NO_SHOP.test(shop))
    return { category: readCategory(shop) ?? "retail", rule: said("shop") };
  return office === "" ? null : { category: "services", rule: said("office") };
}

const NO_SHOP = /^(?:no|vacant|disused)$/;

function fieldsOf(given: Fields): Fields | string {
  const fields = osmFields(given);
  const words = KINDS.flatMap((key) => (isText(given[key]) ? `${key}=${given[key]}` : [])).join(" ");
  const refused = countryRefusal(given["addr:country"]) ?? categoryRefusal(fields.category, words);
  return refused ?? { latitude: given.latitude, longitude: given.longitude, ...fields };
}

/** The fields of a place of OpenStreetMap under our names; none of other places. https://wiki.openstreetmap.org/wiki/Key:addr */
export function osmFields(given: Fields): Fields {
  const addr = (name: string) => firstText(given[`addr:${name}`], given[`contact:${name}`]);
  const kind = kindOf(given);
  if (kind === null && !Object.keys(given).some((name) => name.startsWith("addr:"))) return {};
  const street = firstText(addr("street"), addr("place"));
  const line = street && [addr("housenumber"), street].filter(Boolean).join(" ");
  const unit = addr("unit");
  return {
    name: firstText(given.name, given["name:en"], given.brand),
    address: firstText(addr("street_address"), line && unit ? `${line} #${unit}` : line, addr("full")),
    city: addr("city"),
    state: firstText(addr("state"), addr("province")),
    zipCode: addr("postcode"),
    phone: firstText(given.phone, given["contact:phone"], given["contact:mobile"]),
    website: firstText(given.website, given["contact:website"], given.url),
    category: kind?.category ?? "",
    subcategory: textOr(given.cuisine).split(";")[0]?.replaceAll("_", " ") ?? "",
    halalVerificationStatus: isHalal(given) ? "reported" : "",
  };
}

const isHalal = (tags: Fields): boolean =>
  /^(?:yes|only)$/.test(firstText(tags["diet:halal"], tags.halal)) || saysHalal(tags.cuisine);

const IS_SHUT = /^(?:closed|off)(?:\s*"[^"]*")?$/i;

/** Whether the tags say that a place is no more. */
export const isGone = (tags: Fields): boolean =>
  kindOf(tags)?.isGone === true ||
  IS_SHUT.test(textOr(tags.opening_hours).trim()) ||
  ["disused", "abandoned", "demolished"].some((key) => tags[key] === "yes");

function detailsOf(given: Fields): RowDetails {
  return {
    externalId: textOr(given["@id"]),
    names: namesIn(given),
    categoryRule: kindOf(given)?.rule ?? "",
    hours: textOr(given.opening_hours),
    isHalal: isHalal(given),
    isClosed: isGone(given),
  };
}
