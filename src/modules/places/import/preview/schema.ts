import { z } from "zod";
import { listMap } from "../../../../shared/list-columns.ts";
import { HALAL_STATUSES } from "../../../../shared/places/places.ts";
import { importOutput, lookAlike, refusal } from "../../schema.ts";

const csvFile = {
  file: z.instanceof(ReadableStream<Uint8Array>, { error: "The file is required" }),
  /** In bytes, as declared by the client; undefined if unknown. */
  size: z.number().int().nonnegative().optional(),
  map: listMap,
};

export const previewInput = z.object(csvFile);
/** From the CLI its first rows are sent as text. */
export const columnsInput = z.object({ ...csvFile, file: z.union([csvFile.file, z.string()]) });
export const importPreviewedInput = z.object({
  ...csvFile,
  preview: z
    .string({ error: "preview is required: the id that the preview of this file answered" })
    .regex(/^[0-9a-f]{64}$/, "preview must be the id that the preview of this file answered"),
});

const located = { name: z.string(), address: z.string(), city: z.string(), state: z.string() };
/** The line of the file, with the header as line 1. */
const at = z.number().int();
const value = z.union([z.string(), z.number(), z.enum(HALAL_STATUSES), z.null()]);

export const importPreview = z.object({
  /** Identifies what an import of this file would do now. */
  preview: z.string(),
  ...importOutput.pick({
    read: true,
    created: true,
    updated: true,
    unchanged: true,
    repeated: true,
    replaced: true,
    refused: true,
    withoutValues: true,
    doubtful: true,
    list: true,
  }).shape,
  /** New places that may be listed ones: staff will be asked about each. */
  alike: z.number().int(),
  /** The first of each; all are counted. */
  creations: z.array(z.object({ at, ...located })),
  changes: z.array(
    z.object({
      at,
      id: z.string(),
      name: z.string(),
      fields: z.array(z.object({ field: z.string(), before: value, after: value })),
    }),
  ),
  /** Refused entries, and those that are imported without a value. */
  refusals: z.array(refusal),
  doubts: z.array(refusal),
  lookAlikes: z.array(lookAlike),
});
export type ImportPreview = z.output<typeof importPreview>;
