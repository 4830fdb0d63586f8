import { foldName, type ListField } from "../../../core/files/list-columns.ts";
import type { ListKind } from "../../../core/files/list-reader.ts";
import { isPhone, readPhone } from "../../../shared/phone.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import { CLOSED, CLOSED_COLUMNS, readCategory, readDegrees, readState } from "./clear-values.ts";
import { readPosition, toOurFields } from "./dialects.ts";
import { REQUIRED_COLUMNS } from "./read-place.ts";

const ZIP = /^\d{5}(?:-?\d{4}|\.0)?$|^\d{3,4}$|^[a-z]\d[a-z](?: ?-?\d[a-z]\d)?$/i;
const ADDRESS =
  /^(?:\d+[a-z]?|[a-z]\d+)(?:[-/ ]\d+)? +\p{L}{2}|\b(?:street|st|avenue|ave|road|rd|blvd|drive|dr|hwy|pkwy|lane|ln)\b/iu;
const WEBSITE =
  /^(?:https?:\/\/|www\.)\S+$|^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|ca|us|info|example)(?:\/\S*)?$/i;
const LETTERS = /\p{L}{2}/u;

const isState = (text: string): boolean => readState(text) !== text || /^[A-Z]{2}$/.test(text);
const isCategory = (text: string): boolean => readCategory(text) !== null;
const isPhoneNumber = (text: string): boolean => text !== "" && isPhone(readPhone(text));

function degreesWithin(first: number, last: number): (text: string) => boolean {
  return (text) => {
    const degrees = Number(readDegrees(text));
    return degrees >= first && degrees <= last;
  };
}

const isNorth = (text: string): boolean => /[.,]\d{2}/.test(text) && degreesWithin(15, 75)(text);
const isWest = (text: string): boolean => /[.,]\d{2}/.test(text) && degreesWithin(-180, -50)(text);

/** The fields of a place in a list, what others call them, and what their values look like. */
const FIELDS: readonly ListField[] = [
  { name: "placeId", names: ["googleplaceid", "googleid", "mapsid", "gmapsplaceid", "poiplaceid"] },
  {
    name: "name",
    names:
      "placename mosquename masjidname businessname restaurantname storename shopname companyname organizationname orgname facilityname locationname venuename displayname namesprimary nameen title mosque masjid business restaurant store shop company organization organisation facility venue location place dba nom nombre".split(
        " ",
      ),
    holds: (text) => LETTERS.test(text),
    leftmost: true,
  },
  {
    name: "address",
    names:
      "streetaddress address1 addressline1 addr1 addr street streetaddress1 addrstreetaddress locationaddress physicaladdress mailingaddress fulladdress formattedaddress completeaddress addrfull adresse direccion location".split(
        " ",
      ),
    holds: (text) => LETTERS.test(text) && readPosition(text) === null,
    typical: (text) => /\d/.test(text) && ADDRESS.test(text),
  },
  { name: "houseNumber", names: ["addrhousenumber", "streetnumber", "housenum", "housenr", "stno"] },
  {
    name: "street",
    names: ["addrstreet", "streetname", "road", "rue"],
    holds: (text) => LETTERS.test(text),
  },
  {
    name: "unit",
    names: ["address2", "addressline2", "addr2", "suite", "apt", "addrunit", "unitnumber", "suitenumber"],
  },
  {
    name: "city",
    names:
      "town cityname municipality locality addrcity citytown townorcity village metro ville ciudad citystate".split(
        " ",
      ),
    holds: (text) => LETTERS.test(text),
  },
  {
    name: "state",
    names:
      "province stateprovince provincestate statecode stateabbr stateabbreviation stateid statename provincecode region regioncode addrstate addrprovince administrativearea adminarea etat estado st".split(
        " ",
      ),
    holds: isState,
    typical: isState,
    shared: true,
  },
  {
    name: "zipCode",
    names:
      "zip postalcode postcode postal zippostalcode zippostal zipcode5 zip5 addrpostcode addrzip codepostal pcode plz".split(
        " ",
      ),
    holds: (text) => ZIP.test(text),
  },
  {
    name: "phone",
    names:
      "telephone phonenumber tel phone1 phoneno telephonenumber contactphone contactnumber businessphone mainphone mobile cell nationalphonenumber formattedphonenumber internationalphonenumber telefono".split(
        " ",
      ),
    holds: (text) => /\d{3}/.test(text) || readPhone(text) === "",
    typical: isPhoneNumber,
  },
  {
    name: "website",
    names: "url web site homepage webaddress websiteurl weburl contactwebsite websiteuri link siteweb".split(
      " ",
    ),
    holds: (text) => WEBSITE.test(text),
    typical: (text) => WEBSITE.test(text),
  },
  {
    name: "category",
    names:
      "type placetype kind businesstype categoryname categorytype maincategory primarycategory primarytype establishmenttype facilitytype venuetype categories types categoria".split(
        " ",
      ),
    holds: isCategory,
    typical: isCategory,
    shared: true,
  },
  { name: "subcategory", names: ["cuisine", "cuisines", "cuisinetype", "subtype", "foodtype"] },
  {
    name: "halalCertificate",
    names: ["certificate", "certification", "certifiedby", "certifier", "halalcertification"],
  },
  { name: "halalVerificationStatus", names: ["halalstatus", "halal", "diethalal", "ishalal"] },
  {
    name: "latitude",
    names: [
      "lat",
      "y",
      "geolat",
      "latdeg",
      "latitudedeg",
      "gpslatitude",
      "gpslat",
      "ycoord",
      "ycoordinate",
      "geolatitude",
    ],
    holds: degreesWithin(-180, 180),
    typical: isNorth,
  },
  {
    name: "longitude",
    names:
      "lng lon long x geolng geolon geolong longdeg longitudedeg gpslongitude gpslong gpslng xcoord xcoordinate geolongitude".split(
        " ",
      ),
    holds: degreesWithin(-180, 180),
    typical: isWest,
  },
  {
    name: "position",
    names:
      "coordinates coordinate coords latlng latlong latlon location geolocation geopoint geom geometry wkt point".split(
        " ",
      ),
    holds: (text) => readPosition(text) !== null,
    typical: (text) => readPosition(text) !== null,
  },
  {
    name: "opening_hours",
    names: ["hours", "businesshours", "openhours", "hoursofoperation", "operatinghours", "openingtimes"],
    holds: (text) => /\d|closed/i.test(text),
  },
  { name: "kind", names: ["amenity", "religion", "shop", "office", "building"], several: true, raw: true },
  { name: CLOSED, names: CLOSED_COLUMNS.map(foldName), several: true },
];

