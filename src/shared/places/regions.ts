import { optionalText, requiredText } from "../fields.ts";

/** US states, the District of Columbia and the territories with the same form of addresses. */
const US_STATES =
  "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI";
const CANADIAN_PROVINCES = "AB BC MB NB NL NS NT NU ON PE QC SK YT";

const REGIONS: ReadonlySet<string> = new Set(`${US_STATES} ${CANADIAN_PROVINCES}`.split(" "));

const US_ZIP = /^\d{5}(-\d{4})?$/;
const CANADIAN_CODE = /^([A-Z]\d[A-Z]) ?-?(\d[A-Z]\d)$/;

/** The two letters of a US state or a Canadian province, in any case; stored in upper case. */
export const region = (label = "State") =>
  requiredText(label)
    .transform((text) => text.toUpperCase())
    .refine(
      (text) => text === "" || REGIONS.has(text),
      `${label} must be the two letters of a US state or a Canadian province`,
    );

/** Empty, `12345`, `12345-6789` or `A1B 2C3`. */
export const postalCode = (label = "ZIP code") =>
  optionalText(label)
    .transform((text) => text.toUpperCase().replace(CANADIAN_CODE, "$1 $2"))
    .refine(
      (text) => text === "" || US_ZIP.test(text) || CANADIAN_CODE.test(text),
      `${label} must be a US ZIP code or a Canadian postal code`,
    );
