import { z } from "zod";
import { seenCount } from "../../shared/bulk.ts";
import {
  changedPhone,
  editedVersion,
  email,
  idInPath,
  linkToken,
  mustBeOneOf,
  phone,
  requiredText,
  secretText,
} from "../../shared/fields.ts";
import { flagFilter, listInput, pageOf } from "../../shared/listing.ts";
import { withoutCardNumbers } from "../../shared/money/card-numbers.ts";
import { signedResponse } from "../../shared/people/passkeys.ts";
import { formatPhone } from "../../shared/phone.ts";
import { LIMITS } from "../../shared/text-rules.ts";

export const PASSWORD_MIN = 6;
const PASSWORD_INPUT_MAX = 1_000; // longer than any account's: such a password is wrong, not invalid

export const newPassword = (label: string) => secretText(label, PASSWORD_MIN, LIMITS.password);
const givenPassword = (label: string) => secretText(label, 1, PASSWORD_INPUT_MAX);

/** Six digits, as people type them. */
const mailedCode = requiredText("Code").transform((code) => code.replace(/\s/g, ""));

/** A business as one of its people sees it, with the person's own address. */
export const profile = z.object({
  id: z.string(),
  email: z.string(),
  businessName: z.string(),
  contactName: z.string(),
  phone: z.string().transform(formatPhone),
  isVerified: z.boolean(),
  /** Whether someone proved to receive mail at `email`. */
  emailConfirmed: z.boolean(),
  updatedAt: z.date(),
});

/** Without `isVerified`: only a manager verifies an account. */
export const registerInput = z.object({
  email: email(),
  password: newPassword("Password"),
  businessName: requiredText("Business name").transform(withoutCardNumbers),
  contactName: requiredText("Contact name").transform(withoutCardNumbers),
  phone: phone(),
});
export type NewPartner = z.output<typeof registerInput>;

/** A malformed address is wrong, not invalid. */
export const loginInput = z.object({
  email: requiredText("Email", LIMITS.email),
  password: givenPassword("Password"),
});

export const changePasswordInput = z.object({
  currentPassword: givenPassword("Current password"),
  newPassword: newPassword("New password"),
});

/** The password of the account that is to be deleted. */
export const deleteOwnInput = z.object({ password: givenPassword("Password") });

/** The link's token or, with a session, its six digits. */
export const confirmEmailInput = z
  .object({ token: linkToken().optional(), code: mailedCode.optional() })
  .refine(({ token, code }) => token !== undefined || code !== undefined, {
    path: ["token"],
    error: "Token is required",
  });

export const emailStatus = z.object({
  confirmed: z.boolean(),
  /** Whether the server refuses claims and requests before the address is confirmed. */
  required: z.boolean(),
  /** Whether the server can send mails. */
  mailed: z.boolean(),
  /** The new address that waits for its confirmation; null if none does. */
  pending: z.string().nullable(),
});

export const changeEmailInput = z.object({ email: email(), password: givenPassword("Password") });
export const undoEmailInput = z.object({ token: linkToken() });
export const lockInput = z.object({ token: linkToken() });

export const forgotInput = z.object({ email: email() });
export const resetInput = z.object({ token: linkToken(), newPassword: newPassword("New password") });

/** A mailed link that sets a password. */
export const resetLink = z.object({
  email: z.string(),
  /** To hand over, where no mail can be sent; else null. */
  link: z.string().nullable(),
});

/** What is omitted stays. */
export const updateOwnInput = z.object({
  businessName: requiredText("Business name").transform(withoutCardNumbers).optional(),
  contactName: requiredText("Contact name").transform(withoutCardNumbers).optional(),
  phone: changedPhone(),
  updatedAt: editedVersion,
});

/** Password or passkey given again, for operations that a stolen session must not reach. */
export const reauthenticateInput = z.object({
  password: givenPassword("Password").optional(),
  passkey: signedResponse.optional(),
});

export const sessionId = z.object({ id: idInPath });

/** A partner as managers see it. */
export const partner = profile.extend({ createdAt: z.date(), emailConfirmedAt: z.date().nullable() });
export type Partner = z.output<typeof partner>;
export const partnerDetail = partner.extend({
  /** When the owner first signed in; null before. */
  firstLoginAt: z.date().nullable(),
});
export type PartnerDetail = z.output<typeof partnerDetail>;
export const partnerPage = pageOf(partner);

export const PARTNER_SORTS = ["newest", "oldest", "business", "email"] as const;
export const partnerList = listInput.extend({
  verified: flagFilter("verified"),
  sort: z.enum(PARTNER_SORTS, { error: mustBeOneOf("sort", PARTNER_SORTS) }).default("newest"),
});

export const partnerCounts = z.object({
  total: z.number().int(),
  verified: z.number().int(),
  pending: z.number().int(),
});

/** A partner by its id, or the e-mail address of one of its people. */
export const partnerId = z.object({ id: requiredText("Partner", LIMITS.email) });

export const partnerSelection = partnerList.pick({ q: true, verified: true }).extend({ count: seenCount });

export const partnerSessionId = partnerId.extend({ session: idInPath });

export const updateInput = partnerId.extend({
  businessName: requiredText("Business name").transform(withoutCardNumbers),
  contactName: requiredText("Contact name").transform(withoutCardNumbers),
  phone: phone(),
  /** Unchanged if omitted. */
  isVerified: z.boolean({ error: "isVerified must be true or false" }).optional(),
  updatedAt: editedVersion,
});
