import { and, desc, eq, isNotNull } from "drizzle-orm";
import { mails } from "../modules/mail/table.ts";
import type { TestApp } from "./app.ts";

interface TestMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Of the link in the text; empty without one. */
  readonly token: string;
}

/** The newest mail of a kind, with its secrets. Throws if there is none. */
export async function latestMail(app: TestApp, kind: string, to?: string): Promise<TestMail> {
  const ofKind = and(eq(mails.kind, kind), to === undefined ? isNotNull(mails.to) : eq(mails.to, to));
  const [row] = await app.db.orm.select().from(mails).where(ofKind).orderBy(desc(mails.createdAt)).limit(1);
  if (!row) throw new Error(`There is no mail of the kind ${kind}`);
  const { text } = (await app.operate("mail.show", { id: row.id })) as { text: string };
  return { to: row.to, subject: row.subject, text, token: /#([\w-]{20,})/.exec(text)?.[1] ?? "" };
}
