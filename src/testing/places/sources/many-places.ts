import { once } from "node:events";
import { createWriteStream } from "node:fs";
import type { FileSource } from "../../../shared/places/sources.ts";
import { FOURSQUARE_COLUMNS, OVERTURE_COLUMNS, wkbPoint, writeParquet } from "./parquet-files.ts";
import { pbfBlock, pbfFile } from "./pbf-file.ts";

const STEP = 50_000; // rows, also of a row group
const BLOCK = 8_000; // elements of a PBF block
const CITIES = [
  ["Dearborn", "MI", "48126", 42.3223, -83.1763],
  ["Troy", "MI", "48083", 42.6056, -83.1499],
  ["Paterson", "NJ", "07501", 40.9168, -74.1718],
  ["Houston", "TX", "77002", 29.7604, -95.3698],
  ["Mississauga", "ON", "L5B 1M2", 43.589, -79.6441],
] as const;
const KINDS = [
  ["mosque", "place_of_worship", "Community and Government > Spiritual Center > Mosque", "Masjid"],
  ["halal_restaurant", "restaurant", "Dining and Drinking > Restaurant > Halal Restaurant", "Restaurant"],
  ["grocery_store", "marketplace", "Retail > Food and Beverage Retail > Grocery Store", "Grocery Store"],
  ["clothing_store", "pharmacy", "Retail > Fashion Retail > Clothing Store", "Retail Store"],
] as const;

/** The fields of the nth of any number of invented places. */
function placeOf(n: number) {
  const [city, state, zip, north, east] = CITIES[n % CITIES.length] ?? CITIES[0];
  const [category, amenity, label, kind] = KINDS[n % KINDS.length] ?? KINDS[0];
  const latitude = Number((north + ((n * 7) % 900) / 1e4).toFixed(6));
  const longitude = Number((east + ((n * 11) % 900) / 1e4).toFixed(6));
  const phone = `+1313555${String(n % 10_000).padStart(4, "0")}`;
  const website = `https://place-${n}.example/`;
  const name = `Place ${n % 5_000} of ${n}`;
  return {
    n,
    name,
    city,
    state,
    zip,
    latitude,
    longitude,
    category,
    amenity,
    label,
    kind,
    phone,
    website,
    street: "Elm Street",
  };
}

type Place = ReturnType<typeof placeOf>;

const overtureOf = (place: Place) => ({
  id: `08f2ab9a-${place.n}`,
  geometry: wkbPoint(place.longitude, place.latitude),
  bbox: { xmin: place.longitude, xmax: place.longitude, ymin: place.latitude, ymax: place.latitude },
  version: 1,
  sources: [{ property: "", dataset: "meta", license: "CDLA-Permissive-2.0", record_id: `${place.n}` }],
  names: { primary: place.name, common: place.n % 4 === 0 ? { ar: `مكان ${place.n}` } : null, rules: null },
  categories: { primary: place.category, alternate: ["point_of_interest"] },
  basic_category: place.category,
  taxonomy: { primary: place.category, hierarchy: ["a", place.category], alternates: null },
  confidence: 0.9,
  websites: [place.website],
  phones: [place.phone],
  addresses: [
    {
      freeform: `${place.n} ${place.street}`,
      locality: place.city,
      postcode: place.zip,
      region: place.state,
      country: "US",
    },
  ],
  operating_status: "open",
});

const foursquareOf = (place: Place) => ({
  fsq_place_id: `4b0588f1f964a520${place.n}`,
  name: place.name,
  latitude: place.latitude,
  longitude: place.longitude,
  address: `${place.n} ${place.street}`,
  locality: place.city,
  region: place.state,
  postcode: place.zip,
  country: "US",
  date_refreshed: "2026-09-01",
  tel: place.phone,
  website: place.website,
  fsq_category_ids: ["52e81612bcbc57f1066b79ff"],
  fsq_category_labels: [place.label],
});

const tagsOf = (place: Place) => ({
  amenity: place.amenity,
  ...(place.amenity === "place_of_worship" && { religion: "muslim" }),
  name: place.name,
  "addr:housenumber": `${place.n}`,
  "addr:street": place.street,
  "addr:city": place.city,
  "addr:state": place.state,
  "addr:postcode": place.zip,
  phone: place.phone,
  website: place.website,
  opening_hours: "Mo-Su 11:00-22:00",
});

const featureOf = (place: Place, properties: object) =>
  JSON.stringify({
    type: "Feature",
    properties,
    geometry: { type: "Point", coordinates: [place.longitude, place.latitude] },
  });

const GEOJSON = ['{"type":"FeatureCollection","features":[\n', ",\n", "\n]}\n"] as const;

/** How the places are written as text: what comes first, each one, what is between two, and what comes last. */
const TEXTS = {
  alltheplaces: [
    ...GEOJSON,
    (place: Place) => featureOf(place, { ...tagsOf(place), "@spider": "noor_us", ref: `${place.n}` }),
  ],
  geojson: [
    ...GEOJSON,
    (place: Place) =>
      featureOf(place, {
        id: `list-${place.n}`,
        name: place.name,
        address: `${place.n} ${place.street}`,
        city: place.city,
        state: place.state,
        zipCode: place.zip,
        phone: place.phone,
        website: place.website,
        category: place.kind,
      }),
  ],
  csv: [
    "id,name,address,city,state,zip,phone,website,category,latitude,longitude\n",
    "\n",
    "\n",
    (place: Place) =>
      [
        `list-${place.n}`,
        place.name,
        `${place.n} ${place.street}`,
        place.city,
        place.state,
        place.zip,
        place.phone,
        place.website,
        place.kind,
        place.latitude,
        place.longitude,
      ].join(","),
  ],
} as const;

function* steps<Row>(count: number, step: number, of: (place: Place) => Row): Generator<Row[]> {
  for (let from = 0; from < count; from += step)
    yield Array.from({ length: Math.min(step, count - from) }, (_, n) => of(placeOf(from + n)));
}

/** Writes a file of a source with so many places, as its maker would. */
export async function writePlaces(source: FileSource, path: string, count: number): Promise<void> {
  if (source === "overture") return writeParquet(path, OVERTURE_COLUMNS, steps(count, STEP, overtureOf));
  if (source === "foursquare")
    return writeParquet(path, FOURSQUARE_COLUMNS, steps(count, STEP, foursquareOf), { codec: "SNAPPY" });
  const file = createWriteStream(path);
  const write = async (part: string | Buffer) => {
    if (!file.write(part)) await once(file, "drain");
  };
  if (source === "osm") {
    await write(pbfFile([]));
    const nodeOf = (place: Place) => ({
      id: place.n + 1,
      at: [place.longitude, place.latitude] as const,
      tags: tagsOf(place),
    });
    for (const nodes of steps(count, BLOCK, nodeOf)) await write(pbfBlock({ nodes }));
  } else {
    const [first, between, last, of] = TEXTS[source];
    await write(first);
    let isFirst = true;
    for (const rows of steps(count, BLOCK, of)) {
      await write(`${isFirst ? "" : between}${rows.join(between)}`);
      isFirst = false;
    }
    await write(last);
  }
  file.end();
  await once(file, "finish");
}
