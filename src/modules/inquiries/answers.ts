import { randomBytes } from "node:crypto";
import { asc, count, eq } from "drizzle-orm";
import type { z } from "zod";
import { INQUIRY_ANSWER } from "../../copy/en/emails.ts";
import { tokenHashOf } from "../../core/crypto/token-hash.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { violatedConstraint } from "../../db/errors.ts";
import { advisoryLock } from "../../db/locks.ts";
import { changedByOther, hasChangedSince, nextUpdatedAt } from "../../db/query/row-version.ts";
import { DomainError } from "../../shared/errors.ts";
import { randomId } from "../../shared/id.ts";
import { addressOfStaff } from "../accounts/public.ts";
import { record } from "../audit/public.ts";
import { mails, postWithId, replyAddress, stateOf } from "../mail/public.ts";
import { answeredBy } from "./progress.ts";
import { lastReplyTo } from "./replies.ts";
import {
  type answerInput,
  type InquiryAnswer,
  type ReplyTemplate,
  replyTemplate,
  type templateInput,
} from "./schema.ts";
import { lockListed, nextVersion } from "./service.ts";
import { type currentInquiries, inquiryAnswers, partnershipInquiries, replyTemplates } from "./table.ts";

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

/** docs/limits.md: what fits into a select. */
const TEMPLATES_MAX = 50;

/** All templates of replies, by name. */
export const listTemplates = ({ db }: Deps): Promise<ReplyTemplate[]> =>
  db.orm.select().from(replyTemplates).orderBy(asc(replyTemplates.nameKey));

/**
 * Adds a template, or changes the one with this id. Throws 404, and 409 if another one has its name, if it has changed after
 * `updatedAt`, or if there are 50.
 */
export function saveTemplate(
  ctx: ActionContext<StaffActor>,
  { id, name, text, updatedAt: readAt }: z.output<typeof templateInput>,
): Promise<ReplyTemplate> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const before = id === undefined ? null : await lockTemplate(tx, id);
    if (before && hasChangedSince(readAt, before.updatedAt))
      throw changedByOther("template", replyTemplate.parse(before));
    if (!before) await refuseTooMany(tx);
    const updatedAt = nextUpdatedAt(deps.now(), before?.updatedAt ?? new Date(0));
    const values = { name, nameKey: name.toLowerCase(), text, updatedAt };
    const [after] = await (before
      ? tx.update(replyTemplates).set(values).where(eq(replyTemplates.id, before.id)).returning()
      : tx
          .insert(replyTemplates)
          .values({ ...values, id: randomId() })
          .returning()
    ).catch(refuseDuplicate);
    if (!after) throw new Error("a saved template returned no row");
    await record(tx, ctx, {
      subject: after.id,
      before: before && auditFields(before),
      after: auditFields(after),
    });
    return after;
  });
}

/** Throws 404. */
export function deleteTemplate(ctx: ActionContext<StaffActor>, id: string): Promise<{ success: true }> {
  return ctx.deps.db.transaction(async (tx) => {
    const before = await lockTemplate(tx, id);
    await tx.delete(replyTemplates).where(eq(replyTemplates.id, id));
    await record(tx, ctx, { subject: id, before: auditFields(before), after: null });
    return { success: true };
  });
}

const auditFields = ({ name, text }: ReplyTemplate) => ({ name, text });

async function lockTemplate(tx: Tx, id: string) {
  const [row] = await tx.select().from(replyTemplates).where(eq(replyTemplates.id, id)).for("update");
  if (!row) throw new DomainError("notFound", "This template does not exist");
  return row;
}

async function refuseTooMany(tx: Tx): Promise<void> {
  // one at a time: the next one counts the template of this one
  await tx.execute(advisoryLock("replyTemplates"));
  const [all] = await tx.select({ n: count() }).from(replyTemplates);
  if ((all?.n ?? 0) >= TEMPLATES_MAX)
    throw new DomainError("conflict", "There are 50 templates. Delete one that is not used first.");
}

function refuseDuplicate(error: unknown): never {
  if (violatedConstraint(error) !== "reply_templates_name") throw error;
  const sentence = "A template with this name already exists";
  throw new DomainError("conflict", sentence, { fields: { name: sentence } });
}
