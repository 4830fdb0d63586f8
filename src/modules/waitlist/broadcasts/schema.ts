import { z } from "zod";
import { editedVersion, email, idInPath, mustBeOneOf, requiredText } from "../../../shared/fields.ts";
import { listInput, pageOf, timeFilter } from "../../../shared/listing.ts";

export const BROADCAST_STATES = ["draft", "scheduled", "sending", "paused", "sent", "cancelled"] as const;
export type BroadcastState = (typeof BROADCAST_STATES)[number];

/** `taken`: its mail is being sent. `unknown`: its sender died before it knew the result, so it may have arrived. */
export const RECIPIENT_STATES = ["waiting", "taken", "sent", "failed", "skipped", "unknown"] as const;

export const MISSING = "Please fill in the subject and the message";

export const MARKDOWN_MAX = 20_000; // characters
const RATE_MAX = 100_000; // mails a minute
const CITIES_MAX = 500;

/** The placeholders of a message; the first two may be in a subject too. */
export const PLACEHOLDERS = ["name", "city", "link", "invite"] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const flag = (name: string) =>
  z
    .boolean({ error: `${name} must be true or false` })
    .nullish()
    .transform((value) => value ?? undefined);
const time = (name: string) => z.union([z.null().transform(() => undefined), timeFilter(name)]).optional();
const cityId = z.union([z.string().regex(/^\d{1,9}$/), z.number().int().transform(String)], {
  error: "cityIds must be a list of cities' ids",
});

/** Who gets a broadcast: people on the waitlist to whom everything given applies. */
export const audienceInput = z.object(
  {
    confirmed: flag("confirmed"),
    beta: flag("beta"),
    /** Ids of metros. */
    cityIds: z
      .array(cityId, { error: "cityIds must be a list of cities' ids" })
      .max(CITIES_MAX, `cityIds must have at most ${CITIES_MAX} entries`)
      .nullish()
      .transform((ids) => (ids === null || ids?.length === 0 ? undefined : ids)),
    joinedAfter: time("joinedAfter"),
    joinedBefore: time("joinedBefore"),
    /** Joined through another person's link. */
    referred: flag("referred"),
    /** Has not been sent an invitation. */
    neverInvited: flag("neverInvited"),
  },
  { error: "audience must be an object" },
);
export type Audience = z.output<typeof audienceInput>;
/** As JSON in the database. */
export type StoredAudience = z.input<typeof audienceInput>;

const messageFields = {
  subject: requiredText("Subject"),
  markdown: z
    .string({ error: MISSING })
    .max(MARKDOWN_MAX, `The message must have at most ${MARKDOWN_MAX} characters`)
    .transform((text) => text.replaceAll("\r\n", "\n").normalize("NFC").trim())
    .refine((text) => text !== "", MISSING)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
    .refine((text) => !/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/.test(text) && text.isWellFormed(), {
      error: "The message holds characters that cannot be used",
    }),
};

const fields = {
  ...messageFields,
  audience: audienceInput.prefault({}),
  ratePerMinute: z
    .number({ error: "ratePerMinute must be a whole number" })
    .int("ratePerMinute must be a whole number")
    .min(1, "ratePerMinute must be at least 1")
    .max(RATE_MAX, `ratePerMinute must be at most ${RATE_MAX}`)
    .nullish()
    .transform((rate) => rate ?? null),
  startsAt: time("startsAt").transform((at) => at ?? null),
};

export const createInput = z.object(fields);
export const updateInput = z.object({ ...fields, id: idInPath, updatedAt: editedVersion });
export type BroadcastFields = z.output<typeof createInput>;

export const broadcastId = z.object({ id: idInPath });
export const countInput = z.object({ audience: fields.audience });
export const countOutput = z.object({ count: z.number().int() });
export const METROS_MAX = 8;
/** The metros of cities whose names a text can mean, or those with these ids. */
export const metrosInput = z.object({
  q: listInput.shape.q,
  ids: audienceInput.shape.cityIds,
});
export const metrosOutput = z.array(z.object({ id: z.string(), name: z.string() }));
/** A saved broadcast, or a message that is not saved yet. */
export const previewInput = z.object({
  id: idInPath.optional(),
  subject: messageFields.subject.optional(),
  markdown: messageFields.markdown.optional(),
});
export const testInput = broadcastId.extend({
  /** The caller's own address if it is omitted. */
  email: email().optional(),
});
export const sendInput = broadcastId.extend({
  /** The size of the audience as the sender saw it. */
  count: z
    .number({ error: "count must be the number of people that you saw" })
    .int("count must be the number of people that you saw")
    .min(0, "count must be the number of people that you saw"),
  updatedAt: editedVersion,
});

const moment = z.date().nullable();

/** A broadcast with its progress: `audience = sent + failed + skipped + unknown + left`. */
export const broadcast = z.object({
  id: z.string(),
  subject: z.string(),
  markdown: z.string(),
  /** Who gets it, as it was given. */
  filter: audienceInput,
  ratePerMinute: z.number().int().nullable(),
  startsAt: moment,
  state: z.enum(BROADCAST_STATES),
  /** How many people it goes to. Of a draft: now, or in the list when it was saved. */
  audience: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
  unknown: z.number().int(),
  skipped: z.number().int(),
  left: z.number().int(),
  /** Whether it invites, and how many invitations were accepted. */
  invites: z.boolean(),
  accepted: z.number().int(),
  createdBy: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
  sentBy: z.string().nullable(),
  sentAt: moment,
  finishedAt: moment,
});
export type Broadcast = z.input<typeof broadcast>;

/** As a sample person gets it. `html` is a whole document with inline styles. */
export const preview = z.object({ subject: z.string(), html: z.string(), text: z.string() });

export const broadcastWithPreview = broadcast.extend({
  preview,
  /** Why it does not go out now although it is being sent; null otherwise. */
  held: z.string().nullable(),
});

export const broadcastList = listInput.omit({ q: true }).extend({
  state: z.enum(BROADCAST_STATES, { error: mustBeOneOf("state", BROADCAST_STATES) }).optional(),
});
/** Without the messages: 500 of them are 20 MB. */
export const broadcastPage = pageOf(broadcast.omit({ markdown: true }));

export const recipientList = listInput.omit({ q: true }).extend({
  id: idInPath,
  state: z.enum(RECIPIENT_STATES, { error: mustBeOneOf("state", RECIPIENT_STATES) }).optional(),
});
export const recipientPage = pageOf(
  z.object({
    id: z.string(),
    /** Null if the person was erased. */
    email: z.string().nullable(),
    state: z.enum(RECIPIENT_STATES),
    takenAt: moment,
    reason: z.string().nullable(),
    acceptedAt: moment,
  }),
);

const CODE_MAX = 100;
export const invitationInput = z.object({ code: z.string().max(CODE_MAX) });
export const invitationOutput = z.object({ accepted: z.boolean() });
export const acceptOutput = z.object({ accepted: z.literal(true), again: z.boolean() });

export const runOutput = z.object({
  sent: z.number().int(),
  /** Mails that the server refused. */
  failed: z.number().int(),
});
