import { z } from "zod";
import { missingOr, mustBeOneOf, optionalText, phone, requiredText, website } from "../fields.ts";
import { withoutCardNumbers, withoutCardNumbersInAddress } from "../money/card-numbers.ts";
import { CATEGORIES, HALAL_STATUSES } from "./places.ts";
import { PLACE_REGIONS } from "./regions.ts";

const US_ZIP = /^\d{5}(-\d{4})?$/;
const CANADIAN_CODE = /^([A-Z]\d[A-Z]) ?-?(\d[A-Z]\d)$/;
const CANADIAN_HALF = /^[A-Z]\d[A-Z]$/; // the area of a code, which some lists have alone

/** The two letters of a US state or a Canadian province, in any case; stored in upper case. */
export const region = (label = "State") =>
  requiredText(label)
    .transform((text) => text.toUpperCase())
    .refine(
      (text) => text === "" || Object.hasOwn(PLACE_REGIONS, text),
      `${label} must be the two letters of a US state or a Canadian province`,
    );

/** Empty, `12345`, `12345-6789`, `A1B 2C3` or `A1B`. */
export const postalCode = (label = "ZIP code") =>
  optionalText(label)
    .transform((text) => text.toUpperCase().replace(CANADIAN_CODE, "$1 $2"))
    .refine(
      (text) => text === "" || [US_ZIP, CANADIAN_CODE, CANADIAN_HALF].some((form) => form.test(text)),
      `${label} must be a US ZIP code or a Canadian postal code`,
    );

const PLACE_ID_MAX = 300; // the ids of maps services have 27 to about 200 characters

const degrees = (label: string, max: number) => {
  const error = `${label} must be a number from -${max} to ${max}`;
  const number = z.number({ error }).min(-max, error).max(max, error);
  return z
    .union(
      [
        number,
        z
          .string()
          .trim()
          .regex(/^-?\d{1,3}(\.\d{1,20})?$/, error)
          .transform(Number)
          .pipe(number),
      ],
      {
        error,
      },
    )
    .nullable()
    .or(z.literal("").transform(() => null))
    .optional()
    .transform((value) => value ?? null);
};

/** The input fields of a place, in a form, an import file or an approval. */
export const placeFields = {
  placeId: optionalText("Place id", PLACE_ID_MAX).transform((text) => (text === "" ? null : text)),
  name: requiredText("Name").transform(withoutCardNumbers),
  address: requiredText("Address").transform(withoutCardNumbers),
  city: requiredText("City").transform(withoutCardNumbers),
  state: region(),
  zipCode: postalCode(),
  phone: phone(),
  website: website().transform(withoutCardNumbersInAddress),
  category: z.enum(CATEGORIES, {
    error: missingOr("Category", mustBeOneOf("Category", CATEGORIES)),
  }),
  subcategory: optionalText("Subcategory").transform(withoutCardNumbers),
  halalCertificate: optionalText("Halal certificate").transform(withoutCardNumbers),
  latitude: degrees("Latitude", 90),
  longitude: degrees("Longitude", 180),
};

export const halalStatus = z.enum(HALAL_STATUSES, {
  error: mustBeOneOf("Halal verification status", HALAL_STATUSES),
});
