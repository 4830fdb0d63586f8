import { and, eq, isNotNull, lt } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { emailKey } from "../../shared/fields.ts";
import { randomId } from "../../shared/id.ts";
import { mails } from "./table.ts";

/** A mail to one person; plain text. */
interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** What it is about, such as `partner-welcome`. */
  readonly kind: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would begin another header
const NOT_IN_A_HEADER = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g;

/**
 * Puts a mail into the outbox, in the transaction of what it tells about: neither stands without the other. The
 * subject becomes one line. Throws where `to` is no address, which its form's check has seen to before.
 */
export async function post(tx: Tx, deps: Deps, { to, subject, text, kind }: Mail): Promise<void> {
  if (!/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(to)) throw new Error("a mail needs one address");
  const now = deps.now();
  await tx.insert(mails).values({
    id: randomId(),
    to,
    toKey: emailKey(to),
    subject: subject.replace(NOT_IN_A_HEADER, " ").trim(),
    text,
    kind,
    createdAt: now,
    nextTryAt: now,
  });
}

/** Deletes what was written to a person; part of forgetting somebody. Answers the mails' ids. */
export async function forgetRecipient(tx: Tx, email: string): Promise<readonly string[]> {
  const gone = await tx
    .delete(mails)
    .where(eq(mails.toKey, emailKey(email)))
    .returning({ id: mails.id });
  return gone.map((row) => row.id);
}

/** Removes the words of mails of before `end`; that they were sent, and to whom, stays. An unsent one never will be. */
export async function forgetTexts(deps: Deps, end: Date): Promise<void> {
  await deps.db.orm
    .update(mails)
    .set({ text: null, nextTryAt: null })
    .where(and(lt(mails.createdAt, end), isNotNull(mails.text)));
}

/** The text of a mail: a greeting, paragraphs, and who writes. */
export function letter({ settings }: Deps, ...paragraphs: readonly string[]): string {
  const { name, contactEmail } = settings.brand;
  return ["Assalamu alaikum,", ...paragraphs, `The ${name} team\n${contactEmail}`].join("\n\n");
}

/** A page's full address. Mails link nowhere else (docs/security.md CSR-09). */
export const pageAddress = ({ settings }: Deps, path: `/${string}`): string =>
  new URL(path, settings.publicUrl).href;
