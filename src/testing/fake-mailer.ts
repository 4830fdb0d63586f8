import type { Mailer } from "../modules/mail/smtp.ts";

/** A mailer without a server; all mails, also those to many people, go through `send`. */
export const fakeMailer = (send: (mail: { readonly to: string }) => Promise<void>): Mailer => ({
  send,
  openPool: () => ({
    send: async (mail) => {
      await send(mail);
      return { kind: "sent" };
    },
    close: () => {},
  }),
});
