import { outcomeOfFailure } from "../modules/mail/outcome.ts";
import type { Mailer } from "../modules/mail/smtp.ts";

/** A mailer without a server; all mails, also those to many people, go through `send`. */
export const fakeMailer = (send: (mail: { readonly to: string }) => Promise<void>): Mailer => ({
  check: async () => {},
  openPool: () => ({
    send: async (mail) => {
      return send(mail).then(() => ({ kind: "sent" as const }), outcomeOfFailure);
    },
    close: () => {},
  }),
});