/** The fields whose values are typical by what the gazetteer knows. */
function typicalBy(gazetteer: Gazetteer): Readonly<Record<string, (text: string) => boolean>> {
  const { meaning } = gazetteer;
  const isCity = (text: string): boolean =>
    LETTERS.test(text) &&
    (meaning(text) !== null || gazetteer.search(text, 1)[0]?.name.toLowerCase() === text.toLowerCase());
  return {
    name: (text) => LETTERS.test(text) && !isCity(text),
    city: isCity,
    zipCode: (text) => ZIP.test(text) && text.length >= 5 && meaning(text) !== null,
  };
}

function placeFields(gazetteer: Gazetteer): readonly ListField[] {
  const typicals = typicalBy(gazetteer);
  return FIELDS.map((field) => {
    const typical = typicals[field.name];
    return typical ? { ...field, typical } : field;
  });
}

export const PLACE_LIST = "places";

/** What a list of places is read for. */
export function placeList(gazetteer: Gazetteer): ListKind {
  return { fields: placeFields(gazetteer), required: REQUIRED_COLUMNS, complete: toOurFields };
}

type Fields = Readonly<Record<string, unknown>>;

const NAMES_MAX = 2_000; // that are remembered

/** Gives the properties of a feature the names of the fields, where a name of others and the value say which one it is. */
export function renamer({ fields }: ListKind): (given: Fields) => Fields {
  const known = new Map<string, { readonly field: ListField; readonly rank: number }>();
  for (const field of fields)
    if (!field.raw)
      for (const [n, name] of [foldName(field.name), ...field.names].entries())
        if (!known.has(name)) known.set(name, { field, rank: n });
  const found = new Map<string, ReturnType<typeof known.get>>();
  const knownAs = (name: string) => {
    if (!found.has(name) && found.size < NAMES_MAX) found.set(name, known.get(foldName(name)));
    return found.get(name);
  };
  return (given) => {
    const ranks = new Map<string, number>();
    const named = new Map<string, unknown>();
    for (const [property, value] of Object.entries(given)) {
      const as = knownAs(property);
      if (!as || (typeof value !== "string" && typeof value !== "number") || value === "") continue;
      const { field, rank } = as;
      const isLikely = rank === 0 || (field.holds?.(String(value)) ?? true);
      if (!isLikely || rank >= (ranks.get(field.name) ?? Number.POSITIVE_INFINITY)) continue;
      ranks.set(field.name, rank);
      named.set(field.name, value);
    }
    return { ...given, ...Object.fromEntries([...named].filter(([name]) => !isFilled(given[name]))) };
  };
}

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== "";
