import { createHash } from "node:crypto";
import { and, asc, desc, eq, gt, inArray, lt, max, ne, not, type SQL, sql } from "drizzle-orm";
import { tokenHashOf } from "../../core/crypto/token-hash.ts";
import type { ActionContext, Deps, Visitor } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { nextUpdatedAt } from "../../db/query/row-version.ts";
import type { Orm } from "../../db/types.ts";
import { days, hours } from "../../shared/duration.ts";
import { emailKey } from "../../shared/fields.ts";
import { orderedId } from "../../shared/id.ts";
import { record, skipAuditCheck } from "../audit/public.ts";
import { type InboundHeaders, readInbound } from "../mail/public.ts";
import type { InquiryReply } from "./schema.ts";
import {
  inquiryAnswers as answers,
  currentInquiries,
  partnershipInquiries as inquiries,
  inquiryReplies as t,
} from "./table.ts";

/** docs/limits.md: two programs that answer each other end here. */
const REPLIES_AN_HOUR = 20;

type Inbound = Awaited<ReturnType<typeof readInbound>>;

/**
 * Keeps an email that came back to an answer, which the mail provider delivers. A person's reply makes the inquiry wait
 * again. One to an unknown or deleted inquiry is dropped, with the same answer. Throws 404 and 400 as `readInbound`.
 */
export async function receiveReply(ctx: ActionContext<Visitor>, payload: string, headers: InboundHeaders) {
  const { deps } = ctx;
  const mail = await readInbound(deps, payload, headers);
  const outcome = await deps.db.transaction((tx) => keep(tx, ctx, mail));
  deps.metrics.inboundMails.inc({ outcome });
  return { received: true as const };
}

async function keep(tx: Tx, ctx: ActionContext<Visitor>, mail: Inbound) {
  const { deps } = ctx;
  const now = deps.now();
  const inquiry = await lockAnswered(tx, mail.tokens);
  skipAuditCheck(ctx); // what is dropped changes nothing
  if (inquiry === null) return "unknown";
  const { id, stage } = inquiry;
  const messageHash = createHash("sha256").update(mail.id).digest("hex");
  if ((await tx.$count(t, and(eq(t.inquiryId, id), eq(t.messageHash, messageHash)))) > 0) return "repeated";
  const lately = and(eq(t.inquiryId, id), gt(t.receivedAt, new Date(now.getTime() - hours(1))));
  if ((await tx.$count(t, lately)) >= REPLIES_AN_HOUR) return "limited";
  const { from: sentFrom, text, quoted, attachments, automatic } = mail;
  const sender = { sentFrom, sentFromKey: emailKey(sentFrom) };
  const kept = { text, quoted, attachments, automatic, receivedAt: now };
  await tx.insert(t).values({ id: orderedId(now), inquiryId: id, messageHash, ...sender, ...kept });
  if (!automatic) {
    const updatedAt = nextUpdatedAt(now, inquiry.updatedAt);
    const waits = { stage: "new", answeredAt: null, updatedAt } as const;
    await tx.update(inquiries).set(waits).where(eq(inquiries.id, id));
  }
  const after = automatic ? { automatic } : { stage: "new" };
  await record(tx, ctx, { subject: id, before: automatic ? null : { stage }, after });
  return automatic ? "automatic" : "reply";
}

/** The inquiry of the answer whose address has one of these tokens; null if it is unknown, deleted or in quarantine. */
async function lockAnswered(tx: Tx, tokens: readonly string[]) {
  const hashes = tokens.map(tokenHashOf);
  const [answer] = await tx.select().from(answers).where(inArray(answers.tokenHash, hashes)).limit(1);
  if (!answer) return null;
  const isListed = and(eq(currentInquiries.id, answer.inquiryId), not(currentInquiries.quarantined));
  const [inquiry] = await tx.select().from(currentInquiries).where(isListed).for("update");
  return inquiry ?? null;
}

/** The replies to an inquiry's answers, oldest first; `address` is that of the inquiry. */
export async function repliesTo({ db }: Deps, inquiryId: string, address: string): Promise<InquiryReply[]> {
  const rows = await db.orm
    .select()
    .from(t)
    .where(eq(t.inquiryId, inquiryId))
    .orderBy(asc(t.receivedAt), asc(t.id));
  const own = emailKey(address);
  return rows.map((row) => ({ ...row, fromOther: row.sentFromKey !== own }));
}

/** What a person last wrote about an inquiry by email; null if nothing came back. */
export async function lastReplyTo(tx: Tx, inquiryId: string): Promise<string | null> {
  const [row] = await tx
    .select({ text: t.text })
    .from(t)
    .where(and(eq(t.inquiryId, inquiryId), not(t.automatic)))
    .orderBy(desc(t.receivedAt))
    .limit(1);
  return row?.text ?? null;
}

/** When people last replied, by inquiry. */
export async function lastReplies(orm: Orm, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await orm
    .select({ id: t.inquiryId, at: max(t.receivedAt) })
    .from(t)
    .where(and(inArray(t.inquiryId, [...ids]), not(t.automatic)))
    .groupBy(t.inquiryId);
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at]])));
}

/** docs/limits.md: as long as the texts of emails in the outbox, of which they are copies. */
const QUOTES_KEPT = days(30);

/** Deletes the earlier emails below replies. What people wrote stays as long as their inquiry. */
export async function deleteOldQuotes({ db, now }: Deps): Promise<void> {
  const isOld = lt(t.receivedAt, new Date(now().getTime() - QUOTES_KEPT));
  await db.orm
    .update(t)
    .set({ quoted: "" })
    .where(and(isOld, ne(t.quoted, "")));
}

/** Since when an inquiry that is not answered has waited: for its last reply, or for its first answer. */
export const waitingSince = (): SQL => sql`greatest(${currentInquiries.createdAt}, (
  select max(${t.receivedAt}) from ${t} where ${t.inquiryId} = ${currentInquiries.id} and not ${t.automatic}))`;
