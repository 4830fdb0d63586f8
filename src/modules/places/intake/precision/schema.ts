import { z } from "zod";
import { idInPath, optionalText } from "../../../../shared/fields.ts";
import { listInput, pageOf } from "../../../../shared/listing.ts";
import { withoutCardNumbers } from "../../../../shared/money/card-numbers.ts";
import { formatPhone } from "../../../../shared/phone.ts";
import { CATEGORIES } from "../../../../shared/places/places.ts";
import { FILE_SOURCES } from "../../../../shared/places/sources.ts";
import { LIMITS } from "../../../../shared/text-rules.ts";
import { doneAtOnce, fileSource } from "../schema.ts";

const n = z.number().int();
const cityFilter = optionalText("city", LIMITS.search).describe("a city, as Dearborn, MI, or its id");

/** What says neither from which source it is nor whether it is known. */
const sample = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  phone: z.string().transform(formatPhone),
  website: z.string(),
  category: z.enum(CATEGORIES),
  subcategory: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export const sampleList = listInput.omit({ q: true }).extend({ city: cityFilter });
export const samplePage = pageOf(sample);

/** The cities with places to check, those with most first. */
export const sampledCities = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    state: z.string(),
    /** Of those that were drawn with the ones that wait. */
    checked: n,
    of: n,
  }),
);

export const answerInput = z.object({
  id: idInPath,
  right: z.boolean({ error: "right must be true or false" }).describe("whether the place is as the row says"),
  why: optionalText("why").transform(withoutCardNumbers).describe("what is wrong"),
});
export type AnswerInput = z.output<typeof answerInput>;
export const answerOutput = z.object({ id: z.string(), right: z.boolean(), why: z.string() });

/** Of how many checked rows of a source how many were right, with Wilson's 95 % interval of the share. */
export const precision = z.object({
  source: z.enum(FILE_SOURCES),
  right: n,
  of: n,
  low: z.number(),
  high: z.number(),
  /** When the last one was checked. */
  at: z.date(),
});
export type Precision = z.input<typeof precision>;

const floor = z.number({ error: "floor must be a number from 0 to 1" });
const FLOOR_WRONG = "floor must be a number from 0 to 1";
export const floorInput = doneAtOnce({
  source: fileSource,
  floor: z.coerce
    .number({ error: FLOOR_WRONG })
    .min(0, FLOOR_WRONG)
    .max(1, FLOOR_WRONG)
    .describe(
      "the share of right rows below which it stays out of the public search, from 0 to 1; 0 ends that",
    ),
});
export type FloorInput = z.output<typeof floorInput>;

const sourceFloor = z.object({
  source: z.enum(FILE_SOURCES),
  /** 0 if it never stays out. */
  floor,
  /** The name of the staff member; null if it was never set. */
  updatedBy: z.string().nullable(),
  updatedAt: z.date().nullable(),
});
export const floorPreview = z.object({
  /** How many more places it would keep out of the public search. */
  hides: n,
});
export const floorOutput = sourceFloor.pick({ source: true, floor: true }).extend({
  /** How many places stay out of the public search now because of it. */
  withheld: n,
});

export const reportInput = z.object({ city: cityFilter });
export const report = z.object({
  precision: z.array(
    precision.extend({
      /** GeoNames. */
      cityId: z.string(),
      city: z.string(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      at: z.date().nullable(),
      /** Rows to check of a sample that is not finished, which tens of answers make fewer. */
      waiting: n,
      /** Places that stay out of the public search. */
      withheld: n,
    }),
  ),
  floors: z.array(sourceFloor),
  /** Of how many known places each one who checks said that they are right. */
  reviewers: z.array(z.object({ name: z.string(), right: n, of: n })),
});
export type Report = z.input<typeof report>;
