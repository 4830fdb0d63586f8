import { optionalText, requiredText } from "../fields.ts";
import { PLACE_REGIONS } from "./region-names.ts";

const US_ZIP = /^\d{5}(-\d{4})?$/;
const CANADIAN_CODE = /^([A-Z]\d[A-Z]) ?-?(\d[A-Z]\d)$/;

/** The two letters of a US state or a Canadian province, in any case; stored in upper case. */
export const region = (label = "State") =>
  requiredText(label)
    .transform((text) => text.toUpperCase())
    .refine(
      (text) => text === "" || Object.hasOwn(PLACE_REGIONS, text),
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
