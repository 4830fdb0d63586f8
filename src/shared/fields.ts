import { z } from "zod";
import { MISSING_FIELD, missing } from "./errors.ts";
import { isPhone, phoneDigits } from "./phone.ts";
import { INVALID_EMAIL, isEmail, LIMITS } from "./text-rules.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const CONTROL_EXCEPT_BREAKS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;
/**
 * Characters that no one sees can make one name look like another, or like none. Persian, Urdu and emoji need the joiners and
 * the variation selectors.
 */
const INVISIBLE = /(?!\u200C|\u200D|\uFE0E|\uFE0F)[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;
const BLANK_BRAILLE = "\u2800";
const NOTHING_SEEN = /^(?:\s|\u200C|\u200D|\uFE0E|\uFE0F)*$/;

const length = (text: string): number => [...text].length;
/** Whether a text has at most `max` code points. It has no more than UTF-16 units, so most texts need not be split. */
const fits = (text: string, max: number): boolean => text.length <= max || length(text) <= max;
const isClean = (text: string): boolean => !CONTROL.test(text) && text.isWellFormed();
const isCleanLong = (text: string): boolean => !CONTROL_EXCEPT_BREAKS.test(text) && text.isWellFormed();
function tidy(text: string): string {
  const seen = text.normalize("NFC").replace(INVISIBLE, "").replaceAll(BLANK_BRAILLE, " ");
  return NOTHING_SEEN.test(seen) ? "" : seen.trim();
}

const base = (label: string) => z.string({ error: missingOr(label, `${label} must be text`) });

/**
 * The message of a value that is not there, or another one. Zod makes the problem that a caller gets of what this function
 * leaves in the raw one, so the code of a missing value can be added here.
 */
export const missingOr =
  (label: string, otherwise: string, none: readonly unknown[] = [undefined, null]) =>
  (issue: z.core.$ZodRawIssue): string => {
    if (!none.includes(issue.input)) return otherwise;
    Object.assign(issue, { params: MISSING_FIELD });
    return missing(label).error;
  };

/** Its steps are one check, not a schema each: a server makes some 140 such fields when it starts. */
function bounded(label: string, max: number, clean: (text: string) => boolean) {
  const tooLong = `${label} must have at most ${max} characters`;
  return base(label)
    .check((payload) => {
      const isHuge = !fits(payload.value, max * 4); // before any work on it
      const isUnclean = !clean(payload.value);
      if (isHuge) refuse(payload, tooLong, { abort: true });
      if (isUnclean) refuse(payload, `${label} holds characters that cannot be used`, { abort: true });
      if (isHuge || isUnclean) return;
      payload.value = tidy(payload.value);
      if (!fits(payload.value, max)) refuse(payload, tooLong, { abort: false });
    })
    .meta({ maxLength: max });
}

/** `abort` skips the checks after this one. */
function refuse(payload: z.core.ParsePayload<string>, message: string, { abort }: { abort: boolean }): void {
  payload.issues.push({ code: "custom", input: payload.value, message, continue: !abort });
}

/** One line of text that must not be empty. */
export const requiredText = (label: string, max: number = LIMITS.text) =>
  bounded(label, max, isClean).refine((text) => text !== "", missing(label));

/** One line of text; a missing key and null become empty. */
export const optionalText = (label: string, max: number = LIMITS.text) =>
  optional(bounded(label, max, isClean));

/** Text with line breaks and tabs that must not be empty. */
export const requiredLongText = (label: string, max: number = LIMITS.message) =>
  bounded(label, max, isCleanLong).refine((text) => text !== "", missing(label));

/** Text with line breaks and tabs; a missing key and null become empty. */
export const optionalLongText = (label: string, max: number = LIMITS.message) =>
  optional(bounded(label, max, isCleanLong));

const optional = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  schema.nullish().transform((text) => text ?? "");

// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
const CONTROLS_EXCEPT_BREAKS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** A text of several lines that cannot be refused, as no one is there to correct it: without what a field refuses, and cut. */
export const cleanLongText = (text: string, max: number): string =>
  tidy(text.slice(0, max).toWellFormed().replace(/\r\n?/g, "\n").replace(CONTROLS_EXCEPT_BREAKS, ""));

/** An e-mail address as typed; compare addresses by `emailKey`. */
export const email = (label = "Email") =>
  requiredText(label, LIMITS.email).refine((text) => text === "" || isEmail(text), INVALID_EMAIL);

/** An e-mail address, or the empty text where there is none. */
export const emailOrNone = (label = "Email") =>
  bounded(label, LIMITS.email, isClean).refine((text) => text === "" || isEmail(text), INVALID_EMAIL);

const ASCII = /^[\0-\x7F]*$/;

/** Equal for two spellings of one address: any case, and the domain in letters of any script or as IDNA writes it. */
export function emailKey(address: string): string {
  const key = address.normalize("NFC").toLowerCase();
  if (ASCII.test(key)) return key;
  const domainAt = key.lastIndexOf("@") + 1;
  return key.slice(0, domainAt) + asciiDomain(key.slice(domainAt));
}

/**
 * Equal for all addresses of one mailbox: without what follows a plus, which mail servers ignore. For limits on mail alone:
 * people are told apart by `emailKey`.
 */
export const mailboxKey = (address: string): string => emailKey(address).replace(/^([^+@]+)\+[^@]*@/, "$1@");

/** `xn--bcher-kva.example` for `bücher.example`; what is no domain stays. */
const asciiDomain = (domain: string): string => URL.parse(`http://${domain}`)?.hostname || domain;

/** Empty or ten digits; stored as digits. */
export const phone = (label = "Phone") =>
  optionalText(label).refine(isPhoneOrNone, `${label} must have 10 digits`).transform(phoneDigits);

/** `phone` where a missing key means no change. */
export const changedPhone = (label = "Phone") =>
  bounded(label, LIMITS.text, isClean)
    .refine(isPhoneOrNone, `${label} must have 10 digits`)
    .transform(phoneDigits)
    .optional();

const isPhoneOrNone = (text: string): boolean => text === "" || isPhone(text);

/** Empty or an http(s) address; a bare domain, with a port or without, gets `https://`. */
export const website = (label = "Website") =>
  optionalText(label, LIMITS.url)
    .transform((text) => (text === "" || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`))
    .refine((text) => text === "" || isWebAddress(text), `${label} must be a web address`);

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    /^[^\s.]+(\.[^\s.]+)+$/.test(url.hostname) &&
    url.username === "" &&
    !/\s/.test(text)
  );
}

/** The message of an enum field. */
export const mustBeOneOf = (name: string, choices: readonly string[]): string =>
  `${name} must be one of ${choices.join(", ")}`;

/** The `updatedAt` of the version that the caller edited: 409 if the row has changed since. */
export const editedVersion = z.coerce
  .date({ error: "updatedAt must be a time" })
  .optional()
  .describe("refuse if the record has changed since this time");

/** The output of a call that has nothing else to return. */
export const success = z.object({ success: z.literal(true) });

/** An id in a path. A malformed id is treated as unknown (404), not as invalid (400). */
export const idInPath = z.string().max(100).refine(isClean, "Not an id");

const TOKEN_MAX = 1_000; // longer than any link's: such a token is forged, not invalid

/** The token of a one-time link. A wrong one is refused by the service, always with the same message. */
export const linkToken = () => secretText("Token", 1, TOKEN_MAX);

/** A secret exactly as sent: not trimmed, not normalized. The CLI never takes it as the value of a flag. */
export const secretText = (label: string, min: number, max: number) =>
  base(label)
    .max(max * 4, `${label} must have at most ${max} characters`)
    .refine((text) => !text.includes("\0") && text.isWellFormed(), {
      error: `${label} holds characters that cannot be used`,
      abort: true,
    })
    .refine((text) => text !== "", { ...missing(label), abort: true })
    .refine((text) => length(text) >= min, `${label} must be at least ${min} characters`)
    .refine((text) => fits(text, max), `${label} must have at most ${max} characters`)
    .meta({ secret: true });
