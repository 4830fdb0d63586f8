import { z } from "zod";
import { idInPath, mustBeOneOf, optionalText } from "../../../shared/fields.ts";
import { LATEST, listInput, pageOf } from "../../../shared/listing.ts";
import { TOKEN_SCOPES } from "../../../shared/people/accounts.ts";

const NAME_MAX = 100; // characters

export const tokenScope = z.enum(TOKEN_SCOPES, { error: mustBeOneOf("A scope", TOKEN_SCOPES) });
const NO_SCOPES = "Please choose at least one scope";
/** Without repetitions. */
export const chosenScopes = z
  .array(tokenScope, { error: ({ input }) => (input === undefined ? NO_SCOPES : "Scopes must be a list") })
  .transform((scopes) => [...new Set(scopes)]);

const owner = optionalText("username");

export const createTokenInput = z
  .object({
    /** That of the service account where it is omitted. */
    name: optionalText("Name", NAME_MAX),
    scopes: chosenScopes.refine((scopes) => scopes.length > 0, NO_SCOPES),
    /** Three months from now where it is omitted. */
    expiresAt: z.coerce
      .date({ error: "expiresAt must be a time" })
      .max(LATEST, "expiresAt must be a time")
      .nullish(),
    /** The account that the token belongs to: for operators, who have none of their own. */
    username: owner,
    /** The service account that it belongs to, which is created if there is none: for operators and super admins. */
    service: optionalText("Service account", NAME_MAX),
  })
  .refine(({ name, service }) => name !== "" || service !== "", {
    path: ["name"],
    error: "Name is required",
  })
  .refine(({ username, service }) => username === "" || service === "", {
    path: ["service"],
    error: "A token belongs to one account: please leave out username or service",
  });

export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(tokenScope),
  createdAt: z.date(),
  expiresAt: z.date(),
  /** Written at most once a minute; null if the token was never used. */
  lastUsedAt: z.date().nullable(),
  lastUsedAddress: z.string().nullable(),
  /** The account that it belongs to. */
  username: z.string(),
  /** Whether that is a service account. */
  isService: z.boolean(),
  /** The last four characters of the token. */
  ending: z.string(),
  /** The REST calls that it opens now, given the owner's role. */
  calls: z.array(z.string()),
});

export type ApiToken = z.infer<typeof apiToken>;

/** The token itself is in this answer only. */
export const createdToken = apiToken.extend({ token: z.string() });

export const tokenList = listInput.extend({
  /** Only tokens of this account: for operators, who see those of every account. */
  username: owner,
});
export const tokenPage = pageOf(apiToken);

export const tokenInPath = z.object({ id: idInPath });
export const heldToken = z.object({ token: z.string({ error: "Token is required" }).max(200) });
