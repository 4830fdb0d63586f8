import { z } from "zod";
import { email, idInPath, mustBeOneOf, requiredText } from "../../../../shared/fields.ts";
import { PROOF_KINDS } from "../../../../shared/reviews/reviews.ts";

const kind = z.enum(PROOF_KINDS, { error: mustBeOneOf("kind", PROOF_KINDS) });

export const askInput = z
  .object({
    id: idInPath,
    kind,
    /** At the domain of the place's website; for `email` alone. */
    mailbox: email("mailbox").optional(),
  })
  .refine(({ kind, mailbox }) => kind !== "email" || mailbox !== undefined, {
    error: "mailbox is required",
    path: ["mailbox"],
  });

export const confirmInput = z.object({
  id: idInPath,
  kind,
  code: requiredText("The code", 40).transform((code) => code.replace(/\D/g, "")),
});

export const codeInput = z.object({ id: idInPath, kind: z.enum(["phone", "letter"]) });

/** A way to prove a claim without a file, and how far it is. */
export const proof = z.object({
  kind,
  /** The domain, the phone number or the address that it is about; as it was when the code was asked for. */
  target: z.string(),
  /** Null unless the claimant asked for a code. */
  askedAt: z.date().nullable(),
  /** When the last code was made; null if there is none. */
  sentAt: z.date().nullable(),
  /** Until when the last code counts. */
  expiresAt: z.date().nullable(),
  confirmedAt: z.date().nullable(),
  /** False if the place lists another website, phone number or address by now. */
  isCurrent: z.boolean(),
});
export type Proof = z.output<typeof proof>;

/** A code to read out or to print, which replaces the one before. */
export const madeCode = z.object({ target: z.string(), code: z.string(), expiresAt: z.date() });
