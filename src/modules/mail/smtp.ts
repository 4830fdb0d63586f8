import type { Transporter } from "nodemailer";
import type { Settings } from "../../env.ts";
import { seconds } from "../../shared/duration.ts";
import { isLoopback } from "../../shared/server-address.ts";
import { formsOf, type MailBody } from "./html.ts";
import { type MailOutcome, outcomeOfFailure } from "./outcome.ts";

export interface OutgoingMail extends MailBody {
  readonly id: string;
  readonly to: string;
  /** Where replies go; null for the address of the sender. */
  readonly replyTo?: string | null;
  readonly at: Date;
}

/** Sends mails. */
export interface Mailer {
  openPool(): MailPool;
  /** Connects and signs in without sending. Rejects if that fails. */
  check(): Promise<void>;
}

/** Connections to the mail server, opened when needed; they stay open until `close`. */
export interface MailPool {
  /** Tries once, and returns the outcome. Never throws. */
  send(mail: OutgoingMail): Promise<MailOutcome>;
  close(): void;
}

declare module "../../core/rpc/context.ts" {
  interface Ports {
    /** Null without a mail server: mails stay in the outbox. */
    readonly mailer: Mailer | null;
  }
}

const TIMEOUTS = { connectionTimeout: seconds(10), greetingTimeout: seconds(10), socketTimeout: seconds(20) };
/** Mails that a pool sends at once; more wait. */
export const CONNECTIONS_MAX = 5;
const POOL = {
  pool: true,
  maxConnections: CONNECTIONS_MAX,
  maxRequeues: 0, // only the caller knows whether a mail may be tried again
} as const;

type Transport = Pick<Transporter, "sendMail" | "close">;

/** Loaded with the first mail, as it would slow down every start. */
const nodemailer = () => import("nodemailer");

/** The mail server of `MAIL_URL`; null if it is unset. */
export function smtpMailer(settings: Settings): Mailer | null {
  const { mailUrl } = settings;
  if (mailUrl === undefined) return null;
  const { password, hostname } = new URL(mailUrl);
  const options = {
    ...TIMEOUTS,
    url: mailUrl,
    // a password is never sent in the clear over a network
    requireTLS: password !== "" && !isLoopback(hostname),
    // mails have no attachments: nodemailer must load no file and no URL
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const messageOf = createComposer(settings);
  return {
    async check() {
      const { createTransport } = await nodemailer();
      const transport = createTransport(options);
      try {
        await transport.verify();
      } finally {
        transport.close();
      }
    },
    openPool() {
      let opening: Promise<Transport> | undefined;
      const open = () => {
        opening ??= nodemailer().then(({ createTransport }) => createTransport({ ...options, ...POOL }));
        return opening;
      };
      return {
        send: (mail) =>
          open()
            .then((transport) => transport.sendMail(messageOf(mail)))
            .then(() => ({ kind: "sent" as const }), outcomeOfFailure),
        close: () => opening?.then((transport) => transport.close()).catch(() => {}),
      };
    },
  };
}

function createComposer(settings: Settings) {
  const { mailFrom, brand, publicUrl } = settings;
  const from = mailFrom ?? { name: brand.name, address: brand.contactEmail };
  return ({ id, to, replyTo = null, at, ...body }: OutgoingMail) => ({
    from,
    to: { name: "", address: to },
    ...(replyTo !== null && { replyTo: { name: "", address: replyTo } }),
    subject: body.subject,
    ...formsOf(body, settings),
    date: at,
    // the same for every attempt, so that a mail sent twice is shown once
    messageId: `<${id}@${publicUrl.hostname}>`,
    headers: {
      // RFC 3834: no out-of-office replies to what no person wrote
      ...(replyTo === null && { "Auto-Submitted": "auto-generated" }),
      ...(body.leaveUrl !== null && {
        "List-Unsubscribe": `<${body.leaveUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  });
}
