import { z } from "zod";
import { email, linkToken, requiredText } from "../../shared/fields.ts";
import { withoutCardNumbers } from "../../shared/money/card-numbers.ts";
import { PERSONAL_DATA_KINDS, personalRecord, retainedData } from "../../shared/people/personal-data.ts";
import { cityText } from "../waitlist/schema.ts";

export const personInput = z.object({ email: email() });

/** Records of each kind that the answer holds at most; the export holds all. */
export const SHOWN_MAX = 100;

const kind = z.enum(PERSONAL_DATA_KINDS);

export const personOutput = z.object({
  email: z.string(),
  counts: z.record(kind, z.number().int()),
  /** The newest records of each kind. */
  data: z.record(kind, z.array(personalRecord)),
  /** What would stay after an erasure, why, and until when. */
  kept: z.array(retainedData),
});

export type Person = z.output<typeof personOutput>;

export const forgetOutput = z.object({
  success: z.literal(true),
  /** How many rows were deleted or cleared. */
  forgotten: z.number().int(),
  /** What stays, why, and until when. */
  kept: z.array(retainedData),
});

/** What the audit entry of an erasure holds: the ids that are left in the log, and what else is left. */
export const pastErasure = z.object({
  ids: z.array(z.string()),
  kept: z.array(retainedData.extend({ until: z.null() })),
});

export const meInput = z.object({ token: linkToken() });

export const meUpdateInput = meInput.extend({
  firstName: requiredText("First name").transform(withoutCardNumbers).optional(),
  /** Empty to remove it. */
  city: z.union([z.undefined(), cityText()]),
  isBetaTester: z.boolean({ error: "isBetaTester must be true or false" }).optional(),
  greets: z
    .boolean({ error: "greets must be true or false" })
    .optional()
    .describe("whether your link greets friends by your first name"),
});

const state = z.object({ id: z.string(), at: z.date(), status: z.string() });

/** What is stored about an address, as its owner sees it. */
export const ownData = z.object({
  email: z.string(),
  signup: z
    .object({
      firstName: z.string(),
      email: z.string(),
      city: z.string().nullable(),
      isBetaTester: z.boolean(),
      joinedAt: z.date(),
      confirmedAt: z.date().nullable(),
      leftAt: z.date().nullable(),
      source: z.record(z.string(), z.string()).nullable(),
      /** `text` is null if no form of this site showed it, as for an imported signup. */
      consent: z.object({
        id: z.string(),
        text: z.string().nullable(),
        at: z.date(),
        /** How the person agreed, for an imported signup. */
        source: z.string().nullable(),
      }),
      /** The link to pass on. */
      referralUrl: z.string(),
      /** How many people came through it and confirmed their address. */
      friends: z.number().int(),
      /** Whether the link greets friends by the first name. */
      greets: z.boolean(),
    })
    .nullable(),
  inquiries: z.array(
    z.object({
      id: z.string(),
      at: z.date(),
      businessName: z.string(),
      contactName: z.string(),
      phone: z.string(),
      website: z.string(),
      businessType: z.string(),
      city: z.string(),
      state: z.string(),
      message: z.string(),
      answeredAt: z.date().nullable(),
      reference: z.string().nullable(),
    }),
  ),
  /** Emails about them that came back to our answers. */
  replies: z.array(z.object({ id: z.string(), at: z.date(), sentFrom: z.string(), text: z.string() })),
  /** The account itself needs its password. */
  partnerAccount: z.boolean(),
  claims: z.array(state.extend({ name: z.string(), reviewedAt: z.date().nullable() })),
  requests: z.array(state.extend({ name: z.string(), reviewedAt: z.date().nullable() })),
  /** Changes of places that the person owns. */
  proposals: z.array(state.extend({ name: z.string(), reviewedAt: z.date().nullable() })),
  /** Places of others that the person asked for. */
  transfers: z.array(state.extend({ name: z.string(), reviewedAt: z.date().nullable() })),
  reports: z.array(state.extend({ placeName: z.string(), kind: z.string(), text: z.string() })),
  suggestions: z.array(state.extend({ name: z.string(), why: z.string() })),
  gifts: z.array(
    state.extend({
      reference: z.string(),
      tier: z.string(),
      /** In units of the currency. */
      amount: z.number(),
      currency: z.string(),
      receiptUrl: z.string().nullable(),
    }),
  ),
  mails: z.array(
    z.object({
      id: z.string(),
      at: z.date(),
      subject: z.string(),
      state: z.string(),
      sentAt: z.date().nullable(),
    }),
  ),
  /** Submissions held back because they looked automatic. */
  heldBack: z.array(z.object({ id: z.string(), at: z.date() })),
  /** What staff deleted, and can still restore. */
  deleted: z.array(z.object({ id: z.string(), at: z.date(), label: z.string() })),
});

export type OwnData = z.output<typeof ownData>;

export const ownExport = ownData.extend({ exportedAt: z.date() });
