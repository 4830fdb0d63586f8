import { createTransport } from "nodemailer";
import type { Settings } from "../../env.ts";
import { seconds } from "../../shared/duration.ts";

/** A mail as it goes out. */
export interface Outgoing {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly at: Date;
}

/** Hands mails to whoever delivers them. */
export interface Mailer {
  /** Resolves when the mail was taken. Throws where it was not; the message may be kept. */
  send(mail: Outgoing): Promise<void>;
}

declare module "../../core/rpc/context.ts" {
  interface Ports {
    /** Null where no mail server is set: mails stay in the outbox. */
    readonly mailer: Mailer | null;
  }
}

const PATIENCE = { connectionTimeout: seconds(10), greetingTimeout: seconds(10), socketTimeout: seconds(20) };

/** The mail server of `MAIL_URL`; null where none is set. */
export function smtpMailer({ mailUrl, mailFrom, brand, publicUrl }: Settings): Mailer | null {
  if (mailUrl === undefined) return null;
  const { password, hostname } = new URL(mailUrl);
  const from = mailFrom ?? { name: brand.name, address: brand.contactEmail };
  const options = {
    ...PATIENCE,
    // a password goes over a network only where nobody can read along
    requireTLS: password !== "" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname),
    // our mails are text: nothing in them may name a file or an address to fetch
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return {
    async send({ id, to, subject, text, at }) {
      const transport = createTransport({ url: mailUrl, ...options });
      try {
        await transport.sendMail({
          from,
          to: { name: "", address: to },
          subject,
          text,
          date: at,
          // the same on every try, so that a mail which went out twice is one to whoever gets it
          messageId: `<${id}@${publicUrl.hostname}>`,
          headers: { "Auto-Submitted": "auto-generated" }, // RFC 3834: no out-of-office replies
        });
      } finally {
        transport.close();
      }
    },
  };
}
