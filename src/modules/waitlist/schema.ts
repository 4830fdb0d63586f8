import { z } from "zod";
import {
  editedVersion,
  email,
  idInPath,
  mustBeOneOf,
  optionalText,
  requiredText,
} from "../../shared/fields.ts";
import { listMap } from "../../shared/list-columns.ts";
import { exportInput, flagFilter, listInput, pageOf } from "../../shared/listing.ts";
import { withoutCardNumbers } from "../../shared/money/card-numbers.ts";

/** Text without a query, a fragment and addresses, which may be personal. */
const sourceText = (label: string) =>
  optionalText(label)
    .transform((text) => withoutCardNumbers(text.split(/[?#]/)[0] ?? ""))
    .transform((text) => (text.includes("@") ? "" : text));

const SOURCE_KEYS = ["utmSource", "utmMedium", "utmCampaign", "referrer", "ref"] as const;
const sourceFields = Object.fromEntries(SOURCE_KEYS.map((key) => [key, sourceText(`source.${key}`)])) as {
  readonly [Key in (typeof SOURCE_KEYS)[number]]: ReturnType<typeof sourceText>;
}; // one entry for each key

/** How a person came to the site. */
const signupSource = z.object(
  Object.fromEntries(SOURCE_KEYS.map((key) => [key, z.string().optional()])) as {
    readonly [Key in (typeof SOURCE_KEYS)[number]]: z.ZodOptional<z.ZodString>;
  }, // one entry for each key
);
export type SignupSource = z.infer<typeof signupSource>;

/** Without empty texts; null if nothing is left. */
export const sourceInput = z
  .object(sourceFields, { error: "source must be an object" })
  .transform((sent): SignupSource | null => {
    const filled = Object.entries(sent).filter(([, text]) => text !== "");
    return filled.length === 0 ? null : Object.fromEntries(filled);
  })
  .nullish()
  .transform((source) => source ?? null);

export const joinInput = z.object({
  firstName: requiredText("First name").transform(withoutCardNumbers),
  email: email(),
  isBetaTester: z.boolean({ error: "isBetaTester must be true or false" }).default(false),
  source: sourceInput,
  /** The honeypot: hidden from people, filled in by bots. */
  hp_note: optionalText("hp_note"),
});

export const joinOutput = z.object({ success: z.literal(true), message: z.string() });

/** What a browser that joined shows: only what was entered in it, so that it says nothing about an address. */
export const joinedOutput = z
  .object({
    firstName: z.string(),
    email: z.string(),
    isBetaTester: z.boolean(),
    city: z.string().nullable(),
    /** The person's own link to pass on. */
    link: z.string(),
    /** Whether the link greets friends by the first name. */
    greets: z.boolean(),
    /** Until when the address can be corrected; null once that is over. */
    correctableUntil: z.date().nullable(),
  })
  .nullable();
export type Joined = NonNullable<z.output<typeof joinedOutput>>;

/** A person's city as typed, whether or not it is a known one; empty to remove it. */
export const cityText = (label = "City") => optionalText(label).transform(withoutCardNumbers);

export const correctInput = z.object({ email: email() });
export const cityInput = z.object({ city: cityText() });

export const switchInput = z.object({ on: z.boolean({ error: "on must be true or false" }) });

export const invitedByInput = z.object({ ref: optionalText("ref") });
export const invitedByOutput = z.object({
  /** The first name of the person who shared the link, if that person allowed it. */
  firstName: z.string().nullable(),
});

export const signup = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string().nullable(),
  email: z.string(),
  city: z.string().nullable(),
  isBetaTester: z.boolean(),
  createdAt: z.date(),
  confirmedAt: z.date().nullable(),
  leftAt: z.date().nullable(),
  /** When the last invitation to the beta was sent to the person. */
  invitedAt: z.date().nullable(),
  /** When the person accepted an invitation to the beta. */
  acceptedAt: z.date().nullable(),
  source: signupSource.nullable(),
});

export type Signup = z.infer<typeof signup>;

/** What staff may correct, and the version that they correct. */
export const correctedSignup = signup
  .pick({ id: true, firstName: true, email: true, city: true, isBetaTester: true })
  .extend({ updatedAt: z.date() });
export type CorrectedSignup = z.infer<typeof correctedSignup>;

/** A missing key means no change; an empty city removes it. */
export const updateInput = z.object({
  id: idInPath,
  firstName: requiredText("First name").transform(withoutCardNumbers).optional(),
  email: email().optional(),
  city: cityText().optional(),
  isBetaTester: z
    .boolean({ error: "isBetaTester must be true or false" })
    .optional()
    .describe("whether the person wants to test the beta"),
  updatedAt: editedVersion,
});

export const signupDetail = signup.extend({
  updatedAt: z.date(),
  consent: z.object({
    /** The id of the text. */
    id: z.string(),
    /** Null for an imported signup. */
    text: z.string().nullable(),
    at: z.date(),
    /** How the person agreed, for one who came with an imported list. */
    source: z.string().nullable(),
  }),
});
export type SignupDetail = z.infer<typeof signupDetail>;

const IMPORTED_FLAGS = ["true", "yes", "y", "1", "false", "no", "n", "0", ""] as const;

/** One line of an imported list. Lists of newsletter tools have people without a name. */
export const importedSignup = z.object({
  firstName: optionalText("firstName").transform(withoutCardNumbers),
  email: email(),
  city: cityText("city"),
  isBetaTester: z
    .string()
    .default("")
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.enum(IMPORTED_FLAGS, { error: "isBetaTester must be true or false" }))
    .transform((flag) => ["true", "yes", "y", "1"].includes(flag)),
  consentSource: requiredText("consentSource").transform(withoutCardNumbers),
  consentAt: requiredText("consentAt"),
});

const listFile = [z.instanceof(ReadableStream<Uint8Array>), z.string()] as const;

/** Over REST the body is the file, from the CLI its text is sent. */
export const importInput = z.object({
  file: z.union(listFile, { error: "The file is required" }),
  /** In bytes, as declared by the client; undefined if unknown. */
  size: z.number().int().nonnegative().optional(),
  skipRefused: flagFilter("skipRefused"),
  map: listMap,
  consentSource: optionalText("consentSource")
    .transform(withoutCardNumbers)
    .describe("how the people agreed, where the list does not say it"),
  consentAt: optionalText("consentAt").describe("when they agreed, where the list does not say it"),
});
export const columnsInput = importInput.omit({ skipRefused: true });

export const importOutput = z.object({
  created: z.number().int(),
  /** People who were on the waitlist already, whose row had something to add and whose had nothing. */
  updated: z.number().int(),
  unchanged: z.number().int(),
  /** By line of the file, with the header as line 1. */
  refused: z.array(z.object({ line: z.number().int(), reason: z.string() })),
  /** The lines of which an optional value cannot be read and was left out, if there are any. */
  left: z.array(z.object({ line: z.number().int(), reason: z.string() })).optional(),
  /** The columns that are not taken, if there are any. */
  ignored: z.array(z.string()).optional(),
});
export type ImportReport = z.output<typeof importOutput>;

export const welcomeOutput = z.object({ posted: z.number().int() });

export const signupPage = pageOf(signup);
export const deleteInput = z.object({ id: idInPath });

export const signupFilters = {
  q: listInput.shape.q,
  beta: flagFilter("beta"),
  confirmed: flagFilter("confirmed"),
  left: flagFilter("left"),
  invited: flagFilter("invited"),
};
export const SIGNUP_SORTS = ["newest", "oldest", "name", "email"] as const;
export const signupList = listInput.extend({
  ...signupFilters,
  sort: z.enum(SIGNUP_SORTS, { error: mustBeOneOf("sort", SIGNUP_SORTS) }).default("newest"),
});
export const signupExport = exportInput.extend(signupFilters);
export type SignupFilters = Pick<z.output<typeof signupList>, keyof typeof signupFilters>;
