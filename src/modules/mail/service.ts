import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { FRAME } from "../../copy/en/emails.ts";
import type { Encryption } from "../../core/crypto/encryption.ts";
import { writingEncryption } from "../../core/crypto/secret-key.ts";
import type { Deps } from "../../core/rpc/context.ts";
import { runningCall } from "../../core/rpc/running-call.ts";
import type { Tx } from "../../db/client.ts";
import { insertMany } from "../../db/query/json-rows.ts";
import { days } from "../../shared/duration.ts";
import { emailKey } from "../../shared/fields.ts";
import { orderedId } from "../../shared/id.ts";
import { type LinkPage, type MailKind, STREAM_OF } from "../../shared/people/mails.ts";
import { formsOf, type MailBody } from "./html.ts";
import { hideSecrets, markSecrets, reencryptSecrets } from "./secrets.ts";
import { mailEvents, mails } from "./table.ts";

/** A mail to one person. It is also sent as HTML, made from the text unless `html` is given (see `formsOf`). */
export interface NewMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** What the HTML form shows instead of the text. */
  readonly html?: string;
  readonly kind: MailKind;
  /** Where one click stops such mails; mail programs show it as their own button (RFC 8058). */
  readonly leaveUrl?: string;
  /** Where replies go, if not to the sender; such a mail is a person's own. */
  readonly replyTo?: string;
  /** Parts of the text, such as tokens of links, that are stored encrypted until the mail is sent, and not after that. */
  readonly secrets?: readonly string[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would start another header
const NOT_IN_A_HEADER = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g;

/**
 * Puts a mail into the outbox in the transaction of the change that it announces, so that there is never one without
 * the other. The subject becomes one line. Throws if `to` is not exactly one address, which input validation rules out.
 */
export async function post(tx: Tx, deps: Deps, mail: NewMail): Promise<void> {
  await insert(tx, deps, mail);
}

/** `post` that returns the mail's id, to look up what became of it or to take it back with `takeBack`. */
export const postWithId = (tx: Tx, deps: Deps, mail: NewMail): Promise<string> => insert(tx, deps, mail);

/**
 * `post` for an address that may have no account. The mail is then discarded, after the same work, so that the time of a
 * call does not reveal which addresses have one.
 */
export async function postOrDiscard(tx: Tx, deps: Deps, mail: NewMail, discard: boolean): Promise<void> {
  const id = await insert(tx, deps, mail);
  await tx.delete(mails).where(and(eq(mails.id, id), sql`${discard}`));
}

/** `post` for many mails. */
export async function postAll(tx: Tx, deps: Deps, all: readonly NewMail[]): Promise<void> {
  if (all.length === 0) return;
  const encryption = await encryptionFor(tx, deps, all);
  const rows = all.map((mail) => rowOf(deps, encryption, mail));
  await insertMany(tx, mails, rows);
}

/** Returns the mail's id. */
async function insert(tx: Tx, deps: Deps, mail: NewMail): Promise<string> {
  const row = rowOf(deps, await encryptionFor(tx, deps, [mail]), mail);
  await tx.insert(mails).values(row);
  return row.id;
}

/** Few mails have secrets; the others need no query for the key. */
const encryptionFor = async (tx: Tx, deps: Deps, all: readonly NewMail[]): Promise<Encryption> =>
  all.some(({ secrets = [] }) => secrets.length > 0) ? writingEncryption(tx, deps) : deps.encryption;

function rowOf(
  deps: Deps,
  encryption: Encryption,
  { to, subject, text, html, kind, leaveUrl, replyTo, secrets = [] }: NewMail,
) {
  if (!/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(to)) throw new Error("a mail needs one address");
  const now = deps.now();
  // Ordered by time, so that mails of one instant are listed in the order in which they were posted.
  const id = orderedId(now);
  return {
    id,
    to,
    toKey: emailKey(to),
    subject: subject.replace(NOT_IN_A_HEADER, " ").trim(),
    ...hideSecrets(encryption, id, text, secrets),
    leaveUrl: leaveUrl === undefined ? null : markSecrets(leaveUrl, secrets),
    html: html === undefined ? null : markSecrets(html, secrets),
    replyTo: replyTo === undefined ? null : markSecrets(replyTo, secrets),
    kind,
    bulk: STREAM_OF[kind] !== undefined,
    createdAt: now,
    nextTryAt: now,
    requestId: runningCall()?.call.requestId ?? null,
  };
}

/** docs/security.md PRI-04 */
const TEXTS_KEPT = days(30);

const isWaiting = and(isNull(mails.sentAt), isNotNull(mails.nextTryAt));
const TOO_OLD = "It could not be sent within 30 days";

/** Removes the texts of old mails and keeps the rows. Unsent ones among them are never sent. */
export async function deleteOldTexts({ db, now }: Deps): Promise<void> {
  const end = new Date(now().getTime() - TEXTS_KEPT);
  await db.orm
    .update(mails)
    .set({
      ...{ text: null, html: null, secrets: null, nextTryAt: null },
      lastError: sql`case when ${isWaiting} then coalesce(${mails.lastError}, ${TOO_OLD}) else ${mails.lastError} end`,
    })
    .where(and(lt(mails.createdAt, end), isNotNull(mails.text)));
}

/** Encrypts the secrets of unsent mails with another key, and returns how many mails had some. Undecryptable ones stay. */
export async function reencryptMails(tx: Tx, from: Encryption, to: Encryption): Promise<number> {
  const rows = await tx
    .select({ id: mails.id, secrets: mails.secrets })
    .from(mails)
    .where(isNotNull(mails.secrets))
    .for("update");
  for (const { id, secrets } of rows) {
    const encrypted = secrets && reencryptSecrets(from, to, id, secrets);
    if (encrypted) await tx.update(mails).set({ secrets: encrypted }).where(eq(mails.id, id));
  }
  return rows.length;
}

/** Gives up unsent mails with a link, because the key that encrypted it was lost. Returns how many. */
export async function stopMailsWithSecrets(tx: Tx): Promise<number> {
  const lastError = "its link was encrypted with a SECRET_KEY that was lost";
  const { rowCount } = await tx
    .update(mails)
    .set({ secrets: null, nextTryAt: null, lastError })
    .where(and(isNotNull(mails.secrets), isNull(mails.sentAt)));
  return rowCount;
}

/** Deletes mails of a kind, with their recipients. */
export async function deleteMailsBefore(tx: Tx, kind: MailKind, end: Date): Promise<void> {
  await tx.delete(mails).where(and(eq(mails.kind, kind), lt(mails.createdAt, end)));
}

/** Longer than a provider retries, and than the window in which events count. */
const EVENTS_KEPT = days(90);

/** Deletes the provider's reports about old mails; suppressions stay. */
export async function deleteOldEvents({ db, now }: Deps): Promise<void> {
  await db.orm.delete(mailEvents).where(lt(mailEvents.receivedAt, new Date(now().getTime() - EVENTS_KEPT)));
}

/** Both forms of a mail as its recipient gets it. */
export const previewOf = ({ settings }: Deps, body: MailBody) => formsOf(body, settings);

/** The text of a mail: greeting, paragraphs, signature. */
export function mailText({ settings }: Deps, ...paragraphs: readonly string[]): string {
  const { name, contactEmail } = settings.brand;
  return [FRAME.greeting, ...paragraphs, FRAME.signature(name, contactEmail)].join("\n\n");
}

/** The absolute URL of a page. Mails link nowhere else (docs/security.md CSR-09). */
export const pageUrl = ({ settings }: Deps, path: `/${string}`): string =>
  new URL(path, settings.publicUrl).href;

/** The absolute URL of a link that works once. */
export const linkUrl = (deps: Deps, page: LinkPage, token: string): string =>
  pageUrl(deps, `${page}/${token}`);
