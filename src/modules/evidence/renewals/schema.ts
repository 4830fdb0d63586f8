import { z } from "zod";
import { idInPath, optionalLongText, optionalText } from "../../../shared/fields.ts";
import { HALAL_STATUSES } from "../../../shared/places/places.ts";
import { optionalDay, shownFile, TIER_BASES } from "../schema.ts";

const DECLARED = ["meatFree", "noAlcohol", "noPork"] as const;
const declared = (name: string) => z.boolean({ error: `${name} must be true or false` }).optional();

/** The owner confirms what is served, or sends a new certificate: a file that was uploaded as evidence. */
export const sendInput = z
  .object({
    id: idInPath,
    kind: z.enum(["declaration", "certificate"], { error: "kind must be declaration or certificate" }),
    meatFree: declared("meatFree"),
    noAlcohol: declared("noAlcohol"),
    noPork: declared("noPork"),
    fileId: optionalText("fileId"),
    issuer: optionalText("Issuer"),
    number: optionalText("Number", 100),
    validUntil: optionalDay("Valid until"),
  })
  .superRefine((input, ctx) => {
    const missing = (name: string) =>
      ctx.addIssue({ code: "custom", path: [name], message: `${name} is required` });
    if (input.kind === "certificate" && input.fileId === "") missing("fileId");
    if (input.kind === "declaration")
      for (const name of DECLARED) if (input[name] === undefined) missing(name);
  });

export const sendOutput = z.object({
  /** `waiting`: staff have to record the certificate. */
  state: z.enum(["renewed", "waiting"]),
  tier: z.enum(HALAL_STATUSES),
  until: z.string().nullable(),
});

/** A place of the caller whose tier ends soon or has ended, or of which a certificate waits. */
export const dueRenewal = z.object({
  poiId: z.string(),
  poiName: z.string(),
  tier: z.enum(HALAL_STATUSES),
  basis: z.enum(TIER_BASES),
  /** The last day of the tier; null while there is nothing to renew. */
  until: z.string().nullable(),
  ended: z.boolean(),
  /** When a certificate was sent that staff have not recorded yet. */
  sentAt: z.date().nullable(),
});
export type DueRenewal = z.input<typeof dueRenewal>;
export const dueRenewals = z.array(dueRenewal);

const day = z.string().nullable();

/** How far the certificate of an own place has come, in days at the place. */
export const certificateProgress = z.object({
  tier: z.enum(HALAL_STATUSES),
  /** The last day of the tier; null if it does not end. */
  until: day,
  today: z.string(),
  /** When the owner sent it, or staff recorded it; null if there is none. */
  sentOn: day,
  /** Why staff declined it; null unless they did. */
  declined: z.string().nullable(),
  /** How many people read it alike, of those needed. */
  readings: z.number().int(),
  needed: z.number().int(),
  readOn: day,
  /** When its issuer was asked; null if the issuer's register is looked up instead. */
  askedOn: day,
  confirmedOn: day,
  /** When its issuer denied or revoked it. */
  refusedOn: day,
  /** Its last day. */
  validUntil: day,
});
export type CertificateProgress = z.output<typeof certificateProgress>;
/** A place whose last certificate staff declined or sent back within 30 days; none has been sent since. */
const returnedCertificate = z.object({ poiId: z.string(), poiName: z.string(), reason: z.string() });
export type ReturnedCertificate = z.output<typeof returnedCertificate>;
export const returnedCertificates = z.array(returnedCertificate);
export const ownPlaceInput = z.object({ id: idInPath });

/** A new certificate that waits for staff to record it. */
export const waitingRenewal = z.object({
  id: z.string(),
  poiId: z.string(),
  placeName: z.string(),
  city: z.string(),
  state: z.string(),
  fileId: z.string(),
  file: shownFile,
  /** As the owner typed them: no reading. Empty or null if left out. */
  issuer: z.string(),
  number: z.string(),
  validUntil: z.string().nullable(),
  sentAt: z.date(),
});
export type WaitingRenewal = z.input<typeof waitingRenewal>;
export const waitingRenewals = z.array(waitingRenewal);

export const declineInput = z.object({
  id: idInPath,
  decision: z.literal("declined", {
    error: "decision must be declined; a certificate is accepted by recording it",
  }),
  notes: optionalLongText("Notes").refine((text) => text !== "", "Notes are required"),
});
