import { z } from "zod";
import { idInPath, mustBeOneOf, optionalLongText, requiredText } from "../../../shared/fields.ts";
import { withoutCardNumbers } from "../../../shared/money/card-numbers.ts";

/** Limits of the photos of a place (docs/limits.md). */
export const PHOTOS = {
  each: 3,
  /** Of one as it is stored; the browser scales a photo down before it sends it. */
  bytes: 1_536 * 1_024,
  altLength: 120,
} as const;

export const PHOTO_STATES = ["waiting", "shown", "declined"] as const;

export const placeInput = z.object({ id: idInPath });

export const addInput = z.object({
  id: idInPath,
  /** One of the caller's own uploaded files, a JPEG or PNG. */
  fileId: requiredText("fileId", 100),
  /** What the photo shows, for people who do not see it. */
  alt: requiredText("What the photo shows", PHOTOS.altLength).transform(withoutCardNumbers),
  /** A shown photo, which stays until our team has looked at the new one. */
  replaces: z.string({ error: "replaces must be the id of a photo" }).max(100).optional(),
});

export const orderInput = z.object({
  id: idInPath,
  photos: z
    .array(z.string().max(100), { error: "photos must be a list of ids" })
    .max(PHOTOS.each * 2, "photos has too many ids")
    .describe("all photos of the place, in the new order"),
});

export const removeInput = z.object({ id: idInPath, photo: idInPath });

export const ownPhoto = z.object({
  id: z.string(),
  fileId: z.string(),
  alt: z.string(),
  state: z.enum(PHOTO_STATES),
  /** The shown photo that it takes the place of once our team has looked at it. */
  replaces: z.string().nullable(),
  sentAt: z.date(),
  /** Why our team declined or removed it. */
  notes: z.string(),
});
export const ownPhotos = z.array(ownPhoto);

export const photoList = z.object({
  place: z.string({ error: "place must be an id" }).max(100).optional().describe("photos of one place alone"),
});

export const reviewedPhoto = ownPhoto.extend({
  poiId: z.string(),
  placeName: z.string(),
  city: z.string(),
  region: z.string(),
  partnerName: z.string(),
  /** Null once the bytes are deleted. */
  file: z.object({ name: z.string(), contentType: z.string() }).nullable(),
});
export const reviewedPhotos = z.array(reviewedPhoto);

const PHOTO_DECISIONS = ["approved", "declined"] as const;

export const decidePhotoInput = z
  .object({
    id: idInPath,
    decision: z.enum(PHOTO_DECISIONS, { error: mustBeOneOf("decision", PHOTO_DECISIONS) }),
    notes: optionalLongText("Notes").transform(withoutCardNumbers),
  })
  .refine(({ decision, notes }) => decision === "approved" || notes !== "", {
    error: "Write what is wrong with it",
    path: ["notes"],
  });
