import { createTransport } from "nodemailer";
import type { Settings } from "../../env.ts";
import { seconds } from "../../shared/duration.ts";
import { isLoopback } from "../../shared/loopback.ts";
import { formsOf, type MailBody } from "./html.ts";

export interface OutgoingMail extends MailBody {
  readonly id: string;
  readonly to: string;
  readonly at: Date;
}

/** Sends mails. */
export interface Mailer {
  /** Resolves once the server has accepted the mail. Throws otherwise; the error's message is stored with the mail. */
  send(mail: OutgoingMail): Promise<void>;
}

declare module "../../core/rpc/context.ts" {
  interface Ports {
    /** Null without a mail server: mails stay in the outbox. */
    readonly mailer: Mailer | null;
  }
}

const TIMEOUTS = { connectionTimeout: seconds(10), greetingTimeout: seconds(10), socketTimeout: seconds(20) };

/** The mail server of `MAIL_URL`; null if it is unset. */
export function smtpMailer(settings: Settings): Mailer | null {
  const { mailUrl, mailFrom, brand, publicUrl } = settings;
  if (mailUrl === undefined) return null;
  const { password, hostname } = new URL(mailUrl);
  const from = mailFrom ?? { name: brand.name, address: brand.contactEmail };
  const options = {
    ...TIMEOUTS,
    // a password is never sent in the clear over a network
    requireTLS: password !== "" && !isLoopback(hostname),
    // mails have no attachments: nodemailer must load no file and no URL
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return {
    async send({ id, to, at, ...body }) {
      const { subject, leaveUrl } = body;
      const transport = createTransport({ url: mailUrl, ...options });
      try {
        await transport.sendMail({
          from,
          to: { name: "", address: to },
          subject,
          ...formsOf(body, settings),
          date: at,
          // the same for every attempt, so that a mail sent twice is shown once
          messageId: `<${id}@${publicUrl.hostname}>`,
          headers: {
            "Auto-Submitted": "auto-generated", // RFC 3834: no out-of-office replies
            ...(leaveUrl !== null && {
              "List-Unsubscribe": `<${leaveUrl}>`,
              "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            }),
          },
        });
      } finally {
        transport.close();
      }
    },
  };
}
