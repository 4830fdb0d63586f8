import { client } from "../../lib/client.ts";
import { refusalOf, sentenceWithWait } from "../../lib/errors.ts";
import { textOf } from "../../lib/form.ts";

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

/**
 * A call that can be sent before the form is interactive. When the same form is then submitted again, `send` gives the
 * answer to that call.
 */
function sentOnce<Answer>(login: (given: LoginGiven) => Promise<Answer>) {
  let early: { readonly given: string; readonly answer: Promise<Answer> } | undefined;
  return {
    sendEarly(given: Credentials): void {
      const key = JSON.stringify(given);
      if (early?.given === key) return;
      const sent = { given: key, answer: login(given) };
      early = sent;
      // Without a response from the server, the form has to send it again.
      sent.answer.catch((error: unknown) => {
        if (early === sent && !refusalOf(error)) early = undefined;
      });
    },
    send(given: LoginGiven): Promise<Answer> {
      const sent = early;
      early = undefined;
      return sent?.given === JSON.stringify(given) ? sent.answer : login(given);
    },
  } as const;
}

export const LOGINS = {
  staff: sentOnce((given) => client.admin.session.login.mutate(given)),
  manager: sentOnce((given) => client.partnerManager.session.login.mutate(given)),
  partner: sentOnce(({ username: email, password }) =>
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
