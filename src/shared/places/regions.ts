/** ISO 3166-1 alpha-2. */
const CODES =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW".split(
    " ",
  );

/** The countries that most of the people here live in come first. */
const FIRST = ["US", "CA"];

export interface Country {
  readonly code: string;
  readonly name: string;
}

/** All countries with their English names, the first ones first and the others by name. */
export function listCountries(): readonly Country[] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  const all = CODES.map((code) => ({ code, name: names.of(code) ?? code }));
  const rank = ({ code }: Country) => (FIRST.includes(code) ? FIRST.indexOf(code) : FIRST.length);
  return all.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, "en"));
}

/** The code that a code or an English name means, in any case; null for anything else. */
export function countryCode(text: string): string | null {
  const typed = text.trim().toUpperCase();
  if (CODES.includes(typed)) return typed;
  if (typed === "USA") return "US";
  return listCountries().find(({ name }) => name.toUpperCase() === typed)?.code ?? null;
}

/** Codes with their names, as in addresses. */
export type RegionNames = Readonly<Record<string, string>>;

/** US states, the District of Columbia and the territories with the same form of addresses. */
// biome-ignore format: a table
export const US_STATES: RegionNames = {
  AL: "Alabama", AK: "Alaska", AZ: "Arizona", AR: "Arkansas", CA: "California", CO: "Colorado",
  CT: "Connecticut", DE: "Delaware", DC: "District of Columbia", FL: "Florida", GA: "Georgia", HI: "Hawaii",
  ID: "Idaho", IL: "Illinois", IN: "Indiana", IA: "Iowa", KS: "Kansas", KY: "Kentucky", LA: "Louisiana",
  ME: "Maine", MD: "Maryland", MA: "Massachusetts", MI: "Michigan", MN: "Minnesota", MS: "Mississippi",
  MO: "Missouri", MT: "Montana", NE: "Nebraska", NV: "Nevada", NH: "New Hampshire", NJ: "New Jersey",
  NM: "New Mexico", NY: "New York", NC: "North Carolina", ND: "North Dakota", OH: "Ohio", OK: "Oklahoma",
  OR: "Oregon", PA: "Pennsylvania", RI: "Rhode Island", SC: "South Carolina", SD: "South Dakota",
  TN: "Tennessee", TX: "Texas", UT: "Utah", VT: "Vermont", VA: "Virginia", WA: "Washington",
  WV: "West Virginia", WI: "Wisconsin", WY: "Wyoming", AS: "American Samoa", GU: "Guam",
  MP: "Northern Mariana Islands", PR: "Puerto Rico", VI: "U.S. Virgin Islands",
};

/** Military addresses: of people, never of places. */
const US_MILITARY: RegionNames = {
  AA: "Armed Forces Americas",
  AE: "Armed Forces Europe",
  AP: "Armed Forces Pacific",
};

// biome-ignore format: a table
export const CANADIAN_PROVINCES: RegionNames = {
  AB: "Alberta", BC: "British Columbia", MB: "Manitoba", NB: "New Brunswick",
  NL: "Newfoundland and Labrador", NS: "Nova Scotia", NT: "Northwest Territories", NU: "Nunavut",
  ON: "Ontario", PE: "Prince Edward Island", QC: "Québec", SK: "Saskatchewan", YT: "Yukon",
};

/** The states and provinces that a place can be in. */
export const PLACE_REGIONS: RegionNames = { ...US_STATES, ...CANADIAN_PROVINCES };

/** The states by the first three digits of their ZIP codes, some of which two states share. */
const ZIP_PREFIXES =
  "AK 995-999; AL 350-369; AR 716-729; AS 967; AZ 850-865; CA 900-961; CO 800-816; CT 060-069; DC 200-205,569; " +
  "DE 197-199; FL 320-349; GA 300-319,398-399; GU 969; HI 967-968; IA 500-528; ID 832-838; IL 600-629; IN 460-479; " +
  "KS 660-679; KY 400-427; LA 700-714; MA 010-027,055; MD 205-219; ME 039-049; MI 480-499; MN 550-567; MO 630-658; " +
  "MP 969; MS 386-397; MT 590-599; NC 270-289; ND 580-588; NE 680-693; NH 030-038; NJ 070-089; NM 870-884; " +
  "NV 889-898; NY 005,063,100-149; OH 430-459; OK 730-731,734-749; OR 970-979; PA 150-196; PR 006-007,009; " +
  "RI 028-029; SC 290-299; SD 570-577; TN 370-385; TX 733,739,750-799,885; UT 840-847; VA 201,205,220-246; VI 008; " +
  "VT 050-054,056-059; WA 980-994; WI 530-549; WV 247-268; WY 820-831,834";
/** The provinces by the first letter of their postal codes. */
const POSTAL_LETTERS =
  "NL A; NS B; PE C; NB E; QC G,H,J; ON K,L,M,N,P; MB R; SK S; AB T; BC V; NT X; NU X; YT Y";

const POSTAL_RANGES = new Map(
  `${ZIP_PREFIXES}; ${POSTAL_LETTERS}`.split("; ").map((line) => {
    const [state = "", list = ""] = line.split(" ");
    return [state, list.split(",").map((range) => range.split("-"))] as const;
  }),
);

/** Whether a ZIP or postal code is one of a state or province, by how it begins. */
export const isPostalCodeOf = (code: string, state: string): boolean =>
  (POSTAL_RANGES.get(state) ?? []).some(([first = "", last = first]) => {
    const start = code.slice(0, first.length);
    return start >= first && start <= last;
  });

/** Countries whose addresses have no postal codes (Universal Postal Union). */
const WITHOUT_POSTAL_CODES =
  "AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GM GQ GY HK JM KI KM KN KP ML MO MR MW NR NU " +
  "QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TV UG VU YE ZW";

export const hasPostalCodes = (country: string): boolean => !WITHOUT_POSTAL_CODES.includes(country);

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
