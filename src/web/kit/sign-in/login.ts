import { client } from "../../lib/client.ts";
import { refusalOf, sentenceWithWait } from "../../lib/errors.ts";
import { textOf } from "../../lib/form.ts";
import { sentOnce } from "../../lib/sent-once.ts";

/** Kept in memory only, between the two steps. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

interface LoginGiven extends Credentials {
  readonly mfaToken?: string;
}

/** Signs in; without a code, the response for an account with MFA says that one is required. */
export type Login = (given: LoginGiven) => Promise<object>;

/** What signs in: staff have usernames, partners email addresses. */
export type Identifier = "username" | "email";

export const readCredentials = (form: FormData, identifier: Identifier): Credentials => ({
  username: textOf(form, identifier).trim(),
  password: textOf(form, "password"),
});

export const LOGINS = {
  staff: sentOnce((given: LoginGiven) => client.admin.session.login.mutate(given)),
  manager: sentOnce((given: LoginGiven) => client.partnerManager.session.login.mutate(given)),
  partner: sentOnce(({ username: email, password }: LoginGiven) =>
    client.partner.session.login.mutate({ email, password }),
  ),
} as const;

/**
 * The server's message and how long to wait; `wrong` for a refusal without a message, `failed` where the server
 * did not respond. Leaves the status out: it does not help a person who signs in.
 */
export function signInMessage(error: unknown, wrong: string, failed: string): string {
  const refused = refusalOf(error);
  if (!refused) return failed;
  return sentenceWithWait({ ...refused, sentence: refused.sentence || wrong });
}
