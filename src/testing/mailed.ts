import { asc, eq } from "drizzle-orm";
import { revealSecrets } from "../modules/mail/secrets.ts";
import { mails } from "../modules/mail/table.ts";
import { emailKey } from "../shared/fields.ts";
import type { TestApp } from "./app.ts";

interface Mailed {
  readonly kind: string;
  readonly text: string;
  /** Of its first link that has one. */
  readonly token: string;
  /** Its six digits. */
  readonly code: string;
}

/** The mails to an address in the outbox, oldest first, with their links. */
export async function mailsTo(app: TestApp, address: string): Promise<Mailed[]> {
  const rows = await app.db.orm
    .select()
    .from(mails)
    .where(eq(mails.toKey, emailKey(address)))
    .orderBy(asc(mails.createdAt), asc(mails.id));
  return rows.map(({ id, kind, text, secrets }) => {
    const shown = revealSecrets(app.deps.encryption, { id, text: text ?? "", secrets });
    const [, token = ""] = /\/([\w-]{43})$/m.exec(shown) ?? [];
    const [code = ""] = /^\d{6}$/m.exec(shown) ?? [];
    return { kind, text: shown, token, code };
  });
}

/** The newest mail of a kind to an address. Throws if there is none. */
export async function lastMail(app: TestApp, address: string, kind: string): Promise<Mailed> {
  const mail = (await mailsTo(app, address)).findLast((each) => each.kind === kind);
  if (!mail) throw new Error(`there is no mail ${kind} to ${address}`);
  return mail;
}
