import { randomBytes } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import type { z } from "zod";
import { INQUIRY_ANSWER } from "../../copy/en/emails.ts";
import { tokenHashOf } from "../../core/crypto/token-hash.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { randomId } from "../../shared/id.ts";
import { addressOfStaff } from "../accounts/public.ts";
import { record } from "../audit/public.ts";
import { mails, postWithId, replyAddress, stateOf } from "../mail/public.ts";
import { answeredBy } from "./progress.ts";
import { lastReplyTo } from "./replies.ts";
import type { answerInput, InquiryAnswer } from "./schema.ts";
import { lockListed, nextVersion } from "./service.ts";
import { type currentInquiries, inquiryAnswers, partnershipInquiries } from "./table.ts";

type Inquiry = typeof currentInquiries.$inferSelect;
const t = inquiryAnswers;

/**
 * Answers an inquiry by mail, with replies to the staff member, and keeps the answer with it. The inquiry is answered by
 * that, unless it is won or closed. Throws 404, and 409 as `update` does, before anything is sent.
 */
export function answer(
  ctx: ActionContext<StaffActor>,
  { id, text, updatedAt: readAt }: z.output<typeof answerInput>,
): Promise<InquiryAnswer> {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx) => {
    const inquiry = await lockListed(tx, id);
    const updatedAt = nextVersion(deps, inquiry, readAt);
    const authorId = principal.kind === "staff" ? principal.id : null;
    const token = randomBytes(TOKEN_BYTES).toString("hex");
    const inbound = replyAddress(deps, token);
    const replyTo = inbound ?? (authorId === null ? null : await addressOfStaff(tx, authorId));
    const signed = INQUIRY_ANSWER.signed(text, principal.name, deps.settings.brand.name);
    const mailId = await postAnswer(tx, deps, inquiry, signed, { replyTo, token });
    const stage = inquiry.stage === "new" ? "answered" : inquiry.stage;
    const values = { ...answeredBy(inquiry, stage, deps.now()), updatedAt };
    await tx.update(partnershipInquiries).set(values).where(eq(partnershipInquiries.id, id));
    const kept = { id: randomId(), inquiryId: id, sentTo: inquiry.email, text, authorId };
    const [row] = await tx
      .insert(t)
      .values({
        ...kept,
        ...{ authorName: principal.name, mailId, createdAt: deps.now() },
        tokenHash: inbound === null ? null : tokenHashOf(token),
      })
      .returning();
    if (!row) throw new Error("insert into inquiry_answers returned no row");
    await record(tx, ctx, { subject: id, before: { stage: inquiry.stage }, after: { stage, mail: mailId } });
    return { ...row, mailState: "waiting" };
  });
}

/** Unguessable, and short enough for the name of an address. */
const TOKEN_BYTES = 16;

interface ReplyPath {
  readonly replyTo: string | null;
  /** Stored as a hash alone once the mail is sent. */
  readonly token: string;
}

async function postAnswer(
  tx: Tx,
  deps: Deps,
  { id, email: to, message }: Inquiry,
  answer: string,
  { replyTo, token }: ReplyPath,
): Promise<string> {
  const { name } = deps.settings.brand;
  const asked = (await lastReplyTo(tx, id)) ?? message;
  const text = asked === "" ? answer : INQUIRY_ANSWER.quoting(answer, quoted(asked));
  const subject = INQUIRY_ANSWER.subject(name);
  return postWithId(tx, deps, {
    to,
    subject,
    text,
    kind: "inquiry-answer",
    ...(replyTo !== null && { replyTo, ...(replyTo.includes(token) && { secrets: [token] }) }),
  });
}

const quoted = (message: string): string =>
  message
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");

/** The answers to an inquiry, oldest first, and what became of their mails. */
export async function answersTo({ db }: Deps, inquiryId: string): Promise<InquiryAnswer[]> {
  const rows = await db.orm
    .select({ answer: t, mail: mails })
    .from(t)
    .leftJoin(mails, eq(mails.id, t.mailId))
    .where(eq(t.inquiryId, inquiryId))
    .orderBy(asc(t.createdAt));
  return rows.map(({ answer: row, mail }) => ({ ...row, mailState: mail === null ? null : stateOf(mail) }));
}
