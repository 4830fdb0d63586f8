/** Codes with their names, as in addresses. */
export type RegionNames = Readonly<Record<string, string>>;

/** US states, the District of Columbia and the territories with the same form of addresses. */
export const US_STATES: RegionNames = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "District of Columbia",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
  AS: "American Samoa",
  GU: "Guam",
  MP: "Northern Mariana Islands",
  PR: "Puerto Rico",
  VI: "U.S. Virgin Islands",
};

/** Military addresses: of people, never of places. */
const US_MILITARY: RegionNames = {
  AA: "Armed Forces Americas",
  AE: "Armed Forces Europe",
  AP: "Armed Forces Pacific",
};

export const CANADIAN_PROVINCES: RegionNames = {
  AB: "Alberta",
  BC: "British Columbia",
  MB: "Manitoba",
  NB: "New Brunswick",
  NL: "Newfoundland and Labrador",
  NS: "Nova Scotia",
  NT: "Northwest Territories",
  NU: "Nunavut",
  ON: "Ontario",
  PE: "Prince Edward Island",
  QC: "Québec",
  SK: "Saskatchewan",
  YT: "Yukon",
};

/** The states and provinces that a place can be in. */
export const PLACE_REGIONS: RegionNames = { ...US_STATES, ...CANADIAN_PROVINCES };

/** The regions of a billing address; null in countries where it is free text. */
export function billingRegions(country: string): RegionNames | null {
  if (country === "US") return { ...US_STATES, ...US_MILITARY };
  return country === "CA" ? CANADIAN_PROVINCES : null;
}

/** Letters and single spaces, without accents: equal for `Québec` and `QUEBEC`, for `N.Y.` and `ny`. */
const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[^A-Za-z\s]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

/** The code that a code or a full name means, in any case; null for anything else. */
export function regionCode(text: string, names: RegionNames): string | null {
  const typed = fold(text);
  const code = typed.toUpperCase();
  if (Object.hasOwn(names, code)) return code;
  return Object.entries(names).find(([, name]) => fold(name) === typed)?.[0] ?? null;
}

/**
 * What a field for a code holds while a person types: the code once a name is complete (Missouri is MO, never MI), the
 * letters of a name that is not complete yet, else the first two letters.
 */
export function typedRegion(text: string, names: RegionNames): string {
  const typed = fold(text);
  if (text.length <= 2) return text;
  const code = regionCode(text, names);
  if (code !== null) return code;
  if (startingWith(typed, names).length > 0) return text;
  return typed.replaceAll(" ", "").slice(0, 2).toUpperCase();
}

/**
 * The field's value on blur: two letters as typed, else the code of the only region whose name starts with the text.
 */
export function finishedRegion(text: string, names: RegionNames): string {
  if (text.length <= 2) return text;
  const code = regionCode(text, names);
  if (code !== null) return code;
  const typed = fold(text);
  const [only, another] = typed.length > 2 ? startingWith(typed, names) : [];
  return only !== undefined && another === undefined ? only : text;
}

const startingWith = (typed: string, names: RegionNames): readonly string[] =>
  Object.entries(names).flatMap(([code, name]) => (fold(name).startsWith(typed) ? [code] : []));
