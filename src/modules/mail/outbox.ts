import { and, eq, gte, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext } from "../../core/rpc/context.ts";
import { newestFirst, readPage } from "../../db/query/paging.ts";
import { days } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import { record } from "../audit/public.ts";
import * as breaker from "./events/breaker.ts";
import { reports } from "./events/breaker.ts";
import {
  addressHash,
  suppress as suppressAddress,
  unsuppress as unsuppressAddress,
} from "./events/suppression.ts";
import { inState, mailStop, show } from "./queries.ts";
import type { suppressionList } from "./schema.ts";
import { hashOf, mailSuppressions, mails, mails as t } from "./table.ts";
import { WITHDRAWN } from "./withdrawal.ts";

/** Whether mails are sent, how many are not, and what the provider reported about them. */
export async function status({ deps }: ActionContext) {
  const { orm } = deps.db;
  const since = new Date(deps.now().getTime() - days(1));
  return {
    hasMailServer: deps.ports.mailer !== null,
    stopped: await mailStop(deps),
    waiting: await orm.$count(mails, inState("waiting")),
    failed: await orm.$count(mails, inState("failed")),
    sentLastDay: await orm.$count(mails, gte(mails.sentAt, since)),
    suppressed: await orm.$count(mailSuppressions, isNull(mailSuppressions.endedAt)),
    ...(await reports(orm, deps)),
  };
}

type Suppression = typeof mailSuppressions.$inferSelect;

const NEWEST = newestFirst(mailSuppressions.since, ({ since }: Suppression) => since);

/** Addresses that get no mail, newest first; `q` is a whole address. */
export async function suppressions(
  { deps }: ActionContext,
  { q, reason, ...input }: z.output<typeof suppressionList>,
) {
  const t = mailSuppressions;
  const where = and(
    isNull(t.endedAt),
    q === "" ? undefined : eq(t.id, addressHash(q)),
    reason === undefined ? undefined : eq(t.reason, reason),
  );
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, input });
  const known = await addressesOf(deps, page.items);
  const emailOf = (hash: string) => known.get(hash) ?? (q === "" ? null : emailKey(q));
  return { ...page, items: page.items.map((row) => ({ ...row, email: emailOf(row.id) })) };
}

/** The addresses behind these hashes, as far as mails in the outbox went to them. */
async function addressesOf({ db }: ActionContext["deps"], rows: readonly Suppression[]) {
  const hashes = rows.map(({ id }) => id);
  const hash = hashOf(mails.toKey);
  const found = await db.orm
    .selectDistinct({ hash, email: mails.toKey })
    .from(mails)
    .where(inArray(hash, hashes));
  return new Map(found.map(({ hash: id, email }) => [String(id), email]));
}

/**
 * Sends a mail again that was given up or waits, at the next delivery. Throws 404, and 409 on one that was sent, is
 * being sent, was withdrawn, or whose text was deleted.
 */
export async function retry(ctx: ActionContext, id: string) {
  const { deps } = ctx;
  const isWithdrawn = inArray(t.lastError, [...WITHDRAWN]);
  const isBeingSent = and(isNotNull(t.nextTryAt), sql`${t.attempts} > 0`, isNull(t.lastError));
  const retried = await deps.db.transaction(async (tx) => {
    const rows = await tx
      .update(t)
      .set({ nextTryAt: deps.now() })
      .where(
        and(
          eq(t.id, id),
          isNull(t.sentAt),
          isNotNull(t.text),
          sql`not (${isBeingSent})`,
          sql`(${isWithdrawn}) is not true`,
        ),
      )
      .returning({ id: t.id });
    if (rows.length === 1) await record(tx, ctx, { subject: id, after: { retried: true } });
    return rows.length === 1;
  });
  const mail = await show(ctx, id);
  if (!retried) throw new DomainError("conflict", whyNot(mail));
  return mail;
}

function whyNot({ sentAt, text, lastError }: Pick<typeof t.$inferSelect, "sentAt" | "text" | "lastError">) {
  if (sentAt !== null) return "This mail was sent already";
  if (WITHDRAWN.includes(lastError ?? "")) return `This mail was withdrawn. ${lastError}.`;
  return text === null ? "The text of this mail was deleted" : "This mail is being sent now";
}

/** Stops all mail to an address until `unsuppress`. Throws 409 if it is stopped already. */
export async function suppress(ctx: ActionContext, email: string) {
  await ctx.deps.db.transaction(async (tx) => {
    if (!(await suppressAddress(tx, email, "manual", ctx.deps.now())))
      throw new DomainError("conflict", "No mail goes to this address already");
    await record(tx, ctx, { subject: addressHash(email), after: { suppressed: "manual" } });
  });
  return { success: true as const };
}

/** Lets mail go to an address again. Throws 404 if it was not suppressed. */
export const unsuppress = (ctx: ActionContext, email: string) => unsuppressHash(ctx, addressHash(email));

/** The same, of an address that only its hash is known of. */
export async function unsuppressHash(ctx: ActionContext, hash: string) {
  await ctx.deps.db.transaction(async (tx) => {
    if (!(await unsuppressAddress(tx, hash, ctx.deps.now())))
      throw new DomainError("notFound", "Mail to this address is not suppressed");
    await record(tx, ctx, { subject: hash, after: { suppressed: null } });
  });
  return { success: true as const };
}

/** Sends bulk mails again after too many bounced or were reported as spam. Throws 409 if they are not stopped. */
export async function resume(ctx: ActionContext) {
  await ctx.deps.db.transaction(async (tx) => {
    const streams = await breaker.resume(tx, ctx.deps.now());
    if (streams.length === 0) throw new DomainError("conflict", "Mail is not stopped");
    await record(tx, ctx, { subject: null, after: { mailStopped: false, streams } });
  });
  return { success: true as const };
}
